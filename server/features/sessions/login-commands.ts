import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { checkPassword } from '../people/commands.ts'
import { findVerifiedOwner, loginPhone, readAddress } from '../people/queries.ts'
import { sendCode } from './codes/commands.ts'
import type { OpenedSession } from './commands.ts'
import { addressForCode, continueLogin } from './second-step/commands.ts'
import { holdsSetupLink } from './setup/link-commands.ts'

/**
 * Logs in with the password and a confirmed phone number or e-mail address. 401 `wrong_login` has the
 * same words and takes the same time, whichever was wrong. A privileged person is then asked for a
 * code (401 `code_required`). Without an authenticator they first confirm a code sent to their phone
 * or e-mail address (401 `phone_code_required`), or bring the set-up link.
 * Refusals of sending it: 503 `no_gateway`, `codes_spent`, 429 `too_many_codes`.
 */
export async function logIn(
  { db, settings, secrets }: Pick<Platform, 'db' | 'settings' | 'secrets'>,
  scope: Scope,
  { phone, email, password, setup_token }: Credentials,
): Promise<OpenedSession | Refusal> {
  const wrongLogin = email === undefined ? refuse('wrong_login') : refuse('wrong_login', { message: wrongEmailLogin })
  const address = await readAddress(db, scope, { phone, email: email?.trim().toLowerCase() })
  // A number or address that only staff entered is a contact detail: it logs in first with a code.
  const person = address instanceof Refusal ? undefined : await findVerifiedOwner(db, scope, address)
  const right = await checkPassword({ settings }, person?.password_hash ?? null, password)
  if (right instanceof Refusal) return right
  if (address instanceof Refusal || !person || !right) return wrongLogin
  const opened = await db.transaction().execute(async trx => {
    // A password change ends all sessions, so no session may open with the previous password that was
    // verified meanwhile.
    const still = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', person.id)
      .where('active', '=', true)
      .where(address.email === undefined ? 'phone' : 'email', '=', address.email === undefined ? person.phone : person.email)
      .$if(address.email === undefined, query => query.where(loginPhone))
      .$if(address.email !== undefined, query => query.where('email_verified_at', 'is not', null))
      .where('password_hash', '=', person.password_hash)
      .forShare()
      .executeTakeFirst()
    if (!still) return wrongLogin
    const mayEnrol = await holdsSetupLink(trx, scope, person.id, setup_token)
    const proved = { userId: person.id, method: 'password', byPhone: address.email === undefined, owesPassword: false, mayEnrol } as const
    return continueLogin(trx, scope, { settings, secrets }, proved)
  })
  const sends = opened instanceof Refusal && opened.code === 'phone_code_required'
  if (!sends) return opened
  const sent = await sendSetupCode(db, scope, { settings, secrets }, person, opened)
  return sent.code === 'record_closed' ? wrongLogin : sent
}

interface Credentials {
  phone?: string | undefined
  email?: string | undefined
  password: string
  setup_token?: string | undefined
}

const wrongEmailLogin = 'refused.theEMailAddressOrPassword'

/**
 * Sends the code that allows setting up an authenticator. The refusal that asks for it says how long it
 * lives, and where it was sent.
 */
async function sendSetupCode(
  db: Connection,
  scope: Scope,
  ground: Pick<Platform, 'settings' | 'secrets'>,
  person: NonNullable<Awaited<ReturnType<typeof findVerifiedOwner>>>,
  asks: Refusal,
): Promise<Refusal> {
  const address = addressForCode(person, ground.settings)
  if (!address) return refuse('no_gateway', { message: noGateway })
  const sent = await sendCode(db, scope, ground, { address, userId: person.id })
  if (sent instanceof Refusal) return sent
  const where = address.email === undefined ? ({ sent_to: 'phone' } as const) : ({ sent_to: 'email', message: sentByEmail } as const)
  return refuse('phone_code_required', { ...asks.details, ...where })
}

const sentByEmail = 'refused.weHaveSentACodeTo'

const noGateway = 'refused.youNeedAnAuthenticatorAppAnd'
