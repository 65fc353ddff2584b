import { type RawBuilder, sql } from 'kysely'
import type { FeedbackType } from '#contract/feedback.ts'

/** Condition: there are questions for this type of feedback. Without any, no feedback is asked for. */
export const asksFeedback = (type: FeedbackType): RawBuilder<boolean> =>
  sql`EXISTS (SELECT FROM feedback_questions q WHERE q.type = ${sql.lit(type)} AND q.active)`
