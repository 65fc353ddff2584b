import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { checkPassword } from '../people/commands.ts'
import { findActiveByPhone, readPhone } from '../people/queries.ts'
import { sendCode, type CodePurpose } from './codes/commands.ts'
import type { OpenedSession } from './commands.ts'
import { continueLogin } from './second-step/commands.ts'
import { holdsSetupLink } from './setup/link-commands.ts'

/**
 * Logs in with phone and password. 401 `wrong_login` has the same words and timing for a wrong phone and
 * a wrong password. Privileged people then need a code: 401 `code_required`. Without an authenticator
 * they first confirm a code sent to their phone (401 `phone_code_required`) or use the set-up link.
 * Refusals of sending that code: 503 `no_gateway`, `codes_spent`, 429 `too_many_codes`.
 */
export async function logIn(
  { db, settings, secrets }: Pick<Platform, 'db' | 'settings' | 'secrets'>,
  scope: Scope,
  { phone, password, setup_token }: { phone: string; password: string; setup_token?: string | undefined },
): Promise<OpenedSession | Refusal> {
  const read = await readPhone(db, scope, phone)
  const e164 = typeof read === 'string' ? read : null
  const person = e164 === null ? undefined : await findActiveByPhone(db, scope, e164)
  const right = await checkPassword(person?.password_hash ?? null, password)
  if (right instanceof Refusal) return right
  // A number that only staff entered is a contact detail: its first login needs a code.
  if (!person || !right || person.phone_verified_at === null) return refuse('wrong_login')
  const opened = await db.transaction().execute(async trx => {
    // A password change ends all sessions, so no session may open with the previous password that was
    // verified meanwhile.
    const still = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', person.id)
      .where('active', '=', true)
      .where('phone', '=', e164)
      .where('password_hash', '=', person.password_hash)
      .forShare()
      .executeTakeFirst()
    if (!still) return refuse('wrong_login')
    const mayEnrol = await holdsSetupLink(trx, scope, person.id, setup_token)
    return continueLogin(trx, scope, { settings, secrets }, { userId: person.id, method: 'password', owesPassword: false, mayEnrol })
  })
  const sends = opened instanceof Refusal && opened.code === 'phone_code_required' && e164 !== null
  return sends ? sendPhoneCode(db, scope, { settings, secrets }, { phone: e164, userId: person.id }, opened) : opened
}

/**
 * Sends the code that allows setting up an authenticator. The refusal that asks for it contains its
 * lifetime.
 */
async function sendPhoneCode(
  db: Connection,
  scope: Scope,
  ground: Pick<Platform, 'settings' | 'secrets'>,
  purpose: CodePurpose,
  asks: Refusal,
): Promise<Refusal> {
  const sent = await sendCode(db, scope, ground, purpose)
  if (!(sent instanceof Refusal)) return asks
  return sent.code === 'no_gateway' ? refuse('no_gateway', { message: noGateway }) : sent
}

const noGateway =
  'You need an authenticator app, and this site cannot send the code for setting it up. Ask the people who run the server: an administrator can use the set-up link that it prints when it starts.'
