import { z } from 'zod'
import { defineCalls } from './call.ts'
import { MentorName } from './people.ts'
import { Done, Id, IdParams, Instant, text } from './shapes.ts'

/** Why a mentor's own calendar was not read. */
export const BusyWhy = z.enum([
  'bad_address',
  'not_https',
  'bad_port',
  'private_address', // it leads out of the public net
  'no_such_name',
  'bad_certificate',
  'unreachable',
  'timeout',
  'redirected',
  'too_large',
  'encoded',
  'bad_status', // it answered that it has no calendar for us
  'not_a_calendar',
  'too_many_times',
  'too_complicated',
])
export type BusyWhy = z.infer<typeof BusyWhy>

/** A mentor's own calendar, from which busy times come. Its address is shown to nobody, not even to whoever entered it. */
export const BusyCalendar = z
  .object({
    id: Id.meta({ description: 'The mentor’s: each has one at most.' }),
    mentor: MentorName,
    host: z.string().meta({ description: 'Of its address.' }),
    added_at: Instant,
    read_at: Instant.nullable().meta({ description: 'When it was last known to be as we have it.' }),
    failing: z.object({ since: Instant, why: BusyWhy, detail: z.string().nullable() }).nullable(),
    times: z.int().meta({ description: 'Busy times ahead, those that overlap counted as one.' }),
    unread: z.int().meta({ description: 'Events in it that could not be understood, and do not count.' }),
    affected: z.int().meta({ description: 'Open appointments that stand in them; they stay until somebody decides about them.' }),
    conflicts: z
      .array(z.object({ id: Id, reference: z.string(), schedule_id: Id, starts_at: Instant, ends_at: Instant, time_zone: z.string() }))
      .meta({ description: 'The next of these appointments, 20 at most.' }),
  })
  .meta({ id: 'BusyCalendar' })
export type BusyCalendar = z.infer<typeof BusyCalendar>

const BusyCalendarsQuery = z.object({ mentor_id: Id.optional() })

export const NewBusyCalendar = z.strictObject({
  mentor_id: Id.optional().meta({ description: 'Oneself unless given; somebody else needs Schedule Edit.' }),
  address: text(2000).meta({ description: 'The secret address of the calendar in iCalendar format: https or webcal.' }),
})
export type NewBusyCalendar = z.infer<typeof NewBusyCalendar>

export const busyCalendarCalls = defineCalls({
  'GET /api/busy-calendars': {
    summary:
      "Mentors' own calendars, from which busy times come, those that fail first. Holders of Schedule List or Schedule Edit read everybody's, a mentor their own.",
    access: 'person',
    query: BusyCalendarsQuery,
    answer: { status: 200, body: z.object({ data: z.array(BusyCalendar) }) },
    refusals: ['not_mentor', 'not_found'],
  },
  'POST /api/busy-calendars': {
    summary:
      "Take busy times from a mentor's own calendar, one's own, or with Schedule Edit anybody's, in place of the one before. Nobody new is booked in them; appointments that stand stay.",
    access: 'person',
    byHand: true,
    body: NewBusyCalendar,
    answer: { status: 201, body: BusyCalendar },
    refusals: ['not_mentor', 'missing_ability'],
  },
  'POST /api/busy-calendars/{id}/read': {
    summary: 'Read it once more, in a moment.',
    access: 'person',
    params: IdParams,
    answer: { status: 200, body: BusyCalendar },
    refusals: ['not_found'],
  },
  'DELETE /api/busy-calendars/{id}': {
    summary: "Forget a mentor's own calendar; its busy times are free again.",
    access: 'person',
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found'],
  },
})
