import type { Clash, Problem } from '#contract/problem.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { FoundClash } from './clash-queries.ts'

/** Maximum number of clashes in a refusal. */
export const maxListedClashes = 50

/**
 * The state that decides whether a schedule can be changed; locked until the end of the
 * transaction.
 */
export interface ScheduleState {
  status: 'draft' | 'published' | 'cancelled'
  ends_at: string
  revision: number
}

/**
 * Refuses a stale revision and cancelled or past schedules; null if the schedule can be changed.
 */
export function explainUnchangeable(schedule: ScheduleState, revision: number | undefined, now: Date): Refusal | null {
  if (revision !== undefined && revision !== schedule.revision) return refuse('stale')
  if (schedule.status === 'cancelled') return refuse('bad_transition', { message: 'refused.thisSessionWasCancelledAndCan' })
  if (Date.parse(schedule.ends_at) <= now.getTime()) return refuse('bad_transition', { message: 'refused.thisSessionIsOverAndCan' })
  return null
}

/** Only drafts are published. */
export function explainUnpublishable(schedule: ScheduleState, revision: number | undefined, now: Date): Refusal | null {
  const unchangeable = explainUnchangeable(schedule, revision, now)
  if (unchangeable || schedule.status === 'draft') return unchangeable
  return refuse('bad_transition', { message: 'refused.thisSessionIsAlreadyOpenFor' })
}

/** 409 with mentor, time and obstacle. */
export function refuseClashes(found: FoundClash[]): Refusal {
  const clashes: Clash[] = found.map(({ session: _, ...clash }) => clash)
  const only = (reason: Clash['reason']) => clashes.every(clash => clash.reason === reason)
  if (only('closed_day')) return refuse('mentor_busy', { clashes, message: 'refused.thePlaceIsClosedOnThat' })
  if (only('time_off')) return refuse('mentor_busy', { clashes, message: 'refused.aMentorIsAwayAtThat' })
  return refuse('mentor_busy', { clashes })
}

/**
 * Refuses to move a client whom the caller did not name, such as one who booked after the preview; null if all are
 * named.
 */
export function refuseUnseenMoves(moving: NonNullable<Problem['booked']>, named: readonly string[]): Refusal | null {
  const known = new Set(named)
  if (moving.every(({ appointment_id }) => known.has(appointment_id))) return null
  if (named.length === 0) return refuse('has_bookings', { booked: moving })
  const message = 'refused.clientsHaveBookedSinceYouLast'
  return refuse('has_bookings', { booked: moving, message })
}

/**
 * 409 with the clients who would lose a seat; no client means an offer of the waiting list.
 * `fewerSeats`: the times stay, with fewer seats.
 */
export function refuseSeatLoss(booked: NonNullable<Problem['booked']>, fewerSeats = false): Refusal {
  const tooFew = { message: 'refused.atOneOfTheTimesMore' } as const
  if (booked.length > 0) return refuse('has_bookings', { booked, ...(fewerSeats && tooFew) })
  const message = 'refused.aTimeThatThisChangeWould'
  return refuse('has_bookings', { booked, message })
}
