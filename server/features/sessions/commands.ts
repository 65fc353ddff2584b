import type { Login } from '#contract/people.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { hashToken, isPrivileged, newToken } from '../../platform/session-gate.ts'
import { stopEveryFeed } from '../calendars/commands.ts'
import { notePhoneUse } from '../people/phones/commands.ts'
import { readIdentity } from '../people/queries.ts'
import { describeDevice } from './device.ts'

/** A login, and for a browser the secret of the cookie that its token counts with. Both leave in this answer and are known to nobody afterwards. */
export interface Opened {
  login: Login
  cookie: string | null
}

/** Opens a session for a person who has proved who they are. */
export async function openSession(db: Connection, scope: Scope, userId: string): Promise<Opened> {
  const token = newToken()
  const cookie = scope.browser ? newToken() : null
  const identity = await readIdentity(db, scope, userId)
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      cookie_hash: cookie === null ? null : hashToken(cookie),
      device: describeDevice(scope.userAgent),
      created_at: scope.now,
      last_used_at: scope.now,
      staff: isPrivileged({ ...identity.access, abilities: identity.abilities }),
    })
    .execute()
  await notePhoneUse(db, scope, userId)
  return { login: { token, ...identity }, cookie }
}

/** Ends one of one's own sessions; its token is dead at once. False where there is no such session. */
export async function endOwnSession(db: Connection, { person, now }: PersonScope, id: string): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends every session and token of these people, dead at once. Whoever calls has decided that it may be done, and locks whoever must not log in meanwhile. */
export async function endEverySession(trx: Connection, { now }: PersonScope, userIds: readonly string[]): Promise<void> {
  await trx.updateTable('sessions').set({ ended_at: now }).where('user_id', 'in', userIds).where('ended_at', 'is', null).execute()
}

/** Logs the person asking out everywhere else, and stops the addresses of their calendars: nobody reads along any more. */
export async function endOtherSessions(trx: Connection, scope: PersonScope): Promise<void> {
  const { person, now } = scope
  await stopEveryFeed(trx, scope, [person.id])
  await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', person.id)
    .where('id', '<>', person.sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The same by itself. */
export const logOutElsewhere = (db: Connection, scope: PersonScope): Promise<void> =>
  db.transaction().execute(trx => endOtherSessions(trx, scope))
