import type { Page } from '@playwright/test'

type Interact = (page: Page) => Promise<void>

const openMore: Interact = async page => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.keyboard.press('Escape')
}

/** A record next to its list. */
const openFirstRecord: Interact = async page => {
  await page.locator('main [data-record]').first().click()
  await page.locator('[data-side-panel] h1, [data-side-panel] h2').first().waitFor()
}

/** From entry to entry by keys, and a client who arrives. */
const runTheDay: Interact = async page => {
  for (const key of ['j', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  const checkIn = page.locator('[data-appointment] [data-key="c"]').first()
  if ((await checkIn.count()) > 0) await checkIn.click()
}

/** From session to session by keys, a move by keys that is given up, and the details of a session. */
const planAWeek: Interact = async page => {
  const session = page.locator('[data-session]').first()
  await session.focus()
  for (const key of ['ArrowDown', 'ArrowUp', 'm', 'ArrowDown', 'ArrowRight', 'Escape']) await page.keyboard.press(key)
  await session.click()
  await page.locator('dialog[open]').waitFor()
  await page.keyboard.press('Escape')
}

const ofPage: Record<string, Interact> = {
  '/admin/today': runTheDay,
  '/admin/planner': planAWeek,
  '/admin/schedules': openFirstRecord,
  '/admin/users': openFirstRecord,
  '/admin/messages': openMore,
  '/mentor': runTheDay,
}

/** What staff do on a page again and again; opens a menu where that is only reading. */
export function interactionOn(address: string): Interact {
  const path = address.split('?')[0] ?? ''
  if (ofPage[path]) return ofPage[path]
  // The frame of mentors has no menu of pages.
  return path.startsWith('/admin') ? openMore : async page => page.keyboard.press('Tab')
}
