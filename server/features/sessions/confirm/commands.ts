import type * as z from 'zod'
import type { passkeyCalls } from '#contract/passkeys.ts'
import type { CodeAddress } from '#domain/people/code-address.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import { relyingPartyOf } from '../../../platform/relying-party.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { checkOwnPassword } from '../../people/commands.ts'
import { sendCode, spendCode } from '../codes/commands.ts'
import { usePasskey } from '../passkeys/use-commands.ts'
import { addressForCode, spendOwnAppCode } from '../second-step/commands.ts'

type Proof = z.output<(typeof passkeyCalls)['POST /api/my-session/confirm']['body']>
type Ground = Pick<Platform, 'db' | 'settings' | 'secrets' | 'limits'>

/** Codes of an app that a session may guess at its own account, as a login may. */
const codeGuesses = { max: 10, minutes: 24 * 60 }

/**
 * The caller proves again who they are. For five minutes this session may then change how they sign
 * in; it allows nothing else.
 * Refusals: 422 `wrong_password`, `wrong_code` and `wrong_passkey`, 429 `too_many_requests` and
 * `too_many_codes`, 503 `no_passkeys`.
 */
export async function confirmOwnSession(ground: Ground, scope: PersonScope, proof: Proof): Promise<Refusal | null> {
  const { db } = ground
  const refusal = await refuseUnproved(ground, scope, proof)
  if (refusal) return refusal
  await db
    .updateTable('sessions')
    .set({ authenticated_at: scope.now })
    .where('id', '=', scope.person.sessionId)
    .where('ended_at', 'is', null)
    .execute()
  return null
}

function refuseUnproved(ground: Ground, scope: PersonScope, proof: Proof): Promise<Refusal | null> {
  if (proof.credential) return proveByPasskey(ground, scope, proof.credential)
  if (proof.app_code) return proveByApp(ground, scope, proof.app_code)
  if (proof.phone_code) return proveByCode(ground, scope, proof.phone_code)
  return proveByPassword(ground, scope, proof.password ?? '')
}

async function proveByPassword(ground: Ground, scope: PersonScope, password: string): Promise<Refusal | null> {
  const { password_hash } = await readOwn(ground.db, scope)
  const right = await checkOwnPassword(ground, scope, password_hash, password)
  if (right instanceof Refusal) return right
  return right ? null : refuse('wrong_password', { errors: { password: ['field.isNotYourCurrentPassword'] } })
}

async function proveByPasskey({ db, settings }: Ground, scope: PersonScope, credential: NonNullable<Proof['credential']>) {
  const party = relyingPartyOf(settings)
  if (!party) return refuse('no_passkeys')
  return db.transaction().execute(async trx => {
    const used = await usePasskey(trx, scope, party, credential, { purpose: 'confirm', userId: scope.person.id })
    return used instanceof Refusal ? used : null
  })
}

async function proveByApp({ db, secrets, limits, settings }: Ground, scope: PersonScope, code: string): Promise<Refusal | null> {
  const { id } = scope.person
  const seconds = settings.rateLimit ? await limits.admitTry(id, 'own app code', codeGuesses) : null
  if (seconds !== null) return refuse('too_many_requests', { retry_after: seconds })
  const right = await db.transaction().execute(trx => spendOwnAppCode({ trx, secrets }, scope, id, code))
  if (!right) return refuse('wrong_code')
  if (settings.rateLimit) await limits.giveBack(id, 'own app code', codeGuesses)
  return null
}

/**
 * A person with a password enters it: a number or mailbox can be hijacked, and a session left open
 * used by a stranger.
 */
async function proveByCode({ db, settings }: Ground, scope: PersonScope, guess: string): Promise<Refusal | null> {
  const address = await readCodeAddress(db, scope, settings)
  if (address === null) return refuse('wrong_code')
  return db.transaction().execute(trx => spendCode(trx, scope, { address, userId: scope.person.id }, { guess }))
}

/**
 * Sends a code to the caller's own phone, or to their e-mail address. Refusals: 422 `wrong_code` where
 * the caller proves who they are in another way, and those of `sendCode`.
 */
export async function sendConfirmCode({ db, ...ground }: Ground, scope: PersonScope) {
  const address = await readCodeAddress(db, scope, ground.settings)
  if (address === null) return refuse('wrong_code', { message: 'refused.youCannotUseACodeFor' })
  return sendCode(db, scope, ground, { address, userId: scope.person.id })
}

async function readCodeAddress(db: Connection, scope: PersonScope, settings: Platform['settings']): Promise<CodeAddress | null> {
  const person = await readOwn(db, scope)
  return person.password_hash === null ? addressForCode(person, settings) : null
}

const readOwn = (db: Connection, { person }: PersonScope) =>
  db
    .selectFrom('users')
    .select(['password_hash', 'phone', 'phone_verified_at', 'email', 'email_verified_at'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
