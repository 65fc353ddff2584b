import { expect, type Page } from '@playwright/test'

/** How far the page is wider than the window, and what of it sticks out. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    const over = root.scrollWidth - root.clientWidth
    if (over <= 0) return []
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > root.clientWidth + 1 || left < -1)
    }
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const out = [...document.querySelectorAll('body *')].filter(element => isOut(element) && !scrolls(element.parentElement))
    return [`${over} px`, ...out.slice(0, 6).map(element => `${element.tagName}.${String(element.className)}`)]
  })

/** What sticks out of an open dialog or side panel, and one that sticks out of the window. */
export const overlayFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element) => `${element.tagName}.${String(element.className)} “${element.textContent?.trim().slice(0, 40)}”`
    const overlays = [...document.querySelectorAll<HTMLElement>('dialog[open], [data-side-panel]')]
    return overlays.flatMap(overlay => {
      const box = overlay.getBoundingClientRect()
      const isTooHigh = overlay.matches('dialog') && (box.top < -1 || box.bottom > innerHeight + 1)
      const isOutside = isTooHigh || box.left < -1 || box.right > innerWidth + 1
      const out = [...overlay.querySelectorAll('*')].filter(element => {
        const { left, right, width } = element.getBoundingClientRect()
        // What is for screen readers only is a pixel wide.
        if (width < 2 || !element.checkVisibility()) return false
        return right > box.right + 1 || left < box.left - 1
      })
      return [
        ...(isOutside ? [`${nameOf(overlay)} is outside of the window`] : []),
        ...(overlay.scrollWidth > overlay.clientWidth + 1 ? [`${nameOf(overlay)} scrolls sideways`] : []),
        ...out.slice(0, 4).map(element => `${nameOf(element)} sticks out`),
      ]
    })
  })

/**
 * Texts of ours that are cut off or that overlap. What people typed may be shortened; in a pseudo-language ours
 * have no plain letter. Texts that float above the page or stick to an edge cover others by design.
 */
export const findTextFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const texts: { text: string; element: Element; rects: DOMRect[] }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.nodeValue?.trim() ?? ''
      if (!element || !/\p{L}/u.test(text) || !isSeen(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const drawn = [...range.getClientRects()].filter(isArea)
      const rects = drawn.map(rect => clip(rect, element)).filter(isArea)
      if (rects.length === 0) continue
      if (!/[A-Za-z]{2}/.test(text)) faults.push(...cutOff(text, element, drawn))
      if (sticksOut(element, rects)) faults.push(`“${text.slice(0, 60)}” sticks out`)
      if (!isLayered(element)) texts.push({ text, element, rects })
    }
    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1)) {
        if (!one.rects.some(a => other.rects.some(b => overlaps(a, b)))) continue
        faults.push(`“${one.text.slice(0, 40)}” overlaps “${other.text.slice(0, 40)}”`)
      }
    })
    return faults

    function isArea({ width, height }: DOMRect): boolean {
      return width > 1 && height > 1
    }
    function isSeen(element: Element): boolean {
      return (
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
        !element.closest('.visually-hidden, option, script, style, noscript, [popover]:not(:popover-open)') &&
        !isHiddenVisually(element)
      )
    }
    function isHiddenVisually(element: Element | null): boolean {
      if (!element || element === document.body) return false
      return getComputedStyle(element).clipPath === 'inset(50%)' || isHiddenVisually(element.parentElement)
    }
    /** What ancestors that scroll or clip leave of it. */
    function clip(rect: DOMRect, element: Element): DOMRect {
      let { left, right, top, bottom } = rect
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const view = box.getBoundingClientRect()
        if (overflowX !== 'visible') [left, right] = [Math.max(left, view.left), Math.min(right, view.right)]
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, view.top), Math.min(bottom, view.bottom)]
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    /** Rectangles of the text outside an ancestor that clips; one that scrolls shows them on request. */
    function cutOff(text: string, element: Element, rects: DOMRect[]): string[] {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const [clipsX, clipsY] = [overflowX, overflowY].map(overflow => overflow === 'hidden' || overflow === 'clip')
        if (/auto|scroll/.test(overflowX + overflowY)) return []
        if (!clipsX && !clipsY) continue
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const isOut = (rect: DOMRect) =>
          (clipsX && (rect.left < left - 1 || rect.right > right + 1)) || (clipsY && (rect.top < top - 4 || rect.bottom > bottom + 4))
        if (rects.some(isOut)) return [`“${text.slice(0, 60)}” is cut off in ${box.tagName}.${box.className}`]
      }
      return []
    }
    /** Of a button, a link, a cell, or the window. */
    function sticksOut(element: Element, rects: DOMRect[]): boolean {
      const box = element.closest('button, a, td, th, label, summary, dt, dd')
      const { left, right } =
        box && getComputedStyle(box).display !== 'inline' ? box.getBoundingClientRect() : { left: 0, right: innerWidth }
      return rects.some(rect => rect.left < Math.max(left, 0) - 2 || rect.right > Math.min(right, innerWidth) + 2)
    }
    function isLayered(element: Element | null): boolean {
      if (!element || element === document.body) return false
      return /fixed|sticky|absolute/.test(getComputedStyle(element).position) || isLayered(element.parentElement)
    }
    /** Lines may touch: letters do not fill their height. */
    function overlaps(a: DOMRect, b: DOMRect): boolean {
      const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)]
      return across > 2 && down > Math.min(a.height, b.height) / 2
    }
  })

/** Text of twice its size on a phone, and the narrowest screen: WCAG 2.2, 1.4.4 and 1.4.10. */
const enlargements = [
  { width: 390, text: '200%' },
  { width: 320, text: '100%' },
] as const

/** Nothing of the page, nor of what is open above it, scrolls sideways or leaves its button, line or window. */
export async function expectRoomForText(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  for (const { width, text } of enlargements) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(size => (document.documentElement.style.fontSize = size), text)
    // What follows the width by script is drawn again a moment later.
    await expect
      .configure({ soft: true })
      .poll(
        async () => [...(await overflowOf(page)), ...(await overlayFaults(page)), ...(await findTextFaults(page))],
        `${what} at ${width}, ${text}`,
      )
      .toEqual([])
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  if (before) await page.setViewportSize(before)
}
