import type { AppointmentStatus, StatusBatch } from '#contract/appointments.ts'
import type { Skipped } from '#contract/batch.ts'
import { undoTarget } from '#domain/booking/status.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { findOwnClientsIn } from '../mentor-access/queries.ts'
import { lockClientOf } from './lock-commands.ts'
import { refuseStatus } from './policy.ts'
import { findStatuses } from './batch-queries.ts'

interface Change {
  id: string
  revision?: number | undefined
}

/** The facts that decide about a change, locked until the end of the transaction. */
async function hold(trx: Connection, { id, revision }: Change) {
  await lockClientOf(trx, id)
  const row = await trx
    .selectFrom('appointments')
    .select(['user_id', 'mentor_id', 'status', 'status_before', 'starts_at', 'revision'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuse('not_found')
  return revision === undefined || revision === row.revision ? row : refuse('stale')
}

/**
 * Changes an appointment's status, or undoes the last change, as the status table allows the caller.
 * Refusals: 409 `bad_transition`, which says when the step becomes possible; 403 if the caller may take
 * no step.
 */
export async function changeStatus(
  db: Connection,
  scope: PersonScope,
  change: Change & { status: AppointmentStatus; reason?: string | undefined },
): Promise<null | Refusal> {
  const { id, status, reason = '' } = change
  return db.transaction().execute(async trx => {
    const row = await hold(trx, change)
    if ('code' in row) return row
    const refusal = refuseStatus(row, status, scope, await findOwnClientsIn(trx, scope, [row]))
    if (refusal) return refusal
    await trx
      .updateTable('appointments')
      .set({
        status,
        changed_by: scope.person.id,
        change_reason: reason,
        ...(status === 'cancelled' && { cancelled_by: 'organisation' as const, cancelled_at: scope.now, cancel_reason: reason }),
        ...(row.status === 'noshow' && { excused_at: null, excused_by: null }),
      })
      .where('id', '=', id)
      .execute()
    return null
  })
}

/** Changes the status of several appointments, each by itself. `undo`: what undoing the step leads to. */
export async function changeStatuses(
  db: Connection,
  scope: PersonScope,
  { status, reason, appointments }: StatusBatch & { reason?: string | undefined },
): Promise<{ changed: { id: string; undo: AppointmentStatus | null }[]; skipped: Skipped }> {
  const changed: string[] = []
  const skipped: Skipped = []
  for (const one of appointments) {
    const refusal = await changeStatus(db, scope, { ...one, status, reason })
    if (refusal) skipped.push({ id: one.id, ...presentObstacle(refusal, scope.language) })
    else changed.push(one.id)
  }
  const rows = await findStatuses(db, scope, changed)
  return { changed: rows.map(row => ({ id: row.id, undo: undoTarget(row.status, row.status_before) })), skipped }
}

/**
 * Excuses a missed appointment, so that it does not count against the client, or undoes that. Repeating
 * it changes nothing.
 */
export async function excuseNoShow(
  db: Connection,
  scope: PersonScope,
  change: Change & { excused: boolean; reason?: string | undefined },
): Promise<null | Refusal> {
  return db.transaction().execute(async trx => {
    const row = await hold(trx, change)
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
