import { useEffect, useRef, type RefObject } from 'react'
import { singleKeysOn } from '../../lib/single-keys.ts'
import { moveFocus, stepOf } from './move-focus.ts'

const typing = 'input, textarea, select, [contenteditable], [popover], dialog'

/** Arrow keys move between entries; J and K also begin with the first one. */
export function useEntryKeys(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      if (!stepOf(key) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (!(target instanceof Element) || target.closest(typing) || document.querySelector('dialog[open]')) return
      const inEntry = target.closest('[data-entry]') !== null
      if (!inEntry && (key.length > 1 || !singleKeysOn())) return
      event.preventDefault()
      if (place.current) moveFocus(place.current, key)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return place
}
