import * as z from 'zod'
import { BatchIds, Obstacle, Skipped } from './batch.ts'
import { AcceptedTexts } from './contracts.ts'
import { defineCalls } from './call.ts'
import { Email, Login, NewPassword, PersonName, PhoneInput } from './people.ts'
import { Done, Id, IdParams, Instant, listOf, PageQuery, text } from './shapes.ts'

/**
 * How the link of an invitation reaches the person. Printed: staff hand it over, and accepting it proves no
 * address.
 */
export const InvitationChannel = z.enum(['email', 'sms', 'print'])
export type InvitationChannel = z.infer<typeof InvitationChannel>

export const InvitationStatus = z.enum(['pending', 'accepted', 'expired', 'revoked'])
export type InvitationStatus = z.infer<typeof InvitationStatus>

const Named = z.object({ id: Id, name: z.string() })

export const Invitation = z
  .object({
    id: Id,
    person: Named,
    channel: InvitationChannel,
    address: z.string().nullable().meta({ description: 'Where it was sent; null: printed.' }),
    roles: z.array(Named).meta({ description: 'What the person gets by accepting; empty for a client.' }),
    existing: z.boolean().meta({ description: 'The person has an account. They sign in to accept, and get the roles.' }),
    invited_by: Named,
    status: InvitationStatus,
    blocked: z.boolean().meta({
      description: 'The inviter no longer holds what the invitation gives, so that it cannot be accepted. A new link by other staff helps.',
    }),
    delivery: z
      .enum(['waiting', 'sent', 'failed'])
      .nullable()
      .meta({ description: 'Of the newest link. `failed`: it was not sent, or the provider refused it. Null: printed.' }),
    created_at: Instant,
    expires_at: Instant,
    accepted_at: Instant.nullable(),
    revoked_at: Instant.nullable(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

/** Why a line of a list invites no one. */
export const LineProblem = z.enum([
  'name_missing',
  'name_invalid',
  'address_missing',
  'phone_impossible',
  'email_invalid',
  'two_addresses',
  'duplicate', // an earlier line has the same number or address
  'person_exists', // a record has the number or address
  'already_invited',
  'role_unknown',
  'role_beyond_own', // the caller does not hold what the role gives
  'channel_unavailable', // the site cannot send to this kind of address
])
export type LineProblem = z.infer<typeof LineProblem>

const Line = z
  .object({
    line: z.int().meta({ description: 'Its number in the text, from 1.' }),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable().meta({ description: 'As typed where it is impossible, otherwise E.164.' }),
    roles: z.array(z.string()),
    channel: InvitationChannel.nullable(),
    problem: LineProblem.nullable(),
    person: Named.nullable().meta({ description: 'Who has the number or address, for callers who may list people.' }),
  })
  .meta({ id: 'InvitationLine' })
export type InvitationLine = z.infer<typeof Line>

const roleIds = z
  .array(Id)
  .max(20)
  .refine(ids => new Set(ids).size === ids.length, 'field.mustNotNameARoleTwice')

/** At most this many lines in one request. */
export const maxInvitationLines = 200

const Lines = z.strictObject({
  text: text(60_000).pipe(z.string().min(1, 'field.mustNotBeEmpty')).meta({
    description:
      'One person a line: name, e-mail address or phone number, and optionally roles, separated by commas, semicolons or tabs (CSV). A line of headings is skipped. At most 200 lines.',
  }),
  role_ids: roleIds.default([]).meta({ description: 'The roles of lines that name none.' }),
  print: z.boolean().default(false).meta({ description: 'Print all of them instead of sending them.' }),
})
export type InvitationLines = z.output<typeof Lines>

const token = z.string().min(1).max(200)

/** What a link is for, before it is accepted. */
export const OpenedInvitation = z
  .object({
    state: z.enum(['open', 'used', 'over']).meta({
      description:
        'open: it can be accepted; used: it was, and the person signs in; over: there is none, or it has expired or been revoked.',
    }),
    name: z.string().nullable(),
    invited_by: z.string().nullable(),
    roles: z.array(z.string()),
    sign_in: z.boolean().meta({ description: 'The person has an account and signs in to accept.' }),
    single_sign_on: z
      .boolean()
      .meta({ description: 'It is accepted by signing in at an identity provider: POST /api/login/provider/{id}.' }),
    address: z.string().nullable().meta({ description: 'The address that accepting confirms, shortened.' }),
    channel: InvitationChannel.nullable(),
    login_name: z.string().nullable().meta({
      description: 'The number or address, shortened, that a password logs in with afterwards; null: a password alone will not do.',
    }),
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'OpenedInvitation' })
export type OpenedInvitation = z.infer<typeof OpenedInvitation>

const InvitationQuery = PageQuery.extend({
  status: InvitationStatus.optional(),
  search: text(100).optional(),
  sort: z
    .enum(['-created', 'created', 'name', '-name', 'expires', '-expires'])
    .default('-created')
    .meta({ description: 'By creation, the person’s name or the end; with a minus sign, the other way round.' }),
})

const Several = z.strictObject({ ids: BatchIds })
const previewed = z.object({ invitations: z.array(z.object({ id: Id, problem: Obstacle.nullable() })) })

export const invitationCalls = defineCalls({
  'GET /api/invitations': {
    summary: 'The invitations, the ways in which this site can send one, and the roles that the caller may give.',
    access: { ability: 'User Edit' },
    query: InvitationQuery,
    shows: 'list',
    answer: { status: 200, body: listOf(Invitation).extend({ channels: z.array(InvitationChannel), roles: z.array(Named) }) },
    refusals: [],
  },
  'GET /api/invitations/export': {
    summary: 'The same invitations as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula. Each person is logged.',
    access: { ability: 'User Edit', and: ['User Export'] },
    query: InvitationQuery.omit({ page: true, per_page: true }),
    answer: { status: 200, body: null },
    refusals: [],
  },
  'POST /api/invitations': {
    summary:
      'Invite one person: a new one by name, or `user_id`, who has no account yet. With the number or address that an active person has confirmed, it offers that person the roles.',
    access: { ability: 'User Edit' },
    byHand: true,
    idempotent: true,
    body: z
      .strictObject({
        user_id: Id.optional(),
        name: PersonName.optional(),
        email: Email.optional(),
        phone: PhoneInput.optional(),
        role_ids: roleIds.default([]),
        channel: InvitationChannel,
      })
      .refine(({ user_id, name }) => (user_id === undefined) !== (name === undefined), { path: ['name'], error: 'field.mustNotBeEmpty' }),
    shows: 'list',
    answer: { status: 201, body: Invitation },
    refusals: [
      'person_exists',
      'already_invited',
      'has_account',
      'beyond_own',
      'outranked',
      'reason_required',
      'record_closed',
      'no_gateway',
      'idempotency_mismatch',
      'in_progress',
    ],
  },
  'POST /api/invitations/preview': {
    summary: 'Check a list of people to invite, line by line. Nothing is written.',
    access: { ability: 'User Edit' },
    byHand: true,
    body: Lines,
    shows: 'search',
    answer: { status: 200, body: z.object({ lines: z.array(Line), valid: z.int() }) },
    refusals: [],
  },
  'POST /api/invitations/batch': {
    summary: 'Invite everyone on a list whose line has no problem, in one transaction.',
    access: { ability: 'User Edit' },
    byHand: true,
    idempotent: true,
    body: Lines,
    shows: 'search',
    answer: { status: 201, body: z.object({ invited: z.array(Id), skipped: z.array(Line) }) },
    refusals: ['idempotency_mismatch', 'in_progress'],
  },
  'POST /api/invitations/links': {
    summary:
      'Make links to print, for pending or expired invitations. Earlier links stop working. Only this response contains the tokens: a link is the address of /invitation, `#` and the token.',
    access: { ability: 'User Edit' },
    byHand: true,
    body: z.strictObject({ ids: z.array(Id).min(1).max(maxInvitationLines) }),
    shows: 'list',
    answer: {
      status: 200,
      body: z.object({ links: z.array(z.object({ id: Id, person: Named, token: z.string(), expires_at: Instant })) }),
    },
    refusals: ['not_found', 'invitation_closed', 'has_account', 'beyond_own', 'outranked', 'reason_required'],
  },
  'POST /api/invitations/{id}/renew': {
    summary: 'Send a pending or expired invitation again with a new link. The earlier link stops working.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    shows: 'list',
    answer: { status: 200, body: Invitation },
    refusals: ['not_found', 'invitation_closed', 'beyond_own', 'outranked', 'no_gateway'],
  },
  'POST /api/invitations/{id}/revoke': {
    summary: 'Revoke a pending or expired invitation: its link stops working at once.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    shows: 'list',
    answer: { status: 200, body: Invitation },
    refusals: ['not_found', 'invitation_closed', 'outranked'],
  },
  'POST /api/invitations/renew/preview': {
    summary: 'Which of several invitations can be sent again. Stores nothing.',
    access: { ability: 'User Edit' },
    byHand: true,
    body: Several,
    answer: { status: 200, body: previewed },
    refusals: [],
  },
  'POST /api/invitations/renew': {
    summary: 'Send several invitations again, each with a new link: each that can be, and why the others cannot.',
    access: { ability: 'User Edit' },
    byHand: true,
    body: Several,
    answer: { status: 200, body: z.object({ renewed: z.array(Id), skipped: Skipped }) },
    refusals: [],
  },
  'POST /api/invitations/revoke/preview': {
    summary: 'Which of several invitations can be revoked. Stores nothing.',
    access: { ability: 'User Edit' },
    byHand: true,
    body: Several,
    answer: { status: 200, body: previewed },
    refusals: [],
  },
  'POST /api/invitations/revoke': {
    summary: 'Revoke several invitations: each that is open, and why the others stay.',
    access: { ability: 'User Edit' },
    byHand: true,
    body: Several,
    answer: { status: 200, body: z.object({ revoked: z.array(Id), skipped: Skipped }) },
    refusals: [],
  },
  'POST /api/invitation/look': {
    summary: 'What a link is for. Reading it changes nothing.',
    access: 'public',
    body: z.strictObject({ token }),
    answer: { status: 200, body: OpenedInvitation },
    refusals: [],
  },
  'POST /api/invitation/accept': {
    summary:
      'Accept an invitation and sign in, once. Privileged people in production then set up a second factor: 401 `code_required`, as a login. A person with an account sends their session’s token and gets the roles.',
    access: 'public',
    body: z.strictObject({
      token,
      name: PersonName.optional(),
      password: NewPassword.nullish(),
      ...AcceptedTexts,
    }),
    answer: { status: 200, body: z.union([Login, Done]) },
    refusals: [
      'invitation_over',
      'invitation_used',
      'invitation_blocked',
      'sign_in_to_accept',
      'address_in_use',
      'contracts_required',
      'single_sign_on_only',
      'code_required',
    ],
  },
})
