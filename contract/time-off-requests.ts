import * as z from 'zod'
import { NewTimeOff, TimeOff } from './absences.ts'
import { defineCalls } from './call.ts'
import { proposalStates } from './hours-proposals.ts'
import { Done, Id, IdParams, Instant, Reason } from './shapes.ts'

/** Time off that a mentor requests. Nothing is blocked until it is approved. */
export const TimeOffRequest = TimeOff.pick({ mentor: true, starts_at: true, ends_at: true, time_zone: true, affected: true })
  .extend({
    id: Id,
    note: z.string().meta({ description: 'Why the mentor is away.' }),
    state: z.enum(proposalStates),
    reason: z.string().meta({ description: 'Why it was declined.' }),
    created_at: Instant,
    decided_at: Instant.nullable(),
  })
  .meta({ id: 'TimeOffRequest' })
export type TimeOffRequest = z.infer<typeof TimeOffRequest>

export const NewTimeOffRequest = NewTimeOff.omit({ mentor_id: true })
export type NewTimeOffRequest = z.infer<typeof NewTimeOffRequest>

export const timeOffRequestCalls = defineCalls({
  'GET /api/mentor-time-off-requests': {
    summary: 'The time off that the caller requests: open, then decided in the last 30 days; and whether requests are needed.',
    access: 'mentor',
    answer: {
      status: 200,
      body: z.object({
        needed: z.boolean().meta({ description: 'Whether the caller must request time off instead of entering it.' }),
        data: z.array(TimeOffRequest),
      }),
    },
    refusals: [],
  },
  'POST /api/mentor-time-off-requests': {
    summary: 'Request time off for the caller. At most 20 requests are open at a time.',
    access: 'mentor',
    body: NewTimeOffRequest,
    answer: { status: 201, body: TimeOffRequest },
    refusals: ['bad_transition'],
    idempotent: true,
  },
  'POST /api/mentor-time-off-requests/{id}/withdraw': {
    summary: 'Withdraw an open request of the caller.',
    access: 'mentor',
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'bad_transition'],
  },
  'GET /api/time-off-requests': {
    summary: 'Open requests of active mentors, oldest first.',
    access: { ability: 'Schedule Edit' },
    answer: { status: 200, body: z.object({ data: z.array(TimeOffRequest) }) },
    refusals: [],
  },
  'POST /api/time-off-requests/{id}/approve': {
    summary: 'Approve an open request: it becomes time off, and the mentor gets a message. Existing appointments stay.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    answer: { status: 200, body: TimeOff },
    refusals: ['not_found', 'bad_transition'],
  },
  'POST /api/time-off-requests/{id}/decline': {
    summary: 'Decline an open request. The mentor gets a message with the reason.',
    access: { ability: 'Schedule Edit' },
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'bad_transition'],
  },
})
