/** Every message that the outbox may hold, but for one-time codes, which nobody sends from there. */
export const kinds = [
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
] as const
export type Kind = (typeof kinds)[number]

export const isKind = (kind: string): kind is Kind => kinds.some(known => known === kind)

/** What can wait until quiet hours are over; whoever books, moves or cancels, and whoever is offered a seat for an hour, hears of it at once. */
export const canWait: ReadonlySet<Kind> = new Set([
  'reminder',
  'waiting_offer_ended',
  'waiting_removed',
  'mentor_reassigned',
  'low_feedback',
])
