import * as z from 'zod'
import { shownParts } from './access-log.ts'
import { Appointment } from './appointments.ts'
import { defineCalls } from './call.ts'
import {
  Bio,
  Email,
  EmailInput,
  LanguageTag,
  Login,
  MentorProfile,
  NewPassword,
  PersonName,
  PhoneInput,
  SpokenFields,
  User,
} from './people.ts'
import { Done, Id, IdParams, Instant, label, listOf, PageQuery, Revision, Zone } from './shapes.ts'
import { Code, CodeAnswer } from './sessions.ts'

/** How a session can begin. */
export const sessionMethods = ['code', 'password', 'passkey', 'provider', 'invitation', 'setup'] as const

/** A session of a person: one browser or program that is logged in. */
export const Session = z
  .object({
    id: Id,
    device: z.string(),
    created_at: Instant,
    last_used_at: Instant,
    current: z.boolean(),
    method: z
      .enum(sessionMethods)
      .nullable()
      .meta({ description: 'How the session began; null for sessions from before this was recorded.' }),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

/** A person's token for a program, without the token itself, which is shown once. */
export const ProgramToken = z
  .object({
    id: Id,
    name: z.string(),
    scope: z.enum(['read', 'write']).meta({
      description:
        'read: GET alone. write: whatever the person may, except roles, people’s numbers and credentials, merging, erasing, contracts and settings.',
    }),
    created_at: Instant,
    last_used_at: Instant.nullable(),
    expires_at: Instant,
  })
  .meta({ id: 'ProgramToken' })
export type ProgramToken = z.infer<typeof ProgramToken>

/** An entry of the access log: a member of staff opened the caller's record. */
export const RecordView = z
  .object({
    id: Id,
    viewer: z.object({ id: Id, name: z.string() }),
    what: z.enum(shownParts),
    reason: z.string().nullable().meta({ description: 'Why, where `what` is `reason`.' }),
    at: Instant,
  })
  .meta({ id: 'RecordView' })
export type RecordView = z.infer<typeof RecordView>

/** Everything stored about a person, grouped by subject. */
export const PersonExport = z
  .object({ exported_at: Instant, person: z.record(z.string(), z.unknown()), records: z.record(z.string(), z.array(z.unknown())) })
  .meta({ id: 'PersonExport' })

export const profileCalls = defineCalls({
  'GET /api/my-profile': {
    summary:
      "A profile with its appointments, newest first: the caller's own, or any with User List. The words of another person's appointments need Appointment List as well.",
    access: 'person',
    query: PageQuery.extend({ profileId: Id.optional() }),
    shows: 'profile',
    answer: {
      status: 200,
      body: z.object({
        user: User,
        phone_verified: z.boolean(),
        email_verified: z
          .boolean()
          .meta({ description: 'Whether the owner confirmed the e-mail address with a code, so that it logs in.' }),
        has_password: z.boolean(),
        has_authenticator: z.boolean().meta({ description: 'Whether an authenticator app is set up.' }),
        appointments: listOf(Appointment),
        upcoming: z.array(Appointment).meta({ description: 'Those that have not ended and await an outcome, soonest first, 50 at most.' }),
        mentor: MentorProfile.nullable().meta({ description: 'What clients read about the caller; only in a mentor’s own profile.' }),
        missed_recently: z.int().meta({ description: 'Unexcused missed appointments that count against booking.' }),
        sessions: z.array(Session).meta({ description: 'Only in the own profile.' }),
        tokens: z.array(ProgramToken).meta({ description: 'Only in the own profile.' }),
      }),
    },
    refusals: ['not_found', 'reason_required'],
  },
  'GET /api/my-profile/views': {
    summary: 'The staff who opened the caller’s record, latest first.',
    access: 'person',
    query: PageQuery,
    answer: { status: 200, body: listOf(RecordView) },
    refusals: [],
  },
  'GET /api/my-profile/export': {
    summary: 'Everything stored about the caller, as JSON.',
    access: 'person',
    answer: { status: 200, body: PersonExport },
    refusals: [],
  },
  'PUT /api/my-profile': {
    summary:
      "Change the caller's name, e-mail, languages, time zone, password or, as a mentor, what clients read about them. A new password ends every other session; the first one needs a sign-in of the last five minutes.",
    access: 'person',
    byHand: true,
    body: z.strictObject({
      revision: Revision.optional(),
      name: PersonName.optional(),
      email: Email.nullish(),
      locale: LanguageTag.optional(),
      time_zone: Zone.optional(),
      ...SpokenFields,
      bio: Bio.optional().meta({ description: 'Of a mentor, for clients.' }),
      password: NewPassword.optional(),
      current_password: z.string().max(1000).optional().meta({ description: 'Needed with `password` where there is one already.' }),
    }),
    answer: { status: 200, body: User },
    refusals: ['stale', 'wrong_password', 'log_in_again'],
  },
  'POST /api/my-profile/photo': {
    summary: 'Set the photo: multipart, field `photo`, at most 5 MB; re-encoded, its metadata stripped.',
    access: 'person',
    answer: { status: 200, body: User },
    refusals: ['record_closed', 'bad_image', 'too_large', 'unsupported_media', 'bad_request', 'invalid'],
  },
  'DELETE /api/my-profile/photo': {
    summary: 'Remove the photo.',
    access: 'person',
    answer: { status: 200, body: User },
    refusals: ['record_closed'],
  },
  'GET /api/photos/{id}': {
    summary:
      'A photo, as WebP or SVG: a mentor’s for everyone, any other for its owner, staff who see the person, and mentors whose client the person is; otherwise it is not found.',
    access: 'public',
    params: IdParams,
    answer: { status: 200, body: null },
    refusals: ['not_found'],
  },
  'POST /api/my-profile/phone': {
    summary: 'Request a code for a new phone number. The response never reveals whether the number is in use.',
    access: 'person',
    byHand: true,
    body: z.strictObject({ phone: PhoneInput }),
    answer: { status: 200, body: CodeAnswer },
    refusals: ['too_many_codes', 'no_gateway', 'codes_spent'],
  },
  'POST /api/my-profile/phone/confirm': {
    summary:
      'Confirm the new phone number with its code; it replaces the old one, and every other session ends. People with a password give it again; others must have signed in, or confirmed who they are, within the last five minutes.',
    access: 'person',
    byHand: true,
    body: z.strictObject({
      phone: PhoneInput,
      code: Code,
      current_password: z.string().max(1000).optional().meta({ description: 'Needed by people who have a password.' }),
    }),
    answer: { status: 200, body: User },
    refusals: ['wrong_password', 'log_in_again', 'wrong_code', 'too_many_codes', 'phone_taken'],
  },
  'POST /api/my-profile/email': {
    summary:
      'Request a code for an e-mail address that is to log in. The response never reveals whether it is in use. People without a password must have logged in within the last five minutes.',
    access: 'person',
    byHand: true,
    body: z.strictObject({ email: EmailInput }),
    answer: { status: 200, body: CodeAnswer },
    refusals: ['log_in_again', 'too_many_codes', 'no_gateway', 'codes_spent'],
  },
  'POST /api/my-profile/email/confirm': {
    summary:
      'Confirm the e-mail address with its code; it replaces the old one, and every other session ends. People with a password give it again.',
    access: 'person',
    byHand: true,
    body: z.strictObject({
      email: EmailInput,
      code: Code,
      current_password: z.string().max(1000).optional().meta({ description: 'Needed by people who have a password.' }),
    }),
    answer: { status: 200, body: User },
    refusals: ['wrong_password', 'wrong_code', 'too_many_codes', 'email_taken'],
  },
  'DELETE /api/my-profile/email': {
    summary:
      'Remove a confirmed e-mail address; every other session ends. Only for people who have another way to sign in and logged in within the last five minutes.',
    access: 'person',
    byHand: true,
    answer: { status: 200, body: User },
    refusals: ['not_found', 'log_in_again', 'last_method'],
  },
  'GET /api/my-session': {
    summary: 'Who the token belongs to, with today’s roles: the answer of login without its token.',
    access: 'person',
    answer: { status: 200, body: Login.omit({ token: true }) },
    refusals: [],
  },
  'DELETE /api/my-profile/sessions/{id}': {
    summary: "End one of the caller's sessions.",
    access: 'person',
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found'],
  },
  'DELETE /api/my-profile/sessions': {
    summary: 'Log out everywhere else.',
    access: 'person',
    byHand: true,
    answer: { status: 200, body: Done },
    refusals: [],
  },
  'POST /api/my-profile/tokens': {
    summary: 'Create a token for a program, with a name, an expiry, and read-only or full access. Only this response contains it.',
    access: 'person',
    byHand: true,
    body: z.strictObject({
      name: label(80),
      days: z.union([z.literal(30), z.literal(90), z.literal(365)]),
      scope: z.enum(['read', 'write']),
      current_password: z.string().max(1000),
    }),
    answer: { status: 201, body: z.object({ token: z.string(), program: ProgramToken }) },
    refusals: ['wrong_password'],
  },
  'DELETE /api/my-profile/tokens/{id}': {
    summary: 'Revoke one of the caller’s tokens, with immediate effect.',
    access: 'person',
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found'],
  },
})
