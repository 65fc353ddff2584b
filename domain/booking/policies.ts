import type { Instant } from '../time/instant.ts'
import { Temporal } from '../time/temporal.ts'
import { changeDeadline } from './change-deadline.ts'
import { type Actor, type AppointmentStatus, isCheckInOpen, isOpen, hasStarted, mayChangeStatus, undoTarget } from './status.ts'

/**
 * The organisation's rules for changes by clients, from its settings. Those for booking are in
 * `book_appointment` (SQL).
 */
export interface Policies {
  /** Minutes before the start until which clients can cancel or move. */
  changeMinutes: number
}

/**
 * Why a client cannot cancel or move: the appointment is not open, has started, or starts in less than
 * `changeMinutes`.
 */
export type ChangeRefusal = 'not_open' | 'already_started' | 'too_late'

/** Whether a client may still cancel or move. Exactly `changeMinutes` before the start is in time. */
function mayClientChange({ status, starts_at }: AppointmentFacts, now: Instant, policies: Policies): true | ChangeRefusal {
  if (!isOpen(status)) return 'not_open'
  if (hasStarted(starts_at, now)) return 'already_started'
  return Temporal.Instant.compare(now, changeDeadline(starts_at, policies.changeMinutes)) <= 0 || 'too_late'
}

/** Why an action on an appointment is not possible now. The codes are stable, because programs use them. */
export type ActionRefusal = ChangeRefusal | 'not_started' | 'check_in_not_open' | 'staff_only' | 'bad_transition' | 'entered_in_error'

/** The facts that decide. `previous` is the status before the last step, needed to undo `fulfilled`. */
export interface AppointmentFacts {
  status: AppointmentStatus
  starts_at: Instant
  previous?: AppointmentStatus | null
}

/** What a client can do with their own appointment. */
export interface ClientActions {
  cancel: true | ChangeRefusal
  move: true | ChangeRefusal
}

/** What staff or the mentor can do with an appointment. */
export type DeskActions = Record<'cancel' | 'move' | 'edit' | 'arrive' | 'fulfil' | 'noshow', true | ActionRefusal>

/** What the client may do now under the policies: true, or the reason why not. */
export function decideClientActions(appointment: AppointmentFacts, now: Instant, policies: Policies): ClientActions {
  const change = mayClientChange(appointment, now, policies)
  return { cancel: change, move: change }
}

/**
 * What staff may do now: only the status table limits them. An appointment entered in error stays as it
 * is.
 */
export function decideStaffActions(appointment: AppointmentFacts, now: Instant): DeskActions {
  const { status, starts_at, previous } = appointment
  // Stryker disable next-line ObjectLiteral: cancelling depends on the status only
  const cancel = mayChangeStatus(status, 'cancelled', 'staff', { starts_at, now, previous }) === true || 'not_open'
  const edit = status !== 'entered-in-error' || 'entered_in_error'
  return { cancel, move: cancel, edit, ...attendance(appointment, 'staff', now) }
}

/** What the slot's mentor may do now: record attendance. Everything else is for staff. */
export function decideMentorActions(appointment: AppointmentFacts, now: Instant): DeskActions {
  return { cancel: 'staff_only', move: 'staff_only', edit: 'staff_only', ...attendance(appointment, 'mentor', now) }
}

function attendance(appointment: AppointmentFacts, by: Actor, now: Instant): Pick<DeskActions, 'arrive' | 'fulfil' | 'noshow'> {
  const { status, starts_at, previous } = appointment
  const facts = { starts_at, now, previous }
  const undone = undoTarget(status, previous)
  const step = (to: AppointmentStatus) => (undone === to ? 'bad_transition' : mayChangeStatus(status, to, by, facts))
  const started = hasStarted(starts_at, now)
  return {
    arrive: status === 'booked' && !isCheckInOpen(starts_at, now) ? 'check_in_not_open' : step('arrived'),
    fulfil: (status === 'booked' || status === 'arrived') && !started ? 'not_started' : step('fulfilled'),
    noshow: status === 'booked' && !started ? 'not_started' : step('noshow'),
  }
}
