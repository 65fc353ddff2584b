import type { FeedbackType, NewFeedback } from '#contract/feedback.ts'
import { tookPlace, type AppointmentStatus } from '#domain/booking/status.ts'
import { type AskedQuestion, explainInvalidAnswer } from '#domain/feedback/answers.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { refuse, type Refusal, refuseField } from '../../platform/refusal.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import type { Sentence } from '../../platform/text.ts'

/** The author of the feedback, and the member of staff who enters it for them. */
export interface Author {
  type: FeedbackType
  authorId: string
  enteredBy: string | null
}

/**
 * Who may give feedback about a session: its client, its mentor, or staff (Feedback Create) for
 * either. The default type is the caller's own part; for staff it is the client's. `part` is the
 * caller's part in the appointment; without part and ability the appointment is not found.
 */
export function decideAuthor(
  { user_id, mentor_id }: { user_id: string; mentor_id: string },
  part: FeedbackType | null,
  scope: PersonScope,
  wanted: FeedbackType | undefined,
): Author | Refusal {
  const type = wanted ?? part ?? 'client'
  const authorId = type === 'client' ? user_id : mentor_id
  if (type === part) return { type, authorId, enteredBy: null }
  if (holds(scope, 'Feedback Create')) return { type, authorId, enteredBy: scope.person.id }
  return refuse(part ? 'missing_ability' : 'not_found')
}

/** Why feedback about a session cannot be given now; null if it can. */
export function explainFeedbackRefusal(
  { status, starts_at }: { status: AppointmentStatus; starts_at: string },
  type: FeedbackType,
  given: readonly FeedbackType[],
  now: Date,
): Refusal | null {
  if (given.includes(type)) return refuse('already_given')
  const hasTakenPlace = tookPlace(status, Temporal.Instant.from(starts_at), Temporal.Instant.fromEpochMilliseconds(now.getTime()))
  return hasTakenPlace ? null : refuse('not_held')
}

/**
 * Answers by question, without empty ones. Refusals: 422 by question; `stale` if the wording has
 * changed.
 */
export function readAnswers<Asked extends AskedQuestion & { revision: number }>(
  questions: readonly Asked[],
  sent: NewFeedback['answers'],
): { question: Asked; value: string }[] | Refusal {
  const byId = new Map(questions.map(question => [question.id, question]))
  const values = new Map(sent.map(({ question_id, value }) => [question_id, String(value)]))
  if (values.size < sent.length) return refuseField('answers', 'field.mustNameEachQuestionOnce')
  const isOther = ({ question_id, revision }: NewFeedback['answers'][number]) =>
    revision !== undefined && byId.get(question_id)?.revision !== revision
  if (sent.some(isOther)) return refuse('stale', { message: 'refused.aQuestionHasChangedWhileYou' })
  const errors: Record<string, Sentence[]> = Object.fromEntries(
    [...values.keys()].filter(id => !byId.has(id)).map(id => [`answers.${id}`, ['field.isNotAsked' as const]]),
  )
  for (const question of questions) {
    const why = explainInvalidAnswer(question, values.get(question.id) ?? '')
    if (why) errors[`answers.${question.id}`] = [why]
  }
  if (Object.keys(errors).length > 0) return refuse('invalid', { errors })
  const answered = questions.flatMap(question => {
    const value = values.get(question.id) ?? ''
    return value === '' ? [] : [{ question, value }]
  })
  return answered.length > 0 ? answered : refuseField('answers', 'field.pleaseAnswerAtLeastOneQuestion')
}
