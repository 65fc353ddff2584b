import type { InstantRange } from '../time/range.ts'
import { type Session, sessionProblems, slotTimesIn } from './session.ts'

/**
 * One bookable time of one mentor. Its seats have the serials `first_serial` to `first_serial + seats -
 * 1`.
 */
export interface PlannedSlot extends InstantRange {
  mentor_id: string
  /** The mentor's position on the roster, from 0. */
  roster: number
  seats: number
  first_serial: number
}

/**
 * Cuts a session into slots, in the order of their serials: by start, then roster, then seat, from 1. Every mentor
 * gets every time. A remainder that is too short for a slot stays unused. Throws a RangeError for a session with `sessionProblems`.
 */
export function slotsOf(session: Session): PlannedSlot[] {
  const [problem] = sessionProblems(session)
  if (problem) throw new RangeError(`Not a session: ${problem.code}`)
  const { starts_at, slot_minutes, break_minutes, seats_per_slot, mentors } = session
  return Array.from({ length: slotTimesIn(session) }, (_, time) => {
    const start = starts_at.add({ minutes: time * (slot_minutes + break_minutes) })
    const end = start.add({ minutes: slot_minutes })
    return mentors.map((mentor_id, roster) => ({
      mentor_id,
      roster,
      starts_at: start,
      ends_at: end,
      seats: seats_per_slot,
      first_serial: (time * mentors.length + roster) * seats_per_slot + 1,
    }))
  }).flat()
}
