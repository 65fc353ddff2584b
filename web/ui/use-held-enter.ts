import type { BaseUIEvent } from '@base-ui/react/types'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'

/**
 * Key handler of a search field whose results come later than its text. Enter would choose a result of an earlier
 * text, which may be another person: it is held until the results are those of the text, and then chooses the
 * first. Any other key, a click, and the focus elsewhere take it back. `startsHeld`: Enter was pressed before this
 * field was there.
 */
export function useHeldEnter(
  field: RefObject<HTMLElement | null>,
  isStale: boolean,
  chooseFirst: (() => void) | undefined,
  startsHeld = false,
) {
  const isHeld = useRef(startsHeld)
  useEffect(() => {
    const takeBack = ({ type, target }: Event) => {
      if (type === 'pointerdown' || target !== field.current) isHeld.current = false
    }
    const options = { capture: true }
    document.addEventListener('pointerdown', takeBack, options)
    document.addEventListener('focusin', takeBack, options)
    return () => {
      document.removeEventListener('pointerdown', takeBack, options)
      document.removeEventListener('focusin', takeBack, options)
    }
  }, [field])
  useEffect(() => {
    if (isStale || !isHeld.current) return
    isHeld.current = false
    chooseFirst?.()
  })
  return (event: BaseUIEvent<KeyboardEvent>) => {
    isHeld.current = isStale && event.key === 'Enter'
    if (!isHeld.current) return
    event.preventDefault()
    event.preventBaseUIHandler()
  }
}
