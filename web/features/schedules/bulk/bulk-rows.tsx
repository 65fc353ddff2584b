import type { Schedule } from '#contract/schedules.ts'
import { t } from '../../../lib/messages.ts'
import { paths } from '../../../lib/paths.ts'
import { formatDay, formatTimesThere } from '../../../lib/time.ts'
import { Link } from '../../../ui/link.tsx'
import { type Outcome, OutcomeList } from '../../../ui/outcome-list.tsx'
import styles from './bulk.module.css'

/** What becomes of a session. */
export interface RowOutcome extends Outcome {
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
  const rows = schedules
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
    .map(schedule => {
      const { id, starts_at, ends_at, time_zone, support_type, place, mentors } = schedule
      const { reassigns, ...outcome } = outcomeOf(schedule) ?? {}
      return {
        id,
        head: (
          <>
            <strong>{formatDay(starts_at, time_zone)}</strong>{' '}
            <span className={styles.times}>{formatTimesThere(starts_at, ends_at, time_zone)}</span>
          </>
        ),
        detail: [support_type.name, place.name, ...mentors.map(({ name }) => name)].join(' · '),
        ...outcome,
        more: reassigns && (
          <Link to={paths.reassign({ schedule_id: id })} target="_blank">
            {t('series.reassign')}
          </Link>
        ),
      }
    })
  return <OutcomeList label={t('bulk.rows')} rows={rows} />
}

/** How many sessions stay as they are; nothing for none. */
export const StayCount = ({ count }: { count: number }) => (count > 0 ? <p className="soft small">{t('series.stay', { count })}</p> : null)
