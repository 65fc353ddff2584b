import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/test.ts'

const application = '**/assets/*.js'
/** The page as it is until its script has come. */
const openWithoutScript = async (page: Page) => {
  await page.route(application, route => route.abort())
  await page.goto('/')
}
const scriptMissing = /ERR_FAILED/

test('the support types are present without scripts, and are accessible', async ({ page, allowConsole }) => {
  allowConsole(scriptMissing)
  await openWithoutScript(page)
  await expect(page).toHaveTitle(/^Book an appointment · ./)
  await expect(page.getByRole('button', { name: /Counselling/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
  await expectAccessible(page)
})

test('hydration keeps the server-rendered page, which equals the client-rendered one', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-first', 'yes')),
  )
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(page.locator('h1[data-first]')).toHaveCount(1)
  const drawn = await describe(page)
  await page.goto('/?')
  await expect(page.getByRole('button', { name: /Counselling/ })).toBeVisible()
  await expect(page.locator('h1[data-first]')).toHaveCount(0)
  expect(drawn).toEqual(await describe(page))
  await page.goto('/')
  await page.getByRole('button', { name: /Counselling/ }).click()
  await expect(page).toHaveURL(/\?/)
})

/** Opens the server-rendered page; its script arrives when the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  let goOn = () => {}
  const pressed = new Promise<void>(resolve => {
    goOn = resolve
  })
  await page.route(application, async route => {
    await pressed
    await route.continue()
  })
  // A server that has no time to draw it sends it undrawn, and then there is nothing to press before the script.
  await expect.poll(async () => (await page.request.get('/')).text()).toMatch(/<button[^>]*>[^]*Counselling/)
  await page.goto('/', { waitUntil: 'commit' })
  return goOn
}

test('a click before hydration is not lost', async ({ page }) => {
  const goOn = await holdScript(page)
  await page.getByRole('button', { name: /Counselling/ }).click()
  goOn()
  await expect(page).toHaveURL(/\?/)
})

test('a visitor who scrolls before hydration is not sent back to the top under a finger', { tag: '@phone' }, async ({ page }) => {
  const goOn = await holdScript(page)
  const lastType = page.getByRole('main').getByRole('button').last()
  await lastType.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 100))
  const position = await page.evaluate(() => scrollY)
  expect(position).toBeGreaterThan(0)
  goOn()
  await expect(page.locator('#root:not([data-drawn])')).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => scrollY)).toBe(position)
  await lastType.click()
  await expect(page).toHaveURL(/\?/)
})

test('a language chosen before hydration is not lost', async ({ page }) => {
  const goOn = await holdScript(page)
  await page.getByLabel('Language').selectOption('de')
  goOn()
  await expect(page.locator('html[lang="de"]')).toBeAttached()
  await expect(page.getByLabel('Sprache')).toHaveValue('de')
})

test('the chosen colour scheme applies from the first paint', async ({ page, allowConsole }) => {
  allowConsole(scriptMissing)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await openWithoutScript(page)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

test('a logged-in user does not see the page of a visitor', async ({ page, signIn, allowConsole }) => {
  allowConsole(scriptMissing)
  await signIn('client')
  await openWithoutScript(page)
  await expect(page.getByText('Join', { exact: true })).toBeHidden()
  await expect(page.locator('h1')).toBeHidden()
  await page.unroute(application)
  await page.goto('/')
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.getByText('Join', { exact: true })).toHaveCount(0)
})

/** Everything that is seen or said, with the colours that come as styles. */
const describe = (page: Page) =>
  page.locator('#root').evaluate(root =>
    [...root.querySelectorAll('*')].map(element => [
      element.tagName,
      element.children.length === 0 ? element.textContent : '',
      ...[...element.attributes]
        .filter(({ name }) => !['style', 'data-style', 'data-first', 'selected'].includes(name))
        .map(({ name, value }) => `${name}=${value}`)
        .toSorted(),
      // React writes this attribute on the server alone, and the property in the browser.
      element instanceof HTMLOptionElement && element.selected,
      getComputedStyle(element).getPropertyValue('--colour-light'),
    ]),
  )

test('what the footer offers is large enough for a finger', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  const targets = page.getByRole('contentinfo').locator('a, button, select')
  await expect(targets.first()).toBeVisible()
  const heights = await targets.evaluateAll(all => all.map(target => target.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
})
