import type { Instant } from '../time/instant.ts'
import { Temporal } from '../time/temporal.ts'

/** Appointment status codes, FHIR R4's words (product rules, "Words"). */
export const appointmentStatuses = ['pending', 'booked', 'arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** The statuses that keep a seat taken; on the others it is free again. */
export const seatHoldingStatuses = ['pending', 'booked', 'arrived', 'fulfilled', 'noshow'] as const satisfies readonly AppointmentStatus[]

/** Whether an appointment in this status keeps its seat taken. */
export function holdsSeat(status: AppointmentStatus): boolean {
  return (seatHoldingStatuses as readonly AppointmentStatus[]).includes(status)
}

/** Whether the appointment's time has begun; at `starts_at` it has. */
export function hasStarted(starts_at: Instant, now: Instant): boolean {
  return Temporal.Instant.compare(starts_at, now) <= 0
}

/** How long before the start a client can be checked in, in minutes (product rules §3). */
export const checkInMinutes = 120

/** Whether the client can be checked in: from two hours before the start, to the instant. */
export function checkInIsOpen(starts_at: Instant, now: Instant): boolean {
  return Temporal.Instant.compare(starts_at.subtract({ minutes: checkInMinutes }), now) <= 0
}

/** An open appointment: pending or booked, not yet started. */
export function isOpen(status: AppointmentStatus, starts_at: Instant, now: Instant): boolean {
  return (status === 'pending' || status === 'booked') && !hasStarted(starts_at, now)
}

/** Whether a session took place, so that its client and its mentor can say how it was: fulfilled, or begun without another outcome. */
export function tookPlace(status: AppointmentStatus, starts_at: Instant, now: Instant): boolean {
  return status === 'fulfilled' || ((status === 'booked' || status === 'arrived') && hasStarted(starts_at, now))
}

/** Who changes an appointment: its client, staff who may edit appointments, or the mentor of its slot. */
export type Actor = 'client' | 'staff' | 'mentor'

/**
 * One step that exists. `when`: only from two hours before the start; only from the start on; only before the start and within policy
 * (`whatClientCan` decides about the policy); or only as the undoing of the last step.
 */
export interface Transition {
  from: AppointmentStatus
  to: AppointmentStatus
  by: readonly Actor[]
  when?: 'check_in' | 'after_start' | 'within_policy' | 'undo'
}

/** What decides in addition to the status itself. `previous` is the status before the last step, null or absent when there was none. */
export interface TransitionFacts {
  starts_at: Instant
  now: Instant
  previous?: AppointmentStatus | null
}

/** The product's status table, row by row. What is not here does not exist. */
export const transitions: readonly Transition[] = [
  { from: 'pending', to: 'booked', by: ['staff'] },
  { from: 'pending', to: 'cancelled', by: ['staff'] },
  { from: 'pending', to: 'cancelled', by: ['client'], when: 'within_policy' },
  { from: 'booked', to: 'arrived', by: ['staff', 'mentor'], when: 'check_in' },
  { from: 'booked', to: 'fulfilled', by: ['staff', 'mentor'], when: 'after_start' },
  { from: 'arrived', to: 'fulfilled', by: ['staff', 'mentor'], when: 'after_start' },
  { from: 'booked', to: 'noshow', by: ['staff', 'mentor'], when: 'after_start' },
  { from: 'booked', to: 'cancelled', by: ['staff'] },
  { from: 'booked', to: 'cancelled', by: ['client'], when: 'within_policy' },
  { from: 'arrived', to: 'booked', by: ['staff', 'mentor'], when: 'undo' },
  { from: 'fulfilled', to: 'booked', by: ['staff', 'mentor'], when: 'undo' },
  { from: 'fulfilled', to: 'arrived', by: ['staff', 'mentor'], when: 'undo' },
  { from: 'noshow', to: 'booked', by: ['staff', 'mentor'], when: 'undo' },
  ...appointmentStatuses
    .filter(status => status !== 'entered-in-error')
    .map((from): Transition => ({ from, to: 'entered-in-error', by: ['staff'] })),
]

/**
 * Where undoing the last step leads, or null when there is nothing to undo. Arrived and noshow have one way in;
 * fulfilled has two, and without knowing which it was there is no undoing.
 */
export function undoTarget(status: AppointmentStatus, previous?: AppointmentStatus | null): AppointmentStatus | null {
  const targets = transitions.filter(row => row.when === 'undo' && row.from === status).map(row => row.to)
  if (targets.length === 1) return targets[0] ?? null
  return targets.find(target => target === previous) ?? null
}

/** The statuses that this person may give the appointment now, in the table's order. */
export function nextStatuses(status: AppointmentStatus, by: Actor, facts: TransitionFacts): AppointmentStatus[] {
  return transitions.filter(row => row.from === status && row.by.includes(by) && holds(row, facts)).map(row => row.to)
}

/** True when this person may take this step now; otherwise the refusal's code. A client's policy is decided by `whatClientCan`. */
export function mayChangeStatus(
  from: AppointmentStatus,
  to: AppointmentStatus,
  by: Actor,
  facts: TransitionFacts,
): true | 'bad_transition' {
  return nextStatuses(from, by, facts).includes(to) || 'bad_transition'
}

function holds({ from, to, when }: Transition, { starts_at, now, previous }: TransitionFacts): boolean {
  if (when === 'check_in') return checkInIsOpen(starts_at, now)
  if (when === 'after_start') return hasStarted(starts_at, now)
  if (when === 'within_policy') return !hasStarted(starts_at, now)
  return when !== 'undo' || undoTarget(from, previous) === to
}
