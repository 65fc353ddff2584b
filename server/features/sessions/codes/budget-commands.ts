import { sql } from 'kysely'
import type { CodeAddress } from '#domain/people/code-address.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { escapeLike } from '../../../platform/database/escape-like.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { secondsLeftOfDay, startOfDay, spendDayBudget } from '../../messages/budgets/commands.ts'
import { isKnown } from '../../people/queries.ts'
import { readSettingsRow } from '../../site/queries.ts'

/** The part of a day's codes that only numbers and addresses of existing people are sent. */
const reservedShare = 0.3

/** Splits the day's codes into a general and a reserved part. */
export function splitDailyBudget(codesDay: number): { forAll: number; reserved: number } {
  const reserved = Math.floor(codesDay * reservedShare)
  return { forAll: codesDay - reserved, reserved }
}

/**
 * Spends one code of the organisation's daily budget, which limits the cost of abuse. Once the general
 * part is spent, only numbers and addresses of existing people are sent codes, from the reserved part, and those
 * that staff enter for a person.
 * For any other one the result is `withhold`: the caller responds as if a code had been sent. So it is for
 * one of many unknown addresses of a mailbox. Once the reserved part is spent, the refusal 503
 * `codes_spent` is the same for all of them. Text messages and e-mails share the budget.
 */
export async function spendDailyCode(
  trx: Connection,
  scope: Scope,
  { address, userId, readOut = false }: { address: CodeAddress; userId: string | null; readOut?: boolean },
): Promise<'send' | 'withhold' | Refusal> {
  const { codes_day, codes_phone, time_zone: zone } = await readSettingsRow(trx)
  const { forAll, reserved } = splitDailyBudget(codes_day)
  // Looked up for every number and address and at every time: how long it takes says nothing.
  const known = (await isKnown(trx, scope, address)) || readOut
  const isFull = (await countTagged(trx, scope, address)) >= codes_phone && userId === null
  if (await spendDayBudget(trx, scope, { what: 'codes', count: 1, most: forAll, zone })) return isFull && !known ? 'withhold' : 'send'
  await noteSpent(trx, scope, zone)
  const left = reserved - (await reservedSpent(trx, scope, zone))
  // For an unknown number the same statement runs with 0, so that the response time reveals nothing.
  const taken = left > 0 && (await spendDayBudget(trx, scope, { what: 'codes_known', count: known ? 1 : 0, most: reserved, zone }))
  if (taken) return known ? 'send' : 'withhold'
  const { rows } = await sql<{ left: number }>`
    SELECT ${secondsLeftOfDay(scope, zone)} AS left`.execute(trx)
  return refuse('codes_spent', { retry_after: Math.max(1, rows[0]?.left ?? 1) })
}

const dayMs = 24 * 60 * 60_000

/**
 * The codes of the last 24 hours that were not used, of a mailbox that has any number of addresses: `ana+x@example.org`
 * is one of `ana@example.org`. 0 for an address without a tag, which strangers must not lock.
 */
async function countTagged(trx: Connection, { now }: Scope, { email }: CodeAddress): Promise<number> {
  const [, mailbox, domain] = /^([^+@]+)\+[^@]*(@.+)$/.exec(email ?? '') ?? []
  if (mailbox === undefined || domain === undefined) return 0
  const { count } = await trx
    .selectFrom('phone_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('email', 'like', `${escapeLike(mailbox)}+%${escapeLike(domain)}`)
    .where('user_id', 'is', null)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - dayMs).toISOString())
    .executeTakeFirstOrThrow()
  return count
}

/** The number of codes sent on the organisation's day, and the limit. */
export async function readDailyCodes(db: Connection, { now }: Scope): Promise<{ day: string; sent: number; most: number }> {
  const { codes_day: most, time_zone: zone } = await readSettingsRow(db)
  const { rows } = await sql<{ day: string; sent: number }>`
    SELECT t.day::text AS day, coalesce((SELECT sum(spent) FROM text_days d WHERE d.day = t.day AND d.what IN ('codes', 'codes_known')), 0)::int AS sent
    FROM (SELECT (${now}::timestamptz AT TIME ZONE ${zone})::date AS day) t`.execute(db)
  return { day: rows[0]?.day ?? '', sent: rows[0]?.sent ?? 0, most }
}

async function reservedSpent(trx: Connection, { now }: Scope, zone: string): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    SELECT spent FROM text_days WHERE what = 'codes_known' AND day = (${now}::timestamptz AT TIME ZONE ${zone})::date`.execute(trx)
  return rows[0]?.spent ?? 0
}

/** One row among the day's messages, for staff to see. */
async function noteSpent(trx: Connection, scope: Scope, zone: string): Promise<void> {
  await sql`INSERT INTO outbox (kind, state, why, settled_at, once)
    VALUES ('code', 'unsendable', 'day_budget', ${scope.now}, 'codes spent ' || ${startOfDay(scope, zone)}::date)
    ON CONFLICT (once) WHERE once IS NOT NULL DO NOTHING`.execute(trx)
}
