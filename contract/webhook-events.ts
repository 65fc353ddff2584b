/** Events that webhooks can subscribe to. `client.*` covers the records of all people, staff included. */
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
