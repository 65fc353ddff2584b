import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus where a row leaves the list with the button that had it: the next row's link takes it, or the
 * list itself where no row is left. Returns a handler of `list`, whose rows are `li`.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly unknown[]) {
  const at = useRef(-1)
  const items = () => [...(list.current?.querySelectorAll('li') ?? [])]
  useEffect(() => {
    if (at.current < 0 || document.activeElement !== document.body) return
    const left = items()
    const next = left[Math.min(at.current, left.length - 1)]?.querySelector('a')
    ;(next ?? list.current)?.focus()
  }, [rows])
  useEffect(() => {
    // A click elsewhere gives up the focus on purpose.
    const forget = ({ target }: Event) => {
      if (target instanceof Node && !list.current?.contains(target)) at.current = -1
    }
    document.addEventListener('pointerdown', forget)
    return () => document.removeEventListener('pointerdown', forget)
  }, [list])
  return {
    onFocus: ({ target }: FocusEvent) => {
      const row = items().findIndex(item => item.contains(target))
      if (row >= 0) at.current = row
    },
  }
}
