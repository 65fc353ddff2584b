import { sql } from 'kysely'
import { missingReason } from '#contract/shapes.ts'
import type {
  ChangeWeeklyHours,
  EndWeeklyHours,
  HoursChangePreview,
  HoursPreview,
  NewWeeklyHours,
  WeeklyHours,
} from '#contract/weekly-hours.ts'
import { findBadRange, haveRoom, type WeeklyRange } from '#domain/availability/weekly-dates.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { Refusal, refuse, refuseField } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { lockPeople } from '../../people/commands.ts'
import { cancelSessions, notifyMentors, publishedOf } from '../cancel-commands.ts'
import { refuseInactive, refuseInterpreted } from '../plan-schedules.ts'
import { canBePlanned, findPlaceZone, isSupportTypeActive } from '../planning/queries.ts'
import { findTaken, findUnfit } from './change-queries.ts'
import { findRanges, planHours, previewHours } from './plan-commands.ts'
import { findWeeklyHours } from './queries.ts'

/**
 * Enters weekly hours and plans their sessions. Refuses (422, by field) inactive objects, times that overlap, end
 * too early or have no room for a slot, and a last day before the first.
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
 * Changes weekly hours from now on, and plans what is missing. Sessions of a time that stays the same stay, also
 * one that a person has moved. Of the others, those without a taken or offered seat are cancelled. Refusals: 422
 * as `createWeeklyHours`, `stale`, and `bad_transition` for hours that have ended or whose mentor is no longer
 * active.
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
    if (!(await canBePlanned(trx, scope, hours.mentor_id))) return refuse('bad_transition', { message: mentorLeft })
    const input = { ...hours, ...fields, interpreted: fields.interpreted ?? hours.interpreted, ranges }
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
    const { unfit: found } = await findUnfit(trx, scope, hours, before, { ...fields, ranges })
    const unfit = await lockSessions(trx, found)
    const free = await onlyFree(trx, unfit)
    await replaceSessions(trx, scope, id, free)
    return { ...(await readHours(trx, scope, id)), cancelled: free.length, left: unfit.length - free.length }
  })
}

/** What `createWeeklyHours` would plan. Refusals as there. Writes nothing. */
export async function previewNewHours(db: Connection, scope: Scope, input: NewWeeklyHours): Promise<HoursPreview | Refusal> {
  const refused = await refuseHours(db, scope, input)
  if (refused) return refused
  return previewHours(db, scope, { ...input, time_zone: await readZone(db, scope, input.place_id) })
}

/** What `changeWeeklyHours` would do. Refusals as there. Writes nothing. */
export async function previewChange(
  db: Connection,
  scope: Scope,
  id: string,
  { revision, ranges, ...fields }: ChangeWeeklyHours,
): Promise<HoursChangePreview | Refusal> {
  const hours = checkCurrent(await findHours(db, id).executeTakeFirst(), revision)
  if (hours instanceof Refusal) return hours
  if (!(await canBePlanned(db, scope, hours.mentor_id))) return refuse('bad_transition', { message: mentorLeft })
  const { leave_out_holidays = hours.leave_out_holidays, interpreted = hours.interpreted } = fields
  const input = { ...hours, ...fields, leave_out_holidays, interpreted, ranges }
  const refused = await refuseHours(db, scope, input)
  if (refused) return refused
  const { planned, unfit } = await findUnfit(db, scope, hours, await findRanges(db, id), { ...fields, ranges })
  const taken = await findTaken(db, unfit, { locks: false })
  const free = unfit.filter(session => !taken.has(session.id))
  const time_zone = await readZone(db, scope, fields.place_id)
  const preview = await previewHours(db, scope, { ...input, time_zone }, { id, without: free.map(session => session.id) })
  const present = ({ local_date, local_time, clients }: (typeof unfit)[number]) => ({ date: local_date, starts: local_time, clients })
  return {
    ...preview,
    kept: planned.length - unfit.length,
    cancelled: free.map(present),
    left: unfit.filter(session => taken.has(session.id)).map(present),
  }
}

async function readZone(db: Connection, scope: Scope, placeId: string): Promise<string> {
  const zone = await findPlaceZone(db, scope, placeId)
  if (zone === null) throw new Error('a place that was in use is not')
  return zone
}

const mentorLeft = 'refused.theMentorIsNoLongerActiveThese'

/**
 * Cancels these free sessions, plans what is missing, and tells the mentors of those on whose day these hours have
 * no session now.
 */
async function replaceSessions(trx: Connection, scope: Scope, id: string, free: readonly { id: string; status: string }[]): Promise<void> {
  const ids = free.map(session => session.id)
  if (ids.length > 0) {
    await cancelSessions(trx, scope, free, '')
    await trx.deleteFrom('weekly_dates').where('schedule_id', 'in', ids).execute()
  }
  await planHours(trx, scope, id)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM schedules gone WHERE id = ANY (${ids}::uuid[]) AND NOT EXISTS (SELECT 1 FROM schedules new
      WHERE new.series_id = gone.series_id AND new.local_date = gone.local_date AND new.status <> 'cancelled')`.execute(trx)
  await notifyMentors(
    trx,
    scope,
    rows.map(row => row.id),
  )
}

function refuseTimes({ ranges, from_date, until_date, slot_minutes }: Omit<NewWeeklyHours, 'mentor_id' | 'place_id'>): Refusal | null {
  if (until_date !== null && until_date < from_date) return refuseField('until_date', 'field.mustNotBeBeforeTheFirst')
  const bad = findBadRange(ranges as readonly WeeklyRange[])
  if (bad >= 0) return refuseField(`ranges.${bad}.ends`, 'field.mustBeAfterTheStartAnd')
  return haveRoom(ranges as readonly WeeklyRange[], slot_minutes) ? null : refuseField('slot_minutes', 'field.mustFitIntoEachOfThe')
}

async function refuseObjects(trx: Connection, scope: Scope, input: NewWeeklyHours): Promise<Refusal | null> {
  const zone = await findPlaceZone(trx, scope, input.place_id)
  if (!(await canBePlanned(trx, scope, input.mentor_id))) return refuseField('mentor_id', 'field.isNotAnActiveMentor')
  if (zone === null) return refuseInactive({ isOffered: true, zone, mentorsKnown: true })
  for (const [index, { support_type_id }] of input.ranges.entries())
    if (!(await isSupportTypeActive(trx, scope, support_type_id)))
      return refuseField(`ranges.${index}.support_type_id`, 'field.isNotASupportTypeOn')
  for (const { support_type_id } of input.ranges) {
    const kept = await refuseInterpreted(trx, scope, { interpreted: input.interpreted, support_type_id })
    if (kept) return kept
  }
  return null
}

/**
 * Ends weekly hours. Sessions that have begun stay. `cancel_all` needs a reason. Refusals: `stale`, and
 * `bad_transition` for hours that have ended.
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
    if (cancelled.length === 0) return { cancelled: 0, told: 0 }
    const { told } = await cancelSessions(trx, scope, cancelled, reason)
    await notifyMentors(trx, scope, publishedOf(cancelled))
    return { cancelled: cancelled.length, told }
  })
}

const findHours = (db: Connection, id: string) => db.selectFrom('weekly_hours').selectAll().where('id', '=', id)

/** Locks weekly hours that have not ended. */
const lockCurrent = async (trx: Connection, _scope: Scope, id: string, revision: number | undefined) =>
  checkCurrent(await findHours(trx, id).forNoKeyUpdate().executeTakeFirst(), revision)

/** The hours, or why they cannot be changed. */
function checkCurrent<Hours extends { revision: number; ended_at: unknown }>(hours: Hours | undefined, revision: number | undefined) {
  if (!hours) return refuse('not_found')
  if (revision !== undefined && revision !== hours.revision) return refuse('stale')
  return hours.ended_at === null ? hours : refuse('bad_transition', { message: 'refused.theseWeeklyHoursHaveAlreadyEnded' })
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

/**
 * Those of the locked sessions without a taken or offered seat. Locks the slots: bookings wait, so that a free
 * session stays free.
 */
async function onlyFree<Session extends { id: string }>(trx: Connection, sessions: readonly Session[]): Promise<Session[]> {
  const taken = await findTaken(trx, sessions, { locks: true })
  return sessions.filter(({ id }) => !taken.has(id))
}
