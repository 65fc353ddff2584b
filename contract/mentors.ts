import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Colour, Id, Instant } from './shapes.ts'

export const Mentor = z
  .object({
    id: Id,
    name: z.string(),
    photo: z.string().nullable(),
    bio: z.string(),
    support_types: z.array(z.object({ id: Id, name: z.string(), colour: Colour })),
    rating: z.object({ average: z.number(), count: z.int() }).nullable().meta({ description: 'Null below five ratings.' }),
    next_available_at: Instant.nullable(),
  })
  .meta({ id: 'Mentor' })
export type Mentor = z.infer<typeof Mentor>

export const mentorCalls = defineCalls({
  'GET /api/mentor-list': {
    summary: 'The mentors, each with support types, rating and next free time.',
    access: 'public',
    query: z.object({ support_type_id: Id.optional() }),
    answer: { status: 200, body: z.object({ data: z.array(Mentor) }) },
    refusals: [],
  },
})
