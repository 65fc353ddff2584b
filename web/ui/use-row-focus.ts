import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

const rowsOf = (list: RefObject<HTMLElement | null>) => [...(list.current?.querySelectorAll('li') ?? [])]

/**
 * Keeps the focus where a row leaves the list with the button that had it: the next row's link takes it, or the
 * list itself where no row is left. Returns a handler of `list`, which has one `li` for each row.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly { id: string }[]) {
  const focused = useRef<{ id: string; index: number }>(undefined)
  useEffect(() => {
    const left = focused.current
    if (!left || rows.some(({ id }) => id === left.id)) return
    focused.current = undefined
    if (document.activeElement !== document.body) return
    const next = rowsOf(list)[Math.min(left.index, rows.length - 1)]?.querySelector('a')
    ;(next ?? list.current)?.focus()
  }, [list, rows])
  useEffect(() => {
    // A click elsewhere gives up the focus on purpose.
    const forget = ({ target }: Event) => {
      if (target instanceof Node && !list.current?.contains(target)) focused.current = undefined
    }
    document.addEventListener('pointerdown', forget)
    return () => document.removeEventListener('pointerdown', forget)
  }, [list])
  return {
    onFocus: ({ target }: FocusEvent) => {
      const index = rowsOf(list).findIndex(row => row.contains(target))
      const id = rows[index]?.id
      if (id) focused.current = { id, index }
    },
  }
}
