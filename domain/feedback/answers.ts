/** How a question is answered. */
export type Widget = 'star' | 'radio' | 'select' | 'text' | 'colour'

/** What decides whether an answer to a question is valid. */
export interface AskedQuestion {
  id: string
  widget: Widget
  options: readonly string[]
  required: boolean
}

/** Whether a question with this widget has its own options. */
export const hasOptions = (widget: Widget): boolean => widget === 'radio' || widget === 'select' || widget === 'colour'

/** The problem with a question's options, as a sentence for its author; null if there is none. */
export function explainInvalidOptions(widget: Widget, options: readonly string[]) {
  if (!hasOptions(widget)) return options.length === 0 ? null : 'field.thisKindOfQuestionHasNo'
  if (options.length < 2) return 'field.mustOfferAtLeastTwoChoices'
  if (new Set(options.map(option => option.toLowerCase())).size < options.length) return 'field.mustDifferFromOneAnother'
  if (widget === 'colour' && !options.every(option => /^#[0-9a-f]{6}$/i.test(option))) return 'field.mustBeColoursLike2f7d6d'
  return null
}

/**
 * The problem with an answer, as a sentence for its author; null if there is none. An empty text is no
 * answer.
 */
export function explainInvalidAnswer({ widget, options, required }: AskedQuestion, value: string) {
  if (value === '') return required ? 'field.pleaseAnswerThis' : null
  if (widget === 'star') return /^[1-5]$/.test(value) ? null : 'field.mustBe1To5Stars'
  if (widget === 'text' || options.includes(value)) return null
  return 'field.mustBeOneOfTheChoices'
}

/** Whether a star answer is at or below the organisation's low score. With a low score of 0, none is. */
export const isLowScore = (answers: readonly { widget: Widget; value: string }[], lowScore: number): boolean =>
  answers.some(({ widget, value }) => widget === 'star' && Number(value) <= lowScore)
