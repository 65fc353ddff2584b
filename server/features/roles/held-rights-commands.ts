import { sql } from 'kysely'
import { isPrivileged } from '#contract/granted.ts'
import type { Settings } from '../../platform/config.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import type { RolesRow } from '../people/present.ts'
import { stopUnreadableFeeds } from '../calendars/commands.ts'
import { endEverySession } from '../sessions/commands.ts'

/**
 * Runs a change of these people's roles. Ends every session and token of people who become privileged,
 * because they logged in without a second factor (decision record 052); not in demo mode, which requires
 * none. The caller has locked those who can become privileged, so that none logs in meanwhile, and then
 * roles. Stops calendar addresses whose owners lose the right to them.
 */
export async function changeHeldRights(
  trx: Connection,
  scope: Scope,
  { mode }: Pick<Settings, 'mode'>,
  userIds: readonly string[],
  change: () => Promise<void>,
): Promise<void> {
  const before = new Set(await listPrivileged(trx, userIds))
  await change()
  await stopUnreadableFeeds(trx, scope, userIds)
  if (mode === 'demo') return
  const since = (await listPrivileged(trx, userIds)).filter(id => !before.has(id))
  if (since.length > 0) await endEverySession(trx, scope, since)
}

async function listPrivileged(trx: Connection, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<RolesRow & { id: string }>`
    SELECT u.id, r.abilities, r.is_admin, r.is_mentor FROM unnest(${userIds}::uuid[]) u (id) CROSS JOIN LATERAL roles_of(u.id) r`.execute(
    trx,
  )
  return rows.filter(row => isPrivileged({ isAdmin: row.is_admin, isMentor: row.is_mentor, abilities: row.abilities })).map(({ id }) => id)
}
