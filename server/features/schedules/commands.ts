import { sql } from 'kysely'
import type { NewSchedule } from '#contract/schedules.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuseField, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { findClashes } from './clash-queries.ts'
import { makePlan } from './plan-schedules.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { type PlannedSession, refuseUnplannable } from './plan-sessions.ts'
import { maxListedClashes, refuseClashes } from './policy.ts'
import { timeColumns } from './resolve-times.ts'
import { lockPeople } from '../people/commands.ts'
import { findSeriesId } from './series/queries.ts'
import { insertRosters, insertSlots } from './slots/commands.ts'

/** The planned sessions by start, each with its revision. */
export type Planned = { id: string; revision: number }[]

/**
 * Plans one session, or with `repeat` one for every date that is not skipped: all or none.
 * Refusals: unknown or inactive objects and hours that make no session (422 by field), ambiguous
 * times (`time_skipped`, `time_repeated`), and clashes (`mentor_busy`), which the database's
 * constraint decides.
 */
export function planSchedules(db: Connection, scope: Scope, input: NewSchedule): Promise<Planned | Refusal> {
  return decideInTransaction(db, async trx => {
    await lockPeople(trx, scope, input.mentor_ids)
    const series = input.series_of ? await findSeriesId(trx, scope, input.series_of) : undefined
    if (series === null) return refuseField('series_of', 'field.isNotASessionOfA')
    const plan = await makePlan(trx, scope, input)
    if (plan instanceof Refusal) return plan
    const unplannable = refuseUnplannable(plan.sessions, Boolean(input.repeat))
    if (unplannable) return unplannable
    const sessions = plan.sessions.filter(session => 'slots' in session)
    const clashes = await findClashes(trx, scope, { ...plan, sessions }, maxListedClashes)
    if (clashes.length > 0) return refuseClashes(clashes)
    const ids = await insertSessions(trx, scope, input, { ...plan, sessions, ...(series && { series }) })
    return findRevisions(trx, scope, ids)
  })
}

/** Sessions that were just planned, in the order of the ids. */
export async function findRevisions(trx: Connection, _scope: Scope, ids: readonly string[]): Promise<Planned> {
  const rows = await trx.selectFrom('schedules').select(['id', 'revision']).where('id', 'in', ids).execute()
  return ids.flatMap(id => rows.find(row => row.id === id) ?? [])
}

/**
 * Inserts planned sessions, and returns their ids. `series`: the series that they join; without it, those of a
 * rule form their own.
 */
export async function insertSessions(
  trx: Connection,
  scope: Scope,
  input: NewSchedule,
  { sessions, booking_opens_at, series }: { sessions: PlannedSession[]; booking_opens_at: string | null; series?: string },
): Promise<string[]> {
  const { support_type_id, place_id, slot_minutes, break_minutes, seats_per_slot, interpreted, mentor_ids, note, meeting_url, status } =
    input
  const [series_id, ...ids] = await newIds(trx, sessions.length + 1)
  const numbered = ids.flatMap((id, index) => sessions.slice(index, index + 1).map(session => ({ id, session })))
  const shared = {
    support_type_id,
    place_id,
    slot_minutes,
    break_minutes,
    seats_per_slot,
    interpreted,
    note,
    meeting_url,
    status,
    booking_opens_at,
  }
  const rows = numbered.map(({ id, session }) => ({
    id,
    ...shared,
    ...timeColumns(session),
    series_id: series ?? (input.repeat ? series_id : null),
  }))
  const created_at = scope.now.toISOString()
  await trx
    .insertInto('schedules')
    .values(rows.map(row => ({ ...row, created_at })))
    .execute()
  await insertRosters(trx, scope, ids, mentor_ids)
  const slots = numbered.flatMap(({ id, session }) => session.slots.map(slot => ({ ...slot, schedule_id: id })))
  await insertSlots(trx, scope, slots)
  const entries = rows.map(({ id, ...after }) => ({
    action: 'planned',
    subject: 'schedule' as const,
    subjectId: id,
    after: { ...after, mentor_ids },
  }))
  await recordAudit(trx, scope, entries)
  return ids
}

/** Ids are created here, so that rosters and slots are inserted in the same statement. */
async function newIds(trx: Connection, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT new_id() AS id FROM generate_series(1, ${count})`.execute(trx)
  return rows.map(({ id }) => id)
}
