import { sql } from 'kysely'
import type { Reassigning } from '#contract/reassigning.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { deleteTimeOff } from '../absences/commands.ts'
import { decideSwaps } from '../schedules/series/commands.ts'
import {
  type AppointmentState,
  changedSince,
  keepAction,
  releaseReserved,
  requeueDropped,
  restoreAppointments,
  undoAction,
} from '../undo/commands.ts'

/** What reassigning changed; the appointments in the order of the decisions. */
interface ReassignedState {
  appointments: (AppointmentState & { revision: number })[]
  time_off_ids: string[]
}

/** The appointments that decisions will move or cancel, as they are, in the order of the decisions. */
export async function readReassigned(
  trx: Connection,
  _scope: PersonScope,
  decisions: Reassigning['decisions'],
): Promise<AppointmentState[]> {
  const ids = decisions.flatMap(({ action, appointment_id }) => (action === 'keep' ? [] : [appointment_id]))
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('appointments as a')
    .innerJoin('schedules as s', 's.id', 'a.schedule_id')
    .select(['a.id', 'a.slot_id', 'a.room', 'a.status', 'a.status_before', 'a.starts_at', 's.place_id'])
    .where('a.id', 'in', ids)
    .execute()
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Stores what Undo writes back; the decisions have just been applied. */
export async function keepReassigned(
  trx: Connection,
  scope: PersonScope,
  undo: string,
  { appointments, time_off_ids }: { appointments: readonly AppointmentState[]; time_off_ids: string[] },
): Promise<void> {
  const revisions = await findRevisions(
    trx,
    appointments.map(({ id }) => id),
  )
  const state: ReassignedState = {
    appointments: appointments.map(one => ({ ...one, revision: revisions.get(one.id) ?? 0 })),
    time_off_ids,
  }
  await keepAction(trx, scope, undo, 'reassign', state)
}

async function findRevisions(trx: Connection, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`
    SELECT id, revision FROM appointments WHERE id = ANY (${ids}::uuid[]) ORDER BY slot_id, id FOR NO KEY UPDATE`.execute(trx)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/**
 * Gives all appointments of a reassignment their previous mentor, time and status, and removes the time off that
 * it recorded; no client or mentor is told. Refusals: those of `undoAction`, `client_busy`, and 409 `undo_over` once
 * an appointment, a seat, an old session's time or place or the time off has changed.
 */
export const undoReassigning = (db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> =>
  decideSwaps(db, trx =>
    undoAction<ReassignedState>(trx, scope, id, 'reassign', async ({ appointments, time_off_ids }, at) => {
      const ids = appointments.map(one => one.id)
      const revisions = await findRevisions(trx, ids)
      if (appointments.some(one => revisions.get(one.id) !== one.revision)) return changedSince()
      await releaseReserved(trx, id)
      // The last first: it may have the seat that an earlier one left.
      if (await restoreAppointments(trx, scope, appointments.toReversed())) return changedSince()
      await requeueDropped(trx, scope, ids, at)
      // After the appointments: a free seat that is no longer blocked goes to the waiting list.
      for (const off of time_off_ids) if (await deleteTimeOff(trx, scope, off, 1)) return changedSince()
      return null
    }),
  )
