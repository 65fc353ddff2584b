import { messageKinds, type MessageKind } from '#contract/message-kinds.ts'

/** Whether a stored kind is one that this version knows. */
export const isMessageKind = (kind: string): kind is MessageKind => messageKinds.some(known => known === kind)

/** Kinds that wait for the end of quiet hours. Bookings, moves, cancellations and offers are sent at once. */
export const canWait: ReadonlySet<MessageKind> = new Set([
  'reminder',
  'waiting_offer_ended',
  'waiting_removed',
  'mentor_reassigned',
  'low_feedback',
  'request_pending',
  'hours_decided',
  'feedback_request',
  'contract_to_accept',
])
