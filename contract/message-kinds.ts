/** Every kind of message that the outbox sends. One-time codes are not among them: nobody switches or words them. A new kind is one line here, and types ask for the rest. */
export const messageKinds = [
  'appointment_requested',
  'appointment_booked',
  'appointment_approved',
  'appointment_moved',
  'appointment_cancelled',
  'reminder',
  'waiting_offer',
  'waiting_offer_ended',
  'waiting_removed',
  'mentor_reassigned',
  'low_feedback',
  'session_cancelled',
  'request_pending',
  'feedback_request',
  'contract_to_accept',
] as const
export type MessageKind = (typeof messageKinds)[number]
