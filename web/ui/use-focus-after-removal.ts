import { useEffect, useRef } from 'react'

/**
 * Keeps the focus when an item leaves a list with the button that had it. Returns a function that names the item;
 * once the list no longer contains it and the focus is lost, `focus` is called.
 */
export function useFocusAfterRemoval(items: readonly { id: string }[] | undefined, focus: () => void): (id: string) => void {
  const leavingId = useRef<string>(undefined)
  useEffect(() => {
    if (!items || !leavingId.current || items.some(({ id }) => id === leavingId.current)) return
    leavingId.current = undefined
    if (document.activeElement === document.body) focus()
  }, [items, focus])
  return id => void (leavingId.current = id)
}
