import * as z from 'zod'
import { Appointment } from './appointments.ts'
import { defineCalls } from './call.ts'
import { Id, Instant, listOf, LocalDate, PageQuery, text } from './shapes.ts'

/** The lists behind the figures. */
export const dashboardLists = ['today', 'pending', 'unassigned', 'unclosed', 'missed', 'waited'] as const
export type DashboardList = (typeof dashboardLists)[number]

const Count = z.int()
/** A part and its whole in the last 30 days, and in the 30 days before. */
const Share = z.object({ part: Count, whole: Count, before: z.object({ part: Count, whole: Count }) })

const Dashboard = z
  .object({
    date: LocalDate.meta({ description: 'Today in the organisation’s zone.' }),
    time_zone: z.string(),
    today: z
      .object({
        next: z.array(Appointment).meta({ description: 'Current and upcoming appointments, soonest first; at most 5.' }),
        to_come: Count,
        arrived: Count,
        took_place: Count,
        missed: Count,
      })
      .nullable()
      .meta({ description: 'With Appointment List.' }),
    free_today: Count.nullable().meta({ description: 'Seats of today that can still be taken; with Schedule List.' }),
    pending: Count.nullable().meta({ description: 'Requests that wait for approval.' }),
    unassigned: Count.nullable().meta({
      description: 'Appointments ahead or running whose mentor is away or gone, or whose place is closed.',
    }),
    unclosed: Count.nullable().meta({ description: 'Past appointments without an outcome.' }),
    waiting_list: Count.nullable().meta({ description: 'People who wait for a time.' }),
    hours_proposals: Count.nullable().meta({ description: 'Weekly hours that mentors propose; with Schedule Create.' }),
    time_off_requests: Count.nullable().meta({ description: 'Time off that mentors request; with Schedule Edit.' }),
    codes_sent: Count.nullable().meta({
      description: 'One-time codes sent today, once that is half of what a day may have; with Settings Edit.',
    }),
    calendars_failing: Count.nullable().meta({ description: 'Mentors’ own calendars that cannot be read; with Schedule List.' }),
    week: z
      .array(z.object({ date: LocalDate, seats: Count, taken: Count }))
      .nullable()
      .meta({ description: 'Today and the six days after it; with Report View and Schedule List.' }),
    missed: Share.nullable().meta({ description: 'Missed among all that were kept or missed; with Report View and Appointment List.' }),
    waiting_days: z
      .object({ median: z.number().nullable(), before: z.number().nullable() })
      .nullable()
      .meta({ description: 'Days from booking to session, of those of the last 30 days; with Report View and Appointment List.' }),
    rating: z.object({ average: z.number().nullable(), count: Count, before: z.number().nullable() }).nullable().meta({
      description:
        'Stars of clients in the last 30 days; no average of fewer than five answers about one mentor. With Report View and Feedback List.',
    }),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof Dashboard>

/** A search result: a person or an appointment. */
const Found = z
  .object({
    users: z.array(z.object({ id: Id, name: z.string(), phone: z.string().nullable(), photo: z.string().nullable() })),
    appointments: z.array(
      z.object({
        id: Id,
        reference: z.string(),
        schedule_id: Id,
        status: z.string(),
        starts_at: Instant,
        time_zone: z.string(),
        user: z.object({ id: Id, name: z.string() }),
      }),
    ),
  })
  .meta({ id: 'Found' })

const ListOrder = z.object({
  sort: z
    .enum(['starts', '-starts', 'created', '-created'])
    .optional()
    .meta({ description: 'Only of pending; none: the list’s own order.' }),
})

export const dashboardCalls = defineCalls({
  'GET /api/dashboard': {
    summary: 'The day and the week in figures: each is null for those who may not open the list behind it.',
    access: 'person',
    shows: 'list',
    answer: { status: 200, body: Dashboard },
    refusals: ['missing_ability'],
  },
  'GET /api/dashboard/{list}': {
    summary:
      'The appointments behind a figure: today, pending, unassigned, unclosed, or of the last 30 days those missed, or by how long they were waited for.',
    access: { ability: 'Appointment List' },
    params: z.object({ list: z.enum(dashboardLists) }),
    query: PageQuery.extend(ListOrder.shape),
    shows: 'list',
    answer: { status: 200, body: listOf(Appointment) },
    refusals: ['not_found'],
  },
  'GET /api/dashboard/{list}/export': {
    summary: 'The same appointments as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula. Each person is logged.',
    access: { ability: 'Appointment List', and: ['User Export'] },
    params: z.object({ list: z.enum(dashboardLists) }),
    query: ListOrder,
    answer: { status: 200, body: null },
    refusals: ['not_found'],
  },
  'GET /api/find': {
    summary: 'People by name or number (User List) and appointments by reference (Appointment List), at most 8 each.',
    access: 'person',
    query: z.object({ text: text(100) }),
    shows: 'search',
    answer: { status: 200, body: Found },
    refusals: ['missing_ability'],
  },
})
