import type { Schedule } from '#contract/schedules.ts'
import { t } from '../../../lib/messages.ts'
import { paths } from '../../../lib/paths.ts'
import { formatDay, formatTimes } from '../../../lib/time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Link } from '../../../ui/link.tsx'
import styles from './bulk.module.css'

/** What becomes of a session. */
export interface RowOutcome {
  /** Why it stays as it is. */
  blocked?: string | undefined
  /** What happens to it. */
  happens?: string
  /** Its clients can be reassigned first. */
  reassigns?: boolean
}

interface BulkRowsProps {
  schedules: readonly Schedule[]
  /** Undefined until it is known. */
  outcomeOf: (schedule: Schedule) => RowOutcome | undefined
}

/** Every selected session with what becomes of it, by start. */
export function BulkRows({ schedules, outcomeOf }: BulkRowsProps) {
  const ordered = schedules.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
  return (
    <ol className={styles.rows} aria-label={t('bulk.rows')}>
      {ordered.map(schedule => {
        const { id, starts_at, ends_at, time_zone, support_type, place, mentors } = schedule
        const { blocked, happens, reassigns } = outcomeOf(schedule) ?? {}
        return (
          <li key={id}>
            <p className={styles.head}>
              <span>
                <strong>{formatDay(starts_at, time_zone)}</strong>{' '}
                <span className={styles.times}>{formatTimes(starts_at, ends_at, time_zone)}</span>
              </span>
              {blocked !== undefined && <Badge tone="warm">{t('bulk.stays')}</Badge>}
            </p>
            <p className="soft">{[support_type.name, place.name, ...mentors.map(({ name }) => name)].join(' · ')}</p>
            {(blocked ?? happens) && <p>{blocked ?? happens}</p>}
            {reassigns && (
              <Link to={paths.reassign({ schedule_id: id })} target="_blank">
                {t('series.reassign')}
              </Link>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** How many sessions stay as they are; nothing for none. */
export const StayCount = ({ count }: { count: number }) => (count > 0 ? <p className="soft small">{t('series.stay', { count })}</p> : null)
