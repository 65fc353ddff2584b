import type { Instant } from '../time/instant.ts'
import { Temporal } from '../time/temporal.ts'

/** Appointment status codes of FHIR R4. */
export const appointmentStatuses = ['pending', 'booked', 'arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error'] as const
/** The status of an appointment. */
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** Whether an appointment in this status holds its seat; `holds_seat` (SQL) for queries. */
export const holdsSeat = (status: AppointmentStatus): boolean => status !== 'cancelled' && status !== 'entered-in-error'

/** The statuses in which an appointment is open until it starts. */
export const openStatuses = ['pending', 'booked'] as const satisfies readonly AppointmentStatus[]

/** Whether an appointment in this status is open until it starts; `is_open` and, with the start, `is_open_at` (SQL) for queries. */
export function isOpen(status: AppointmentStatus): boolean {
  return (openStatuses as readonly AppointmentStatus[]).includes(status)
}

/** Whether an appointment in this status has no outcome yet; `awaits_outcome` (SQL) for queries. */
export const awaitsOutcome = (status: AppointmentStatus): boolean => isOpen(status) || status === 'arrived'

/** Whether the appointment has started; at `starts_at` it has. */
export function hasStarted(starts_at: Instant, now: Instant): boolean {
  return Temporal.Instant.compare(starts_at, now) <= 0
}

/** Minutes before the start from which a client can be checked in. */
export const checkInMinutes = 120

/** Whether the client can be checked in: from exactly two hours before the start. */
export function isCheckInOpen(starts_at: Instant, now: Instant): boolean {
  return Temporal.Instant.compare(starts_at.subtract({ minutes: checkInMinutes }), now) <= 0
}

/**
 * Whether a session took place, so that its client and mentor can give feedback: fulfilled, or started
 * without another outcome.
 */
export function tookPlace(status: AppointmentStatus, starts_at: Instant, now: Instant): boolean {
  return status === 'fulfilled' || ((status === 'booked' || status === 'arrived') && hasStarted(starts_at, now))
}

/**
 * Who gives an appointment another status: staff who may edit appointments, or the mentor of its slot. Clients
 * cancel and move by the policies (`mayClientChange`).
 */
export type Actor = 'staff' | 'mentor'

/**
 * One possible step. `when`: only from two hours before the start; only from the start; or only to undo the
 * last step.
 */
export interface Transition {
  from: AppointmentStatus
  to: AppointmentStatus
  by: readonly Actor[]
  when?: 'check_in' | 'after_start' | 'undo'
}

/**
 * The facts that decide in addition to the status. `previous` is the status before the last step; null or
 * absent if there was none.
 */
export interface TransitionFacts {
  starts_at: Instant
  now: Instant
  previous?: AppointmentStatus | null
}

/** The status table of staff and mentors, row by row. They have no other steps. */
export const transitions: readonly Transition[] = [
  { from: 'pending', to: 'booked', by: ['staff'] },
  { from: 'pending', to: 'cancelled', by: ['staff'] },
  { from: 'booked', to: 'arrived', by: ['staff', 'mentor'], when: 'check_in' },
  { from: 'booked', to: 'fulfilled', by: ['staff', 'mentor'], when: 'after_start' },
  { from: 'arrived', to: 'fulfilled', by: ['staff', 'mentor'], when: 'after_start' },
  { from: 'booked', to: 'noshow', by: ['staff', 'mentor'], when: 'after_start' },
  { from: 'booked', to: 'cancelled', by: ['staff'] },
  { from: 'arrived', to: 'booked', by: ['staff', 'mentor'], when: 'undo' },
  { from: 'fulfilled', to: 'booked', by: ['staff', 'mentor'], when: 'undo' },
  { from: 'fulfilled', to: 'arrived', by: ['staff', 'mentor'], when: 'undo' },
  { from: 'noshow', to: 'booked', by: ['staff', 'mentor'], when: 'undo' },
  ...appointmentStatuses
    .filter(status => status !== 'entered-in-error')
    .map((from): Transition => ({ from, to: 'entered-in-error', by: ['staff'] })),
]

/**
 * The status to which undoing the last step leads; null if there is nothing to undo. Fulfilled has two
 * predecessors, so undoing it requires `previous`.
 */
export function undoTarget(status: AppointmentStatus, previous?: AppointmentStatus | null): AppointmentStatus | null {
  const targets = transitions.filter(row => row.when === 'undo' && row.from === status).map(row => row.to)
  if (targets.length === 1) return targets[0] ?? null
  return targets.find(target => target === previous) ?? null
}

/** The statuses that the actor may set now, in the table's order. */
export function nextStatuses(status: AppointmentStatus, by: Actor, facts: TransitionFacts): AppointmentStatus[] {
  return transitions.filter(row => row.from === status && mayTake(row, by, facts)).map(row => row.to)
}

/** True if the actor may take this step now; otherwise the refusal's code. */
export function mayChangeStatus(
  from: AppointmentStatus,
  to: AppointmentStatus,
  by: Actor,
  facts: TransitionFacts,
): true | 'bad_transition' {
  return transitions.some(row => row.from === from && row.to === to && mayTake(row, by, facts)) || 'bad_transition'
}

const mayTake = (row: Transition, by: Actor, facts: TransitionFacts): boolean => row.by.includes(by) && holds(row, facts)

function holds({ from, to, when }: Transition, { starts_at, now, previous }: TransitionFacts): boolean {
  if (when === 'check_in') return isCheckInOpen(starts_at, now)
  if (when === 'after_start') return hasStarted(starts_at, now)
  return when !== 'undo' || undoTarget(from, previous) === to
}
