import { sql } from 'kysely'
import { missingReason } from '#contract/shapes.ts'
import type { ChangeWeeklyHours, EndWeeklyHours, NewWeeklyHours, WeeklyHours } from '#contract/weekly-hours.ts'
import { findBadRange, haveRoom, type WeeklyRange } from '#domain/availability/weekly-dates.ts'
import { weekdayOf } from '#domain/time/local-date.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { Refusal, refuse, refuseField } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { findHolidays } from '../../holidays/queries.ts'
import { lockPeople } from '../../people/commands.ts'
import { cancelSessions, tellMentors } from '../cancel-commands.ts'
import { refuseInactive } from '../plan-schedules.ts'
import { findHolidayRegion, findMentors, findPlaceZone, isSupportTypeActive } from '../planning/queries.ts'
import { findRanges, planHours, type Range } from './plan-commands.ts'
import { findWeeklyHours } from './queries.ts'

/**
 * Enters weekly hours and plans their sessions. Refuses (422, by field) inactive objects, times that overlap, end too
 * early or have no room for a slot, and a last day before the first.
 */
export function createWeeklyHours(db: Connection, scope: Scope, input: NewWeeklyHours): Promise<WeeklyHours | Refusal> {
  return decideInTransaction(db, trx => insertWeeklyHours(trx, scope, input))
}

/** The same in the caller's transaction. */
export async function insertWeeklyHours(trx: Connection, scope: Scope, input: NewWeeklyHours): Promise<WeeklyHours | Refusal> {
  await lockPeople(trx, scope, [input.mentor_id])
  const refused = await refuseHours(trx, scope, input)
  if (refused) return refused
  const { ranges, ...fields } = input
  const { id } = await trx.insertInto('weekly_hours').values(fields).returning('id').executeTakeFirstOrThrow()
  await insertRanges(trx, scope, id, ranges)
  await recordAudit(trx, scope, {
    action: 'planned',
    subject: 'weekly_hours',
    subjectId: id,
    personId: input.mentor_id,
    after: { ...input },
  })
  await planHours(trx, scope, id)
  return readHours(trx, scope, id)
}

/** The 422 of hours that `createWeeklyHours` refuses; null if they can be planned. */
export const refuseHours = async (trx: Connection, scope: Scope, input: NewWeeklyHours): Promise<Refusal | null> =>
  refuseTimes(input) ?? (await refuseObjects(trx, scope, input))

async function insertRanges(trx: Connection, _scope: Scope, id: string, ranges: NewWeeklyHours['ranges']): Promise<void> {
  await trx
    .insertInto('weekly_ranges')
    .values(ranges.map(range => ({ ...range, weekly_hours_id: id })))
    .execute()
}

async function readHours(trx: Connection, scope: Scope, id: string): Promise<WeeklyHours> {
  const [hours] = await findWeeklyHours(trx, scope, id)
  if (!hours) throw new Error('weekly hours that were written are not there')
  return hours
}

/**
 * Changes weekly hours from now on, and plans what is missing. Sessions of a time that stays the same stay, also one
 * that a person has moved. Of the others, those without a taken or offered seat are cancelled. Refusals: 422 as
 * `createWeeklyHours`, `stale`, and `bad_transition` for hours that have ended or whose mentor is no longer active.
 */
export function changeWeeklyHours(
  db: Connection,
  scope: Scope,
  id: string,
  { revision, ranges, ...fields }: ChangeWeeklyHours,
): Promise<(WeeklyHours & { cancelled: number; left: number }) | Refusal> {
  return decideInTransaction(db, async trx => {
    const hours = await lockCurrent(trx, scope, id, revision)
    if (hours instanceof Refusal) return hours
    await lockPeople(trx, scope, [hours.mentor_id])
    if (!(await isActiveMentor(trx, scope, hours.mentor_id))) return refuse('bad_transition', { message: mentorLeft })
    const input = { ...hours, ...fields, ranges }
    const refused = await refuseHours(trx, scope, input)
    if (refused) return refused
    const before = await findRanges(trx, id)
    await trx.updateTable('weekly_hours').set(fields).where('id', '=', id).execute()
    await recordAudit(trx, scope, {
      action: 'changed',
      subject: 'weekly_hours',
      subjectId: id,
      personId: hours.mentor_id,
      after: { ...fields, ranges },
    })
    await trx.deleteFrom('weekly_ranges').where('weekly_hours_id', '=', id).execute()
    await insertRanges(trx, scope, id, ranges)
    // They are tried again, at the new times.
    await trx.deleteFrom('weekly_dates').where('weekly_hours_id', '=', id).where('skipped', 'is not', null).execute()
    const same = shared.every(name => fields[name] === hours[name]) ? before.filter(range => ranges.some(isEqualTo(range))) : []
    const planned = await findAhead(trx, scope, id)
    // Only who turns it on leaves out what is planned: a place's new region changes no session.
    const turnsOn = fields.leave_out_holidays === true && !hours.leave_out_holidays
    const region = turnsOn ? await findHolidayRegion(trx, scope, fields.place_id) : null
    const holidays = await findHolidays(
      region,
      planned.map(({ date }) => date),
    )
    const unfit = await lockSessions(
      trx,
      planned.filter(
        ({ date, starts }) => !fits(date, starts, same) || holidays.has(date) || (fields.until_date !== null && date > fields.until_date),
      ),
    )
    const free = await onlyFree(trx, unfit)
    await replaceSessions(trx, scope, id, free)
    return { ...(await readHours(trx, scope, id)), cancelled: free.length, left: unfit.length - free.length }
  })
}

const mentorLeft = 'The mentor is no longer active. These weekly hours can only be ended.'

/** What all times of weekly hours share: a change concerns every session. */
const shared = ['place_id', 'slot_minutes', 'break_minutes', 'seats_per_slot'] as const

const isEqualTo = (a: Range) => (b: NewWeeklyHours['ranges'][number]) =>
  a.weekday === b.weekday && a.starts === b.starts && a.ends === b.ends && a.support_type_id === b.support_type_id

const fits = (date: string, starts: string, ranges: readonly Range[]) =>
  ranges.some(range => range.weekday === weekdayOf(date) && range.starts === starts)

/** The planned sessions of weekly hours that have not begun, each with the date and time it was planned for. */
async function findAhead(trx: Connection, { now }: Scope, id: string): Promise<{ id: string; date: string; starts: string }[]> {
  const rows = await trx
    .selectFrom('weekly_dates')
    .innerJoin('schedules', 'schedules.id', 'weekly_dates.schedule_id')
    .select(['schedules.id', 'date', 'starts'])
    .where('weekly_hours_id', '=', id)
    .where('schedules.status', '<>', 'cancelled')
    .where('starts_at', '>', now.toISOString())
    .execute()
  return rows.map(row => ({ ...row, starts: row.starts.slice(0, 5) }))
}

/** Cancels these free sessions, plans what is missing, and tells the mentors of those on whose day these hours have no session now. */
async function replaceSessions(trx: Connection, scope: Scope, id: string, free: readonly { id: string; status: string }[]): Promise<void> {
  const ids = free.map(session => session.id)
  if (ids.length > 0) {
    await cancelSessions(trx, scope, free, '', { tellsMentors: false })
    await trx.deleteFrom('weekly_dates').where('schedule_id', 'in', ids).execute()
  }
  await planHours(trx, scope, id)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM schedules gone WHERE id = ANY (${ids}::uuid[]) AND NOT EXISTS (SELECT 1 FROM schedules new
      WHERE new.series_id = gone.series_id AND new.local_date = gone.local_date AND new.status <> 'cancelled')`.execute(trx)
  if (rows.length > 0)
    await tellMentors(
      trx,
      scope,
      rows.map(row => row.id),
    )
}

function refuseTimes({ ranges, from_date, until_date, slot_minutes }: Omit<NewWeeklyHours, 'mentor_id' | 'place_id'>): Refusal | null {
  if (until_date !== null && until_date < from_date) return refuseField('until_date', 'must not be before the first day')
  const bad = findBadRange(ranges as readonly WeeklyRange[])
  if (bad >= 0) return refuseField(`ranges.${bad}.ends`, 'must be after the start, and the times of a day must not overlap')
  return haveRoom(ranges as readonly WeeklyRange[], slot_minutes) ? null : refuseField('slot_minutes', 'must fit into each of the times')
}

/** Whether a person is active, and a mentor by their roles. */
export async function isActiveMentor(trx: Connection, scope: Scope, mentorId: string): Promise<boolean> {
  const [mentor] = await findMentors(trx, scope, [mentorId])
  return mentor?.canBePlanned ?? false
}

async function refuseObjects(trx: Connection, scope: Scope, input: NewWeeklyHours): Promise<Refusal | null> {
  const zone = await findPlaceZone(trx, scope, input.place_id)
  if (!(await isActiveMentor(trx, scope, input.mentor_id))) return refuseField('mentor_id', 'is not an active mentor')
  if (zone === null) return refuseInactive({ isOffered: true, zone, mentorsKnown: true })
  for (const [index, { support_type_id }] of input.ranges.entries())
    if (!(await isSupportTypeActive(trx, scope, support_type_id)))
      return refuseField(`ranges.${index}.support_type_id`, 'is not a support type on offer')
  return null
}

/**
 * Ends weekly hours. Sessions that have begun stay. `cancel_all` needs a reason. Refusals: `stale`, and `bad_transition`
 * for hours that have ended.
 */
export function endWeeklyHours(
  db: Connection,
  scope: Scope,
  id: string,
  { revision, sessions, reason }: EndWeeklyHours,
): Promise<{ cancelled: number; told: number } | Refusal> {
  if (sessions === 'cancel_all' && reason === '') return Promise.resolve(refuseField('reason', missingReason))
  return decideInTransaction(db, async trx => {
    const hours = await lockCurrent(trx, scope, id, revision)
    if (hours instanceof Refusal) return hours
    await trx.updateTable('weekly_hours').set({ ended_at: scope.now }).where('id', '=', id).execute()
    await recordAudit(trx, scope, {
      action: 'ended',
      subject: 'weekly_hours',
      subjectId: id,
      personId: hours.mentor_id,
      reason,
      after: { sessions },
    })
    const cancelled = sessions === 'keep' ? [] : await lockAhead(trx, scope, id, sessions === 'cancel_free')
    return { cancelled: cancelled.length, ...(cancelled.length > 0 ? await cancelSessions(trx, scope, cancelled, reason) : { told: 0 }) }
  })
}

/** Locks weekly hours that have not ended. */
async function lockCurrent(trx: Connection, _scope: Scope, id: string, revision: number | undefined) {
  const hours = await trx.selectFrom('weekly_hours').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!hours) return refuse('not_found')
  if (revision !== undefined && revision !== hours.revision) return refuse('stale')
  return hours.ended_at === null ? hours : refuse('bad_transition', { message: 'These weekly hours have already ended.' })
}

/** Locks the sessions that have not begun; only those without a taken or offered seat, if `isFree`. */
async function lockAhead(trx: Connection, { now }: Scope, id: string, isFree: boolean): Promise<{ id: string; status: string }[]> {
  const ahead = await trx
    .selectFrom('schedules')
    .select('id')
    .where('series_id', '=', id)
    .where('starts_at', '>', now.toISOString())
    .execute()
  const sessions = await lockSessions(trx, ahead)
  return isFree ? onlyFree(trx, sessions) : sessions
}

/** Locks those of the sessions that are not cancelled. */
async function lockSessions(trx: Connection, sessions: readonly { id: string }[]): Promise<{ id: string; status: string }[]> {
  if (sessions.length === 0) return []
  return trx
    .selectFrom('schedules')
    .select(['id', 'status'])
    .where(
      'id',
      'in',
      sessions.map(({ id }) => id),
    )
    .where('status', '<>', 'cancelled')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Those of the locked sessions without a taken or offered seat. Locks the slots: bookings wait, so that a free session stays free. */
async function onlyFree<Session extends { id: string }>(trx: Connection, sessions: readonly Session[]): Promise<Session[]> {
  const slots = await sql<{ schedule_id: string; isTaken: boolean }>`
    SELECT schedule_id, taken + held > (SELECT count(*) FROM freed_seats f WHERE f.slot_id = slots.id) AS "isTaken"
    FROM slots WHERE schedule_id = ANY (${sessions.map(({ id }) => id)}::uuid[]) AND live ORDER BY id FOR UPDATE`.execute(trx)
  const taken = new Set(slots.rows.flatMap(({ schedule_id, isTaken }) => (isTaken ? [schedule_id] : [])))
  return sessions.filter(({ id }) => !taken.has(id))
}
