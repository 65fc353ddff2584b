/** One passage of a comparison: unchanged, removed from the older text, or added in the newer one. */
export interface Passage {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** A change as the `diff` library returns it. */
export type Change = Readonly<{ value: string; added?: boolean; removed?: boolean }>

/** A gap of at most two words on one line joins two changes. */
const isShort = (text: string) => !text.includes('\n') && text.trim().split(/\s+/).filter(Boolean).length <= 2

/**
 * Compares two texts by words. Same and removed passages form the older text exactly, same and added ones
 * the newer. Changes that are at most two words apart are merged for readability.
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

/** Turns changes into passages; those that only a gap of `isShort` separates become one removed and one added passage. */
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

/** The number of added and removed passages. */
export const countChanges = (passages: readonly Passage[]) => ({
  added: passages.filter(({ kind }) => kind === 'added').length,
  removed: passages.filter(({ kind }) => kind === 'removed').length,
})

/** Reduces unchanged passages to one line before and after each change; null marks omitted text. */
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
