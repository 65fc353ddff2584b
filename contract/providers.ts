import * as z from 'zod'
import { AcceptedTexts } from './contracts.ts'
import { defineCalls } from './call.ts'
import { Email, Login, PersonName } from './people.ts'
import { providerIcons } from './provider-icons.ts'
import { Code, JoinAnswer } from './sessions.ts'
import { Colour, Done, Id, IdParams, Instant, label, Revision, text } from './shapes.ts'

/** An identity provider as sign-in pages show it. */
export const OfferedProvider = z
  .object({ id: Id, name: z.string(), icon: z.enum(providerIcons), colour: z.string() })
  .meta({ id: 'OfferedProvider' })
export type OfferedProvider = z.infer<typeof OfferedProvider>

const Claim = label(200).meta({
  description: 'A claim of the provider, such as `groups`; with dots one inside it, such as `realm_access.roles`.',
})

/** One rule of the mapping: a value of a claim gives a role. */
export const RoleMapping = z.strictObject({ claim: Claim, value: label(300), role_id: Id }).meta({ id: 'RoleMapping' })
export type RoleMapping = z.infer<typeof RoleMapping>

const proofOf = (of: string) =>
  text(200).meta({ description: `The claim that is true where the provider has confirmed the ${of}. Empty: it never counts as confirmed.` })

/** A provider as administrators see it; the client secret is never in an answer. */
export const Provider = z
  .object({
    ...OfferedProvider.shape,
    issuer: z.string(),
    client_id: z.string(),
    has_secret: z.boolean(),
    scopes: z.string(),
    email_proof: z.string(),
    phone_proof: z.string(),
    second_factor: z.boolean(),
    invited_only: z.boolean(),
    enabled: z.boolean(),
    from_environment: z.boolean().meta({ description: 'Issuer, client and secret come from OPENHOUR_OIDC_* and are changed there.' }),
    mapping: z.array(RoleMapping),
    mapping_author: z.object({ id: Id, name: z.string() }).nullable(),
    previewed_at: Instant.nullable().meta({
      description: 'When an administrator last signed in with the present connection in the preview.',
    }),
    accounts: z.int().meta({ description: 'How many people have linked an account.' }),
    addresses: z
      .object({ redirect: z.string(), after_logout: z.string(), back_channel_logout: z.string() })
      .meta({ description: 'What is entered at the provider.' }),
    revision: Revision,
  })
  .meta({ id: 'Provider' })
export type Provider = z.infer<typeof Provider>

const Fields = {
  name: label(80),
  icon: z.enum(providerIcons),
  colour: Colour.toLowerCase(),
  client_id: label(300),
  client_secret: z.string().trim().max(1000).nullable().meta({ description: 'Null or empty: a public client. Left out: it stays.' }),
  scopes: text(300).refine(scopes => scopes.split(/\s+/).includes('openid'), 'field.mustIncludeOpenid'),
  email_proof: proofOf('e-mail address'),
  phone_proof: proofOf('phone number'),
  second_factor: z.boolean().meta({ description: 'The provider asks staff for a second factor, so that Openhour asks for none after it.' }),
  invited_only: z.boolean().meta({ description: 'Only people who have a record here can sign in; others cannot register.' }),
  mapping: z.array(RoleMapping).max(200),
}

export const NewProvider = z.strictObject({
  ...Fields,
  issuer: text(500).meta({
    description: 'The address below which `.well-known/openid-configuration` is found. It cannot be changed later.',
  }),
  icon: Fields.icon.default('key'),
  colour: Fields.colour.default('#1f6f63'),
  client_secret: Fields.client_secret.default(null),
  scopes: Fields.scopes.default('openid profile email'),
  email_proof: Fields.email_proof.default('email_verified'),
  phone_proof: Fields.phone_proof.default('phone_number_verified'),
  second_factor: Fields.second_factor.default(false),
  invited_only: Fields.invited_only.default(false),
  mapping: Fields.mapping.default([]),
})
export type NewProvider = z.output<typeof NewProvider>

export const ProviderChange = z.strictObject({ ...Fields, enabled: z.boolean(), revision: Revision }).partial()
export type ProviderChange = z.output<typeof ProviderChange>

/** What a sign-in in test mode brought, for the administrator who signed in. */
export const ProviderPreview = z
  .object({
    provider_id: Id,
    subject: z.string(),
    claims: z.array(z.object({ name: z.string(), value: z.string() })),
    name: z.string().nullable(),
    email: z.string().nullable().meta({ description: 'Null where the provider sent none, or did not confirm it.' }),
    phone: z.string().nullable(),
    roles: z
      .array(z.object({ name: z.string(), given: z.boolean().meta({ description: 'False: its author could not give it.' }) }))
      .nullable()
      .meta({ description: 'Null: unknown, because the provider named a claim of the mapping without its values. Roles stay.' }),
  })
  .meta({ id: 'ProviderPreview' })
export type ProviderPreview = z.infer<typeof ProviderPreview>

/** An address that a provider confirmed. */
const ConfirmedBy = z.enum(['email', 'phone'])

/** A person whom a provider vouched for, and who has no account linked yet. */
export const ProviderArrival = z
  .object({
    provider_ticket: z.string(),
    expires_in: z.int().meta({ description: 'Seconds the ticket lives, in this browser only.' }),
    provider: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    known: z.boolean().meta({
      description:
        'A record here has the e-mail address or phone number that the provider confirmed: confirm that here with a code, or sign in to the record, then link the account.',
    }),
    invitation: z.boolean().meta({ description: 'Registering accepts the invitation that the sign-in began with.' }),
    confirm_by: z.array(ConfirmedBy).meta({
      description: 'Which of the two this site can send a code to, where `known`. Whether the code will open the record is not said.',
    }),
  })
  .meta({ id: 'ProviderArrival' })
export type ProviderArrival = z.infer<typeof ProviderArrival>

/** A linked account as its person sees it. */
export const ProviderAccount = z
  .object({ id: Id, provider: OfferedProvider, linked_at: Instant, last_seen_at: Instant })
  .meta({ id: 'ProviderAccount' })
export type ProviderAccount = z.infer<typeof ProviderAccount>

const access = { ability: 'Settings Edit', and: ['RoleAssign Edit'] } as const
const ReturnPath = text(500).regex(/^\/(?:$|[^/\\])/, 'field.mustBeAPathOfThis')
const Address = z.object({ address: z.string().meta({ description: 'Where the browser goes next: the provider’s sign-in page.' }) })
const Ticket = z.string().min(1).max(200)

export const providerCalls = defineCalls({
  'POST /api/login/provider/{id}': {
    summary: 'Begin a sign-in at an identity provider. Only this browser can complete it, within ten minutes.',
    access: 'public',
    params: IdParams,
    body: z.strictObject({
      back: ReturnPath.nullish(),
      invitation: Ticket.optional().meta({ description: 'The token of an invitation that the person accepts by this sign-in.' }),
    }),
    answer: { status: 200, body: Address },
    refusals: ['not_found', 'provider_unavailable', 'invitation_over', 'invitation_used'],
  },
  'POST /api/login/provider/confirm': {
    summary:
      'Complete a sign-in with what the provider sent back. The answer holds one of: a login, a linked account, a preview, or a ticket of a person who is new here.',
    access: 'public',
    body: z.strictObject({
      state: z.string().min(1).max(200),
      code: z.string().min(1).max(4000).optional(),
      iss: z.string().max(500).optional(),
      error: z.string().max(200).optional(),
    }),
    answer: {
      status: 200,
      body: z.object({
        back: z.string().nullable(),
        login: Login.optional(),
        linked: z.object({ provider: z.string() }).optional(),
        arrival: ProviderArrival.optional(),
        preview: ProviderPreview.optional(),
      }),
    },
    refusals: [
      'login_expired',
      'provider_failed',
      'provider_unavailable',
      'provider_refused',
      'record_merged',
      'code_required',
      'account_taken',
      'unauthenticated',
      'log_in_again',
    ],
  },
  'POST /api/login/provider/register': {
    summary: 'Register the person of a provider ticket, or accept the invitation that it was made for.',
    access: 'public',
    body: z.strictObject({
      provider_ticket: Ticket,
      name: PersonName,
      email: Email.nullish().meta({ description: 'A contact only, unless it is the one that the provider confirmed.' }),
      ...AcceptedTexts,
    }),
    answer: { status: 201, body: Login },
    refusals: [
      'ticket_expired',
      'contracts_required',
      'already_registered',
      'provider_refused',
      'code_required',
      'invitation_over',
      'invitation_used',
      'invitation_blocked',
      'sign_in_to_accept',
      'address_in_use',
      'account_taken',
    ],
  },
  'POST /api/login/provider/code': {
    summary:
      'Send a one-time code to the address that the provider of a ticket confirmed. The answer is the same whether or not it will open a record.',
    access: 'public',
    body: z.strictObject({ provider_ticket: Ticket, by: ConfirmedBy }),
    answer: { status: 200, body: JoinAnswer },
    refusals: ['ticket_expired', 'too_many_codes', 'no_gateway', 'codes_spent'],
  },
  'POST /api/login/provider/link': {
    summary:
      'Link the account of a provider ticket to the one active person who confirmed the same address here, with the code that was sent to it, and sign in by the provider.',
    access: 'public',
    body: z.strictObject({ provider_ticket: Ticket, by: ConfirmedBy, join_ticket: Ticket, code: Code }),
    answer: { status: 200, body: Login },
    refusals: ['ticket_expired', 'wrong_code', 'too_many_codes', 'already_registered', 'record_merged', 'account_taken', 'code_required'],
  },
  'POST /api/provider-logout/{id}': {
    summary: 'Back-channel logout (OpenID Connect): the form field `logout_token` names whose sessions end.',
    access: 'public',
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['bad_logout_token'],
  },
  'GET /api/my-profile/provider-accounts': {
    summary: 'The caller’s linked accounts, and the providers that another one can be linked of.',
    access: 'person',
    answer: { status: 200, body: z.object({ accounts: z.array(ProviderAccount), providers: z.array(OfferedProvider) }) },
    refusals: [],
  },
  'POST /api/my-profile/providers/{id}': {
    summary: 'Begin linking an account of a provider: the caller signs in there.',
    access: 'person',
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Address },
    refusals: ['not_found', 'provider_unavailable', 'log_in_again'],
  },
  'POST /api/my-profile/provider-accounts': {
    summary: 'Link the account of a provider ticket to the caller, who has just signed in.',
    access: 'person',
    byHand: true,
    body: z.strictObject({ provider_ticket: Ticket }),
    answer: { status: 200, body: Done },
    refusals: ['ticket_expired', 'account_taken', 'log_in_again'],
  },
  'DELETE /api/my-profile/provider-accounts/{id}': {
    summary: 'Remove a linked account and end its sessions, except the present one. The last way to sign in stays.',
    access: 'person',
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'last_method', 'log_in_again'],
  },
  'GET /api/providers': {
    summary: 'The identity providers by name.',
    access,
    answer: { status: 200, body: z.object({ data: z.array(Provider) }) },
    refusals: [],
  },
  'POST /api/providers': {
    summary: 'Add an identity provider, switched off. The caller answers for its mapping, within their own abilities.',
    access,
    byHand: true,
    body: NewProvider,
    answer: { status: 201, body: Provider },
    refusals: ['beyond_own', 'name_taken', 'too_many_providers'],
  },
  'GET /api/providers/{id}': {
    summary: 'One of them.',
    access,
    params: IdParams,
    answer: { status: 200, body: Provider },
    refusals: ['not_found'],
  },
  'PUT /api/providers/{id}': {
    summary: 'Change it, switch it off, or on after a preview. A changed mapping becomes the caller’s.',
    access,
    byHand: true,
    params: IdParams,
    body: ProviderChange,
    answer: { status: 200, body: Provider },
    refusals: ['not_found', 'stale', 'beyond_own', 'name_taken', 'preview_required'],
  },
  'DELETE /api/providers/{id}': {
    summary: 'Remove it with its accounts, the roles that it gave, and its sessions.',
    access,
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'last_administrator', 'beyond_own'],
  },
  'POST /api/providers/{id}/test': {
    summary: 'Test the connection: its configuration and its keys.',
    access,
    byHand: true,
    params: IdParams,
    answer: {
      status: 200,
      body: z.object({
        problem: z.string().nullable().meta({ description: 'Null: it works.' }),
        keys: z.int(),
        ends_sessions: z.boolean().meta({ description: 'Logging out here can log out there.' }),
        back_channel: z.boolean().meta({ description: 'It tells when a session ended there.' }),
      }),
    },
    refusals: ['not_found'],
  },
  'POST /api/providers/{id}/preview': {
    summary: 'Begin a sign-in in test mode: it shows the caller the claims and roles, and opens no session.',
    access,
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Address },
    refusals: ['not_found', 'provider_unavailable'],
  },
  'GET /api/provider-staff': {
    summary: 'Active staff whom no provider has seen for so many days, or ever; longest first.',
    access,
    query: z.object({ days: z.coerce.number().int().min(1).max(400).default(30) }),
    shows: 'roles',
    answer: {
      status: 200,
      body: z.object({
        data: z.array(z.object({ user: z.object({ id: Id, name: z.string() }), last_seen_at: Instant.nullable() })),
        total: z.int(),
      }),
    },
    refusals: [],
  },
})
