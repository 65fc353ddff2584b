/**
 * Every kind of message in the outbox, except one-time codes and invitations, which have no settings. To add
 * a kind, add a line; the types show what else it needs.
 */
export const messageKinds = [
  'appointment_requested',
  'appointment_booked',
  'appointment_approved',
  'appointment_moved',
  'appointment_cancelled',
  'place_changed',
  'reminder',
  'waiting_offer',
  'waiting_offer_ended',
  'waiting_removed',
  'mentor_reassigned',
  'low_feedback',
  'session_cancelled',
  'request_pending',
  'hours_decided',
  'feedback_request',
  'contract_to_accept',
  'phone_changed',
  'sign_in_changed',
  'test_message',
] as const
export type MessageKind = (typeof messageKinds)[number]

/**
 * Kinds that are always sent, to the number and address in the message itself: those that protect an
 * account, and the test that staff send to themselves.
 */
export const securityKinds = ['phone_changed', 'sign_in_changed', 'test_message'] as const

/** Kinds that an organisation can switch off. */
export const switchableKinds = messageKinds.filter((kind): kind is Exclude<MessageKind, (typeof securityKinds)[number]> =>
  securityKinds.every(security => security !== kind),
)
export type SwitchableKind = (typeof switchableKinds)[number]

/**
 * Every letter, and its kind of message. A kind can have several letters, such as one for a move that only changed
 * the mentor. Each has a wording.
 */
export const letterKinds = {
  requested: 'appointment_requested',
  booked: 'appointment_booked',
  approved: 'appointment_approved',
  moved: 'appointment_moved',
  mentorChanged: 'appointment_moved',
  cancelledByClient: 'appointment_cancelled',
  cancelledByUs: 'appointment_cancelled',
  refused: 'appointment_cancelled',
  placeChanged: 'place_changed',
  reminder: 'reminder',
  feedbackRequest: 'feedback_request',
  contractToAccept: 'contract_to_accept',
  phoneChanged: 'phone_changed',
  signInChanged: 'sign_in_changed',
  newDevice: 'sign_in_changed',
  testMessage: 'test_message',
  offer: 'waiting_offer',
  offerExpired: 'waiting_offer_ended',
  offerWithdrawn: 'waiting_offer_ended',
  removed: 'waiting_removed',
  reassigned: 'mentor_reassigned',
  sessionCancelled: 'session_cancelled',
  sessionsCancelled: 'session_cancelled',
  requestPending: 'request_pending',
  hoursApproved: 'hours_decided',
  hoursDeclined: 'hours_decided',
  timeOffApproved: 'hours_decided',
  timeOffDeclined: 'hours_decided',
  lowFeedback: 'low_feedback',
} as const satisfies Record<string, MessageKind>
export type LetterName = keyof typeof letterKinds
