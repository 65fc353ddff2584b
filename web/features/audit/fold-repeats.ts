import type { AuditEntry } from '#contract/audit.ts'

/** One row of the log: an entry, or several in a row that say the same. */
export interface Folded {
  /** The newest. */
  entry: AuditEntry
  /** The older ones, newest first. */
  repeats: AuditEntry[]
}

/** Entries in a row by one person that open records. */
const opensRecord = ({ action, subject }: AuditEntry): boolean => action === 'opened' && subject === 'record'

/**
 * Puts neighbouring entries of one person together that repeat an action on the same thing, or that open records.
 * An entry with a reason, or with details of its own, stays apart.
 */
export function foldRepeats(entries: readonly AuditEntry[]): Folded[] {
  const rows: Folded[] = []
  for (const entry of entries) {
    const row = rows.at(-1)
    if (row && isRepeat(row.entry, entry)) row.repeats.push(entry)
    else rows.push({ entry, repeats: [] })
  }
  return rows
}

function isRepeat(one: AuditEntry, other: AuditEntry): boolean {
  if (one.actor?.id !== other.actor?.id || one.action !== other.action || one.subject !== other.subject) return false
  if (one.reason !== other.reason) return false
  if (opensRecord(one)) return true
  return one.subject_id === other.subject_id && one.person?.id === other.person?.id && !hasDetails(one) && !hasDetails(other)
}

const hasDetails = ({ before, after }: AuditEntry): boolean => before !== null || after !== null

/** The names of the people whose records were opened, each once, newest first; null for erased ones. */
export const openedPeople = ({ entry, repeats }: Folded): (string | null)[] => {
  const people = new Map([entry, ...repeats].map(({ subject_id, person }) => [subject_id, person?.name ?? null]))
  return [...people.values()]
}
