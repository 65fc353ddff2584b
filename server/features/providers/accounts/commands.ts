import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { setProviderRoles } from '../../roles/from-providers/commands.ts'
import { refuseOldSignIn } from '../../sessions/queries.ts'

interface Link {
  userId: string
  providerId: string
  subject: string
}

/** Links a provider's subject to a person who confirmed both. Returns the account's id. Refusal: 409 `account_taken`, if it is another person's. */
export async function linkAccount(trx: Connection, scope: Scope, { userId, providerId, subject }: Link): Promise<string | Refusal> {
  const { now } = scope
  const made = await trx
    .insertInto('provider_accounts')
    .values({ provider_id: providerId, subject, user_id: userId, linked_at: now, last_seen_at: now })
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
  await recordAudit(trx, scope, {
    action: 'account_linked',
    subject: 'user',
    subjectId: userId,
    personId: userId,
    after: { provider: await nameOf(trx, providerId) },
  })
  return made.id
}

/**
 * Removes one of the caller's accounts with the roles that its provider gave, and ends the other sessions that began with it.
 * Refusals: 403 `log_in_again`, 404, 409 `last_method`.
 */
export async function unlinkAccount(db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> {
  const old = await refuseOldSignIn(db, scope)
  if (old) return old
  const { person, now } = scope
  return db.transaction().execute(async trx => {
    // Two removals at once would each count on the other account.
    await trx.selectFrom('users').select('id').where('id', '=', person.id).forNoKeyUpdate().execute()
    const account = await trx
      .selectFrom('provider_accounts')
      .select(['provider_id'])
      .where('id', '=', id)
      .where('user_id', '=', person.id)
      .executeTakeFirst()
    if (!account) return refuse('not_found')
    if (!(await hasOtherMethod(trx, person.id, id))) return refuse('last_method')
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
    await recordAudit(trx, scope, {
      action: 'account_unlinked',
      subject: 'user',
      subjectId: person.id,
      personId: person.id,
      before: { provider: await nameOf(trx, account.provider_id) },
    })
    return null
  })
}

/** Whether the person could still sign in: a confirmed phone or e-mail address, or an account of an enabled provider. */
async function hasOtherMethod(trx: Connection, userId: string, withoutId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users u WHERE u.id = ${userId} AND (u.phone_verified_at IS NOT NULL OR u.email_verified_at IS NOT NULL)
    UNION ALL SELECT FROM provider_accounts a JOIN identity_providers p ON p.id = a.provider_id AND p.enabled
      WHERE a.user_id = ${userId} AND a.id <> ${withoutId} LIMIT 1`.execute(trx)
  return rows.length > 0
}

async function nameOf(trx: Connection, providerId: string): Promise<string> {
  const provider = await trx.selectFrom('identity_providers').select('name').where('id', '=', providerId).executeTakeFirst()
  return provider?.name ?? ''
}
