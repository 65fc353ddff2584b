import type * as z from 'zod'
import type { UsedCredential } from '#contract/passkeys.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { RelyingParty } from '../../../platform/relying-party.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { announceSignInChange } from '../../people/announcements/commands.ts'
import { spendChallenge, type ChallengePurpose } from './challenge-commands.ts'
import { openLibrary } from './open-library.ts'
import { handleOf, readChallenge } from './read-challenge.ts'

type Used = z.output<typeof UsedCredential>

/**
 * Checks the use of a passkey and counts it. The challenge is used up first, whatever follows. Call it in a
 * transaction that commits refusals. It locks the person, so that no session opens behind a deactivation.
 * Returns whose passkey it is. Refusal: 422 `wrong_passkey`, in the same words for every reason.
 */
export async function usePasskey(
  trx: Connection,
  scope: Scope,
  party: RelyingParty,
  credential: Used,
  purpose: ChallengePurpose,
): Promise<string | Refusal> {
  const challenge = readChallenge(credential.response.clientDataJSON)
  if (!(await spendChallenge(trx, scope, challenge, purpose))) return refuse('wrong_passkey')
  const passkey = await findPasskey(trx, credential.id)
  if (!passkey || (purpose.userId !== null && passkey.user_id !== purpose.userId)) return refuse('wrong_passkey')
  const { userHandle } = credential.response
  // A login names no person, so the passkey has to: its handle and its row must agree.
  const namesOwner = userHandle ? handleOf(passkey.user_id).equals(Buffer.from(userHandle, 'base64url')) : purpose.purpose !== 'login'
  if (!namesOwner) return refuse('wrong_passkey')
  const info = await verify(party, credential, challenge, passkey)
  if (!info) return refuse('wrong_passkey')
  const counted = await trx
    .updateTable('passkeys')
    .set({ counter: info.newCounter, synced: info.credentialBackedUp, last_used_at: scope.now })
    .where('id', '=', passkey.id)
    .where(({ eb, and, or }) => or([eb('counter', '<', info.newCounter), and([eb('counter', '=', 0), eb.lit(info.newCounter === 0)])]))
    .returning('id')
    .executeTakeFirst()
  if (counted) return passkey.user_id
  await recordAudit(trx, scope, { action: 'passkey_cloned', subject: 'user', subjectId: passkey.user_id, personId: passkey.user_id })
  await announceSignInChange(trx, scope, passkey.user_id, { what: 'passkey_cloned', passkeyId: passkey.id })
  return refuse('wrong_passkey')
}

/** A passkey of an active person, who is locked. */
async function findPasskey(trx: Connection, id: string) {
  const credential_id = Buffer.from(id, 'base64url')
  const owner = await trx
    .selectFrom('users')
    .select('id')
    .where('active', '=', true)
    .where('id', '=', ({ selectFrom }) => selectFrom('passkeys').select('user_id').where('credential_id', '=', credential_id))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner) return undefined
  // Read after the lock: it may have been removed meanwhile.
  return trx
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key'])
    .where('credential_id', '=', credential_id)
    .where('user_id', '=', owner.id)
    .executeTakeFirst()
}

/** What the authenticator has signed. Null if it is invalid: for most reasons the library throws. */
async function verify(party: RelyingParty, { response, ...credential }: Used, challenge: string, passkey: { public_key: Buffer }) {
  const { userHandle, ...signed } = response
  const { verifyAuthenticationResponse } = await openLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: credential.type,
        clientExtensionResults: {},
        response: { ...signed, ...(userHandle && { userHandle }) },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is compared by the statement that stores it.
      credential: { id: credential.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    })
    return verified ? authenticationInfo : null
  } catch {
    return null
  }
}
