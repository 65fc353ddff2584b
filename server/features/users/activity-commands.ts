import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Batch, Skipped } from '#contract/batch.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, refuse, Refusal } from '../../platform/refusal.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { refuseRecordWithoutReason } from '../access-log/reasons/queries.ts'
import { recordAudit } from '../audit/commands.ts'
import { stopOwnFeeds } from '../calendars/commands.ts'
import { announceSignInChange } from '../people/announcements/commands.ts'
import { lockPeople } from '../people/commands.ts'
import { isOpenRecord } from '../people/queries.ts'
import { endEverySession } from '../sessions/commands.ts'
import {
  cancelOpenAppointments,
  lockRecordForClosing,
  refuseLastAdministrator,
  lockOpenAppointments,
  removeFromPlans,
} from './ending-commands.ts'
import { beginAction } from '../undo/commands.ts'
import { mayManage } from './queries.ts'
import { type DeactivatedUser, keepDeactivated, lockWaitingEntries } from './restore-commands.ts'
import { refuseTakenPhone } from './refuse-taken-phone.ts'
import { explainZeroRows } from './explain-queries.ts'

interface Deactivation {
  revision?: number | undefined
  reason?: string | undefined
  /** What happens to the person's open appointments; required if there are any. */
  open_appointments?: 'keep' | 'cancel' | undefined
}

/**
 * Deactivates a person with immediate effect. `undo`: the action's id; null if they were inactive already. Refusals:
 * those of `lockRecordForClosing`, 409 `has_bookings`, 403 `missing_ability` to cancel appointments, 409
 * `last_administrator`.
 */
export async function deactivateUser(
  db: Connection,
  scope: PersonScope,
  id: string,
  input: Deactivation,
): Promise<{ undo: string | null } | Refusal> {
  const undo = randomUUID()
  const before = await deactivate(db, scope, id, { ...input, undo, done: [] })
  return before instanceof Refusal ? before : { undo: before ? undo : null }
}

/** `done`: whom the same action has deactivated already. Returns what it changed; null if they were inactive. */
const deactivate = (
  db: Connection,
  scope: PersonScope,
  id: string,
  input: Deactivation & { undo: string; done: readonly DeactivatedUser[] },
): Promise<DeactivatedUser | null | Refusal> =>
  refuseLastAdministrator(
    db.transaction().execute(async trx => {
      const locked = await lockRecordForClosing(trx, scope, id, input.revision)
      if (locked instanceof Refusal) return locked
      if (!locked.active) return null
      await beginAction(trx, scope, input.undo)
      const booked = await lockOpenAppointments(trx, scope, id)
      if (booked.length > 0 && input.open_appointments === undefined) {
        const message = 'refused.thisPersonHasOpenAppointmentsChoose'
        return refuse('has_bookings', { ...(holds(scope, 'Appointment List') && { booked }), message })
      }
      // As everywhere, cancelling a client's appointments takes its own ability.
      if (booked.length > 0 && input.open_appointments === 'cancel' && !holds(scope, 'Appointment Edit')) return refuse('missing_ability')
      const entries = await lockWaitingEntries(trx, scope, id)
      await trx.updateTable('users').set({ active: false }).where('id', '=', id).execute()
      const reason = input.reason ?? ''
      const appointments = input.open_appointments === 'cancel' ? await cancelOpenAppointments(trx, scope, id, reason) : []
      const plans = await removeFromPlans(trx, scope, id)
      await recordAudit(trx, scope, { action: 'deactivated', subject: 'user', subjectId: id, personId: id, reason })
      return keepDeactivated(trx, scope, input, { id, appointments, entries, ...plans })
    }),
  )

/** Deactivates several people, each by itself and only with access to their record. */
export async function deactivateSeveral(
  db: Connection,
  scope: PersonScope,
  { users, ...input }: Omit<Deactivation, 'revision'> & { users: Batch },
): Promise<{ deactivated: string[]; skipped: Skipped; undo: string | null }> {
  const undo = randomUUID()
  const done: DeactivatedUser[] = []
  const deactivated: string[] = []
  const skipped: Skipped = []
  for (const { id, revision } of users) {
    const before = (await refuseRecordWithoutReason(db, scope, id)) ?? (await deactivate(db, scope, id, { ...input, revision, undo, done }))
    if (before instanceof Refusal) skipped.push({ id, ...presentObstacle(before, scope.language) })
    else {
      deactivated.push(id)
      if (before) done.push(before)
    }
  }
  return { deactivated, skipped, undo: done.length > 0 ? undo : null }
}

/**
 * Reactivates a person. Null when done, or if they were active already. 409 `phone_taken` or
 * `email_taken` if another person has the number, or confirmed the e-mail address, meanwhile.
 */
export async function reactivateUser(
  db: Connection,
  scope: PersonScope,
  id: string,
  revision: number | undefined,
): Promise<Refusal | null> {
  try {
    return await db.transaction().execute(async trx => {
      const changed = await trx
        .updateTable('users')
        .set({ active: true })
        .where('id', '=', id)
        .where('active', '=', false)
        .where(isOpenRecord('users'))
        .where(sql<boolean>`may_manage(${scope.person.id}, users.id)`)
        .$if(revision !== undefined, update => update.where('revision', '=', revision ?? 0))
        .returning('id')
        .executeTakeFirst()
      if (!changed) {
        const isActive = await trx.selectFrom('users').select('active').where('id', '=', id).where('active', '=', true).executeTakeFirst()
        const refusal = await explainZeroRows(trx, scope, id)
        return isActive && refusal.code === 'stale' ? null : refusal
      }
      await recordAudit(trx, scope, { action: 'reactivated', subject: 'user', subjectId: id, personId: id })
      return null
    })
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'users_active_email') return refuse('email_taken')
    if (constraint !== 'users_active_phone') throw error
    const row = await db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirst()
    return refuseTakenPhone(db, scope, row?.phone)
  }
}

/**
 * Removes a person's authenticator; they set up another one at their next login. Null on success, also if
 * there was none. Callers cannot remove their own, so that an open session is not enough.
 */
export const resetAuthenticatorOf = (db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> =>
  db.transaction().execute(async trx => {
    if (id === scope.person.id) return refuse('not_yourself')
    await lockPeople(trx, scope, [id])
    if (!(await mayManage(trx, scope, id))) return refuse('outranked')
    const gone = await trx.deleteFrom('authenticators').where('user_id', '=', id).returning('user_id').executeTakeFirst()
    if (!gone) return null
    await trx.deleteFrom('recovery_codes').where('user_id', '=', id).execute()
    await recordAudit(trx, scope, { action: 'app_reset', subject: 'user', subjectId: id, personId: id })
    await announceSignInChange(trx, scope, id, { what: 'app_reset' })
    return null
  })

/**
 * Removes all of a person's passkeys and logs them out everywhere, because the device is lost. If it
 * was their last way to sign in, staff invite them again. Null when done, also without a passkey. A
 * person removes their own in the profile.
 */
export const removePasskeysOf = (db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> =>
  db.transaction().execute(async trx => {
    if (id === scope.person.id) return refuse('not_yourself')
    await lockPeople(trx, scope, [id])
    if (!(await mayManage(trx, scope, id))) return refuse('outranked')
    const gone = await trx.deleteFrom('passkeys').where('user_id', '=', id).returning('id').execute()
    if (gone.length === 0) return null
    await endEverySession(trx, scope, [id])
    await stopOwnFeeds(trx, scope, [id])
    await recordAudit(trx, scope, { action: 'passkeys_reset', subject: 'user', subjectId: id, personId: id })
    await announceSignInChange(trx, scope, id, { what: 'passkeys_reset' })
    return null
  })

/** Logs a person out everywhere, and ends their tokens and the addresses of their own calendars. Null on success. */
export const endSessionsOf = (db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> =>
  db.transaction().execute(async trx => {
    await lockPeople(trx, scope, [id])
    if (!(await mayManage(trx, scope, id))) return refuse('outranked')
    await endEverySession(trx, scope, [id])
    await stopOwnFeeds(trx, scope, [id])
    await recordAudit(trx, scope, { action: 'logged_out', subject: 'user', subjectId: id, personId: id })
    return null
  })
