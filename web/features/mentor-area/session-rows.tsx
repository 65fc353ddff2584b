import type { MentorSession } from '#contract/mentors.ts'
import { formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatRange, formatTimesThere } from '../../lib/time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { readableColourStyle } from '../../ui/colour-contrast.ts'
import styles from './mentor-area.module.css'
import { SessionFacts } from './session-facts.tsx'

/**
 * The mentor's sessions of a day, each with a link to its page. Those without clients are one line, which opens.
 */
export function SessionRows({ sessions }: { sessions: readonly MentorSession[] }) {
  const shown = sessions.filter(session => !isEmpty(session))
  const empty = sessions.filter(isEmpty)
  const times = empty.map(({ starts_at, ends_at, time_zone }) => formatTimesThere(starts_at, ends_at, time_zone))
  return (
    <>
      {shown.length > 0 && <Rows sessions={shown} />}
      {empty.length > 0 && (
        <details className={styles.fold}>
          <summary>{t('mentorArea.empty', { count: empty.length, times: formatPlainList(times) })}</summary>
          <Rows sessions={empty} />
        </details>
      )}
    </>
  )
}

/** Published, and no client has or had a seat. */
function isEmpty({ status, counts }: MentorSession): boolean {
  const { pending, booked, arrived, fulfilled, noshow } = counts
  return status !== 'cancelled' && pending + booked + arrived + fulfilled + noshow === 0
}

const Rows = ({ sessions }: { sessions: readonly MentorSession[] }) => (
  <ul className={styles.rows}>
    {sessions.map(session => {
      const { id, support_type, starts_at, ends_at, time_zone } = session
      return (
        <li key={id} className={styles.row} style={readableColourStyle(support_type.colour)}>
          <SessionFacts session={session} />
          <ButtonLink
            to={paths.mentorAppointments(id)}
            small
            label={t('mentorArea.openOf', { when: formatRange(starts_at, ends_at, time_zone) })}
          >
            {t('mentorArea.open')}
          </ButtonLink>
        </li>
      )
    })}
  </ul>
)
