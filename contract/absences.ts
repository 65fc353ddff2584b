import * as z from 'zod'
import { Batch, Obstacle, Skipped } from './batch.ts'
import { defineCalls } from './call.ts'
import { MentorName } from './people.ts'
import { Done, Id, IdParams, Instant, listOf, LocalDate, Moment, PageQuery, Revision, text } from './shapes.ts'

const affected = z
  .int()
  .meta({ description: 'Appointments at that time that are not over. They stay until staff or the mentor decide about them.' })

const AbsencePlace = z.object({ id: Id, name: z.string(), time_zone: z.string() })

/** A day on which a place is closed: its own local date. */
export const ClosedDay = z
  .object({
    id: Id,
    place: AbsencePlace,
    date: LocalDate,
    reason: z.string(),
    affected,
  })
  .meta({ id: 'ClosedDay' })
export type ClosedDay = z.infer<typeof ClosedDay>

/**
 * A period in which a mentor is away. Only the mentor and holders of Schedule Edit read the reason;
 * others read null.
 */
export const TimeOff = z
  .object({
    id: Id,
    mentor: MentorName,
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string().meta({ description: "The organisation's own, in which time off is entered and shown." }),
    reason: z.string().nullable(),
    affected,
    revision: Revision,
  })
  .meta({ id: 'TimeOff' })
export type TimeOff = z.infer<typeof TimeOff>

const Span = { from: LocalDate.optional(), to: LocalDate.optional() }

export const ClosedDayQuery = PageQuery.extend({
  place_id: Id.optional(),
  ...Span,
  sort: z
    .enum(['date', '-date', 'place', '-place'])
    .default('date')
    .meta({ description: 'By date or place; with a minus sign, the other way round.' }),
})
export type ClosedDayQuery = z.infer<typeof ClosedDayQuery>

export const TimeOffQuery = PageQuery.extend({
  mentor_id: Id.optional(),
  ...Span,
  sort: z
    .enum(['starts', '-starts', 'mentor', '-mentor'])
    .default('starts')
    .meta({ description: 'By start or the mentor’s name; with a minus sign, the other way round.' }),
})
export type TimeOffQuery = z.infer<typeof TimeOffQuery>

export const NewTimeOff = z.strictObject({
  mentor_id: Id.optional().meta({ description: 'Defaults to the caller. Another mentor needs Schedule Edit.' }),
  starts_at: Moment.meta({
    description:
      "An instant, or a local date and time on the organisation's clock; where a clock change makes it doubtful, the longer time off is meant.",
  }),
  ends_at: Moment,
  reason: text(200).default(''),
})
export type NewTimeOff = z.infer<typeof NewTimeOff>

export const absenceCalls = defineCalls({
  'GET /api/closed-days': {
    summary:
      'Closed days of places: from today unless `from` says otherwise. For mentors, and holders of Schedule List, Schedule Edit or Settings Edit.',
    access: 'person',
    query: ClosedDayQuery,
    answer: {
      status: 200,
      body: listOf(ClosedDay).extend({ places: z.array(AbsencePlace).meta({ description: 'The places in use, which can be closed.' }) }),
    },
    refusals: ['missing_ability'],
  },
  'GET /api/closed-days/export': {
    summary: 'The same closed days as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula.',
    access: 'person',
    query: ClosedDayQuery.omit({ page: true, per_page: true }),
    answer: { status: 200, body: null },
    refusals: ['missing_ability'],
  },
  'POST /api/closed-days': {
    summary: 'Close a place on a day. No bookings or sessions can be added; existing appointments stay.',
    access: { ability: 'Settings Edit' },
    body: z.strictObject({ place_id: Id, date: LocalDate, reason: text(200).default('') }),
    answer: { status: 201, body: ClosedDay },
    refusals: ['already_closed'],
    idempotent: true,
  },
  'DELETE /api/closed-days/{id}': {
    summary: 'Open a place again on a day.',
    access: { ability: 'Settings Edit' },
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found'],
  },
  'GET /api/time-off': {
    summary:
      "Mentors' time off; past time off only with `from`. Holders of Schedule List or Schedule Edit read all of it, mentors their own.",
    access: 'person',
    query: TimeOffQuery,
    answer: { status: 200, body: listOf(TimeOff) },
    refusals: ['not_mentor', 'not_found'],
  },
  'GET /api/time-off/export': {
    summary: 'The same time off as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula.',
    access: 'person',
    query: TimeOffQuery.omit({ page: true, per_page: true }),
    answer: { status: 200, body: null },
    refusals: ['not_mentor', 'not_found'],
  },
  'POST /api/time-off': {
    summary: 'Add time off for the caller, or with Schedule Edit for any mentor. Existing appointments stay.',
    access: 'person',
    body: NewTimeOff,
    answer: { status: 201, body: TimeOff },
    refusals: ['not_mentor', 'missing_ability'],
    idempotent: true,
  },
  'POST /api/time-off/remove/preview': {
    summary: 'Which of several absences can be removed. Stores nothing.',
    access: { ability: 'Schedule Edit' },
    body: z.strictObject({ entries: Batch }),
    answer: { status: 200, body: z.object({ entries: z.array(z.object({ id: Id, problem: Obstacle.nullable() })) }) },
    refusals: [],
  },
  'POST /api/time-off/remove': {
    summary: 'Remove several absences of mentors: each that can be, and why the others stay.',
    access: { ability: 'Schedule Edit' },
    body: z.strictObject({ entries: Batch }),
    answer: { status: 200, body: z.object({ removed: z.array(Id), skipped: Skipped }) },
    refusals: [],
  },
  'DELETE /api/time-off/{id}': {
    summary: "Remove the caller's own time off, or with Schedule Edit any mentor's.",
    access: 'person',
    params: IdParams,
    query: z.object({ revision: z.coerce.number().pipe(Revision).optional() }),
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'stale'],
  },
})
