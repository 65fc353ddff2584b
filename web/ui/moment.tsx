import { sayHere, sayMoment, sayRange, sayZone, differsHere } from '../lib/time.ts'
import styles from './moment.module.css'

interface MomentProps {
  starts: string
  ends?: string
  /** The place's zone. It is shown, with the visitor's time, only if the two differ. */
  zone: string
}

/** A time or a range of times. */
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
