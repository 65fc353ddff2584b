import { sql } from 'kysely'
import type { z } from 'zod'
import type { JoinAnswer } from '#contract/sessions.ts'
import type { Settings } from '../../../platform/config.ts'
import type { Connection } from '../../../platform/database.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { sealCode } from '../../../platform/sms/sealed-code.ts'
import type { SmsSettings } from '../../../platform/sms/settings.ts'
import { dayBegan, spendOfDay } from '../../messages/budgets/commands.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { recallDemoCode, rememberDemoCode } from './demo-codes.ts'
import { drawCode, isCode } from './one-time-code.ts'

const second = 1000
const lifetime = 5 * 60 * second
const resendAfter = 60 * second
const triesPerCode = 5
const failuresPerPhone = 10
const failureWindow = 24 * 60 * 60 * second

/** Whose code: for joining with a phone, or, bound to a person, for making it theirs. One is worth nothing for the other. */
export interface CodePurpose {
  phone: string
  userId: string | null
}

const message = 'If this number can receive messages, a code is on its way.'
const secondsUntil = (then: Date | number, now: Date) => Math.max(0, Math.ceil((Number(then) - now.getTime()) / second))

/**
 * Makes a code and queues it for sending; whether anybody has the phone is not even looked at. Within a minute of the last code none is made and the answer is the same, with what is left of
 * the minute; the demo without a gateway then shows the same code again. A used code makes nobody wait.
 * Refusals: 503 `no_gateway` (nothing is stored), 429 `too_many_codes`, 503 `codes_spent`.
 */
export async function sendCode(
  db: Connection,
  scope: Scope,
  { sms, mode }: Settings,
  purpose: CodePurpose,
): Promise<z.input<typeof JoinAnswer> | Refusal> {
  if (!sms && mode !== 'demo') return refuse('no_gateway')
  const { now } = scope
  return db.transaction().execute(async trx => {
    const tired = await refuseTiredPhone(trx, now, purpose.phone)
    if (tired) return tired
    const last = await newestCode(trx, purpose).executeTakeFirst()
    if (last && last.used_at === null && Date.parse(last.created_at) > now.getTime() - resendAfter) {
      const demo_code = recallDemoCode(last.id)
      const answer = {
        message,
        expires_in: secondsUntil(Date.parse(last.expires_at), now),
        resend_after: secondsUntil(Date.parse(last.created_at) + resendAfter, now),
      }
      if (sms || last.tries >= triesPerCode) return answer
      // After a restart the demo no longer knows what it showed, and makes a new one rather than leave somebody without.
      if (demo_code !== undefined) return { ...answer, demo_code }
    }
    return (sms && (await refuseSpent(trx, scope, purpose))) || makeCode(trx, now, sms, purpose)
  })
}

async function makeCode(
  trx: Connection,
  now: Date,
  sms: SmsSettings | undefined,
  { phone, userId }: CodePurpose,
): Promise<z.input<typeof JoinAnswer>> {
  const { code, ...stored } = drawCode()
  const expires_at = new Date(now.getTime() + lifetime)
  const { id } = await trx
    .insertInto('phone_codes')
    .values({ phone, user_id: userId, ...stored, created_at: now, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = { message, expires_in: lifetime / second, resend_after: resendAfter / second }
  // The code itself never stands in the outbox: sealed until it is sent, and in the demo without a gateway the answer delivers it.
  const on_its_way = sms
    ? { detail: JSON.stringify({ code_id: id, sealed: sealCode(sms, code) }), due_at: now }
    : { detail: JSON.stringify({ code_id: id }), state: 'delivered' as const, settled_at: now }
  await trx
    .insertInto('outbox')
    .values({ kind: 'code', user_id: userId, ...on_its_way })
    .execute()
  if (sms) return answer
  rememberDemoCode(id, code, now, expires_at)
  return { ...answer, demo_code: code }
}

/** The day's codes, of this number and of all: text messages cost money, and somebody may want to run up a bill. The first that a day has no more of stands among the messages, for staff to see. */
async function refuseSpent(trx: Connection, scope: Scope, { phone }: CodePurpose): Promise<Refusal | null> {
  const { codes_day, codes_phone, time_zone: zone } = await readSettingsRow(trx)
  const began = dayBegan(scope, zone)
  const { count, left } = await trx
    .selectFrom('phone_codes')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`extract(epoch FROM ${began} + interval '1 day' - ${scope.now}::timestamptz)::int`.as('left'),
    ])
    .where('phone', '=', phone)
    .where('created_at', '>=', began)
    .executeTakeFirstOrThrow()
  if (count >= codes_phone) return refuse('too_many_codes', { retry_after: Math.max(1, left) })
  if (await spendOfDay(trx, scope, { what: 'codes', count: 1, most: codes_day, zone })) return null
  await sql`INSERT INTO outbox (kind, state, why, settled_at, once) VALUES ('code', 'unsendable', 'day_budget', ${scope.now}, 'codes spent ' || ${began}::date)
    ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING`.execute(trx)
  return refuse('codes_spent', { retry_after: Math.max(1, left) })
}

/**
 * Uses a code up. The try is counted before the guess is looked at, and everything about one phone happens one after the other, so that
 * 20 requests at once
 * have one winner and no more tries than one by one. Call it inside a transaction, whose commit keeps the count. Null when the code was
 * right;
 * refusals: 422 `wrong_code`, 429 `too_many_codes`.
 */
export async function spendCode(trx: Connection, { now }: Scope, purpose: CodePurpose, guess: string): Promise<Refusal | null> {
  const tired = await refuseTiredPhone(trx, now, purpose.phone)
  if (tired) return tired
  const tried = await trx
    .updateTable('phone_codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', newestCode(trx, purpose).clearSelect().select('id'))
    .where('tries', '<', triesPerCode)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['id', 'salt', 'code_hash'])
    .executeTakeFirst()
  if (!tried || !isCode(tried, guess)) return refuse('wrong_code')
  await trx.updateTable('phone_codes').set({ used_at: now }).where('id', '=', tried.id).execute()
  return null
}

/** Only the newest code counts. Where one clock tick saw two, the used one came first. */
const newestCode = (db: Connection, { phone, userId }: CodePurpose) =>
  db
    .selectFrom('phone_codes')
    .select(['id', 'tries', 'used_at', 'created_at', 'expires_at'])
    .where('phone', '=', phone)
    .where('user_id', 'is not distinct from', userId)
    .orderBy('created_at', 'desc')
    .orderBy('used_at', order => order.desc().nullsFirst())
    .limit(1)

/** Ten wrong guesses a phone in 24 hours, whatever the codes were for and however many were sent. Waits for whoever is at this phone. */
async function refuseTiredPhone(trx: Connection, now: Date, phone: string): Promise<Refusal | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`openhour.phone ${phone}`}, 0))`.execute(trx)
  const { failures, oldest } = await trx
    .selectFrom('phone_codes')
    .select([
      sql<number>`coalesce(sum(tries - (used_at IS NOT NULL)::int), 0)::int`.as('failures'),
      sql<string | null>`min(expires_at) FILTER (WHERE tries > (used_at IS NOT NULL)::int)`.as('oldest'),
    ])
    .where('phone', '=', phone)
    // When each guess was made is not kept: it counts from the last moment it can have been.
    .where('expires_at', '>', new Date(now.getTime() - failureWindow).toISOString())
    .executeTakeFirstOrThrow()
  if (failures < failuresPerPhone) return null
  return refuse('too_many_codes', { retry_after: secondsUntil(Date.parse(oldest ?? '') + failureWindow, now) })
}
