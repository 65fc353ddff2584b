import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { explainUnchangeable } from './policy.ts'
import { lockSlots, lockSchedule, releaseHeldSeats } from './slots/commands.ts'

/**
 * Cancels a session. Cancels every future or running appointment for the organisation, notifies the
 * clients, and returns offers to the waiting list. Past appointments stay. Returns the number of
 * clients with a queued message.
 */
export function cancelSchedule(
  db: Connection,
  scope: Scope,
  id: string,
  { reason, revision }: { reason: string; revision?: number },
): Promise<{ told: number } | Refusal> {
  return decideInTransaction(db, async trx => {
    const schedule = await lockSchedule(trx, scope, id)
    if (!schedule) return refuse('not_found')
    const unchangeable = explainUnchangeable(schedule, revision, scope.now)
    return unchangeable ?? cancelSessions(trx, scope, [schedule], reason)
  })
}

/** Cancels these sessions, which the caller has locked and may change. Returns the number of clients with a queued message. */
export async function cancelSessions(
  trx: Connection,
  scope: Scope,
  schedules: readonly { id: string; status: string }[],
  reason: string,
): Promise<{ told: number }> {
  const ids = schedules.map(({ id }) => id)
  await trx.updateTable('schedules').set({ status: 'cancelled', cancel_reason: reason }).where('id', 'in', ids).execute()
  // Locks appointments before slots, as cancelling and moving do. The second round finds bookings
  // made in between.
  const clients = await freeSeats(trx, scope, ids, reason)
  await lockSlots(trx, scope, ids)
  const latecomers = await freeSeats(trx, scope, ids, reason)
  await releaseHeldSeats(trx, scope, ids)
  await sql`UPDATE slots SET live = false WHERE schedule_id = ANY (${ids}::uuid[]) AND live AND taken + held = 0`.execute(trx)
  const published = schedules.flatMap(({ id, status }) => (status === 'published' ? [id] : []))
  if (published.length > 0) await tellMentors(trx, scope, published)
  await recordAudit(
    trx,
    scope,
    ids.map(id => ({ action: 'cancelled', subject: 'schedule', subjectId: id, reason })),
  )
  return { told: new Set([...clients, ...latecomers]).size }
}

/** Queues one message for each session to each of its mentors, except the caller. */
async function tellMentors(trx: Connection, { person }: Scope, ids: readonly string[]): Promise<void> {
  await sql`INSERT INTO outbox (kind, user_id, detail)
    SELECT 'session_cancelled', mentor_id, jsonb_build_object('schedule_id', schedule_id) FROM schedule_mentors
    WHERE schedule_id = ANY (${ids}::uuid[]) AND mentor_id IS DISTINCT FROM ${person?.id ?? null}::uuid`.execute(trx)
}

/**
 * Cancels future appointments with a seat and withdraws offers. Returns the affected clients.
 */
async function freeSeats(trx: Connection, scope: Scope, ids: readonly string[], reason: string): Promise<string[]> {
  await sql`
    UPDATE waiting_list SET state = 'waiting', offered_slot_id = NULL, offer_ends_at = NULL
    WHERE state = 'offered' AND offered_slot_id IN (SELECT id FROM slots WHERE schedule_id = ANY (${ids}::uuid[]))`.execute(trx)
  const { rows } = await sql<{ user_id: string }>`
    WITH doomed AS (
      SELECT id FROM appointments WHERE schedule_id = ANY (${ids}::uuid[]) AND status IN ('pending', 'booked', 'arrived')
      ORDER BY slot_id, id FOR NO KEY UPDATE
    )
    UPDATE appointments SET status = 'cancelled', cancelled_by = 'organisation', cancelled_at = ${scope.now}, cancel_reason = ${reason},
      changed_by = ${scope.person?.id ?? null}, change_reason = ${reason}
    FROM doomed WHERE appointments.id = doomed.id
    RETURNING appointments.user_id`.execute(trx)
  return rows.map(({ user_id }) => user_id)
}
