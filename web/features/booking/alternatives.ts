import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Params } from '../../lib/search-params.ts'
import { type Choice, choose } from './choice.ts'
import type { Alternative } from './nearest-times.tsx'
import { freeMentors, type OfferedTime } from './times.ts'

/** A time of the day as one to offer instead of another. */
export function alternativeOf(time: OfferedTime): Alternative {
  const { schedule, startsAt, zone } = time
  const [mentor] = freeMentors(time)
  return { schedule_id: schedule.id, starts_at: startsAt, time_zone: zone, mentor: mentor ?? { id: '', name: '' }, place: schedule.place }
}

/** The address with another time chosen, at the same step; filters that would hide that time go. */
export function toAlternative(choice: Choice, { schedule_id, starts_at, time_zone, mentor, place }: Alternative): Params {
  const date = localDateOf(Temporal.Instant.from(starts_at), time_zone)
  return {
    ...choose.time(date, schedule_id, starts_at),
    mentor: choice.mentor === mentor.id ? choice.mentor : undefined,
    place: choice.place === place.id ? choice.place : undefined,
    // Whoever wanted somebody in particular sees a name on the offer and gets just that person.
    with: (choice.mentor ?? choice.with) ? mentor.id : undefined,
    step: choice.settled ? 'details' : undefined,
  }
}
