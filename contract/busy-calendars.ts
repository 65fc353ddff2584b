import * as z from 'zod'
import { defineCalls } from './call.ts'
import { MentorName } from './people.ts'
import { Done, Id, IdParams, Instant, text } from './shapes.ts'

/** Why reading a mentor's external calendar failed. */
export const BusyWhy = z.enum([
  'bad_address',
  'not_https',
  'bad_port',
  'private_address', // it resolves to a private address
  'no_such_name',
  'bad_certificate',
  'unreachable',
  'timeout',
  'redirected',
  'too_large',
  'encoded',
  'bad_status', // the server responded with an error status
  'not_a_calendar',
  'too_many_times',
  'too_complicated',
])
export type BusyWhy = z.infer<typeof BusyWhy>

/**
 * A mentor's external calendar, the source of busy times. Its address is never returned, not even to the
 * person who entered it.
 */
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
    affected: z
      .int()
      .meta({ description: 'Appointments at those times that are not over. They stay until staff or the mentor decide about them.' }),
    conflicts: z
      .array(z.object({ id: Id, reference: z.string(), schedule_id: Id, starts_at: Instant, ends_at: Instant, time_zone: z.string() }))
      .meta({ description: 'The next of these appointments, 20 at most: for the mentor and with Appointment List.' }),
  })
  .meta({ id: 'BusyCalendar' })
export type BusyCalendar = z.infer<typeof BusyCalendar>

const BusyCalendarsQuery = z.object({ mentor_id: Id.optional() })

export const NewBusyCalendar = z.strictObject({
  mentor_id: Id.optional().meta({ description: 'Defaults to the caller. Another mentor needs Schedule Edit.' }),
  address: text(2000).meta({ description: 'The secret address of the calendar in iCalendar format: https or webcal.' }),
})
export type NewBusyCalendar = z.infer<typeof NewBusyCalendar>

export const busyCalendarCalls = defineCalls({
  'GET /api/busy-calendars': {
    summary:
      "Mentors' external calendars, the source of busy times; failing ones first. Holders of Schedule List or Schedule Edit read all of them, mentors their own.",
    access: 'person',
    query: BusyCalendarsQuery,
    answer: { status: 200, body: z.object({ data: z.array(BusyCalendar) }) },
    refusals: ['not_mentor', 'not_found'],
  },
  'POST /api/busy-calendars': {
    summary:
      'Set the external calendar of the caller, or with Schedule Edit of any mentor; it replaces the previous one. Busy times accept no new bookings; existing appointments stay.',
    access: 'person',
    byHand: true,
    body: NewBusyCalendar,
    answer: { status: 201, body: BusyCalendar },
    refusals: ['not_mentor', 'missing_ability'],
  },
  'POST /api/busy-calendars/{id}/read': {
    summary: 'Refresh it at the next run of the job.',
    access: 'person',
    params: IdParams,
    answer: { status: 200, body: BusyCalendar },
    refusals: ['not_found'],
  },
  'DELETE /api/busy-calendars/{id}': {
    summary: "Remove a mentor's external calendar; its busy times are free again.",
    access: 'person',
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found'],
  },
})
