/** A passage of a comparison: what stayed, what the older text had, what the newer one has instead or besides. */
export interface Passage {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** The library's answer, as far as it is used here. */
export type Change = Readonly<{ value: string; added?: boolean; removed?: boolean }>

/** A gap so short between two changes is part of one changed phrase: two words or fewer on one line. */
const isShort = (text: string) => !text.includes('\n') && text.trim().split(/\s+/).filter(Boolean).length <= 2

/**
 * Two texts by words as passages. What is same and removed is the older text to the letter, what is same and added the newer one. Changes
 * that only a word or two separates become one phrase out and one phrase in, which people read better than shreds.
 */
export async function compareTexts(before: string, after: string): Promise<Passage[]> {
  const { diffWordsWithSpace } = await import('diff')
  const changes = diffWordsWithSpace(before, after, { timeout: 2000 })
  return toPassages(
    changes ?? [
      { value: before, removed: true },
      { value: after, added: true },
    ],
  )
}

/** The library's changes as passages. */
export function toPassages(changes: readonly Change[]): Passage[] {
  const passages: Passage[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed !== '') passages.push({ kind: 'removed', text: removed })
    if (added !== '') passages.push({ kind: 'added', text: added })
    removed = added = ''
  }
  changes.forEach((change, index) => {
    if (change.removed) removed += change.value
    else if (change.added) added += change.value
    else if (removed !== '' && added !== '' && index < changes.length - 1 && isShort(change.value)) {
      removed += change.value
      added += change.value
    } else {
      flush()
      passages.push({ kind: 'same', text: change.value })
    }
  })
  flush()
  return passages
}

/** How many passages came and went. */
export const countChanges = (passages: readonly Passage[]) => ({
  added: passages.filter(({ kind }) => kind === 'added').length,
  removed: passages.filter(({ kind }) => kind === 'removed').length,
})

/**
 * For reading only what changed: passages that stayed are shortened to the line before and the line after a change; `null` stands for
 * what is left out.
 */
export function collapseUnchanged(passages: readonly Passage[]): (Passage | null)[] {
  return passages.flatMap((passage, index): (Passage | null)[] => {
    if (passage.kind !== 'same') return [passage]
    const lines = passage.text.split('\n')
    const before = index > 0 ? 2 : 0
    const after = index < passages.length - 1 ? 2 : 0
    if (lines.length <= before + after + 1) return [passage]
    const head = lines.slice(0, before).join('\n')
    const tail = lines.slice(lines.length - after).join('\n')
    return [...(before ? [{ ...passage, text: head }] : []), null, ...(after ? [{ ...passage, text: tail }] : [])]
  })
}
