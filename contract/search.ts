import * as z from 'zod'
import { defineCalls } from './call.ts'
import { LanguageTag, MentorName } from './people.ts'
import { Place } from './places.ts'
import { NearestTime } from './problem.ts'
import { Schedule, Slot } from './schedules.ts'
import { Id, Instant, LocalDate } from './shapes.ts'
import { SupportType } from './support-types.ts'

/** A place as visitors see it: without the meeting link. */
export const PublicPlace = Place.omit({ meeting_url: true }).meta({ id: 'PublicPlace' })

/**
 * A local date with at least one session: the number of bookable seats and their places, or the reason
 * why there are none.
 */
export const FreeDay = z
  .object({
    date: LocalDate,
    free: z.int(),
    places: z.array(Id),
    why: z.enum(['full', 'notice', 'not_open_yet', 'past', 'closed_day', 'mentor_away']).nullable(),
  })
  .meta({ id: 'FreeDay' })
export type FreeDay = z.infer<typeof FreeDay>

export const SearchedSlot = Slot.extend({
  bookable: z.boolean().meta({ description: 'Whether clients can book its free seats at this moment, if there are any.' }),
}).meta({ id: 'SearchedSlot' })
export type SearchedSlot = z.infer<typeof SearchedSlot>

export const SearchedSchedule = Schedule.extend({ place: PublicPlace, slots: z.array(SearchedSlot) }).meta({ id: 'SearchedSchedule' })
export type SearchedSchedule = z.infer<typeof SearchedSchedule>

/** One free-seat change, as it arrives on the live stream (`event: seats`). */
export const SeatsChanged = z.object({ schedule_id: Id, mentor_id: Id, starts_at: z.string(), free: z.int() }).meta({ id: 'SeatsChanged' })
export type SeatsChanged = z.infer<typeof SeatsChanged>

const SearchQuery = z.object({
  from: LocalDate.optional(),
  to: LocalDate.optional().meta({ description: '30 days after `from` unless given; at most 92 days.' }),
  place_id: Id.optional(),
  mentor_id: Id.optional(),
  language: LanguageTag.optional().meta({ description: 'Only times of mentors who speak it.' }),
  interpreter: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: also the times that are kept for appointments that need an interpreter.' }),
  date: LocalDate.optional(),
})

const SearchResult = z.object({
  support_type: SupportType,
  days: z.array(FreeDay),
  places: z.array(PublicPlace),
  mentors: z.array(MentorName),
  languages: z.array(z.string()).meta({ description: 'The languages that these mentors speak.' }),
  schedules: z.array(SearchedSchedule).optional().meta({ description: 'When `date` is given.' }),
})

const NearestQuery = z.object({
  schedule_id: Id,
  starts_at: Instant,
  language: LanguageTag.optional().meta({ description: 'Only times of mentors who speak it.' }),
})
const NearestResult = z.object({ nearest: z.array(NearestTime) })

export const searchCalls = defineCalls({
  'GET /api/search-schedule/{support_type_id}': {
    summary: 'Free days of a support type; with `date`, that day’s schedules with their slots.',
    access: 'public',
    params: z.object({ support_type_id: Id }),
    query: SearchQuery,
    answer: { status: 200, body: SearchResult },
    refusals: ['not_found'],
  },
  'GET /api/appointments/times/{support_type_id}': {
    summary: 'The same search with the seats that staff may book: without notice, and before booking opens.',
    access: { ability: 'Appointment Create' },
    params: z.object({ support_type_id: Id }),
    query: SearchQuery.extend({
      weekday: z.coerce.number().int().min(1).max(7).optional().meta({ description: '1 is Monday, on the place’s own calendar.' }),
      part: z
        .enum(['morning', 'afternoon', 'evening'])
        .optional()
        .meta({ description: 'On the place’s own clock: divided at 12:00 and 17:00.' }),
    }),
    answer: { status: 200, body: SearchResult },
    refusals: ['not_found'],
  },
  'GET /api/nearest-times': {
    summary: 'Up to three free times nearest to a time of a session, of its support type: what 409 slot_taken offers.',
    access: 'public',
    query: NearestQuery,
    answer: { status: 200, body: NearestResult },
    refusals: [],
  },
  'GET /api/appointments/nearest-times': {
    summary: 'The same among the times that staff may book.',
    access: { ability: 'Appointment Create' },
    query: NearestQuery,
    answer: { status: 200, body: NearestResult },
    refusals: [],
  },
  'GET /api/search-schedule/{support_type_id}/live': {
    summary:
      'Server-sent events: `seats` whenever a free seat of this support type comes or goes, `schedules` when sessions change, `public` when other public data does, such as a price.',
    access: 'public',
    params: z.object({ support_type_id: Id }),
    answer: { status: 200, body: null },
    refusals: ['not_found'],
  },
})
