/**
 * Until when a message about an appointment is news: a cancellation until it would have ended, because its client may be
 * on the way or waiting; everything else until it starts. SQL has it in set_outbox_phone_by().
 */
export const lastMomentOf = <Instant>(kind: string, { starts_at, ends_at }: { starts_at: Instant; ends_at: Instant }): Instant =>
  kind === 'appointment_cancelled' ? ends_at : starts_at
