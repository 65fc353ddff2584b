import * as z from 'zod'
import { defineCalls } from './call.ts'
import { MentorName } from './people.ts'
import { ShortTravel } from './problem.ts'
import { Colour, Id, IdParams, LocalDate, LocalTime, Revision, text } from './shapes.ts'

const Range = {
  weekday: z.int().min(1).max(7).meta({ description: '1 is Monday.' }),
  starts: LocalTime,
  ends: LocalTime,
}
const Shared = {
  slot_minutes: z.int().min(5).max(480),
  break_minutes: z.int().min(0).max(240),
  seats_per_slot: z.int().min(1).max(500),
  from_date: LocalDate,
  until_date: LocalDate.nullable().meta({ description: 'The last day; null: until they are ended.' }),
  interpreted: z.boolean().meta({ description: 'The times are kept for appointments that need an interpreter.' }),
  leave_out_holidays: z.boolean().meta({ description: 'Dates that are public holidays at the place are skipped.' }),
}

/** Why a date is not planned: what is in the way, or what the clocks do. */
export const skipReasons = [
  'session',
  'time_off',
  'closed_day',
  'time_skipped',
  'time_repeated',
  'no_session',
  'not_offered',
  'holiday',
] as const

/** Hours in which a mentor is there every week, kept planned some weeks ahead. */
export const WeeklyHours = z
  .object({
    id: Id,
    mentor: MentorName,
    place: z.object({ id: Id, name: z.string() }),
    time_zone: z.string(),
    ranges: z.array(z.object({ ...Range, support_type: z.object({ id: Id, name: z.string(), colour: Colour }) })),
    ...Shared,
    sessions_ahead: z.int(),
    clients_ahead: z.int().meta({ description: 'Open appointments in these sessions.' }),
    planned_until: LocalDate.nullable().meta({ description: 'The last date that was planned or skipped.' }),
    skipped: z.array(z.object({ date: LocalDate, starts: LocalTime, reason: z.enum(skipReasons), holiday: z.string().nullable() })).meta({
      description: 'Dates ahead that are not planned. They are tried again every hour.',
    }),
    revision: Revision,
  })
  .meta({ id: 'WeeklyHours' })
export type WeeklyHours = z.infer<typeof WeeklyHours>

export const NewWeeklyHours = z.strictObject({
  mentor_id: Id,
  place_id: Id,
  ranges: z
    .array(z.strictObject({ ...Range, support_type_id: Id }))
    .min(1, 'field.needsAtLeastOneTime')
    .max(21, 'field.mustBeAtMost21Times'),
  ...Shared,
  break_minutes: Shared.break_minutes.default(0),
  seats_per_slot: Shared.seats_per_slot.default(1),
  until_date: Shared.until_date.default(null),
  interpreted: Shared.interpreted.default(false),
  leave_out_holidays: Shared.leave_out_holidays.default(true),
})
export type NewWeeklyHours = z.infer<typeof NewWeeklyHours>

export const ChangeWeeklyHours = z.strictObject({
  revision: Revision.optional(),
  place_id: Id,
  ranges: NewWeeklyHours.shape.ranges,
  slot_minutes: Shared.slot_minutes,
  break_minutes: Shared.break_minutes,
  seats_per_slot: Shared.seats_per_slot,
  until_date: Shared.until_date,
  interpreted: Shared.interpreted.optional(),
  leave_out_holidays: Shared.leave_out_holidays.optional(),
})
export type ChangeWeeklyHours = z.infer<typeof ChangeWeeklyHours>

export const EndWeeklyHours = z.strictObject({
  revision: Revision.optional(),
  sessions: z.enum(['keep', 'cancel_free', 'cancel_all']).meta({
    description: 'What happens to planned sessions that have not begun: all stay, those without bookings are cancelled, or all are.',
  }),
  reason: text(500).default('').meta({ description: 'Required by cancel_all: booked clients read it.' }),
})
export type EndWeeklyHours = z.infer<typeof EndWeeklyHours>

/** What planning weekly hours would give in the next weeks. */
export const HoursPreview = z
  .object({
    until: LocalDate.meta({ description: 'The last date of the preview: at most eight weeks ahead.' }),
    sessions: z.int().meta({ description: 'New sessions.' }),
    skipped: WeeklyHours.shape.skipped.meta({ description: 'Dates that would not be planned, and why.' }),
    travel: z
      .array(ShortTravel.extend({ date: LocalDate, starts: LocalTime }))
      .meta({ description: 'New sessions to or from which the mentor has little time to travel.' }),
  })
  .meta({ id: 'HoursPreview' })
export type HoursPreview = z.infer<typeof HoursPreview>

const PlannedSessions = z.array(z.object({ date: LocalDate, starts: LocalTime, clients: z.int() }))

/** The same of a change, and what happens to planned sessions. */
export const HoursChangePreview = HoursPreview.extend({
  kept: z.int().meta({ description: 'Planned sessions that stay because they fit.' }),
  cancelled: PlannedSessions.meta({ description: 'Sessions that would be cancelled.' }),
  left: PlannedSessions.meta({ description: 'Booked sessions that no longer fit, and stay.' }),
}).meta({ id: 'HoursChangePreview' })
export type HoursChangePreview = z.infer<typeof HoursChangePreview>

export const weeklyHoursCalls = defineCalls({
  'GET /api/weekly-hours': {
    summary: 'Weekly hours that are kept planned, by mentor.',
    access: { ability: 'Schedule List' },
    answer: { status: 200, body: z.object({ data: z.array(WeeklyHours) }) },
    refusals: [],
  },
  'POST /api/weekly-hours': {
    summary:
      'Enter weekly hours. Their sessions are planned and published as far ahead as the settings say, and from then on every hour. Of very many slots, the first 2,000 are planned at once. Dates in whose way something is are skipped and listed.',
    access: { ability: 'Schedule Create' },
    body: NewWeeklyHours,
    answer: { status: 201, body: WeeklyHours },
    refusals: [],
    idempotent: true,
  },
  'POST /api/weekly-hours/preview': {
    summary: 'What entering weekly hours would plan. Nothing is stored.',
    access: { ability: 'Schedule Create' },
    body: NewWeeklyHours,
    answer: { status: 200, body: HoursPreview },
    refusals: [],
  },
  'POST /api/weekly-hours/{id}/preview': {
    summary: 'What changing weekly hours would do to planned sessions, and what it would plan. Nothing is stored.',
    access: { ability: 'Schedule Edit', and: ['Schedule Create'] },
    params: IdParams,
    body: ChangeWeeklyHours,
    answer: { status: 200, body: HoursChangePreview },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
  'PUT /api/weekly-hours/{id}': {
    summary:
      'Change weekly hours from now on. Sessions of times that stay the same stay. Of the others, those without bookings are cancelled and the rest stay as they are.',
    access: { ability: 'Schedule Edit', and: ['Schedule Create'] },
    params: IdParams,
    body: ChangeWeeklyHours,
    answer: {
      status: 200,
      body: WeeklyHours.extend({
        cancelled: z.int().meta({ description: 'Sessions that were cancelled.' }),
        left: z.int().meta({ description: 'Booked sessions that no longer fit, and stay.' }),
      }).meta({ id: 'ChangedWeeklyHours' }),
    },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
  'POST /api/weekly-hours/{id}/end': {
    summary: 'End weekly hours: nothing more is planned. Clients of cancelled sessions get a message.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    body: EndWeeklyHours,
    answer: { status: 200, body: z.object({ cancelled: z.int(), told: z.int() }) },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
})
