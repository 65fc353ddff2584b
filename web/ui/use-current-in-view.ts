import { type RefObject, useEffect } from 'react'

/**
 * Scrolls a strip of links to the current one if it is out of view, without scrolling the page. `current`: the
 * address of the link; it measures again when that changes.
 */
export function useCurrentInView(strip: RefObject<HTMLElement | null>, current: string | undefined): void {
  useEffect(() => {
    if (current === undefined) return
    // With the frame's own layout: measured at once, the page would be laid out before it is complete.
    const frame = requestAnimationFrame(() => {
      const link = strip.current?.querySelector('[aria-current]')
      if (!strip.current || !link) return
      const [outer, inner] = [strip.current.getBoundingClientRect(), link.getBoundingClientRect()]
      if (inner.left < outer.left || inner.right > outer.right)
        strip.current.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2, behavior: 'instant' })
    })
    return () => cancelAnimationFrame(frame)
  }, [strip, current])
}
