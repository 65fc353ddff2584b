import { type Kysely, sql } from 'kysely'
import { vi } from 'vitest'
import type { Database } from '../types.ts'

/**
 * Returns when `count` statements of this database wait for locks. Not for a connection with a transaction:
 * within one, pg_stat_activity shows the first state again.
 */
export async function waitForLocks(db: Kysely<Database>, count = 1): Promise<void> {
  const waiting = sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await vi.waitUntil(async () => ((await waiting.execute(db)).rows[0]?.count ?? 0) >= count, { timeout: 15_000, interval: 5 })
}
