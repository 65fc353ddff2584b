import { sayHere, sayMoment, sayRange, sayZone, differsHere } from '../lib/time.ts'
import styles from './moment.module.css'

interface MomentProps {
  starts: string
  ends?: string
  /** The place's zone; it is named, with the visitor's own time beside it, only where the two differ. */
  zone: string
}

/** When something is, as people say it. */
export function Moment({ starts, ends, zone }: MomentProps) {
  const here = sayHere(starts, zone)
  return (
    <span className={styles.moment}>
      <time dateTime={starts}>{ends ? sayRange(starts, ends, zone) : sayMoment(starts, zone)}</time>
      {differsHere(starts, zone) && (
        <span className={styles.here}>
          {sayZone(zone)}
          {here && ` · ${here}`}
        </span>
      )}
    </span>
  )
}
