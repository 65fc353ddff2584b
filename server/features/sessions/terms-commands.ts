import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'

/**
 * The clock was put back by so many milliseconds: brings the beginning and the end of every session, token, ticket and code forward as much, so that none of
 * them lives longer for it. What several servers notice is brought forward by each of them, and then ends early.
 */
export async function shortenTerms(db: Connection, ms: number): Promise<void> {
  const by = sql`make_interval(secs => ${ms / 1000})`
  await db.transaction().execute(async trx => {
    await sql`UPDATE sessions SET created_at = created_at - ${by}, last_used_at = last_used_at - ${by}, provider_checked_at = provider_checked_at - ${by}, expires_at = expires_at - ${by} WHERE ended_at IS NULL`.execute(
      trx,
    )
    // Used ones too: what was guessed wrong is counted for a day.
    await sql`UPDATE phone_codes SET created_at = created_at - ${by}, expires_at = expires_at - ${by}`.execute(trx)
    await sql`UPDATE registration_tickets SET expires_at = expires_at - ${by} WHERE used_at IS NULL`.execute(trx)
    await sql`UPDATE login_tickets SET created_at = created_at - ${by}, expires_at = expires_at - ${by} WHERE used_at IS NULL`.execute(trx)
    await sql`UPDATE provider_sign_ins SET expires_at = expires_at - ${by} WHERE used_at IS NULL`.execute(trx)
    await sql`UPDATE provider_tickets SET expires_at = expires_at - ${by}`.execute(trx)
  })
}

/** By how many milliseconds what was last written here lies ahead of `now`: at least so much was the clock put back while no server looked. */
export async function measureAhead(db: Connection, now: Date): Promise<number> {
  const { rows } = await sql<{ newest: string | null }>`
    SELECT greatest((SELECT max(last_used_at) FROM sessions WHERE ended_at IS NULL), (SELECT max(created_at) FROM phone_codes),
      (SELECT max(created_at) FROM login_tickets)) AS newest`.execute(db)
  const newest = rows[0]?.newest
  return newest ? Math.max(0, Date.parse(newest) - now.getTime()) : 0
}
