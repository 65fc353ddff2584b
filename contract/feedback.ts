import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Id, Instant } from './shapes.ts'

export const FeedbackType = z.enum(['client', 'mentor'])
export const Widget = z.enum(['star', 'radio', 'select', 'text', 'colour'])

export const Feedback = z
  .object({
    id: Id,
    type: FeedbackType,
    appointment_id: Id,
    author: z.object({ id: Id, name: z.string() }),
    answers: z.array(z.object({ question_id: Id, prompt: z.string(), widget: Widget, value: z.string() })),
    created_at: Instant,
  })
  .meta({ id: 'Feedback' })
export type Feedback = z.infer<typeof Feedback>

export const feedbackCalls = defineCalls({})
