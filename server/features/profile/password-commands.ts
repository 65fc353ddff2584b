import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { checkOwnPassword } from '../people/commands.ts'
import { refuseOldSignIn } from '../sessions/queries.ts'

/** What asking for the password again needs: wrong tries are counted per person. */
export type Proving = Pick<Platform, 'db' | 'limits' | 'settings'>

/** The hash of the caller's password; null without one. */
export async function readOwnPassword(db: Connection, { person }: PersonScope): Promise<string | null> {
  const { password_hash } = await db.selectFrom('users').select('password_hash').where('id', '=', person.id).executeTakeFirstOrThrow()
  return password_hash
}

/**
 * Checks the password of a person who has one. Null if right, or without one.
 * Refusals: 422 `wrong_password`, 429.
 */
export async function refuseWrongPassword(
  platform: Proving,
  scope: PersonScope,
  stored: string | null,
  password: string | undefined,
): Promise<Refusal | null> {
  if (stored === null) return null
  const right = await checkOwnPassword(platform, scope, stored, password ?? '')
  if (right instanceof Refusal) return right
  return right ? null : refuse('wrong_password', { errors: { current_password: ['field.isNotYourCurrentPassword'] } })
}

/**
 * Refuses a change from a session left open: a person with a password enters it; one without has just
 * proved who they are.
 * Refusals: as `refuseWrongPassword`, 403 `log_in_again`.
 */
export const refuseUnproved = async (
  platform: Proving,
  scope: PersonScope,
  stored: string | null,
  password: string | undefined,
): Promise<Refusal | null> =>
  stored === null ? refuseOldSignIn(platform.db, scope) : refuseWrongPassword(platform, scope, stored, password)
