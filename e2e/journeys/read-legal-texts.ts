import { expect, expectAccessible, test } from '../support/test.ts'

test('each page leads to the legal texts, which say since when they are in force', async ({ page }) => {
  await page.goto('/mentors')
  const foot = page.getByRole('contentinfo')
  for (const name of ['Privacy', 'Accessibility', 'Imprint']) {
    await foot.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(url => url.pathname === `/${name.toLowerCase()}`)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(`^${name} · `))
    await expect(page.getByText(/^Version 1, in force since \w+day \d+ \w+/)).toBeVisible()
  }
  await expect(page.getByText('14 Larkfield Row')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

test('a reader of German gets the page of a legal text in German, with its English text', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'language', value: 'de', url: String(baseURL) }])
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' }).click()
  await expect(page).toHaveURL(/\/imprint$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible()
  await expect(page.getByText('14 Larkfield Row').locator('xpath=ancestor-or-self::*[@lang][1]')).toHaveAttribute('lang', 'en')
})
