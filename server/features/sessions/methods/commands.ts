import { sql } from 'kysely'
import { availableChannels, type Settings } from '../../../platform/config.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'

/** A method that is about to be removed. `id` where a person can have several of the kind. */
interface Removed {
  userId: string
  kind: 'email' | 'passkey' | 'provider'
  id: string | null
}

/**
 * Refuses to remove a person's last way to sign in. Every removal calls this first, inside its
 * transaction: the person stays locked until it ends, so that two removals at once cannot leave none.
 * Refusals: 404 `not_found` where the person has no such passkey, 409 `last_method`.
 */
export async function refuseLastMethod(
  trx: Connection,
  _scope: Scope,
  settings: Settings,
  { userId, kind, id }: Removed,
): Promise<Refusal | null> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { rows } = await sql<{ gone: boolean }>`
    SELECT kind = ${kind} AND id IS NOT DISTINCT FROM ${id}::uuid AS gone FROM sign_in_methods(${userId}, ${availableChannels(settings)}::text[])`.execute(
    trx,
  )
  // An address that this site cannot reach and an account of a disabled provider are not among them,
  // and may go.
  if (kind === 'passkey' && !rows.some(({ gone }) => gone)) return refuse('not_found')
  return rows.some(({ gone }) => !gone) ? null : refuse('last_method')
}
