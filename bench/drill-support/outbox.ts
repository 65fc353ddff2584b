import type pg from 'pg'

/** In ms, longer than the gateway's timeout: the holder of an older lease is dead, unless mail was slow. */
export const deadLeaseMs = 25_000

/** What waits for a minute or more is due now; what a killed server had in hand, by its leases, too. */
export async function hurry(database: pg.Client, dead: readonly string[] = []): Promise<void> {
  await database.query(`UPDATE outbox SET due_at = now() WHERE state = 'waiting' AND lease IS NULL AND due_at > now()`)
  if (dead.length > 0) await database.query(`UPDATE outbox SET due_at = now() WHERE lease = ANY ($1::uuid[])`, [dead])
}

/** The leases that are out. */
export const leasesOut = async (database: pg.Client): Promise<string[]> =>
  (await database.query<{ lease: string }>('SELECT DISTINCT lease FROM outbox WHERE lease IS NOT NULL')).rows.map(({ lease }) => lease)
