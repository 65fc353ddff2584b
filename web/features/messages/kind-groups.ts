import { switchableKinds, type SwitchableKind } from '#contract/message-kinds.ts'

/** The groups, in the order of the settings. */
export const groups = ['appointments', 'waiting', 'team'] as const
type Group = (typeof groups)[number]

/** Kinds grouped by recipient and topic. */
const groupOf: Record<SwitchableKind, Group> = {
  appointment_requested: 'appointments',
  appointment_booked: 'appointments',
  appointment_approved: 'appointments',
  appointment_moved: 'appointments',
  appointment_cancelled: 'appointments',
  place_changed: 'appointments',
  reminder: 'appointments',
  feedback_request: 'appointments',
  contract_to_accept: 'appointments',
  waiting_offer: 'waiting',
  waiting_offer_ended: 'waiting',
  waiting_removed: 'waiting',
  mentor_reassigned: 'team',
  session_cancelled: 'team',
  request_pending: 'team',
  hours_decided: 'team',
  low_feedback: 'team',
}

/** The kinds of a group, in the order of the contract. */
export const kindsOf = (group: Group): SwitchableKind[] => switchableKinds.filter(kind => groupOf[kind] === group)
