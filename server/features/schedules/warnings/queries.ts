import { sql } from 'kysely'
import type { BusyMentor, ShortTravel } from '#contract/problem.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { findShortTravel, type Stay, travelOf } from '../travel/queries.ts'

/** What planners should know about a session that they plan. It prevents nothing. */
export interface Warnings {
  travel: ShortTravel[]
  busy_mentors: BusyMentor[]
}

/** A session without warnings. */
export const noWarnings: Warnings = { travel: [], busy_mentors: [] }

/** The warnings of each planned session. `except`: sessions that change. */
export async function findWarnings(
  db: Connection,
  scope: Scope,
  stays: readonly Stay[],
  options?: { except: readonly string[] },
): Promise<Warnings[]> {
  const [short, busy] = await Promise.all([findShortTravel(db, scope, stays, options), findBusyMentors(db, scope, stays)])
  return Array.from({ length: stays.length }, (_, index) => ({
    travel: travelOf(short, index),
    busy_mentors: busy.filter(({ session }) => session === index).map(({ session: _, ...warning }) => warning),
  }))
}

/** Maximum number of warnings to list. */
const maxWarnings = 1000

/**
 * Where the mentors' own calendars block planned times, as `slot_block_reason` (SQL) does: the part of each busy time
 * within the session, so that nothing else of the calendar is told.
 */
async function findBusyMentors(db: Connection, _scope: Scope, stays: readonly Stay[]): Promise<(BusyMentor & { session: number })[]> {
  const wanted = stays.flatMap(({ place_id, slots }, session) =>
    slots.map(({ mentor_id, starts_at, ends_at }) => ({
      session,
      place_id,
      mentor_id,
      starts_at: starts_at.toString(),
      ends_at: ends_at.toString(),
    })),
  )
  const { rows } = await sql<BusyMentor & { session: number }>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(wanted)})
        AS slot (session int, place_id uuid, mentor_id uuid, starts_at timestamptz, ends_at timestamptz)
    )
    SELECT w.session, json_build_object('id', u.id, 'name', u.name) AS mentor, p.time_zone,
      greatest(b.starts_at, min(w.starts_at)) AS starts_at, least(b.ends_at, max(w.ends_at)) AS ends_at
    FROM wanted w JOIN busy_times b ON b.mentor_id = w.mentor_id
        AND tstzrange(b.starts_at, b.ends_at) && tstzrange(w.starts_at, w.ends_at)
      JOIN users u ON u.id = w.mentor_id JOIN places p ON p.id = w.place_id
    GROUP BY w.session, u.id, p.id, b.starts_at, b.ends_at
    ORDER BY w.session, b.starts_at, u.name LIMIT ${maxWarnings}`.execute(db)
  return rows
}
