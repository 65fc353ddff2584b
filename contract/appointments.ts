import * as z from 'zod'
import { Batch, ExpectedMessage, Obstacle, Skipped } from './batch.ts'
import { defineCalls } from './call.ts'
import { AcceptedTexts, Contract } from './contracts.ts'
import { Feedback } from './feedback.ts'
import { MentorName, Person, PersonName, PhoneInput, SpokenLanguage, User } from './people.ts'
import { Place } from './places.ts'
import { Schedule, Slot } from './schedules.ts'
import { Can, clientText, Done, Id, IdParams, Instant, LocalDate, Money, Revision, text, Undo } from './shapes.ts'
import { SupportType } from './support-types.ts'

export const AppointmentStatus = z.enum(['pending', 'booked', 'arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error'])
export type AppointmentStatus = z.infer<typeof AppointmentStatus>

export const PaymentStatus = z.enum(['unpaid', 'paid', 'waived', 'refunded'])
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
      .meta({ description: 'Online: the period in which the client sees the link in place.meeting_url; null: no link.' }),
    mentor: MentorName,
    requested_mentor_id: Id.nullable(),
    user: Person,
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string(),
    serial: z.int(),
    status: AppointmentStatus,
    questions: z.array(z.string()),
    interpreter_language: z.string().nullable().meta({ description: 'The client needs an interpreter of this language; null: none.' }),
    price: Money,
    payment: Payment,
    feedback: z.object({ client: z.boolean(), mentor: z.boolean() }),
    can: z.object({
      cancel: Can,
      move: Can,
      give_feedback: Can.meta({ description: 'As its client or its mentor, while there are questions for that part.' }),
      edit: Can.meta({ description: 'Its questions, its interpreter and its payment.' }),
      excuse: Can.meta({ description: 'Excuse a missed appointment, or count it again.' }),
      statuses: z.array(AppointmentStatus).meta({ description: 'The statuses that the caller can set now, by POST …/status.' }),
      undo: AppointmentStatus.nullable().meta({
        description: 'The status after undoing the last step, by POST …/status; null: cannot be undone.',
      }),
    }),
    excused_at: Instant.nullable().meta({ description: 'Since when a missed appointment does not count.' }),
    cancelled: z.object({ by: z.enum(['client', 'organisation']), reason: z.string(), at: Instant }).nullable(),
    revision: Revision,
    created_at: Instant,
  })
  .meta({ id: 'Appointment' })
export type Appointment = z.infer<typeof Appointment>

/** An appointment's state before or after a step. */
const StepState = z.object({
  status: AppointmentStatus,
  starts_at: Instant,
  time_zone: z.string().meta({ description: 'Of the place at that time.' }),
  mentor_id: Id,
  mentor_name: z.string(),
  payment: PaymentStatus.optional(),
  price: Money.optional(),
})

/** One entry of an appointment's history. Entries are never deleted. */
export const AppointmentStep = z
  .object({
    at: Instant,
    by: z.object({ id: Id, name: z.string() }).nullable(),
    action: z.string().meta({
      description: 'requested, booked, approved, moved, questions, interpreter, payment, excused, counted, or the status it went to.',
    }),
    reason: z.string(),
    from: StepState.nullable(),
    to: StepState,
  })
  .meta({ id: 'AppointmentStep' })
export type AppointmentStep = z.infer<typeof AppointmentStep>

const Questions = z.array(clientText(1000).pipe(z.string().min(1))).max(10)

/** A client's input when booking: what to talk about, in which language, the contracts they accept, and the price they saw. */
export const BookingAnswers = {
  price: Money.optional().meta({ description: 'The price that the client saw: another one is refused as `price_changed`.' }),
  questions: Questions.optional(),
  interpreter_language: SpokenLanguage.nullish().meta({
    description: 'Of the interpreter that the client needs; null: none; without it, what their profile says.',
  }),
  ...AcceptedTexts,
}

export const NewAppointment = z.strictObject({
  schedule_id: Id,
  starts_at: Instant,
  mentor_id: Id.nullish().meta({ description: 'None: any mentor who is free.' }),
  ...BookingAnswers,
  user_id: Id.optional().meta({ description: 'The client, where staff book.' }),
  new_client: z
    .strictObject({ name: PersonName, phone: PhoneInput.nullish() })
    .optional()
    .meta({ description: 'A new client, where staff book.' }),
})
export type NewAppointment = z.infer<typeof NewAppointment>

/** A reason that the client may read. */
const Reason = text(500)
const statusesWithReason: AppointmentStatus[] = ['cancelled', 'entered-in-error']
const hasNeededReason = ({ status, reason }: { status: AppointmentStatus; reason?: string | undefined }) =>
  !statusesWithReason.includes(status) || !!reason
const reasonMissing = { path: ['reason'], error: 'field.sayWhyItStaysInThe' }

const From = AppointmentStatus.optional().meta({
  description: 'The status that Undo starts from: refused (`undo_over`) once the appointment has another.',
})

const StatusChange = z
  .strictObject({ revision: Revision.optional(), from: From, status: AppointmentStatus, reason: Reason.optional() })
  .refine(hasNeededReason, reasonMissing)

const StatusBatch = z.strictObject({ status: AppointmentStatus, appointments: Batch })
export type StatusBatch = z.infer<typeof StatusBatch>

const PreviewedStatus = z.object({
  id: Id,
  problem: Obstacle.nullable(),
  message: ExpectedMessage.nullable().meta({ description: 'The message to the client; null where the step sends none.' }),
})
export type PreviewedStatus = z.infer<typeof PreviewedStatus>

/** Changes by staff. `schedule_id`, `starts_at` or `mentor_id` moves the appointment; omitted fields stay. */
const AppointmentChange = z.strictObject({
  revision: Revision.optional(),
  questions: Questions.optional(),
  interpreter_language: SpokenLanguage.nullish(),
  payment: z.strictObject({ status: PaymentStatus }).optional(),
  schedule_id: Id.optional(),
  starts_at: Instant.optional(),
  mentor_id: Id.nullish().meta({ description: 'Null: any mentor who is free. Omitted: the same one; in another session, any.' }),
  reason: Reason.optional(),
})
export type AppointmentChange = z.infer<typeof AppointmentChange>

/** With `undo` where the change tells the client. */
const Undoable = Appointment.extend({ undo: Undo.nullable() })

/** A future, published session with a free seat. */
const SessionChoice = z.object({
  id: Id,
  support_type_id: Id,
  place: z.object({ id: Id, name: z.string() }),
  starts_at: Instant,
  ends_at: Instant,
  time_zone: z.string(),
  free: z.int(),
})

/** Query of the booking and moving forms: a session's slots, and a support type's sessions from a date on. */
const ChoiceQuery = z.object({
  schedule_id: Id.optional(),
  support_type_id: Id.optional(),
  from: LocalDate.optional().meta({ description: 'Sessions from this day on, on their places’ own calendars.' }),
})

/** The choices of the booking and moving forms. */
const Choices = {
  slots: z.array(Slot).meta({ description: 'Free seats as staff may book them.' }),
  sessions: z.array(SessionChoice).meta({ description: 'The next sessions of the same support type with free seats.' }),
  support_types: z.array(SupportType),
  mentors: z.array(MentorName),
}

export const appointmentCalls = defineCalls({
  'GET /api/appointments': {
    summary: 'The working list of a schedule: its appointments, free seats, and how often each mentor was requested.',
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
    summary:
      'The choices of the staff booking form; with `user_id`, the contracts that client still has to accept and their policy status.',
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
          .object({ user: User, missed_recently: z.int(), open: z.int(), message: ExpectedMessage })
          .nullable()
          .meta({ description: 'The policy status of the client `user_id`, and how a booking is confirmed. Policies do not bind staff.' }),
      }),
    },
    refusals: ['not_found'],
  },
  'POST /api/appointments': {
    summary: 'Book one seat in one slot. Staff (Appointment Create) can book for a client.',
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
      'price_changed',
      'contracts_required',
      'phone_taken',
    ],
    idempotent: true,
  },
  'GET /api/appointments/{id}': {
    summary: "An appointment with its history: the caller's own, as client or mentor, or any with Appointment List.",
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
    summary: 'Change an appointment’s questions, interpreter or payment, or move it. No policy for clients binds staff.',
    access: { ability: 'Appointment Edit' },
    params: IdParams,
    body: AppointmentChange,
    shows: 'appointment',
    answer: { status: 200, body: Undoable },
    refusals: ['not_found', 'reason_required', 'record_closed', 'stale', 'bad_transition', 'slot_taken', 'client_busy', 'not_bookable'],
  },
  'POST /api/appointments/{id}/status': {
    summary:
      'Check in, mark done or missed, undo, approve, refuse, cancel: staff with Appointment Edit, and its mentor as far as attendance goes.',
    access: 'person',
    params: IdParams,
    body: StatusChange,
    shows: 'appointment',
    answer: { status: 200, body: Undoable },
    refusals: ['not_found', 'missing_ability', 'record_closed', 'stale', 'undo_over', 'bad_transition'],
  },
  'POST /api/appointments/status/preview': {
    summary: 'Which of several appointments can take this status, and how each client would be told. Stores nothing.',
    access: { ability: 'Appointment Edit' },
    body: StatusBatch,
    answer: { status: 200, body: z.object({ appointments: z.array(PreviewedStatus) }) },
    refusals: [],
  },
  'POST /api/appointments/status': {
    summary: 'Give several appointments a status: each that can take it, and why the others cannot.',
    access: { ability: 'Appointment Edit' },
    body: StatusBatch.extend({ from: From, reason: Reason.optional() }).refine(hasNeededReason, reasonMissing),
    answer: {
      status: 200,
      body: z.object({
        changed: z.array(
          z.object({
            id: Id,
            undo: AppointmentStatus.nullable().meta({ description: 'The status after undoing this step; null: cannot be undone.' }),
          }),
        ),
        skipped: Skipped,
        undo: Undo.nullable(),
      }),
    },
    refusals: [],
  },
  'POST /api/appointments/status/undo': {
    summary:
      'Undo an approval, refusal or cancellation of the caller, of one or several appointments, while no message about it has been sent; all or none.',
    access: { ability: 'Appointment Edit' },
    body: z.strictObject({ undo: Undo }),
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'undo_over', 'bad_transition', 'slot_taken', 'client_busy'],
  },
  'POST /api/appointments/move/undo': {
    summary: 'Undo a move of the caller. Its client gets a message only if one about the move has been sent.',
    access: { ability: 'Appointment Edit' },
    body: z.strictObject({ undo: Undo }),
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'undo_over', 'bad_transition', 'slot_taken', 'client_busy'],
  },
  'POST /api/appointments/{id}/excuse': {
    summary: 'Excuse a missed appointment, so that it no longer counts; with `excused: false` it counts again.',
    access: { ability: 'Appointment Edit' },
    params: IdParams,
    body: z.strictObject({ revision: Revision.optional(), excused: z.boolean().default(true), reason: Reason.optional() }).optional(),
    shows: 'appointment',
    answer: { status: 200, body: Appointment },
    refusals: ['not_found', 'record_closed', 'stale', 'bad_transition'],
  },
  'POST /api/appointments/{id}/cancel': {
    summary: "Cancel the caller's own appointment within the policy.",
    access: 'person',
    params: IdParams,
    body: z.strictObject({ revision: Revision.optional(), reason: clientText(500).optional() }).optional(),
    answer: { status: 200, body: Appointment },
    refusals: ['not_found', 'stale', 'bad_transition', 'too_late'],
  },
  'POST /api/appointments/{id}/move': {
    summary: "Move the caller's own appointment to another free time within the policy. Same id, same reference.",
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
      "Earlier appointments: the caller's own, or with `user_id` another person's (Appointment List, or as their mentor). A mentor gets their own sessions in full, and only the times of sessions with other mentors. Feedback is included only with Feedback List or for its author. Visitors get the support types and nothing else.",
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
