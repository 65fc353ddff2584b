import * as z from 'zod'
import { AppointmentStatus } from './appointments.ts'
import { Batch, Obstacle, Skipped } from './batch.ts'
import { defineCalls, type Access } from './call.ts'
import { Acceptance } from './contracts.ts'
import { Feedback } from './feedback.ts'
import { Bio, Email, LanguageTag, MentorProfile, PersonName, PhoneInput, SpokenFields, User } from './people.ts'
import { PersonExport, RecordView, sessionMethods } from './profile.ts'
import { Code, CodeAnswer } from './sessions.ts'
import { Can, Done, Id, IdParams, Instant, listOf, LocalDate, PageQuery, Revision, text, Undo, Zone } from './shapes.ts'
import { wholeRecordAbilities, type WholeRecordAction } from './whole-record.ts'

const Named = z.object({ id: Id, name: z.string() })

/** The recipient of messages, and the channel. */
const Channel = z.enum(['sms', 'email', 'both', 'none'])

/** A person in the list: with the names of their roles and, with Appointment List, when they come. */
export const ListedUser = User.extend({
  roles: z.array(Named),
  visits: z
    .object({
      next_at: Instant.nullable().meta({ description: 'The start of the next open appointment.' }),
      last_at: Instant.nullable().meta({ description: 'The start of the last appointment that took place.' }),
      missed: z.int().meta({ description: 'Missed appointments that count at the moment.' }),
    })
    .nullable()
    .meta({ description: 'Null without Appointment List.' }),
}).meta({ id: 'ListedUser' })
export type ListedUser = z.infer<typeof ListedUser>

/** A person as staff open them. */
export const UserDetails = User.extend({
  roles: z.array(Named),
  contact_name: z.string().nullable().meta({ description: 'The contact person to call for a person without a phone.' }),
  contact_phone: z.string().nullable(),
  channel: Channel,
  note: z.string().meta({ description: 'For staff; part of what the person gets when their data are exported.' }),
  phone_verified_at: Instant.nullable().meta({
    description: 'When the owner of the number confirmed a code. Null: staff entered it, and it is a contact detail.',
  }),
  email_verified_at: Instant.nullable().meta({
    description: 'When the owner of the e-mail address confirmed a code. Null: it is a contact detail, and does not log in.',
  }),
  has_password: z.boolean(),
  has_authenticator: z.boolean().meta({ description: 'Whether an authenticator app is set up.' }),
  signs_in: z.boolean().meta({ description: 'Whether they have a way to sign in: then a number is set with a code only.' }),
  has_account: z.boolean().meta({ description: 'Whether they have or had a way to sign in: then no invitation opens the record.' }),
  sign_in: z
    .object({
      passkeys: z.int(),
      passkey_used_at: Instant.nullable().meta({ description: 'When one of the passkeys was last used.' }),
      recovery_codes: z.int().meta({ description: 'Unused ones.' }),
      providers: z.array(z.string()).meta({ description: 'The identity providers at which an account is linked.' }),
      last: z.object({ method: z.enum(sessionMethods).nullable(), at: Instant }).nullable(),
    })
    .meta({ description: 'How the person signs in, without any secret.' }),
  merged_into: Named.nullable().meta({ description: 'The record that this one was merged into.' }),
  merged: z.array(Named.extend({ phone: z.string().nullable() })).meta({ description: 'Records that were merged into this one.' }),
  erased_at: Instant.nullable(),
  ahead: z
    .object({ appointments: z.int(), waiting: z.int(), with_them: z.int() })
    .meta({ description: 'Open appointments, current waiting-list entries, and appointments of others with this mentor.' }),
  mentor: MentorProfile.nullable().meta({ description: 'What clients read about them; null for people who are no mentors.' }),
  sessions: z.array(z.object({ id: Id, device: z.string(), created_at: Instant, last_used_at: Instant })),
  can: z.object({ edit: Can, end: Can }).meta({ description: '`end`: deactivate, merge into another record, erase.' }),
}).meta({ id: 'UserDetails' })
export type UserDetails = z.infer<typeof UserDetails>

/** In UTF-16 code units. */
export const maxNoteLength = 5000

const userFields = {
  email: Email.nullish(),
  contact_name: PersonName.nullish(),
  contact_phone: PhoneInput.nullish(),
  channel: Channel.optional(),
  note: text(maxNoteLength).optional(),
  locale: LanguageTag.optional().meta({ description: "The organisation's for a new person." }),
  time_zone: Zone.optional().meta({ description: "The organisation's for a new person." }),
  ...SpokenFields,
}

export const NewUser = z.strictObject({ name: PersonName, phone: PhoneInput.nullish(), ...userFields })
export const UserChange = z.strictObject({
  revision: Revision.optional(),
  name: PersonName.optional(),
  phone: PhoneInput.nullish(),
  ...userFields,
  bio: Bio.optional().meta({ description: 'Of a mentor, for clients.' }),
  support_type_ids: z.array(Id).max(200).optional().meta({ description: 'Those on offer that a mentor offers; all others go.' }),
})

/** Counts and dates about a person, in addition to their details and appointments. */
export const UserRecord = z
  .object({
    feedback: z.array(Feedback).nullable().meta({ description: 'What they said, latest first; null without Feedback List.' }),
    waiting: z
      .array(
        z.object({
          id: Id,
          support_type: z.object({ id: Id, name: z.string(), colour: z.string() }),
          from_date: LocalDate,
          to_date: LocalDate,
          state: z.string(),
          created_at: Instant,
        }),
      )
      .nullable()
      .meta({ description: 'Null without Appointment List.' }),
    acceptances: z.array(Acceptance),
    changes: z
      .array(
        z.object({
          id: Id,
          at: Instant,
          by: Named.nullable(),
          action: z.string().meta({ description: 'created, changed, deactivated, reactivated, merged, exported, erased, …' }),
          fields: z.array(z.string()),
          reason: z.string(),
        }),
      )
      .meta({ description: 'What was done to the record, latest first, at most 100.' }),
  })
  .meta({ id: 'UserRecord' })
export type UserRecord = z.infer<typeof UserRecord>

/**
 * The fields that a merge can take from the merged record; fields that the remaining record lacks are
 * always taken. Never the number or the password, because both log in.
 */
export const MergeField = z.enum(['name', 'email', 'photo', 'contact', 'channel', 'locale', 'time_zone', 'spoken_language'])
export type MergeField = z.infer<typeof MergeField>

/** One of two appointments that a single person cannot both have. */
const OverlappingAppointment = z.object({
  id: Id,
  reference: z.string(),
  support_type: z.string(),
  mentor: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  time_zone: z.string(),
  status: AppointmentStatus,
})

export const MergePreview = z
  .object({
    stays: UserDetails,
    goes: UserDetails,
    differs: z.array(MergeField).meta({ description: 'Where both records say something, and not the same.' }),
    fills: z.array(MergeField).meta({ description: 'What only the record that goes knows; it is taken.' }),
    moves: z.object({ appointments: z.int(), feedback: z.int(), waiting: z.int(), messages: z.int(), views: z.int() }),
    acceptances: z.int().meta({ description: 'They never change: they stay with the record that goes, and count for the person.' }),
    overlaps: z.array(z.object({ stays: OverlappingAppointment, goes: OverlappingAppointment })),
    conflicts: z.array(z.object({ code: z.string(), message: z.string() })).meta({ description: 'Obstacles that no choice resolves.' }),
  })
  .meta({ id: 'MergePreview' })
export type MergePreview = z.infer<typeof MergePreview>

/** An action on a whole record requires several abilities. */
const wholeRecord = (action: WholeRecordAction): Access => {
  const [ability, ...and] = wholeRecordAbilities[action]
  return { ability, and }
}

const ending = [
  'not_found',
  'reason_required',
  'stale',
  'outranked',
  'record_closed',
  'not_yourself',
  'last_administrator',
  'has_bookings',
] as const

const PreviewedDeactivation = z.object({
  id: Id,
  problem: Obstacle.nullable(),
  ahead: z
    .object({ appointments: z.int(), waiting: z.int(), with_them: z.int() })
    .nullable()
    .meta({ description: 'As in UserDetails; null with a problem.' }),
})
export type PreviewedDeactivation = z.infer<typeof PreviewedDeactivation>

/** What a deactivation says. */
const deactivation = {
  reason: text(500).optional(),
  open_appointments: z.enum(['keep', 'cancel']).optional().meta({ description: '`cancel` needs Appointment Edit.' }),
}

/** Orders of the list; with a minus sign, descending. */
export const userOrders = ['name', '-name', 'created', '-created'] as const

const UserFilter = z.object({
  search: text(200).optional(),
  state: z.enum(['active', 'inactive', 'all']).default('all'),
  role_id: Id.optional(),
  sort: z.enum(userOrders).default('name'),
})
export type UserFilter = z.infer<typeof UserFilter>

export const userCalls = defineCalls({
  'GET /api/users': {
    summary:
      'People by name. `search`: every word must occur in the name, phone, e-mail address or contact; accents do not count; words of one or two characters match beginnings. Merged and erased records are not listed.',
    access: { ability: 'User List' },
    query: PageQuery.extend(UserFilter.shape),
    shows: 'list',
    answer: { status: 200, body: listOf(ListedUser) },
    refusals: [],
  },
  'GET /api/users/export': {
    summary: 'The same people as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula. Each is logged.',
    access: { ability: 'User List', and: ['User Export'] },
    query: UserFilter,
    answer: { status: 200, body: null },
    refusals: [],
  },
  'POST /api/users': {
    summary: 'Create a person, with or without a phone number.',
    access: { ability: 'User Edit' },
    body: NewUser,
    shows: 'profile',
    answer: { status: 201, body: UserDetails },
    refusals: ['phone_taken'],
    idempotent: true,
  },
  'GET /api/users/{id}': {
    summary: 'A person with their roles. That it was opened is kept, and shown to that person.',
    access: { ability: 'User List' },
    params: IdParams,
    shows: 'profile',
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found', 'reason_required'],
  },
  'GET /api/users/{id}/edit': {
    summary: 'A person for their form. That it was opened is kept, and shown to that person.',
    access: { ability: 'User Edit' },
    params: IdParams,
    shows: 'profile',
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found', 'reason_required'],
  },
  'PUT /api/users/{id}': {
    summary:
      'Change a person. Refused for a person with abilities that the caller lacks. Callers change their own phone in the profile, with a code.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    body: UserChange,
    shows: 'profile',
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found', 'reason_required', 'stale', 'outranked', 'record_closed', 'phone_taken'],
  },
  'POST /api/users/{id}/photo': {
    summary: 'Set a person’s photo: multipart, field `photo`, at most 5 MB; re-encoded, its metadata stripped.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    shows: 'profile',
    answer: { status: 200, body: UserDetails },
    refusals: [
      'not_found',
      'reason_required',
      'outranked',
      'record_closed',
      'bad_image',
      'too_large',
      'unsupported_media',
      'bad_request',
      'invalid',
    ],
  },
  'DELETE /api/users/{id}/photo': {
    summary: 'Remove a person’s photo.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    shows: 'profile',
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found', 'reason_required', 'outranked', 'record_closed'],
  },
  'POST /api/users/{id}/phone': {
    summary:
      'Send a code to a person’s new phone number. The number of a mentor, or of a person with abilities, needs RoleAssign Edit as well.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    body: z.strictObject({ phone: PhoneInput }),
    answer: { status: 200, body: CodeAnswer },
    refusals: ['not_found', 'reason_required', 'outranked', 'record_closed', 'too_many_codes', 'no_gateway', 'codes_spent'],
  },
  'POST /api/users/{id}/phone/confirm': {
    summary:
      'Replace a person’s phone number with the code that the owner of the new one reads out. All their sessions end, and both numbers are recorded.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    body: z.strictObject({ phone: PhoneInput, code: Code }),
    shows: 'profile',
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found', 'reason_required', 'outranked', 'record_closed', 'wrong_code', 'too_many_codes', 'phone_taken'],
  },
  'GET /api/users/{id}/record': {
    summary: 'What else is known of a person: feedback, waiting list, agreements, and what was done to the record.',
    access: { ability: 'User List' },
    params: IdParams,
    answer: { status: 200, body: UserRecord },
    refusals: ['not_found', 'reason_required'],
  },
  'GET /api/users/{id}/views': {
    summary: 'Who opened a person’s record, latest first.',
    access: { ability: 'User List' },
    params: IdParams,
    query: PageQuery,
    answer: { status: 200, body: listOf(RecordView) },
    refusals: ['not_found', 'reason_required'],
  },
  'POST /api/users/{id}/deactivate': {
    summary:
      'Deactivate a person, with immediate effect. If they have open appointments, `open_appointments` must say what happens to them (else 409 `has_bookings`, with Appointment List also the list). A mentor’s free times ahead are withdrawn; clients booked with the mentor stay booked.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    body: z.strictObject({ revision: Revision.optional(), ...deactivation }),
    shows: 'profile',
    answer: { status: 200, body: UserDetails.extend({ undo: Undo.nullable() }) },
    refusals: ending,
  },
  'POST /api/users/deactivate/preview': {
    summary: 'Which of several people can be deactivated, and what each has ahead. Stores nothing.',
    access: { ability: 'User Edit' },
    byHand: true,
    body: z.strictObject({ users: Batch }),
    answer: { status: 200, body: z.object({ users: z.array(PreviewedDeactivation) }) },
    refusals: [],
  },
  'POST /api/users/deactivate': {
    summary:
      'Deactivate several people, as one at a time: each that can be, and why the others cannot. Without `open_appointments`, those with open appointments stay.',
    access: { ability: 'User Edit' },
    byHand: true,
    body: z.strictObject({ users: Batch, ...deactivation }),
    answer: { status: 200, body: z.object({ deactivated: z.array(Id), skipped: Skipped, undo: Undo.nullable() }) },
    refusals: [],
  },
  'POST /api/users/deactivate/undo': {
    summary:
      'Reactivate the people whom the caller deactivated, one or several, while no message about it has been sent; all or none. Appointments, waiting entries and a mentor’s times are as before; logins and calendar addresses stay ended.',
    access: { ability: 'User Edit' },
    byHand: true,
    body: z.strictObject({ undo: Undo }),
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'undo_over', 'mentor_busy', 'client_busy'],
  },
  'POST /api/users/{id}/reactivate': {
    summary: 'The person can log in and book again.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    body: z.strictObject({ revision: Revision.optional() }).optional(),
    shows: 'profile',
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found', 'reason_required', 'stale', 'outranked', 'record_closed', 'phone_taken', 'email_taken'],
  },
  'DELETE /api/users/{id}/sessions': {
    summary: 'Log a person out everywhere, at once.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'outranked'],
  },
  'DELETE /api/users/{id}/authenticator': {
    summary:
      'Remove a person’s authenticator app because the device is lost. They set up a new one at the next login, after a code sent to their phone.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    shows: 'profile',
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found', 'reason_required', 'outranked', 'not_yourself'],
  },
  'DELETE /api/users/{id}/passkeys': {
    summary: 'Remove all of a person’s passkeys because a device is lost, and log them out everywhere.',
    access: { ability: 'User Edit' },
    byHand: true,
    params: IdParams,
    shows: 'profile',
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found', 'reason_required', 'outranked', 'not_yourself'],
  },
  'GET /api/users/{id}/merge': {
    summary: 'What would happen if another record of the same person were merged into this one. Nothing is changed.',
    access: wholeRecord('merge'),
    params: IdParams,
    query: z.object({ other_id: Id }),
    shows: 'merge',
    answer: { status: 200, body: MergePreview },
    refusals: ['not_found', 'reason_required'],
  },
  'POST /api/users/{id}/merge': {
    summary:
      'Merge another record of the same person into this one, all or nothing. The other record stays, inactive, and is read through `merged_into`; agreements never change and stay with it. Of two appointments at the same time one must be given up.',
    access: wholeRecord('merge'),
    byHand: true,
    params: IdParams,
    body: z.strictObject({
      other_id: Id,
      revision: Revision.optional(),
      other_revision: Revision.optional(),
      take: z.array(MergeField).max(8).optional().meta({ description: 'Taken from the other record instead of what this one says.' }),
      give_up: z
        .array(Id)
        .max(100)
        .optional()
        .meta({ description: 'Of overlapping appointments: cancelled when open, else entered-in-error.' }),
    }),
    shows: 'merge',
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found', 'reason_required', 'stale', 'outranked', 'record_closed', 'not_yourself', 'merge_conflict'],
  },
  'GET /api/users/{id}/export': {
    summary: 'Everything kept about a person, as JSON. That it was exported is kept, and shown to that person.',
    access: wholeRecord('export'),
    params: IdParams,
    answer: { status: 200, body: PersonExport },
    refusals: ['not_found', 'reason_required', 'outranked'],
  },
  'POST /api/users/{id}/erase': {
    summary:
      'Erase a person for good: open appointments are cancelled, name, numbers, addresses, photo, words and sessions go; what was agreed to (version, hash, time) and that appointments took place stay, without a name. A mentor with booked clients cannot be erased before the appointments are moved.',
    access: wholeRecord('erase'),
    byHand: true,
    params: IdParams,
    body: z.strictObject({ revision: Revision.optional() }).optional(),
    shows: 'profile',
    answer: { status: 200, body: UserDetails },
    refusals: ending,
  },
})
