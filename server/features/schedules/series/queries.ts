import { sql } from 'kysely'
import { maxSeriesSessions, type SeriesSession } from '#contract/series.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { findBookedPeople } from '../form-queries.ts'
import { type MentorRow, presentMentorName } from '../present.ts'

/**
 * The sessions of this session's series that are neither over nor cancelled, soonest first, with their clients: as
 * many as one change can name, and how many later ones there are.
 */
export async function findSeriesSessions(db: Connection, scope: Scope, id: string): Promise<{ sessions: SeriesSession[]; more: number }> {
  const { rows } = await sql<Omit<SeriesSession, 'booked' | 'mentors'> & { mentors: MentorRow[]; total: number }>`
    SELECT s.id, s.local_date AS date, s.starts_at, s.ends_at, p.time_zone, json_build_object('id', p.id, 'name', p.name) AS place,
      s.status, s.revision, s.changed_alone, count(*) OVER ()::int AS total,
      (SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) ORDER BY m.roster), '[]')
        FROM schedule_mentors m JOIN users u ON u.id = m.mentor_id WHERE m.schedule_id = s.id) AS mentors
    FROM schedules opened JOIN schedules s ON s.series_id = opened.series_id JOIN places p ON p.id = s.place_id
    WHERE opened.id = ${id} AND s.status <> 'cancelled' AND s.ends_at > ${scope.now}
    ORDER BY s.starts_at, s.id LIMIT ${maxSeriesSessions}`.execute(db)
  const booked = await findBookedPeople(
    db,
    scope,
    rows.map(session => session.id),
  )
  const sessions = rows.map(({ mentors, total: _, ...session }) => ({
    ...session,
    mentors: mentors.map(presentMentorName),
    booked: booked.filter(({ schedule_id }) => schedule_id === session.id),
  }))
  return { sessions, more: (rows[0]?.total ?? 0) - sessions.length }
}

/** The series of a session; null if it is not part of one. It never changes. */
export async function findSeriesId(db: Connection, _scope: Scope, id: string): Promise<string | null> {
  const row = await db.selectFrom('schedules').select('series_id').where('id', '=', id).executeTakeFirst()
  return row?.series_id ?? null
}

/** How many other sessions of the series can still be changed. */
export async function countOtherSessions(db: Connection, scope: Scope, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM schedules opened JOIN schedules s ON s.series_id = opened.series_id AND s.id <> opened.id
    WHERE opened.id = ${id} AND s.status <> 'cancelled' AND s.ends_at > ${scope.now}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether a client of the session has arrived or been seen. Such an appointment is not moved. */
export async function hasArrivals(db: Connection, _scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM appointments WHERE schedule_id = ${id} AND holds_seat(status) AND NOT is_open(status) LIMIT 1`.execute(db)
  return rows.length > 0
}

/** A client in the way of a change, with the session. */
export interface ClientInSeries {
  schedule_id: string
  appointment_id: string
  reference: string
  name: string
  starts_at: string
}

/** Clients who have another appointment at the time to which their session moves; by time. */
export async function findBusyClients(
  db: Connection,
  _scope: Scope,
  shifts: readonly { schedule_id: string; seconds: number }[],
): Promise<ClientInSeries[]> {
  if (shifts.length === 0) return []
  const { rows } = await sql<ClientInSeries>`
    WITH shifts AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(shifts)}) AS shift (schedule_id uuid, seconds float)
    )
    SELECT a.schedule_id, a.id AS appointment_id, a.reference, u.name, a.starts_at
    FROM shifts JOIN appointments a ON a.schedule_id = shifts.schedule_id AND holds_seat(a.status) JOIN users u ON u.id = a.user_id
    WHERE EXISTS (
      SELECT 1 FROM appointments other WHERE other.user_id = a.user_id AND holds_seat(other.status)
        AND other.schedule_id NOT IN (SELECT schedule_id FROM shifts)
        AND tstzrange(other.starts_at, other.ends_at) && tstzrange(a.starts_at + make_interval(secs => shifts.seconds), a.ends_at + make_interval(secs => shifts.seconds))
    ) ORDER BY a.starts_at, a.id`.execute(db)
  return rows
}
