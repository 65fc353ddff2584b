import { formatHere, formatMoment, formatRange, formatZone, differsHere } from '../lib/time.ts'
import styles from './moment.module.css'

interface MomentProps {
  starts: string
  ends?: string
  /** The place's zone; it is named, with the visitor's own time beside it, only where the two differ. */
  zone: string
}

/** When something is, as people say it. */
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
