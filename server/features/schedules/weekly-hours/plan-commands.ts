import type { NewSchedule } from '#contract/schedules.ts'
import type { HoursPreview, NewWeeklyHours, WeeklyHours } from '#contract/weekly-hours.ts'
import { weeklyDates, type WeeklyRange } from '#domain/availability/weekly-dates.ts'
import { addDays, localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { lockPeople } from '../../people/commands.ts'
import { findHolidays } from '../../holidays/queries.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { findClashes } from '../clash-queries.ts'
import { insertSessions } from '../commands.ts'
import { makePlan } from '../plan-schedules.ts'
import { planSessions, type PlannedSession, type RequestedSession } from '../plan-sessions.ts'
import { findHolidayRegion, findMentors, findPlaceZone, isSupportTypeActive } from '../planning/queries.ts'
import { findShortTravel, travelOf } from '../travel/queries.ts'

type SkipReason = WeeklyHours['skipped'][number]['reason']
/** A transaction with this many slots plans no further date, because the mentor's row is locked until its end. */
const maxSlotsAtOnce = 2000

/** A time of weekly hours with its support type. */
export type Range = WeeklyRange & { support_type_id: string }

/**
 * Plans what is missing of all weekly hours, each in its own transaction. Safe on several servers: the row of the
 * hours is locked, another server skips it, and a date has one session at most.
 */
export async function planAllAhead(db: Connection, scope: Scope, ending?: AbortSignal): Promise<void> {
  const hours = await db.selectFrom('weekly_hours').select('id').where('ended_at', 'is', null).orderBy('id').execute()
  const failures: unknown[] = []
  for (const { id } of hours) {
    if (ending?.aborted) break
    try {
      while (await planSome(db, scope, id)) if (ending?.aborted) break
    } catch (error) {
      // The others are planned nevertheless.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some weekly hours could not be planned')
}

/** Whether there may be more to plan. */
const planSome = (db: Connection, scope: Scope, id: string): Promise<boolean> =>
  decideInTransaction(db, async trx => {
    const row = await lockHours(trx).skipLocked().where('weekly_hours.id', '=', id).executeTakeFirst()
    return row !== undefined && planAhead(trx, scope, row)
  })

const lockHours = (trx: Connection) =>
  trx
    .selectFrom('weekly_hours')
    .innerJoin('places', 'places.id', 'weekly_hours.place_id')
    .selectAll('weekly_hours')
    .select(['places.time_zone', 'places.holiday_region'])
    .where('ended_at', 'is', null)
    .forNoKeyUpdate('weekly_hours')

type Hours = NonNullable<Awaited<ReturnType<ReturnType<typeof lockHours>['executeTakeFirst']>>>

/**
 * Plans the open dates of these weekly hours, whose row the caller has written. The job plans what is too much at
 * once.
 */
export async function planHours(trx: Connection, scope: Scope, id: string): Promise<void> {
  await planAhead(trx, scope, await lockHours(trx).where('weekly_hours.id', '=', id).executeTakeFirstOrThrow())
}

/**
 * Plans open dates, soonest first, until one transaction has enough slots; returns whether it has. Dates with a
 * session are settled; a person may have changed or cancelled it. Skipped ones are tried again.
 */
async function planAhead(trx: Connection, scope: Scope, hours: Hours): Promise<boolean> {
  const { plan_ahead_weeks } = await readSettingsRow(trx)
  const { from, to } = findSpan(scope, hours, plan_ahead_weeks)
  const ranges = await findRanges(trx, hours.id)
  const isSettled = await findPlannedDates(trx, hours.id, from)
  const open = weeklyDates(ranges, from, to).filter(({ date, range }) => !isSettled.has(`${date} ${range.starts}`))
  if (open.length > 0) await lockPeople(trx, scope, [hours.mentor_id])
  const region = hours.leave_out_holidays ? hours.holiday_region : null
  const holidays = await findHolidays(
    region,
    open.map(({ date }) => date),
  )
  let count = 0
  for (const { date, range } of open) {
    const holiday = holidays.get(date) ?? null
    const planned = holiday === null ? await planDate(trx, scope, hours, date, range) : skip('holiday')
    if (planned === null) continue
    const { slots = 0, ...settledAs } = planned
    const outcome = { ...settledAs, holiday }
    await trx
      .insertInto('weekly_dates')
      .values({ weekly_hours_id: hours.id, date, starts: range.starts, ...outcome })
      .onConflict(conflict => conflict.columns(['weekly_hours_id', 'date', 'starts']).doUpdateSet(outcome))
      .execute()
    count += slots
    if (count >= maxSlotsAtOnce) return true
  }
  return false
}

/** The dates from this one on that have a session, `YYYY-MM-DD HH:MM`; not those with a session of `without`. */
async function findPlannedDates(db: Connection, id: string, from: string, without: readonly string[] = []): Promise<Set<string>> {
  const settled = await db
    .selectFrom('weekly_dates')
    .select(['date', 'starts', 'schedule_id'])
    .where('weekly_hours_id', '=', id)
    .where('date', '>=', from)
    .where('schedule_id', 'is not', null)
    .execute()
  const gone = new Set<string | null>(without)
  return new Set(settled.filter(one => !gone.has(one.schedule_id)).map(({ date, starts }) => `${date} ${starts.slice(0, 5)}`))
}

/** The dates of these weeks on which weekly hours are planned. */
function findSpan(
  { now }: Scope,
  { from_date, until_date, time_zone }: Pick<Hours, 'from_date' | 'until_date' | 'time_zone'>,
  weeks: number,
) {
  const today = localDateOf(Temporal.Instant.fromEpochMilliseconds(now.getTime()), time_zone)
  const ahead = addDays(today, weeks * 7)
  return { from: from_date > today ? from_date : today, to: until_date !== null && until_date < ahead ? until_date : ahead }
}

/** The times of weekly hours, `HH:MM`. */
export async function findRanges(trx: Connection, id: string): Promise<Range[]> {
  const rows = await trx.selectFrom('weekly_ranges').selectAll().where('weekly_hours_id', '=', id).execute()
  return rows.map(({ weekday, starts, ends, support_type_id }) => ({
    weekday: weekday as Range['weekday'],
    starts: starts.slice(0, 5),
    ends: ends.slice(0, 5),
    support_type_id,
  }))
}

const skip = (skipped: SkipReason): { schedule_id: null; skipped: SkipReason; slots?: never } => ({ schedule_id: null, skipped })

/** Plans one date, or says why not; null for hours that are over. */
async function planDate(
  trx: Connection,
  scope: Scope,
  hours: Hours,
  date: string,
  range: Range,
): Promise<{ schedule_id: string; skipped: null; slots: number } | ReturnType<typeof skip> | null> {
  const input = sessionOf(hours, date, range)
  const plan = await makePlan(trx, scope, input)
  if (plan instanceof Refusal) return skip('not_offered')
  const [session] = plan.sessions
  if (!session) return null
  if (!('slots' in session)) return isPast(session) ? null : skip(reasonOf(session))
  const [clash] = await findClashes(trx, scope, { ...plan, sessions: [session] }, 1)
  if (clash) return skip(clash.reason === 'itself' ? 'session' : clash.reason)
  const [id = ''] = await insertSessions(trx, scope, input, { ...plan, sessions: [session], series: hours.id })
  return { schedule_id: id, skipped: null, slots: session.slots.length }
}

const isPast = (session: RequestedSession) => 'unfit' in session && session.unfit === 'past'

/** Why a date has no session that could be planned. */
function reasonOf(session: Exclude<RequestedSession, PlannedSession>): SkipReason {
  return 'unfit' in session ? 'no_session' : session.problem.code
}

type Times = Pick<Hours, 'place_id' | 'mentor_id' | 'slot_minutes' | 'break_minutes' | 'seats_per_slot' | 'interpreted'>

/** The session of a time on a date. */
function sessionOf(hours: Times, date: string, { starts, ends, support_type_id }: Range): NewSchedule {
  const { place_id, mentor_id, slot_minutes, break_minutes, seats_per_slot, interpreted } = hours
  return {
    support_type_id,
    place_id,
    starts_at: `${date}T${starts}`,
    ends_at: `${date}T${ends}`,
    slot_minutes,
    break_minutes,
    seats_per_slot,
    interpreted,
    mentor_ids: [mentor_id],
    note: '',
    meeting_url: null,
    booking_opens_at: null,
    status: 'published',
    skip_dates: [],
    chosen_times: [],
  }
}

/** Weeks of the preview: without a booking horizon, a year of sessions would be looked at. */
const previewWeeks = 8
const maxClashes = 1000

/**
 * What planning these hours would give, and why dates would be skipped. `planned`: existing hours, without those
 * of their sessions that would be cancelled before. Writes nothing.
 */
export async function previewHours(
  db: Connection,
  scope: Scope,
  hours: Times & Pick<Hours, 'from_date' | 'until_date' | 'time_zone' | 'leave_out_holidays'> & { ranges: NewWeeklyHours['ranges'] },
  planned?: { id: string; without: readonly string[] },
): Promise<HoursPreview> {
  const { plan_ahead_weeks } = await readSettingsRow(db)
  const { from, to } = findSpan(scope, hours, Math.min(plan_ahead_weeks, previewWeeks))
  const certain: { date: string; starts: string; session: PlannedSession }[] = []
  const skipped: WeeklyHours['skipped'] = []
  const offered = await findOffered(db, scope, hours)
  const isSettled = planned ? await findPlannedDates(db, planned.id, from, planned.without) : new Set()
  const dates = weeklyDates(hours.ranges as Range[], from, to).filter(({ date, range }) => !isSettled.has(`${date} ${range.starts}`))
  const region = hours.leave_out_holidays ? await findHolidayRegion(db, scope, hours.place_id) : null
  const holidays = await findHolidays(
    region,
    dates.map(({ date }) => date),
  )
  for (const { date, range } of dates) {
    const holiday = holidays.get(date) ?? null
    const leaveOut = (reason: SkipReason) => void skipped.push({ date, starts: range.starts, reason, holiday })
    if (holiday !== null) {
      leaveOut('holiday')
      continue
    }
    const found = offered?.has(range.support_type_id) ? planSessions(sessionOf(hours, date, range), hours.time_zone, scope.now) : null
    if (!found || found instanceof Refusal) leaveOut('not_offered')
    else
      for (const session of found)
        if ('slots' in session) certain.push({ date, starts: range.starts, session })
        else if (!isPast(session)) leaveOut(reasonOf(session))
  }
  const mentors = [{ id: hours.mentor_id, name: '' }]
  const plan = { place_id: hours.place_id, time_zone: hours.time_zone, mentors, except: planned?.without ?? [] }
  const clashes = await findClashes(db, scope, { ...plan, sessions: certain.map(({ session }) => session) }, maxClashes)
  const reasons = new Map(clashes.toReversed().map(({ session, reason }) => [session, reason]))
  for (const [index, reason] of reasons) {
    const at = certain[index]
    if (at) skipped.push({ date: at.date, starts: at.starts, reason: reason === 'itself' ? 'session' : reason, holiday: null })
  }
  const fitting = certain.filter((_, index) => !reasons.has(index))
  const stays = fitting.map(({ session: { slots } }) => ({ place_id: hours.place_id, slots }))
  const short = await findShortTravel(db, scope, stays, { except: plan.except })
  const travel = fitting.flatMap(({ date, starts }, index) => travelOf(short, index).map(warning => ({ ...warning, date, starts })))
  const inOrder = skipped.toSorted((a, b) => `${a.date} ${a.starts}`.localeCompare(`${b.date} ${b.starts}`))
  return { until: to, sessions: fitting.length, skipped: inOrder, travel }
}

/**
 * The support types of these hours that are on offer; null where the place is not in use, or the mentor not
 * active.
 */
async function findOffered(
  db: Connection,
  scope: Scope,
  { mentor_id, place_id, ranges }: Pick<NewWeeklyHours, 'mentor_id' | 'place_id' | 'ranges'>,
): Promise<Set<string> | null> {
  const [mentor] = await findMentors(db, scope, [mentor_id])
  if (!mentor?.canBePlanned || (await findPlaceZone(db, scope, place_id)) === null) return null
  const offered = new Set<string>()
  for (const id of new Set(ranges.map(range => range.support_type_id))) if (await isSupportTypeActive(db, scope, id)) offered.add(id)
  return offered
}
