import { sql } from 'kysely'
import type { EndWeeklyHours, NewWeeklyHours } from '#contract/weekly-hours.ts'
import { findBadRange, haveRoom, type WeeklyRange } from '#domain/availability/weekly-dates.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { refuse, refuseField, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { lockPeople } from '../../people/commands.ts'
import { cancelSessions } from '../cancel-commands.ts'
import { refuseInactive } from '../plan-schedules.ts'
import { findMentors, findPlaceZone, isSupportTypeActive } from '../planning/queries.ts'
import { planHours } from './plan-commands.ts'

/**
 * Enters weekly hours and plans their sessions. Refuses (422, by field) inactive objects, times that overlap, end too
 * early or have no room for a slot, and a last day before the first.
 */
export function createWeeklyHours(db: Connection, scope: Scope, input: NewWeeklyHours): Promise<{ id: string } | Refusal> {
  return decideInTransaction(db, async trx => {
    await lockPeople(trx, scope, [input.mentor_id])
    const refused = refuseTimes(input) ?? (await refuseObjects(trx, scope, input))
    if (refused) return refused
    const { ranges, ...fields } = input
    const { id } = await trx.insertInto('weekly_hours').values(fields).returning('id').executeTakeFirstOrThrow()
    await trx
      .insertInto('weekly_ranges')
      .values(ranges.map(range => ({ ...range, weekly_hours_id: id })))
      .execute()
    await recordAudit(trx, scope, {
      action: 'planned',
      subject: 'weekly_hours',
      subjectId: id,
      personId: input.mentor_id,
      after: { ...input },
    })
    await planHours(trx, scope, id)
    return { id }
  })
}

function refuseTimes({ ranges, from_date, until_date, slot_minutes }: NewWeeklyHours): Refusal | null {
  if (until_date !== null && until_date < from_date) return refuseField('until_date', 'must not be before the first day')
  const bad = findBadRange(ranges as readonly WeeklyRange[])
  if (bad >= 0) return refuseField(`ranges.${bad}.ends`, 'must be after the start, and the times of a day must not overlap')
  return haveRoom(ranges as readonly WeeklyRange[], slot_minutes) ? null : refuseField('slot_minutes', 'must fit into each of the times')
}

async function refuseObjects(trx: Connection, scope: Scope, input: NewWeeklyHours): Promise<Refusal | null> {
  const zone = await findPlaceZone(trx, scope, input.place_id)
  const [mentor] = await findMentors(trx, scope, [input.mentor_id])
  if (!mentor?.canBePlanned) return refuseField('mentor_id', 'is not an active mentor')
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
  if (sessions === 'cancel_all' && reason === '') return Promise.resolve(refuseField('reason', 'give a reason; people can read it'))
  return decideInTransaction(db, async trx => {
    const hours = await trx.selectFrom('weekly_hours').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    if (!hours) return refuse('not_found')
    if (revision !== undefined && revision !== hours.revision) return refuse('stale')
    if (hours.ended_at !== null) return refuse('bad_transition', { message: 'These weekly hours have already ended.' })
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

/** Locks the sessions that have not begun; only those without a taken or offered seat, if `isFree`. */
async function lockAhead(trx: Connection, { now }: Scope, id: string, isFree: boolean): Promise<{ id: string; status: string }[]> {
  const rows = await trx
    .selectFrom('schedules')
    .select(['id', 'status'])
    .where('series_id', '=', id)
    .where('status', '<>', 'cancelled')
    .where('starts_at', '>', now.toISOString())
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (!isFree || rows.length === 0) return rows
  const ids = rows.map(row => row.id)
  // The lock makes bookings wait, so that a free session stays free.
  const slots = await sql<{ schedule_id: string; isTaken: boolean }>`
    SELECT schedule_id, taken + held > (SELECT count(*) FROM freed_seats f WHERE f.slot_id = slots.id) AS "isTaken"
    FROM slots WHERE schedule_id = ANY (${ids}::uuid[]) AND live ORDER BY id FOR UPDATE`.execute(trx)
  const taken = new Set(slots.rows.flatMap(({ schedule_id, isTaken }) => (isTaken ? [schedule_id] : [])))
  return rows.filter(row => !taken.has(row.id))
}
