import { sayMoment, differsHere, sayHere, sayZone } from '../../lib/time.ts'
import styles from './nearest-times.module.css'

export interface Alternative {
  schedule_id: string
  starts_at: string
  time_zone: string
  mentor: { id: string; name: string }
  place: { id: string; name: string }
}

interface NearestTimesProps {
  times: readonly Alternative[]
  onChoose: (time: Alternative) => void
}

/** Other times instead of one that went; choosing one carries on where one was. */
export const NearestTimes = ({ times, onChoose }: NearestTimesProps) => (
  <ul className={styles.list}>
    {times.map(time => (
      <li key={time.schedule_id + time.starts_at + time.mentor.id}>
        <button type="button" className={styles.time} onClick={() => onChoose(time)}>
          <strong className="tabular">{sayMoment(time.starts_at, time.time_zone)}</strong>
          {differsHere(time.starts_at, time.time_zone) && (
            <span className="small soft">
              {sayZone(time.time_zone)} · {sayHere(time.starts_at, time.time_zone)}
            </span>
          )}
          <span className="small soft">
            {time.mentor.name} · {time.place.name}
          </span>
        </button>
      </li>
    ))}
  </ul>
)
