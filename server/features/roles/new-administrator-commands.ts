import { sql } from 'kysely'
import type { Settings } from '../../platform/config.ts'
import type { Connection } from '../../platform/database.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { endEverySession } from '../sessions/commands.ts'

/**
 * Makes a change of roles that concerns these people, and ends every session and token of whoever opens the administration only since then: they were let in
 * without the code that administrators confirm (decision 032). Not in the demo, which asks for none. They are locked already, so that nobody logs in meanwhile.
 */
export async function askNewAdministrators(
  trx: Connection,
  scope: PersonScope,
  { mode }: Settings,
  userIds: readonly string[],
  change: () => Promise<void>,
): Promise<void> {
  if (mode === 'demo') return change()
  const before = new Set(await listAdministrators(trx, userIds))
  await change()
  const since = (await listAdministrators(trx, userIds)).filter(id => !before.has(id))
  if (since.length > 0) await endEverySession(trx, scope, since)
}

async function listAdministrators(trx: Connection, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM unnest(${userIds}::uuid[]) u (id) CROSS JOIN LATERAL roles_of(u.id) r WHERE r.is_admin`.execute(trx)
  return rows.map(({ id }) => id)
}
