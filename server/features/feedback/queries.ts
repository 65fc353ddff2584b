import { sql } from 'kysely'
import type { Feedback, FeedbackFilter, FeedbackRead, FeedbackType, Question } from '#contract/feedback.ts'
import { parseReference } from '#domain/booking/reference.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { holds, type PersonScope, type Scope } from '../../platform/scope.ts'
import { findRequiringReason } from '../access-log/reasons/queries.ts'
import type { PlaceRow } from '../places/present.ts'
import type { SupportTypeRow } from '../support-types/present.ts'
import { filterConditions, isWithheld, searchesAnswers, selectionConditions } from './condition-queries.ts'
import { presentFeedbackRead, presentQuestion, presentRated, presentWithheld, type FeedbackRow } from './present.ts'

/** Questions in order, active first. The route checks whether the caller may see retired ones. */
export async function listQuestions(
  db: Connection,
  _scope: Scope,
  { type, retired = false }: { type?: FeedbackType | undefined; retired?: boolean },
): Promise<Question[]> {
  let query = db.selectFrom('feedback_questions').selectAll()
  if (type) query = query.where('type', '=', type)
  if (!retired) query = query.where('active', '=', true)
  const rows = await query.orderBy('type').orderBy('active', 'desc').orderBy('position').orderBy('id').execute()
  return rows.map(presentQuestion)
}

/** One question, active or retired. */
export async function readQuestion(db: Connection, _scope: PersonScope, id: string): Promise<Question | null> {
  const row = await db.selectFrom('feedback_questions').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? presentQuestion(row) : null
}

const selectRated = (db: Connection) =>
  db
    .selectFrom('appointments as a')
    .innerJoin('schedules as s', 's.id', 'a.schedule_id')
    .innerJoin('support_types as t', 't.id', 's.support_type_id')
    .innerJoin('places as p', 'p.id', 's.place_id')
    .innerJoin('users as m', 'm.id', 'a.mentor_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select([
      'a.id',
      'a.reference',
      'a.schedule_id',
      'a.status',
      'a.user_id',
      'a.mentor_id',
      'a.starts_at',
      'a.ends_at',
      'u.name as user_name',
      'm.name as mentor_name',
      'm.photo_id as mentor_photo_id',
      sql<SupportTypeRow>`to_json(t)`.as('support_type'),
      sql<PlaceRow>`to_json(p)`.as('place'),
    ])

/**
 * A session by id or typed reference, with the facts that decide who may give feedback; null if it
 * does not exist.
 */
export async function findRatedAppointment(db: Connection, _scope: PersonScope, wanted: { id: string } | { reference: string }) {
  const reference = 'reference' in wanted ? parseReference(wanted.reference) : null
  if ('reference' in wanted && reference === null) return null
  const query = selectRated(db)
  const row = await ('id' in wanted ? query.where('a.id', '=', wanted.id) : query.where('a.reference', '=', reference)).executeTakeFirst()
  if (!row) return null
  const given = await db.selectFrom('feedback').select('type').where('appointment_id', '=', row.id).execute()
  return { row, appointment: presentRated(row), given: given.map(({ type }) => type) }
}

/**
 * A person's id and name, as a subquery per row: planning a join of ten tables takes longer than
 * reading a page of it.
 */
const named = (column: string) =>
  sql<{ id: string; name: string }>`(SELECT json_build_object('id', id, 'name', name) FROM users WHERE id = ${sql.ref(column)})`
const nameOf = <Name extends string | null>(column: string) => sql<Name>`(SELECT name FROM users WHERE id = ${sql.ref(column)})`

/** Feedback with its session, and answers in the order of the questions. */
const selectFeedback = (db: Connection) =>
  db
    .selectFrom('feedback as f')
    .innerJoin('appointments as a', 'a.id', 'f.appointment_id')
    .innerJoin('schedules as s', 's.id', 'a.schedule_id')
    .innerJoin('support_types as t', 't.id', 's.support_type_id')
    .innerJoin('places as p', 'p.id', 's.place_id')
    .select([
      'f.id',
      'f.type',
      'f.appointment_id',
      'f.created_at',
      'f.author_id',
      nameOf<string>('f.author_id').as('author_name'),
      'f.entered_by',
      nameOf<string | null>('f.entered_by').as('entered_by_name'),
      'f.low',
      'f.looked_by',
      nameOf<string | null>('f.looked_by').as('looked_by_name'),
      'f.looked_at',
      'a.schedule_id',
      'a.starts_at',
      'p.time_zone',
      sql<FeedbackRow['support_type']>`json_build_object('id', t.id, 'name', t.name, 'colour', t.colour)`.as('support_type'),
      named('a.mentor_id').as('mentor'),
      named('a.user_id').as('client'),
      sql<
        FeedbackRow['answers']
      >`(SELECT coalesce(json_agg(json_build_object('question_id', x.question_id, 'prompt', x.prompt, 'widget', x.widget,
        'value', x.value) ORDER BY x.position), '[]') FROM feedback_answers x WHERE x.feedback_id = f.id)`.as('answers'),
    ])

/** The same by ids, newest first. */
const feedbackByIds = defineQuery('feedback by ids', (db, { ids }: { ids: Param<readonly string[]> }) =>
  selectFeedback(db)
    .where(sql<boolean>`f.id = ANY (${ids}::uuid[])`)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc'),
)

/**
 * Whether the caller may read an author's answers: with Feedback List any, otherwise their own.
 */
export const maySeeFeedbackOf = (scope: Scope, authorId: string): boolean => holds(scope, 'Feedback List') || scope.person?.id === authorId

/** One feedback. The route checks that the caller may see it. */
export async function readFeedback(db: Connection, _scope: PersonScope, id: string): Promise<(FeedbackRead & Feedback) | null> {
  const row = await selectFeedback(db).where('f.id', '=', id).executeTakeFirst()
  return row ? presentFeedbackRead(row) : null
}

/** Feedback about an appointment, as far as the caller may read it. */
export async function listFeedbackOf(db: Connection, scope: PersonScope, appointmentId: string): Promise<FeedbackRead[]> {
  const rows = await selectFeedback(db).where('f.appointment_id', '=', appointmentId).orderBy('f.created_at').orderBy('f.id').execute()
  return rows.filter(({ author_id }) => maySeeFeedbackOf(scope, author_id)).map(presentFeedbackRead)
}

/**
 * Feedback as the caller may read it: without content that requires a reason the caller did not
 * give.
 */
async function presentReadable(db: Connection, scope: PersonScope, rows: readonly FeedbackRow[]): Promise<FeedbackRead[]> {
  const ids = rows.map(({ appointment_id }) => appointment_id)
  const withheld = await findRequiringReason(db, scope, ids)
  return rows.map(row => (withheld.has(row.appointment_id) ? presentWithheld(row) : presentFeedbackRead(row)))
}

/**
 * How much feedback a search for answers leaves out because reading it requires a reason. 0 if the
 * filter searches no answers.
 */
export async function countWithheld(db: Connection, scope: PersonScope, filter: FeedbackFilter, zone: string): Promise<number> {
  if (!searchesAnswers(filter)) return 0
  const { rows } = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM feedback f WHERE ${selectionConditions(filter, zone)} AND ${isWithheld(scope)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Feedback, newest first. `counted`: the total, if it is already known. */
export async function listFeedback(
  db: Connection,
  scope: PersonScope,
  filter: FeedbackFilter & { page: number; per_page: number },
  { zone, counted }: { zone: string; counted: Promise<number> | null },
) {
  const { page, per_page } = filter
  const matching = db.selectFrom('feedback as f').where(filterConditions(scope, filter, zone))
  const count = async () => (await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total
  // Reads all columns only of the page.
  const shown = async () => {
    const found = matching.select('f.id').orderBy('f.created_at', 'desc').orderBy('f.id', 'desc')
    const ids = await found
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute()
    return presentReadable(db, scope, await feedbackByIds(db, { ids: ids.map(({ id }) => id) }))
  }
  const [data, total, unsearched] = await Promise.all([shown(), counted ?? count(), countWithheld(db, scope, filter, zone)])
  return { data, meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) }, unsearched }
}

const chunkSize = 500

/** All feedback of a filter, newest first, in batches, so that files of any length can be made. */
export async function* streamFeedback(
  db: Connection,
  scope: PersonScope,
  filter: FeedbackFilter,
  zone: string,
): AsyncGenerator<FeedbackRead[]> {
  let last: { created_at: string; id: string } | undefined
  do {
    let query = db.selectFrom('feedback as f').where(filterConditions(scope, filter, zone))
    if (last) query = query.where(sql<boolean>`(f.created_at, f.id) < (${last.created_at}::timestamptz, ${last.id}::uuid)`)
    // In microseconds, as the database stores it: the next batch starts right after.
    const piece = await query
      .select(['f.id', sql<string>`f.created_at::text`.as('created_at')])
      .orderBy('f.created_at', 'desc')
      .orderBy('f.id', 'desc')
      .limit(chunkSize)
      .execute()
    last = piece.length === chunkSize ? piece.at(-1) : undefined
    const ids = piece.map(({ id }) => id)
    const rows = await feedbackByIds(db, { ids })
    if (rows.length > 0) yield await presentReadable(db, scope, rows)
  } while (last)
}

/**
 * Every answered wording of every question about a mentor and a support type, in the current order
 * of the forms: the columns of the CSV file. Read from the counts, so that the first line needs no
 * answers.
 */
export async function listAskedPrompts(
  db: Connection,
  _scope: Scope,
  { type, mentor_id, support_type_id, from, to }: FeedbackFilter,
): Promise<{ question_id: string; prompt: string }[]> {
  const conditions = [
    sql`c.count > 0`,
    from || to
      ? sql`c.month > '-infinity' AND c.month >= date_trunc('month', ${from ?? '-infinity'}::date) AND c.month <= ${to ?? 'infinity'}::date`
      : sql`c.month = '-infinity'`,
    type && sql`w.type = ${type}`,
    mentor_id && sql`c.mentor_id = ${mentor_id}`,
    support_type_id && sql`c.support_type_id = ${support_type_id}`,
  ].filter(condition => typeof condition === 'object')
  const { rows } = await sql<{ question_id: string; prompt: string }>`
    SELECT w.question_id, w.prompt FROM feedback_answer_counts c JOIN feedback_wordings w ON w.id = c.wording
    JOIN feedback_questions q ON q.id = w.question_id
    WHERE ${sql.join(conditions, sql` AND `)}
    GROUP BY w.type, q.active, q.position, w.question_id, w.prompt
    ORDER BY w.type, q.active DESC, q.position, w.question_id, w.prompt`.execute(db)
  return rows
}
