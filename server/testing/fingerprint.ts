import { sql } from 'kysely'
import type { Connection } from '../platform/database/connection.ts'
import { executePrepared } from '../platform/database/prepared-pool.ts'

/**
 * By table: how many rows, and a sum of hashes of where each lies and which transaction wrote it. Every write,
 * also of the same values, makes a new row version.
 */
export type Fingerprint = Record<string, string>

/** Counting requests is what refusing some of them takes. */
const leftOut = 'request_counts'

/** Of the whole database, in one statement and one snapshot. */
export async function takeFingerprint(db: Connection): Promise<Fingerprint> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ${leftOut} ORDER BY relname`.execute(db)
  const each = tables.map(
    ({ name }) => sql`
      SELECT ${sql.lit(name)} AS name, count(*) || ' ' || coalesce(sum(hashtextextended(t.xmin::text || t.ctid::text, 0)), 0) AS holds
      FROM ${sql.table(name)} t`,
  )
  const all = sql<{ name: string; holds: string }>`${sql.join(each, sql` UNION ALL `)}`.compile(db)
  // Planning it takes twice as long as running it.
  const rows = await executePrepared(db, 'fingerprint', all, false)
  return Object.fromEntries(rows.map(({ name, holds }) => [name, holds]))
}

/** The tables that something was written in between the two. */
export const tablesChanged = (before: Fingerprint, after: Fingerprint): string[] =>
  Object.keys(after).filter(name => before[name] !== after[name])
