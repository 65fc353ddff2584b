import type { Question } from '#contract/feedback.ts'
import { t } from '../../lib/messages.ts'
import { RadioField, StarField, SwatchField } from '../../ui/choice-field.tsx'
import { SelectField, TextAreaField } from '../../ui/fields.tsx'

interface AnswerFieldProps {
  question: Pick<Question, 'widget' | 'prompt' | 'options' | 'required'>
  name: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** One question as the respondent sees it. */
export function AnswerField({ question: { widget, prompt, options, required }, ...field }: AnswerFieldProps) {
  const shared = { ...field, label: prompt, optional: !required }
  if (widget === 'star') return <StarField {...shared} />
  if (widget === 'radio') return <RadioField {...shared} options={options} />
  if (widget === 'colour') return <SwatchField {...shared} options={options} />
  if (widget === 'text') return <TextAreaField {...shared} maxLength={2000} />
  return (
    <SelectField {...shared} placeholder={t('feedbackAnswer.choose')} options={options.map(option => ({ value: option, label: option }))} />
  )
}
