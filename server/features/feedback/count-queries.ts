import { sql } from 'kysely'
import type { FeedbackFilter, FeedbackType, Widget } from '#contract/feedback.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { isConfidential } from '../support-types/queries.ts'
import { selectionConditions } from './condition-queries.ts'
import { splitPeriod } from './period-queries.ts'

/**
 * Feedback about one mentor's sessions of one support type: the number with `stars`, their count
 * and their sum.
 */
export interface FeedbackCell {
  mentor_id: string
  support_type_id: string
  count: number
  rated: number
  stars: number
  star_sum: number
}

/** The totals of a selection in one month (`YYYY-MM`), and the number of mentors with stars. */
export interface MonthCount extends Omit<FeedbackCell, 'mentor_id' | 'support_type_id'> {
  month: string
  mentors: number
}

/** One answer to one wording of one question. Free texts count as one answer. */
export interface Wording {
  id: number
  type: FeedbackType
  question_id: string
  prompt: string
  widget: Widget
  value: string
}

/** How often one answer was given about one mentor's sessions of one support type. */
export interface AnswerCell {
  wording: number
  mentor_id: string
  support_type_id: string
  count: number
}

/**
 * Counts for the days and the type of a filter; the months are those of the selected mentor and
 * support type, without confidential ones.
 */
export interface FeedbackCounts {
  cells: FeedbackCell[]
  mentors: { id: string; name: string }[]
  months: MonthCount[]
  answers: AnswerCell[]
  wordings: Wording[]
}

interface Row extends Omit<FeedbackCounts, 'cells' | 'answers'> {
  cells: [mentor: string, supportType: string, count: number, rated: number, stars: number, sum: number][]
  /** Index of the cell, from 1. */
  answers: [cell: number, wording: number, count: number][]
}

/**
 * One statement, which reads the days outside whole months once. Rows come as arrays, because names
 * and ids would be most of the data. Every answer belongs to feedback, and so to a cell.
 */
export async function countFeedback(db: Connection, _scope: Scope, filter: FeedbackFilter, zone: string): Promise<FeedbackCounts> {
  const { type, mentor_id, support_type_id, from, to } = filter
  const { months, rest } = splitPeriod({ from, to }, { together: true })
  const { months: eachMonth } = splitPeriod({ from, to }, { together: false })
  const ofType = type ? sql`type = ${type}` : sql`true`
  // Rows with equal `told` have equal stars; `min` avoids a further grouping column.
  const parts = rest.map(
    ({
      month,
      ...days
    }) => sql`SELECT mentor_id, support_type_id, ${month}::date AS month, told, min(stars) AS stars, min(star_sum) AS star_sum,
      count(*)::int AS count FROM feedback f WHERE ${selectionConditions({ type, ...days }, zone)} GROUP BY mentor_id, support_type_id, told`,
  )
  const remainder = parts.length > 0 ? sql`WITH remainder AS MATERIALIZED (${sql.join(parts, sql` UNION ALL `)}),` : sql`WITH`
  const remainderCounts =
    parts.length > 0
      ? sql`UNION ALL SELECT mentor_id, support_type_id, month, count, count * (stars > 0)::int, count * stars, count * star_sum FROM remainder`
      : sql``
  const counts = (which: typeof months) => sql`(SELECT mentor_id, support_type_id, month, count, rated, stars, star_sum FROM feedback_counts
    WHERE ${which} AND ${ofType} ${remainderCounts}) c`
  const remainderAnswers =
    parts.length > 0 ? sql`UNION ALL SELECT mentor_id, support_type_id, w.id, count FROM remainder CROSS JOIN unnest(told) AS w(id)` : sql``
  const sums = sql`sum(c.count)::int AS count, sum(c.rated)::int AS rated, sum(c.stars)::int AS stars, sum(c.star_sum)::int AS star_sum`
  const { rows } = await sql<Row>`${remainder}
    cell AS MATERIALIZED (SELECT row_number() OVER () AS place, c.mentor_id, c.support_type_id, ${sums} FROM ${counts(months)}
      GROUP BY c.mentor_id, c.support_type_id HAVING sum(c.count) > 0),
    monthly AS (
      SELECT to_char(c.month, 'YYYY-MM') AS month, count(*) FILTER (WHERE c.rated > 0)::int AS mentors, ${sums}
      FROM (
        SELECT c.month, c.mentor_id, ${sums} FROM ${counts(eachMonth)}
        WHERE ${mentor_id ? sql`c.mentor_id = ${mentor_id}` : sql`true`} AND ${support_type_id ? sql`c.support_type_id = ${support_type_id}` : sql`true`}
          AND NOT ${isConfidential('c')}
        GROUP BY 1, 2
      ) c GROUP BY c.month HAVING sum(c.count) > 0
    ),
    answer AS MATERIALIZED (
      SELECT c.mentor_id, c.support_type_id, c.wording, sum(c.count)::int AS count
      FROM (
        SELECT mentor_id, support_type_id, wording, count FROM feedback_answer_counts
        WHERE ${months} AND ${type ? sql`wording IN (SELECT id FROM feedback_wordings WHERE type = ${type})` : sql`true`} ${remainderAnswers}
      ) c GROUP BY 1, 2, 3 HAVING sum(c.count) > 0
    )
    SELECT
      (SELECT coalesce(json_agg(json_build_array(mentor_id, support_type_id, count, rated, stars, star_sum) ORDER BY place), '[]') FROM cell) AS cells,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') FROM users WHERE id IN (SELECT mentor_id FROM cell)) AS mentors,
      (SELECT coalesce(json_agg(m ORDER BY m.month), '[]') FROM monthly m) AS months,
      (SELECT coalesce(json_agg(json_build_array(cell.place, answer.wording, answer.count)), '[]')
        FROM answer JOIN cell USING (mentor_id, support_type_id)) AS answers,
      (SELECT coalesce(json_agg(w ORDER BY w.id), '[]') FROM feedback_wordings w WHERE w.id IN (SELECT wording FROM answer)) AS wordings`.execute(
    db,
  )
  const { cells = [], answers = [], mentors = [], months: given = [], wordings = [] } = rows[0] ?? {}
  const places = cells.map(([mentor, supportType]) => ({ mentor_id: mentor, support_type_id: supportType }))
  return {
    cells: cells.map(([mentor, supportType, count, rated, stars, sum]) => ({
      mentor_id: mentor,
      support_type_id: supportType,
      count,
      rated,
      stars,
      star_sum: sum,
    })),
    mentors,
    months: given,
    answers: answers.flatMap(([cell, wording, count]) => {
      const of = places[cell - 1]
      return of ? [{ ...of, wording, count }] : []
    }),
    wordings,
  }
}

/** The counts without some support types. */
export function withoutSupportTypes({ cells, mentors, answers, ...counts }: FeedbackCounts, left: ReadonlySet<string>): FeedbackCounts {
  const isKept = ({ support_type_id }: { support_type_id: string }) => !left.has(support_type_id)
  const kept = cells.filter(isKept)
  const known = new Set(kept.map(({ mentor_id }) => mentor_id))
  return { ...counts, cells: kept, mentors: mentors.filter(({ id }) => known.has(id)), answers: answers.filter(isKept) }
}
