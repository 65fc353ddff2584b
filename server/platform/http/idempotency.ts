import { createHash } from 'node:crypto'
import type { Connection } from '../database.ts'
import { refuse, refuseField, Refusal } from '../refusal.ts'

/** A reservation without an answer older than this was left by a server that died; the request may be made again. */
const abandonedAfter = 15_000
const keptFor = 24 * 3_600_000

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

/** Reads the header; a key is 1 to 200 printable ASCII characters. */
export function readIntent(header: string | string[] | undefined, actor: string, call: string, body: unknown): Intent | Refusal | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    return refuseField('Idempotency-Key', 'must be 1 to 200 printable characters without spaces')
  }
  return {
    actor,
    key: header,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([call, body ?? null]))
      .digest('hex'),
  }
}

/**
 * The same key and body give the same answer for 24 hours: returns that answer, or null after reserving the key for this request.
 * Another body is 409 `idempotency_mismatch`; a twin still being worked on is 409 `in_progress`.
 */
async function recallOrReserve(db: Connection, { actor, key, fingerprint }: Intent, now: Date): Promise<Answer | Refusal | null> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const reserved = await db
    .insertInto('idempotency_keys')
    .values({ actor, key, fingerprint, created_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['actor', 'key'])
        .doUpdateSet({ fingerprint, status: null, answer: null, created_at: now })
        .where(({ eb, and, or }) =>
          or([
            eb('idempotency_keys.created_at', '<', before(keptFor)),
            and([
              eb('idempotency_keys.status', 'is', null),
              eb('idempotency_keys.fingerprint', '=', fingerprint),
              eb('idempotency_keys.created_at', '<', before(abandonedAfter)),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (reserved) return null
  const past = await db.selectFrom('idempotency_keys').selectAll().where('actor', '=', actor).where('key', '=', key).executeTakeFirst()
  if (past && past.fingerprint !== fingerprint) return refuse('idempotency_mismatch')
  if (!past || past.status === null) return refuse('in_progress', { retry_after: 2 })
  return { status: past.status, body: past.answer }
}

/** Keeps the answer for the key's other uses. */
async function remember(db: Connection, { actor, key }: Intent, { status, body }: Answer): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status, answer: JSON.stringify(body) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
}

/** Lets the key go where nothing was done that a repetition should not do again. */
async function forget(db: Connection, { actor, key }: Intent): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('actor', '=', actor).where('key', '=', key).where('status', 'is', null).execute()
}

/** Runs the work once per intent. Answers are kept; refusals are not: nothing was done, and the next try may succeed. */
export async function answerOnce(
  db: Connection,
  intent: Intent | null,
  now: Date,
  work: () => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  if (intent === null) return work()
  const known = await recallOrReserve(db, intent, now)
  if (known) return known
  const letGo = async () => {
    // Best effort: where the database is away the reservation expires by itself.
    await forget(db, intent).catch(() => {})
  }
  let answer: Answer | Refusal
  try {
    answer = await work()
  } catch (error) {
    await letGo()
    throw error
  }
  if (answer instanceof Refusal) await letGo()
  // It is done, and said so even where the database has gone meanwhile: letting the key go would have it done again.
  else await remember(db, intent, answer).catch(() => {})
  return answer
}
