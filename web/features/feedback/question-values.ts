import type { NewQuestion, Question, Widget } from '#contract/feedback.ts'
import { hasOptions } from '#domain/feedback/answers.ts'

/** The kinds of questions, in the order in which the form offers them. */
export const widgets = ['star', 'radio', 'select', 'colour', 'text'] as const satisfies readonly Widget[]

/**
 * Values of the question form. `options`: one per line. `colours` are separate, so that switching the
 * widget keeps both.
 */
export interface QuestionValues extends Record<string, unknown> {
  widget: Widget
  prompt: string
  options: string
  colours: string[]
  required: boolean
}

const firstColours = ['#7fb285', '#f2c14e', '#c8553d']

/** The form's values of a question; without one, those of a new question. */
export const valuesOf = (question: Question | undefined): QuestionValues => ({
  widget: question?.widget ?? 'star',
  prompt: question?.prompt ?? '',
  options: question && question.widget !== 'colour' ? question.options.join('\n') : '',
  colours: question?.widget === 'colour' ? question.options : firstColours,
  required: question?.required ?? false,
})

/** The request body. */
export function fieldsOf({ widget, prompt, options, colours, required }: QuestionValues): Required<Omit<NewQuestion, 'type'>> {
  const lines = options
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  return { widget, prompt: prompt.trim(), options: hasOptions(widget) ? (widget === 'colour' ? colours : lines) : [], required }
}
