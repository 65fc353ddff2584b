import { label, text } from '#contract/shapes.ts'
import type { Sentence } from '../../platform/text.ts'
import { isTextId } from '../../platform/text.ts'

/** Fields of several lines; all others are labels of one line, as in the forms of the originals. */
const severalLines = new Set(['description', 'address', 'body', 'note'])

/** Why a text cannot be the translation of a field; null if it can. The same rules as for the original. */
export function checkTranslation({ field, max_length }: { field: string; max_length: number }, translation: string): Sentence | null {
  if (translation.length > max_length) return ['field.mustBeAtMostCharacters', { max: max_length }]
  const { error } = (severalLines.has(field) ? text(max_length) : label(max_length)).safeParse(translation)
  const [issue] = error?.issues ?? []
  return issue ? (isTextId(issue.message) ? issue.message : 'field.cannotBeUsedHere') : null
}
