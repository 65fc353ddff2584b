import type { Login } from '#contract/people.ts'
import type { Connection } from '../../platform/database.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { hashToken, newToken } from '../../platform/session-gate.ts'
import { provePassword } from '../people/commands.ts'
import { findActiveByPhone, readIdentity, readPhone } from '../people/queries.ts'
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
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      cookie_hash: cookie === null ? null : hashToken(cookie),
      device: describeDevice(scope.userAgent),
      created_at: scope.now,
      last_used_at: scope.now,
    })
    .execute()
  return { login: { token, ...(await readIdentity(db, scope, userId)) }, cookie }
}

/** Logs in with phone and password: 401 `wrong_login`, in the same words and the same time, whether the phone or the password was wrong. */
export async function logIn(
  db: Connection,
  scope: Scope,
  { phone, password }: { phone: string; password: string },
): Promise<Opened | Refusal> {
  const e164 = await readPhone(db, scope, phone)
  const person = typeof e164 === 'string' ? await findActiveByPhone(db, scope, e164) : undefined
  const right = await provePassword(person?.password_hash ?? null, password)
  if (right instanceof Refusal) return right
  if (!person || !right) return refuse('wrong_login')
  return db.transaction().execute(async trx => {
    // A password changed while this one was being checked: the change ends all sessions, and none may open with the old one behind it.
    const still = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', person.id)
      .where('active', '=', true)
      .where('password_hash', '=', person.password_hash)
      .forShare()
      .executeTakeFirst()
    return still ? openSession(trx, scope, person.id) : refuse('wrong_login')
  })
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

/** Logs the person asking out everywhere else. */
export async function endOtherSessions(db: Connection, { person, now }: PersonScope): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', person.id)
    .where('id', '<>', person.sessionId)
    .where('ended_at', 'is', null)
    .execute()
}
