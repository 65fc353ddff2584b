import { type RawBuilder, sql } from 'kysely'
import type { AppointmentStatus } from '#domain/booking/status.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'

/** An appointment before it was cancelled. */
export interface CancelledAppointment {
  id: string
  user_id: string
  status: AppointmentStatus
  status_before: AppointmentStatus | null
  starts_at: string
  place_id: string
}

/**
 * Cancels the appointments `a` that meet the condition once they are locked, and queues the messages. Their seats
 * are free immediately. Whether the caller may cancel them is decided before. Skips those that have an outcome.
 * Returns the others as they were.
 */
export async function cancelAppointments(
  trx: Connection,
  { person, now }: Scope,
  which: RawBuilder<unknown>,
  { by, reason }: { by: 'client' | 'organisation'; reason: string },
): Promise<CancelledAppointment[]> {
  const { rows } = await sql<CancelledAppointment>`SELECT * FROM cancel_appointments(
    ARRAY(SELECT a.id FROM appointments a WHERE ${which} ORDER BY a.slot_id, a.id FOR NO KEY UPDATE),
    ${by}, ${person?.id ?? null}, ${reason}, ${now})`.execute(trx)
  return rows
}
