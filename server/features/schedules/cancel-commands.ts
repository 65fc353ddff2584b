import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { say } from '../../platform/text.ts'
import { recordAudit } from '../audit/commands.ts'
import { type CancelledAppointment, cancelAppointments } from '../cancelling/commands.ts'
import { isUnfinished } from '../cancelling/queries.ts'
import { beginAction, holdMs, keepAction, offerColumns } from '../undo/commands.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { explainUnchangeable } from './policy.ts'
import type { CancelledState } from './restoring/commands.ts'
import { lockSlots, lockSchedule, releaseHeldSeats } from './slots/commands.ts'
import { findUsedSessions } from './slots/queries.ts'

/**
 * Cancels a session. Cancels every future or running appointment for the organisation, notifies the
 * clients, and returns offers to the waiting list. Past appointments stay.
 */
export function cancelSchedule(
  db: Connection,
  scope: Scope,
  id: string,
  { reason, revision }: { reason: string; revision?: number },
): Promise<Cancelled | Refusal> {
  return decideInTransaction(db, async trx => {
    const schedule = await lockSchedule(trx, scope, id)
    if (!schedule) return refuse('not_found')
    const unchangeable = explainUnchangeable(schedule, revision, scope.now)
    return unchangeable ?? cancelUndoably(trx, scope, [schedule], reason)
  })
}

/** Sessions can be discarded for so long after they were planned. */
const discardableMs = 3_600_000

/**
 * Undoes planning: cancels new sessions without any booking, all or none, and sends no message. Refusals: as
 * `cancelSchedule`, `has_bookings`, and `bad_transition` for sessions that are older than an hour.
 */
export function discardSchedules(
  db: Connection,
  scope: Scope,
  list: readonly { id: string; revision: number }[],
): Promise<{ discarded: number } | Refusal> {
  const reason = say(scope.language, 'reason.undone')
  return decideInTransaction(db, async trx => {
    for (const { id, revision } of list.toSorted((a, b) => a.id.localeCompare(b.id))) {
      const schedule = await lockSchedule(trx, scope, id)
      if (!schedule) return refuse('not_found')
      const unchangeable = explainUnchangeable(schedule, revision, scope.now)
      if (unchangeable) return unchangeable
      await lockSlots(trx, scope, [id])
      const refusal = await explainUndiscardable(trx, scope, id)
      if (refusal) return refusal
      await releaseHeldSeats(trx, scope, [id])
      await trx.updateTable('schedules').set({ status: 'cancelled', cancel_reason: reason }).where('id', '=', id).execute()
      await sql`UPDATE slots SET live = false WHERE schedule_id = ${id} AND live`.execute(trx)
      await recordAudit(trx, scope, { action: 'cancelled', subject: 'schedule', subjectId: id, reason })
    }
    return { discarded: list.length }
  })
}

/** The caller has locked the schedule and its slots. */
async function explainUndiscardable(trx: Connection, scope: Scope, id: string): Promise<Refusal | null> {
  const isUsed = (await findUsedSessions(trx, scope, [id])).length > 0
  if (isUsed) return refuse('has_bookings', { message: 'refused.clientsHaveUsedThisSessionAlready' })
  const { rows } = await sql<{ isNew: boolean }>`
    SELECT created_at > ${new Date(scope.now.getTime() - discardableMs)} AS "isNew" FROM schedules WHERE id = ${id}`.execute(trx)
  if (rows[0]?.isNew) return null
  return refuse('bad_transition', { message: 'refused.thisSessionIsOlderThanAn' })
}

/** The number of clients who are told, and the action's id for Undo. */
export interface Cancelled {
  told: number
  undo: string
}

/** Cancels these sessions, which the caller has locked and may change. Messages wait, so that Undo comes first. */
export async function cancelUndoably(
  trx: Connection,
  scope: Scope,
  schedules: readonly { id: string; status: string }[],
  reason: string,
): Promise<Cancelled> {
  const undo = await beginAction(trx, scope)
  const { told, freed } = await cancelSessions(trx, scope, schedules, reason)
  await notifyMentors(trx, scope, publishedOf(schedules))
  const before: CancelledState = { sessions: schedules.map(({ id, status }) => ({ id, status })), ...freed }
  await keepAction(trx, scope, undo, 'cancel_sessions', before)
  return { told, undo }
}

/**
 * Cancels these sessions, which the caller has locked and may change. Returns the number of clients who are told, and
 * what was freed. The caller tells the mentors whom it concerns (`notifyMentors`).
 */
export async function cancelSessions(
  trx: Connection,
  scope: Scope,
  schedules: readonly { id: string; status: string }[],
  reason: string,
): Promise<{ told: number; freed: Omit<CancelledState, 'sessions'> }> {
  const ids = schedules.map(({ id }) => id)
  await trx.updateTable('schedules').set({ status: 'cancelled', cancel_reason: reason }).where('id', 'in', ids).execute()
  // Locks appointments before slots, as cancelling and moving do. The second round finds bookings
  // made in between.
  const first = await freeSeats(trx, scope, ids, reason)
  await lockSlots(trx, scope, ids)
  const second = await freeSeats(trx, scope, ids, reason)
  await releaseHeldSeats(trx, scope, ids)
  const { rows: slots } = await sql<{ id: string }>`
    UPDATE slots SET live = false WHERE schedule_id = ANY (${ids}::uuid[]) AND live AND taken + held = 0 RETURNING id`.execute(trx)
  await recordAudit(
    trx,
    scope,
    ids.map(id => ({ action: 'cancelled', subject: 'schedule', subjectId: id, reason })),
  )
  const clients = [...first.clients, ...second.clients]
  const { rows: told } = await sql<{ count: number }>`SELECT count(DISTINCT a.user_id)::int AS count FROM appointments a
    WHERE a.id = ANY (${clients.map(({ id }) => id)}::uuid[]) AND ${endsAfterMessage('a', scope)}`.execute(trx)
  return {
    told: told[0]?.count ?? 0,
    freed: {
      slots: slots.map(({ id }) => id),
      appointments: clients.map(({ user_id: _, ...before }) => before),
      offers: [...first.offers, ...second.offers],
    },
  }
}

/** Appointments whose client is told when their session ends: they end after the message leaves, which waits for Undo. */
const endsAfterMessage = (appointment: string, { now }: Scope) =>
  sql<boolean>`${sql.ref(`${appointment}.ends_at`)} > ${new Date(now.getTime() + holdMs)}`

/** Appointments that end with their session, and whose client is told. */
export const isToldClient = (appointment: string, scope: Scope) =>
  sql<boolean>`${isUnfinished(appointment, scope)} AND ${endsAfterMessage(appointment, scope)}`

/** Mentors who are told that a published session is cancelled: all but the caller. */
export const isToldMentor = (mentorId: string, { person }: Scope) =>
  sql<boolean>`${sql.ref(mentorId)} IS DISTINCT FROM ${person?.id ?? null}::uuid`

/** The ids of the sessions that mentors know of: drafts are not among them. */
export const publishedOf = (schedules: readonly { id: string; status: string }[]): string[] =>
  schedules.flatMap(({ id, status }) => (status === 'published' ? [id] : []))

/** Queues one message of all these sessions to each of their mentors, except the caller. */
export async function notifyMentors(trx: Connection, scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`INSERT INTO outbox (kind, user_id, detail)
    SELECT 'session_cancelled', mentor_id, jsonb_build_object('schedule_id', own[1])
      || CASE WHEN cardinality(own) > 1 THEN jsonb_build_object('more', own[2:]) ELSE '{}' END
    FROM (
      SELECT m.mentor_id, array_agg(s.id ORDER BY s.starts_at, s.id) AS own FROM schedule_mentors m JOIN schedules s ON s.id = m.schedule_id
      WHERE s.id = ANY (${ids}::uuid[]) AND ${isToldMentor('m.mentor_id', scope)} GROUP BY m.mentor_id
    ) told`.execute(trx)
}

interface Freed {
  clients: CancelledAppointment[]
  offers: CancelledState['offers']
}

/** Cancels the unfinished appointments of these sessions (those that are over still get their outcome), and withdraws offers. Returns both as they were. */
async function freeSeats(trx: Connection, scope: Scope, ids: readonly string[], reason: string): Promise<Freed> {
  const { rows: offers } = await sql<CancelledState['offers'][number]>`
    WITH offered AS (
      SELECT ${offerColumns} FROM waiting_list
      WHERE state = 'offered' AND offered_slot_id IN (SELECT id FROM slots WHERE schedule_id = ANY (${ids}::uuid[])) FOR UPDATE
    )
    UPDATE waiting_list SET state = 'waiting', offered_slot_id = NULL, offer_ends_at = NULL FROM offered WHERE waiting_list.id = offered.id
    RETURNING offered.*`.execute(trx)
  const ending = sql`a.schedule_id = ANY (${ids}::uuid[]) AND ${isUnfinished('a', scope)}`
  const clients = await cancelAppointments(trx, scope, ending, { by: 'organisation', reason })
  return { clients, offers }
}
