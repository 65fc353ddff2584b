import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'

/** How long ago a person may have proved who they are when they change how they sign in. */
const recentSignInMs = 5 * 60 * 1000

/**
 * A session left open is not enough to take an account over: the person who changes a sign-in method has signed in,
 * or proved who they are again, within the last five minutes. Null if so; refusal: 403 `log_in_again`.
 */
export async function refuseOldSignIn(db: Connection, { person, now }: PersonScope): Promise<Refusal | null> {
  const { created_at, authenticated_at } = await db
    .selectFrom('sessions')
    .select(['created_at', 'authenticated_at'])
    .where('id', '=', person.sessionId)
    .executeTakeFirstOrThrow()
  return Date.parse(authenticated_at ?? created_at) > now.getTime() - recentSignInMs ? null : refuse('log_in_again')
}
