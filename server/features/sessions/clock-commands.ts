import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'

/**
 * After the clock was set back by `ms`: moves the creation and expiry of every session, token, ticket and
 * code back by the same time, so that none lives longer. Each server that notices does this, so they may
 * end early.
 */
export async function shiftExpiries(db: Connection, ms: number): Promise<void> {
  const by = sql`make_interval(secs => ${ms / 1000})`
  await db.transaction().execute(async trx => {
    await sql`UPDATE sessions SET created_at = created_at - ${by}, last_used_at = last_used_at - ${by}, provider_checked_at = provider_checked_at - ${by}, expires_at = expires_at - ${by}, authenticated_at = authenticated_at - ${by} WHERE ended_at IS NULL`.execute(
      trx,
    )
    // Used ones too, because their wrong tries count for a day.
    await sql`UPDATE phone_codes SET created_at = created_at - ${by}, expires_at = expires_at - ${by}`.execute(trx)
    await sql`UPDATE registration_tickets SET expires_at = expires_at - ${by} WHERE used_at IS NULL`.execute(trx)
    await sql`UPDATE passkey_challenges SET expires_at = expires_at - ${by}`.execute(trx)
    await sql`UPDATE login_tickets SET created_at = created_at - ${by}, expires_at = expires_at - ${by} WHERE used_at IS NULL`.execute(trx)
    await sql`UPDATE provider_sign_ins SET expires_at = expires_at - ${by} WHERE used_at IS NULL`.execute(trx)
    await sql`UPDATE provider_tickets SET expires_at = expires_at - ${by}`.execute(trx)
  })
}

/**
 * How far the newest stored times lie ahead of `now`, in ms: the clock was set back at least this far
 * while no server ran.
 */
export async function measureClockSetBack(db: Connection, now: Date): Promise<number> {
  const { rows } = await sql<{ newest: string | null }>`
    SELECT greatest((SELECT max(last_used_at) FROM sessions WHERE ended_at IS NULL), (SELECT max(created_at) FROM phone_codes),
      (SELECT max(created_at) FROM login_tickets)) AS newest`.execute(db)
  const newest = rows[0]?.newest
  return newest ? Math.max(0, Date.parse(newest) - now.getTime()) : 0
}
