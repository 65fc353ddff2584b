import * as z from 'zod'
import { defineCalls } from './call.ts'
import { MentorName, Person } from './people.ts'
import { ShortTravel } from './problem.ts'
import { Colour, Done, Id, Instant, LocalDate, Reason, Revision, Undo } from './shapes.ts'

/**
 * What cannot take place. Exactly one of: a session (all of it, or one mentor's part), a mentor's day
 * (the local date of each session's place), time off, or a closed day.
 */
const Disruption = {
  schedule_id: Id.optional(),
  mentor_id: Id.optional(),
  date: LocalDate.optional(),
  time_off_id: Id.optional(),
  closed_day_id: Id.optional(),
}
export const ReassigningQuery = z.object(Disruption)
export type ReassigningQuery = z.infer<typeof ReassigningQuery>

const Named = z.object({ id: Id, name: z.string() })

/** A free seat. `same_time`: only the mentor or the room differs. */
const SeatOption = z
  .object({
    schedule_id: Id,
    mentor: MentorName,
    place: Named,
    time_zone: z.string(),
    starts_at: Instant,
    ends_at: Instant,
    free: z.int(),
    same_time: z.boolean(),
    travel: z.array(ShortTravel).meta({ description: 'Other sessions to or from which the mentor has little time to travel.' }),
  })
  .meta({ id: 'SeatOption' })
export type SeatOption = z.infer<typeof SeatOption>

const AffectedAppointment = z
  .object({
    id: Id,
    reference: z.string(),
    status: z.enum(['pending', 'booked']),
    user: Person,
    support_type: z.object({ id: Id, name: z.string(), colour: Colour }),
    place: Named,
    mentor: MentorName,
    requested_mentor: MentorName.nullable(),
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string(),
    revision: Revision,
    options: z.array(SeatOption).meta({ description: 'Alternative seats for this client, most convenient first.' }),
    proposal: z.int().nullable().meta({ description: 'Index of the proposed option; null: no free seat, so cancelling is proposed.' }),
  })
  .meta({ id: 'AffectedAppointment' })
export type AffectedAppointment = z.infer<typeof AffectedAppointment>

/** An appointment that its client has come for or whose time has started: it can no longer move. */
const StartedAppointment = z
  .object({
    id: Id,
    schedule_id: Id,
    user: Person,
    mentor: MentorName,
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string(),
  })
  .meta({ id: 'StartedAppointment' })
export type StartedAppointment = z.infer<typeof StartedAppointment>

const About = z.object({
  mentor: MentorName.nullable().meta({ description: 'The absent mentor; null for a whole session or place.' }),
  mentors: z.array(MentorName).meta({ description: 'For a session: the rostered mentors.' }),
  place: Named.nullable(),
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  date: LocalDate.nullable(),
  time_zone: z.string(),
  can_record: z.boolean().meta({ description: 'Whether the absence can be recorded with the decisions, because it is not recorded yet.' }),
})

const AppointmentDecision = { appointment_id: Id, revision: Revision }
const Decision = z.discriminatedUnion('action', [
  z.strictObject({ ...AppointmentDecision, action: z.literal('move'), schedule_id: Id, starts_at: Instant, mentor_id: Id }),
  z.strictObject({ ...AppointmentDecision, action: z.literal('cancel') }),
  z.strictObject({ ...AppointmentDecision, action: z.literal('keep') }),
])

export const Reassigning = z.strictObject({
  ...Disruption,
  decisions: z.array(Decision).max(500),
  reason: Reason,
  record_time_off: z.boolean().default(false).meta({
    description:
      "Record the mentor's time off too: their remaining free times are blocked. A day is the local day of each place where they have times.",
  }),
})
export type Reassigning = z.infer<typeof Reassigning>

const Channel = z.enum(['sms', 'email'])

/** The outcome for one appointment, and how its client is notified. */
const Outcome = z
  .object({
    appointment_id: Id,
    reference: z.string(),
    name: z.string(),
    action: z.enum(['move', 'cancel', 'keep']),
    before: z.object({ starts_at: Instant, time_zone: z.string(), mentor: z.string() }),
    after: z.object({ starts_at: Instant, time_zone: z.string(), mentor: z.string(), place: z.string() }).nullable(),
    told_by: z.array(Channel).meta({ description: 'A message is queued this way.' }),
    phone: z
      .object({ why: z.enum(['no_way', 'soon']), name: z.string(), number: z.string().nullable() })
      .nullable()
      .meta({ description: 'Must be phoned: no message can reach them, or the time that changed begins within the notice period.' }),
  })
  .meta({ id: 'ReassigningOutcome' })
export type ReassigningOutcome = z.infer<typeof Outcome>

export const reassigningCalls = defineCalls({
  'GET /api/reassigning': {
    summary:
      'The open appointments that cannot take place, each with a proposal: another mentor at the same time, another time, or cancelling. Needs Appointment Edit too.',
    access: { ability: 'Schedule Edit' },
    query: ReassigningQuery,
    shows: 'list',
    answer: {
      status: 200,
      body: z.object({
        about: About,
        appointments: z.array(AffectedAppointment),
        started: z.array(StartedAppointment).meta({ description: 'Affected too, but the client is here or the time has started.' }),
      }),
    },
    refusals: ['missing_ability', 'not_found'],
  },
  'POST /api/reassigning': {
    summary:
      'Carry out what was decided about every affected appointment: all of it, or nothing where the plan is outdated (409, with which could not and why). Needs Appointment Edit too.',
    access: { ability: 'Schedule Edit' },
    body: Reassigning,
    shows: 'list',
    answer: {
      status: 200,
      body: z.object({
        outcomes: z.array(Outcome),
        mentors: z.array(z.object({ name: z.string(), taken_over: z.int(), told_by: z.array(Channel), number: z.string().nullable() })),
        time_off_ids: z.array(Id).meta({ description: 'The time off that was recorded; one for each span that is away without a break.' }),
        undo: Undo.nullable().meta({ description: 'For POST /api/reassigning/undo; null if nothing changed.' }),
      }),
    },
    refusals: ['missing_ability', 'not_found', 'plan_outdated'],
    idempotent: true,
  },
  'POST /api/reassigning/undo': {
    summary:
      'Undo a reassignment of the caller while no message about it has been sent: all appointments are as before, and time off recorded with it is removed. Needs Appointment Edit too.',
    access: { ability: 'Schedule Edit' },
    body: z.strictObject({ undo: Undo }),
    answer: { status: 200, body: Done },
    refusals: ['missing_ability', 'not_found', 'undo_over', 'mentor_busy', 'client_busy'],
  },
})
