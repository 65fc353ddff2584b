import type { InstantRange } from '../time/range.ts'
import { Temporal } from '../time/temporal.ts'

/**
 * A planned session: a period that is cut into slots of `slot_minutes` with `break_minutes` between them,
 * and the mentors' ids in roster order.
 */
export interface Session extends InstantRange {
  slot_minutes: number
  break_minutes: number
  seats_per_slot: number
  mentors: readonly string[]
}

/** The reason why a session cannot be planned, and the contract's field that has to change. */
export interface SessionProblem {
  field: 'ends_at' | 'slot_minutes' | 'break_minutes' | 'seats_per_slot' | 'mentor_ids'
  code:
    | 'ends_before_start'
    | 'longer_than_a_day'
    | 'no_whole_slot'
    | 'slot_minutes_range'
    | 'break_minutes_range'
    | 'seats_range'
    | 'too_many_slots'
    | 'no_mentors'
    | 'mentor_twice'
}

/** The limits of a session, inclusive: lengths in minutes; `slots` counts the slots of all mentors. */
export const sessionLimits = {
  hours: 24,
  slotMinutes: { min: 5, max: 480 },
  breakMinutes: { min: 0, max: 240 },
  seats: { min: 1, max: 500 },
  slots: 1000,
} as const

const whole = (value: number, { min, max }: { min: number; max: number }) => Number.isInteger(value) && value >= min && value <= max

/** All problems of a session, most important first; empty if it can be planned. */
export function sessionProblems(session: Session): SessionProblem[] {
  const own = [...fieldProblems(session), ...timeProblems(session)]
  return own.length > 0 ? own : sizeProblems(session)
}

/**
 * Number of consecutive whole slots of each mentor. Counts elapsed time, so clock changes make no
 * difference.
 */
export function slotTimesIn({ starts_at, ends_at, slot_minutes, break_minutes }: Omit<Session, 'seats_per_slot' | 'mentors'>): number {
  const minutes = (ends_at.epochMilliseconds - starts_at.epochMilliseconds) / 60_000
  return Math.max(0, Math.floor((minutes + break_minutes) / (slot_minutes + break_minutes)))
}

function fieldProblems({ slot_minutes, break_minutes, seats_per_slot, mentors }: Session): SessionProblem[] {
  const problems: SessionProblem[] = []
  if (!whole(slot_minutes, sessionLimits.slotMinutes)) problems.push({ field: 'slot_minutes', code: 'slot_minutes_range' })
  if (!whole(break_minutes, sessionLimits.breakMinutes)) problems.push({ field: 'break_minutes', code: 'break_minutes_range' })
  if (!whole(seats_per_slot, sessionLimits.seats)) problems.push({ field: 'seats_per_slot', code: 'seats_range' })
  if (mentors.length === 0) problems.push({ field: 'mentor_ids', code: 'no_mentors' })
  if (new Set(mentors).size < mentors.length) problems.push({ field: 'mentor_ids', code: 'mentor_twice' })
  return problems
}

function timeProblems({ starts_at, ends_at }: InstantRange): SessionProblem[] {
  if (Temporal.Instant.compare(ends_at, starts_at) <= 0) return [{ field: 'ends_at', code: 'ends_before_start' }]
  const longest = starts_at.add({ hours: sessionLimits.hours })
  return Temporal.Instant.compare(ends_at, longest) > 0 ? [{ field: 'ends_at', code: 'longer_than_a_day' }] : []
}

function sizeProblems(session: Session): SessionProblem[] {
  const times = slotTimesIn(session)
  if (times === 0) return [{ field: 'slot_minutes', code: 'no_whole_slot' }]
  return times * session.mentors.length > sessionLimits.slots ? [{ field: 'slot_minutes', code: 'too_many_slots' }] : []
}
