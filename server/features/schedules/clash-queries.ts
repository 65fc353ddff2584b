import { sql } from 'kysely'
import type { Clash } from '#contract/problem.ts'
import { addDays, type LocalDate } from '#domain/time/local-date.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import type { PlannedSession } from './plan-sessions.ts'

/** The fields common to all sessions of a plan. */
export interface Plan {
  place_id: string
  time_zone: string
  /** In roster order. */
  mentors: { id: string; name: string }[]
  sessions: PlannedSession[]
  /** Schedules to ignore, because they are being changed. */
  except?: readonly string[]
}

/** A clash, and the sessions of the plan that it affects. */
export type FoundClash = Clash & { session: number }

/**
 * Everything that clashes with the plan, in the order of its sessions, at most `most`: the mentors'
 * slots in other sessions, their time off, the place's closed days, and the plan itself. One entry
 * per obstacle, session and mentor. For a closed day the first mentor represents the roster.
 */
export async function findClashes(db: Connection, scope: Scope, plan: Plan, most: number): Promise<FoundClash[]> {
  const found = await findOutsideClashes(db, scope, plan, most)
  return [...found, ...findClashesWithinPlan(plan)].toSorted((a, b) => a.session - b.session).slice(0, most)
}

/** The same without the plan itself. */
export async function findOutsideClashes(db: Connection, _scope: Scope, plan: Plan, most: number): Promise<FoundClash[]> {
  const { rows } = await sql<FoundClash & { mentor_id: string; mentor_name: string }>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(wantedSlots(plan))})
        AS slot (session int, mentor_id uuid, starts_at timestamptz, ends_at timestamptz)
    ), days AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(touchedDays(plan))}) AS day (session int, date date)
    ), found AS (
      SELECT wanted.session, slots.mentor_id, min(slots.starts_at) AS starts_at, max(slots.ends_at) AS ends_at,
        ${plan.time_zone}::text AS time_zone, slots.schedule_id, 'session' AS reason
      FROM wanted
      JOIN mentor_times spoken ON spoken.mentor_id = wanted.mentor_id
        AND tstzrange(spoken.starts_at, spoken.ends_at) && tstzrange(wanted.starts_at, wanted.ends_at)
      JOIN slots ON slots.id = spoken.slot_id
      WHERE slots.schedule_id <> ALL (${plan.except ?? []}::uuid[])
      GROUP BY wanted.session, slots.mentor_id, slots.schedule_id
      UNION ALL
      SELECT DISTINCT wanted.session, away.mentor_id, away.starts_at, away.ends_at, ${plan.time_zone}, NULL::uuid, 'time_off'
      FROM wanted
      JOIN time_off away ON away.mentor_id = wanted.mentor_id
        AND tstzrange(away.starts_at, away.ends_at) && tstzrange(wanted.starts_at, wanted.ends_at)
      UNION ALL
      SELECT days.session, ${plan.mentors[0]?.id ?? null}::uuid, closed.date::timestamp AT TIME ZONE ${plan.time_zone},
        (closed.date + 1)::timestamp AT TIME ZONE ${plan.time_zone}, ${plan.time_zone}, NULL::uuid, 'closed_day'
      FROM days JOIN closed_days closed ON closed.place_id = ${plan.place_id}::uuid AND closed.date = days.date
    )
    SELECT found.*, users.name AS mentor_name FROM found JOIN users ON users.id = found.mentor_id
    ORDER BY session, starts_at, mentor_name, reason LIMIT ${most}`.execute(db)
  return rows.map(({ mentor_id, mentor_name, ...clash }) => ({ ...clash, mentor: { id: mentor_id, name: mentor_name } }))
}

/** Sessions of one plan that overlap the next one. */
export function findClashesWithinPlan({ sessions, mentors, time_zone }: Plan): FoundClash[] {
  return sessions.flatMap(({ starts }, index) => {
    const before = sessions[index - 1]
    if (!before || before.ends.instant.epochMilliseconds <= starts.instant.epochMilliseconds) return []
    const [starts_at, ends_at] = [before.starts.instant.toString(), before.ends.instant.toString()]
    return mentors.map(mentor => ({ session: index, mentor, starts_at, ends_at, time_zone, schedule_id: null, reason: 'itself' as const }))
  })
}

function wantedSlots({ sessions }: Plan) {
  return sessions.flatMap(({ slots }, session) =>
    slots.map(({ mentor_id, starts_at, ends_at }) => ({
      session,
      mentor_id,
      starts_at: starts_at.toString(),
      ends_at: ends_at.toString(),
    })),
  )
}

/** The local dates of each session. A session that ends at midnight does not touch the next day. */
function touchedDays({ sessions }: Plan): { session: number; date: LocalDate }[] {
  return sessions.flatMap(({ starts, ends }, session) => {
    const first = starts.local.slice(0, 10)
    const last = ends.local.endsWith('T00:00') ? addDays(ends.local.slice(0, 10), -1) : ends.local.slice(0, 10)
    const dates: LocalDate[] = []
    for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date)
    return dates.map(date => ({ session, date }))
  })
}
