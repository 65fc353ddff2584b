import { expect, type Locator, type Page } from '@playwright/test'

/** Where the focus is, and what is wrong with it; null: nothing. The heading of a new page has no ring by design. */
const findFault = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const active = document.activeElement
    if (!active || active === document.body) return 'The focus is lost.'
    const { left, right, top, bottom } = active.getBoundingClientRect()
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return `${active.outerHTML.slice(0, 200)} is out of view.`
    if (active.matches('h1, main')) return null
    const shows = (element: Element | null) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    }
    return shows(active) || shows(active.closest('label, li')) ? null : `${active.outerHTML.slice(0, 200)} shows no focus.`
  })

/** After an action by keyboard the focus is somewhere, in view and visible. */
export async function expectFocusSeen(page: Page, after = ''): Promise<void> {
  await expect.poll(() => findFault(page), after).toBeNull()
}

/** Enter on what has the focus opens a dialog with the focus in it; Escape closes it and returns the focus. */
export async function expectEscapeReturns(opener: Locator, key = 'Enter'): Promise<void> {
  const page = opener.page()
  await expect(opener).toBeFocused()
  await page.keyboard.press(key)
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expectFocusSeen(page, `Escape after ${String(opener)}`)
}
