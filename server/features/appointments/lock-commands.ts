import type { ExpressionBuilder } from 'kysely'
import type { Database } from '#database/types.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'

/**
 * Locks the client of an appointment before it changes, as every booking does first. The overlap
 * constraint also waits for uncommitted rows, so two changes to appointments of one client could
 * otherwise deadlock. The common order of all locks: people by id, appointments by slot and id, slots by id.
 */
export async function lockClientOf(trx: Connection, appointmentId: string): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', trx.selectFrom('appointments').select('user_id').where('id', '=', appointmentId))
    .forNoKeyUpdate()
    .execute()
}

/**
 * As `lockClientOf`, before a change with or without words, such as a reason. Refusal: 409 `record_closed` for words about
 * an erased client, which no second erasure would remove.
 */
export async function lockClientFor(trx: Connection, appointmentId: string, hasWords: boolean): Promise<Refusal | null> {
  await lockClientOf(trx, appointmentId)
  if (!hasWords) return null
  const erased = await trx
    .selectFrom('appointments as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select('u.id')
    .where('a.id', '=', appointmentId)
    .where('u.erased_at', 'is not', null)
    .executeTakeFirst()
  return erased ? refuse('record_closed', { message: 'refused.recordErased' }) : null
}

/** The place of an appointment's session, in a statement that locks the appointment alone. */
export const placeOf = (eb: ExpressionBuilder<Database, 'appointments'>) =>
  eb.selectFrom('schedules').select('place_id').whereRef('schedules.id', '=', 'appointments.schedule_id').as('place_id')
