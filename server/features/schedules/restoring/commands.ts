import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import {
  type AppointmentState,
  haveOffersMoved,
  type OfferState,
  requeueDropped,
  restoreAppointments,
  undoAction,
} from '../../undo/commands.ts'
import { decideSwaps } from '../series/commands.ts'
import { lockSchedules, lockSlots } from '../slots/commands.ts'

/** What cancelling sessions changed. */
export interface CancelledState {
  sessions: { id: string; status: string }[]
  slots: string[]
  appointments: AppointmentState[]
  offers: OfferState[]
}

/**
 * Undoes the cancellation of sessions, all or none: their seats, clients and offers are as before, and no message
 * is sent. Refusals: those of `undoAction`, `mentor_busy` or `client_busy` if another session or appointment has
 * taken the time, and `bad_transition` if a session is over or a record has changed.
 */
export const undoCancelling = (db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> =>
  decideSwaps(db, trx => undoAction<CancelledState>(trx, scope, id, 'cancel_sessions', (...done) => restoreSessions(trx, scope, ...done)))

async function restoreSessions(trx: Connection, scope: PersonScope, before: CancelledState, at: string): Promise<Refusal | null> {
  const ids = before.sessions.map(session => session.id)
  const locked = await lockSchedules(trx, scope, ids)
  const isOver = locked.some(({ ends_at }) => Date.parse(ends_at) <= scope.now.getTime())
  if (isOver || locked.some(({ status }) => status !== 'cancelled') || locked.length < ids.length) return changed
  // Appointments before slots, as cancelling and moving do.
  const appointments = before.appointments.map(one => one.id)
  const { rows: found } = await sql<{ status: string }>`SELECT status FROM appointments WHERE id = ANY (${appointments}::uuid[])
    ORDER BY slot_id, id FOR NO KEY UPDATE`.execute(trx)
  if (found.some(({ status }) => status !== 'cancelled')) return changed
  await lockSlots(trx, scope, ids)
  await sql`UPDATE schedules SET status = session.status, cancel_reason = NULL
    FROM json_to_recordset(${JSON.stringify(before.sessions)}) AS session (id uuid, status text) WHERE schedules.id = session.id`.execute(
    trx,
  )
  await sql`UPDATE slots SET live = true WHERE id = ANY (${before.slots}::uuid[])`.execute(trx)
  if (await restoreAppointments(trx, scope, before.appointments)) return changed
  await requeueDropped(trx, scope, appointments, at)
  if (!(await restoreOffers(trx, scope, before.offers))) return changed
  for (const session of before.sessions.filter(({ status }) => status === 'published'))
    await sql`SELECT reserve_session_for_waiting_list(${session.id})`.execute(trx)
  await recordAudit(
    trx,
    scope,
    before.sessions.map(session => ({
      action: 'restored',
      subject: 'schedule',
      subjectId: session.id,
      before: { status: 'cancelled' },
      after: { status: session.status },
    })),
  )
  return null
}

/**
 * Offers seats of the waiting list again, unless the entry has left or has another offer, or the slot is blocked. False
 * if one is now at a time or place that its client does not know.
 */
export async function restoreOffers(trx: Connection, scope: PersonScope, offers: CancelledState['offers']): Promise<boolean> {
  await sql`
    UPDATE waiting_list SET state = 'offered', offered_slot_id = offer.slot_id, offer_ends_at = offer.ends_at
    FROM json_to_recordset(${JSON.stringify(offers)}) AS offer (id uuid, slot_id uuid, ends_at timestamptz)
    WHERE waiting_list.id = offer.id AND waiting_list.state = 'waiting'`.execute(trx)
  return !(await haveOffersMoved(trx, scope, offers))
}

const changed = refuse('bad_transition', {
  message: 'refused.cancellationStays',
})
