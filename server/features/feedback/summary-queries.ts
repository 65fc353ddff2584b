import { sql } from 'kysely'
import type { FeedbackFilter, FeedbackSummary, FeedbackType, Widget } from '#contract/feedback.ts'
import { fewestAnswers, isSelectionShowable } from '#domain/feedback/groups.ts'
import type { Connection } from '../../platform/database.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { feedbackConditions, listQuestions } from './queries.ts'
import { summarise } from './summarise.ts'

/** Feedback about one mentor's sessions of one support type in one month (`YYYY-MM`): how much of it has `stars`, how many, and what they come to. */
export interface FeedbackCell {
  mentor_id: string
  support_type_id: string
  month: string
  count: number
  rated: number
  stars: number
  star_sum: number
  needs_look: number
}

/** One answer to one wording of one question about one mentor's sessions of one support type; words themselves are not told apart. */
export interface AnswerCell {
  type: FeedbackType
  question_id: string
  prompt: string
  widget: Widget
  value: string
  mentor_id: string
  support_type_id: string
  count: number
}

const fromFeedback = sql`feedback f JOIN appointments a ON a.id = f.appointment_id JOIN schedules s ON s.id = a.schedule_id`

/**
 * What a selection says together (docs/decisions/013). Counted is the whole of its type and days, and the mentor and the kind of support are
 * chosen afterwards: whether a figure may be shown depends on what stands beside it.
 */
export async function summariseFeedback(db: Connection, scope: PersonScope, filter: FeedbackFilter): Promise<FeedbackSummary> {
  const { type, from, to } = filter
  const { time_zone } = await readSettingsRow(db)
  const where = feedbackConditions({ type, from, to }, time_zone)
  const [cells, answers, questions, mentors, supportTypes] = await Promise.all([
    countFeedback(db, scope, where, time_zone),
    countAnswers(db, scope, where),
    listQuestions(db, scope, { type }),
    sql<{ id: string; name: string }>`
      SELECT u.id, u.name FROM users u WHERE u.id IN (SELECT a.mentor_id FROM ${fromFeedback} WHERE ${where})`.execute(db),
    db.selectFrom('support_types').select(['id', 'name', 'colour']).orderBy('position').orderBy('name').execute(),
  ])
  const textCells = answers.filter(({ widget }) => widget === 'text')
  const mayReadWords = isSelectionShowable(cells, filter) && isSelectionShowable(textCells, filter)
  const words = mayReadWords ? await countWords(db, scope, feedbackConditions(pickSelection(filter), time_zone)) : []
  return { ...summarise({ cells, answers, questions, mentors: mentors.rows, supportTypes }, filter), words, fewest: fewestAnswers }
}

const pickSelection = ({ type, mentor_id, support_type_id, from, to }: FeedbackFilter): FeedbackFilter => ({
  type,
  mentor_id,
  support_type_id,
  from,
  to,
})

async function countFeedback(db: Connection, _scope: PersonScope, where: ReturnType<typeof feedbackConditions>, zone: string) {
  const { rows } = await sql<FeedbackCell>`
    SELECT a.mentor_id, s.support_type_id, to_char(f.created_at AT TIME ZONE ${zone}, 'YYYY-MM') AS month, count(*)::int AS count,
      count(*) FILTER (WHERE r.stars > 0)::int AS rated, coalesce(sum(r.stars), 0)::int AS stars, coalesce(sum(r.star_sum), 0)::int AS star_sum,
      count(*) FILTER (WHERE f.low AND f.looked_at IS NULL)::int AS needs_look
    FROM ${fromFeedback} CROSS JOIN LATERAL (
      SELECT count(*) AS stars, sum(x.value::int) AS star_sum FROM feedback_answers x
      WHERE x.feedback_id = f.id AND x.widget = 'star' AND x.value ~ '^[1-5]$'
    ) r
    WHERE ${where} GROUP BY 1, 2, 3 ORDER BY month`.execute(db)
  return rows
}

async function countAnswers(db: Connection, _scope: PersonScope, where: ReturnType<typeof feedbackConditions>) {
  const { rows } = await sql<AnswerCell>`
    SELECT f.type, x.question_id, x.prompt, x.widget, CASE x.widget WHEN 'text' THEN '' ELSE x.value END AS value, a.mentor_id, s.support_type_id,
      count(*)::int AS count
    FROM ${fromFeedback} JOIN feedback_answers x ON x.feedback_id = f.id
    WHERE ${where} GROUP BY 1, 2, 3, 4, 5, 6, 7`.execute(db)
  return rows
}

const mostWords = 20
/** What stands in any sentence, beside PostgreSQL's own list for English. */
const filler = [
  'could',
  'would',
  'should',
  'might',
  'must',
  'also',
  'else',
  'come',
  'came',
  'said',
  'like',
  'told',
  'only',
  'ever',
  'even',
  'much',
  'many',
]

/** The words that more than one person wrote, without those that say nothing by themselves (PostgreSQL's list for English). */
async function countWords(db: Connection, _scope: PersonScope, where: ReturnType<typeof feedbackConditions>) {
  const { rows } = await sql<{ word: string; count: number }>`
    SELECT w.word, count(DISTINCT f.id)::int AS count
    FROM ${fromFeedback} JOIN feedback_answers x ON x.feedback_id = f.id AND x.widget = 'text'
      CROSS JOIN LATERAL regexp_split_to_table(lower(x.value), '[^[:alnum:]]+') AS w(word)
    WHERE ${where} AND length(w.word) BETWEEN 4 AND 30 AND to_tsvector('english', w.word) <> ''::tsvector AND w.word <> ALL(${filler})
    GROUP BY w.word HAVING count(DISTINCT f.id) > 1 ORDER BY count DESC, w.word LIMIT ${mostWords}`.execute(db)
  return rows
}
