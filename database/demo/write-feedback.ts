import type { Transaction } from 'kysely'
import type { Database } from '../types.ts'
import { isLowScore } from '#domain/feedback/answers.ts'
import { day, type DemoDay, instantText } from './demo-day.ts'
import { feedbackForms } from './feedback-form.ts'
import { demoId } from './identity.ts'
import { insertRows } from './insert-rows.ts'
import type { DemoFeedback } from './plan-feedback.ts'
import type { DemoIds } from './write-people.ts'

/** The settings' defaults. */
const lowScore = 2

/** Writes the two forms and the feedback. */
export async function writeFeedback(
  trx: Transaction<Database>,
  { feedback, ids, today }: { feedback: readonly DemoFeedback[]; ids: DemoIds; today: DemoDay },
): Promise<void> {
  const questionId = (type: DemoFeedback['type'], key: string) => demoId('feedback question', `${type} ${key}`, today.start - 700 * day)
  const feedbackId = ({ type, appointment, at }: DemoFeedback) => demoId('feedback', `${type} ${appointment.id}`, at)
  const positions = new Map(Object.values(feedbackForms).flatMap(form => form.map((question, index) => [question, index + 1])))
  await insertRows(
    trx,
    'feedback_questions',
    (['client', 'mentor'] as const).flatMap(type =>
      feedbackForms[type].map(({ key, widget, prompt, options, required }, index) => ({
        id: questionId(type, key),
        type,
        widget,
        prompt,
        options: [...options],
        required,
        position: index + 1,
      })),
    ),
  )
  await insertRows(
    trx,
    'feedback',
    feedback.map(given => {
      const low = isLowScore(
        given.answers.map(({ question: { widget }, value }) => ({ widget, value })),
        lowScore,
      )
      // Staff review low scores within days; the newest still wait.
      const looked = low && given.at < today.start - 10 * day
      return {
        id: feedbackId(given),
        type: given.type,
        appointment_id: given.appointment.id,
        author_id: given.type === 'client' ? given.appointment.client.id : ids.mentors[given.appointment.slot.mentor],
        low,
        looked_by: looked ? ids.staff.administrator : null,
        looked_at: looked ? instantText(given.at + 2 * day) : null,
        created_at: instantText(given.at),
      }
    }),
  )
  await insertRows(
    trx,
    'feedback_answers',
    feedback.flatMap(given =>
      given.answers.map(({ question, value }) => ({
        feedback_id: feedbackId(given),
        question_id: questionId(given.type, question.key),
        prompt: question.prompt,
        widget: question.widget,
        value,
        position: positions.get(question) as number,
      })),
    ),
  )
}
