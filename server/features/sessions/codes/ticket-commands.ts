import { sql } from 'kysely'
import type { CodeAddress } from '#domain/people/code-address.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { originOf } from '../../../platform/network-address.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { hashToken, newToken } from '../../../platform/session-gate.ts'
import { failureWindowMs, secondsUntil, maxTriesPerCode } from './policy.ts'
import type { StoredCode } from './generate-code.ts'
import { mayTryCode, type WrongCodes } from './limit-guesses.ts'
import { isSentTo } from './queries.ts'

/** Issues the ticket of one request for a code. Only its hash is stored. */
export async function issueTicket(trx: Connection, { ip }: Scope, codeId: string): Promise<string> {
  const ticket = newToken()
  await trx
    .insertInto('join_tickets')
    .values({ token_hash: hashToken(ticket), code_id: codeId, address: ip === null ? null : originOf(ip) })
    .execute()
  return ticket
}

/**
 * Counts one guess against a ticket and returns the code that it confirms. Null if the ticket or its
 * code has expired, or the ticket is for another number or address. Call it while that number or
 * address is locked.
 * Refusal: 429 `too_many_codes`.
 */
export async function countTicketTry(
  trx: Connection,
  { now }: Scope,
  { address, ticket }: { address: CodeAddress; ticket: string },
): Promise<(StoredCode & { id: string }) | null | Refusal> {
  const token_hash = hashToken(ticket)
  const { oldest, ...wrong } = await countWrong(trx, now, address, token_hash)
  if (!mayTryCode(wrong)) return refuse('too_many_codes', { retry_after: secondsUntil(Date.parse(oldest ?? '') + failureWindowMs, now) })
  const { rows } = await sql<StoredCode & { id: string }>`
    UPDATE join_tickets t SET tries = t.tries + 1 FROM phone_codes c
    WHERE t.token_hash = ${token_hash} AND t.tries < ${maxTriesPerCode} AND t.used_at IS NULL
      AND c.id = t.code_id AND ${isSentTo('c', address)} AND c.user_id IS NULL AND c.used_at IS NULL AND c.expires_at > ${now}
    RETURNING c.id, c.salt, c.code_hash`.execute(trx)
  return rows[0] ?? null
}

/** Marks a ticket as used after a right guess. */
export async function markTicketUsed(trx: Connection, { now }: Scope, ticket: string): Promise<void> {
  await trx.updateTable('join_tickets').set({ used_at: now }).where('token_hash', '=', hashToken(ticket)).execute()
}

async function countWrong(
  trx: Connection,
  now: Date,
  address: CodeAddress,
  token_hash: Buffer,
): Promise<WrongCodes & { oldest: string | null }> {
  const { rows } = await sql<WrongCodes & { oldest: string | null }>`
    SELECT coalesce(sum(w.wrong), 0)::int AS all, min(w.expires_at) AS oldest,
      coalesce(sum(w.wrong) FILTER (WHERE w.address IS NOT DISTINCT FROM (SELECT address FROM join_tickets WHERE token_hash = ${token_hash})), 0)::int AS here
    FROM (
      SELECT t.address, t.tries - (t.used_at IS NOT NULL)::int AS wrong, c.expires_at
      -- When each guess was made is not kept: it counts from the last moment it can have been.
      FROM phone_codes c JOIN join_tickets t ON t.code_id = c.id AND t.tries > 0
      WHERE ${isSentTo('c', address)} AND c.expires_at > ${new Date(now.getTime() - failureWindowMs)}) w
    WHERE w.wrong > 0`.execute(trx)
  return rows[0] ?? { all: 0, here: 0, oldest: null }
}
