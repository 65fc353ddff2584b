import { formatHere, formatMoment, formatRange, formatZone, differsHere } from '../lib/time.ts'
import styles from './moment.module.css'

interface MomentProps {
  starts: string
  ends?: string
  /** The place's zone. It is shown, with the visitor's time, only if the two differ. */
  zone: string
}

/** A time or a range of times. */
export function Moment({ starts, ends, zone }: MomentProps) {
  const here = formatHere(starts, zone)
  return (
    <span className={styles.moment}>
      <time dateTime={starts}>{ends ? formatRange(starts, ends, zone) : formatMoment(starts, zone)}</time>
      {differsHere(starts, zone) && (
        <span className={styles.here}>
          {formatZone(zone)}
          {here && ` · ${here}`}
        </span>
      )}
    </span>
  )
}
