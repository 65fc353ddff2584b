import { sql } from 'kysely'
import type { FeedbackFilter, FeedbackType, Widget } from '#contract/feedback.ts'
import { selectCells } from '#domain/feedback/groups.ts'
import type { Connection } from '../../platform/database.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { feedbackConditions } from './conditions.ts'
import { takeApart } from './period.ts'

/** Feedback about one mentor's sessions of one support type: how much of it has `stars`, how many, and what they come to. */
export interface FeedbackCell {
  mentor_id: string
  support_type_id: string
  count: number
  rated: number
  stars: number
  star_sum: number
}

/** What a selection got in one month (`YYYY-MM`), and how many mentors those with stars are about. */
export interface MonthCount extends Omit<FeedbackCell, 'mentor_id' | 'support_type_id'> {
  month: string
  mentors: number
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

/** Counts of the days of a filter and of its type, by what is to be told apart: `months` asks for the month too. */
function given({ type, from, to }: FeedbackFilter, zone: string, { months: byMonth }: { months: boolean }) {
  const { months, rest } = takeApart({ from, to }, { together: !byMonth })
  const counts = sql`SELECT mentor_id, support_type_id, month, count, rated, stars, star_sum FROM feedback_counts
    WHERE ${months} AND ${type ? sql`type = ${type}` : sql`true`}`
  const uncounted = rest.map(
    days => sql`SELECT f.mentor_id, f.support_type_id, date_trunc('month', f.created_at AT TIME ZONE ${zone})::date, 1, (f.stars > 0)::int, f.stars, f.star_sum
    FROM feedback f WHERE ${feedbackConditions({ type, ...days }, zone)}`,
  )
  return sql`(${sql.join([counts, ...uncounted], sql` UNION ALL `)}) c`
}

const sums = sql`sum(c.count)::int AS count, sum(c.rated)::int AS rated, sum(c.stars)::int AS stars, sum(c.star_sum)::int AS star_sum`

/** What was given in these days, by mentor and kind of support. */
export async function countFeedback(db: Connection, _scope: PersonScope, filter: FeedbackFilter, zone: string): Promise<FeedbackCell[]> {
  const { rows } = await sql<FeedbackCell>`
    SELECT c.mentor_id, c.support_type_id, ${sums} FROM ${given(filter, zone, { months: false })}
    GROUP BY c.mentor_id, c.support_type_id HAVING sum(c.count) > 0`.execute(db)
  return rows
}

/** What was given in these days about the mentor and the kind of support that a filter selects, month by month. */
export async function countMonths(db: Connection, _scope: PersonScope, filter: FeedbackFilter, zone: string): Promise<MonthCount[]> {
  const { mentor_id, support_type_id } = filter
  const { rows } = await sql<MonthCount>`
    SELECT to_char(c.month, 'YYYY-MM') AS month, count(DISTINCT c.mentor_id) FILTER (WHERE c.rated > 0)::int AS mentors, ${sums}
    FROM ${given(filter, zone, { months: true })}
    WHERE ${mentor_id ? sql`c.mentor_id = ${mentor_id}` : sql`true`} AND ${support_type_id ? sql`c.support_type_id = ${support_type_id}` : sql`true`}
    GROUP BY c.month HAVING sum(c.count) > 0 ORDER BY c.month`.execute(db)
  return rows
}

/** What was answered in these days, by wording, value, mentor and kind of support. */
export async function countAnswers(db: Connection, _scope: PersonScope, { type, from, to }: FeedbackFilter, zone: string) {
  const { months, rest } = takeApart({ from, to }, { together: true })
  const counts = sql`SELECT type, question_id, prompt, widget, value, mentor_id, support_type_id, count FROM feedback_answer_counts
    WHERE ${months} AND ${type ? sql`type = ${type}` : sql`true`}`
  const uncounted = rest.map(
    days => sql`SELECT f.type, x.question_id, x.prompt, x.widget, CASE x.widget WHEN 'text' THEN '' ELSE x.value END, f.mentor_id, f.support_type_id, 1
    FROM feedback f JOIN feedback_answers x ON x.feedback_id = f.id WHERE ${feedbackConditions({ type, ...days }, zone)}`,
  )
  const { rows } = await sql<AnswerCell>`
    SELECT type, question_id, prompt, widget, value, mentor_id, support_type_id, sum(count)::int AS count
    FROM (${sql.join([counts, ...uncounted], sql` UNION ALL `)}) c GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(count) > 0`.execute(db)
  return rows
}

/** How much feedback of these days, type, mentor and kind of support there is. */
export async function countSelection(db: Connection, scope: PersonScope, filter: FeedbackFilter): Promise<number> {
  const { time_zone } = await readSettingsRow(db)
  const cells = selectCells(await countFeedback(db, scope, filter, time_zone), filter)
  return cells.reduce((sum, { count }) => sum + count, 0)
}
