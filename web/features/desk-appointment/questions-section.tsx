import type { Appointment } from '#contract/appointments.ts'
import { IconPrinter } from '@tabler/icons-react'
import { isUntouched } from '../../lib/after-stale.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { Questions } from '../booking/questions.tsx'
import styles from './desk-appointment.module.css'
import { useEditedAppointment } from './use-edited-appointment.ts'

/** The client's questions: edited for them, and printed for the mentor. */
export function QuestionsSection({ appointment, editable }: { appointment: Appointment; editable: boolean }) {
  return (
    <Card as="section" label={t('deskAppointment.questions')}>
      <div className={styles.titleLine}>
        <h2 className={styles.title}>{t('deskAppointment.questions')}</h2>
        {can('Appointment List') && (
          <ButtonLink to={paths.questionPrint(appointment.id)} kind="plain" small icon={<IconPrinter size={18} aria-hidden="true" />}>
            {t('questionPrint.title')}
          </ButtonLink>
        )}
      </div>
      {editable ? <QuestionsForm appointment={appointment} /> : <QuestionList questions={appointment.questions} />}
    </Card>
  )
}

const QuestionList = ({ questions }: { questions: readonly string[] }) =>
  questions.length === 0 ? (
    <p className="soft">{t('deskAppointment.noQuestions')}</p>
  ) : (
    <ul className={styles.questions}>
      {questions.map((question, index) => (
        <li key={index}>
          <bdi>{question}</bdi>
        </li>
      ))}
    </ul>
  )

const shown = (questions: readonly string[]): string[] => (questions.length > 0 ? [...questions] : [''])
const kept = (questions: readonly string[]): string[] => questions.map(question => question.trim()).filter(question => question !== '')

const haveSameQuestions = (base: Appointment, current: Appointment) => JSON.stringify(base.questions) === JSON.stringify(current.questions)

function QuestionsForm({ appointment }: { appointment: Appointment }) {
  const { id } = appointment
  const { base, setBase, revision, readNewest, isBehind } = useEditedAppointment(appointment, haveSameQuestions)
  const form = useForm({
    initial: { questions: shown(base.questions) },
    submit: async ({ questions }) => {
      const saved = await call('PUT /api/appointments/{id}', { params: { id }, body: { revision, questions: kept(questions) } })
      setBase(saved)
      toast(t('deskAppointment.questionsSaved'), { type: 'success' })
    },
  })
  if (isBehind && isUntouched(form)) {
    setBase(appointment)
    form.reset({ questions: shown(appointment.questions) })
  }
  const { questions } = form.values
  const changed = JSON.stringify(kept(questions)) !== JSON.stringify(base.questions)
  return (
    <FormFrame
      form={form}
      submit={changed ? t('deskAppointment.saveQuestions') : undefined}
      cancel={() => form.reset({ questions: shown(base.questions) })}
      stale={{ onKeep: readNewest, onTake: async () => form.reset({ questions: shown((await readNewest()).questions) }) }}
    >
      <Questions
        values={questions}
        problems={form.refusal?.errors ?? {}}
        heading={t('bookFor.questions')}
        hint={t('bookFor.questionsHint')}
        onChange={next => form.set({ questions: next })}
      />
    </FormFrame>
  )
}
