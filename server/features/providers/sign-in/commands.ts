import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { hashToken } from '../../../platform/session-gate.ts'
import { readIdentity } from '../../people/queries.ts'
import { setProviderRoles } from '../../roles/from-providers/commands.ts'
import type { OpenedSession } from '../../sessions/commands.ts'
import { continueLogin } from '../../sessions/second-step/commands.ts'
import { isPrivilegedLogin } from './policy.ts'
import { holdProvider, type ProviderRow } from '../queries.ts'
import { isLoginInUse, refreshTokenPlace, type SignInRow } from './queries.ts'

/** Milliseconds after which a provider is asked again about a login of staff. */
export const renewAfterMs = 40 * 60_000

/**
 * Uses up the sign-in of a state, in the browser that began it. Of many at once one gets it; undefined:
 * none, or it is over.
 */
export const consumeSignIn = (
  db: Connection,
  { now }: Scope,
  { state, browser }: { state: string; browser: string | null },
): Promise<SignInRow | undefined> =>
  db
    .updateTable('provider_sign_ins')
    .set({ used_at: now })
    .where('state_hash', '=', hashToken(state))
    .where('browser_hash', '=', hashToken(browser ?? ''))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['state_hash', 'provider_id', 'purpose', 'user_id', 'nonce', 'verifier', 'return_path', 'invitation_hash'])
    .executeTakeFirst()

/** A person's login at a provider. */
export interface ProviderLogin {
  accountId: string
  userId: string
  sid: string | null
  refreshToken: string | null
  /** What the mapping gives; null: unknown, so roles stay. */
  roleIds: readonly string[] | null
}

type Ground = Pick<Platform, 'settings' | 'secrets'>

/**
 * Logs in the person of a linked account, whom the caller has locked: first the roles that the provider
 * gives now, then the session, or what else is asked of them.
 * Refusals: as `continueLogin`.
 */
export async function logInByProvider(
  trx: Connection,
  scope: Scope,
  { settings, secrets }: Ground,
  provider: ProviderRow,
  { accountId, userId, sid, refreshToken, roleIds }: ProviderLogin,
): Promise<OpenedSession | Refusal> {
  if (roleIds !== null)
    await setProviderRoles(trx, scope, settings, { userId, providerId: provider.id, authorId: provider.mapping_author_id, roleIds })
  const { now } = scope
  const account = await trx
    .updateTable('provider_accounts')
    .set({ last_seen_at: now, ended_at: null })
    .where('id', '=', accountId)
    .returning('own_factor_due')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: string }>`SELECT new_id() AS id`.execute(trx)
  const loginId = rows[0]?.id ?? ''
  // Only sessions of staff are renewed: what is not needed is not kept.
  const keeps = refreshToken !== null && isPrivilegedLogin(await readIdentity(trx, scope, userId))
  // The new login renews the account from now on: a token of one that was left would outlive what the provider ends.
  if (keeps)
    await sql`UPDATE provider_logins l SET refresh_token = NULL
      WHERE l.account_id = ${accountId} AND l.refresh_token IS NOT NULL AND NOT ${isLoginInUse('l', now)}`.execute(trx)
  await trx
    .insertInto('provider_logins')
    .values({
      id: loginId,
      account_id: accountId,
      sid,
      refresh_token: keeps ? secrets.seal(refreshTokenPlace(loginId), refreshToken) : null,
      checked_at: now,
      try_after: new Date(now.getTime() + renewAfterMs),
      created_at: now,
    })
    .execute()
  return continueLogin(
    trx,
    scope,
    { settings, secrets },
    {
      userId,
      method: 'provider',
      byPhone: false,
      owesPassword: false,
      // The organisation's own provider vouches for the person, as a code to their phone would.
      mayEnrol: true,
      provider: { loginId, secondFactor: provider.second_factor && !account.own_factor_due },
    },
  )
}

/**
 * Logs in through the linked account of a subject; null: there is none. Refusals: 403
 * `provider_refused`, 409 `record_merged`, and as `continueLogin`.
 */
export const logInLinked = (
  db: Connection,
  scope: Scope,
  ground: Ground,
  provider: ProviderRow,
  login: Omit<ProviderLogin, 'accountId' | 'userId'> & { subject: string },
): Promise<OpenedSession | Refusal | null> =>
  db.transaction().execute(async trx => {
    if (!(await holdProvider(trx, provider.id))) return refuse('provider_refused')
    const account = await trx
      .selectFrom('provider_accounts')
      .select(['id', 'user_id'])
      .where('provider_id', '=', provider.id)
      .where('subject', '=', login.subject)
      .executeTakeFirst()
    if (!account) return null
    // Waits for a deactivation or merge in progress: no session may open after it has ended them all.
    const user = await trx
      .selectFrom('users')
      .select(['active', 'merged_into'])
      .where('id', '=', account.user_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (!user.active) return user.merged_into === null ? refuse('provider_refused') : refuse('record_merged', { message: mergedAccount })
    return logInByProvider(trx, scope, ground, provider, { ...login, accountId: account.id, userId: account.user_id })
  })

const mergedAccount = 'refused.thisAccountBelongsToARecord'
