import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { hashToken } from '../../../platform/session-gate.ts'

/** Whether the token is of a valid set-up link and the person holds `*`. */
export async function holdsSetupLink(trx: Connection, _scope: Scope, userId: string, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false
  const link = await trx
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .where('user_id', 'is', null)
    .where(holdsEverything(userId))
    .executeTakeFirst()
  return link !== undefined
}

/** Ends every set-up link once an administrator has set up an authenticator. */
export async function endSetupLinks(trx: Connection, { now }: Scope, userId: string): Promise<void> {
  await trx.updateTable('setup_links').set({ ended_at: now }).where('ended_at', 'is', null).where(holdsEverything(userId)).execute()
}

const holdsEverything = (userId: string) => sql<boolean>`'*' = ANY ((SELECT abilities FROM roles_of(${userId}))::text[])`
