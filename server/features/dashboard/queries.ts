import { type RawBuilder, sql } from 'kysely'
import type { Dashboard } from '#contract/dashboard.ts'
import { minAnswers } from '#domain/feedback/groups.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { freeStaffSeats } from '../schedules/bookable/queries.ts'
import { isOfDay, startsOnDay, touchesDays } from '../schedules/days/queries.ts'
import { countOpenRequests } from '../absences/requests/queries.ts'
import { countOpenProposals } from '../schedules/hours-proposals/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { isConfidential } from '../support-types/queries.ts'
import { dayOf, type Day } from './compute-periods.ts'
import { countOf, isHere, readAppointmentsInOrder } from './list-queries.ts'

/** Number of today's next appointments with details. */
const maxNext = 5

/** The figures that the caller may see: those whose lists they may open. */
interface May {
  appointments: boolean
  schedules: boolean
  planning: boolean
  editing: boolean
  report: boolean
  feedback: boolean
  settings: boolean
}

/**
 * All figures whose list the caller may open; the others are null and not computed. Callers with the same
 * permissions share them. The next appointments are read per caller, because they contain what the caller
 * may do.
 */
export async function readDashboard(db: Connection, scope: PersonScope): Promise<Dashboard> {
  const { time_zone } = await readSettingsRow(db)
  const { date } = dayOf(scope.now, time_zone)
  const may = {
    appointments: holds(scope, 'Appointment List'),
    schedules: holds(scope, 'Schedule List'),
    planning: holds(scope, 'Schedule Create'),
    editing: holds(scope, 'Schedule Edit'),
    report: holds(scope, 'Report View'),
    feedback: holds(scope, 'Feedback List'),
    settings: holds(scope, 'Settings Edit'),
  }
  const { today, ...figures } = await countFigures(db, scope, { date, time_zone, may })
  return { date, time_zone, today: today && { ...today, next: await readAppointmentsInOrder(db, scope, today.next) }, ...figures }
}

/** `date` is today in `time_zone`. */
const countFigures = defineSharedQuery(
  'dashboard',
  async (db, { now }, { time_zone, may }: { date: string; time_zone: string; may: May }) => {
    const day = dayOf(now, time_zone)
    const given = <Figure>(allowed: boolean, read: () => Promise<Figure>) => (allowed ? read() : Promise.resolve(null))
    const [numbers, today, week, rates, rating] = await Promise.all([
      readNumbers(db, day, may),
      given(may.appointments, () => readToday(db, day)),
      given(may.report && may.schedules, () => readWeek(db, day)),
      given(may.report && may.appointments, () => readRates(db, day)),
      given(may.report && may.feedback, () => readRating(db, day)),
    ])
    const { missed = null, waiting_days = null } = rates ?? {}
    return { today, ...numbers, week, missed, waiting_days, rating }
  },
)

type Numbers = Pick<
  Dashboard,
  | 'free_today'
  | 'pending'
  | 'unassigned'
  | 'unclosed'
  | 'waiting_list'
  | 'hours_proposals'
  | 'time_off_requests'
  | 'codes_sent'
  | 'calendars_failing'
>

/** All single numbers, in one statement. */
async function readNumbers(db: Connection, day: Day, may: May): Promise<Numbers> {
  const given = (allowed: boolean, count: RawBuilder<unknown>) => (allowed ? count : sql`NULL`)
  const { rows } = await sql<Numbers>`SELECT
    ${given(may.schedules, freeToday(day))} AS free_today,
    ${given(may.appointments, countOf('pending', day))} AS pending,
    ${given(may.appointments, countOf('unassigned', day))} AS unassigned,
    ${given(may.appointments, countOf('unclosed', day))} AS unclosed,
    ${given(may.appointments, sql`(SELECT count(DISTINCT user_id)::int FROM waiting_list WHERE is_open_entry(state))`)} AS waiting_list,
    ${given(may.planning, countOpenProposals)} AS hours_proposals,
    ${given(may.editing, countOpenRequests)} AS time_off_requests,
    ${given(may.settings, codesSent(day))} AS codes_sent,
    ${given(may.schedules, sql`(SELECT count(*)::int FROM busy_calendars WHERE failing_since IS NOT NULL)`)} AS calendars_failing`.execute(
    db,
  )
  return (
    rows[0] ?? {
      free_today: null,
      pending: null,
      unassigned: null,
      unclosed: null,
      waiting_list: null,
      hours_proposals: null,
      time_off_requests: null,
      codes_sent: null,
      calendars_failing: null,
    }
  )
}

/** Today's codes, if half of the daily limit is used: a sign of abuse that costs money. */
const codesSent = (day: Day) => sql`(
  SELECT sum(d.spent)::int FROM text_days d, settings s WHERE d.day = ${day.date}::date AND d.what IN ('codes', 'codes_known')
  GROUP BY s.codes_day HAVING sum(d.spent) * 2 >= s.codes_day)`

/** Today's appointments; `next` contains their ids. */
type Today = Omit<NonNullable<Dashboard['today']>, 'next'> & { next: string[] }

/**
 * Clients who have arrived or come next, and counts of the day. Past appointments without arrival are not
 * next.
 */
async function readToday(db: Connection, day: Day): Promise<Today> {
  const { rows } = await sql<Today>`
    WITH today AS MATERIALIZED (
      SELECT id, status, starts_at, ends_at, serial, ${isHere(day.now)} AS is_here FROM appointments a WHERE ${isOfDay(day)}
    )
    SELECT count(*) FILTER (WHERE status = 'booked' AND ends_at > ${day.now})::int AS to_come, count(*) FILTER (WHERE is_here)::int AS arrived,
      count(*) FILTER (WHERE status = 'fulfilled')::int AS took_place, count(*) FILTER (WHERE status = 'noshow')::int AS missed,
      ARRAY(SELECT id FROM today WHERE status IN ('booked', 'arrived') AND ends_at > ${day.now} ORDER BY starts_at, serial, id LIMIT ${maxNext}) AS next
    FROM today`.execute(db)
  return rows[0] ?? { next: [], to_come: 0, arrived: 0, took_place: 0, missed: 0 }
}

/** Free seats of today's times that staff can book, as many as the day lists; for a session that crosses midnight, only those of today (`isOfDay`). */
const freeToday = (day: Day) => sql`(
  SELECT coalesce(sum(${freeStaffSeats(day.now)}), 0)::int FROM schedules s JOIN slots x ON x.schedule_id = s.id AND x.live AND x.ends_at > ${day.now}
  WHERE s.status = 'published' AND s.ends_at > ${day.now} AND s.starts_at >= ${day.starts}::timestamptz - interval '1 day' AND s.starts_at < ${day.ends}
    AND ${isOfDay(day, 'x')})`

/**
 * Booked and total seats of each of the next seven days, by each slot's own local date. Blocked times count
 * only with their booked seats.
 */
async function readWeek(db: Connection, { week }: Day): Promise<Dashboard['week']> {
  // Computed per session, so that a large organisation's seats need no join.
  const { rows } = await sql<{ date: string; seats: number; taken: number }>`
    SELECT d::date AS date, coalesce(sum(each.seats), 0)::int AS seats, coalesce(sum(each.taken), 0)::int AS taken
    FROM generate_series(${week.from}::date, ${week.to}::date, interval '1 day') d
    LEFT JOIN (schedules s JOIN places p ON p.id = s.place_id)
      ON ${touchesDays(sql`d::date`, sql`d::date`)} AND s.status = 'published'
        AND s.starts_at BETWEEN ${week.from}::date - interval '2 days' AND ${week.to}::date + interval '2 days'
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(seats) FILTER (WHERE blocked IS NULL), 0) + coalesce(sum(taken) FILTER (WHERE blocked IS NOT NULL), 0) AS seats, sum(taken) AS taken
      FROM slots x WHERE x.schedule_id = s.id AND x.live AND ${startsOnDay(sql`d::date`)}) each ON true
    GROUP BY d ORDER BY d`.execute(db)
  return rows
}

/**
 * Missed appointments and waiting times in the last 30 days and the 30 days before, from the counts of
 * whole days (docs/decisions/020) and from today's rows.
 */
async function readRates(db: Connection, day: Day): Promise<Pick<Dashboard, 'missed' | 'waiting_days'>> {
  const { rows: grouped } = await sql<{ recent: boolean; outcome: number; count: number }>`
    SELECT recent, outcome, sum(count)::int AS count FROM (
      SELECT day >= ${day.firstDays.since} AS recent, outcome, count FROM appointment_outcomes WHERE day >= ${day.firstDays.before} AND day < ${day.date}
      UNION ALL
      SELECT true, appointment_outcome(status, starts_at, created_at), 1 FROM appointments
      WHERE starts_at >= ${day.starts} AND starts_at < ${day.now} AND has_attendance(status)
    ) x GROUP BY 1, 2`.execute(db)
  const rows = grouped.map(({ outcome, ...row }) => ({ ...row, missed: outcome < 0, tenths: outcome }))
  const total = (some: typeof rows) => some.reduce((sum, { count }) => sum + count, 0)
  const [now, before] = [rows.filter(({ recent }) => recent), rows.filter(({ recent }) => !recent)]
  const share = (some: typeof rows) => ({ part: total(some.filter(({ missed }) => missed)), whole: total(some) })
  const wait = (some: typeof rows) =>
    medianOf(some.filter(({ missed }) => !missed).map(({ tenths, count }) => ({ value: tenths / 10, count })))
  return { missed: { ...share(now), before: share(before) }, waiting_days: { median: wait(now), before: wait(before) } }
}

/** The median; null if there are no values. */
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

/**
 * Clients' stars by the time of the feedback. No average is made of fewer than `minAnswers` feedbacks about one mentor
 * (docs/decisions/013), and none counts confidential support types.
 */
async function readRating(db: Connection, day: Day): Promise<Dashboard['rating']> {
  // Sums from an index alone, less the few that are confidential, which is faster than grouping. Only a few feedbacks are
  // read for their mentors.
  const between = (from: string, to: string) => {
    const rated = sql`feedback WHERE type = 'client' AND stars > 0 AND created_at >= ${from} AND created_at < ${to}`
    const sums = sql`SELECT count(*) AS feedbacks, coalesce(sum(stars), 0)::int AS stars, coalesce(sum(star_sum), 0)::int AS sum FROM ${rated}`
    const isHidden = isConfidential('feedback')
    return sql`(SELECT json_build_object('stars', s.stars,
        'sum', CASE WHEN s.feedbacks >= ${minAnswers} OR (SELECT count(DISTINCT mentor_id) FROM ${rated} AND NOT ${isHidden}) > 1 THEN s.sum END)
      FROM (SELECT a.feedbacks - c.feedbacks AS feedbacks, a.stars - c.stars AS stars, a.sum - c.sum AS sum
        FROM (${sums}) a, (${sums} AND ${isHidden}) c) s)`
  }
  type Sums = { stars: number | null; sum: number | null }
  const { rows } = await sql<{
    recent: Sums
    before: Sums
  }>`SELECT ${between(day.since, day.ends)} AS recent, ${between(day.before, day.since)} AS before`.execute(db)
  const averageOf = ({ stars, sum }: Sums) => (stars && sum ? sum / stars : null)
  const { recent, before } = rows[0] ?? { recent: { stars: null, sum: null }, before: { stars: null, sum: null } }
  return { average: averageOf(recent), count: recent.stars ?? 0, before: averageOf(before) }
}
