import { feedbackCalls } from '#contract/feedback.ts'
import { isLocalDate } from '#domain/time/local-date.ts'
import { handle } from '../../platform/http/handle.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal, refuseField } from '../../platform/refusal.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { refuseAppointmentWithoutReason } from '../access-log/reasons/queries.ts'
import { findParticipation } from '../mentor-access/queries.ts'
import { giveFeedback, reviewFeedback } from './commands.ts'
import { exportFeedback } from './export-feedback.ts'
import { decideAuthor, explainFeedbackRefusal } from './policy.ts'
import { findRatedAppointment, listFeedbackOf, listQuestions, readFeedback, readQuestion } from './queries.ts'
import { addQuestion, changeQuestion, reorderQuestions, retireQuestion } from './question-commands.ts'
import { readFeedbackWithSummary } from './summary-queries.ts'

/** Routes of feedback: questions, answers and the summary. */
export function registerFeedback(app: App): void {
  registerQuestions(app)

  handle(app, feedbackCalls, 'GET /api/feedback/create', async ({ scope, query, platform: { db } }) => {
    const { appointment_id, reference } = query
    if (!appointment_id && !reference) return refuseField('appointment_id', 'field.isRequired')
    const found = await findRatedAppointment(db, scope, appointment_id ? { id: appointment_id } : { reference: reference ?? '' })
    if (!found) return refuse('not_found')
    const author = decideAuthor(found.row, await findParticipation(db, scope, found.row), scope, query.type)
    if (author instanceof Refusal) return author
    const unexplained = await refuseAppointmentWithoutReason(db, scope, found.row.id)
    if (unexplained) return unexplained
    const refusal = explainFeedbackRefusal(found.row, author.type, found.given, scope.now)
    if (refusal) return refusal
    const questions = await listQuestions(db, scope, { type: author.type })
    return { appointment: found.appointment, type: author.type, for_other: author.enteredBy !== null, questions }
  })

  handle(app, feedbackCalls, 'POST /api/feedback', async ({ scope, body, platform: { db } }) => {
    const given = await giveFeedback(db, scope, body)
    return given instanceof Refusal ? given : show(db, scope, given)
  })

  handle(
    app,
    feedbackCalls,
    'GET /api/feedback',
    async ({ scope, query, platform: { db } }) => refuseDates(query) ?? readFeedbackWithSummary(db, scope, query),
    { replica: 'allowed' },
  )

  handle(app, feedbackCalls, 'GET /api/feedback/export', async ({ scope, query, platform: { db, contentTexts }, http }) => {
    const wrong = refuseDates(query)
    if (wrong) return wrong
    return sendCsv(http.reply, scope, 'feedback', exportFeedback(db, scope, query, await contentTexts.get(scope.language)))
  })

  handle(app, feedbackCalls, 'POST /api/feedback/{id}/looked', async ({ scope, params, platform: { db } }) => {
    const feedback = await readFeedback(db, scope, params.id)
    const unexplained = feedback && (await refuseAppointmentWithoutReason(db, scope, feedback.appointment_id))
    if (unexplained) return unexplained
    return (await reviewFeedback(db, scope, params.id)) ? show(db, scope, params.id) : refuse('not_found')
  })

  handle(app, feedbackCalls, 'GET /api/appointment-feedback/{id}', async ({ scope, params, platform: { db } }) => {
    const found = await findRatedAppointment(db, scope, { id: params.id })
    const readsAll = holds(scope, 'Feedback List')
    if (!found || !(readsAll || (await findParticipation(db, scope, found.row)))) return refuse('not_found')
    const unexplained = await refuseAppointmentWithoutReason(db, scope, params.id)
    if (unexplained) return unexplained
    const all = await listFeedbackOf(db, scope, params.id)
    const data = readsAll ? all : all.map(({ low: _low, needs_look: _needs, looked: _looked, ...own }) => own)
    return { appointment: found.appointment, data }
  })
}

function registerQuestions(app: App): void {
  const originals = { content: 'originals' } as const
  const existing = {
    ...originals,
    exists: async ({ scope, params, platform: { db } }: { scope: PersonScope; params: { id: string }; platform: Platform }) =>
      (await readQuestion(db, scope, params.id)) !== null,
  }

  handle(
    app,
    feedbackCalls,
    'GET /api/feedback-questions',
    async ({ scope, query, platform: { db } }) => {
      const retired = query.retired === 'true'
      if (retired && !holds(scope, 'Feedback Questions Create')) return refuse('missing_ability')
      return { data: await listQuestions(db, scope, { type: query.type, retired }) }
    },
    originals,
  )

  handle(
    app,
    feedbackCalls,
    'POST /api/feedback-questions',
    async ({ scope, body, platform: { db } }) => addQuestion(db, scope, body),
    originals,
  )

  handle(
    app,
    feedbackCalls,
    'PUT /api/feedback-questions/{id}',
    async ({ scope, params, body, platform: { db } }) => changeQuestion(db, scope, params.id, body),
    existing,
  )

  handle(
    app,
    feedbackCalls,
    'DELETE /api/feedback-questions/{id}',
    async ({ scope, params, query, platform: { db } }) => retireQuestion(db, scope, params.id, query.revision),
    existing,
  )

  handle(
    app,
    feedbackCalls,
    'POST /api/feedback-questions/reorder',
    async ({ scope, body, platform: { db } }) => {
      const data = await reorderQuestions(db, scope, body.type, body.ids)
      return data instanceof Refusal ? data : { data }
    },
    originals,
  )
}

/** Refuses dates outside the years 1900 to 2199. */
function refuseDates(query: { from?: string | undefined; to?: string | undefined }): Refusal | null {
  for (const field of ['from', 'to'] as const) {
    const date = query[field]
    if (date !== undefined && !isLocalDate(date)) return refuseField(field, 'field.mustBeADateInThe')
  }
  return null
}

/** Feedback that was just written; feedback is never deleted. */
async function show(db: Platform['db'], scope: PersonScope, id: string) {
  const feedback = await readFeedback(db, scope, id)
  if (!feedback) throw new Error('feedback that was written is not there')
  return feedback
}
