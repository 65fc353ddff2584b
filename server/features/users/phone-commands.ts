import { isPrivileged } from '#contract/granted.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { refuseWayInWithoutReason } from '../access-log/reasons/queries.ts'
import { stopOwnFeeds } from '../calendars/commands.ts'
import { lockPeople } from '../people/commands.ts'
import { replacePhone } from '../people/phones/commands.ts'
import { isOpenRecord, readIdentity } from '../people/queries.ts'
import { lockAddress, spendCode } from '../sessions/codes/commands.ts'
import { endEverySession } from '../sessions/commands.ts'
import { mayManage } from './queries.ts'
import { refuseTakenPhone } from './refuse-taken-phone.ts'

/**
 * Whether the caller may change this person's number, which decides who logs in as them. Null if allowed.
 * Refusals: 404, 403 `outranked`, `missing_ability` and `reason_required`, 409 `record_closed`, 422 at `phone` for the
 * caller's own.
 */
export async function refusePhoneChange(db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> {
  if (id === scope.person.id) return refuseOwnPhone()
  const row = await db.selectFrom('users').select(isOpenRecord('users').as('open')).where('id', '=', id).executeTakeFirst()
  if (!row) return refuse('not_found')
  if (!row.open) return refuse('record_closed')
  if (!(await mayManage(db, scope, id))) return refuse('outranked')
  return (await refuseForPrivileged(db, scope, id)) ?? refuseWayInWithoutReason(db, scope, id)
}

/**
 * Only holders of RoleAssign Edit change numbers and addresses of mentors and of people with
 * abilities, because a number or address opens everything that its owner may do.
 */
export async function refuseForPrivileged(db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> {
  const { access, abilities } = await readIdentity(db, scope, id)
  if (!isPrivileged({ ...access, abilities }) || holds(scope, 'RoleAssign Edit')) return null
  return refuse('missing_ability', {
    message: 'refused.thisPersonHasARoleChanging',
  })
}

/** A person's own number is changed in the profile, where a code confirms it. */
export const refuseOwnPhone = () => refuseField('phone', 'field.isYourOwnNumberChangeIt')

/**
 * Replaces a person's number after they have read out the code sent to the new one. Ends their sessions,
 * tokens and the addresses of their own calendars. Null on success; refusals: as `refusePhoneChange`, 422 `wrong_code`, 429
 * `too_many_codes`, 409 `phone_taken`.
 */
export async function changeUserPhone(
  db: Connection,
  scope: PersonScope,
  id: string,
  { phone, code }: { phone: string; code: string },
): Promise<Refusal | null> {
  try {
    return await db.transaction().execute(async trx => {
      await lockAddress(trx, { phone })
      // The person's roles must not change after they were compared with the caller's.
      await lockPeople(trx, scope, [id])
      const refusal =
        (await refusePhoneChange(trx, scope, id)) ??
        (await spendCode(trx, scope, { address: { phone }, userId: id }, { guess: code })) ??
        (await replacePhone(trx, scope, id, phone))
      if (refusal) return refusal.code === 'phone_taken' ? refuseTakenPhone(trx, scope, phone) : refusal
      await endEverySession(trx, scope, [id])
      await stopOwnFeeds(trx, scope, [id])
      return null
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_active_phone') return refuseTakenPhone(db, scope, phone)
    throw error
  }
}
