import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from '../database/connection.ts'
import { nestTransactions } from '../database/nested-transactions.ts'
import { refuse, refuseField, Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'

export interface Answer {
  status: number
  body: unknown
}

/** What an `Idempotency-Key` names: whose, which, for what call and body. */
export interface Intent {
  actor: string
  key: string
  fingerprint: string
}

/**
 * Reads the header; a key is 1 to 200 printable ASCII characters. What the person may do is part of what the key names: an answer is not repeated to a person whose rights have
 * changed since.
 */
export function readIntent(
  header: string | string[] | undefined,
  { person, ip }: Pick<Scope, 'person' | 'ip'>,
  call: string,
  body: unknown,
): Intent | Refusal | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    return refuseField('Idempotency-Key', 'must be 1 to 200 printable characters without spaces')
  }
  const rights = person && [person.isAdmin, person.isMentor, ...person.abilities.toSorted()]
  return {
    actor: person?.id ?? ip ?? '',
    key: header,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([call, body ?? null, rights]))
      .digest('hex'),
  }
}

/**
 * Returns the answer that the key was given within `idempotency_period()`, or null after reserving it for this transaction. Waits while another transaction works under the same key.
 * Refusals: `idempotency_mismatch` for another call or body; `not_found` where the answer named a person who was erased since; `in_progress` for a reservation
 * without an answer, as earlier versions left it behind.
 */
async function recallOrReserve(trx: Connection, { actor, key, fingerprint }: Intent, now: Date): Promise<Answer | Refusal | null> {
  const reserved = await trx
    .insertInto('idempotency_keys')
    .values({ actor, key, fingerprint, created_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['actor', 'key'])
        .doUpdateSet({ fingerprint, status: null, answer: null, created_at: now })
        .where('idempotency_keys.created_at', '<', sql<string>`${now}::timestamptz - idempotency_period()`),
    )
    .returning('key')
    .executeTakeFirst()
  if (reserved) return null
  const past = await trx.selectFrom('idempotency_keys').selectAll().where('actor', '=', actor).where('key', '=', key).executeTakeFirst()
  if (past && past.fingerprint !== fingerprint) return refuse('idempotency_mismatch')
  if (!past || past.status === null) return refuse('in_progress', { retry_after: 2 })
  return past.answer === null ? refuse('not_found') : { status: past.status, body: past.answer }
}

/** Keeps the answer for the key's other uses. */
async function remember(trx: Connection, { actor, key }: Intent, { status, body }: Answer): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ status, answer: JSON.stringify(body) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
}

/** A refusal on its way out of the transaction, so that nothing of it stands. */
class RolledBack extends Error {
  constructor(readonly refusal: Refusal) {
    super('refused')
  }
}

/** Work under way in this process, by whose key it is. */
const underway = new WeakMap<Connection, Map<string, { fingerprint: string; answer: Promise<Answer | Refusal> }>>()

/**
 * Runs the work once per intent, in one transaction with the key and the answer: either all of it stands or nothing, also where the connection is lost while it
 * commits. Requests at the same time with the same key wait for the first and get its answer. A refusal keeps nothing, so the next try may succeed.
 * Without an intent the work runs on the connection itself.
 */
export async function answerOnce(
  db: Connection,
  intent: Intent | null,
  now: Date,
  work: (db: Connection) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  if (intent === null) return work(db)
  const all = underway.get(db) ?? new Map<string, { fingerprint: string; answer: Promise<Answer | Refusal> }>()
  underway.set(db, all)
  const name = JSON.stringify([intent.actor, intent.key])
  const twin = all.get(name)
  if (twin) return twin.fingerprint === intent.fingerprint ? twin.answer : refuse('idempotency_mismatch')
  const answer = workInTransaction(db, intent, now, work)
  all.set(name, { fingerprint: intent.fingerprint, answer })
  try {
    return await answer
  } finally {
    all.delete(name)
  }
}

async function workInTransaction(
  db: Connection,
  intent: Intent,
  now: Date,
  work: (db: Connection) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  try {
    return await db.transaction().execute(async trx => {
      const known = await recallOrReserve(trx, intent, now)
      if (known) return known
      const answer = await work(nestTransactions(trx))
      if (answer instanceof Refusal) throw new RolledBack(answer)
      await remember(trx, intent, answer)
      return answer
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    throw error
  }
}
