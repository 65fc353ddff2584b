import * as z from 'zod'
import { Obstacle } from './batch.ts'
import { defineCalls } from './call.ts'
import { MentorName } from './people.ts'
import { Clash, PlanWarnings } from './problem.ts'
import { BookedClient, ListedSessions } from './series.ts'
import { Done, Id, Instant, Reason, Undo } from './shapes.ts'

/** A change of several sessions, of one series or not. */
export const BulkChange = z
  .strictObject({
    sessions: ListedSessions,
    place_id: Id.optional(),
    mentor: z
      .strictObject({ from: Id, to: Id.meta({ description: 'Takes the place of `from` in each roster.' }) })
      .refine(({ from, to }) => from !== to, { path: ['to'], message: 'field.mustBeAnotherMentor' })
      .optional(),
  })
  .refine(({ place_id, mentor }) => place_id !== undefined || mentor !== undefined, 'field.namesNeitherAPlaceNorA')
export type BulkChange = z.infer<typeof BulkChange>

const ChangedSession = z.object({
  id: Id,
  problem: Obstacle.nullable(),
  clashes: z.array(Clash),
  ...PlanWarnings,
  booked: z.array(BookedClient).meta({ description: 'Clients in the way, with has_bookings.' }),
  starts_at: Instant.nullable().meta({ description: 'After the change: a place in another zone keeps the local times.' }),
  ends_at: Instant.nullable(),
})
export type ChangedSession = z.infer<typeof ChangedSession>

const CancelledSession = z.object({
  id: Id,
  problem: Obstacle.nullable(),
  clients: z.array(BookedClient.extend({ user_id: Id })).meta({ description: 'Clients who get a message.' }),
  mentors: z.array(MentorName).meta({ description: 'Mentors who get a message.' }),
})
export type CancelledSession = z.infer<typeof CancelledSession>

export const bulkCalls = defineCalls({
  'POST /api/schedules/change/preview': {
    summary: 'What a new place or mentor does to each of several sessions, and everything in its way. Stores nothing.',
    access: { ability: 'Schedule Edit' },
    body: BulkChange,
    answer: { status: 200, body: z.object({ sessions: z.array(ChangedSession) }) },
    refusals: [],
    shows: 'list',
  },
  'POST /api/schedules/change': {
    summary: 'Give several sessions a new place, or another mentor; all or none.',
    access: { ability: 'Schedule Edit' },
    body: BulkChange,
    answer: { status: 200, body: z.object({ changed: z.int(), undo: Undo }) },
    refusals: ['not_found', 'stale', 'has_bookings', 'mentor_busy', 'client_busy', 'bad_transition', 'time_skipped', 'time_repeated'],
  },
  'POST /api/schedules/change/undo': {
    summary:
      'Undo a change of the caller, of one or several sessions, while no message about it has been sent; all or none. Clients who moved with a session move back.',
    access: { ability: 'Schedule Edit' },
    body: z.strictObject({ undo: Undo }),
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'undo_over', 'mentor_busy', 'client_busy'],
  },
  'POST /api/schedules/cancel/preview': {
    summary: 'Which of several sessions can be cancelled, and who would get a message. Stores nothing.',
    access: { ability: 'Schedule Edit' },
    body: z.strictObject({ sessions: ListedSessions }),
    answer: { status: 200, body: z.object({ sessions: z.array(CancelledSession) }) },
    refusals: [],
    shows: 'list',
  },
  'POST /api/schedules/cancel': {
    summary: 'Cancel several sessions with one reason; all or none. Every booked client gets a message.',
    access: { ability: 'Schedule Edit' },
    body: z.strictObject({ reason: Reason, sessions: ListedSessions }),
    answer: {
      status: 200,
      body: z.object({ cancelled: z.int(), told: z.int().meta({ description: 'How many clients get a message.' }), undo: Undo }),
    },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
  'POST /api/schedules/cancel/undo': {
    summary:
      'Undo a cancellation of the caller, of one or several sessions, while no message about it has been sent; all or none. Clients, offers and seats are as before.',
    access: { ability: 'Schedule Edit' },
    body: z.strictObject({ undo: Undo }),
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'undo_over', 'mentor_busy', 'client_busy', 'bad_transition'],
  },
})
