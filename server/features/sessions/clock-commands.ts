import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { maxCorrectionMs } from '../../platform/clock.ts'
import { challengeLifetimeMs } from './passkeys/challenge-commands.ts'
import { registrationTicketLifetimeMs } from './registration/commands.ts'

/** A table of sessions, codes, tickets or links, each with `expires_at`. */
interface Expiring {
  table: string
  /** Columns with times in the past, from which a lifetime is counted. */
  past: string[]
  /** When the row was made. */
  issued: RawBuilder<unknown>
  /** The rows that still count. */
  valid: RawBuilder<unknown>
}

const createdAt = sql`created_at`
const unused = sql`used_at IS NULL`
const all = sql`true`
const beforeExpiry = (lifetimeMs: number) => sql`expires_at - make_interval(secs => ${lifetimeMs / 1000})`

const expiring: Expiring[] = [
  {
    table: 'sessions',
    past: ['created_at', 'last_used_at', 'provider_checked_at', 'authenticated_at'],
    issued: createdAt,
    valid: sql`ended_at IS NULL`,
  },
  // Used ones too, because their wrong tries count for a day.
  { table: 'phone_codes', past: ['created_at'], issued: createdAt, valid: all },
  { table: 'registration_tickets', past: [], issued: beforeExpiry(registrationTicketLifetimeMs), valid: unused },
  { table: 'passkey_challenges', past: [], issued: beforeExpiry(challengeLifetimeMs), valid: all },
  { table: 'login_tickets', past: ['created_at'], issued: createdAt, valid: unused },
  { table: 'provider_sign_ins', past: ['created_at'], issued: createdAt, valid: unused },
  { table: 'provider_tickets', past: ['created_at'], issued: createdAt, valid: all },
  { table: 'invitations', past: ['created_at'], issued: createdAt, valid: sql`accepted_at IS NULL AND revoked_at IS NULL` },
  { table: 'setup_links', past: ['created_at'], issued: createdAt, valid: sql`used_at IS NULL AND ended_at IS NULL` },
]

/**
 * After the clock was set back by `ms`: moves the creation and expiry of all that signs a person in back by the same
 * time, so that none of it counts longer. Other times, as of offers and old webhook secrets, stay. Each server that notices does this, so they may end early.
 */
export async function shiftExpiries(db: Connection, ms: number): Promise<void> {
  const by = sql`make_interval(secs => ${ms / 1000})`
  await db.transaction().execute(async trx => {
    for (const { table, past, valid } of expiring) {
      const times = ['expires_at', ...past].map(column => sql`${sql.ref(column)} = ${sql.ref(column)} - ${by}`)
      await sql`UPDATE ${sql.table(table)} SET ${sql.join(times)} WHERE ${valid}`.execute(trx)
    }
  })
}

/**
 * Moves what was written in the future back to `now`. A request that read the time before the clock went
 * back may write after `shiftExpiries`.
 */
export async function shiftLateWrites(db: Connection, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + maxCorrectionMs)
  for (const { table, past, issued, valid } of expiring) {
    const times = [
      sql`expires_at = expires_at - greatest(${issued} - ${now}, interval '0')`,
      ...past.map(column => sql`${sql.ref(column)} = least(${sql.ref(column)}, ${now})`),
    ]
    const ahead = [issued, ...past.map(column => sql.ref(column))].map(time => sql`${time} > ${latest}`)
    await sql`UPDATE ${sql.table(table)} SET ${sql.join(times)} WHERE ${valid} AND (${sql.join(ahead, sql` OR `)})`.execute(db)
  }
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
