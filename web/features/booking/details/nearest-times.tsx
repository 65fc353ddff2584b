import { formatDateTime, differsInVisitorZone, formatInVisitorZone, formatZone } from '../../../lib/time.ts'
import styles from './nearest-times.module.css'
import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Params } from '../../../lib/search-params.ts'
import { type Choice, choose } from '../choice.ts'
import { freeMentors, type OfferedTime } from '../times.ts'

/** A free time to take instead; `starts_at` is RFC 3339, `time_zone` the zone of the place. */
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

/** Alternatives to a time that was taken. */
export const NearestTimes = ({ times, onChoose }: NearestTimesProps) => (
  <ul className={styles.list}>
    {times.map(time => (
      <li key={time.schedule_id + time.starts_at + time.mentor.id}>
        <button type="button" className={styles.time} onClick={() => onChoose(time)}>
          <strong className="tabular">{formatDateTime(time.starts_at, time.time_zone)}</strong>
          {differsInVisitorZone(time.starts_at, time.time_zone) && (
            <span className="small soft">
              {formatZone(time.time_zone)} · {formatInVisitorZone(time.starts_at, time.time_zone)}
            </span>
          )}
          <span className="small soft">
            <bdi>{time.mentor.name}</bdi> · <bdi>{time.place.name}</bdi>
          </span>
        </button>
      </li>
    ))}
  </ul>
)

/** A time of the day as an alternative to the chosen one. */
export function alternativeOf(time: OfferedTime): Alternative {
  const { schedule, startsAt, zone } = time
  const [mentor] = freeMentors(time)
  return { schedule_id: schedule.id, starts_at: startsAt, time_zone: zone, mentor: mentor ?? { id: '', name: '' }, place: schedule.place }
}

/** Address parameters that choose another time at the same step. Filters that would hide it are cleared. */
export function chooseAlternative(choice: Choice, { schedule_id, starts_at, time_zone, mentor, place }: Alternative): Params {
  const date = localDateOf(Temporal.Instant.from(starts_at), time_zone)
  return {
    ...choose.time(date, schedule_id, starts_at),
    mentor: choice.mentor === mentor.id ? choice.mentor : undefined,
    place: choice.place === place.id ? choice.place : undefined,
    language: undefined,
    // A client who asked for a certain mentor or language sees the offered mentor's name and books that mentor.
    with: (choice.mentor ?? choice.with ?? choice.language) ? mentor.id : undefined,
    step: choice.confirmed ? 'details' : undefined,
  }
}
