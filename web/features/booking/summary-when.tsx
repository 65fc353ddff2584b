import type { LocalDate } from '#domain/time/local-date.ts'
import { sayDate, sayHere, sayTimes, sayZone, differsHere } from '../../lib/time.ts'
import styles from './summary.module.css'
import type { OfferedTime } from './times.ts'

/** The chosen day and, once there is one, the time, with the visitor's own where it differs. */
export function SummaryWhen({ date, time }: { date: LocalDate; time: OfferedTime | undefined }) {
  if (!time) return sayDate(date)
  const { startsAt, endsAt, zone } = time
  return (
    <span className={styles.when}>
      <span>
        {sayDate(date)}, <span className={styles.times}>{sayTimes(startsAt, endsAt, zone)}</span>
      </span>
      {differsHere(startsAt, zone) && (
        <span className="soft small">
          <span className={styles.deskOnly}>{sayZone(zone)} · </span>
          {sayHere(startsAt, zone)}
        </span>
      )}
    </span>
  )
}
