import * as z from 'zod'
import { Appointment, PaymentStatus } from './appointments.ts'
import { defineCalls } from './call.ts'
import { MentorName } from './people.ts'
import { Id, Instant, LocalDate, Money } from './shapes.ts'

/** The place and the kind of a time of the day. */
const Where = {
  place: z.object({ id: Id, name: z.string() }),
  support_type: z.object({ id: Id, name: z.string(), colour: z.string() }),
}

/** The part of an appointment that a desk needs all day: no questions. */
const DayAppointment = Appointment.pick({
  id: true,
  reference: true,
  schedule_id: true,
  mentor: true,
  user: true,
  starts_at: true,
  ends_at: true,
  time_zone: true,
  serial: true,
  interpreter_language: true,
  status: true,
  price: true,
  can: true,
  revision: true,
}).extend({
  ...Where,
  payment_status: PaymentStatus,
  meeting_url: z.string().nullable().optional().meta({ description: 'Only in the mentor’s own day: the link of an online appointment.' }),
  arrived_at: Instant.nullable().meta({
    description: 'Since when the client has been here; null unless the status is arrived and the appointment is not over.',
  }),
})
export type DayAppointment = z.infer<typeof DayAppointment>

const FreeTime = z.object({
  schedule_id: Id,
  mentor: MentorName,
  ...Where,
  price: Money.meta({ description: 'Of the support type.' }),
  starts_at: Instant,
  ends_at: Instant,
  time_zone: z.string(),
  free: z.int(),
  interpreted: z.boolean().meta({ description: 'Whether the time is kept for appointments that need an interpreter.' }),
})
export type FreeTime = z.infer<typeof FreeTime>

const Day = z
  .object({
    date: LocalDate.meta({ description: 'Today in the organisation’s zone.' }),
    time_zone: z.string(),
    appointments: z
      .array(DayAppointment)
      .meta({ description: 'Of all sessions, by time, without those cancelled or entered in error; at most 1000.' }),
    total: z.int().meta({ description: 'How many appointments the day has.' }),
    free: z.array(FreeTime).meta({ description: 'Times that staff can still book, by time.' }),
  })
  .meta({ id: 'Day' })
export type Day = z.infer<typeof Day>

export const dayCalls = defineCalls({
  'GET /api/day': {
    summary: 'Today across all sessions: who comes when and to whom, who is here since when, and which times are free.',
    access: { ability: 'Appointment List' },
    shows: 'list',
    answer: { status: 200, body: Day },
    refusals: [],
  },
  'GET /api/mentor-day': {
    summary: 'Today in the caller’s own sessions as a mentor: the same as GET /api/day, without other mentors.',
    access: 'mentor',
    shows: 'list',
    answer: { status: 200, body: Day },
    refusals: [],
  },
  'GET /api/day/live': {
    summary: 'Server-sent events: `changed`, without data, whenever GET /api/day may answer something new.',
    access: { ability: 'Appointment List' },
    answer: { status: 200, body: null },
    refusals: [],
  },
  'GET /api/mentor-day/live': {
    summary: 'The same for mentors: `changed`, without data, also when the change concerns another mentor.',
    access: 'mentor',
    answer: { status: 200, body: null },
    refusals: [],
  },
})
