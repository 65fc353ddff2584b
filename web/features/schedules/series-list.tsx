import type { SeriesSession } from '#contract/series.ts'
import { useId, type ReactNode } from 'react'
import { formatList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { formatDay, formatTimesThere } from '../../lib/time.ts'
import styles from './series.module.css'

interface SeriesListProps {
  label: string
  sessions: readonly SeriesSession[]
  isChosen: (session: SeriesSession) => boolean
  /** Whether the session cannot be chosen. */
  isBlocked?: (session: SeriesSession) => boolean
  onChoose: (session: SeriesSession, chosen: boolean) => void
  /** What happens to the session. */
  children: (session: SeriesSession) => ReactNode
}

/** Every date of a change of a series, each with a checkbox. */
export function SeriesList({ label, sessions, isChosen, isBlocked = () => false, onChoose, children }: SeriesListProps) {
  const id = useId()
  return (
    <ol className={styles.list} aria-label={label}>
      {sessions.map(session => {
        const blocked = isBlocked(session)
        return (
          <li key={session.id}>
            <label className={styles.row}>
              <input
                type="checkbox"
                checked={isChosen(session) && !blocked}
                disabled={blocked}
                aria-describedby={`${id}-${session.id}`}
                onChange={event => onChoose(session, event.target.checked)}
              />
              <span>
                <strong>{formatDay(session.starts_at, session.time_zone)}</strong>{' '}
                <span className={`soft ${styles.times}`}>{formatTimesThere(session.starts_at, session.ends_at, session.time_zone)}</span>
              </span>
            </label>
            <div id={`${id}-${session.id}`} className={styles.more}>
              {session.changed_alone && <p className="soft">{t('series.changedAlone')}</p>}
              {children(session)}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** "Ann, Bob and Cleo" */
export const formatNames = (people: readonly { name: string }[]): string => formatList(people.map(({ name }) => name))
