import * as z from 'zod'
import { defineCalls } from './call.ts'
import { MentorName } from './people.ts'
import { Clash, PlanWarnings } from './problem.ts'
import { BookedPerson, MovedClients, ScheduleChange } from './schedules.ts'
import { Id, IdParams, Instant, LocalDate, LocalTime, Moment, Reason, Revision, Undo } from './shapes.ts'

/** Maximum number of sessions in one change of a series. */
export const maxSeriesSessions = 400

/** Sessions to change, each as the caller saw it. */
export const ListedSessions = z
  .array(z.strictObject({ id: Id, revision: Revision }))
  .min(1, 'field.chooseAtLeastOneSession')
  .max(maxSeriesSessions)
  .meta({ description: 'The sessions to change, each as the caller saw it. Others stay.' })

/** A booked client, as in `booked` of a refusal. */
export const BookedClient = z.object({ appointment_id: Id, reference: z.string(), name: z.string(), starts_at: Instant })

/** A session of a series that is neither over nor cancelled. */
export const SeriesSession = z
  .object({
    id: Id,
    date: LocalDate,
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string(),
    place: z.object({ id: Id, name: z.string() }),
    mentors: z.array(MentorName),
    status: z.enum(['draft', 'published']),
    revision: Revision,
    changed_alone: z.boolean().meta({ description: 'Whether it was ever changed without the other sessions.' }),
    booked: z.array(BookedPerson),
  })
  .meta({ id: 'SeriesSession' })
export type SeriesSession = z.infer<typeof SeriesSession>

export const SeriesChange = z.strictObject({
  change: ScheduleChange.omit({ starts_at: true, ends_at: true, revision: true }).extend({
    times: z
      .strictObject({
        starts: LocalTime,
        ends: LocalTime.meta({ description: 'Not after `starts`: on the next day.' }),
        move_days: z.int().min(-31).max(31).default(0).meta({ description: 'How many days later each session takes place.' }),
      })
      .optional()
      .meta({ description: "New times on each session's place's clock." }),
  }),
  sessions: ListedSessions,
  chosen_times: z
    .array(z.strictObject({ id: Id, starts_at: Moment.optional(), ends_at: Moment.optional() }))
    .max(maxSeriesSessions)
    .default([])
    .meta({ description: 'What is meant where the clock skips or repeats a time: one of the `choices` of the preview.' }),
  move_clients: MovedClients,
})
export type SeriesChange = z.infer<typeof SeriesChange>

const ChangedSession = z.object({
  id: Id,
  date: LocalDate.meta({ description: 'The new local date.' }),
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  moving: z.array(BookedClient).meta({ description: 'Clients who move with the session.' }),
  problem: z
    .enum(['time_skipped', 'time_repeated', 'invalid', 'has_bookings', 'mentor_busy', 'client_busy', 'bad_transition'])
    .nullable()
    .meta({ description: 'Why this session cannot change like this, as the code of the refusal.' }),
  field: z.enum(['starts_at', 'ends_at']).nullable(),
  choices: z.array(z.string()),
  clashes: z.array(Clash),
  ...PlanWarnings,
  staying: z.array(BookedClient).meta({
    description: 'Clients in the way: who would lose a time (has_bookings), or has another appointment (client_busy).',
  }),
})

export const seriesCalls = defineCalls({
  'GET /api/schedules/{id}/series': {
    summary:
      'The sessions of a series that can still be changed, soonest first, at most 400. Empty for a session that is not part of a series.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    answer: {
      status: 200,
      body: z.object({ sessions: z.array(SeriesSession), more: z.int().meta({ description: 'How many later sessions are not listed.' }) }),
    },
    refusals: ['not_found'],
    shows: 'list',
  },
  'POST /api/schedules/{id}/series/preview': {
    summary: 'What a change of several sessions of a series would do to each, and everything in its way. Stores nothing.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    body: SeriesChange,
    answer: { status: 200, body: z.object({ sessions: z.array(ChangedSession) }) },
    refusals: ['not_found', 'stale'],
    shows: 'list',
  },
  'PUT /api/schedules/{id}/series': {
    summary:
      'Change several sessions of a series in the same way; all or none. A clash, a stale revision or a client in the way refuses all.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    body: SeriesChange,
    answer: {
      status: 200,
      body: z.object({
        changed: z.int(),
        moved: z.int().meta({ description: 'How many appointments moved. Their clients get a message.' }),
        undo: Undo.meta({ description: 'For POST /api/schedules/change/undo.' }),
      }),
    },
    refusals: ['not_found', 'stale', 'has_bookings', 'mentor_busy', 'client_busy', 'bad_transition', 'time_skipped', 'time_repeated'],
  },
  'POST /api/schedules/{id}/series/cancel': {
    summary: 'Cancel several sessions of a series with one reason; all or none. Every booked client gets a message.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    body: z.strictObject({
      reason: Reason,
      sessions: ListedSessions,
    }),
    answer: {
      status: 200,
      body: z.object({ cancelled: z.int(), told: z.int().meta({ description: 'How many clients get a message.' }), undo: Undo }),
    },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
})
