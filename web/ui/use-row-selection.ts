import { useRef, useState } from 'react'
import { toggleRange } from './row-range.ts'

/** The selected rows of a list, also those of pages that are no longer shown. */
export interface RowSelection<Row> {
  ids: ReadonlySet<string>
  /** In the order of selection, each as the list last showed it. */
  selected: readonly Row[]
  canSelect: (row: Row) => boolean
  /** Selects or deselects a row; with `extend` (Shift) also the rows between it and the row before. */
  toggle: (id: string, extend: boolean) => void
  /** Selects all rows shown, or deselects them if all are selected. */
  toggleAll: () => void
  clear: () => void
}

/** Selection of rows; `rows` in the order of the table. */
export function useRowSelection<Row extends { id: string }>(rows: readonly Row[], canSelect: (row: Row) => boolean): RowSelection<Row> {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(new Map())
  const anchor = useRef<string>(undefined)
  const current = new Map([...kept].map(([id, row]) => [id, rows.find(shown => shown.id === id) ?? row]))
  const ids = new Set(current.keys())
  const order = rows.filter(canSelect).map(({ id }) => id)
  const keep = (next: Iterable<string>) => {
    const known = new Map([...current, ...rows.map(row => [row.id, row] as const)])
    setKept(new Map([...next].flatMap(id => [known.get(id)].flatMap(row => (row ? [[id, row] as const] : [])))))
  }
  return {
    ids,
    selected: [...current.values()].filter(canSelect),
    canSelect,
    toggle: (id, extend) => {
      keep(toggleRange(ids, order, id, extend ? anchor.current : undefined))
      anchor.current = id
    },
    toggleAll: () => keep(order.every(id => ids.has(id)) ? [...ids].filter(id => !order.includes(id)) : [...ids, ...order]),
    clear: () => setKept(new Map()),
  }
}
