import { type RawBuilder, sql } from 'kysely'
import type { FeedbackFilter } from '#contract/feedback.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { requiresReason } from '../access-log/reasons/queries.ts'

type Condition = RawBuilder<unknown> | '' | undefined

const all = (conditions: Condition[]) => {
  const given = conditions.filter(condition => typeof condition === 'object')
  return sql<boolean>`(${sql.join([sql`true`, ...given], sql` AND `)})`
}

/**
 * Conditions on `f` for the filter's facts about feedback. Dates are days in the organisation's
 * zone.
 */
export function selectionConditions(filter: FeedbackFilter, zone: string): RawBuilder<boolean> {
  const { type, mentor_id, support_type_id, from, to, needs_look } = filter
  const dayStart = (date: string, days: number) => sql`((${date}::date + ${days}::int)::timestamp AT TIME ZONE ${zone})`
  return all([
    type && sql`f.type = ${type}`,
    mentor_id && sql`f.mentor_id = ${mentor_id}`,
    support_type_id && sql`f.support_type_id = ${support_type_id}`,
    from && sql`f.created_at >= ${dayStart(from, 0)}`,
    to && sql`f.created_at < ${dayStart(to, 1)}`,
    needs_look && sql`(f.low AND f.looked_at IS NULL) = ${needs_look === 'true'}`,
  ])
}

/** Whether a filter searches the answers. */
export const searchesAnswers = ({ question_id, word }: FeedbackFilter): boolean => Boolean(question_id ?? word)

/** Whether reading the feedback `f` requires a reason that the caller did not give. */
export const isWithheld = (scope: PersonScope): RawBuilder<boolean> => requiresReason(scope, sql`f.appointment_id`)

/**
 * Conditions on `f` for a filter and the caller. A search for an answer or a word finds only
 * feedback that the caller may read; otherwise a hit would reveal withheld content.
 */
export function filterConditions(scope: PersonScope, filter: FeedbackFilter, zone: string): RawBuilder<boolean> {
  const { question_id, prompt, value, word } = filter
  if (!searchesAnswers(filter)) return selectionConditions(filter, zone)
  return all([
    selectionConditions(filter, zone),
    question_id &&
      sql`EXISTS (SELECT 1 FROM feedback_answers x WHERE x.feedback_id = f.id AND x.question_id = ${question_id}
    AND (${prompt ?? null}::text IS NULL OR x.prompt = ${prompt ?? null}) AND (${value ?? null}::text IS NULL OR x.value = ${value ?? null}))`,
    word &&
      sql`EXISTS (SELECT 1 FROM feedback_answers x WHERE x.feedback_id = f.id AND x.widget = 'text' AND words_of(x.value) @> words_of(${word}::text))`,
    sql`NOT ${isWithheld(scope)}`,
  ])
}
