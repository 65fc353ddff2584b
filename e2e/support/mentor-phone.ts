import type { Browser, Locator } from '@playwright/test'
import { keepLogin } from './people.ts'
import { registerMentor } from './running-session.ts'
import { expect } from './test.ts'

/** A new mentor's own page on a phone, whose clock `fastForward` can set ahead. */
export async function openMentorPage(browser: Browser, url: string) {
  const mentor = await registerMentor(url)
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await keepLogin(page, mentor)
  await page.clock.install()
  await page.goto('/mentor')
  return { page, mentor }
}

/** Everything that can be pressed is high enough for a finger. */
export async function expectTargets(within: Locator): Promise<void> {
  const small = await within
    .locator('button, input, select, textarea')
    .evaluateAll(controls =>
      controls
        .filter(control => (control.closest('label') ?? control).getBoundingClientRect().height < 44)
        .map(control => control.outerHTML.slice(0, 120)),
    )
  expect(small).toEqual([])
}
