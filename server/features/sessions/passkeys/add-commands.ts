import type * as z from 'zod'
import type { NewCredential, Passkey, passkeyCalls } from '#contract/passkeys.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { RelyingParty } from '../../../platform/relying-party.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { announceSignInChange } from '../../people/announcements/commands.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { describeDevice, nameDevice } from '../../../platform/describe-device.ts'
import { issueChallenge, spendChallenge, type CreationPurpose } from './challenge-commands.ts'
import { passkeyColumns, presentPasskey } from './present.ts'
import { openLibrary } from './open-library.ts'
import { listCredentials } from './queries.ts'
import { handleOf, readChallenge } from './read-challenge.ts'

type Options = z.input<(typeof passkeyCalls)['POST /api/my-profile/passkeys/options']['answer']['body']>
type Created = z.output<typeof NewCredential>

const maxPasskeys = 20
const timeoutMs = 5 * 60 * 1000
/** EdDSA, ES256 and RS256: between them every authenticator. */
const algorithms = [-8, -7, -257]

/** What a browser needs to create a passkey for a person. Refusal: 409 `too_many_passkeys`. */
export async function offerPasskey(
  trx: Connection,
  scope: Scope,
  party: RelyingParty,
  purpose: CreationPurpose,
): Promise<Options | Refusal> {
  const { name, phone, email } = await trx
    .selectFrom('users')
    .select(['name', 'phone', 'email'])
    .where('id', '=', purpose.userId)
    .executeTakeFirstOrThrow()
  const excludeCredentials = await listCredentials(trx, scope, purpose.userId)
  if (excludeCredentials.length >= maxPasskeys) return refuse('too_many_passkeys')
  const { site_name } = await readSettingsRow(trx)
  const challenge = await issueChallenge(trx, scope, purpose)
  return {
    rp: { name: site_name, id: party.id },
    user: { id: handleOf(purpose.userId).toString('base64url'), name: phone ?? email ?? name, displayName: name },
    challenge: challenge.toString('base64url'),
    pubKeyCredParams: algorithms.map(alg => ({ alg, type: 'public-key' as const })),
    timeout: timeoutMs,
    excludeCredentials,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/**
 * Stores the passkey that a browser has created, records it and tells the person. The challenge is used
 * up first. Call it in a transaction that commits refusals, with the person locked. Refusals: 422
 * `wrong_passkey`, 409 `too_many_passkeys`.
 */
export async function addPasskey(
  trx: Connection,
  scope: Scope,
  party: RelyingParty,
  { credential, name, ...purpose }: CreationPurpose & { credential: Created; name?: string | undefined },
): Promise<Passkey | Refusal> {
  const challenge = readChallenge(credential.response.clientDataJSON)
  if (!(await spendChallenge(trx, scope, challenge, purpose))) return refuse('wrong_passkey')
  const made = await verify(party, credential, challenge)
  if (!made) return refuse('wrong_passkey')
  const { userId } = purpose
  const { count } = await trx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxPasskeys) return refuse('too_many_passkeys')
  const row = await trx
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: Buffer.from(made.credential.id, 'base64url'),
      public_key: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: credential.response.transports ?? [],
      synced: made.credentialBackedUp,
      name: name ?? nameDevice(scope.language, describeDevice(scope.userAgent)),
      created_at: scope.now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst()
  if (!row) return refuse('wrong_passkey')
  await recordAudit(trx, scope, { action: 'passkey_added', subject: 'user', subjectId: userId, personId: userId })
  await announceSignInChange(trx, scope, userId, { what: 'passkey_added' })
  return presentPasskey(row)
}

/** What the authenticator has created. Null if it is invalid: for most reasons the library throws. */
async function verify(party: RelyingParty, { id, rawId, type, response }: Created, challenge: string) {
  const library = await openLibrary()
  try {
    const { verified, registrationInfo } = await library.verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON: response.clientDataJSON, attestationObject: withoutAttestation(library, response.attestationObject) },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return verified ? registrationInfo : null
  } catch {
    return null
  }
}

/**
 * The same credential without the attestation of the authenticator's maker. We ask for none and trust
 * none, and checking one can fetch addresses that the caller chose.
 */
function withoutAttestation(
  { decodeAttestationObject, isoCBOR }: Awaited<ReturnType<typeof openLibrary>>,
  attestationObject: string,
): string {
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url'))).get('authData')
  const object = new Map<string, string | Map<string, never> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ])
  return Buffer.from(isoCBOR.encode(object)).toString('base64url')
}
