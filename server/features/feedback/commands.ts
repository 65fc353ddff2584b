import { type Selectable, sql } from 'kysely'
import type { NewFeedback } from '#contract/feedback.ts'
import type { Database } from '#database/types.ts'
import { isLowScore } from '#domain/feedback/answers.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { findParticipation } from '../mentor-access/queries.ts'
import { lockCaller } from '../people/commands.ts'
import { isStaffWith } from '../people/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { type Author, decideAuthor, readAnswers, explainFeedbackRefusal } from './policy.ts'

/**
 * Stores feedback about a session with the current wording of the questions; one per type and
 * appointment, which a constraint guarantees. A low score notifies administrators who read
 * feedback. Returns the id. Refusals: not_found, missing_ability, already_given, not_held, stale,
 * record_closed for words about or by an erased person,
 * 422 by question, and those of `lockCaller`.
 */
export function giveFeedback(db: Connection, scope: PersonScope, input: NewFeedback): Promise<string | Refusal> {
  return db.transaction().execute(async trx => {
    // People before appointments, as everywhere: erasing the client or the author finds this feedback.
    const of = await trx.selectFrom('appointments').select('user_id').where('id', '=', input.appointment_id).executeTakeFirst()
    const closed = await lockCaller(trx, scope, of ? [of.user_id] : [])
    if (closed) return closed
    // Locked until commit: neither the session's status nor the questions change meanwhile.
    const appointment = await trx
      .selectFrom('appointments')
      .select(['id', 'user_id', 'mentor_id', 'status', 'starts_at'])
      .where('id', '=', input.appointment_id)
      .forShare()
      .executeTakeFirst()
    if (!appointment) return refuse('not_found')
    const author = decideAuthor(appointment, await findParticipation(trx, scope, appointment), scope, input.type)
    if (author instanceof Refusal) return author
    const { type } = author
    const given = await trx.selectFrom('feedback').select('type').where('appointment_id', '=', appointment.id).execute()
    const refusal = explainFeedbackRefusal(
      appointment,
      type,
      given.map(row => row.type),
      scope.now,
    )
    if (refusal) return refusal
    const questions = await trx
      .selectFrom('feedback_questions')
      .selectAll()
      .where('type', '=', type)
      .where('active', '=', true)
      .orderBy('position')
      .forShare()
      .execute()
    const answers = readAnswers(questions, input.answers)
    if (answers instanceof Refusal) return answers
    // Nothing would remove words that come after erasing.
    if (answers.some(({ question }) => question.widget === 'text') && (await hasErased(trx, [appointment.user_id, author.authorId])))
      return refuse('record_closed', { message: 'refused.recordErased' })
    return storeFeedback(trx, scope, appointment, author, answers)
  })
}

const hasErased = async (trx: Connection, ids: readonly string[]): Promise<boolean> =>
  (await trx.selectFrom('users').select('id').where('id', 'in', ids).where('erased_at', 'is not', null).executeTakeFirst()) !== undefined

/** Stores accepted answers, and what follows from them. Refusal: already_given, where another request was faster. */
async function storeFeedback(
  trx: Connection,
  scope: PersonScope,
  appointment: { id: string; user_id: string },
  { type, authorId, enteredBy }: Author,
  answers: readonly { question: Selectable<Database['feedback_questions']>; value: string }[],
): Promise<string | Refusal> {
  const { low_score } = await readSettingsRow(trx)
  const low = isLowScore(
    answers.map(({ question: { widget }, value }) => ({ widget, value })),
    low_score,
  )
  const written = await trx
    .insertInto('feedback')
    .values({ type, appointment_id: appointment.id, author_id: authorId, entered_by: enteredBy, low, created_at: scope.now })
    .onConflict(conflict => conflict.columns(['appointment_id', 'type']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return refuse('already_given')
  const feedback_id = written.id
  await trx
    .insertInto('feedback_answers')
    .values(
      answers.map(({ question, value }, index) => ({
        feedback_id,
        question_id: question.id,
        prompt: question.prompt,
        widget: question.widget,
        value,
        position: index + 1,
      })),
    )
    .execute()
  if (low) await notifyAdministrators(trx, scope, { feedback_id, type, appointment_id: appointment.id })
  await recordAudit(trx, scope, {
    action: 'given',
    subject: 'feedback',
    subjectId: feedback_id,
    personId: appointment.user_id,
    after: { type, appointment_id: appointment.id, low, ...(enteredBy && { for: authorId }) },
  })
  return feedback_id
}

/** Stores the first review of a low score. False if the feedback does not exist. */
export function reviewFeedback(db: Connection, scope: PersonScope, id: string): Promise<boolean> {
  return db.transaction().execute(async trx => {
    const looked = await trx
      .updateTable('feedback')
      .set({ looked_by: scope.person.id, looked_at: scope.now })
      .where('id', '=', id)
      .where('low', '=', true)
      .where('looked_at', 'is', null)
      .returning('appointment_id')
      .executeTakeFirst()
    if (!looked) return (await trx.selectFrom('feedback').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    const { user_id } = await trx
      .selectFrom('appointments')
      .select('user_id')
      .where('id', '=', looked.appointment_id)
      .executeTakeFirstOrThrow()
    await recordAudit(trx, scope, { action: 'looked', subject: 'feedback', subjectId: id, personId: user_id })
    return true
  })
}

/** Notifies every administrator who may read feedback, in the causing transaction. */
async function notifyAdministrators(
  trx: Connection,
  { now }: PersonScope,
  { feedback_id, type, appointment_id }: { feedback_id: string; type: string; appointment_id: string },
): Promise<void> {
  await sql`INSERT INTO outbox (kind, user_id, appointment_id, detail, due_at)
    SELECT 'low_feedback', u.id, ${appointment_id}, ${JSON.stringify({ feedback_id, type })}::jsonb, ${now}
    FROM users u WHERE ${isStaffWith('Feedback List')}`.execute(trx)
}
