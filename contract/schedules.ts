import * as z from 'zod'
import { defineCalls } from './call.ts'
import { MentorName } from './people.ts'
import { MeetingLink, Place } from './places.ts'
import { Clash, PlanWarnings } from './problem.ts'
import { Id, IdParams, Instant, listOf, LocalDate, Moment, PageQuery, Reason, Revision, text, Undo, Untranslated } from './shapes.ts'
import { SupportType } from './support-types.ts'

/** `closed`: a draft, cancelled, not open yet, inside the notice period, a closed day, or all mentors away. */
export const Availability = z.enum(['available', 'full', 'closed', 'past'])
export type Availability = z.infer<typeof Availability>
export const ScheduleStatus = z.enum(['draft', 'published', 'cancelled'])

export const Schedule = z
  .object({
    id: Id,
    support_type_id: Id,
    support_type: SupportType,
    place: Place,
    time_zone: z.string(),
    starts_at: Instant,
    ends_at: Instant,
    slot_minutes: z.int(),
    break_minutes: z.int(),
    seats_per_slot: z.int(),
    interpreted: z.boolean().meta({ description: 'Its times are kept for appointments that need an interpreter.' }),
    mentors: z.array(MentorName),
    status: ScheduleStatus,
    availability: Availability,
    seats: z.object({ total: z.int(), taken: z.int(), free: z.int() }),
    note: z.string(),
    untranslated: Untranslated,
    booking_opens_at: Instant.nullable(),
    revision: Revision,
  })
  .meta({ id: 'Schedule' })
export type Schedule = z.infer<typeof Schedule>

/** One bookable time of one mentor. `serial` is the number of its first seat. */
export const Slot = z
  .object({ schedule_id: Id, mentor: MentorName, starts_at: Instant, ends_at: Instant, serial: z.int(), seats: z.int(), free: z.int() })
  .meta({ id: 'Slot' })
export type Slot = z.infer<typeof Slot>

const SessionFields = {
  support_type_id: Id,
  place_id: Id,
  starts_at: Moment.meta({ description: "An instant, or the place's local date and time without offset. Seconds are dropped." }),
  ends_at: Moment,
  slot_minutes: z.int().min(5).max(480),
  break_minutes: z.int().min(0).max(240).default(0),
  seats_per_slot: z.int().min(1).max(500).default(1),
  interpreted: z.boolean().default(false).meta({
    description: 'Keep its times for appointments that need an interpreter. Its support type has `interpreted_minutes`.',
  }),
  mentor_ids: z.array(Id).min(1, 'field.chooseAtLeastOneMentor').max(100),
  note: text(2000).default(''),
  meeting_url: MeetingLink.default(null).meta({ description: 'Online: this session’s own link or pattern, instead of its place’s.' }),
  booking_opens_at: Moment.nullable().default(null),
  status: z.enum(['draft', 'published']).default('draft'),
}
const Repeat = z
  .string()
  .min(1)
  .max(500)
  .meta({ description: 'RFC 5545 RRULE over local dates (daily to yearly, within ten years), with COUNT or UNTIL.' })

/** A series has at most 200 dates (domain/availability/repeat-limits.ts). */
const maxDates = 200

const SkipDates = z.array(LocalDate).max(maxDates).default([]).meta({
  description:
    'With `repeat`: local dates of the series that it leaves out, as EXDATE in iCalendar. COUNT counts them. Each is a date of the rule, and at least one other date stays.',
})
const ChosenTime = z
  .strictObject({
    date: LocalDate.meta({ description: 'The local date on which this session of the series starts, by the rule.' }),
    starts_at: Moment.optional(),
    ends_at: Moment.optional(),
  })
  .meta({ id: 'ChosenTime' })
const ChosenTimes = z.array(ChosenTime).max(maxDates).default([]).meta({
  description:
    'With `repeat`: what is meant on single dates on which the clock skips or repeats a time. Each is one of the `choices` that the preview offers for that date.',
})

export const NewSchedule = z.strictObject({
  ...SessionFields,
  repeat: Repeat.nullish(),
  skip_dates: SkipDates,
  chosen_times: ChosenTimes,
  series_of: Id.nullish().meta({ description: 'A session whose series the new ones join.' }),
})
export type NewSchedule = z.infer<typeof NewSchedule>

export const ScheduleChange = z
  .strictObject({
    ...SessionFields,
    break_minutes: z.int().min(0).max(240),
    seats_per_slot: z.int().min(1).max(500),
    interpreted: z.boolean(),
    note: text(2000),
    meeting_url: MeetingLink,
    booking_opens_at: Moment.nullable(),
  })
  .omit({ status: true })
  .partial()
  .extend({ revision: Revision.optional() })
export type ScheduleChange = z.infer<typeof ScheduleChange>

/** At most as many as one change can have slots. */
const maxMovedClients = 10_000
export const MovedClients = z.array(Id).max(maxMovedClients).default([]).meta({
  description:
    'The appointments that move with their sessions: those that the preview lists in `moving`. Their clients get a message. A client in the way who is not among them is 409 has_bookings.',
})

/** The options of the form for schedules. */
const ScheduleForm = z.object({
  support_types: z.array(SupportType),
  places: z.array(Place),
  mentors: z.array(MentorName.extend({ support_type_ids: z.array(Id) })),
  holiday_place_ids: z.array(Id).meta({ description: 'The places whose public holidays are known.' }),
  defaults: z.object({
    slot_minutes: z.int(),
    break_minutes: z.int(),
    seats_per_slot: z.int(),
    place_id: Id.nullable(),
    support_type_id: Id.nullable(),
  }),
})

export const BookedPerson = z.object({
  appointment_id: Id,
  reference: z.string(),
  name: z.string(),
  starts_at: Instant,
  mentor: MentorName,
})

export const ScheduleQuery = PageQuery.extend({
  availability: z.enum(['available', 'full', 'closed', 'past', 'all']).default('all'),
  support_type_id: Id.optional(),
  place_id: Id.optional(),
  mentor_id: Id.optional(),
  from: LocalDate.optional(),
  to: LocalDate.optional(),
  search: text(100).optional().meta({ description: 'Words in the support type, the place, a mentor’s name or the note.' }),
  sort: z
    .enum(['starts', '-starts'])
    .optional()
    .meta({ description: 'None: future ones first, soonest first; then past ones, latest first.' }),
})
export type ScheduleQuery = z.infer<typeof ScheduleQuery>

const PreviewedSession = z.object({
  date: LocalDate,
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  seats: z.int().meta({ description: '0 where there is a problem.' }),
  problem: z.enum(['time_skipped', 'time_repeated', 'no_session', 'past']).nullable().meta({
    description: 'no_session: after a clock change or a chosen time, these hours make no session on this date.',
  }),
  field: z.enum(['starts_at', 'ends_at']).nullable().meta({ description: 'Which time is in doubt, with time_skipped and time_repeated.' }),
  choices: z.array(z.string()).meta({
    description:
      'What `chosen_times` can say for `field` on this date, first the earlier one. Choices that make no session are not among them.',
  }),
  clashes: z.array(Clash),
  ...PlanWarnings,
})

export const scheduleCalls = defineCalls({
  'GET /api/schedules': {
    summary: 'Schedules, soonest first (past ones: latest first), filtered and paged.',
    access: { ability: 'Schedule List' },
    query: ScheduleQuery,
    answer: { status: 200, body: listOf(Schedule) },
    refusals: [],
  },
  'GET /api/schedules/export': {
    summary: 'The same schedules as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula.',
    access: { ability: 'Schedule List' },
    query: ScheduleQuery.omit({ page: true, per_page: true }),
    answer: { status: 200, body: null },
    refusals: [],
  },
  'GET /api/schedules/create': {
    summary: 'What the form for a new schedule offers.',
    access: { ability: 'Schedule Create' },
    answer: { status: 200, body: ScheduleForm },
    refusals: [],
  },
  'POST /api/schedules': {
    summary: 'Plan a session, or with `repeat` one for every date of the rule but `skip_dates`; all or none. The answer is the first.',
    access: { ability: 'Schedule Create' },
    body: NewSchedule,
    answer: {
      status: 201,
      body: Schedule.extend({
        created: z.int().meta({ description: 'How many sessions were planned.' }),
        planned: z.array(z.object({ id: Id, revision: Revision })).meta({ description: 'All of them, by start.' }),
      }),
    },
    refusals: ['mentor_busy', 'time_skipped', 'time_repeated'],
    idempotent: true,
  },
  'POST /api/schedules/preview': {
    summary:
      'Every session that a new schedule would make, and everything in its way. Dates that are left out are not among them. Stores nothing.',
    access: { ability: 'Schedule Create' },
    body: NewSchedule,
    answer: {
      status: 200,
      body: z.object({
        sessions: z.array(PreviewedSession),
        slots_per_session: z.int().meta({ description: 'Of most sessions; on the day of a clock change one can have more or fewer.' }),
        seats_per_session: z.int(),
        holidays: z
          .array(z.object({ date: LocalDate, name: z.string() }))
          .meta({ description: 'Public holidays at the place among the dates, left out or not. They are no obstacle.' }),
      }),
    },
    refusals: [],
  },
  'GET /api/schedules/{id}/edit': {
    summary: 'A schedule with who is booked in it, and what its form offers.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    answer: {
      status: 200,
      body: ScheduleForm.extend({
        schedule: Schedule.extend({ meeting_url: z.string().nullable() }),
        booked: z.array(BookedPerson),
        clients_ahead: z.int().meta({ description: 'How many clients get a message when the meeting link changes.' }),
        others_in_series: z.int().meta({ description: 'How many other sessions of its series can still be changed.' }),
      }),
    },
    refusals: ['not_found'],
    shows: 'list',
  },
  'PUT /api/schedules/{id}': {
    summary:
      'Change a schedule. Booked clients get a message about a new meeting link. A change that would remove booked times is refused with the list of bookings, unless clients move with the session.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    body: ScheduleChange.extend({ move_clients: MovedClients }),
    answer: { status: 200, body: Schedule.extend({ undo: Undo }) },
    refusals: ['not_found', 'stale', 'has_bookings', 'mentor_busy', 'client_busy', 'bad_transition', 'time_skipped', 'time_repeated'],
  },
  'POST /api/schedules/{id}/publish': {
    summary: 'Open a draft for booking.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    body: z.strictObject({ revision: Revision.optional() }).optional(),
    answer: { status: 200, body: Schedule.extend({ undo: Undo }) },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
  'POST /api/schedules/{id}/cancel': {
    summary: 'Cancel a session with a reason; every booked client gets a message.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    body: z.strictObject({ reason: Reason, revision: Revision.optional() }),
    answer: { status: 200, body: Schedule.extend({ told: z.int().meta({ description: 'How many clients get a message.' }), undo: Undo }) },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
})
