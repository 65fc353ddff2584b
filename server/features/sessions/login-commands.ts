import type { Settings } from '../../platform/config.ts'
import type { Connection } from '../../platform/database.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { provePassword } from '../people/commands.ts'
import { findActiveByPhone, readPhone } from '../people/queries.ts'
import type { Opened } from './commands.ts'
import { letIn } from './second-step/commands.ts'

/**
 * Logs in with phone and password: 401 `wrong_login`, in the same words and the same time, whether the phone or the password was wrong. Whoever opens the
 * administration is then asked for a code: 401 `code_required`.
 */
export async function logIn(
  db: Connection,
  scope: Scope,
  settings: Settings,
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
    return still ? letIn(trx, scope, settings, { userId: person.id, owesPassword: false }) : refuse('wrong_login')
  })
}
