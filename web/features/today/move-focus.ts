import { logicalKey } from '../../lib/logical-key.ts'

const steps: Record<string, readonly [across: number, down: number]> = {
  ArrowUp: [0, -1],
  k: [0, -1],
  ArrowDown: [0, 1],
  j: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** The direction of a key that moves between the entries of the day; undefined for other keys. */
export const stepOf = (key: string): readonly [across: number, down: number] | undefined => steps[logicalKey(key)]

/**
 * Moves the focus from entry to entry: up and down within a column, left and right to the nearest entry of
 * the next column that has one. Without a focused entry, the first current one is taken. Entries have
 * `data-entry` with the number of their column.
 */
export function moveFocus(grid: HTMLElement, key: string): void {
  const entries = [...grid.querySelectorAll<HTMLElement>('[data-entry]')]
  const current = document.activeElement?.closest<HTMLElement>('[data-entry]')
  const [across, down] = stepOf(key) ?? [0, 0]
  const next =
    current && grid.contains(current)
      ? across === 0
        ? neighbour(ofColumn(entries, columnOf(current)), current, down)
        : nearestAcross(entries, current, across)
      : (entries.find(({ dataset }) => dataset.over === undefined) ?? entries[0])
  next?.querySelector<HTMLElement>('a, button')?.focus()
}

const columnOf = ({ dataset }: HTMLElement): number => Number(dataset.entry)
const ofColumn = (entries: readonly HTMLElement[], column: number) => entries.filter(entry => columnOf(entry) === column)
const neighbour = (entries: readonly HTMLElement[], current: HTMLElement, down: number) => entries[entries.indexOf(current) + down]

function nearestAcross(entries: readonly HTMLElement[], current: HTMLElement, across: number): HTMLElement | undefined {
  const columns = [...new Set(entries.map(columnOf))].toSorted((a, b) => a - b)
  const column = columns[columns.indexOf(columnOf(current)) + across]
  const top = current.getBoundingClientRect().top
  const distance = (entry: HTMLElement) => Math.abs(entry.getBoundingClientRect().top - top)
  return column === undefined ? undefined : ofColumn(entries, column).toSorted((a, b) => distance(a) - distance(b))[0]
}
