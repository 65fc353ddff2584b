import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from '../database/connection.ts'
import { nestTransactions } from '../database/nested-transactions.ts'
import { refuse, refuseField, Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'

/** A successful response, as it is stored for repeated requests. */
export interface Answer {
  status: number
  body: unknown
}

/**
 * An idempotent request: the caller, the key of the header, and a fingerprint of call, path, body and
 * permissions.
 */
export interface IdempotencyKey {
  actor: string
  key: string
  fingerprint: string
}

/**
 * Reads the header; a key is 1 to 200 printable ASCII characters. The fingerprint includes the caller's
 * permissions, so that a response is not repeated after they have changed.
 */
export function readIdempotencyKey(
  header: string | string[] | undefined,
  { person, ip }: Pick<Scope, 'person' | 'ip'>,
  { call, params, body }: { call: string; params: object; body: unknown },
): IdempotencyKey | Refusal | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    return refuseField('Idempotency-Key', 'field.mustBe1To200Printable')
  }
  const rights = person && [person.isAdmin, person.isMentor, ...person.abilities.toSorted()]
  return {
    actor: person?.id ?? ip ?? '',
    key: header,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([call, body ?? null, rights, ...Object.values(params)]))
      .digest('hex'),
  }
}

/**
 * Returns the stored response of a key within `idempotency_period()`, or null after reserving the key for
 * this transaction. Waits while another transaction uses the same key. Refusals: `idempotency_mismatch`
 * for another call, path or body; `not_found` if the response named a person who has been erased; `in_progress`
 * for a reservation without a response, which earlier versions could leave.
 */
async function findOrReserve(trx: Connection, { actor, key, fingerprint }: IdempotencyKey, now: Date): Promise<Answer | Refusal | null> {
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

/** Stores the response for repeated requests. */
async function storeAnswer(trx: Connection, { actor, key }: IdempotencyKey, { status, body }: Answer): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ status, answer: JSON.stringify(body) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
}

/** Carries a refusal out of the transaction, which rolls back. */
class RolledBack extends Error {
  constructor(readonly refusal: Refusal) {
    super('refused')
  }
}

/** Requests in progress in this process, by actor and key. */
const running = new WeakMap<Connection, Map<string, { fingerprint: string; answer: Promise<Answer | Refusal> }>>()

/**
 * Runs the work once per key, in one transaction with the key and the response, so that either all or
 * nothing is stored, even if the connection is lost during the commit. Concurrent requests with the same
 * key wait for the first and get its response. A refusal stores nothing, so a retry may succeed. Without
 * a key, the work runs on the connection itself.
 */
export async function runIdempotently(
  db: Connection,
  idempotencyKey: IdempotencyKey | null,
  now: Date,
  work: (db: Connection) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  if (idempotencyKey === null) return work(db)
  const all = running.get(db) ?? new Map<string, { fingerprint: string; answer: Promise<Answer | Refusal> }>()
  running.set(db, all)
  const name = JSON.stringify([idempotencyKey.actor, idempotencyKey.key])
  const twin = all.get(name)
  if (twin) return twin.fingerprint === idempotencyKey.fingerprint ? twin.answer : refuse('idempotency_mismatch')
  const answer = workInTransaction(db, idempotencyKey, now, work)
  all.set(name, { fingerprint: idempotencyKey.fingerprint, answer })
  try {
    return await answer
  } finally {
    all.delete(name)
  }
}

async function workInTransaction(
  db: Connection,
  idempotencyKey: IdempotencyKey,
  now: Date,
  work: (db: Connection) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  try {
    return await db.transaction().execute(async trx => {
      const known = await findOrReserve(trx, idempotencyKey, now)
      if (known) return known
      const answer = await work(nestTransactions(trx))
      if (answer instanceof Refusal) throw new RolledBack(answer)
      await storeAnswer(trx, idempotencyKey, answer)
      return answer
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    throw error
  }
}
