import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { proveOwnPassword } from '../people/commands.ts'

/** What asking for the password again needs: wrong tries are counted per person. */
export type Proving = Pick<Platform, 'db' | 'limits' | 'settings'>

/** When the caller's session began, and the hash of their password; null for a person without one. */
export const readOwnLogin = (db: Connection, { person }: PersonScope) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.password_hash', 'sessions.created_at'])
    .where('sessions.id', '=', person.sessionId)
    .executeTakeFirstOrThrow()

/** Asks a person who has a password for it again: a session left open is not enough to take the account over. Null if right, or without one. Refusals: 422 `wrong_password`, 429. */
export async function refuseWrongPassword(
  platform: Proving,
  scope: PersonScope,
  stored: string | null,
  password: string | undefined,
): Promise<Refusal | null> {
  if (stored === null) return null
  const right = await proveOwnPassword(platform, scope, stored, password ?? '')
  if (right instanceof Refusal) return right
  return right ? null : refuse('wrong_password', { errors: { current_password: ['is not your present password'] } })
}
