import type { SeriesSession } from '#contract/series.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { formatRangeThere } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { formatChoice } from './format-choice.ts'
import { formatClash } from './format-clash.ts'
import { formatWarnings } from './plan-warnings.tsx'
import { formatNames } from './series-list.tsx'
import type { PreviewedChange } from './series-sessions.ts'
import styles from './series.module.css'

/** The server names the earlier choice first. */
const whichOf = { time_skipped: ['before', 'after'], time_repeated: ['earlier', 'later'] } as const

interface ChangedSessionProps {
  session: SeriesSession
  /** Undefined until it is known. */
  preview: PreviewedChange | undefined
  onTime: (id: string, field: 'starts_at' | 'ends_at', moment: string) => void
}

/** What a change does to one session of the series, or why the session stays as it is. */
export function ChangedSession({ session, preview, onTime }: ChangedSessionProps) {
  if (!preview) return <p className="soft">{t('series.checking')}</p>
  const { starts_at, ends_at, moving, problem } = preview
  if (problem === null) {
    const isMoved = starts_at !== session.starts_at || ends_at !== session.ends_at
    return (
      <>
        {isMoved && starts_at && ends_at && <p>{t('series.movesTo', { when: formatRangeThere(starts_at, ends_at, session.time_zone) })}</p>}
        {formatWarnings(preview).map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
        {moving.length > 0 && <p>{t('series.moving', { count: moving.length, names: formatNames(moving) })}</p>}
        {moving.length === 0 && session.booked.length > 0 && (
          <p className="soft">{t('series.kept', { count: session.booked.length, names: formatNames(session.booked) })}</p>
        )}
      </>
    )
  }
  return <Obstacle session={session} preview={preview} onTime={onTime} />
}

function Obstacle({ session, preview, onTime }: ChangedSessionProps & { preview: PreviewedChange }) {
  const { problem, field, choices, clashes, staying } = preview
  if (problem === null) return null
  return (
    <>
      {clashes.length > 0 ? (
        [...new Set(clashes.map(formatClash))].map(sentence => <p key={sentence}>{t('series.staysBecause', { reason: sentence })}</p>)
      ) : (
        <p>{t(`series.problem.${problem}`, { names: formatNames(staying), count: staying.length })}</p>
      )}
      {field && (
        <span className={styles.choices}>
          {choices.map((moment, index) => (
            <Button key={moment} small onClick={() => onTime(session.id, field, moment)}>
              {formatChoice(
                { which: whichOf[problem === 'time_skipped' ? 'time_skipped' : 'time_repeated'][index === 0 ? 0 : 1], moment },
                field,
                session.time_zone,
              )}
            </Button>
          ))}
        </span>
      )}
      {problem === 'has_bookings' && staying.length > 0 && can('Appointment Edit') && (
        <Link to={paths.reassign({ schedule_id: session.id })} target="_blank">
          {t('series.reassign')}
        </Link>
      )}
    </>
  )
}
