import type { Connection } from '../../platform/database/connection.ts'

/**
 * Locks the client of an appointment that is about to change, as every booking does first. The constraint on overlaps looks at rows that are being written: of two changes to
 * appointments of one client each could otherwise wait for the other.
 */
export async function lockClientOf(trx: Connection, appointmentId: string): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', trx.selectFrom('appointments').select('user_id').where('id', '=', appointmentId))
    .forNoKeyUpdate()
    .execute()
}
