import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BusyWhy } from '#contract/busy-calendars.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { Scope } from '../../platform/scope.ts'
import type { BusyTime } from './parse-busy-times.ts'
import { addressPlace } from './queries.ts'

/** Duration of a lease in ms; longer than a refresh may take. */
const leaseMs = 2 * 60_000

/** A calendar leased by this worker. */
export interface LeasedCalendar {
  mentor_id: string
  address: string
  etag: string | null
  last_modified: string | null
  read_at: string | null
  /** The mentor's own. */
  time_zone: string
  lease: string
}

/** Leases due calendars of current mentors; several workers share them. */
export async function leaseDue(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  { now }: Scope,
  limit: number,
): Promise<LeasedCalendar[]> {
  const { rows } = await sql<Omit<LeasedCalendar, 'address'> & { address: Buffer }>`
    UPDATE busy_calendars c SET lease = ${randomUUID()}, due_at = ${new Date(now.getTime() + leaseMs)}
    FROM (
      SELECT d.mentor_id FROM busy_calendars d WHERE d.due_at <= ${now} AND (SELECT is_mentor FROM roles_of(d.mentor_id)) ORDER BY d.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) due, users u
    WHERE c.mentor_id = due.mentor_id AND u.id = c.mentor_id
    RETURNING c.mentor_id, c.address, c.etag, c.last_modified, c.read_at, u.time_zone, c.lease`.execute(db)
  return rows.map(row => ({ ...row, address: secrets.open(addressPlace(row.mentor_id), row.address).toString() }))
}

/** Validators for the next conditional request. */
interface Tags {
  etag: string | null
  last_modified: string | null
}

/**
 * Stores the busy times of a calendar: past ones stay, others are replaced. Only changes are written;
 * triggers update blocked slots.
 */
export const storeTimes = (
  db: Connection,
  { now }: Scope,
  calendar: LeasedCalendar,
  { times, unread, tags, nextAt }: { times: BusyTime[]; unread: number; tags: Tags; nextAt: Date },
) =>
  db.transaction().execute(async trx => {
    const mine = await sql`
      UPDATE busy_calendars SET lease = NULL, due_at = ${nextAt}, read_at = ${now}, checked_at = NULL, unread = ${unread}, etag = ${tags.etag}, last_modified = ${tags.last_modified},
        failing_since = NULL, why = NULL, detail = NULL
      WHERE mentor_id = ${calendar.mentor_id} AND lease = ${calendar.lease}`.execute(trx)
    if (!mine.numAffectedRows) return
    const read = sql`unnest(${times.map(({ starts_at }) => starts_at)}::timestamptz[], ${times.map(({ ends_at }) => ends_at)}::timestamptz[]) AS n (starts_at, ends_at)`
    await sql`
      DELETE FROM busy_times b WHERE b.mentor_id = ${calendar.mentor_id}
        AND NOT EXISTS (SELECT FROM ${read} WHERE n.starts_at = b.starts_at AND n.ends_at = b.ends_at)
        AND (b.ends_at > ${now} OR EXISTS (SELECT FROM ${read} WHERE n.starts_at < b.ends_at AND n.ends_at > b.starts_at))`.execute(trx)
    await sql`
      INSERT INTO busy_times (mentor_id, starts_at, ends_at) SELECT ${calendar.mentor_id}, n.starts_at, n.ends_at FROM ${read}
      WHERE NOT EXISTS (SELECT FROM busy_times b WHERE b.mentor_id = ${calendar.mentor_id} AND b.starts_at = n.starts_at AND b.ends_at = n.ends_at)`.execute(
      trx,
    )
  })

/** Stores that the calendar has not changed. */
export async function storeUnchanged(db: Connection, { now }: Scope, { mentor_id, lease }: LeasedCalendar, nextAt: Date): Promise<void> {
  await sql`UPDATE busy_calendars SET lease = NULL, due_at = ${nextAt}, checked_at = ${now}, failing_since = NULL, why = NULL, detail = NULL
    WHERE mentor_id = ${mentor_id} AND lease = ${lease}`.execute(db)
}

/** Stores a failure; the known busy times stay. */
export async function storeFailure(
  db: Connection,
  { now }: Scope,
  { mentor_id, lease }: LeasedCalendar,
  { why, detail, nextAt }: { why: BusyWhy; detail: string; nextAt: Date },
): Promise<void> {
  await sql`UPDATE busy_calendars SET lease = NULL, due_at = ${nextAt}, failing_since = coalesce(failing_since, ${now}), why = ${why}, detail = ${detail || null}
    WHERE mentor_id = ${mentor_id} AND lease = ${lease}`.execute(db)
}
