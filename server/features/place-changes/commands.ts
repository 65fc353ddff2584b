import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { isAffectedByPlaceChange, type ChangedPlace } from './queries.ts'

/**
 * Queues one message to each client with future appointments whose place or meeting link changes, about
 * the next of them. Raises the revision of all these appointments, so that calendars update. Part of the
 * transaction that changes the place or the session. Returns the number of clients.
 */
export async function notifyOfPlaceChange(trx: Connection, { now }: Scope, changed: ChangedPlace): Promise<number> {
  const { rows } = await sql<{ told: number }>`
    WITH ahead AS (
      SELECT a.id, a.user_id, a.starts_at FROM appointments a JOIN schedules s ON s.id = a.schedule_id
      WHERE ${isAffectedByPlaceChange(changed, now)} ORDER BY a.id FOR NO KEY UPDATE OF a
    ), raised AS (
      UPDATE appointments SET place_changed_at = ${now} WHERE id IN (SELECT id FROM ahead)
    ), told AS (
      INSERT INTO outbox (kind, user_id, appointment_id)
      SELECT DISTINCT ON (user_id) 'place_changed', user_id, id FROM ahead ORDER BY user_id, starts_at RETURNING 1
    )
    SELECT count(*)::int AS told FROM told`.execute(trx)
  return rows[0]?.told ?? 0
}
