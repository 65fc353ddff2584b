import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Id, Instant, LocalDate, text } from './shapes.ts'

/** What is logged about a person's record (the subject `user`). */
export const userActions = [
  'created',
  'changed',
  'registered',
  'set_up',
  'invited',
  'invitation_renewed',
  'invitation_revoked',
  'invitation_accepted',
  'roles',
  'deactivated',
  'reactivated',
  'merged',
  'merged_away',
  'logged_out',
  'app_set_up',
  'app_reset',
  'passkey_added',
  'passkey_removed',
  'passkeys_reset',
  'passkey_cloned',
  'recovery_codes_made',
  'recovery_code_used',
  'account_linked',
  'account_unlinked',
  'provider_ended',
  'emergency_link',
  'emergency_used',
  'second_factors_removed',
  'token_made',
  'token_revoked',
  'calendar_made',
  'calendar_stopped',
  'erased',
] as const
export type UserAction = (typeof userActions)[number]

/** What kind of thing an entry is about. */
export type AuditSubject =
  | 'appointment'
  | 'schedule'
  | 'user'
  | 'record'
  | 'role'
  | 'contract'
  | 'session_note'
  | 'settings'
  | 'support_type'
  | 'place'
  | 'feedback'
  | 'feedback_question'
  | 'time_off'
  | 'closed_day'
  | 'waiting'
  | 'retention'
  | 'message'
  | 'wording'
  | 'webhook'
  | 'provider'
  | 'busy_calendar'
  | 'weekly_hours'
  | 'hours_proposal'
  | 'time_off_request'
  | 'mentor'

/** A person in the log; `name` is null once they are erased. */
const LoggedPerson = z.object({ id: Id, name: z.string().nullable() })

export const AuditEntry = z
  .object({
    id: Id,
    at: Instant,
    actor: LoggedPerson.nullable().meta({ description: 'Who did it; null: the product itself.' }),
    action: z.string(),
    subject: z.string().meta({ description: 'What kind of thing: appointment, schedule, user, settings, …' }),
    subject_id: Id.nullable(),
    person: LoggedPerson.nullable().meta({ description: 'The person it is about.' }),
    thing: z
      .object({ name: z.string(), schedule_id: Id.nullable(), time_zone: z.string().nullable() })
      .nullable()
      .meta({ description: 'What the thing is called now: a reference, a name, a title.' }),
    reason: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const AuditFilter = z.object({
  person: text(100).optional().meta({
    description: 'Part of the name (with User List or User Edit also of the number or address) of the actor or the person it is about.',
  }),
  person_id: Id.optional(),
  action: text(40).optional(),
  subject: text(40).optional(),
  subject_id: Id.optional(),
  from: LocalDate.optional().meta({ description: 'A date of the organisation’s own zone.' }),
  to: LocalDate.optional(),
})
const AuditQuery = AuditFilter.extend({
  after: text(80).optional().meta({ description: 'Cursor: `meta.next` of the page before.' }),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const auditCalls = defineCalls({
  'GET /api/audit/export': {
    summary: 'The same entries as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula. Each person is logged.',
    access: { ability: 'Audit View', and: ['User Export'] },
    query: AuditFilter,
    answer: { status: 200, body: null },
    refusals: [],
  },
  'GET /api/audit': {
    summary: 'What happened, latest first: who changed what, when and why, and who opened whose record.',
    access: { ability: 'Audit View' },
    query: AuditQuery,
    shows: 'audit',
    answer: {
      status: 200,
      body: z.object({
        data: z.array(AuditEntry),
        meta: z.object({
          per_page: z.int(),
          next: z
            .string()
            .nullable()
            .meta({ description: 'The next page’s `after`. There is no total: counting millions takes longer than reading them.' }),
          time_zone: z.string(),
          names: z.record(z.string(), z.string()).meta({ description: 'What the ids in `before` and `after` are called.' }),
        }),
      }),
    },
    refusals: [],
  },
})
