import { type RefObject, useEffect } from 'react'

/** Scrolls a strip of links to the current one if it is out of view, without scrolling the page. */
export function useCurrentInView(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // With the frame's own layout: measured at once, the page would be laid out before it is complete.
    const frame = requestAnimationFrame(() => {
      const current = strip.current?.querySelector('[aria-current]')
      if (!strip.current || !current) return
      const [outer, inner] = [strip.current.getBoundingClientRect(), current.getBoundingClientRect()]
      if (inner.left < outer.left || inner.right > outer.right)
        strip.current.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2, behavior: 'instant' })
    })
    return () => cancelAnimationFrame(frame)
  })
}
