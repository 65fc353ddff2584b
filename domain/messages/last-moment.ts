/**
 * Until when a message about an appointment is news: a cancellation until it would have ended, because its client may be
 * on the way or waiting; everything else until it starts. `set_outbox_phone_by` (SQL) has the same rule;
 * database/phone-by.test.ts compares them.
 */
export const lastMomentOf = <Instant>(kind: string, { starts_at, ends_at }: { starts_at: Instant; ends_at: Instant }): Instant =>
  kind === 'appointment_cancelled' ? ends_at : starts_at
