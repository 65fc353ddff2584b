import { sql } from 'kysely'
import type { FeedbackFilter } from '#contract/feedback.ts'

/** Which feedback a filter means, as conditions on `f`. Dates are days in the time zone of the organisation. */
export function feedbackConditions(filter: FeedbackFilter, zone: string) {
  const { type, mentor_id, support_type_id, from, to, question_id, prompt, value, word, needs_look } = filter
  const dayStart = (date: string, days: number) => sql`((${date}::date + ${days}::int)::timestamp AT TIME ZONE ${zone})`
  const answer = sql`EXISTS (SELECT 1 FROM feedback_answers x WHERE x.feedback_id = f.id AND x.question_id = ${question_id ?? null}
    AND (${prompt ?? null}::text IS NULL OR x.prompt = ${prompt ?? null}) AND (${value ?? null}::text IS NULL OR x.value = ${value ?? null}))`
  const conditions = [
    sql`true`,
    type && sql`f.type = ${type}`,
    mentor_id && sql`f.mentor_id = ${mentor_id}`,
    support_type_id && sql`f.support_type_id = ${support_type_id}`,
    from && sql`f.created_at >= ${dayStart(from, 0)}`,
    to && sql`f.created_at < ${dayStart(to, 1)}`,
    question_id && answer,
    word &&
      sql`EXISTS (SELECT 1 FROM feedback_answers x WHERE x.feedback_id = f.id AND x.widget = 'text' AND words_of(x.value) @> words_of(${word}::text))`,
    needs_look && sql`(f.low AND f.looked_at IS NULL) = ${needs_look === 'true'}`,
  ].filter(condition => typeof condition === 'object')
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`
}
