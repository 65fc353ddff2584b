import { sql } from 'kysely'
import type { z } from 'zod'
import type { CodeAnswer, JoinAnswer } from '#contract/sessions.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { sealCode } from '../../../platform/secrets/pending-code.ts'
import { startOfDay } from '../../messages/budgets/commands.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { spendDailyCode } from './budget-commands.ts'
import { readDemoCode, storeDemoCode } from './store-demo-code.ts'
import { codeLifetimeMs, maxFailuresPerPhone, failureWindowMs, secondsUntil, maxTriesPerCode } from './policy.ts'
import { generateCode, isCode } from './generate-code.ts'
import { pauseSecondsAfterUnusedCodes, pauseSecondsAfterUsedCodes } from './limit-guesses.ts'
import { issueTicket, countTicketTry, markTicketUsed } from './ticket-commands.ts'

const second = 1000

type Ground = Pick<Platform, 'settings' | 'secrets'>

/**
 * The purpose of a code: joining with a phone or, with a person, making the number theirs. A code is
 * valid only for its purpose.
 */
export interface CodePurpose {
  phone: string
  userId: string | null
  /** Staff requested it and its owner reads it to them, which the message says. */
  readOut?: boolean
}

/** The response to a request for a code. */
interface Issued {
  codeId: string
  answer: z.input<typeof CodeAnswer>
}

const message = 'If this number can receive messages, a code is on its way.'

/**
 * Sends a code for joining and returns the ticket that confirms it. Requests for one number within the
 * pause share the code, with a ticket each. Refusals: as `sendCode`.
 */
export function joinWithPhone(db: Connection, scope: Scope, ground: Ground, phone: string): Promise<z.input<typeof JoinAnswer> | Refusal> {
  return db.transaction().execute(async trx => {
    const issued = await issueCode(trx, scope, ground, { phone, userId: null })
    return issued instanceof Refusal ? issued : { ...issued.answer, join_ticket: await issueTicket(trx, scope, issued.codeId) }
  })
}

/**
 * Creates a code and queues it for sending. Within the pause after the last code, none is created and the
 * response is the same, with the remaining pause; the demo without a gateway then shows the same code
 * again. A used code starts no pause, unless the number used many within a day. Refusals: 503
 * `no_gateway` (nothing is stored); 429 `too_many_codes` (the last code has expired, but not its pause);
 * 503 `codes_spent`.
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
  const { sms, mode } = ground.settings
  if (!sms && mode !== 'demo') return refuseWithoutGateway(trx)
  const { now } = scope
  await lockPhone(trx, purpose.phone)
  const { codes_phone, time_zone } = await readSettingsRow(trx)
  const last = await newestCode(trx, purpose).executeTakeFirst()
  const { unused, used } = await countCodes(trx, now, purpose)
  const pauseAfter = (open: number) =>
    Math.max(open === 0 ? 0 : pauseSecondsAfterUnusedCodes(open, codes_phone), pauseSecondsAfterUsedCodes(used, codes_phone))
  const lastPause = last ? pauseAfter(last.used_at === null ? unused : 0) : 0
  if (last && lastPause > 0) {
    const pauseEnds = Date.parse(last.created_at) + lastPause * second
    const lives = last.used_at === null && Date.parse(last.expires_at) > now.getTime()
    if (pauseEnds > now.getTime()) {
      if (!lives) return refuse('too_many_codes', { retry_after: secondsUntil(pauseEnds, now) })
      const demo_code = sms ? undefined : readDemoCode(last.id)
      const answer = {
        message,
        expires_in: secondsUntil(Date.parse(last.expires_at), now),
        resend_after: secondsUntil(pauseEnds, now),
        ...(demo_code !== undefined && { demo_code }),
      }
      // After a restart, the demo no longer knows the shown code and creates a new one.
      if (sms || demo_code !== undefined) return { codeId: last.id, answer }
    }
  }
  const pause = pauseAfter(unused + 1)
  if (!sms) return makeCode(trx, scope, ground, { purpose, pause, send: true })
  const refusal =
    purpose.userId === null ? null : await refuseManyChanges(trx, scope, { phone: purpose.phone, most: codes_phone, time_zone })
  if (refusal) return refusal
  const taken = await spendDailyCode(trx, scope, purpose)
  if (taken instanceof Refusal) return taken
  return makeCode(trx, scope, ground, { purpose, pause, send: taken === 'send' })
}

/** The refusal suggests the password only if there is one. */
async function refuseWithoutGateway(trx: Connection): Promise<Refusal> {
  const password = await trx
    .selectFrom('users')
    .select('id')
    .where('active', '=', true)
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!password) return refuse('no_gateway')
  return refuse('no_gateway', {
    message:
      'This site cannot send codes by text message yet. If you have a password, log in with it. Otherwise please contact the organisation: it can book for you.',
  })
}

async function makeCode(
  trx: Connection,
  { now }: Scope,
  { settings: { sms }, secrets }: Ground,
  { purpose: { phone, userId, readOut }, pause, send }: { purpose: CodePurpose; pause: number; send: boolean },
): Promise<Issued> {
  const { code, ...stored } = generateCode()
  const expires_at = new Date(now.getTime() + codeLifetimeMs)
  const { id } = await trx
    .insertInto('phone_codes')
    .values({ phone, user_id: userId, ...stored, created_at: now, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('outbox')
    .values({ kind: 'code', user_id: userId, ...onItsWay() })
    .execute()
  const answer = { message, expires_in: codeLifetimeMs / second, resend_after: pause }
  if (sms) return { codeId: id, answer }
  storeDemoCode(id, code, now, expires_at)
  return { codeId: id, answer: { ...answer, demo_code: code } }

  /**
   * The outbox contains the code only encrypted, until it is sent. In the demo without a gateway, the
   * response contains it.
   */
  function onItsWay() {
    if (!sms) return { detail: JSON.stringify({ code_id: id }), state: 'delivered' as const, settled_at: now }
    if (!send) return { detail: JSON.stringify({ code_id: id }), state: 'dropped' as const, why: 'day_budget' as const, settled_at: now }
    return { detail: JSON.stringify({ code_id: id, sealed: sealCode(secrets, id, code), ...(readOut && { read_out: true }) }), due_at: now }
  }
}

/** Signed-in callers request codes for a new number: limited per number and day. */
async function refuseManyChanges(
  trx: Connection,
  scope: Scope,
  { phone, most, time_zone }: { phone: string; most: number; time_zone: string },
): Promise<Refusal | null> {
  const began = startOfDay(scope, time_zone)
  const { count, left } = await trx
    .selectFrom('phone_codes')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`extract(epoch FROM ${began} + interval '1 day' - ${scope.now}::timestamptz)::int`.as('left'),
    ])
    .where('phone', '=', phone)
    .where('user_id', 'is not', null)
    .where('created_at', '>=', began)
    .executeTakeFirstOrThrow()
  return count >= most ? refuse('too_many_codes', { retry_after: Math.max(1, left) }) : null
}

/** The number of used and unused codes of the last 24 hours for this purpose. */
async function countCodes(trx: Connection, now: Date, { phone, userId }: CodePurpose): Promise<{ unused: number; used: number }> {
  return trx
    .selectFrom('phone_codes')
    .select([
      sql<number>`count(*) FILTER (WHERE used_at IS NULL)::int`.as('unused'),
      sql<number>`count(*) FILTER (WHERE used_at IS NOT NULL)::int`.as('used'),
    ])
    .where('phone', '=', phone)
    .where('user_id', 'is not distinct from', userId)
    .where('created_at', '>', new Date(now.getTime() - failureWindowMs).toISOString())
    .executeTakeFirstOrThrow()
}

/**
 * Spends a code. The try is counted before the guess is compared, and requests for one phone run one
 * after the other, so that 20 concurrent requests have one winner and no more tries.
 *
 * With the ticket of the request for the code, the try counts against the ticket, and only that request's
 * code is right. Without a ticket (and for a change of number, where the session binds the code), it
 * counts against the newest code and a small budget of the purpose, which no ticket depends on.
 *
 * Call it inside a transaction, whose commit keeps the count. Null if the code was right; refusals: 422
 * `wrong_code`, 429 `too_many_codes`.
 */
export async function spendCode(
  trx: Connection,
  scope: Scope,
  purpose: CodePurpose,
  { guess, ticket }: { guess: string; ticket?: string | undefined },
): Promise<Refusal | null> {
  await lockPhone(trx, purpose.phone)
  const tried =
    ticket === undefined ? await tryNewest(trx, scope, purpose) : await countTicketTry(trx, scope, { phone: purpose.phone, ticket })
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

/** The newest code of a purpose. Of two in the same clock tick, the used one is older. */
const newestCode = (db: Connection, { phone, userId }: CodePurpose) =>
  db
    .selectFrom('phone_codes')
    .select(['id', 'used_at', 'created_at', 'expires_at'])
    .where('phone', '=', phone)
    .where('user_id', 'is not distinct from', userId)
    .orderBy('created_at', 'desc')
    .orderBy('used_at', order => order.desc().nullsFirst())
    .limit(1)

/** Serialises requests for this phone until the end of the transaction. */
const lockPhone = (trx: Connection, phone: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`openhour.phone ${phone}`}, 0))`.execute(trx)

/** Ten wrong guesses without a ticket in 24 hours, for one phone and purpose. */
async function refuseTooManyFailures(trx: Connection, now: Date, { phone, userId }: CodePurpose): Promise<Refusal | null> {
  const { failures, oldest } = await trx
    .selectFrom('phone_codes')
    .select([
      sql<number>`coalesce(sum(tries), 0)::int`.as('failures'),
      sql<string | null>`min(expires_at) FILTER (WHERE tries > 0)`.as('oldest'),
    ])
    .where('phone', '=', phone)
    .where('user_id', 'is not distinct from', userId)
    // The time of each guess is not stored: it counts from the latest possible moment.
    .where('expires_at', '>', new Date(now.getTime() - failureWindowMs).toISOString())
    .executeTakeFirstOrThrow()
  if (failures < maxFailuresPerPhone) return null
  return refuse('too_many_codes', { retry_after: secondsUntil(Date.parse(oldest ?? '') + failureWindowMs, now) })
}
