import { sql } from 'kysely'
import type { z } from 'zod'
import type { RegistrationTicket, sessionCalls } from '#contract/sessions.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { hashToken, newToken } from '../../../platform/session-gate.ts'
import { recordAudit } from '../../audit/commands.ts'
import { choosePassword } from '../../people/commands.ts'
import { verifyPhone } from '../../people/phones/commands.ts'
import { isDormant } from '../../people/phones/queries.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { spendCode } from '../codes/commands.ts'
import { openSession, type OpenedSession } from '../commands.ts'
import { askForIdentity } from '../identity/commands.ts'
import { continueLogin } from '../second-step/commands.ts'

type Ticket = z.output<typeof RegistrationTicket>
type Registration = z.output<(typeof sessionCalls)['POST /api/register']['body']>

const ticketLifetime = 15 * 60 * 1000

/**
 * Spends a phone's code and logs in its owner. An unknown number, or one of a deactivated person, gets
 * a registration ticket. Refused with more steps to take: 403 `identity_required` for a number unused
 * for a year; for privileged people 401 `password_required`, or `code_required` if they have no
 * password.
 * Other refusals: 422 `wrong_code`, 429 `too_many_codes`.
 */
export const confirmPhone = (
  { db, ...ground }: Pick<Platform, 'db' | 'settings' | 'secrets'>,
  scope: Scope,
  { phone, ...code }: { phone: string; guess: string; ticket?: string | undefined },
): Promise<OpenedSession | Ticket | Refusal> =>
  db.transaction().execute(async trx => {
    const refusal = await spendCode(trx, scope, { phone, userId: null }, code)
    if (refusal) return refusal
    // Waits for a deactivation or merge in progress: no session may open after it has ended them all.
    const person = await trx
      .selectFrom('users')
      .select(['id', 'password_hash', isDormant(scope).as('dormant')])
      .where('phone', '=', phone)
      .where('active', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!person) return (await refuseMergedNumber(trx, phone)) ?? giveTicket(trx, scope, phone)
    if (person.dormant) return askForIdentity(trx, scope, ground, person.id)
    await verifyPhone(trx, scope, person.id)
    return continueLogin(trx, scope, ground, {
      userId: person.id,
      method: 'code',
      owesPassword: person.password_hash !== null,
      mayEnrol: true,
    })
  })

/**
 * The number of a merged record starts no second registration, and does not open the record that stays: the merge did not prove that both are one person.
 * Only the owner of the number learns this, after the code.
 */
async function refuseMergedNumber(trx: Connection, phone: string): Promise<Refusal | null> {
  const merged = await trx
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('merged_into', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return merged ? refuse('record_merged') : null
}

async function giveTicket(trx: Connection, { now }: Scope, phone: string): Promise<Ticket> {
  const registration_ticket = newToken()
  await trx
    .insertInto('registration_tickets')
    .values({ token_hash: hashToken(registration_ticket), phone, expires_at: new Date(now.getTime() + ticketLifetime) })
    .execute()
  return { registration_ticket, expires_in: ticketLifetime / 1000 }
}

/** A ticket that still counts. */
const validTicket = (db: Connection, { now }: Scope, ticket: string) =>
  db
    .selectFrom('registration_tickets')
    .select('phone')
    .where('token_hash', '=', hashToken(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())

/**
 * Makes a person of a ticket, with what they accepted, and logs them in: all of it or nothing, and a refusal leaves the ticket usable.
 * Refusals: 422 `ticket_expired`, 422 at `password`, 422 `contracts_required`, 409 `already_registered`.
 */
export async function register(db: Connection, scope: Scope, input: Registration): Promise<OpenedSession | Refusal> {
  const ticket = await validTicket(db, scope, input.registration_ticket).executeTakeFirst()
  const phone = ticket?.phone
  if (!phone) return refuse('ticket_expired')
  const { name, email = null, password } = input
  const password_hash = password ? await choosePassword(password, { name, phone, email }) : null
  if (password_hash instanceof Refusal) return password_hash
  const { locale, time_zone } = await readSettingsRow(db)

  return db.transaction().execute(async trx => {
    // Everything that can refuse comes before anything is written.
    if (!(await validTicket(trx, scope, input.registration_ticket).forUpdate().executeTakeFirst())) return refuse('ticket_expired')
    const merged = await refuseMergedNumber(trx, phone)
    if (merged) return merged
    // The same refusal as for a number that is registered: why it is refused is not said.
    if (await isDeactivated(trx, phone)) return refuse('already_registered')
    const missing = await missingContracts(trx, input.accepted_version_ids ?? [])
    if (missing.length > 0) return refuse('contracts_required', { contracts: missing })
    const user = await trx
      .insertInto('users')
      .values({ name, phone, phone_verified_at: scope.now, email, password_hash, locale, time_zone, created_at: scope.now })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) return refuse('already_registered')
    await acceptContracts(trx, scope, user.id, input.accepted_version_ids ?? [])
    await recordAudit(trx, scope, { action: 'registered', subject: 'user', subjectId: user.id, personId: user.id })
    await trx
      .updateTable('registration_tickets')
      .set({ used_at: scope.now })
      .where('token_hash', '=', hashToken(input.registration_ticket))
      .execute()
    return openSession(trx, scope, user.id, 'code')
  })
}

/** Whether staff deactivated the person with this number. Merged records were not deactivated for what they did, and erased ones have no number. */
async function isDeactivated(trx: Connection, phone: string): Promise<boolean> {
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('active', '=', false)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** The version_ids that registration requires and that are not among the accepted ones. */
export async function missingContracts(trx: Connection, accepted: string[]): Promise<string[]> {
  const rows = await trx.selectFrom('current_contracts').select('version_id').where('required_for', '=', 'registration').execute()
  return rows.map(({ version_id }) => version_id).filter(id => !accepted.includes(id))
}

/** Records that a person accepted these versions. */
export const acceptContracts = (trx: Connection, { now, ip, userAgent }: Scope, userId: string, versions: string[]) =>
  sql`SELECT accept_contracts(${userId}, ${userId}, ${versions}, ${now}, ${ip}, ${userAgent})`.execute(trx)
