import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Id } from './shapes.ts'

/** A random name that the frame on another site makes for one visit. */
const Visit = z.string().regex(/^[\da-f]{32}$/, 'field.mustBe32HexadecimalDigits')

export const embeddingCalls = defineCalls({
  'POST /api/visits': {
    summary: 'Let the frame that a visit began in see that the caller has booked: whether, never what, when or who.',
    access: 'person',
    body: z.strictObject({ visit: Visit, appointment_id: Id }),
    answer: { status: 200, body: z.object({ message: z.string() }) },
    refusals: ['not_found'],
  },
  'GET /api/visits/{visit}': {
    summary: 'Whether a visit that began in a frame on another site has ended with a booking. Known for an hour.',
    access: 'public',
    params: z.object({ visit: Visit }),
    answer: { status: 200, body: z.object({ result: z.enum(['booked', 'pending']).nullable() }) },
    refusals: [],
  },
})
