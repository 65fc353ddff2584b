import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { restoreStatuses, type StatusState } from '../appointments/restoring/commands.ts'
import { recordAudit } from '../audit/commands.ts'
import { restoreOffers } from '../schedules/restoring/commands.ts'
import { decideSwaps } from '../schedules/series/commands.ts'
import { lockSchedules } from '../schedules/slots/commands.ts'
import { changedSince, keepAction, offerColumns, releaseReserved, requeueDropped, undoAction } from '../undo/commands.ts'
import { type RemovedEntry, restoreEntry } from '../waiting-list/restoring/commands.ts'
import type { RemovedPlans } from './ending-commands.ts'

interface Deactivated extends RemovedPlans {
  id: string
  appointments: StatusState[]
  entries: RemovedEntry[]
}

/** What deactivating a person changed: with the revisions after it of the person and the mentor's sessions. */
export interface DeactivatedUser extends Deactivated {
  revision: number
  schedules: { id: string; revision: number }[]
}

/** The person's open entries of the waiting list, which a deactivation ends. The caller has locked the person. */
export async function lockWaitingEntries(trx: Connection, _scope: PersonScope, id: string): Promise<RemovedEntry[]> {
  const { rows } = await sql<RemovedEntry>`
    SELECT user_id, ${offerColumns} FROM waiting_list
    WHERE user_id = ${id} AND is_open_entry(state) ORDER BY id FOR UPDATE`.execute(trx)
  return rows
}

/** Stores what Undo writes back; the person has just been deactivated. */
export async function keepDeactivated(
  trx: Connection,
  scope: PersonScope,
  { undo, done }: { undo: string; done: readonly DeactivatedUser[] },
  changed: Deactivated,
): Promise<DeactivatedUser> {
  const { revision } = await trx.selectFrom('users').select('revision').where('id', '=', changed.id).executeTakeFirstOrThrow()
  const { rows: schedules } = await sql<DeactivatedUser['schedules'][number]>`
    SELECT id, revision FROM schedules WHERE id IN (SELECT schedule_id FROM slots WHERE id = ANY (${changed.slots}::uuid[])) ORDER BY id`.execute(
    trx,
  )
  const user = { ...changed, revision, schedules }
  await keepAction(trx, scope, undo, 'deactivate_users', { users: [...done, user] })
  return user
}

/**
 * Reactivates people whom the caller deactivated, all or none, with their appointments, waiting entries and, for a
 * mentor, free times; no message is sent. Ended logins and links stay ended. Refusals: those of `undoAction`,
 * `mentor_busy` or `client_busy` if another session or appointment has taken a time, and 409 `undo_over` once
 * something else has changed.
 */
export async function undoDeactivating(db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> {
  try {
    return await decideSwaps(db, trx =>
      undoAction<{ users: DeactivatedUser[] }>(trx, scope, id, 'deactivate_users', async ({ users }, at) => {
        for (const user of users) if (!(await reactivate(trx, scope, user))) return changedSince()
        await releaseReserved(trx, id)
        for (const user of users) if (!(await restorePlans(trx, scope, user))) return changedSince()
        const appointments = users.flatMap(user => user.appointments.map(one => one.id))
        await requeueDropped(trx, scope, appointments, at)
        return null
      }),
    )
  } catch (error) {
    // Another person has the number or address now.
    if ((error as { code?: string }).code === '23505') return changedSince()
    throw error
  }
}

/** False if the person has changed since. */
async function reactivate(trx: Connection, scope: PersonScope, { id, revision }: DeactivatedUser): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ active: true })
    .where('id', '=', id)
    .where('active', '=', false)
    .where('revision', '=', revision)
    .where(sql<boolean>`may_manage(${scope.person.id}, users.id)`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await recordAudit(trx, scope, { action: 'reactivated', subject: 'user', subjectId: id, personId: id })
  return true
}

/** False if a session, an appointment or an entry has changed since. */
async function restorePlans(trx: Connection, scope: PersonScope, user: DeactivatedUser): Promise<boolean> {
  if (user.schedules.length > 0) {
    const ids = user.schedules.map(({ id }) => id)
    const locked = new Map((await lockSchedules(trx, scope, ids)).map(({ id, revision }) => [id, revision]))
    if (user.schedules.some(({ id, revision }) => locked.get(id) !== revision)) return false
    await sql`UPDATE slots SET live = true WHERE id = ANY (${user.slots}::uuid[])`.execute(trx)
  }
  if (await restoreStatuses(trx, scope, user.appointments)) return false
  for (const entry of user.entries) if (await restoreEntry(trx, scope, entry, 'left')) return false
  if (!(await restoreOffers(trx, scope, user.offers))) return false
  for (const { id } of user.schedules) await sql`SELECT reserve_session_for_waiting_list(${id})`.execute(trx)
  return true
}
