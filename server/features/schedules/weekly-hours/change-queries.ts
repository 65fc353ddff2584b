import { sql } from 'kysely'
import type { ChangeWeeklyHours } from '#contract/weekly-hours.ts'
import { weekdayOf } from '#domain/time/local-date.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { findHolidays } from '../../holidays/queries.ts'
import { findHolidayRegion } from '../planning/queries.ts'
import type { Range } from './plan-commands.ts'

/** What all times of weekly hours share: a change concerns every session. */
const shared = ['place_id', 'slot_minutes', 'break_minutes', 'seats_per_slot'] as const
type Hours = Pick<ChangeWeeklyHours, (typeof shared)[number]> & { id: string; leave_out_holidays: boolean; interpreted: boolean }

const isEqualTo = (a: Range) => (b: ChangeWeeklyHours['ranges'][number]) =>
  a.weekday === b.weekday && a.starts === b.starts && a.ends === b.ends && a.support_type_id === b.support_type_id

const fits = (date: string, starts: string, ranges: readonly Range[]) =>
  ranges.some(range => range.weekday === weekdayOf(date) && range.starts === starts)

/**
 * A planned session with the date and time it was planned for, when it takes place now, and its open appointments.
 */
interface SessionAhead {
  id: string
  date: string
  starts: string
  local_date: string
  local_time: string
  clients: number
}

/** The planned sessions of weekly hours that have not begun, and those of them that do not fit changed hours. */
export async function findUnfit(
  db: Connection,
  scope: Scope,
  hours: Hours,
  before: readonly Range[],
  change: Omit<ChangeWeeklyHours, 'revision'>,
): Promise<{ planned: SessionAhead[]; unfit: SessionAhead[] }> {
  const { until_date, ranges } = change
  const isSame = shared.every(name => change[name] === hours[name]) && (change.interpreted ?? hours.interpreted) === hours.interpreted
  const same = isSame ? before.filter(range => ranges.some(isEqualTo(range))) : []
  const planned = await findAhead(db, scope, hours.id)
  // Only who turns it on leaves out what is planned: a place's new region changes no session.
  const turnsOn = change.leave_out_holidays === true && !hours.leave_out_holidays
  const region = turnsOn ? await findHolidayRegion(db, scope, change.place_id) : null
  const holidays = await findHolidays(
    region,
    planned.map(({ date }) => date),
  )
  const unfit = planned.filter(
    ({ date, starts }) => !fits(date, starts, same) || holidays.has(date) || (until_date !== null && date > until_date),
  )
  return { planned, unfit }
}

async function findAhead(db: Connection, { now }: Scope, id: string): Promise<SessionAhead[]> {
  const { rows } = await sql<SessionAhead>`
    SELECT s.id, d.date, to_char(d.starts, 'HH24:MI') AS starts, to_char(s.local_starts, 'YYYY-MM-DD') AS local_date,
      to_char(s.local_starts, 'HH24:MI') AS local_time,
      (SELECT count(*)::int FROM appointments a WHERE a.schedule_id = s.id AND holds_seat(a.status)) AS clients
    FROM weekly_dates d JOIN schedules s ON s.id = d.schedule_id
    WHERE d.weekly_hours_id = ${id} AND s.status <> 'cancelled' AND s.starts_at > ${now}
    ORDER BY s.starts_at, s.id`.execute(db)
  return rows
}

/** Those of the sessions that have a taken or offered seat. `locks` locks their slots: bookings wait. */
export async function findTaken(db: Connection, sessions: readonly { id: string }[], { locks }: { locks: boolean }): Promise<Set<string>> {
  const { rows } = await sql<{ schedule_id: string; isTaken: boolean }>`
    SELECT schedule_id, taken + held > (SELECT count(*) FROM freed_seats f WHERE f.slot_id = slots.id) AS "isTaken"
    FROM slots WHERE schedule_id = ANY (${sessions.map(({ id }) => id)}::uuid[]) AND live
    ORDER BY id ${locks ? sql`FOR UPDATE` : sql``}`.execute(db)
  return new Set(rows.flatMap(({ schedule_id, isTaken }) => (isTaken ? [schedule_id] : [])))
}
