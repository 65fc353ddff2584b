import type { Question } from '#contract/feedback.ts'
import { useEffect, useState } from 'react'
import { call, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal, Refusal } from '../../lib/refusal.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast.ts'
import { AnswerField } from './answer-field.tsx'
import { clearDraft, draftKeyOf, readDraft, saveDraft, type FeedbackDraft } from './feedback-draft.ts'

type Asked = ResponseBody<'GET /api/feedback/create'>

interface FeedbackFormProps {
  asked: Asked
  /** Reloads the questions after they changed. */
  onStale: () => Promise<unknown>
  onGiven: () => void
}

/**
 * The questions about one session. Answers survive a reload. If a question changes in the meantime, the answers to
 * the others are kept.
 */
export function FeedbackForm({ asked, onStale, onGiven }: FeedbackFormProps) {
  const version = asked.questions.map(({ id, revision }) => `${id} ${revision}`).join()
  const read = () => readDraft(asked.appointment.id, asked.type)
  const [{ kept, ...shown }, setShown] = useState<Shown>(() => ({ version, kept: read(), isStale: false }))
  // The draft has what was typed until now.
  if (shown.version !== version) setShown({ version, kept: read(), isStale: true })
  if (asked.questions.length === 0)
    return <EmptyState title={t('feedbackForm.noQuestions')}>{t('feedbackForm.noQuestionsText')}</EmptyState>
  const stillAsked = ({ id, revision }: Question) => kept?.questions.some(old => old.id === id && old.revision === revision) === true
  const initial = Object.fromEntries(
    asked.questions.map(question => [fieldOf(question), (stillAsked(question) && kept?.values[fieldOf(question)]) || '']),
  )
  return (
    <Answers
      key={version}
      {...{ asked, initial, onGiven }}
      notice={shown.isStale ? t('feedbackForm.stale') : undefined}
      onStale={() => void onStale().catch(toastError)}
    />
  )
}

/** The questions as they are shown, and the draft from before. */
interface Shown {
  version: string
  kept: FeedbackDraft | undefined
  isStale: boolean
}

const fieldOf = ({ id }: Question) => `answers.${id}`

interface AnswersProps {
  asked: Asked
  initial: Record<string, string>
  notice: string | undefined
  onStale: () => void
  onGiven: () => void
}

function Answers({ asked: { appointment, type, questions }, initial, notice, onStale, onGiven }: AnswersProps) {
  const given = () => {
    clearDraft(appointment.id, type)
    onGiven()
  }
  const form = useForm<Record<string, string>>({
    initial,
    check: values => {
      const missing = questions.filter(question => question.required && !values[fieldOf(question)]?.trim())
      return Object.fromEntries(missing.map(question => [fieldOf(question), t('feedbackForm.required')]))
    },
    submit: async values => {
      const answers = questions.map(question => ({
        question_id: question.id,
        revision: question.revision,
        value: values[fieldOf(question)] ?? '',
      }))
      try {
        await call('POST /api/feedback', {
          body: { appointment_id: appointment.id, type, answers },
          idempotencyKey: draftKeyOf(appointment.id, type, answers),
        })
      } catch (error) {
        // Other feedback: what was typed here stays on the page.
        if (isRefusal(error, 'already_given')) throw new Refusal(error.status, error.code, t('feedbackForm.givenOther'), error.problem)
        if (!isRefusal(error, 'stale')) throw error
        return onStale()
      }
      given()
    },
  })
  const { values } = form
  useEffect(() => saveDraft(appointment.id, type, { values, questions }), [values, appointment.id, type, questions])
  return (
    <FormFrame
      form={form}
      submit={t('feedbackForm.send')}
      actions={type === 'client' && <p className="soft small">{t('feedbackForm.who')}</p>}
    >
      {notice && (
        <Notice kind="warning" alert>
          {notice}
        </Notice>
      )}
      {questions.map(question => (
        <AnswerField key={question.id} question={question} {...form.field(fieldOf(question))} />
      ))}
    </FormFrame>
  )
}
