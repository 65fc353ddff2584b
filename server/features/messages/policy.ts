import { messageKinds, securityKinds, type MessageKind } from '#contract/message-kinds.ts'

export type Kind = MessageKind

export const isKind = (kind: string): kind is Kind => messageKinds.some(known => known === kind)

/** Whether a kind is always sent. */
export const isSecurityKind = (kind: Kind): boolean => securityKinds.some(known => known === kind)

/** Kinds that wait for the end of quiet hours. Bookings, moves, cancellations and offers are sent at once. */
export const canWait: ReadonlySet<Kind> = new Set([
  'reminder',
  'waiting_offer_ended',
  'waiting_removed',
  'mentor_reassigned',
  'low_feedback',
  'request_pending',
  'feedback_request',
  'contract_to_accept',
])
