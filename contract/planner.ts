import * as z from 'zod'
import { Skipped } from './batch.ts'
import { defineCalls } from './call.ts'
import { MentorName } from './people.ts'
import { Clash, PlanWarnings } from './problem.ts'
import { ScheduleChange } from './schedules.ts'
import { BookedClient } from './series.ts'
import { Done, Id, IdParams, Instant, LocalDate, Revision, Undo } from './shapes.ts'

/** A calendar shows at most so many days of sessions, and so many days of sums. */
export const maxPlannerDays = 7
export const maxSummaryDays = 42

const LocalTime = z.string().meta({ description: '`2026-11-24T09:00`, without offset.' })

/** The part of a session that a calendar draws. Its support type, place and mentors are ids of the same answer. */
const PlannerSession = z.object({
  id: Id,
  support_type_id: Id,
  place_id: Id,
  mentor_ids: z.array(Id).meta({ description: 'In roster order.' }),
  starts_at: Instant,
  ends_at: Instant,
  starts_local: LocalTime.meta({ description: 'On the place’s clock.' }),
  ends_local: LocalTime,
  status: z.enum(['draft', 'published']),
  interpreted: z.boolean(),
  seats: z.object({ total: z.int(), taken: z.int() }),
  revision: Revision,
})
export type PlannerSession = z.infer<typeof PlannerSession>

/** A period in which a mentor cannot work, on the organisation’s clock. */
const Away = z.object({
  mentor_id: Id,
  starts_local: LocalTime,
  ends_local: LocalTime,
  kind: z.enum(['time_off', 'busy']).meta({ description: 'busy: an entry of the mentor’s own calendar.' }),
})
export type Away = z.infer<typeof Away>

const Planner = z
  .object({
    time_zone: z.string().meta({ description: 'The organisation’s.' }),
    sessions: z.array(PlannerSession).meta({ description: 'By start, without cancelled ones.' }),
    away: z.array(Away),
    closed: z.array(z.object({ place_id: Id, date: LocalDate, reason: z.string() })),
    mentors: z.array(MentorName).meta({ description: 'Active ones, and those of the sessions, by name.' }),
    places: z.array(z.object({ id: Id, name: z.string(), time_zone: z.string() })),
    support_types: z.array(z.object({ id: Id, name: z.string(), colour: z.string() })),
  })
  .meta({ id: 'Planner' })
export type Planner = z.infer<typeof Planner>

const PlannerQuery = z.object({
  from: LocalDate,
  to: LocalDate,
  support_type_id: Id.optional(),
  place_id: Id.optional(),
  mentor_id: Id.optional(),
})
export type PlannerQuery = z.infer<typeof PlannerQuery>

const DaySummary = z.object({
  date: LocalDate,
  sessions: z.int(),
  drafts: z.int(),
  seats: z.int(),
  taken: z.int(),
  closed: z.array(z.string()).meta({ description: 'Names of the places that are closed.' }),
})
export type DaySummary = z.infer<typeof DaySummary>

/** One session as the caller knows it. */
const Known = z.strictObject({ id: Id, revision: Revision })

const maxSessions = 500
const Listed = z.strictObject({ schedules: z.array(Known).min(1).max(maxSessions) })

export const CopyRequest = z.strictObject({
  schedule_ids: z.array(Id).min(1).max(maxSessions),
  days: z
    .int()
    .min(-366)
    .max(366)
    .refine(days => days !== 0, 'field.mustNotBe0')
    .meta({ description: 'How many days later, on the clocks of the places.' }),
})
export type CopyRequest = z.infer<typeof CopyRequest>

export const plannerCalls = defineCalls({
  'GET /api/planner': {
    summary: 'The calendar of at most 7 days: sessions, absences, closed days and busy times. Dates are those of the places.',
    access: { ability: 'Schedule List' },
    query: PlannerQuery,
    answer: { status: 200, body: Planner },
    refusals: [],
  },
  'GET /api/mentor-planner': {
    summary:
      'At most 7 days of the caller’s own published sessions as a mentor, with own seats, own absences and closed days of their places.',
    access: 'mentor',
    query: z.object({ from: LocalDate, to: LocalDate }),
    answer: { status: 200, body: Planner },
    refusals: ['not_found'],
  },
  'GET /api/planner/days': {
    summary: 'How full each of at most 42 days is. Dates are those of the places; a session counts on the day it starts.',
    access: { ability: 'Schedule List' },
    query: PlannerQuery,
    answer: { status: 200, body: z.object({ data: z.array(DaySummary) }) },
    refusals: [],
  },
  'POST /api/schedules/{id}/preview': {
    summary: 'What stands in the way of a change, and the clients who would lose their seats. Stores nothing.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    body: ScheduleChange,
    answer: {
      status: 200,
      body: z.object({
        starts_at: Instant,
        ends_at: Instant,
        booked: z.array(BookedClient).meta({ description: 'Clients whose seats would go.' }),
        moving: z.array(BookedClient).meta({ description: 'Clients who would move with the session, if `move_clients` names them.' }),
        busy: z.array(BookedClient).meta({ description: 'Clients who have another appointment at the time to which they would move.' }),
        offered: z.boolean().meta({ description: 'A seat that would go is offered to the waiting list.' }),
        clashes: z.array(Clash),
        ...PlanWarnings,
      }),
    },
    refusals: ['not_found', 'stale', 'bad_transition', 'time_skipped', 'time_repeated'],
    shows: 'list',
  },
  'POST /api/schedules/publish': {
    summary: 'Open several drafts for booking: each that can be, and why the others cannot.',
    access: { ability: 'Schedule Edit' },
    body: Listed,
    answer: { status: 200, body: z.object({ published: z.array(Id), skipped: Skipped, undo: Undo.nullable() }) },
    refusals: [],
  },
  'POST /api/schedules/publish/undo': {
    summary: 'Make the sessions that the caller published drafts again, of one or several, while no client has used them; all or none.',
    access: { ability: 'Schedule Edit' },
    body: z.strictObject({ undo: Undo }),
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'undo_over'],
  },
  'POST /api/schedules/discard': {
    summary: 'Undo planning: cancel sessions of the last hour that no client has booked, without messages. All or none.',
    access: { ability: 'Schedule Edit' },
    body: Listed,
    answer: { status: 200, body: z.object({ discarded: z.int() }) },
    refusals: ['not_found', 'stale', 'has_bookings', 'bad_transition'],
  },
  'POST /api/schedules/copy/preview': {
    summary: 'The copies that these sessions would have, each with what stands in its way. Stores nothing.',
    access: { ability: 'Schedule Create' },
    body: CopyRequest,
    answer: {
      status: 200,
      body: z.object({
        copies: z.array(
          z.object({
            schedule_id: Id.meta({ description: 'Of the original.' }),
            date: LocalDate,
            problem: z
              .enum(['not_found', 'not_offered', 'past', 'no_session', 'time_skipped', 'time_repeated'])
              .nullable()
              .meta({ description: 'not_offered: its support type, place or a mentor is no longer active.' }),
            clashes: z.array(Clash),
            ...PlanWarnings,
          }),
        ),
      }),
    },
    refusals: [],
  },
  'POST /api/schedules/copy': {
    summary: 'Copy sessions to other days as drafts, without their bookings. All or none.',
    access: { ability: 'Schedule Create' },
    body: CopyRequest,
    answer: { status: 201, body: z.object({ schedules: z.array(z.object({ id: Id, revision: Revision })) }) },
    refusals: ['not_found', 'mentor_busy', 'time_skipped', 'time_repeated'],
    idempotent: true,
  },
})
