import { sql } from 'kysely'
import type { AppointmentStatus } from '#contract/appointments.ts'
import { isOpen } from '#domain/booking/status.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { releaseReserved, requeueDropped, restoreAppointments, takeAction, undoAction } from '../../undo/commands.ts'
import { isBusyClient } from '../../people/commands.ts'
import { lockClientOf } from '../lock-commands.ts'

/** When, where and at what price an appointment was before staff moved it, and the slot to which they moved it. */
export interface MovedState {
  id: string
  slot_id: string
  room: string | null
  price_amount?: number
  price_currency?: string
  starts_at: string
  place_id: string | null
  to: string
  /** Whether the old slot was blocked already: its appointment then returns to it. */
  was_blocked?: boolean
}

/** An appointment before a step that tells its client, and the status after it. */
export interface StatusState {
  id: string
  status: AppointmentStatus
  status_before: AppointmentStatus | null
  starts_at: string
  place_id: string | null
  to: AppointmentStatus
}

/**
 * Moves an appointment back to its time, meeting room and price. The client is told only if the message of the move has
 * left. Refusals: those of `takeAction` and `restoreAppointments`, 409 `bad_transition` if it has changed or its old
 * time is kept for others or has been blocked since, `client_busy`.
 */
export const undoMove = (db: Connection, scope: PersonScope, undo: string): Promise<Refusal | null> =>
  decide(db, async trx => {
    const action = await takeAction<MovedState>(trx, scope, undo, 'move_appointment')
    if (action instanceof Refusal) return action
    const { id, slot_id, to, was_blocked = false } = action.before
    await lockClientOf(trx, id)
    await releaseReserved(trx, undo)
    const { rows } = await sql<{ status: AppointmentStatus; slot_id: string; fits: boolean }>`
      SELECT a.status, a.slot_id, is_open_to(s, a.interpreter_language IS NOT NULL) AS fits
      FROM appointments a, slots x JOIN schedules s ON s.id = x.schedule_id WHERE a.id = ${id} AND x.id = ${slot_id} FOR NO KEY UPDATE OF a`.execute(
      trx,
    )
    const [row] = rows
    if (!row?.fits || !isOpen(row.status) || row.slot_id !== to) return refuse('bad_transition')
    const refusal = await restoreAppointments(trx, scope, [action.before])
    if (refusal) return refusal
    // After the update, which locks the slot: from here on, no absence blocks it.
    const slot = await trx.selectFrom('slots').select('blocked').where('id', '=', slot_id).executeTakeFirstOrThrow()
    return slot.blocked !== null && !was_blocked ? refuse('bad_transition') : null
  })

/**
 * Takes back approvals, refusals and cancellations by staff, all or none; no client is told. Refusals: those of
 * `undoAction` and `restoreAppointments`, 409 `bad_transition` if an appointment has changed, `client_busy`.
 */
export const undoStatuses = (db: Connection, scope: PersonScope, undo: string): Promise<Refusal | null> =>
  decide(db, trx =>
    undoAction<{ appointments: StatusState[] }>(trx, scope, undo, 'change_statuses', async ({ appointments }, at) => {
      await releaseReserved(trx, undo)
      const refusal = await restoreStatuses(trx, scope, appointments)
      if (refusal) return refusal
      await requeueDropped(
        trx,
        scope,
        appointments.map(({ id }) => id),
        at,
      )
      return null
    }),
  )

/** Gives appointments that still have the status `to` their status from before. */
export async function restoreStatuses(trx: Connection, scope: PersonScope, appointments: readonly StatusState[]): Promise<Refusal | null> {
  const ordered = appointments.toSorted((a, b) => a.id.localeCompare(b.id))
  for (const { id, to } of ordered) {
    await lockClientOf(trx, id)
    const row = await trx.selectFrom('appointments').select('status').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    if (row?.status !== to) return refuse('bad_transition')
  }
  return restoreAppointments(trx, scope, ordered)
}

async function decide(db: Connection, undo: (trx: Connection) => Promise<Refusal | null>): Promise<Refusal | null> {
  try {
    return await decideInTransaction(db, undo)
  } catch (error) {
    if (isBusyClient(error)) return refuse('client_busy')
    throw error
  }
}
