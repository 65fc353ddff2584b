import * as z from 'zod'
import { Appointment } from './appointments.ts'
import { defineCalls } from './call.ts'
import { LanguageTag, MentorName } from './people.ts'
import { Schedule, Slot } from './schedules.ts'
import { Colour, Id, Instant, LocalDate, text } from './shapes.ts'

export const Mentor = z
  .object({
    id: Id,
    name: z.string(),
    photo: z.string().nullable(),
    bio: z.string(),
    languages: z.array(z.string()).meta({ description: 'Those that the mentor speaks with clients, as BCP 47 tags.' }),
    support_types: z
      .array(z.object({ id: Id, name: z.string(), colour: Colour }))
      .meta({ description: 'Those that the mentor offers or has a free time of.' }),
    rating: z
      .object({ average: z.number(), count: z.int() })
      .nullable()
      .meta({ description: 'Null below five clients with feedback with stars.' }),
    next_available_at: Instant.nullable(),
    next_available: z
      .object({ schedule_id: Id, support_type_id: Id, starts_at: Instant, time_zone: z.string() })
      .nullable()
      .meta({ description: 'The same with what leads straight to it, and the clock of its place.' }),
  })
  .meta({ id: 'Mentor' })
export type Mentor = z.infer<typeof Mentor>

/** A mentor's own part of a session. */
export const MentorSession = Schedule.extend({
  slots: z.array(Slot).meta({ description: "The mentor's own." }),
  counts: z
    .object({
      seats: z.int(),
      free: z.int(),
      pending: z.int(),
      booked: z.int(),
      arrived: z.int(),
      fulfilled: z.int(),
      noshow: z.int(),
      cancelled: z.int(),
      to_review: z
        .int()
        .meta({ description: 'Done, without the mentor’s feedback yet, and still within the mentor’s access to the client.' }),
    })
    .meta({ description: 'The mentor’s own seats, and their appointments by status.' }),
}).meta({ id: 'MentorSession' })
export type MentorSession = z.infer<typeof MentorSession>

export const mentorCalls = defineCalls({
  'GET /api/mentor-schedule': {
    summary:
      "A mentor's published and cancelled sessions, soonest first: the caller's own, or any with Schedule List. Defaults to 60 days from today.",
    access: 'person',
    query: z.object({
      user: Id.optional().meta({ description: 'The mentor; defaults to the caller.' }),
      from: LocalDate.optional(),
      to: LocalDate.optional().meta({ description: 'At most 366 days after `from`.' }),
    }),
    answer: { status: 200, body: z.object({ mentor: MentorName, from: LocalDate, to: LocalDate, data: z.array(MentorSession) }) },
    refusals: ['missing_ability', 'not_mentor', 'not_found'],
  },
  'GET /api/mentor-appointments': {
    summary: 'Who comes to a mentor in one of their own sessions, in the order of the day.',
    access: 'mentor',
    query: z.object({
      schedule_id: Id,
      phone: text(40)
        .refine(typed => typed.replaceAll(/\D/g, '').length >= 3, 'field.typeAtLeastThreeDigits')
        .optional()
        .meta({ description: 'Only those whose phone number has these digits.' }),
    }),
    shows: 'list',
    answer: { status: 200, body: z.object({ schedule: MentorSession, data: z.array(Appointment) }) },
    refusals: ['not_found'],
  },
  'GET /api/mentor-list': {
    summary: 'The mentors, each with support types, rating and next free time.',
    access: 'public',
    query: z.object({
      support_type_id: Id.optional(),
      language: LanguageTag.optional().meta({ description: 'Only mentors who speak it.' }),
    }),
    answer: { status: 200, body: z.object({ data: z.array(Mentor) }) },
    refusals: [],
  },
})
