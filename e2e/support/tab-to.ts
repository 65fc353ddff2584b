import type { Locator } from '@playwright/test'

/** Presses Tab until that element has the focus, as people without a pointer do. */
export async function tabTo(wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    if (await wanted.evaluate(element => element === document.activeElement)) return
    await wanted.page().keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${String(wanted)}`)
}
