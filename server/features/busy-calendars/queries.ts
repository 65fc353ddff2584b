import { sql } from 'kysely'
import type { BusyCalendar, BusyWhy } from '#contract/busy-calendars.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { holds, isOwnMentorId, type PersonScope } from '../../platform/scope.ts'
import type { SecretPlace } from '../../platform/secrets/secret-box.ts'
import { isUnfinished } from '../cancelling/queries.ts'
import { presentMentorName, type MentorRow } from '../schedules/present.ts'

/** So many of the appointments that stand in busy times are named. */
const maxConflicts = 20

type Row = Omit<BusyCalendar, 'mentor' | 'host' | 'failing'> & {
  mentor: MentorRow
  address: Buffer
  failing_since: string | null
  why: BusyWhy | null
  detail: string | null
}

/** Where a mentor's address is stored. */
export const addressPlace = (mentorId: string): SecretPlace => ({ table: 'busy_calendars', column: 'address', row: mentorId })

/** Unfinished appointments `a` that stand in busy times of the calendar `c`. */
const conflicting = (
  now: Date,
) => sql`FROM busy_times b JOIN appointments a ON a.mentor_id = b.mentor_id AND a.starts_at < b.ends_at AND a.ends_at > b.starts_at
  WHERE b.mentor_id = c.mentor_id AND b.ends_at > ${now} AND ${isUnfinished('a', { now })}`

/**
 * Mentors' own calendars, failing ones first, then by name; `mentorId` null: every mentor's. The route has
 * decided that the caller may see them.
 */
export async function listBusyCalendars(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  scope: PersonScope,
  mentorId: string | null,
): Promise<BusyCalendar[]> {
  const { now, person } = scope
  const { rows } = await sql<Row>`
    SELECT c.mentor_id AS id, json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) AS mentor, c.address, c.added_at,
      greatest(c.read_at, c.checked_at) AS read_at, c.failing_since, c.why, c.detail, c.unread,
      (SELECT count(*)::int FROM busy_times b WHERE b.mentor_id = c.mentor_id AND b.ends_at > ${now}) AS times,
      (SELECT count(DISTINCT a.id)::int ${conflicting(now)}) AS affected,
      (SELECT coalesce(json_agg(x ORDER BY x.starts_at, x.id), '[]') FROM (
        SELECT DISTINCT a.id, a.reference, a.schedule_id, p.time_zone, rfc3339(a.starts_at) AS starts_at,
          rfc3339(a.ends_at) AS ends_at
        FROM schedules s JOIN places p ON p.id = s.place_id, LATERAL (SELECT a.* ${conflicting(now)}) a
        WHERE s.id = a.schedule_id AND (c.mentor_id = ${person.isMentor ? person.id : null} OR ${holds(scope, 'Appointment List')}) ORDER BY starts_at, a.id LIMIT ${maxConflicts}) x) AS conflicts
    FROM busy_calendars c JOIN users u ON u.id = c.mentor_id
    WHERE ${mentorId}::uuid IS NULL OR c.mentor_id = ${mentorId}::uuid
    ORDER BY c.failing_since NULLS LAST, u.name, c.mentor_id`.execute(db)
  return rows.map(row => present(row, secrets.open(addressPlace(row.id), row.address).toString()))
}

const present = ({ mentor, address: _, failing_since, why, detail, ...row }: Row, address: string): BusyCalendar => ({
  ...row,
  mentor: presentMentorName(mentor),
  host: new URL(address).host,
  failing: failing_since && why ? { since: failing_since, why, detail } : null,
})

/** Whether there is a calendar of that mentor which the caller may change. */
export async function mayChangeCalendar(db: Connection, scope: PersonScope, id: string): Promise<boolean> {
  if (!isOwnMentorId(scope, id) && !holds(scope, 'Schedule Edit')) return false
  return (await db.selectFrom('busy_calendars').select('mentor_id').where('mentor_id', '=', id).executeTakeFirst()) !== undefined
}
