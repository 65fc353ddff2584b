import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Done, Id, IdParams, Instant } from './shapes.ts'

/** A calendar feed for calendar apps, without its secret address, which is shown once. */
export const CalendarFeed = z
  .object({
    id: Id,
    kind: z.enum(['client', 'mentor', 'place']).meta({
      description:
        'client: the appointments one has. mentor: those that people have with one. place: its sessions, with how many are booked.',
    }),
    made_by: z.object({ id: Id, name: z.string() }),
    created_at: Instant,
    last_used_at: Instant.nullable().meta({ description: 'When a calendar last fetched it, to the minute.' }),
  })
  .meta({ id: 'CalendarFeed' })
export type CalendarFeed = z.infer<typeof CalendarFeed>

const Feeds = z.object({ data: z.array(CalendarFeed) })
const Made = z.object({ address: z.string().meta({ description: 'Secret: it gives read access to the calendar.' }), feed: CalendarFeed })

export const calendarCalls = defineCalls({
  'GET /api/calendars/{token}.ics': {
    summary:
      'The appointments (of a place: the sessions) of three months past and a year ahead as iCalendar, for apps that come again and again. The address is its secret. What is cancelled stays, as cancelled.',
    access: 'public',
    params: z.object({ token: z.string().max(200) }),
    answer: { status: 200, body: null },
    refusals: ['not_found'],
  },
  'GET /api/my-calendars': {
    summary: 'The caller’s calendar addresses in use, newest first.',
    access: 'person',
    answer: { status: 200, body: Feeds },
    refusals: [],
  },
  'POST /api/my-calendars': {
    summary: 'Create an address for the caller’s appointments, or as a mentor for their sessions. Only this response contains it.',
    access: 'person',
    byHand: true,
    body: z.strictObject({ kind: z.enum(['client', 'mentor']) }),
    answer: { status: 201, body: Made },
    refusals: ['not_mentor', 'too_many_calendars'],
  },
  'DELETE /api/my-calendars/{id}': {
    summary: 'Stop one of the caller’s addresses, with immediate effect.',
    access: 'person',
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found'],
  },
  'GET /api/places/{id}/calendars': {
    summary: 'The addresses in use of a place’s calendar, newest first.',
    access: { ability: 'Settings Edit' },
    params: IdParams,
    answer: { status: 200, body: Feeds },
    refusals: ['not_found'],
  },
  'POST /api/places/{id}/calendars': {
    summary:
      'Make an address for a place’s calendar, which names no client. It is shown this once, and counts as long as its maker may make it.',
    access: { ability: 'Settings Edit' },
    byHand: true,
    params: IdParams,
    answer: { status: 201, body: Made },
    refusals: ['not_found', 'too_many_calendars'],
  },
  'DELETE /api/place-calendars/{id}': {
    summary: 'Stop an address of a place’s calendar, with immediate effect.',
    access: { ability: 'Settings Edit' },
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found'],
  },
})
