import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AppointmentStatus, StatusBatch } from '#contract/appointments.ts'
import type { Skipped } from '#contract/batch.ts'
import { undoTarget } from '#domain/booking/status.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { presentObstacle, refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { beginAction, changedSince, keepAction } from '../undo/commands.ts'
import { cancelAppointments } from '../cancelling/commands.ts'
import { findOwnClientsIn } from '../mentor-access/queries.ts'
import { lockClientFor, placeOf } from './lock-commands.ts'
import { refuseStatus } from './policy.ts'
import type { StatusState } from './restoring/commands.ts'
import { findStatuses, messageOf } from './batch-queries.ts'

interface Change {
  id: string
  revision?: number | undefined
  from?: AppointmentStatus | undefined
  reason?: string | undefined
}

/** The facts that decide about a change, locked until the end of the transaction. */
async function lockAppointment(trx: Connection, { id, revision, from, reason = '' }: Change) {
  const closed = await lockClientFor(trx, id, reason !== '')
  if (closed) return closed
  const row = await trx
    .selectFrom('appointments')
    .select(['user_id', 'mentor_id', 'status', 'status_before', 'starts_at', 'revision'])
    .select(placeOf)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuse('not_found')
  if (revision !== undefined && revision !== row.revision) return refuse('stale')
  return from === undefined || from === row.status ? row : changedSince()
}

/**
 * Changes an appointment's status, or undoes the last change, as the status table allows the caller.
 * Refusals: 409 `bad_transition`, which says when the step becomes possible; 403 if the caller may take
 * no step; 409 `undo_over` if its status is no longer `from`, `record_closed` for a reason about an erased client. `undo`: the action's id where the step tells the client; that message waits, so that Undo comes first.
 */
export async function changeStatus(
  db: Connection,
  scope: PersonScope,
  change: Change & { status: AppointmentStatus },
): Promise<{ undo: string | null } | Refusal> {
  const undo = randomUUID()
  const before = await writeStatus(db, scope, { ...change, undo, done: [] })
  return before instanceof Refusal ? before : { undo: before ? undo : null }
}

/** `done`: what the same action has changed already. Returns the state before a step that tells the client. */
function writeStatus(
  db: Connection,
  scope: PersonScope,
  change: Change & { status: AppointmentStatus; undo: string; done: readonly StatusState[] },
): Promise<StatusState | null | Refusal> {
  const { id, status, reason = '', undo, done } = change
  return decideInTransaction(db, async trx => {
    const row = await lockAppointment(trx, change)
    if ('code' in row) return row
    const refusal = refuseStatus(row, status, scope, await findOwnClientsIn(trx, scope, [row]))
    if (refusal) return refusal
    const tells = messageOf(row.status, status) !== null
    if (tells) await beginAction(trx, scope, undo)
    if (status === 'cancelled') await cancelAppointments(trx, scope, sql`a.id = ${id}`, { by: 'organisation', reason })
    else
      await trx
        .updateTable('appointments')
        .set({
          status,
          changed_by: scope.person.id,
          change_reason: reason,
          ...(row.status === 'noshow' && { excused_at: null, excused_by: null }),
        })
        .where('id', '=', id)
        .execute()
    if (!tells) return null
    const { status_before, starts_at, place_id } = row
    const before: StatusState = { id, status: row.status, status_before, starts_at, place_id, to: status }
    await keepAction(trx, scope, undo, 'change_statuses', { appointments: [...done, before] })
    return before
  })
}

/**
 * Changes the status of several appointments, each by itself. `undo` of each: what undoing the step leads to; of
 * all: the action's id.
 */
export async function changeStatuses(
  db: Connection,
  scope: PersonScope,
  { from, status, reason, appointments }: StatusBatch & { from?: AppointmentStatus | undefined; reason?: string | undefined },
): Promise<{ changed: { id: string; undo: AppointmentStatus | null }[]; skipped: Skipped; undo: string | null }> {
  const undo = randomUUID()
  const done: StatusState[] = []
  const changed: string[] = []
  const skipped: Skipped = []
  for (const one of appointments) {
    const before = await writeStatus(db, scope, { ...one, from, status, reason, undo, done })
    if (before instanceof Refusal) skipped.push({ id: one.id, ...presentObstacle(before, scope.language) })
    else {
      changed.push(one.id)
      if (before) done.push(before)
    }
  }
  const rows = await findStatuses(db, scope, changed)
  return {
    changed: rows.map(row => ({ id: row.id, undo: undoTarget(row.status, row.status_before) })),
    skipped,
    undo: done.length > 0 ? undo : null,
  }
}

/**
 * Excuses a missed appointment, so that it does not count against the client, or undoes that. Repeating
 * it changes nothing.
 */
export async function excuseNoShow(db: Connection, scope: PersonScope, change: Change & { excused: boolean }): Promise<null | Refusal> {
  return db.transaction().execute(async trx => {
    const row = await lockAppointment(trx, change)
    if ('code' in row) return row
    if (row.status !== 'noshow') return refuse('bad_transition', { message: 'refused.onlyAMissedAppointmentCanBe' })
    await trx
      .updateTable('appointments')
      .set({
        excused_at: change.excused ? scope.now : null,
        excused_by: change.excused ? scope.person.id : null,
        changed_by: scope.person.id,
        change_reason: change.reason ?? '',
      })
      .where('id', '=', change.id)
      .where('excused_at', change.excused ? 'is' : 'is not', null)
      .execute()
    return null
  })
}
