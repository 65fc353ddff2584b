import type { Connection } from '../../platform/database.ts'
import { refuseField, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { weaknessOf, type PasswordOwner } from './password-strength.ts'

/** A new password as it is stored, or why it cannot be one: 422 at `password`, 503 when too many wait for theirs. */
export async function choosePassword(password: string, owner: PasswordOwner): Promise<string | Refusal> {
  const weakness = weaknessOf(password, owner)
  return weakness === null ? hashPassword(password) : refuseField('password', weakness)
}

/** Whether a password is right, in the same time for everybody: `null` stands for nobody, and for a person without a password. */
export const provePassword = (stored: string | null, password: string): Promise<boolean | Refusal> => verifyPassword(stored, password)

/**
 * Makes plans for the same people (mentors, mostly) wait for each other. Without it two plans can each hold a slot that the other one needs. Always the
 * first thing that a plan locks after its schedule: a booking, too, locks people before slots.
 */
export async function lockPeople(trx: Connection, _scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}
