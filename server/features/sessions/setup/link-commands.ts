import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { hashToken } from '../../../platform/session-gate.ts'

/**
 * Whether this is a valid set-up link and the person holds `*`, or an invitation that they accepted
 * and that has not expired: they may have left before setting up a second factor.
 */
export async function holdsSetupLink(trx: Connection, scope: Scope, userId: string, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false
  const link = await trx
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .where('user_id', 'is', null)
    .where(holdsEverything(userId))
    .executeTakeFirst()
  return link !== undefined || acceptedByLink(trx, scope, userId, token)
}

async function acceptedByLink(trx: Connection, { now }: Scope, userId: string, token: string): Promise<boolean> {
  const invitation = await trx
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .where('accepted_at', 'is not', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return invitation !== undefined
}

/** Ends every set-up link, but no emergency link, once an administrator has set up an authenticator. */
export async function endSetupLinks(trx: Connection, { now }: Scope, userId: string): Promise<void> {
  await trx
    .updateTable('setup_links')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('user_id', 'is', null)
    .where(holdsEverything(userId))
    .execute()
}

/** Whether a person holds `*` through any of their roles. `userId`: an id, or the column with it. */
export const holdsEverything = (userId: string | RawBuilder<string>) =>
  sql<boolean>`'*' = ANY ((SELECT abilities FROM roles_of(${userId}))::text[])`
