import { sql } from 'kysely'
import type { FeedbackType, NewQuestion, Question, QuestionChange } from '#contract/feedback.ts'
import { hasOptions, explainInvalidOptions } from '#domain/feedback/answers.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, Refusal, refuseField } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { presentQuestion } from './present.ts'

const subject = 'feedback_question'

/** Adds a question at the end of its form. */
export function addQuestion(db: Connection, scope: PersonScope, { type, ...input }: NewQuestion): Promise<Question | Refusal> {
  const { widget, prompt, options = [], required = false } = input
  const wrong = explainInvalidOptions(widget, options)
  if (wrong) return Promise.resolve(refuseField('options', wrong))
  return db.transaction().execute(async trx => {
    const position = await nextPosition(trx, scope, type)
    const row = await trx
      .insertInto('feedback_questions')
      .values({ type, widget, prompt, options, required, position })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(trx, scope, { action: 'created', subject, subjectId: row.id, after: { type, widget, prompt, options, required } })
    return presentQuestion(row)
  })
}

/**
 * Changes a question; existing answers keep the old wording. Refusals: not_found, stale, 422
 * options.
 */
export function changeQuestion(
  db: Connection,
  scope: PersonScope,
  id: string,
  { revision, active, ...change }: QuestionChange,
): Promise<Question | Refusal> {
  return db.transaction().execute(async trx => {
    const before = await lockQuestion(trx, scope, id, revision)
    if (before instanceof Refusal) return before
    const widget = change.widget ?? before.widget
    // A question of another kind keeps its choices if it has any.
    const after = { ...readFields(before), ...change, options: change.options ?? (hasOptions(widget) ? before.options : []) }
    const wrong = explainInvalidOptions(widget, after.options)
    if (wrong) return refuseField('options', wrong)
    const back = active === true && !before.active
    const position = back ? await nextPosition(trx, scope, before.type) : before.position
    const row = await trx
      .updateTable('feedback_questions')
      .set({ ...after, position, active: before.active || back })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const action = back ? 'restored' : 'changed'
    await recordAudit(trx, scope, { action, subject, subjectId: id, before: readFields(before), after })
    return presentQuestion(row)
  })
}

/** Retires a question; no change if it is already retired. Refusals: not_found, stale. */
export function retireQuestion(db: Connection, scope: PersonScope, id: string, revision: number | undefined): Promise<Question | Refusal> {
  return db.transaction().execute(async trx => {
    const before = await lockQuestion(trx, scope, id, revision)
    if (before instanceof Refusal) return before
    if (!before.active) return presentQuestion(before)
    const row = await trx
      .updateTable('feedback_questions')
      .set({ active: false })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(trx, scope, { action: 'retired', subject, subjectId: id })
    return presentQuestion(row)
  })
}

/** Reorders a form's questions. `stale` if the ids sent are not those of the active questions. */
export function reorderQuestions(db: Connection, scope: PersonScope, type: FeedbackType, ids: string[]): Promise<Question[] | Refusal> {
  return db.transaction().execute(async trx => {
    await lockForm(trx, scope, type)
    const rows = await trx
      .selectFrom('feedback_questions')
      .selectAll()
      .where('type', '=', type)
      .where('active', '=', true)
      .forUpdate()
      .execute()
    const sorted = rows.toSorted((a, b) => a.position - b.position)
    const wanted = new Map(ids.map((id, index) => [id, index + 1]))
    if (wanted.size !== ids.length || ids.length !== rows.length || !rows.every(({ id }) => wanted.has(id))) return refuse('stale')
    const moved = sorted.filter(({ id, position }) => wanted.get(id) !== position)
    for (const { id } of moved)
      await trx
        .updateTable('feedback_questions')
        .set({ position: wanted.get(id) ?? 0 })
        .where('id', '=', id)
        .execute()
    const [first] = ids
    if (first && moved.length > 0)
      await recordAudit(trx, scope, {
        action: 'reordered',
        subject,
        subjectId: first,
        before: { ids: sorted.map(({ id }) => id) },
        after: { ids },
      })
    const after = await trx
      .selectFrom('feedback_questions')
      .selectAll()
      .where('type', '=', type)
      .where('active', '=', true)
      .orderBy('position')
      .execute()
    return after.map(presentQuestion)
  })
}

const readFields = ({ widget, prompt, options, required }: Question) => ({ widget, prompt, options, required })

/** The question and its form's order, locked until the transaction ends. */
async function lockQuestion(trx: Connection, scope: PersonScope, id: string, revision: number | undefined) {
  const form = await trx.selectFrom('feedback_questions').select('type').where('id', '=', id).executeTakeFirst()
  if (!form) return refuse('not_found')
  await lockForm(trx, scope, form.type)
  const row = await trx.selectFrom('feedback_questions').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  return revision !== undefined && revision !== row.revision ? refuse('stale') : row
}

/** Serialises all changes to a form's order. */
const lockForm = (trx: Connection, _scope: PersonScope, type: FeedbackType) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`openhour.feedback ${type}`}, 0))`.execute(trx)

async function nextPosition(trx: Connection, scope: PersonScope, type: FeedbackType): Promise<number> {
  await lockForm(trx, scope, type)
  const { last } = await trx
    .selectFrom('feedback_questions')
    .select(sql<number>`coalesce(max(position), 0)::int`.as('last'))
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return last + 1
}
