import type * as z from 'zod'
import type { NewCredential, UsedCredential, passkeyCalls } from '#contract/passkeys.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import { relyingPartyOf } from '../../../platform/relying-party.ts'
import type { Scope } from '../../../platform/scope.ts'
import { openSession, type OpenedSession } from '../commands.ts'
import { refuseWithoutSingleSignOn } from '../single-sign-on/commands.ts'
import { completeLogin, openEnrolment } from '../second-step/commands.ts'
import { endSetupLinks } from '../setup/link-commands.ts'
import { addPasskey, offerPasskey } from './add-commands.ts'
import { issueChallenge, type ChallengePurpose } from './challenge-commands.ts'
import { listCredentials } from './queries.ts'
import { usePasskey } from './use-commands.ts'

type Options = z.input<(typeof passkeyCalls)['POST /api/login/passkey/options']['answer']['body']>
type Ground = Pick<Platform, 'db' | 'settings'>

const timeoutMs = 5 * 60 * 1000

/**
 * What a browser needs to use a passkey: for a login any of this site's, for a signed-in person theirs.
 * Refusal: 503 `no_passkeys`.
 */
export async function askForPasskey({ db, settings }: Ground, scope: Scope, purpose: ChallengePurpose): Promise<Options | Refusal> {
  const party = relyingPartyOf(settings)
  if (!party) return refuse('no_passkeys')
  const allowCredentials = purpose.userId === null ? [] : await listCredentials(db, scope, purpose.userId)
  const challenge = await issueChallenge(db, scope, purpose)
  return { challenge: challenge.toString('base64url'), timeout: timeoutMs, rpId: party.id, allowCredentials, userVerification: 'required' }
}

/**
 * Logs in with a passkey. The authenticator has verified the person, so this is both factors. With the
 * ticket of a login that waits for the second factor, it completes that login. Refusals: 503
 * `no_passkeys`, 422 `wrong_passkey`, 403 `single_sign_on_only`; with a ticket 401 `login_expired`, 429
 * `too_many_codes`.
 */
export async function logInWithPasskey(
  { db, settings }: Ground,
  scope: Scope,
  { credential, login_ticket }: { credential: z.output<typeof UsedCredential>; login_ticket?: string | undefined },
): Promise<OpenedSession | Refusal> {
  const party = relyingPartyOf(settings)
  if (!party) return refuse('no_passkeys')
  return db.transaction().execute(async trx => {
    const userId = await usePasskey(trx, scope, party, credential, { purpose: 'login', userId: null })
    if (userId instanceof Refusal) return userId
    if (login_ticket !== undefined) return completeLogin(trx, scope, login_ticket, userId)
    return (await refuseWithoutSingleSignOn(trx, scope, userId)) ?? openSession(trx, scope, userId, 'passkey')
  })
}

/**
 * Begins setting up a passkey as the second factor, where a login offers to set up an authenticator.
 * Refusals: 503 `no_passkeys`, 401 `login_expired`, 429 `too_many_codes`.
 */
export async function offerEnrolment({ db, settings }: Ground, scope: Scope, loginTicket: string) {
  const party = relyingPartyOf(settings)
  if (!party) return refuse('no_passkeys')
  return db.transaction().execute(async trx => {
    const opened = await openEnrolment(trx, scope, loginTicket, { counts: false })
    if (opened instanceof Refusal) return opened
    const offer = await offerPasskey(trx, scope, party, { purpose: 'enrol', userId: opened.userId })
    // Without a second factor there are no passkeys yet.
    return offer instanceof Refusal ? refuse('login_expired') : offer
  })
}

/**
 * Sets up a passkey as the second factor and logs in.
 * Refusals: 503 `no_passkeys`, 401 `login_expired`, 422 `wrong_passkey`, 429 `too_many_codes`.
 */
export async function enrolPasskey(
  { db, settings }: Ground,
  scope: Scope,
  { login_ticket, ...made }: { login_ticket: string; name?: string | undefined; credential: z.output<typeof NewCredential> },
): Promise<OpenedSession | Refusal> {
  const party = relyingPartyOf(settings)
  if (!party) return refuse('no_passkeys')
  return db.transaction().execute(async (trx: Connection) => {
    const opened = await openEnrolment(trx, scope, login_ticket, { counts: true })
    if (opened instanceof Refusal) return opened
    const { userId } = opened
    const passkey = await addPasskey(trx, scope, party, { ...made, purpose: 'enrol', userId })
    if (passkey instanceof Refusal) return passkey.code === 'wrong_passkey' ? passkey : refuse('login_expired')
    await endSetupLinks(trx, scope, userId)
    return opened.finish('passkey')
  })
}
