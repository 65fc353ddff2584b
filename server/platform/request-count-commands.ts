import type { Prepared } from './database.ts'

/** So many requests under a key, until then in epoch milliseconds. */
export interface Counted {
  key: string
  count: number
  endsAt: number
}

/**
 * Adds to what all servers have counted, and answers what that comes to and until when, in no order. Where nothing is counted under a key any more, it begins anew and ends when
 * `endsAt` says. No key may be there twice.
 */
export async function countRequests(prepared: Prepared, counted: readonly Counted[], now: Date): Promise<Counted[]> {
  const rows = await prepared<{ key: string; count: number; ends_at: string }>(
    'count_requests',
    // In one order, so that servers that add to the same keys at once wait for each other instead of deadlocking.
    `INSERT INTO request_counts AS c (key, count, ends_at)
      SELECT * FROM unnest($1::text[], $2::int[], $3::timestamptz[]) ORDER BY 1
      ON CONFLICT (key) DO UPDATE SET count = CASE WHEN c.ends_at > $4 THEN c.count ELSE 0 END + excluded.count,
        ends_at = CASE WHEN c.ends_at > $4 THEN c.ends_at ELSE excluded.ends_at END
      RETURNING key, count, ends_at`,
    [
      counted.map(({ key }) => key),
      counted.map(({ count }) => count),
      counted.map(({ endsAt }) => new Date(endsAt).toISOString()),
      now.toISOString(),
    ],
  )
  return rows.map(({ key, count, ends_at }) => ({ key, count, endsAt: Date.parse(ends_at) }))
}

/** Removes what counts no more. */
export async function removeOldCounts(prepared: Prepared, now: Date): Promise<void> {
  await prepared('remove_old_counts', 'DELETE FROM request_counts WHERE ends_at <= $1', [now.toISOString()])
}
