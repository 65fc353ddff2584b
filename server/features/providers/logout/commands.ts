import { createHash } from 'node:crypto'
import type { JWTVerifyResult } from 'jose'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { connectProvider, isUnreachable } from '../open-connection.ts'
import { isIdentifier } from '../policy.ts'
import { findEnabledProvider } from '../queries.ts'
import { isLoginInUse } from '../sign-in/queries.ts'
import { verifyToken } from '../check-token.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** A logout token is for this moment. */
const maxAgeSeconds = 5 * 60
/** Of a logout request. Tokens have about 1 kB; some providers name their certificate too. */
export const maxLogoutBytes = 16 * 1024

interface Ended {
  providerId: string
  /** Null or left out: of all subjects. */
  subject?: string | null
  /** Null or left out: all their logins. */
  sid?: string | null
  /** What needs no session, such as tokens for programs, can be renewed again later. */
  renewable?: boolean
  /** The caller's own session, which stays. */
  exceptSessionId?: string | null
}

/**
 * Ends what began at a provider: sessions, logins that wait for a second factor, and tickets. Returns
 * how many sessions ended.
 */
export async function endProviderSessions(
  trx: Connection,
  { now }: Scope,
  { providerId, subject = null, sid = null, renewable = false, exceptSessionId = null }: Ended,
): Promise<number> {
  const logins = sql`SELECT l.id FROM provider_logins l JOIN provider_accounts a ON a.id = l.account_id
    WHERE a.provider_id = ${providerId} AND (${subject}::text IS NULL OR a.subject = ${subject}) AND (${sid}::text IS NULL OR l.sid = ${sid})`
  const ended = await sql`UPDATE sessions SET ended_at = ${now} WHERE ended_at IS NULL AND provider_login_id IN (${logins})
    AND id IS DISTINCT FROM ${exceptSessionId}::uuid`.execute(trx)
  await sql`DELETE FROM login_tickets WHERE provider_login_id IN (${logins})`.execute(trx)
  if (!renewable) await sql`UPDATE provider_logins SET refresh_token = NULL WHERE id IN (${logins})`.execute(trx)
  await sql`DELETE FROM provider_tickets WHERE provider_id = ${providerId}
    AND (${subject}::text IS NULL OR subject = ${subject}) AND (${sid}::text IS NULL OR sid = ${sid})`.execute(trx)
  return Number(ended.numAffectedRows ?? 0)
}

/**
 * Notes that the provider no longer vouches for these accounts, which have no other login in use there that
 * could be renewed: programs' tokens of people whose roles demand the provider rest until they sign in
 * by it. Call it after the refresh tokens are gone.
 */
export async function endAccounts(trx: Connection, { now }: Scope, { providerId, subject = null, sid = null }: Ended): Promise<void> {
  await sql`UPDATE provider_accounts a SET ended_at = ${now} WHERE a.provider_id = ${providerId} AND a.ended_at IS NULL
    AND (${subject}::text IS NULL OR a.subject = ${subject})
    AND (${sid}::text IS NULL OR EXISTS (SELECT FROM provider_logins l WHERE l.account_id = a.id AND l.sid = ${sid}))
    AND NOT EXISTS (SELECT FROM provider_logins l WHERE l.account_id = a.id AND l.refresh_token IS NOT NULL AND ${isLoginInUse('l', now)})`.execute(
    trx,
  )
}

/**
 * Takes a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6) and ends the sessions that it
 * names, at once. A token counts once. After too many of an address that are not valid, no other is verified.
 * Refusals: 400 `bad_logout_token`, 429 `too_many_requests`.
 */
export async function acceptLogoutToken(platform: Platform, scope: Scope, providerId: string, token: string): Promise<Refusal | null> {
  const limited = limitBadTokens(platform, scope)
  if (limited) return limited
  const logout = await readLogoutToken(platform, scope, providerId, token)
  if (logout === 'unverifiable') return refuse('bad_logout_token')
  if (logout === null) return countBadToken(platform, scope)
  const { subject, sid, jti } = logout
  return platform.db.transaction().execute(async trx => {
    const first = await trx
      .insertInto('provider_logout_tokens')
      .values({
        provider_id: providerId,
        jti_hash: createHash('sha256').update(jti).digest(),
        expires_at: new Date(scope.now.getTime() + 2 * maxAgeSeconds * 1000),
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('jti_hash')
      .executeTakeFirst()
    if (!first) return refuse('bad_logout_token')
    await endProviderSessions(trx, scope, { providerId, subject, sid })
    await endAccounts(trx, scope, { providerId, subject, sid })
    return null
  })
}

/**
 * What one address may send that is no valid logout token. Valid ones, which come from the provider's few addresses for
 * all people together, are not counted; after too many others of the same address they wait, too.
 */
const badTokens = { call: 'bad logout token', limit: { max: 60, minutes: 15 } }

function limitBadTokens({ limits, settings }: Platform, { ip }: Scope): Refusal | null {
  const seconds = settings.rateLimit && ip !== null ? limits.check(ip, badTokens.call, badTokens.limit) : null
  return seconds === null ? null : refuse('too_many_requests', { retry_after: seconds })
}

async function countBadToken({ limits, settings }: Platform, { ip }: Scope): Promise<Refusal> {
  const seconds = settings.rateLimit && ip !== null ? await limits.admit(ip, badTokens.call, badTokens.limit) : null
  return seconds === null ? refuse('bad_logout_token') : refuse('too_many_requests', { retry_after: seconds })
}

interface Logout {
  subject: string | null
  sid: string | null
  jti: string
}

/** Verifies a logout token; null: not valid; unverifiable: the provider, whose keys it takes, does not answer. */
async function readLogoutToken(
  { db, ...ground }: Pick<Platform, 'db' | 'safeFetch' | 'secrets'>,
  scope: Scope,
  providerId: string,
  token: string,
): Promise<Logout | null | 'unverifiable'> {
  const provider = token === '' ? null : await findEnabledProvider(db, scope, providerId)
  if (!provider) return null
  const connected = await connectProvider(ground, scope, provider)
  if (connected instanceof Refusal) return 'unverifiable'
  const verified = await verifyToken(connected, scope, token, {
    clientId: provider.client_id,
    issuer: connected.metadata.issuer,
    // A stranger can send tokens with invented keys: they must not make this server ask the provider each time.
    reload: false,
    options: { maxTokenAge: maxAgeSeconds, requiredClaims: ['iat', 'jti'] },
  }).catch((error: unknown) => (isUnreachable(error) ? 'unverifiable' : null))
  return verified === null || verified === 'unverifiable' ? verified : readLogout(verified)
}

/** Whose sessions a signed token ends; null for another kind of token. */
function readLogout({ payload, protectedHeader }: JWTVerifyResult): Logout | null {
  const { sub: subject = null, sid = null, jti } = payload as { sub?: unknown; sid?: unknown; jti?: unknown }
  const events = payload['events'] as Record<string, unknown> | undefined
  const isLogout = typeof events === 'object' && events !== null && isRecord(events[logoutEvent])
  const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '')
  if (!isLogout || 'nonce' in payload || (type !== undefined && type !== 'logout+jwt' && type !== 'jwt')) return null
  if ((subject === null && sid === null) || !isOneOrNone(subject) || !isOneOrNone(sid) || typeof jti !== 'string') return null
  return { subject, sid, jti }
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const isOneOrNone = (value: unknown): value is string | null => value === null || isIdentifier(value)
