import { sql } from 'kysely'
import { defineQuery, type Param } from './database/compiled-query.ts'
import type { Connection } from './database/connection.ts'

/** The number of requests under a key, until then in epoch milliseconds. */
export interface RequestCount {
  key: string
  count: number
  endsAt: number
}

// Sorted, so that servers that add to the same keys at the same time wait for each other instead of
// deadlocking.
const addCounts = defineQuery(
  'count requests',
  (_db, { keys, counts, ends, now }: { keys: Param<string[]>; counts: Param<number[]>; ends: Param<string[]>; now: Param<string> }) => sql<{
    key: string
    count: number
    ends_at: string
  }>`
    INSERT INTO request_counts AS c (key, count, ends_at)
      SELECT * FROM unnest(${keys}::text[], ${counts}::int[], ${ends}::timestamptz[]) ORDER BY 1
      ON CONFLICT (key) DO UPDATE SET count = CASE WHEN c.ends_at > ${now} THEN c.count ELSE 0 END + excluded.count,
        ends_at = CASE WHEN c.ends_at > ${now} THEN c.ends_at ELSE excluded.ends_at END
      RETURNING key, count, ends_at`,
  { priority: true },
)

/**
 * Adds to the counts of all servers and returns the sums with their ends, in no order. A key without a
 * current count begins again and ends at `endsAt`. Keys must be unique.
 */
export async function countRequests(db: Connection, counted: readonly RequestCount[], now: Date): Promise<RequestCount[]> {
  const rows = await addCounts(db, {
    keys: counted.map(({ key }) => key),
    counts: counted.map(({ count }) => count),
    ends: counted.map(({ endsAt }) => new Date(endsAt).toISOString()),
    now: now.toISOString(),
  })
  return rows.map(({ key, count, ends_at }) => ({ key, count, endsAt: Date.parse(ends_at) }))
}

/** Removes counts that have ended. */
export async function removeOldCounts(db: Connection, now: Date): Promise<void> {
  await sql`DELETE FROM request_counts WHERE ends_at <= ${now}`.execute(db)
}
