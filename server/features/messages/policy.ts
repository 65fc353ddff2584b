import { messageKinds, type MessageKind } from '#contract/message-kinds.ts'

export type Kind = MessageKind

export const isKind = (kind: string): kind is Kind => messageKinds.some(known => known === kind)

/** What can wait until quiet hours are over; whoever books, moves or cancels, and whoever is offered a seat for an hour, hears of it at once. */
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
