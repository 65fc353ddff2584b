import { randomBytes } from 'node:crypto'
import { sql, type Insertable, type Selectable } from 'kysely'
import { isPrivileged } from '#contract/granted.ts'
import type { Database } from '#database/types.ts'
import type { CodeAddress } from '#domain/people/code-address.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { availableChannels } from '../../../platform/config.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import type { Sentence } from '../../../platform/text.ts'
import type { SecretBox, SecretPlace } from '../../../platform/secrets/secret-box.ts'
import { hashToken, newToken } from '../../../platform/session-gate.ts'
import { recordAudit } from '../../audit/commands.ts'
import { announceSignInChange } from '../../people/announcements/commands.ts'
import { readIdentity } from '../../people/queries.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { spendCode } from '../codes/commands.ts'
import { openSession, type OpenedSession, type SignInMethod } from '../commands.ts'
import { listSecondFactors } from '../passkeys/queries.ts'
import { endSetupLinks } from '../setup/link-commands.ts'
import { refuseWithoutSingleSignOn } from '../single-sign-on/commands.ts'
import { findTimeStep, encodeSecret } from './check-totp.ts'
import { spendRecoveryCode } from './recovery-commands.ts'

const secondMs = 1000
const ticketLifetimeMs = 10 * 60 * secondMs
const maxTriesPerTicket = 5
const maxFailuresPerPerson = 10
const failureWindowMs = 24 * 60 * 60 * secondMs

interface Proved {
  userId: string
  /** What the person has proved so far. */
  method: 'code' | 'password' | 'provider' | 'setup' | 'invitation'
  /** With the phone number rather than the e-mail address. */
  byPhone: boolean
  /** The person has a password and has not given it yet. */
  owesPassword: boolean
  /**
   * The person may set up an authenticator: they confirmed the phone or e-mail address by a code, or
   * hold the set-up link. The password alone does not allow it.
   */
  mayEnrol: boolean
  /** The login at an identity provider, and whether that provider asked for a second factor. */
  provider?: { loginId: string; secondFactor: boolean }
  /** With an emergency link, roles that demand an identity provider do not. */
  emergency?: boolean
}

/**
 * Logs in a person who has proved their password, phone or e-mail address. A privileged person is
 * first asked for the password, if they have one (401 `password_required`), then for the
 * authenticator's code or the passkey (401 `code_required`). A person without either sets one up: at
 * once with `mayEnrol`, otherwise after a code to their phone or e-mail address (401
 * `phone_code_required`; the caller sends it). Demo mode asks for none of this, because its passwords
 * are public. Call it inside a transaction.
 */
export async function continueLogin(
  trx: Connection,
  scope: Scope,
  { settings: { mode }, secrets }: Pick<Platform, 'settings' | 'secrets'>,
  { userId, method, byPhone, owesPassword, mayEnrol, provider, emergency }: Proved,
): Promise<OpenedSession | Refusal> {
  const { access, abilities, user } = await readIdentity(trx, scope, userId)
  const refusal = provider || emergency ? null : await refuseWithoutSingleSignOn(trx, scope, userId)
  if (refusal) return refusal
  const loginId = provider?.loginId ?? null
  if (mode === 'demo' || provider?.secondFactor || !isPrivileged({ ...access, abilities }))
    return openSession(trx, scope, userId, method, { byPhone, providerLoginId: loginId })
  if (owesPassword) return refuse('password_required')
  const owner = { user_id: userId, by_phone: byPhone, provider_login_id: loginId }
  const second_factors = await listSecondFactors(trx, scope, userId)
  if (second_factors.length > 0) {
    const ticket = await issueLoginTicket(trx, scope, secrets, { ...owner, awaits: 'app', secret: null })
    return refuse('code_required', { ...ticket, second_factors, ...(!second_factors.includes('app') && { message: usePasskey }) })
  }
  if (!mayEnrol)
    return refuse('phone_code_required', await issueLoginTicket(trx, scope, secrets, { ...owner, awaits: 'phone', secret: null }))
  const secret = randomBytes(20)
  const ticket = await issueLoginTicket(trx, scope, secrets, { ...owner, awaits: 'app', secret })
  return offerApp(trx, { ...ticket, name: user.name, secret })
}

const usePasskey = 'refused.pleaseConfirmWithYourPasskey'

interface Contact {
  phone: string | null
  phone_verified_at: string | null
  email: string | null
  email_verified_at: string | null
}

/**
 * Where the code for setting up an authenticator goes: to the confirmed phone, else to the confirmed
 * e-mail address; null if this site can reach neither.
 */
export function addressForCode(person: Contact, settings: Platform['settings']): CodeAddress | null {
  const channels = availableChannels(settings)
  if (person.phone !== null && person.phone_verified_at !== null && channels.includes('sms')) return { phone: person.phone }
  if (person.email !== null && person.email_verified_at !== null && channels.includes('email')) return { email: person.email.toLowerCase() }
  return null
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
type Ticket = Pick<Insertable<Database['login_tickets']>, 'user_id' | 'awaits' | 'by_phone' | 'provider_login_id'> & {
  secret: Buffer | null
}
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
 * Continues a login with a code. The code sent to the phone or e-mail address answers 401
 * `code_required` with a new authenticator's secret; the authenticator's code logs in, and the first
 * one sets it up. Requests about one person run one after the other, each try counts before its code
 * is compared, and a code works once.
 * Refusals: 401 `login_expired` and `code_required`, 422 `wrong_code`, 429 `too_many_codes`.
 */
export const confirmLogin = (
  { db, ...ground }: Pick<Platform, 'db' | 'settings' | 'secrets'>,
  scope: Scope,
  { login_ticket, code }: { login_ticket: string; code: string },
) =>
  db.transaction().execute(async (trx): Promise<OpenedSession | Refusal> => {
    const opened = await openLoginTicket(trx, scope, login_ticket, { ...appLimit, awaits: codeSteps })
    if (opened instanceof Refusal) return opened
    const { person, ticket, token_hash } = opened
    const { secrets } = ground
    if (ticket.awaits === 'phone')
      return confirmOwnAddress(
        { trx, secrets },
        scope,
        { ...person, address: addressForCode(person, ground.settings) },
        { login_ticket, expires_at: ticket.expires_at, code },
      )
    const offered = ticket.secret && secrets.open(offeredPlace(token_hash), ticket.secret)
    const right = isRecoveryCode(code)
      ? offered === null && (await spendRecoveryCode(trx, scope, person.id, code))
      : await spendAppCode({ trx, secrets }, scope, { userId: person.id, offered, code })
    if (!right) return refuse('wrong_code', { message: 'refused.theCodeIsNotCorrectOr' })
    return finishLogin(trx, scope, opened, 'password')
  })

/** The contract lets through nothing but six digits and recovery codes, which are longer. */
const isRecoveryCode = (code: string) => code.length > 6

interface Ground {
  trx: Connection
  secrets: SecretBox
}

interface AddressStep {
  login_ticket: string
  expires_at: string
  code: string
}

/**
 * Takes the code that was sent to the phone or e-mail address. The ticket then offers an
 * authenticator, and this try no longer counts.
 */
async function confirmOwnAddress(
  { trx, secrets }: Ground,
  scope: Scope,
  { id, name, address }: { id: string; name: string; address: CodeAddress | null },
  { login_ticket, expires_at, code }: AddressStep,
): Promise<Refusal> {
  if (address === null) return refuse('login_expired')
  const refusal = await spendCode(trx, scope, { address, userId: id }, { guess: code })
  if (refusal) return refusal
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
  if (await spendOwnAppCode({ trx, secrets }, scope, userId, code)) return true
  // Set up only as the first second factor: another one may have been set up since this was offered.
  if (offered === null || (await listSecondFactors(trx, scope, userId)).length > 0) return false
  const secret = offered
  const step = findTimeStep(secret, code, scope.now)
  if (step === null) return false
  await trx
    .insertInto('authenticators')
    .values({ user_id: userId, secret: secrets.seal(authenticatorPlace(userId), secret), last_step: step, created_at: scope.now })
    .execute()
  await endSetupLinks(trx, scope, userId)
  await recordAudit(trx, scope, { action: 'app_set_up', subject: 'user', subjectId: userId, personId: userId })
  await announceSignInChange(trx, scope, userId, { what: 'app_added' })
  return true
}

/**
 * Uses up a code of the person's app. False if it is wrong or was used before; of two concurrent
 * requests one gets true.
 */
export async function spendOwnAppCode({ trx, secrets }: Ground, scope: Scope, userId: string, code: string): Promise<boolean> {
  const app = await trx
    .selectFrom('authenticators')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!app) return false
  const step = findTimeStep(secrets.open(authenticatorPlace(userId), app.secret), code, scope.now)
  if (step === null || step <= app.last_step) return false
  await trx.updateTable('authenticators').set({ last_step: step }).where('user_id', '=', userId).execute()
  return true
}

/**
 * Opens the ticket of a login that offers to set up a second factor, for a passkey instead of an app.
 * `counts`: whether it counts as a try. `finish` uses the ticket up and opens the session.
 * Refusals: 401 `login_expired`, also if a second factor was set up in the meantime; 429
 * `too_many_codes`.
 */
export async function openEnrolment(trx: Connection, scope: Scope, loginTicket: string, { counts }: { counts: boolean }) {
  const opened = await openLoginTicket(trx, scope, loginTicket, appLimit)
  if (opened instanceof Refusal) return opened
  const { person, ticket, token_hash } = opened
  if (ticket.secret === null || (await listSecondFactors(trx, scope, person.id)).length > 0) return refuse('login_expired')
  const update = trx.updateTable('login_tickets').where('token_hash', '=', token_hash)
  if (!counts) await update.set(({ eb }) => ({ tries: eb('tries', '-', 1) })).execute()
  return { userId: person.id, finish: (method: SignInMethod) => finishLogin(trx, scope, opened, method) }
}

/**
 * Completes a login that waits for the second factor, after the person's passkey. Whatever the login
 * was allowed before, such as by an identity provider, holds for the session. Refusals: 401
 * `login_expired`, also for another person's ticket; 429 `too_many_codes`.
 */
export async function completeLogin(trx: Connection, scope: Scope, loginTicket: string, userId: string): Promise<OpenedSession | Refusal> {
  const opened = await openLoginTicket(trx, scope, loginTicket, appLimit)
  if (opened instanceof Refusal) return opened
  return opened.person.id === userId ? finishLogin(trx, scope, opened, 'passkey') : refuse('login_expired')
}

type OpenedTicket = Exclude<Awaited<ReturnType<typeof openLoginTicket>>, Refusal>

/** Uses a ticket up and opens its session, by the given method or by the login's identity provider. */
async function finishLogin(
  trx: Connection,
  scope: Scope,
  { person, token_hash, ticket: { by_phone: byPhone, provider_login_id: providerLoginId } }: OpenedTicket,
  method: SignInMethod,
): Promise<OpenedSession> {
  await trx.updateTable('login_tickets').set({ used_at: scope.now }).where('token_hash', '=', token_hash).execute()
  if (providerLoginId !== null) await noteOwnFactor(trx, providerLoginId)
  return openSession(trx, scope, person.id, providerLoginId === null ? method : 'provider', { byPhone, providerLoginId })
}

/** An account that was linked by a code alone: from now on the provider's second factor counts. */
const noteOwnFactor = (trx: Connection, loginId: string) =>
  trx
    .updateTable('provider_accounts')
    .set({ own_factor_due: false })
    .where('own_factor_due', '=', true)
    .where('id', '=', ({ selectFrom }) => selectFrom('provider_logins').select('account_id').where('id', '=', loginId))
    .execute()

const codeSteps: readonly Step[] = ['phone', 'app']

interface TicketLimit extends FailureLimit {
  /** Tries per ticket. */
  maxTries: number
}

const appLimit: TicketLimit = {
  awaits: ['app'],
  maxTries: maxTriesPerTicket,
  maxFailures: maxFailuresPerPerson,
  message: 'refused.thereWereTooManyWrongCodes',
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
    .select(['id', 'name', 'phone', 'phone_verified_at', 'email', 'email_verified_at', 'password_hash'])
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
    .returning(['awaits', 'secret', 'expires_at', 'by_phone', 'provider_login_id'])
    .executeTakeFirst()
  return ticket ? { person, ticket, token_hash } : refuse('login_expired')
}

interface FailureLimit {
  /** The steps whose failures count. */
  awaits: readonly Step[]
  /** Failures per person within 24 hours, over all tickets. */
  maxFailures: number
  message: Sentence
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
