/** At most so many entries of one person at once. */
export const mostEntries = 5
/** Maximum number of days of a waiting-list entry, first to last. */
export const mostDays = 92
/** An entry ends after this many unanswered offers. */
export const mostUnanswered = 3

/** A line with one entry put before another one, or at its end (`before` null); null where one of the two does not stand in it. */
export function putBefore(line: readonly string[], moved: string, before: string | null): string[] | null {
  if (!line.includes(moved) || (before !== null && !line.includes(before))) return null
  if (moved === before) return [...line]
  const rest = line.filter(id => id !== moved)
  const at = before === null ? rest.length : rest.indexOf(before)
  return rest.toSpliced(at, 0, moved)
}
