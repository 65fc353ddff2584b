import { sql } from 'kysely'
import type { Away, DaySummary, Planner, PlannerQuery, PlannerSession } from '#contract/planner.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { presentMentorName, type MentorRow } from '../present.ts'
import { matchesFilter } from '../filter-queries.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { isActiveMentor } from '../planning/queries.ts'

const localText = (time: string) => sql`to_char(${sql.raw(time)}, 'YYYY-MM-DD"T"HH24:MI')`

/** Sessions `s` of the query, without cancelled ones. */
const matches = (query: PlannerQuery) => sql<boolean>`s.status <> 'cancelled' AND ${matchesFilter('s', query)}`

/** Sums over the planned slots of `s`. */
const seats = sql`LATERAL (SELECT coalesce(sum(x.seats), 0)::int AS total, coalesce(sum(x.taken), 0)::int AS taken
  FROM slots x WHERE x.schedule_id = s.id AND x.live) sums`

/** Everything that a calendar of these days shows. */
export async function findPlanner(db: Connection, scope: Scope, query: PlannerQuery): Promise<Planner> {
  const { time_zone } = await readSettingsRow(db)
  const sessions = await findSessions(db, query)
  const used = (ids: readonly string[]) => sql`ANY (${[...new Set(ids)]}::uuid[])`
  const [away, closed, mentors, places, types] = await Promise.all([
    findAway(db, scope, query, time_zone),
    sql<Planner['closed'][number]>`SELECT c.place_id, c.date, c.reason FROM closed_days c
      WHERE c.date BETWEEN ${query.from}::date AND ${query.to}::date ORDER BY c.date`.execute(db),
    sql<MentorRow>`SELECT id, name, photo_id FROM users
      WHERE ${isActiveMentor()} OR id = ${used(sessions.flatMap(({ mentor_ids }) => mentor_ids))} ORDER BY name, id`.execute(db),
    sql<Planner['places'][number]>`SELECT id, name, time_zone FROM places
      WHERE active OR id = ${used(sessions.map(({ place_id }) => place_id))} ORDER BY name, id`.execute(db),
    sql<Planner['support_types'][number]>`SELECT id, name, colour FROM support_types
      WHERE active OR id = ${used(sessions.map(({ support_type_id }) => support_type_id))} ORDER BY position, name`.execute(db),
  ])
  return {
    time_zone,
    sessions,
    away,
    closed: closed.rows,
    mentors: mentors.rows.map(presentMentorName),
    places: places.rows,
    support_types: types.rows,
  }
}

async function findSessions(db: Connection, query: PlannerQuery): Promise<PlannerSession[]> {
  const { rows } = await sql<PlannerSession>`
    SELECT s.id, s.support_type_id, s.place_id, s.starts_at, s.ends_at, s.status, s.interpreted, s.revision,
      ${localText('s.local_starts')} AS starts_local, ${localText('s.local_ends')} AS ends_local,
      ARRAY(SELECT m.mentor_id FROM schedule_mentors m WHERE m.schedule_id = s.id ORDER BY m.roster) AS mentor_ids,
      json_build_object('total', sums.total, 'taken', sums.taken) AS seats
    FROM schedules s CROSS JOIN ${seats}
    WHERE ${matches(query)} ORDER BY s.starts_at, s.id`.execute(db)
  return rows
}

/** Time off and busy times that touch the days on the organisation’s clock. */
export async function findAway(
  db: Connection,
  _scope: Scope,
  { from, to, mentor_id }: Pick<PlannerQuery, 'from' | 'to' | 'mentor_id'>,
  zone: string,
): Promise<Away[]> {
  const [start, end] = [sql`${from}::timestamp AT TIME ZONE ${zone}`, sql`(${to}::date + 1)::timestamp AT TIME ZONE ${zone}`]
  const { rows } = await sql<Away>`
    SELECT a.mentor_id, to_char(a.starts_at AT TIME ZONE ${zone}, 'YYYY-MM-DD"T"HH24:MI') AS starts_local,
      to_char(a.ends_at AT TIME ZONE ${zone}, 'YYYY-MM-DD"T"HH24:MI') AS ends_local, a.kind
    FROM (
      SELECT mentor_id, starts_at, ends_at, 'time_off' AS kind FROM time_off WHERE ends_at > ${start} AND starts_at < ${end}
      UNION ALL
      SELECT mentor_id, starts_at, ends_at, 'busy' FROM busy_times WHERE ends_at > ${start} AND starts_at < ${end}
    ) a
    WHERE ${mentor_id ?? null}::uuid IS NULL OR a.mentor_id = ${mentor_id ?? null}::uuid
    ORDER BY a.starts_at, a.mentor_id`.execute(db)
  return rows
}

/** Sums by the local date on which sessions start; each day of the query once. */
export async function findDays(db: Connection, _scope: Scope, query: PlannerQuery): Promise<DaySummary[]> {
  const { rows } = await sql<DaySummary>`
    SELECT day::date AS date, count(s.id)::int AS sessions, count(s.id) FILTER (WHERE s.status = 'draft')::int AS drafts,
      coalesce(sum(s.total), 0)::int AS seats, coalesce(sum(s.taken), 0)::int AS taken,
      ARRAY(SELECT p.name FROM closed_days c JOIN places p ON p.id = c.place_id WHERE c.date = day::date ORDER BY p.name) AS closed
    FROM generate_series(${query.from}::date, ${query.to}::date, interval '1 day') AS day
    LEFT JOIN (SELECT s.id, s.status, s.local_date, sums.total, sums.taken FROM schedules s CROSS JOIN ${seats} WHERE ${matches(query)}) s
      ON s.local_date = day::date
    GROUP BY day ORDER BY day`.execute(db)
  return rows
}
