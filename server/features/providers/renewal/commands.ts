import { sql } from 'kysely'
import { refreshTokenGrant, ResponseBodyError } from 'openid-client'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { connectProvider } from '../open-connection.ts'
import { endAccounts } from '../logout/commands.ts'
import { findEnabledProvider } from '../queries.ts'
import { renewAfterMs } from '../sign-in/commands.ts'
import { isLoginInUse, refreshTokenPlace } from '../sign-in/queries.ts'

/** Milliseconds until a provider that did not answer is asked again; as long one server has a login for itself. */
const retryAfterMs = 5 * 60_000
const batchSize = 20

interface DueLogin {
  id: string
  refresh_token: Buffer
  provider_id: string
  subject: string
  user_id: string
  account_id: string
}

type Ground = Pick<Platform, 'db' | 'safeFetch' | 'secrets'>

/**
 * Asks providers whether they still vouch for staff with a session, or with programs' tokens or calendar
 * addresses that depend on it, every 40 minutes for each login. A provider that refuses ends the sessions
 * of that login; one that does not answer is asked again, until the session gate ends them an hour after
 * the last answer.
 */
export async function renewDueLogins(ground: Ground, scope: Scope, ending?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await takeDueLogins(ground.db, scope)
    for (const login of due) if (!ending?.aborted) await renew(ground, scope, login)
    if (due.length < batchSize || ending?.aborted) return
  }
}

/** Each login goes to one server at a time. */
async function takeDueLogins(db: Connection, { now }: Scope): Promise<DueLogin[]> {
  const { rows } = await sql<DueLogin>`
    UPDATE provider_logins l SET try_after = ${new Date(now.getTime() + retryAfterMs)} FROM provider_accounts a
    WHERE a.id = l.account_id AND l.id IN (
      SELECT d.id FROM provider_logins d WHERE d.try_after <= ${now} AND d.refresh_token IS NOT NULL
        AND (${isLoginInUse('d', now)} OR ${isNeededWithoutSession(now)})
      ORDER BY d.try_after LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
    RETURNING l.id, l.refresh_token, a.provider_id, a.subject, a.user_id, a.id AS account_id`.execute(db)
  return rows
}

/**
 * The newest login of a person whose role demands a provider, and who has tokens for programs or calendar
 * addresses: these work without a session.
 */
const isNeededWithoutSession = (now: Date) => sql<boolean>`(
  d.id = (SELECT n.id FROM provider_logins n WHERE n.account_id = d.account_id AND n.refresh_token IS NOT NULL ORDER BY n.created_at DESC, n.id DESC LIMIT 1)
  AND EXISTS (SELECT FROM provider_accounts o
    JOIN role_assignments h ON h.user_id = o.user_id JOIN roles r ON r.id = h.role_id AND r.single_sign_on_only
    WHERE o.id = d.account_id AND o.ended_at IS NULL
      AND (EXISTS (SELECT FROM sessions s WHERE s.user_id = o.user_id AND s.program IS NOT NULL AND s.ended_at IS NULL AND s.expires_at > ${now})
        OR EXISTS (SELECT FROM calendar_feeds f WHERE f.user_id = o.user_id AND f.revoked_at IS NULL))))`

async function renew(ground: Ground, scope: Scope, login: DueLogin): Promise<void> {
  const { db, secrets } = ground
  const provider = await findEnabledProvider(db, scope, login.provider_id)
  if (!provider) return
  const connected = await connectProvider(ground, scope, provider)
  if (connected instanceof Refusal) return
  try {
    const old = secrets.open(refreshTokenPlace(login.id), login.refresh_token).toString()
    const tokens = await refreshTokenGrant(connected.configuration, old)
    const subject = tokens.claims()?.sub
    if (subject !== undefined && subject !== login.subject) return await endLogin(db, scope, login, provider.name)
    await noteRenewal(ground, scope, login, tokens.refresh_token ?? old)
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') await endLogin(db, scope, login, provider.name)
  }
}

async function noteRenewal({ db, secrets }: Ground, { now }: Scope, login: DueLogin, refreshToken: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const noted = await trx
      .updateTable('provider_logins')
      .set({
        refresh_token: secrets.seal(refreshTokenPlace(login.id), refreshToken),
        checked_at: now,
        try_after: new Date(now.getTime() + renewAfterMs),
      })
      .where('id', '=', login.id)
      // A logout meanwhile has taken the token away.
      .where('refresh_token', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!noted) return
    await trx.updateTable('sessions').set({ provider_checked_at: now }).where('provider_login_id', '=', login.id).execute()
    await trx.updateTable('provider_accounts').set({ last_seen_at: now }).where('id', '=', login.account_id).execute()
  })
}

/** The provider no longer vouches for the person. */
const endLogin = (db: Connection, scope: Scope, { id, user_id, provider_id, subject }: DueLogin, provider: string): Promise<void> =>
  db.transaction().execute(async trx => {
    await trx
      .updateTable('sessions')
      .set({ ended_at: scope.now })
      .where('provider_login_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    await trx.updateTable('provider_logins').set({ refresh_token: null }).where('id', '=', id).execute()
    await endAccounts(trx, scope, { providerId: provider_id, subject })
    await recordAudit(trx, scope, {
      action: 'provider_ended',
      subject: 'user',
      subjectId: user_id,
      personId: user_id,
      after: { provider },
    })
  })
