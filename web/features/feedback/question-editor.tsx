import type { FeedbackType, Question, Widget } from '#contract/feedback.ts'
import { maxOptionLength } from '#contract/option-length.ts'
import { explainInvalidOptions } from '#domain/feedback/answers.ts'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call, queryKeyOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Card } from '../../ui/card.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { TranslationsCard } from '../translations/translations-card.tsx'
import { AnswerField } from './answer-field.tsx'
import { ColourChoices } from './colour-choices.tsx'
import styles from './questions.module.css'
import { fieldsOf, valuesOf, widgets, type QuestionValues } from './question-values.ts'

interface QuestionEditorProps {
  type: FeedbackType
  /** The question to change; a new question without it. */
  question?: Question | undefined
  onClose: () => void
}

/** Edits one question, with a preview. */
export function QuestionEditor({ type, question, onClose }: QuestionEditorProps) {
  const [base, setBase] = useState(question)
  const keyFor = useIdempotencyKey()
  const form = useForm<QuestionValues>({
    initial: valuesOf(question),
    check: values => {
      const { widget, options, prompt } = fieldsOf(values)
      const wrong = explainInvalidOptions(widget, options)
      return {
        ...(prompt === '' && { prompt: t('questions.promptMissing') }),
        ...(options.some(option => option.length > maxOptionLength) && {
          options: t('questions.shorterChoices', { max: maxOptionLength }),
        }),
        ...(wrong && { options: t(options.length < 2 ? 'questions.twoChoices' : 'questions.otherChoices') }),
      }
    },
    submit: async values => {
      const fields = fieldsOf(values)
      if (base) {
        const { id, revision } = base
        setBase(await call('PUT /api/feedback-questions/{id}', { params: { id }, body: { ...fields, revision } }))
      } else {
        const body = { type, ...fields }
        await call('POST /api/feedback-questions', { body, idempotencyKey: keyFor(body) })
      }
      await queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/feedback-questions') })
      toast(t(question ? 'questions.saved' : 'questions.added'), { type: 'success' })
      onClose()
    },
  })
  const readNewest = async () => {
    const { data } = await call('GET /api/feedback-questions', { query: { type, retired: 'true' } })
    const newest = data.find(({ id }) => id === base?.id) ?? base
    setBase(newest)
    return valuesOf(newest)
  }
  const { values } = form
  const asked = fieldsOf(values)
  return (
    <>
      <Card as="section" label={t(question ? 'questions.change' : 'questions.new')}>
        <h2 className={styles.title}>{t(question ? 'questions.change' : 'questions.new')}</h2>
        <FormFrame
          form={form}
          param="type"
          submit={t(question ? 'questions.save' : 'questions.addThis')}
          cancel={onClose}
          stale={base && afterStale(form, readNewest)}
          takesFocus
        >
          <TextField label={t('questions.prompt')} maxLength={300} hint={question && t('questions.promptHint')} {...form.field('prompt')} />
          <SelectField
            label={t('questions.widget')}
            options={widgets.map(widget => ({ value: widget, label: t(`questions.widget.${widget}`) }))}
            {...form.field('widget')}
            onChange={widget => form.set({ widget: widget as Widget })}
          />
          {(values.widget === 'radio' || values.widget === 'select') && (
            <TextAreaField label={t('questions.options')} hint={t('questions.optionsHint')} {...form.field('options')} />
          )}
          {values.widget === 'colour' && (
            <ColourChoices value={values.colours} error={form.errors.options} onChange={colours => form.set({ colours })} />
          )}
          <CheckField label={t('questions.required')} {...form.field('required')} />
          <div className={styles.preview} role="group" aria-label={t('questions.previewOne')}>
            <p className="soft small">{t('questions.previewOne')}</p>
            <AnswerField
              question={{ ...asked, prompt: asked.prompt || t('questions.promptEmpty') }}
              name="preview"
              value=""
              onChange={() => {}}
            />
          </div>
        </FormFrame>
      </Card>
      {question && <TranslationsCard id={question.id} param="type" />}
    </>
  )
}
