import { sql } from 'kysely'
import type { FeedbackFilter, FeedbackSummary } from '#contract/feedback.ts'
import { fewestAnswers, isSelectionShowable } from '#domain/feedback/groups.ts'
import type { Connection } from '../../platform/database.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { feedbackConditions } from './conditions.ts'
import { countAnswers, countFeedback, countMonths } from './counts.ts'
import { listQuestions } from './queries.ts'
import { summarise } from './summarise.ts'

/**
 * What a selection says together (docs/decisions/013). Counted is the whole of its type and days, and the mentor and the kind of support are
 * chosen afterwards: whether a figure may be shown depends on what stands beside it. Whole months are counted already (docs/decisions/019).
 */
export async function summariseFeedback(db: Connection, scope: PersonScope, filter: FeedbackFilter): Promise<FeedbackSummary> {
  const { type } = filter
  const { time_zone } = await readSettingsRow(db)
  const selection = pickSelection(filter)
  const [cells, months, answers, needsLook, questions, supportTypes] = await Promise.all([
    countFeedback(db, scope, filter, time_zone),
    countMonths(db, scope, filter, time_zone),
    countAnswers(db, scope, filter, time_zone),
    countLooks(db, scope, feedbackConditions(selection, time_zone)),
    listQuestions(db, scope, { type }),
    db.selectFrom('support_types').select(['id', 'name', 'colour']).orderBy('position').orderBy('name').execute(),
  ])
  const mentorIds = [...new Set(cells.map(({ mentor_id }) => mentor_id))]
  const textCells = answers.filter(({ widget }) => widget === 'text')
  const mayReadWords = isSelectionShowable(cells, filter) && isSelectionShowable(textCells, filter)
  const [mentors, words] = await Promise.all([
    sql<{ id: string; name: string }>`SELECT id, name FROM users WHERE id = ANY (${mentorIds}::uuid[])`.execute(db),
    mayReadWords ? countWords(db, scope, feedbackConditions(selection, time_zone)) : [],
  ])
  const counted = { cells, months, answers, needsLook, questions, mentors: mentors.rows, supportTypes }
  return { ...summarise(counted, filter), words, fewest: fewestAnswers, words_of: mostTexts }
}

const pickSelection = ({ type, mentor_id, support_type_id, from, to }: FeedbackFilter): FeedbackFilter => ({
  type,
  mentor_id,
  support_type_id,
  from,
  to,
})

/** How many low scores of a selection nobody has looked at yet. */
async function countLooks(db: Connection, _scope: PersonScope, where: ReturnType<typeof feedbackConditions>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM feedback f WHERE f.low AND f.looked_at IS NULL AND ${where}`.execute(db)
  return rows[0]?.count ?? 0
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

/** Words are counted in so many of the newest texts. */
const mostTexts = 1000

/** The words that more than one person wrote lately, without those that say nothing by themselves (PostgreSQL's list for English). */
async function countWords(db: Connection, _scope: PersonScope, where: ReturnType<typeof feedbackConditions>) {
  // The list for English is asked only about the words that could be shown: most first, until there are enough.
  const { rows } = await sql<{ word: string; count: number }>`
    WITH newest AS MATERIALIZED (
      SELECT f.id FROM feedback f WHERE ${where} AND EXISTS (SELECT 1 FROM feedback_answers x WHERE x.feedback_id = f.id AND x.widget = 'text' AND x.value <> '')
      ORDER BY f.created_at DESC, f.id DESC LIMIT ${mostTexts}
    )
    SELECT counted.word, counted.count FROM (
      SELECT said.word, count(*)::int AS count FROM (
        SELECT DISTINCT n.id, w.word COLLATE "C" AS word
        FROM newest n JOIN feedback_answers x ON x.feedback_id = n.id AND x.widget = 'text' AND x.value <> '' CROSS JOIN LATERAL unnest(words_of(x.value)) AS w(word)
        WHERE length(w.word) BETWEEN 4 AND 30 AND w.word <> ALL(${filler})
      ) said GROUP BY said.word HAVING count(*) > 1 ORDER BY count DESC, said.word OFFSET 0
    ) counted WHERE to_tsvector('english', counted.word) <> ''::tsvector LIMIT ${mostWords}`.execute(db)
  return rows
}
