import type { Compiled } from './pseudo-localise.ts'

/** Letters of scripts that are read from right to left, and the mark that stands for one (Unicode RLM). */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/
const firstLetter = /[\p{L}\u200f]/u
export const rightToLeftMark = '\u200f'
/** What is between them has its own direction and does not disturb its neighbours (Unicode FSI and PDI). */
const [isolateStart, isolateEnd] = ['\u2068', '\u2069']

/** Isolates a value that is read from right to left: in another language it would reorder what is next to it. */
export const isolateRightToLeft = (value: string): string => (rightToLeft.test(value) ? `${isolateStart}${value}${isolateEnd}` : value)

/**
 * For languages read from right to left: isolates what fills the places of a compiled message, and marks the
 * message's direction where its first letter does not show it. Names of files and products stay as they are.
 */
export function isolatePlaces(message: Compiled): Compiled {
  if (typeof message === 'string') return rightToLeft.test(message) ? markOf(message) + message : message
  if (!isList(message)) return message
  const words = message.filter(part => typeof part === 'string').join('')
  if (firstLetter.test(words) && !rightToLeft.test(words)) return message
  const mark = markOf(words)
  return [...(mark ? [mark] : []), ...message.flatMap(isolatePart)]
}

const isList = (part: Compiled | undefined): part is readonly Compiled[] => Array.isArray(part)

const markOf = (words: string): string => (rightToLeft.test(firstLetter.exec(words)?.[0] ?? '') ? '' : rightToLeftMark)

/** A place such as `['name']` or `['count', 'plural', { one: […] }]`, whose options have places of their own. */
function isolatePart(part: Compiled): readonly Compiled[] {
  if (!isList(part)) return [part]
  const [name, kind, options] = part
  if (name === undefined || kind === undefined) return [isolateStart, part, isolateEnd]
  if (options === undefined || typeof options !== 'object' || isList(options)) return [part]
  return [[name, kind, Object.fromEntries(Object.entries(options).map(([option, texts]) => [option, isolatePlaces(texts)]))]]
}
