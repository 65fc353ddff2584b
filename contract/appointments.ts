import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Feedback } from './feedback.ts'
import { MentorName, Person, PersonName, PhoneInput } from './people.ts'
import { Place } from './places.ts'
import { Schedule } from './schedules.ts'
import { Id, IdParams, Instant, Money, Revision, text } from './shapes.ts'
import { SupportType } from './support-types.ts'

export const AppointmentStatus = z.enum(['pending', 'booked', 'arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error'])

/** Allowed, or why not: a code for programs and a sentence for the person it stops. */
const Can = z.union([z.literal(true), z.object({ code: z.string(), message: z.string() })])

export const Payment = z
  .object({ status: z.enum(['unpaid', 'paid', 'waived', 'refunded']), recorded_by: z.string().nullable(), recorded_at: Instant.nullable() })
  .meta({ id: 'Payment' })

export const Appointment = z
  .object({
    id: Id,
    reference: z.string(),
    schedule_id: Id,
    support_type: SupportType,
    place: Place,
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
    can: z.object({ cancel: Can, move: Can, give_feedback: Can }),
    cancelled: z.object({ by: z.enum(['client', 'organisation']), reason: z.string(), at: Instant }).nullable(),
    revision: Revision,
    created_at: Instant,
  })
  .meta({ id: 'Appointment' })
export type Appointment = z.infer<typeof Appointment>

/** One step in an appointment's life: nothing is ever deleted. */
export const AppointmentStep = z
  .object({
    at: Instant,
    by: z.object({ id: Id, name: z.string() }).nullable(),
    action: z.string().meta({ description: 'booked, moved, questions, payment, or the status it went to.' }),
    reason: z.string(),
    from: z.object({ status: AppointmentStatus, starts_at: Instant, mentor_id: Id }).nullable(),
    to: z.object({ status: AppointmentStatus, starts_at: Instant, mentor_id: Id }),
  })
  .meta({ id: 'AppointmentStep' })

const Questions = z.array(text(1000).pipe(z.string().min(1))).max(10)

export const NewAppointment = z.strictObject({
  schedule_id: Id,
  starts_at: Instant,
  mentor_id: Id.nullish().meta({ description: 'None: any mentor who is free.' }),
  questions: Questions.optional(),
  accepted_version_ids: z.array(Id).max(50).optional(),
  user_id: Id.optional().meta({ description: 'Staff: for whom.' }),
  new_client: z
    .strictObject({ name: PersonName, phone: PhoneInput.nullish() })
    .optional()
    .meta({ description: 'Staff: for somebody not yet known.' }),
})
export type NewAppointment = z.infer<typeof NewAppointment>

export const appointmentCalls = defineCalls({
  'POST /api/appointments': {
    summary: 'Book one seat in one slot. Staff (Appointment Create) can book for somebody else.',
    access: 'person',
    body: NewAppointment,
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
    answer: { status: 200, body: z.object({ appointment: Appointment, schedule: Schedule, history: z.array(AppointmentStep) }) },
    refusals: ['not_found'],
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
    refusals: ['not_found'],
  },
  'GET /api/previous-history': {
    summary:
      "What a person had before: one's own; with `user_id` somebody's (Appointment List, or being their mentor). Visitors get the support types and nothing else.",
    access: 'public',
    query: z.object({ user_id: Id.optional() }),
    answer: {
      status: 200,
      body: z.object({
        support_types: z.array(SupportType),
        last_appointment: Appointment.nullable(),
        appointments: z.array(Appointment.extend({ feedbacks: z.array(Feedback) })),
      }),
    },
    refusals: ['unauthenticated', 'not_found'],
  },
})
