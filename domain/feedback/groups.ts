/**
 * Minimum number of answers about one mentor for a published figure. A smaller one is not representative
 * and could identify a person.
 */
export const minAnswers = 5

/** Number of answers about one mentor's sessions of one support type. */
export interface Cell {
  mentor_id: string
  support_type_id: string
  count: number
}

/** A mentor, a support type, both or neither, by id. */
export interface GroupFilter {
  mentor_id?: string | undefined
  support_type_id?: string | undefined
}

/** Answers that form one figure, and the number of mentors they are about. */
export interface Group {
  key: string
  count: number
  mentors: number
}

/**
 * The groups of a total that may be published next to it. Groups about one mentor with too few answers
 * are suppressed. If the suppressed answers together are too few, the next smallest groups are suppressed
 * too; otherwise the difference to the total would reveal them.
 */
export function showableGroups(groups: readonly Group[]): Set<string> {
  const filled = groups.filter(({ count }) => count > 0).toSorted((a, b) => a.count - b.count || a.key.localeCompare(b.key))
  const isSmall = ({ count, mentors }: Group) => mentors === 1 && count < minAnswers
  const shown = filled.filter(group => !isSmall(group))
  let hidden = filled.filter(isSmall).reduce((sum, { count }) => sum + count, 0)
  // Stryker disable next-line OptionalChaining: there is a first one
  while (hidden > 0 && hidden < minAnswers && shown.length > 0) hidden += shown.shift()?.count ?? 0
  return new Set(shown.map(({ key }) => key))
}

/** Groups cells by `keyOf`. */
export function groupCells<Of extends Cell>(cells: readonly Of[], keyOf: (cell: Of) => string): Group[] {
  const groups = new Map<string, { count: number; mentors: Set<string> }>()
  for (const cell of cells) {
    const group = groups.get(keyOf(cell)) ?? { count: 0, mentors: new Set() }
    if (cell.count > 0) group.mentors.add(cell.mentor_id)
    group.count += cell.count
    groups.set(keyOf(cell), group)
  }
  return [...groups].map(([key, { count, mentors }]) => ({ key, count, mentors: mentors.size }))
}

/** The cells of a filter; without one, all. */
export const selectCells = <Of extends Cell>(cells: readonly Of[], { mentor_id, support_type_id }: GroupFilter): Of[] =>
  cells.filter(cell => (!mentor_id || cell.mentor_id === mentor_id) && (!support_type_id || cell.support_type_id === support_type_id))

/**
 * Whether the figure of a filtered selection may be published. A selection is a group, and the same
 * question with one filter less is its total. An empty selection may always be shown.
 */
export function isSelectionShowable(cells: readonly Cell[], filter: GroupFilter): boolean {
  const { mentor_id, support_type_id } = filter
  const selected = selectCells(cells, filter).filter(({ count }) => count > 0)
  if (selected.length === 0) return true
  const total = selected.reduce((sum, { count }) => sum + count, 0)
  if (total < minAnswers && new Set(selected.map(cell => cell.mentor_id)).size === 1) return false
  const holds = (key: string | undefined, within: GroupFilter, keyOf: (cell: Cell) => string) =>
    key === undefined || showableGroups(groupCells(selectCells(cells, within), keyOf)).has(key)
  const [byMentor, byType] = [(cell: Cell) => cell.mentor_id, (cell: Cell) => cell.support_type_id]
  return holds(mentor_id, {}, byMentor) && holds(mentor_id, { support_type_id }, byMentor) && holds(support_type_id, { mentor_id }, byType)
}
