import { sql } from 'kysely'
import type { Dashboard } from '#contract/dashboard.ts'
import type { Connection } from '../../platform/database.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { dayOf, type Day } from './day.ts'
import { countOf, readInOrder } from './lists.ts'

/** How many of today are named. */
const mostNext = 5

/** Every figure that the person asking may look behind; the others are null, and not counted. */
export async function readDashboard(db: Connection, scope: PersonScope): Promise<Dashboard> {
  const { time_zone } = await readSettingsRow(db)
  const day = dayOf(scope.now, time_zone)
  const [appointments, schedules, report] = [holds(scope, 'Appointment List'), holds(scope, 'Schedule List'), holds(scope, 'Report View')]
  const given = <Figure>(may: boolean, read: () => Promise<Figure>) => (may ? read() : Promise.resolve(null))
  const [today, free_today, pending, unassigned, unclosed, waiting_list, week, rates, rating] = await Promise.all([
    given(appointments, () => readToday(db, scope, day)),
    given(schedules, () => countFreeToday(db, day)),
    given(appointments, () => countOf(db, 'pending', day)),
    given(appointments, () => countOf(db, 'unassigned', day)),
    given(appointments, () => countOf(db, 'unclosed', day)),
    given(appointments, () => countWaiting(db)),
    given(report && schedules, () => readWeek(db, day)),
    given(report && appointments, () => readRates(db, day)),
    given(report && holds(scope, 'Feedback List'), () => readRating(db, day)),
  ])
  const { missed = null, waiting_days = null } = rates ?? {}
  return { date: day.date, time_zone, today, free_today, pending, unassigned, unclosed, waiting_list, week, missed, waiting_days, rating }
}

/** Who is here or comes next, and how the day goes. Those whose time is over and who never came are not next. */
async function readToday(db: Connection, scope: PersonScope, day: Day): Promise<Dashboard['today']> {
  const { rows } = await sql<{ to_come: number; arrived: number; took_place: number; missed: number; next: string[] }>`
    WITH today AS MATERIALIZED (
      SELECT id, status, starts_at, ends_at, serial FROM appointments WHERE starts_at >= ${day.starts} AND starts_at < ${day.ends}
    )
    SELECT count(*) FILTER (WHERE status = 'booked' AND ends_at > ${day.now})::int AS to_come, count(*) FILTER (WHERE status = 'arrived')::int AS arrived,
      count(*) FILTER (WHERE status = 'fulfilled')::int AS took_place, count(*) FILTER (WHERE status = 'noshow')::int AS missed,
      ARRAY(SELECT id FROM today WHERE status IN ('booked', 'arrived') AND ends_at > ${day.now} ORDER BY starts_at, serial, id LIMIT ${mostNext}) AS next
    FROM today`.execute(db)
  const { next = [], to_come = 0, arrived = 0, took_place = 0, missed = 0 } = rows[0] ?? {}
  return { next: await readInOrder(db, scope, next), to_come, arrived, took_place, missed }
}

/** Seats of today's published sessions that staff can still give away. */
async function countFreeToday(db: Connection, day: Day): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    SELECT coalesce(sum(x.seats - x.taken - x.held), 0)::int AS free FROM schedules s JOIN slots x ON x.schedule_id = s.id AND x.live AND x.blocked IS NULL
    WHERE s.status = 'published' AND s.starts_at >= ${day.starts} AND s.starts_at < ${day.ends} AND x.starts_at > ${day.now}`.execute(db)
  return rows[0]?.free ?? 0
}

async function countWaiting(db: Connection): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM waiting_list WHERE state IN ('waiting', 'offered')`.execute(db)
  return rows[0]?.count ?? 0
}

/** How full each day of this week is (times that an absence took away do not count, but for who is booked in them), by the places' own dates, as the list of schedules filters them. */
async function readWeek(db: Connection, { week }: Day): Promise<Dashboard['week']> {
  const { rows } = await sql<{ date: string; seats: number; taken: number }>`
    SELECT d::date AS date, coalesce(sum(CASE WHEN x.blocked IS NULL THEN x.seats ELSE x.taken END), 0)::int AS seats, coalesce(sum(x.taken), 0)::int AS taken
    FROM generate_series(${week.from}::date, ${week.to}::date, interval '1 day') d
    LEFT JOIN schedules s ON s.local_date = d::date AND s.status = 'published'
      AND s.starts_at BETWEEN ${week.from}::date - interval '1 day' AND ${week.to}::date + interval '2 days'
    LEFT JOIN slots x ON x.schedule_id = s.id AND x.live
    GROUP BY d ORDER BY d`.execute(db)
  return rows
}

/** What was missed, and how long people waited, in the last 30 days and in the 30 before; from one index alone, counted by tenths of a day. */
async function readRates(db: Connection, day: Day): Promise<Pick<Dashboard, 'missed' | 'waiting_days'>> {
  // One whole number to group by, worked out in floating point: half the time of three values and exact decimals over 100,000 rows.
  const { rows: grouped } = await sql<{ key: number; count: number }>`
    SELECT (starts_at >= ${day.since})::int
        + 2 * CASE WHEN status = 'noshow' THEN -1 ELSE greatest(0, round((date_part('epoch', starts_at) - date_part('epoch', created_at)) / 8640))::int END AS key,
      count(*)::int AS count
    FROM appointments
    WHERE starts_at >= ${day.before} AND starts_at < ${day.now} AND status IN ('arrived', 'fulfilled', 'noshow')
    GROUP BY 1`.execute(db)
  const rows = grouped.map(({ key, count }) => ({ recent: key % 2 !== 0, missed: key < 0, tenths: Math.floor(key / 2), count }))
  const total = (some: typeof rows) => some.reduce((sum, { count }) => sum + count, 0)
  const [now, before] = [rows.filter(({ recent }) => recent), rows.filter(({ recent }) => !recent)]
  const share = (some: typeof rows) => ({ part: total(some.filter(({ missed }) => missed)), whole: total(some) })
  const wait = (some: typeof rows) =>
    medianOf(some.filter(({ missed }) => !missed).map(({ tenths, count }) => ({ value: tenths / 10, count })))
  return { missed: { ...share(now), before: share(before) }, waiting_days: { median: wait(now), before: wait(before) } }
}

/** The value in the middle, of two the mean; null of none. */
function medianOf(values: { value: number; count: number }[]): number | null {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const total = sorted.reduce((sum, { count }) => sum + count, 0)
  const at = (place: number) => {
    let seen = 0
    return sorted.find(({ count }) => (seen += count) > place)?.value ?? null
  }
  const [low, high] = [at(Math.floor((total - 1) / 2)), at(Math.floor(total / 2))]
  return low === null || high === null ? null : (low + high) / 2
}

/** What clients gave in stars, by when they said it. */
async function readRating(db: Connection, day: Day): Promise<Dashboard['rating']> {
  const { rows } = await sql<{ recent: boolean; average: number; count: number }>`
    SELECT created_at >= ${day.since} AS recent, sum(star_sum)::float8 / sum(stars) AS average, sum(stars)::int AS count
    FROM feedback WHERE type = 'client' AND stars > 0 AND created_at >= ${day.before} AND created_at < ${day.ends}
    GROUP BY 1`.execute(db)
  const of = (recent: boolean) => rows.find(row => row.recent === recent)
  return { average: of(true)?.average ?? null, count: of(true)?.count ?? 0, before: of(false)?.average ?? null }
}
