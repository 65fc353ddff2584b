import { sql } from 'kysely'
import type { Connection } from '../database/connection.ts'

/**
 * How many messages wait (10,000 at most are counted), and for how many seconds the first of them has been due;
 * where it was tried in vain, since the first try.
 */
export async function readOutbox(db: Connection, now: Date): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`
    SELECT w.waiting, greatest(0, extract(epoch FROM ${now}::timestamptz - least(w.tried_since, (SELECT min(due_at) FROM outbox WHERE state = 'waiting'))))::float AS oldest
    FROM (SELECT count(*)::int AS waiting, min(tried_since) AS tried_since FROM (SELECT tried_since FROM outbox WHERE state = 'waiting' LIMIT 10000) tried) w`.execute(
    db,
  )
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 }
}
