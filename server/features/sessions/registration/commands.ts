import type * as z from 'zod'
import type { RegistrationTicket, sessionCalls } from '#contract/sessions.ts'
import type { CodeAddress } from '#domain/people/code-address.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { escapeLike } from '../../../platform/database/escape-like.ts'
import type { IdempotencyKey } from '../../../platform/http/idempotency.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { hashToken, newToken } from '../../../platform/session-gate.ts'
import { recordAudit } from '../../audit/commands.ts'
import { readAccepted, recordAcceptances, refuseRegistrationWithout } from '../../contracts/accepting/commands.ts'
import { choosePassword } from '../../people/commands.ts'
import { verifyEmail } from '../../people/emails/commands.ts'
import { lockOwnerOfEmail, signsIn } from '../../people/emails/queries.ts'
import { verifyPhone } from '../../people/phones/commands.ts'
import { isDormant } from '../../people/phones/queries.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { spendCode } from '../codes/commands.ts'
import { openSession, reopenSession, type OpenedSession } from '../commands.ts'
import { askForIdentity } from '../identity/commands.ts'
import { continueLogin } from '../second-step/commands.ts'

type Ticket = z.output<typeof RegistrationTicket>
type Registration = z.output<(typeof sessionCalls)['POST /api/register']['body']>

/** Lifetime of a registration ticket in ms. */
export const registrationTicketLifetimeMs = 15 * 60 * 1000

/**
 * Uses up the code of a phone number or e-mail address and logs in its owner. An unknown one, or that
 * of a deactivated person, gets a registration ticket. Asked for more: 403 `identity_required` for a
 * number unused for a year; privileged people 401 `password_required`, or `code_required` without a
 * password.
 * Refusals: 422 `wrong_code`, 429 `too_many_codes`, 409 `record_merged`, `already_registered`.
 */
export const confirmCode = (
  { db, ...ground }: Pick<Platform, 'db' | 'settings' | 'secrets'>,
  scope: Scope,
  { address, ...code }: { address: CodeAddress; guess: string; ticket?: string | undefined },
): Promise<OpenedSession | Ticket | Refusal> =>
  db.transaction().execute(async trx => {
    const refusal = await spendCode(trx, scope, { address, userId: null }, code)
    if (refusal) return refusal
    const owner =
      address.email === undefined ? await openByPhone(trx, scope, ground, address.phone) : await openByEmail(trx, scope, address.email)
    if (owner instanceof Refusal) return owner
    if (!owner) return (await refuseMerged(trx, scope, address)) ?? giveTicket(trx, scope, address)
    return continueLogin(trx, scope, ground, {
      userId: owner.id,
      method: 'code',
      byPhone: address.email === undefined,
      owesPassword: owner.password_hash !== null,
      mayEnrol: true,
    })
  })

/** A person who may log in with the number or address that they have just confirmed. */
type Owner = { id: string; password_hash: string | null } | undefined

/** Waits for a deactivation or merge in progress: no session may open after it has ended them all. */
async function openByPhone(trx: Connection, scope: Scope, ground: Pick<Platform, 'secrets'>, phone: string): Promise<Owner | Refusal> {
  const person = await trx
    .selectFrom('users')
    .select(['id', 'password_hash', 'phone_verified_at', signsIn.as('signs_in'), isDormant(scope).as('dormant')])
    .where('phone', '=', phone)
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) return undefined
  // Staff typed this number into the record of a person who signs in another way: it is a contact detail.
  if (person.phone_verified_at === null && person.signs_in) return refuse('already_registered', { message: useOtherWay })
  if (person.dormant) return askForIdentity(trx, scope, ground, person.id)
  await verifyPhone(trx, scope, person.id)
  return person
}

const useOtherWay = 'refused.thisNumberIsOnARecord'

async function openByEmail(trx: Connection, scope: Scope, email: string): Promise<Owner> {
  const person = await lockOwnerOfEmail(trx, scope, email)
  if (person) await verifyEmail(trx, scope, person.id, email)
  return person
}

/** Records that belong to a number, or to a confirmed e-mail address, whether active or not. */
const recordsOf = (trx: Connection, { phone, email }: CodeAddress) =>
  trx
    .selectFrom('users')
    .select('id')
    .$if(phone !== undefined, query => query.where('phone', '=', phone ?? ''))
    .$if(email !== undefined, query => query.where('email', 'ilike', escapeLike(email ?? '')).where('email_verified_at', 'is not', null))
    .limit(1)

/**
 * The number or address of a merged record starts no second registration. It does not open the
 * remaining record either: the merge did not prove that both are one person. Only its owner learns
 * this, after the code.
 */
export async function refuseMerged(trx: Connection, _scope: Scope, address: CodeAddress): Promise<Refusal | null> {
  const merged = await recordsOf(trx, address).where('merged_into', 'is not', null).executeTakeFirst()
  if (!merged) return null
  return address.email === undefined ? refuse('record_merged') : refuse('record_merged', { message: mergedEmail })
}

const mergedEmail = 'refused.thisEMailAddressBelongsTo'

async function giveTicket(trx: Connection, { now }: Scope, address: CodeAddress): Promise<Ticket> {
  const registration_ticket = newToken()
  await trx
    .insertInto('registration_tickets')
    .values({ token_hash: hashToken(registration_ticket), ...address, expires_at: new Date(now.getTime() + registrationTicketLifetimeMs) })
    .execute()
  return { registration_ticket, expires_in: registrationTicketLifetimeMs / 1000 }
}

/** A registration ticket within its lifetime. */
const currentTicket = (db: Connection, { now }: Scope, ticket: string) =>
  db
    .selectFrom('registration_tickets')
    .select(['phone', 'email', 'used_at'])
    .where('token_hash', '=', hashToken(ticket))
    .where('expires_at', '>', now.toISOString())

/** The answer to a used ticket: that of the first request where it is repeated, with the same key and body. */
async function answerUsedTicket(db: Connection, scope: Scope, seed: string | undefined): Promise<OpenedSession | Refusal> {
  const opened = seed === undefined ? null : await reopenSession(db, scope, seed)
  return opened ?? refuse('ticket_expired', { message: 'refused.youAreAlreadyRegisteredPleaseAsk' })
}

/**
 * Registers the person of a ticket, with what they accepted, and logs them in. All or nothing: after
 * a refusal the ticket is still usable. A request with an idempotency key may be repeated within the ticket's lifetime:
 * its token follows from ticket, key and body, and is never stored.
 * Refusals: 422 `ticket_expired`, 422 at `password`, `email`, 422 `contracts_required`, 409
 * `already_registered`.
 */
export async function register(
  platform: Pick<Platform, 'db' | 'settings'>,
  scope: Scope,
  input: Registration,
  repeatable: IdempotencyKey | null,
): Promise<OpenedSession | Refusal> {
  const { db } = platform
  const seed = repeatable ? `${input.registration_ticket} ${repeatable.key} ${repeatable.fingerprint}` : undefined
  const ticket = await currentTicket(db, scope, input.registration_ticket).executeTakeFirst()
  if (!ticket) return refuse('ticket_expired')
  if (ticket.used_at) return answerUsedTicket(db, scope, seed)
  const address: CodeAddress = ticket.email === null ? { phone: ticket.phone ?? '' } : { email: ticket.email }
  const { phone } = ticket
  const { name, password } = input
  if (input.email && ticket.email !== null && input.email.toLowerCase() !== ticket.email)
    return refuseField('email', 'field.isTheAddressThatTheCode')
  const email = ticket.email ?? input.email ?? null
  const password_hash = password ? await choosePassword(platform, password, { name, phone, email }) : null
  if (password_hash instanceof Refusal) return password_hash
  const { time_zone } = await readSettingsRow(db)

  return db.transaction().execute(async trx => {
    // All refusals come before the first write.
    const locked = await currentTicket(trx, scope, input.registration_ticket).forUpdate().executeTakeFirst()
    if (!locked) return refuse('ticket_expired')
    if (locked.used_at) return answerUsedTicket(trx, scope, seed)
    const merged = await refuseMerged(trx, scope, address)
    if (merged) return merged
    // The same refusal as for a number or address that is registered: why it is refused is not said.
    if (await isDeactivated(trx, address)) return refuseRegistered(address)
    const accepted = readAccepted(input)
    const unaccepted = await refuseRegistrationWithout(trx, scope, accepted)
    if (unaccepted) return unaccepted
    const user = await trx
      .insertInto('users')
      .values({
        name,
        phone,
        email,
        password_hash,
        locale: scope.language,
        time_zone,
        created_at: scope.now,
        ...(phone === null ? { email_verified_at: scope.now, channel: 'email' } : { phone_verified_at: scope.now }),
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) return refuseRegistered(address)
    await recordAcceptances(trx, scope, user.id, accepted)
    await recordAudit(trx, scope, { action: 'registered', subject: 'user', subjectId: user.id, personId: user.id })
    await trx
      .updateTable('registration_tickets')
      .set({ used_at: scope.now })
      .where('token_hash', '=', hashToken(input.registration_ticket))
      .execute()
    return openSession(trx, scope, user.id, 'code', { byPhone: phone !== null, ...(seed !== undefined && { seed }) })
  })
}

const refuseRegistered = ({ email }: CodeAddress) =>
  email === undefined ? refuse('already_registered') : refuse('already_registered', { message: 'refused.thisEMailAddressIsAlready' })

/**
 * Whether staff deactivated the person with this number or address. Not so for merged records; erased
 * ones have neither.
 */
const isDeactivated = async (trx: Connection, address: CodeAddress): Promise<boolean> =>
  (await recordsOf(trx, address).where('active', '=', false).where('merged_into', 'is', null).executeTakeFirst()) !== undefined
