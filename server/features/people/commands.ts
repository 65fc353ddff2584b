import { refuseField, type Refusal } from '../../platform/refusal.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { weaknessOf, type PasswordOwner } from './password-strength.ts'

/** A new password as it is stored, or why it cannot be one: 422 at `password`, 503 when too many wait for theirs. */
export async function choosePassword(password: string, owner: PasswordOwner): Promise<string | Refusal> {
  const weakness = weaknessOf(password, owner)
  return weakness === null ? hashPassword(password) : refuseField('password', weakness)
}

/** Whether a password is right, in the same time for everybody: `null` stands for nobody, and for a person without a password. */
export const provePassword = (stored: string | null, password: string): Promise<boolean | Refusal> => verifyPassword(stored, password)
