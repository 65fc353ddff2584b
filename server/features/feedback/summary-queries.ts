import { sql } from 'kysely'
import type { FeedbackFilter, FeedbackSummary } from '#contract/feedback.ts'
import { minAnswers, isSelectionShowable, selectCells } from '#domain/feedback/groups.ts'
import { stopWords } from '#domain/feedback/stop-words.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { isConfidential } from '../support-types/queries.ts'
import { selectionConditions } from './condition-queries.ts'
import { countFeedback, type FeedbackCounts, withoutSupportTypes } from './count-queries.ts'
import { listFeedback, listQuestions } from './queries.ts'
import { summarise } from './summarise-answers.ts'

/**
 * A page of feedback with the summary of its selection. For a selection by days, type, mentor and
 * support type alone, one count serves both. The summary does not depend on the caller.
 */
export async function readFeedbackWithSummary(
  db: Connection,
  scope: PersonScope,
  query: FeedbackFilter & { page: number; per_page: number },
) {
  const { time_zone: zone } = await readSettingsRow(db)
  const summarised = summariseFeedback(db, scope, pickSelection(query), zone)
  const count = async () => (await summarised).total
  const isCounted = !query.question_id && !query.word && !query.needs_look
  const [list, { summary }] = await Promise.all([listFeedback(db, scope, query, { zone, counted: isCounted ? count() : null }), summarised])
  return { ...list, summary }
}

/**
 * The summary of a selection, and its size (docs/decisions/013). Counts the whole type and period
 * and selects mentor and support type afterwards, because a figure may be shown only if its
 * neighbours reveal nothing. Confidential support types make no figure: the difference of two periods
 * would be the answers of one client. Whole months are already counted (docs/decisions/020).
 */
const summariseFeedback = defineSharedQuery('feedback summary', async (db, scope, filter: FeedbackFilter, zone: string) => {
  const where = selectionConditions(filter, zone)
  const [all, { confidential, ...others }, questions] = await Promise.all([
    countFeedback(db, scope, filter, zone),
    readOthers(db, scope, where),
    listQuestions(db, scope, { type: filter.type }),
  ])
  const counted = withoutSupportTypes(all, new Set(confidential))
  const texts = new Set(counted.wordings.filter(({ widget }) => widget === 'text').map(({ id }) => id))
  const textCells = counted.answers.filter(cell => texts.has(cell.wording))
  const mayReadWords = isSelectionShowable(counted.cells, filter) && isSelectionShowable(textCells, filter)
  const words = mayReadWords ? await countWords(db, scope, where) : []
  const countOf = ({ cells }: FeedbackCounts) => selectCells(cells, filter).reduce((sum, { count }) => sum + count, 0)
  const total = countOf(all)
  const summary: FeedbackSummary = {
    ...summarise({ ...counted, ...others, questions }, filter),
    left_out: total - countOf(counted),
    words,
    fewest: minAnswers,
    words_of: maxTexts,
  }
  return { total, summary }
})

const pickSelection = ({ type, mentor_id, support_type_id, from, to }: FeedbackFilter): FeedbackFilter => ({
  type,
  mentor_id,
  support_type_id,
  from,
  to,
})

interface Others {
  needsLook: number
  /** Support types that make no figure. */
  confidential: string[]
  supportTypes: { id: string; name: string; colour: string }[]
}

/** The number of unreviewed low scores in a selection, and all support types in order. */
async function readOthers(db: Connection, _scope: Scope, where: ReturnType<typeof selectionConditions>): Promise<Others> {
  const { rows } = await sql<Others>`SELECT
    (SELECT count(*)::int FROM feedback f WHERE f.low AND f.looked_at IS NULL AND ${where}) AS "needsLook",
    (SELECT coalesce(json_agg(id), '[]') FROM support_types WHERE confidential) AS confidential,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'colour', colour) ORDER BY position, name), '[]')
      FROM support_types) AS "supportTypes"`.execute(db)
  return rows[0] ?? { needsLook: 0, confidential: [], supportTypes: [] }
}

const maxWords = 20
/** Counts words in this many of the newest texts. */
const maxTexts = 1000

/**
 * Recent words of more than one author about support types that are not confidential, without stop
 * words (PostgreSQL's list for English, and `stopWords`).
 */
async function countWords(db: Connection, _scope: Scope, where: ReturnType<typeof selectionConditions>) {
  // Checks stop words only for words that may be shown, most frequent first, until there are
  // enough.
  const { rows } = await sql<{ word: string; count: number }>`
    WITH newest AS MATERIALIZED (
      SELECT f.author_id, f.words FROM feedback f WHERE f.words IS NOT NULL AND ${where} AND NOT ${isConfidential('f')} ORDER BY f.created_at DESC, f.id DESC LIMIT ${maxTexts}
    )
    SELECT counted.word, counted.count FROM (
      SELECT said.word COLLATE "C" AS word, count(*)::int AS count FROM newest n CROSS JOIN LATERAL unnest(n.words) AS said(word)
      WHERE said.word <> ALL(${stopWords}) GROUP BY said.word COLLATE "C" HAVING count(DISTINCT n.author_id) > 1 ORDER BY count DESC, 1 OFFSET 0
    ) counted WHERE to_tsvector('english', counted.word) <> ''::tsvector LIMIT ${maxWords}`.execute(db)
  return rows
}
