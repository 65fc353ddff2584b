import type { Locator, Page } from '@playwright/test'

/**
 * What a person does with the pointer and the keyboard for a task, as the task table of the interface review
 * counts it.
 */
export interface Effort {
  /** Clicks or taps: two for a choice from a list (open it, choose). */
  presses: number
  /** Fields that were typed in. */
  fields: number
}

/** A person at work whose presses and fields are counted. */
export function countEffort() {
  const effort: Effort = { presses: 0, fields: 0 }
  return {
    effort,
    press: async (target: Locator) => {
      await target.click()
      effort.presses += 1
    },
    choose: async (list: Locator, label: string) => {
      await list.selectOption({ label })
      effort.presses += 2
    },
    type: async (field: Locator, text: string) => {
      await field.fill(text)
      effort.fields += 1
    },
  }
}

/** Counts presses of the pointer from here on, in this document: a reload would lose them. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number }
    counted.presses = 0
    document.addEventListener('pointerdown', () => (counted.presses += 1), { capture: true })
  })
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses)
}
