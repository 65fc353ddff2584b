import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'
import { weaknessOf, type PasswordOwner } from './password-strength.ts'

/** A new password as it is stored, or why it cannot be one: 422 at `password`, 503 when too many wait for theirs. */
export async function choosePassword(password: string, owner: PasswordOwner): Promise<string | Refusal> {
  const weakness = weaknessOf(password, owner)
  return weakness === null ? hashPassword(password) : refuseField('password', weakness)
}

/**
 * Verifies a password in constant time: `null` (no such person, or no password) costs the same and
 * never matches.
 */
export const provePassword = (stored: string | null, password: string): Promise<boolean | Refusal> => verifyPassword(stored, password)

/** Wrong passwords that a session may guess at its own account. */
const ownGuesses = { max: 10, minutes: 60 }

/**
 * Whether the password that a signed-in person is asked for again is right. Wrong ones count for the person, from whatever addresses they come: with a stolen session the password is not to be guessed.
 * Refusal: 429 `too_many_requests`.
 */
export async function proveOwnPassword(
  { limits, settings }: Pick<Platform, 'limits' | 'settings'>,
  { person }: PersonScope,
  stored: string | null,
  password: string,
): Promise<boolean | Refusal> {
  const [what, counted] = ['own password', settings.rateLimit]
  const seconds = counted ? await limits.admitTry(person.id, what, ownGuesses) : null
  if (seconds !== null) return refuse('too_many_requests', { retry_after: seconds })
  const right = await provePassword(stored, password)
  if (counted && right === true) await limits.giveBack(person.id, what, ownGuesses)
  return right
}

/**
 * Makes plans for the same people (mentors, mostly) wait for each other. Without it two plans can each hold a slot that the other one needs. Always the
 * first thing that a plan locks after its schedule: a booking, too, locks people before slots.
 */
export async function lockPeople(trx: Connection, _scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}
