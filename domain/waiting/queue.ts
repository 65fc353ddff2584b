/** Maximum number of entries of one person. */
export const maxEntries = 5
/** Maximum number of days of a waiting-list entry, first to last. */
export const maxEntryDays = 92
/** An entry ends after this many unanswered offers. */
export const maxUnansweredOffers = 3

/**
 * The queue with one entry moved before another one, or to the end (`before` null); null if one of them
 * is not in the queue.
 */
export function moveBefore(line: readonly string[], moved: string, before: string | null): string[] | null {
  if (!line.includes(moved) || (before !== null && !line.includes(before))) return null
  if (moved === before) return [...line]
  const rest = line.filter(id => id !== moved)
  const at = before === null ? rest.length : rest.indexOf(before)
  return rest.toSpliced(at, 0, moved)
}
