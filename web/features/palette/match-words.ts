import { distance } from 'fastest-levenshtein'
import { foldText } from '../../lib/fold-text.ts'

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** How well the typed words fit a name: 0 is best, null no match. A word of four letters may have a typo. */
export function matchWords(typed: string, name: string): number | null {
  const words = wordsOf(name)
  let rank = 0
  for (const word of wordsOf(typed)) {
    const ranks = words.map(known => rankOf(word, known)).filter(found => found !== null)
    if (ranks.length === 0) return null
    rank += Math.min(...ranks)
  }
  return rank
}

function rankOf(word: string, known: string): number | null {
  if (known.startsWith(word)) return 0
  if (known.includes(word)) return 1
  // Two swapped letters are two edits.
  const allowed = word.length < 4 ? 0 : word.length < 5 || word[0] !== known[0] ? 1 : 2
  const edits = Math.min(distance(word, known), distance(word, known.slice(0, word.length)))
  return edits > 0 && edits <= allowed ? 1 + edits : null
}
