import { sql } from 'kysely'
import { isPrivileged } from '#contract/granted.ts'
import type { Login } from '#contract/people.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { deriveToken, hashToken, newToken } from '../../platform/session-gate.ts'
import { stopOwnFeeds } from '../calendars/commands.ts'
import { announceSignInChange } from '../people/announcements/commands.ts'
import { lockPeople } from '../people/commands.ts'
import { recordPhoneUse } from '../people/phones/commands.ts'
import { readIdentity } from '../people/queries.ts'
import { describeDevice } from '../../platform/describe-device.ts'

/** A new session, and for a browser the secret of its cookie. Only this response contains them. */
export interface OpenedSession {
  login: Login
  cookie: string | null
}

/** How a person signed in: the last proof that the session was opened with. */
export type SignInMethod = 'code' | 'password' | 'passkey' | 'provider' | 'invitation' | 'setup'

/**
 * Opens a session for a person whose identity is verified. `byPhone`: with their phone number, which is
 * therefore in use. `providerLoginId`: the login at an identity provider that came before. `seed`: of the session's
 * secrets, which `reopenSession` gives again.
 */
export async function openSession(
  db: Connection,
  scope: Scope,
  userId: string,
  method: SignInMethod,
  {
    byPhone = false,
    providerLoginId = null,
    seed = newToken(),
  }: { byPhone?: boolean; providerLoginId?: string | null; seed?: string } = {},
): Promise<OpenedSession> {
  const { token, cookie } = secretsOf(scope, seed)
  const device = describeDevice(scope.userAgent)
  const identity = await readIdentity(db, scope, userId)
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      cookie_hash: cookie === null ? null : hashToken(cookie),
      method,
      by_phone: byPhone,
      provider_login_id: providerLoginId,
      provider_checked_at: providerLoginId === null ? null : scope.now,
      device,
      created_at: scope.now,
      last_used_at: scope.now,
      staff: isPrivileged({ ...identity.access, abilities: identity.abilities }),
    })
    .execute()
  await announceNewDevice(db, scope, { userId, device, codeTo: method === 'code' ? (byPhone ? 'phone' : 'email') : null })
  if (byPhone) await recordPhoneUse(db, scope, userId)
  return { login: { token, ...identity }, cookie }
}

const secretsOf = ({ browser }: Scope, seed: string) => ({
  token: deriveToken('token', seed),
  cookie: browser ? deriveToken('cookie', seed) : null,
})

/** The open session of a seed, with the same secrets as when it was opened; null if there is none or it has ended. */
export async function reopenSession(db: Connection, scope: Scope, seed: string): Promise<OpenedSession | null> {
  const { token, cookie } = secretsOf(scope, seed)
  const session = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return session ? { login: { token, ...(await readIdentity(db, scope, session.user_id)) }, cookie } : null
}

/**
 * Tells a person of a session on a device without another session of theirs. Not at their first
 * sign-in: a person who signed in before has an entry in `phone_uses`, or a confirmed e-mail address.
 */
async function announceNewDevice(
  db: Connection,
  scope: Scope,
  { userId, device, codeTo }: { userId: string; device: string; codeTo: 'phone' | 'email' | null },
): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT NOT EXISTS (SELECT FROM phone_uses WHERE user_id = ${userId})
        AND NOT EXISTS (SELECT FROM users WHERE id = ${userId} AND email_verified_at < ${scope.now})
      OR (SELECT count(*) > 1 FROM sessions WHERE user_id = ${userId} AND device = ${device} AND program IS NULL) AS known`.execute(db)
  if (rows[0]?.known === false) await announceSignInChange(db, scope, userId, { what: 'new_device', device, codeTo })
}

/** Ends one of the caller's sessions with immediate effect. False if there is none. */
export async function endOwnSession(db: Connection, { person, now }: PersonScope, id: string): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/**
 * Ends the log-ins of these people that wait for another step. What was proved for them may count no longer, such
 * as the number before. Their wrong codes still count.
 */
const endWaitingLogins = (trx: Connection, { now }: Scope, userIds: readonly string[]) =>
  trx
    .updateTable('login_tickets')
    .set({ expires_at: now })
    .where('user_id', 'in', userIds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .execute()

/**
 * Ends every session, token and unfinished log-in of these people with immediate effect. The caller has checked the
 * permission and locked the people, so that none logs in or creates a token meanwhile.
 */
export async function endEverySession(trx: Connection, scope: Scope, userIds: readonly string[]): Promise<void> {
  const { now } = scope
  await endWaitingLogins(trx, scope, userIds)
  await trx.updateTable('sessions').set({ ended_at: now }).where('user_id', 'in', userIds).where('ended_at', 'is', null).execute()
}

/**
 * Ends the caller's other sessions and unfinished log-ins, and stops the addresses of their own calendars, not of
 * places. Locks the caller first, so that none is created meanwhile (`lockCaller`).
 */
export async function endOtherSessions(trx: Connection, scope: PersonScope): Promise<void> {
  const { person, now } = scope
  await lockPeople(trx, scope, [person.id])
  await stopOwnFeeds(trx, scope, [person.id])
  await endWaitingLogins(trx, scope, [person.id])
  await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', person.id)
    .where('id', '<>', person.sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The same in its own transaction. */
export const logOutElsewhere = (db: Connection, scope: PersonScope): Promise<void> =>
  db.transaction().execute(trx => endOtherSessions(trx, scope))
