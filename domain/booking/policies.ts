import type { Instant } from '../time/instant.ts'
import { Temporal } from '../time/temporal.ts'
import { type Actor, type AppointmentStatus, checkInIsOpen, hasStarted, mayChangeStatus, undoTarget } from './status.ts'

/** The organisation's rules for clients (settings; product rules, §3). */
export interface Policies {
  /** How long before a slot clients can still book, in minutes. */
  noticeMinutes: number
  /** How long before the start clients can still cancel or move, in minutes. */
  changeMinutes: number
  /** How many open appointments a client may have. */
  maxOpen: number
  /** From how many missed appointments on a client cannot book. */
  missedLimit: number
  /** How far back missed appointments count, in days of 24 hours. */
  missedDays: number
}

/** Why a client cannot cancel or move: no longer pending or booked, already begun, or less than `changeMinutes` to go. */
export type ChangeRefusal = 'not_open' | 'already_started' | 'too_late'

/** Whether a client may still cancel or move: exactly `changeMinutes` before the start is in time. */
function mayClientChange({ status, starts_at }: AppointmentFacts, now: Instant, policies: Policies): true | ChangeRefusal {
  if (status !== 'pending' && status !== 'booked') return 'not_open'
  if (hasStarted(starts_at, now)) return 'already_started'
  const lastChance = starts_at.subtract({ minutes: policies.changeMinutes })
  return Temporal.Instant.compare(now, lastChance) <= 0 || 'too_late'
}

/** Why something cannot be done with an appointment now; stable, for programs and for the sentence that explains it. */
export type ActionRefusal =
  | ChangeRefusal
  | 'not_started'
  | 'check_in_not_open'
  | 'nothing_to_undo'
  | 'staff_only'
  | 'bad_transition'
  | 'entered_in_error'

/** What is to be known of an appointment. `previous` is the status before its last step, needed for undoing `fulfilled`. */
export interface AppointmentFacts {
  status: AppointmentStatus
  starts_at: Instant
  previous?: AppointmentStatus | null
}

/** What a client can do with an own appointment. */
export interface ClientActions {
  cancel: true | ChangeRefusal
  move: true | ChangeRefusal
}

/** What staff or the mentor can do with an appointment. */
export type DeskActions = Record<'cancel' | 'move' | 'arrive' | 'fulfil' | 'noshow' | 'undo' | 'approve' | 'edit', true | ActionRefusal>

/** What the client may do now, within the policies; each either true or the reason why not. */
export function whatClientCan(appointment: AppointmentFacts, now: Instant, policies: Policies): ClientActions {
  const change = mayClientChange(appointment, now, policies)
  return { cancel: change, move: change }
}

/** What staff may do now: no policy binds them, only the status table. What was entered in error stays as it is. */
export function whatStaffCan(appointment: AppointmentFacts, now: Instant): DeskActions {
  const { status } = appointment
  const change = status === 'pending' || status === 'booked' || 'not_open'
  const approve = status === 'pending' || 'bad_transition'
  const edit = status !== 'entered-in-error' || 'entered_in_error'
  return { cancel: change, move: change, approve, edit, ...attendance(appointment, 'staff', now) }
}

/** What the slot's own mentor may do now: say who came. The rest is staff's. */
export function whatMentorCan(appointment: AppointmentFacts, now: Instant): DeskActions {
  return { cancel: 'staff_only', move: 'staff_only', approve: 'staff_only', edit: 'staff_only', ...attendance(appointment, 'mentor', now) }
}

function attendance(appointment: AppointmentFacts, by: Actor, now: Instant): Pick<DeskActions, 'arrive' | 'fulfil' | 'noshow' | 'undo'> {
  const { status, starts_at, previous } = appointment
  const facts = { starts_at, now, previous }
  const undone = undoTarget(status, previous)
  const step = (to: AppointmentStatus) => (undone === to ? 'bad_transition' : mayChangeStatus(status, to, by, facts))
  const started = hasStarted(starts_at, now)
  return {
    arrive: status === 'booked' && !checkInIsOpen(starts_at, now) ? 'check_in_not_open' : step('arrived'),
    fulfil: (status === 'booked' || status === 'arrived') && !started ? 'not_started' : step('fulfilled'),
    noshow: status === 'booked' && !started ? 'not_started' : step('noshow'),
    undo: undone !== null || 'nothing_to_undo',
  }
}
