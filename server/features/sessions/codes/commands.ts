import { sql } from 'kysely'
import type * as z from 'zod'
import type { CodeAnswer, JoinAnswer } from '#contract/sessions.ts'
import type { CodeAddress } from '#domain/people/code-address.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { done } from '../../../platform/done.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { sealCode } from '../../../platform/secrets/pending-code.ts'
import { secondsLeftOfDay, startOfDay } from '../../messages/budgets/commands.ts'
import { lockOpenRecord } from '../../people/commands.ts'
import { findVerifiedOwner } from '../../people/queries.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { spendDailyCode } from './budget-commands.ts'
import { readDemoCode, storeDemoCode } from './store-demo-code.ts'
import { codeLifetimeMs, maxFailuresPerPhone, failureWindowMs, secondsUntil, maxTriesPerCode } from './policy.ts'
import { generateCode, isCode } from './generate-code.ts'
import { pauseSecondsAfterUnusedCodes, pauseSecondsAfterUsedCodes } from './limit-guesses.ts'
import { isSentTo } from './queries.ts'
import { issueTicket, countTicketTry, markTicketUsed } from './ticket-commands.ts'

const secondMs = 1000

type Ground = Pick<Platform, 'settings' | 'secrets'>

/**
 * What a code is for: joining with a number or address, or confirming one as this person's. A code
 * for one purpose does not work for the other.
 */
export interface CodePurpose {
  address: CodeAddress
  userId: string | null
  /** Staff requested it and its owner reads it to them, which the message says. */
  readOut?: boolean
}

/** The response to a request for a code. */
interface Issued {
  codeId: string
  answer: z.input<typeof CodeAnswer>
}

const answerTo = (scope: Scope, { email }: CodeAddress) => done(scope, email === undefined ? 'codeBySms' : 'codeByEmail')

/**
 * Sends a code for joining and returns the ticket that confirms it. Two requests for the same number
 * or address, in the pause between codes, share the code; each has its own ticket.
 * Refusals: as `sendCode`.
 */
export function joinWithCode(
  db: Connection,
  scope: Scope,
  ground: Ground,
  address: CodeAddress,
): Promise<z.input<typeof JoinAnswer> | Refusal> {
  return db.transaction().execute(async trx => {
    const issued = await issueCode(trx, scope, ground, { address, userId: null })
    return issued instanceof Refusal ? issued : { ...issued.answer, join_ticket: await issueTicket(trx, scope, issued.codeId) }
  })
}

/**
 * Makes a code and queues it. In the pause after the last code it makes none and gives the same
 * answer, with the rest of the pause; a demo without a gateway shows the same code again. A used code
 * starts no pause, unless many were used within a day.
 * Refusals: 503 `no_gateway` (nothing is stored), 429 `too_many_codes` (the last code has expired,
 * its pause has not), 503 `codes_spent`; 409 `record_closed`, or 401 for the person, where the record was merged or
 * erased while the request was under way.
 */
export function sendCode(
  db: Connection,
  scope: Scope,
  ground: Ground,
  purpose: CodePurpose,
): Promise<z.input<typeof CodeAnswer> | Refusal> {
  return db.transaction().execute(async trx => {
    const issued = await issueCode(trx, scope, ground, purpose)
    return issued instanceof Refusal ? issued : issued.answer
  })
}

async function issueCode(trx: Connection, scope: Scope, ground: Ground, purpose: CodePurpose): Promise<Issued | Refusal> {
  const { address } = purpose
  const gateway = hasGateway(ground, address)
  if (!gateway && ground.settings.mode !== 'demo') return refuseWithoutGateway(trx, ground, address)
  const { now } = scope
  await lockAddress(trx, address)
  const closed = purpose.userId === null ? null : await refuseClosedRecord(trx, scope, purpose.userId)
  if (closed) return closed
  const { codes_phone, time_zone } = await readSettingsRow(trx)
  const last = await newestCode(trx, purpose).executeTakeFirst()
  const { unused, used } = await countCodes(trx, now, purpose)
  const pauseAfter = (open: number) =>
    Math.max(open === 0 ? 0 : pauseSecondsAfterUnusedCodes(open, codes_phone), pauseSecondsAfterUsedCodes(used, codes_phone))
  const lastPause = last ? pauseAfter(last.used_at === null ? unused : 0) : 0
  if (last && lastPause > 0) {
    const pauseEnds = Date.parse(last.created_at) + lastPause * secondMs
    const lives = last.used_at === null && Date.parse(last.expires_at) > now.getTime()
    if (pauseEnds > now.getTime()) {
      if (!lives) return refuse('too_many_codes', { retry_after: secondsUntil(pauseEnds, now) })
      const demo_code = gateway ? undefined : readDemoCode(last.id)
      const answer = {
        ...answerTo(scope, address),
        expires_in: secondsUntil(Date.parse(last.expires_at), now),
        resend_after: secondsUntil(pauseEnds, now),
        ...(demo_code !== undefined && { demo_code }),
      }
      // After a restart the demo no longer knows what it showed, and makes a new one rather than leave
      // the client without.
      if (gateway || demo_code !== undefined) return { codeId: last.id, answer }
    }
  }
  const pause = pauseAfter(unused + 1)
  if (!gateway) return makeCode(trx, scope, ground, { purpose, pause, send: true })
  const refusal = await refuseManyChanges(trx, scope, purpose, { most: codes_phone, time_zone })
  if (refusal) return refusal
  const taken = await spendDailyCode(trx, scope, purpose)
  if (taken instanceof Refusal) return taken
  return makeCode(trx, scope, ground, { purpose, pause, send: taken === 'send' })
}

/** Erasing a record removes its codes with the addresses in them, so none is made after it. */
async function refuseClosedRecord(trx: Connection, scope: Scope, userId: string): Promise<Refusal | null> {
  if (await lockOpenRecord(trx, scope, userId)) return null
  return refuse(scope.person?.id === userId ? 'unauthenticated' : 'record_closed')
}

/** Whether the site can send to this kind of address. */
const hasGateway = ({ settings: { sms, mail } }: Ground, { email }: CodeAddress): boolean =>
  (email === undefined ? sms : mail) !== undefined

/**
 * Says what to do instead: use the other channel if the site has it, or the password if any person
 * has one.
 */
async function refuseWithoutGateway(trx: Connection, { settings: { sms, mail } }: Ground, { email }: CodeAddress): Promise<Refusal> {
  if (email === undefined && mail) return refuse('no_gateway', { message: 'refused.thisSiteCannotSendCodesBy' })
  if (email !== undefined && sms) return refuse('no_gateway', { message: 'refused.thisSiteCannotSendCodesByE' })
  const password = await trx
    .selectFrom('users')
    .select('id')
    .where('active', '=', true)
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!password) return refuse('no_gateway')
  return refuse('no_gateway', {
    message: 'refused.thisSiteCannotSendCodesYet',
  })
}

async function makeCode(
  trx: Connection,
  scope: Scope,
  ground: Ground,
  { purpose: { address, userId, readOut }, pause, send }: { purpose: CodePurpose; pause: number; send: boolean },
): Promise<Issued> {
  const { now, language } = scope
  const gateway = hasGateway(ground, address)
  const { code, ...stored } = generateCode()
  const expires_at = new Date(now.getTime() + codeLifetimeMs)
  const { id } = await trx
    .insertInto('phone_codes')
    .values({ ...address, user_id: userId, ...stored, created_at: now, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('outbox')
    .values({ kind: 'code', user_id: userId, via: address.email === undefined ? 'sms' : 'email', ...onItsWay() })
    .execute()
  const answer = { ...answerTo(scope, address), expires_in: codeLifetimeMs / secondMs, resend_after: pause }
  if (gateway) return { codeId: id, answer }
  storeDemoCode(id, code, now, expires_at)
  return { codeId: id, answer: { ...answer, demo_code: code } }

  /**
   * The outbox contains the code only encrypted, until it is sent. In the demo without a gateway, the
   * response contains it.
   */
  function onItsWay() {
    if (!gateway) return { detail: JSON.stringify({ code_id: id }), state: 'delivered' as const, settled_at: now }
    if (!send) return { detail: JSON.stringify({ code_id: id }), state: 'dropped' as const, why: 'day_budget' as const, settled_at: now }
    return {
      detail: JSON.stringify({ code_id: id, sealed: sealCode(ground.secrets, id, code), ...(readOut ? { read_out: true } : { language }) }),
      due_at: now,
    }
  }
}

/** Codes that an address may be sent at the request of staff, as a multiple of the daily count: clients cannot use them all up. */
const readOutShare = 2

/**
 * Signed-in callers request codes for a new number or address: limited per number or address and day. Its
 * owner’s requests and those of all others count apart, so that others cannot lock the owner out.
 */
async function refuseManyChanges(
  trx: Connection,
  scope: Scope,
  { address, userId, readOut }: CodePurpose,
  { most, time_zone }: { most: number; time_zone: string },
): Promise<Refusal | null> {
  if (userId === null) return null
  const owner = (await findVerifiedOwner(trx, scope, address))?.id ?? null
  const began = startOfDay(scope, time_zone)
  const { count, left } = await trx
    .selectFrom('phone_codes')
    .select([sql<number>`count(*)::int`.as('count'), secondsLeftOfDay(scope, time_zone).as('left')])
    .where(isSentTo('phone_codes', address))
    .where('user_id', 'is not', null)
    .where('user_id', owner === userId ? 'is not distinct from' : 'is distinct from', owner)
    .where('created_at', '>=', began)
    .executeTakeFirstOrThrow()
  return count >= (readOut ? readOutShare * most : most) ? refuse('too_many_codes', { retry_after: Math.max(1, left) }) : null
}

/** How many codes of the last 24 hours for this purpose were used, and how many were not. */
async function countCodes(trx: Connection, now: Date, { address, userId }: CodePurpose): Promise<{ unused: number; used: number }> {
  return trx
    .selectFrom('phone_codes')
    .select([
      sql<number>`count(*) FILTER (WHERE used_at IS NULL)::int`.as('unused'),
      sql<number>`count(*) FILTER (WHERE used_at IS NOT NULL)::int`.as('used'),
    ])
    .where(isSentTo('phone_codes', address))
    .where('user_id', 'is not distinct from', userId)
    .where('created_at', '>', new Date(now.getTime() - failureWindowMs).toISOString())
    .executeTakeFirstOrThrow()
}

/**
 * Uses a code up. Requests for one number or address run one after the other, and the try is counted
 * before the code is compared: of 20 concurrent requests one wins, with no extra tries. With the
 * ticket of the request, only that request's code is right and the try counts against the ticket.
 * Without one (a session that changes a number or address), it counts against the newest code and a
 * small budget of the purpose. Call it inside a transaction that commits the count. Null when right.
 * Refusals: 422 `wrong_code`, 429 `too_many_codes`.
 */
export async function spendCode(
  trx: Connection,
  scope: Scope,
  purpose: CodePurpose,
  { guess, ticket }: { guess: string; ticket?: string | undefined },
): Promise<Refusal | null> {
  const { address } = purpose
  await lockAddress(trx, address)
  const tried = ticket === undefined ? await tryNewest(trx, scope, purpose) : await countTicketTry(trx, scope, { address, ticket })
  if (tried instanceof Refusal) return tried
  if (!tried || !isCode(tried, guess)) return refuse('wrong_code')
  // A right code is no failure: `tries` of a used code are its wrong ones.
  const right = ticket === undefined ? 1 : 0
  await trx
    .updateTable('phone_codes')
    .set(({ eb }) => ({ used_at: scope.now, tries: eb('tries', '-', right) }))
    .where('id', '=', tried.id)
    .execute()
  if (ticket !== undefined) await markTicketUsed(trx, scope, ticket)
  return null
}

async function tryNewest(trx: Connection, { now }: Scope, purpose: CodePurpose) {
  const tired = await refuseTooManyFailures(trx, now, purpose)
  if (tired) return tired
  return trx
    .updateTable('phone_codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', newestCode(trx, purpose).clearSelect().select('id'))
    .where('tries', '<', maxTriesPerCode)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['id', 'salt', 'code_hash'])
    .executeTakeFirst()
}

/** The newest code of a purpose. Where one clock tick saw two, the used one came first. */
const newestCode = (db: Connection, { address, userId }: CodePurpose) =>
  db
    .selectFrom('phone_codes')
    .select(['id', 'used_at', 'created_at', 'expires_at'])
    .where(isSentTo('phone_codes', address))
    .where('user_id', 'is not distinct from', userId)
    .orderBy('created_at', 'desc')
    .orderBy('used_at', order => order.desc().nullsFirst())
    .limit(1)

/** Waits for any other request about this number or address, and holds it until the transaction ends. Lock people after it. */
export const lockAddress = (trx: Connection, { phone, email }: CodeAddress) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${email === undefined ? `openhour.phone ${phone}` : `openhour.email ${email}`}, 0))`.execute(
    trx,
  )

/** Ten wrong guesses without a ticket in 24 hours, for one number or address and purpose. */
async function refuseTooManyFailures(trx: Connection, now: Date, { address, userId }: CodePurpose): Promise<Refusal | null> {
  const { failures, oldest } = await trx
    .selectFrom('phone_codes')
    .select([
      sql<number>`coalesce(sum(tries), 0)::int`.as('failures'),
      sql<string | null>`min(expires_at) FILTER (WHERE tries > 0)`.as('oldest'),
    ])
    .where(isSentTo('phone_codes', address))
    .where('user_id', 'is not distinct from', userId)
    // The time of each guess is not stored: it counts from the latest possible moment.
    .where('expires_at', '>', new Date(now.getTime() - failureWindowMs).toISOString())
    .executeTakeFirstOrThrow()
  if (failures < maxFailuresPerPhone) return null
  return refuse('too_many_codes', { retry_after: secondsUntil(Date.parse(oldest ?? '') + failureWindowMs, now) })
}
