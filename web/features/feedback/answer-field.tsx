import type { Question } from '#contract/feedback.ts'
import { useContentLanguage } from '../../lib/content-language.ts'
import { t } from '../../lib/messages.ts'
import { RadioField, StarField, SwatchField } from '../../ui/choice-field.tsx'
import { SelectField, TextAreaField } from '../../ui/fields.tsx'

interface AnswerFieldProps {
  question: Pick<Question, 'widget' | 'prompt' | 'options' | 'required'> & Pick<Partial<Question>, 'option_labels' | 'untranslated'>
  name: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** One question as the respondent sees it. */
export function AnswerField({ question, ...field }: AnswerFieldProps) {
  const passage = useContentLanguage()
  const { widget, prompt, options, option_labels: labels, required } = question
  const shared = { ...field, label: <span {...passage(question, 'prompt')}>{prompt}</span>, optional: !required }
  if (widget === 'star') return <StarField {...shared} />
  if (widget === 'radio') return <RadioField {...shared} options={options} labels={labels} />
  if (widget === 'colour') return <SwatchField {...shared} options={options} />
  if (widget === 'text') return <TextAreaField {...shared} maxLength={2000} />
  return (
    <SelectField
      {...shared}
      placeholder={t('feedbackAnswer.choose')}
      options={options.map((option, index) => ({ value: option, label: labels?.[index] ?? option }))}
    />
  )
}
