import type { PlannerSession } from '#contract/planner.ts'
import { daysBetween, type LocalDate } from '#domain/time/local-date.ts'
import type { BoardBy } from './layout-board.ts'
import { addMinutes, dateOf, localAt, minutesBetween, minutesPerDay, stepMinutes } from './local-times.ts'

/** A range of the board: the track, the day, and minutes since midnight. */
export interface Target {
  trackId: string
  date: LocalDate
  from: number
  to: number
}

/** Where and when a session would be, on the clock of its place. */
export interface NewTimes {
  starts_local: string
  ends_local: string
  mentor_ids: readonly string[]
  place_id: string
}

type Times = Pick<PlannerSession, 'starts_local' | 'ends_local' | 'mentor_ids' | 'place_id'>

/**
 * The session after a block of it went from one range to another: start and end shift as the block's do, so that a
 * session past midnight keeps its length. On another track, that mentor takes the place of the first track's, or
 * the session moves to that place.
 */
export function timesAfter(session: Times, before: Target, after: Target, by: BoardBy): NewTimes {
  const days = daysBetween(before.date, after.date) * minutesPerDay
  const { mentor_ids, place_id } = session
  return {
    starts_local: addMinutes(session.starts_local, days + after.from - before.from),
    ends_local: addMinutes(session.ends_local, days + after.to - before.to),
    mentor_ids: by === 'mentor' ? replaceId(mentor_ids, before.trackId, after.trackId) : mentor_ids,
    place_id: by === 'place' ? after.trackId : place_id,
  }
}

/** In roster order; a mentor who is in the session already stays once. */
const replaceId = (ids: readonly string[], from: string, to: string) => [...new Set(ids.map(id => (id === from ? to : id)))]

/** Whether two are at the same local times and place with the same mentors in the same order: nothing to save. */
export const isSameTimes = (a: NewTimes, b: NewTimes): boolean =>
  a.starts_local === b.starts_local &&
  a.ends_local === b.ends_local &&
  a.place_id === b.place_id &&
  a.mentor_ids.join() === b.mentor_ids.join()

/** The range of a session on the board's track, in one piece. */
export const targetOf = (session: Times, trackId: string): Target => {
  const date = dateOf(session.starts_local)
  const from = minutesBetween(localAt(date, 0), session.starts_local)
  return { trackId, date, from, to: from + minutesBetween(session.starts_local, session.ends_local) }
}

/** Shifts a range along the axis, within the day on which it starts. */
export function shift(target: Target, steps: number): Target {
  const length = target.to - target.from
  const from = Math.min(Math.max(0, target.from + steps * stepMinutes), minutesPerDay - stepMinutes)
  return { ...target, from, to: from + length }
}

/** Changes the end of a range; a session has at least one step and at most a day. */
export const stretch = (target: Target, steps: number): Target => ({
  ...target,
  to: Math.min(Math.max(target.from + stepMinutes, target.to + steps * stepMinutes), target.from + minutesPerDay),
})
