import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Contract } from './contracts.ts'
import { Feedback } from './feedback.ts'
import { MentorName, Person, PersonName, PhoneInput, User } from './people.ts'
import { Place } from './places.ts'
import { Schedule, Slot } from './schedules.ts'
import { Can, Id, IdParams, Instant, LocalDate, Money, Revision, text } from './shapes.ts'
import { SupportType } from './support-types.ts'

export const AppointmentStatus = z.enum(['pending', 'booked', 'arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error'])
export type AppointmentStatus = z.infer<typeof AppointmentStatus>

const PaymentStatus = z.enum(['unpaid', 'paid', 'waived', 'refunded'])
export const Payment = z
  .object({ status: PaymentStatus, recorded_by: z.string().nullable(), recorded_at: Instant.nullable() })
  .meta({ id: 'Payment' })

export const Appointment = z
  .object({
    id: Id,
    reference: z.string(),
    schedule_id: Id,
    support_type: SupportType,
    place: Place,
    meeting: z
      .object({ from: Instant, until: Instant })
      .nullable()
      .meta({ description: 'Online: from when until when its client sees the link in place.meeting_url; null: there is none.' }),
    mentor: MentorName,
    requested_mentor_id: Id.nullable(),
    user: Person,
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string(),
    serial: z.int(),
    status: AppointmentStatus,
    questions: z.array(z.string()),
    price: Money,
    payment: Payment,
    feedback: z.object({ client: z.boolean(), mentor: z.boolean() }),
    can: z.object({
      cancel: Can,
      move: Can,
      give_feedback: Can,
      edit: Can.meta({ description: 'Its questions and its payment.' }),
      excuse: Can.meta({ description: 'Let a missed appointment not count, or count again.' }),
      statuses: z.array(AppointmentStatus).meta({ description: 'What whoever asks may make of it now, by POST …/status.' }),
      undo: AppointmentStatus.nullable().meta({ description: 'Where undoing the last step leads, by POST …/status; null: nowhere.' }),
    }),
    excused_at: Instant.nullable().meta({ description: 'Since when a missed appointment does not count.' }),
    cancelled: z.object({ by: z.enum(['client', 'organisation']), reason: z.string(), at: Instant }).nullable(),
    revision: Revision,
    created_at: Instant,
  })
  .meta({ id: 'Appointment' })
export type Appointment = z.infer<typeof Appointment>

/** How an appointment stood before or after a step. */
const StepState = z.object({
  status: AppointmentStatus,
  starts_at: Instant,
  mentor_id: Id,
  mentor_name: z.string(),
  payment: PaymentStatus.optional(),
})

/** One step in an appointment's life: nothing is ever deleted. */
export const AppointmentStep = z
  .object({
    at: Instant,
    by: z.object({ id: Id, name: z.string() }).nullable(),
    action: z
      .string()
      .meta({ description: 'requested, booked, approved, moved, questions, payment, excused, counted, or the status it went to.' }),
    reason: z.string(),
    from: StepState.nullable(),
    to: StepState,
  })
  .meta({ id: 'AppointmentStep' })
export type AppointmentStep = z.infer<typeof AppointmentStep>

const Questions = z.array(text(1000).pipe(z.string().min(1))).max(10)

/** What a client says when taking a seat: what to talk about, and which contracts they accept. */
export const BookingAnswers = {
  questions: Questions.optional(),
  accepted_version_ids: z.array(Id).max(50).optional(),
}

export const NewAppointment = z.strictObject({
  schedule_id: Id,
  starts_at: Instant,
  mentor_id: Id.nullish().meta({ description: 'None: any mentor who is free.' }),
  ...BookingAnswers,
  user_id: Id.optional().meta({ description: 'Staff: for whom.' }),
  new_client: z
    .strictObject({ name: PersonName, phone: PhoneInput.nullish() })
    .optional()
    .meta({ description: 'Staff: for somebody not yet known.' }),
})
export type NewAppointment = z.infer<typeof NewAppointment>

const Reason = text(500)
/** What has to be said why, in words that the client may read. */
const explained: AppointmentStatus[] = ['cancelled', 'entered-in-error']

const StatusChange = z
  .strictObject({ revision: Revision.optional(), status: AppointmentStatus, reason: Reason.optional() })
  .refine(({ status, reason }) => !explained.includes(status) || !!reason, { path: ['reason'], error: 'say why; it stays in the history' })

/** What staff change in an appointment. Any of the last three moves it; what is left out stays. */
const AppointmentChange = z.strictObject({
  revision: Revision.optional(),
  questions: Questions.optional(),
  payment: z.strictObject({ status: PaymentStatus }).optional(),
  schedule_id: Id.optional(),
  starts_at: Instant.optional(),
  mentor_id: Id.nullish().meta({ description: 'Null: any mentor who is free.' }),
  reason: Reason.optional(),
})
export type AppointmentChange = z.infer<typeof AppointmentChange>

/** A session that can be chosen: ahead, published, with a free seat. */
const SessionChoice = z.object({
  id: Id,
  support_type_id: Id,
  place: z.object({ id: Id, name: z.string() }),
  starts_at: Instant,
  ends_at: Instant,
  time_zone: z.string(),
  free: z.int(),
})

/** What the forms for booking and moving ask for: the slots of a session, and the sessions of a support type from a day on. */
const ChoiceQuery = z.object({
  schedule_id: Id.optional(),
  support_type_id: Id.optional(),
  from: LocalDate.optional().meta({ description: 'Sessions from this day on, on their places’ own calendars.' }),
})

/** Where else: what the forms for booking and moving choose from. */
const Choices = {
  slots: z.array(Slot).meta({ description: 'Free seats as staff may book them.' }),
  sessions: z.array(SessionChoice).meta({ description: 'The next sessions of the same support type with free seats.' }),
  support_types: z.array(SupportType),
  mentors: z.array(MentorName),
}

export const appointmentCalls = defineCalls({
  'GET /api/appointments': {
    summary: 'The working list of a schedule: who is booked, the free seats, and who was asked for how often.',
    access: { ability: 'Appointment List' },
    query: z.object({
      schedule_id: Id,
      status: AppointmentStatus.optional(),
      search: text(100).optional().meta({ description: 'Part of a name, digits of a phone number, or a reference.' }),
    }),
    shows: 'list',
    answer: {
      status: 200,
      body: z.object({
        schedule: Schedule,
        slots: z.array(Slot),
        data: z.array(Appointment),
        mentors: z.array(MentorName),
        requested_mentors: z.array(z.object({ mentor: MentorName, count: z.int() })),
      }),
    },
    refusals: ['not_found'],
  },
  'GET /api/appointments/create': {
    summary: 'What the form for booking for somebody offers; with `user_id`, what that client still has to accept and how they stand.',
    access: { ability: 'Appointment Create' },
    query: ChoiceQuery.extend({ user_id: Id.optional() }),
    shows: 'booking',
    answer: {
      status: 200,
      body: z.object({
        schedule: Schedule.nullable(),
        ...Choices,
        contracts: z.array(Contract),
        client: z
          .object({ user: User, missed_recently: z.int(), open: z.int() })
          .nullable()
          .meta({ description: 'How the client of `user_id` stands with the policies, which do not bind staff.' }),
      }),
    },
    refusals: ['not_found'],
  },
  'POST /api/appointments': {
    summary: 'Book one seat in one slot. Staff (Appointment Create) can book for somebody else.',
    access: 'person',
    body: NewAppointment,
    shows: 'appointment',
    answer: { status: 201, body: Appointment },
    refusals: [
      'missing_ability',
      'not_found',
      'slot_taken',
      'client_busy',
      'not_bookable',
      'missed_too_many',
      'too_many_open',
      'contracts_required',
      'phone_taken',
    ],
    idempotent: true,
  },
  'GET /api/appointments/{id}': {
    summary: "An appointment with its history: one's own, one's mentored, or anyone's with Appointment List.",
    access: 'person',
    params: IdParams,
    shows: 'appointment',
    answer: { status: 200, body: z.object({ appointment: Appointment, schedule: Schedule, history: z.array(AppointmentStep) }) },
    refusals: ['not_found', 'reason_required'],
  },
  'GET /api/appointments/{id}/edit': {
    summary: 'An appointment with its history, and where it can be moved: to its own schedule or to the one asked for.',
    access: { ability: 'Appointment Edit' },
    params: IdParams,
    query: ChoiceQuery,
    shows: 'appointment',
    answer: {
      status: 200,
      body: z.object({ appointment: Appointment, schedule: Schedule, history: z.array(AppointmentStep), ...Choices }),
    },
    refusals: ['not_found', 'reason_required'],
  },
  'PUT /api/appointments/{id}': {
    summary: 'Change an appointment’s questions or payment, or move it. No policy for clients binds staff.',
    access: { ability: 'Appointment Edit' },
    params: IdParams,
    body: AppointmentChange,
    shows: 'appointment',
    answer: { status: 200, body: Appointment },
    refusals: ['not_found', 'reason_required', 'stale', 'bad_transition', 'slot_taken', 'client_busy', 'not_bookable'],
  },
  'POST /api/appointments/{id}/status': {
    summary:
      'Check in, mark done or missed, undo, approve, refuse, cancel: staff with Appointment Edit, and its mentor as far as attendance goes.',
    access: 'person',
    params: IdParams,
    body: StatusChange,
    shows: 'appointment',
    answer: { status: 200, body: Appointment },
    refusals: ['not_found', 'missing_ability', 'stale', 'bad_transition'],
  },
  'POST /api/appointments/{id}/excuse': {
    summary: 'Excuse a missed appointment, so that it no longer counts; with `excused: false` it counts again.',
    access: { ability: 'Appointment Edit' },
    params: IdParams,
    body: z.strictObject({ revision: Revision.optional(), excused: z.boolean().default(true), reason: Reason.optional() }).optional(),
    shows: 'appointment',
    answer: { status: 200, body: Appointment },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
  'POST /api/appointments/{id}/cancel': {
    summary: "Cancel one's own appointment within the policy.",
    access: 'person',
    params: IdParams,
    body: z.strictObject({ revision: Revision.optional(), reason: text(500).optional() }).optional(),
    answer: { status: 200, body: Appointment },
    refusals: ['not_found', 'stale', 'bad_transition', 'too_late'],
  },
  'POST /api/appointments/{id}/move': {
    summary: "Move one's own appointment to another free time within the policy. Same id, same reference.",
    access: 'person',
    params: IdParams,
    body: z.strictObject({ revision: Revision.optional(), schedule_id: Id, starts_at: Instant, mentor_id: Id.nullish() }),
    answer: { status: 200, body: Appointment },
    refusals: ['not_found', 'stale', 'bad_transition', 'too_late', 'slot_taken', 'client_busy', 'not_bookable'],
  },
  'GET /api/appointments/{id}/calendar': {
    summary: 'The appointment as an iCalendar file. Its title never tells the kind of support.',
    access: 'person',
    params: IdParams,
    answer: { status: 200, body: null },
    refusals: ['not_found', 'reason_required'],
  },
  'GET /api/previous-history': {
    summary:
      "What a person had before: one's own; with `user_id` another person's (Appointment List, or being their mentor). A mentor gets the appointments with themself in full, and of sessions with other mentors only when they were. Feedback is included only with Feedback List or for its author. Visitors get the support types and nothing else.",
    access: 'public',
    query: z.object({ user_id: Id.optional() }),
    shows: 'history',
    answer: {
      status: 200,
      body: z.object({
        support_types: z.array(SupportType),
        last_appointment: Appointment.nullable(),
        appointments: z.array(Appointment.extend({ feedbacks: z.array(Feedback) })),
        sessions_with_others: z
          .array(z.object({ starts_at: Instant, time_zone: z.string() }))
          .optional()
          .meta({ description: 'Only for a mentor: when the client met other mentors, newest first.' }),
      }),
    },
    refusals: ['unauthenticated', 'not_found', 'reason_required'],
  },
})
