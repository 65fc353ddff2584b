import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { announceSignInChange } from '../../people/announcements/commands.ts'
import { setProviderRoles } from '../../roles/from-providers/commands.ts'
import { refuseLastMethod } from '../../sessions/methods/commands.ts'
import { refuseOldSignIn } from '../../sessions/queries.ts'
import { holdProvider } from '../queries.ts'

interface Link {
  userId: string
  providerId: string
  subject: string
  /**
   * The person has a second factor here and has not given it: their logins ask for it until they do,
   * whatever the provider asked for.
   */
  ownFactorDue?: boolean
}

/**
 * Links a provider's subject to a person who confirmed both. Returns the account's id. Refusal: 409
 * `account_taken`, if it is another person's.
 */
export async function linkAccount(
  trx: Connection,
  scope: Scope,
  { userId, providerId, subject, ownFactorDue = false }: Link,
): Promise<string | Refusal> {
  const { now } = scope
  const made = await trx
    .insertInto('provider_accounts')
    .values({ provider_id: providerId, subject, user_id: userId, linked_at: now, last_seen_at: now, own_factor_due: ownFactorDue })
    .onConflict(conflict => conflict.columns(['provider_id', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const own = await trx
      .selectFrom('provider_accounts')
      .select('id')
      .where('provider_id', '=', providerId)
      .where('subject', '=', subject)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return own?.id ?? refuse('account_taken')
  }
  const provider = await nameOf(trx, providerId)
  await recordAudit(trx, scope, { action: 'account_linked', subject: 'user', subjectId: userId, personId: userId, after: { provider } })
  await announceSignInChange(trx, scope, userId, { what: 'provider_linked', provider })
  return made.id
}

/**
 * Removes one of the caller's accounts with the roles that its provider gave, and ends the other
 * sessions that began with it.
 * Refusals: 403 `log_in_again`, 404, 409 `last_method`.
 */
export async function unlinkAccount(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  scope: PersonScope,
  id: string,
): Promise<Refusal | null> {
  const old = await refuseOldSignIn(db, scope)
  if (old) return old
  const { person, now } = scope
  return db.transaction().execute(async trx => {
    const account = await trx
      .selectFrom('provider_accounts')
      .select(['provider_id'])
      .where('id', '=', id)
      .where('user_id', '=', person.id)
      .executeTakeFirst()
    if (!account || !(await holdProvider(trx, account.provider_id))) return refuse('not_found')
    const last = await refuseLastMethod(trx, scope, settings, { userId: person.id, kind: 'provider', id })
    if (last) return last
    const others = await trx
      .selectFrom('provider_accounts')
      .select('id')
      .where('user_id', '=', person.id)
      .where('provider_id', '=', account.provider_id)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (!others)
      await setProviderRoles(
        trx,
        scope,
        { mode: 'production' },
        { userId: person.id, providerId: account.provider_id, authorId: null, roleIds: [] },
      )
    await sql`UPDATE sessions SET ended_at = ${now} WHERE ended_at IS NULL AND id <> ${person.sessionId}
      AND provider_login_id IN (SELECT id FROM provider_logins WHERE account_id = ${id})`.execute(trx)
    await trx.deleteFrom('provider_accounts').where('id', '=', id).execute()
    const provider = await nameOf(trx, account.provider_id)
    const { id: userId } = person
    await recordAudit(trx, scope, {
      action: 'account_unlinked',
      subject: 'user',
      subjectId: userId,
      personId: userId,
      before: { provider },
    })
    await announceSignInChange(trx, scope, userId, { what: 'provider_unlinked', provider })
    return null
  })
}

async function nameOf(trx: Connection, providerId: string): Promise<string> {
  const provider = await trx.selectFrom('identity_providers').select('name').where('id', '=', providerId).executeTakeFirst()
  return provider?.name ?? ''
}
