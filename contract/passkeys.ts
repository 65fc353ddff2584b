import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Login } from './people.ts'
import { Code, CodeAnswer } from './sessions.ts'
import { Done, Id, IdParams, Instant, label } from './shapes.ts'

/** Bytes in base64url, as WebAuthn's JSON has them. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'field.mustBeBase64url')

const transports = z.array(z.string().max(40)).max(10)
const CredentialName = z.object({ id: z.string(), type: z.literal('public-key'), transports: transports.optional() })

/** What a browser needs to create a passkey: WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
const CreationOptions = z
  .object({
    rp: z.object({ name: z.string(), id: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.int(),
    excludeCredentials: z.array(CredentialName),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' })

/** What a browser needs to use a passkey: WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
const RequestOptions = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rpId: z.string(),
    allowCredentials: z.array(CredentialName),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequestOptions' })

/** What we take of every credential. Browsers have more fields, and add some from time to time. */
const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') }

/** A new passkey: WebAuthn's `RegistrationResponseJSON`. */
export const NewCredential = z
  .strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: bytes(8000),
      attestationObject: bytes(40_000),
      transports: transports.optional(),
    }),
  })
  .meta({ id: 'NewPasskeyCredential' })

/** The use of a passkey: WebAuthn's `AuthenticationResponseJSON`. */
export const UsedCredential = z
  .strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: bytes(8000),
      authenticatorData: bytes(8000),
      signature: bytes(8000),
      userHandle: bytes(200).nullish(),
    }),
  })
  .meta({ id: 'UsedPasskeyCredential' })

/** A passkey as its owner sees it. */
export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    synced: z.boolean().meta({ description: 'Backed up by its provider, so that other devices of the person have it too.' }),
    created_at: Instant,
    last_used_at: Instant.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = label(80)

/** A number or an address as a way to sign in. */
const Reached = z.object({
  verified: z.boolean(),
  delivered: z.boolean().meta({ description: 'Whether this site can send codes there.' }),
})

/** How a signed-in person can prove again who they are. */
export const confirmWays = ['passkey', 'password', 'app', 'phone', 'email'] as const
export type ConfirmWay = (typeof confirmWays)[number]

/** All the ways in which a person signs in, without any secret. */
export const SignInMethods = z
  .object({
    phone: Reached.nullable(),
    email: Reached.nullable(),
    password: z.object({ last_used_at: Instant.nullable() }).nullable(),
    passkeys: z.array(Passkey),
    authenticator: z.object({ created_at: Instant, recovery_codes: z.int().meta({ description: 'Unused ones.' }) }).nullable(),
    confirm_with: z.array(z.enum(confirmWays)).meta({ description: 'What POST /api/my-session/confirm takes from this person.' }),
  })
  .meta({ id: 'SignInMethods' })
export type SignInMethods = z.infer<typeof SignInMethods>

export const passkeyCalls = defineCalls({
  'POST /api/login/passkey/options': {
    summary: 'Begin a login with a passkey. No name is given: the passkey itself says whose it is.',
    access: 'public',
    answer: { status: 200, body: RequestOptions },
    refusals: ['no_passkeys'],
  },
  'POST /api/login/passkey': {
    summary: 'Log in with a passkey. It confirms the person as well as the device, so no second factor follows.',
    access: 'public',
    body: z.strictObject({
      credential: UsedCredential,
      login_ticket: z.string().min(1).max(200).optional().meta({
        description: 'From 401 `code_required`: the passkey then completes that login, such as one through an identity provider.',
      }),
    }),
    answer: { status: 200, body: Login },
    refusals: ['no_passkeys', 'wrong_passkey', 'single_sign_on_only', 'login_expired', 'too_many_codes'],
  },
  'POST /api/login/confirm/passkey/options': {
    summary: 'Set up a passkey as the second factor: after 401 `code_required` with `authenticator`, instead of the app.',
    access: 'public',
    body: z.strictObject({ login_ticket: z.string().min(1).max(200) }),
    answer: { status: 200, body: CreationOptions },
    refusals: ['no_passkeys', 'login_expired', 'too_many_codes'],
  },
  'POST /api/login/confirm/passkey': {
    summary: 'Finish setting up a passkey as the second factor, and log in.',
    access: 'public',
    body: z.strictObject({ login_ticket: z.string().min(1).max(200), name: PasskeyName.optional(), credential: NewCredential }),
    answer: { status: 200, body: Login },
    refusals: ['no_passkeys', 'login_expired', 'too_many_codes', 'wrong_passkey'],
  },
  'GET /api/my-profile/sign-in-methods': {
    summary: 'The ways in which the caller signs in.',
    access: 'person',
    answer: { status: 200, body: SignInMethods },
    refusals: [],
  },
  'POST /api/my-profile/passkeys/options': {
    summary: 'Begin adding a passkey. The caller has signed in, or confirmed who they are, within the last five minutes.',
    access: 'person',
    byHand: true,
    answer: { status: 200, body: CreationOptions },
    refusals: ['no_passkeys', 'log_in_again', 'too_many_passkeys'],
  },
  'POST /api/my-profile/passkeys': {
    summary: 'Add the passkey that the browser has created.',
    access: 'person',
    byHand: true,
    body: z.strictObject({ name: PasskeyName.optional(), credential: NewCredential }),
    answer: { status: 201, body: Passkey },
    refusals: ['no_passkeys', 'log_in_again', 'wrong_passkey', 'too_many_passkeys'],
  },
  'PUT /api/my-profile/passkeys/{id}': {
    summary: 'Rename one of the caller’s passkeys.',
    access: 'person',
    byHand: true,
    params: IdParams,
    body: z.strictObject({ name: PasskeyName }),
    answer: { status: 200, body: Passkey },
    refusals: ['not_found'],
  },
  'DELETE /api/my-profile/passkeys/{id}': {
    summary: 'Remove one of the caller’s passkeys. Their other sessions that began with a passkey end.',
    access: 'person',
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'log_in_again', 'last_method'],
  },
  'POST /api/my-profile/recovery-codes': {
    summary:
      'Create ten recovery codes; earlier ones stop working. Each replaces one code of the authenticator app. Only this response contains them.',
    access: 'person',
    byHand: true,
    answer: { status: 201, body: z.object({ codes: z.array(z.string()) }) },
    refusals: ['log_in_again', 'no_authenticator'],
  },
  'POST /api/my-session/confirm': {
    summary:
      'Prove again who you are, by one of: the password, a passkey, a code of the authenticator app, or, without a password, a code sent to the phone. For five minutes, changes of sign-in methods are then allowed.',
    access: 'person',
    byHand: true,
    body: z
      .strictObject({
        password: z.string().max(1000).optional(),
        credential: UsedCredential.optional(),
        app_code: Code.optional(),
        phone_code: Code.optional().meta({ description: 'Sent to the phone, or to the e-mail address of a person without one.' }),
      })
      .refine(given => Object.values(given).filter(value => value !== undefined).length === 1, {
        path: ['password'],
        error: 'field.giveExactlyOneProof',
      }),
    answer: { status: 200, body: Done },
    refusals: ['no_passkeys', 'wrong_password', 'wrong_code', 'wrong_passkey', 'too_many_codes'],
  },
  'POST /api/my-session/confirm/passkey/options': {
    summary: 'Begin proving again who you are with a passkey.',
    access: 'person',
    byHand: true,
    answer: { status: 200, body: RequestOptions },
    refusals: ['no_passkeys'],
  },
  'POST /api/my-session/confirm/code': {
    summary: 'Send a code to the caller’s own phone, for proving again who they are.',
    access: 'person',
    byHand: true,
    answer: { status: 200, body: CodeAnswer },
    refusals: ['wrong_code', 'too_many_codes', 'no_gateway', 'codes_spent'],
  },
})
