import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'

/**
 * Moves the tickets of a code that is not sent, because a newer code for the same number or address is, to that
 * newer code.
 */
export async function moveTicketsToNewerCode(db: Connection, _scope: Scope, { id }: { id: string }): Promise<void> {
  await sql`UPDATE join_tickets SET code_id = (
      SELECT n.id FROM phone_codes n JOIN phone_codes c ON (c.phone = n.phone OR c.email = n.email) AND c.user_id IS NOT DISTINCT FROM n.user_id
      WHERE c.id = ${id} ORDER BY n.created_at DESC LIMIT 1)
    WHERE code_id = ${id}`.execute(db)
}
