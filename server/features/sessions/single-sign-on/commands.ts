import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'

/**
 * Refuses a sign-in without an identity provider to holders of a role that demands one: 403
 * `single_sign_on_only`, with the providers' names. Call it after the proof, so that a stranger
 * learns nothing.
 * `offeredRoleIds`: roles that the sign-in would bring.
 */
export async function refuseWithoutSingleSignOn(
  trx: Connection,
  _scope: Scope,
  userId: string,
  offeredRoleIds: readonly string[] = [],
): Promise<Refusal | null> {
  const role = await trx
    .selectFrom('roles as r')
    .select('r.id')
    .where('r.single_sign_on_only', '=', true)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        ...(offeredRoleIds.length > 0 ? [eb('r.id', 'in', offeredRoleIds)] : []),
        exists(selectFrom('role_assignments as a').select('a.role_id').whereRef('a.role_id', '=', 'r.id').where('a.user_id', '=', userId)),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (!role) return null
  const providers = await trx.selectFrom('identity_providers').select('name').where('enabled', '=', true).orderBy('name').execute()
  if (providers.length === 0) return refuse('single_sign_on_only', { message: noProvider })
  const names = { anyOf: providers.map(({ name }) => name) }
  return refuse('single_sign_on_only', { message: ['refused.yourRolesRequireYourOrganisationsOwnSign', { names }] })
}

const noProvider = 'refused.yourRolesRequireYourOrganisationsOwn'

/**
 * Ends these people's sessions without an identity provider, because a role of theirs now demands
 * one.
 */
export async function endSessionsWithoutProvider(trx: Connection, { now }: Scope, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', 'in', userIds)
    .where('ended_at', 'is', null)
    .where('program', 'is', null)
    .where(sql<boolean>`method IS DISTINCT FROM 'provider'`)
    .execute()
  await trx.deleteFrom('login_tickets').where('user_id', 'in', userIds).where('provider_login_id', 'is', null).execute()
}
