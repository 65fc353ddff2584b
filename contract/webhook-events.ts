/** What other systems can be told of. `client.*` is about every person's record: those of staff are no different ones. */
export const webhookEvents = [
  'appointment.requested',
  'appointment.booked',
  'appointment.approved',
  'appointment.refused',
  'appointment.moved',
  'appointment.cancelled',
  'appointment.status_changed',
  'client.created',
  'client.changed',
  'client.deactivated',
  'client.reactivated',
  'client.merged',
  'client.erased',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
