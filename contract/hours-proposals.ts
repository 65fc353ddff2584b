import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Done, Id, IdParams, Instant, Reason, text } from './shapes.ts'
import { HoursPreview, NewWeeklyHours, WeeklyHours } from './weekly-hours.ts'

/** Weekly hours without their mentor. */
export const ProposedHours = NewWeeklyHours.omit({ mentor_id: true })
export type ProposedHours = z.infer<typeof ProposedHours>

export const proposalStates = ['open', 'approved', 'declined', 'withdrawn'] as const

/** Weekly hours that a mentor proposes. A coordinator approves or declines them. */
export const HoursProposal = WeeklyHours.pick({
  mentor: true,
  place: true,
  time_zone: true,
  ranges: true,
  slot_minutes: true,
  break_minutes: true,
  seats_per_slot: true,
  from_date: true,
  until_date: true,
  leave_out_holidays: true,
  interpreted: true,
})
  .extend({
    id: Id,
    note: z.string().meta({ description: 'What the mentor says to the coordinators.' }),
    state: z.enum(proposalStates),
    reason: z.string().meta({ description: 'Why it was declined.' }),
    created_at: Instant,
    decided_at: Instant.nullable(),
  })
  .meta({ id: 'HoursProposal' })
export type HoursProposal = z.infer<typeof HoursProposal>

export const NewHoursProposal = ProposedHours.extend({ note: text(500).default('') })
export type NewHoursProposal = z.infer<typeof NewHoursProposal>

export const hoursProposalCalls = defineCalls({
  'GET /api/mentor-proposals': {
    summary: 'The weekly hours that the caller proposes: open ones, then those decided in the last 30 days; and what can be proposed.',
    access: 'mentor',
    answer: {
      status: 200,
      body: z.object({
        data: z.array(HoursProposal),
        places: z.array(z.object({ id: Id, name: z.string() })),
        support_types: z
          .array(z.object({ id: Id, name: z.string(), slot_minutes: z.int(), interpreted_minutes: z.int().nullable() }))
          .meta({ description: 'Those that the mentor helps with come first.' }),
      }),
    },
    refusals: [],
  },
  'POST /api/mentor-proposals': {
    summary: 'Propose weekly hours of the caller. At most 20 proposals are open at a time.',
    access: 'mentor',
    body: NewHoursProposal,
    answer: { status: 201, body: HoursProposal },
    refusals: ['bad_transition'],
    idempotent: true,
  },
  'POST /api/mentor-proposals/{id}/withdraw': {
    summary: 'Withdraw an open proposal of the caller.',
    access: 'mentor',
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'bad_transition'],
  },
  'GET /api/hours-proposals': {
    summary: 'Open proposals of active mentors, oldest first.',
    access: { ability: 'Schedule Create' },
    answer: { status: 200, body: z.object({ data: z.array(HoursProposal) }) },
    refusals: [],
  },
  'GET /api/hours-proposals/{id}/preview': {
    summary: 'What planning the hours of a proposal would give now, and what is in the way.',
    access: { ability: 'Schedule Create' },
    params: IdParams,
    answer: { status: 200, body: HoursPreview },
    refusals: ['not_found'],
  },
  'POST /api/hours-proposals/{id}/approve': {
    summary: 'Approve an open proposal, with other hours if given: they become weekly hours, and the mentor gets a message.',
    access: { ability: 'Schedule Create' },
    params: IdParams,
    body: z.strictObject({ hours: ProposedHours.nullish().meta({ description: 'Instead of the proposed ones.' }) }),
    answer: { status: 200, body: WeeklyHours },
    refusals: ['not_found', 'bad_transition'],
  },
  'POST /api/hours-proposals/{id}/decline': {
    summary: 'Decline an open proposal. The mentor gets a message with the reason.',
    access: { ability: 'Schedule Create' },
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'bad_transition'],
  },
})
