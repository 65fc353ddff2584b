import { randomBytes } from 'node:crypto'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Database } from '#database/types.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import type { SecretBox, SecretPlace } from '../../../platform/secrets/secret-box.ts'
import { hashToken, isPrivileged, newToken } from '../../../platform/session-gate.ts'
import { recordAudit } from '../../audit/commands.ts'
import { verifyPhone } from '../../people/phones/commands.ts'
import { readIdentity } from '../../people/queries.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { spendCode } from '../codes/commands.ts'
import { openSession, type OpenedSession } from '../commands.ts'
import { endSetupLinks } from '../setup/link-commands.ts'
import { refuseWithoutSingleSignOn } from '../single-sign-on/commands.ts'
import { findTimeStep, encodeSecret } from './check-totp.ts'

const secondMs = 1000
const ticketLifetimeMs = 10 * 60 * secondMs
const maxTriesPerTicket = 5
const maxFailuresPerPerson = 10
const failureWindowMs = 24 * 60 * 60 * secondMs

interface Proved {
  userId: string
  /** What the person has proved so far. */
  method: 'code' | 'password' | 'provider' | 'setup'
  /** The person has a password and has not given it yet. */
  owesPassword: boolean
  /**
   * The person has confirmed their phone by a code, or holds the set-up link, so they may set up an
   * authenticator. The password alone does not allow that.
   */
  mayEnrol: boolean
  /** The login at an identity provider, and whether that provider asked for a second factor. */
  provider?: { loginId: string; secondFactor: boolean }
  /** With an emergency link, roles that demand an identity provider do not. */
  emergency?: boolean
}

/**
 * Logs in a person who has verified their password or phone. Privileged people first need their password
 * if they have one (401 `password_required`), then the code of their authenticator (401 `code_required`).
 * Without an authenticator they set one up: immediately with `mayEnrol`, otherwise after the code for
 * their phone (401 `phone_code_required`; the caller sends it). Demo mode skips this, because its
 * passwords are public. Call it inside a transaction.
 */
export async function continueLogin(
  trx: Connection,
  scope: Scope,
  { settings: { mode }, secrets }: Pick<Platform, 'settings' | 'secrets'>,
  { userId, method, owesPassword, mayEnrol, provider, emergency }: Proved,
): Promise<OpenedSession | Refusal> {
  const { access, abilities, user } = await readIdentity(trx, scope, userId)
  const refusal = provider || emergency ? null : await refuseWithoutSingleSignOn(trx, scope, userId)
  if (refusal) return refusal
  const loginId = provider?.loginId ?? null
  if (mode === 'demo' || provider?.secondFactor || !isPrivileged({ ...access, abilities }))
    return openSession(trx, scope, userId, method, loginId)
  if (owesPassword) return refuse('password_required')
  const app = await trx.selectFrom('authenticators').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  const ground = { user_id: userId, provider_login_id: loginId }
  if (app) return refuse('code_required', await issueLoginTicket(trx, scope, secrets, { ...ground, awaits: 'app', secret: null }))
  if (!mayEnrol)
    return refuse('phone_code_required', await issueLoginTicket(trx, scope, secrets, { ...ground, awaits: 'phone', secret: null }))
  const secret = randomBytes(20)
  const ticket = await issueLoginTicket(trx, scope, secrets, { ...ground, awaits: 'app', secret })
  return offerApp(trx, { ...ticket, name: user.name, secret })
}

/** Where an authenticator's secret is stored. */
export const authenticatorPlace = (userId: string): SecretPlace => ({ table: 'authenticators', column: 'secret', row: userId })

/** Where a new secret is stored until its first code. */
const offeredPlace = (tokenHash: Buffer): SecretPlace => ({
  table: 'login_tickets',
  column: 'secret',
  row: `\\x${tokenHash.toString('hex')}`,
})

/** `secret` in plaintext. */
type Ticket = Pick<Insertable<Database['login_tickets']>, 'user_id' | 'awaits' | 'provider_login_id'> & { secret: Buffer | null }
type Step = Selectable<Database['login_tickets']>['awaits']

/** Issues the ticket of a login that waits for another step. Only its hash is stored. */
export async function issueLoginTicket(trx: Connection, { now }: Scope, secrets: SecretBox, { secret: plain, ...ticket }: Ticket) {
  const login_ticket = newToken()
  const token_hash = hashToken(login_ticket)
  const secret = plain && secrets.seal(offeredPlace(token_hash), plain)
  await trx
    .insertInto('login_tickets')
    .values({ ...ticket, secret, token_hash, created_at: now, expires_at: new Date(now.getTime() + ticketLifetimeMs) })
    .execute()
  return { login_ticket, expires_in: ticketLifetimeMs / secondMs }
}

interface Offer {
  login_ticket: string
  /** Seconds. */
  expires_in: number
  name: string
  secret: Buffer
}

/** Asks for the first code of an authenticator with this new secret. */
async function offerApp(trx: Connection, { name, secret, ...ticket }: Offer): Promise<Refusal> {
  const { site_name } = await readSettingsRow(trx)
  return refuse('code_required', { ...ticket, authenticator: describeApp(secret, site_name, name) })
}

/**
 * What an app needs: the secret to type in, and a URI that opens an app on the same device (the key URI
 * format).
 */
function describeApp(bytes: Buffer, site: string, name: string): { secret: string; address: string } {
  const secret = encodeSecret(bytes)
  const label = [site, name].map(encodeURIComponent).join(':')
  return { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(site)}` }
}

/**
 * Continues a login with a code. The phone's code leads to 401 `code_required` with a new authenticator's
 * secret; the app's code logs in. Requests about one person run one after the other, each try is counted
 * before its code is checked, and no code is valid twice, so of 20 concurrent requests one succeeds. The
 * first right code of a new app enables it. Refusals: 401 `login_expired` and `code_required`, 422
 * `wrong_code`, 429 `too_many_codes`.
 */
export const confirmLogin = (
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  scope: Scope,
  { login_ticket, code }: { login_ticket: string; code: string },
) =>
  db.transaction().execute(async (trx): Promise<OpenedSession | Refusal> => {
    const opened = await openLoginTicket(trx, scope, login_ticket, {
      awaits: codeSteps,
      maxTries: maxTriesPerTicket,
      maxFailures: maxFailuresPerPerson,
      message: 'There were too many wrong codes. Please try again later.',
    })
    if (opened instanceof Refusal) return opened
    const { person, ticket, token_hash } = opened
    if (ticket.awaits === 'phone')
      return confirmOwnPhone({ trx, secrets }, scope, person, { login_ticket, expires_at: ticket.expires_at, code })
    const offered = ticket.secret && secrets.open(offeredPlace(token_hash), ticket.secret)
    const right = await spendAppCode({ trx, secrets }, scope, { userId: person.id, offered, code })
    if (!right) return refuse('wrong_code', { message: 'The code is not correct, or was already used. Wait for the next one in your app.' })
    await trx.updateTable('login_tickets').set({ used_at: scope.now }).where('token_hash', '=', token_hash).execute()
    const loginId = ticket.provider_login_id
    return openSession(trx, scope, person.id, loginId === null ? 'password' : 'provider', loginId)
  })

interface Ground {
  trx: Connection
  secrets: SecretBox
}

interface PhoneStep {
  login_ticket: string
  expires_at: string
  code: string
}

/** The phone's code: the ticket now allows setting up an authenticator, and this try no longer counts. */
async function confirmOwnPhone(
  { trx, secrets }: Ground,
  scope: Scope,
  { id, name, phone }: { id: string; name: string; phone: string | null },
  { login_ticket, expires_at, code }: PhoneStep,
): Promise<Refusal> {
  if (phone === null) return refuse('login_expired')
  const refusal = await spendCode(trx, scope, { phone, userId: id }, { guess: code })
  if (refusal) return refusal
  await verifyPhone(trx, scope, id)
  const secret = randomBytes(20)
  const token_hash = hashToken(login_ticket)
  await trx
    .updateTable('login_tickets')
    .set(({ eb }) => ({ awaits: 'app', secret: secrets.seal(offeredPlace(token_hash), secret), tries: eb('tries', '-', 1) }))
    .where('token_hash', '=', token_hash)
    .execute()
  const expires_in = Math.ceil((Date.parse(expires_at) - scope.now.getTime()) / secondMs)
  return offerApp(trx, { login_ticket, expires_in, name, secret })
}

/**
 * Whether a code is the app's and unused, and marks it as used. Without an app, the offered one is
 * enabled.
 */
async function spendAppCode(
  { trx, secrets }: Ground,
  scope: Scope,
  { userId, offered, code }: { userId: string; offered: Buffer | null; code: string },
): Promise<boolean> {
  const app = await trx.selectFrom('authenticators').select(['secret', 'last_step']).where('user_id', '=', userId).executeTakeFirst()
  const secret = app ? secrets.open(authenticatorPlace(userId), app.secret) : offered
  if (secret === null) return false
  const step = findTimeStep(secret, code, scope.now)
  if (step === null || (app && step <= app.last_step)) return false
  if (app) {
    await trx.updateTable('authenticators').set({ last_step: step }).where('user_id', '=', userId).execute()
    return true
  }
  await trx
    .insertInto('authenticators')
    .values({ user_id: userId, secret: secrets.seal(authenticatorPlace(userId), secret), last_step: step, created_at: scope.now })
    .execute()
  await endSetupLinks(trx, scope, userId)
  await recordAudit(trx, scope, { action: 'app_set_up', subject: 'user', subjectId: userId, personId: userId })
  return true
}

const codeSteps: readonly Step[] = ['phone', 'app']

interface TicketLimit extends FailureLimit {
  /** Tries per ticket. */
  maxTries: number
}

/**
 * Opens a login ticket for one try: locks its person, so that requests about one person run one after the
 * other, refuses after too many failures, and counts the try before the caller compares anything.
 * Refusals: 401 `login_expired` (unknown, used, expired, for another step, or no try left), 429
 * `too_many_codes`.
 */
export async function openLoginTicket(trx: Connection, scope: Scope, loginTicket: string, { maxTries, ...limit }: TicketLimit) {
  const token_hash = hashToken(loginTicket)
  const person = await trx
    .selectFrom('users')
    .select(['id', 'name', 'phone', 'password_hash'])
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('login_tickets').select('user_id').where('token_hash', '=', token_hash).where('awaits', 'in', limit.awaits),
    )
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) return refuse('login_expired')
  const refusal = await refuseManyFailures(trx, scope, person.id, limit)
  if (refusal) return refusal
  const ticket = await trx
    .updateTable('login_tickets')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', token_hash)
    .where('awaits', 'in', limit.awaits)
    .where('used_at', 'is', null)
    .where('expires_at', '>', scope.now.toISOString())
    .where('tries', '<', maxTries)
    .returning(['awaits', 'secret', 'expires_at', 'provider_login_id'])
    .executeTakeFirst()
  return ticket ? { person, ticket, token_hash } : refuse('login_expired')
}

interface FailureLimit {
  /** The steps whose failures count. */
  awaits: readonly Step[]
  /** Failures per person within 24 hours, over all tickets. */
  maxFailures: number
  message: string
}

/**
 * Refuses after too many failures of a person at these steps within 24 hours, over all tickets: 429
 * `too_many_codes`.
 */
export async function refuseManyFailures(
  trx: Connection,
  { now }: Scope,
  userId: string,
  { awaits, maxFailures, message }: FailureLimit,
): Promise<Refusal | null> {
  const { failures, oldest } = await trx
    .selectFrom('login_tickets')
    .select([
      sql<number>`coalesce(sum(tries - (used_at IS NOT NULL)::int), 0)::int`.as('failures'),
      sql<string | null>`min(created_at) FILTER (WHERE tries > (used_at IS NOT NULL)::int)`.as('oldest'),
    ])
    .where('user_id', '=', userId)
    .where('awaits', 'in', awaits)
    .where('created_at', '>', new Date(now.getTime() - failureWindowMs).toISOString())
    .executeTakeFirstOrThrow()
  if (failures < maxFailures) return null
  const until = Date.parse(oldest ?? '') + failureWindowMs
  return refuse('too_many_codes', { retry_after: Math.max(0, Math.ceil((until - now.getTime()) / secondMs)), message })
}
