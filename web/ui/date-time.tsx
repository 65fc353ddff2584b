import { formatInVisitorZone, formatDateTime, formatRange, formatZone, differsInVisitorZone } from '../lib/time.ts'
import styles from './date-time.module.css'

interface DateTimeProps {
  starts: string
  ends?: string
  /** The place's zone. It is shown, with the visitor's time, only if the two differ. */
  zone: string
}

/** A time or a range of times. */
export function DateTime({ starts, ends, zone }: DateTimeProps) {
  const here = formatInVisitorZone(starts, zone)
  return (
    <span className={styles.dateTime}>
      <time dateTime={starts}>{ends ? formatRange(starts, ends, zone) : formatDateTime(starts, zone)}</time>
      {differsInVisitorZone(starts, zone) && (
        <span className={styles.here}>
          {formatZone(zone)}
          {here && ` · ${here}`}
        </span>
      )}
    </span>
  )
}
