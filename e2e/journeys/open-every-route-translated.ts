import { readDemoIds } from '../support/demo-ids.ts'
import { findLatinDigits } from '../support/find-latin-digits.ts'
import { keepContent } from '../support/find-untranslated.ts'
import { areaRoutes, visitors } from '../support/routes.ts'
import { expect, expectNothingFound, lookClosely, test } from '../support/test.ts'

/** One for long words, one for the other direction; each at one width, since open-every-route.ts looks at both. */
const walks = [
  { language: 'de', direction: 'ltr', viewport: { width: 1280, height: 800 } },
  { language: 'ar', direction: 'rtl', viewport: { width: 390, height: 844 } },
] as const

for (const { language, direction, viewport } of lookClosely ? walks : [])
  for (const who of visitors.filter(one => one !== 'frontDesk'))
    for (const half of [0, 1])
      test(`axe finds nothing on the pages of the ${who} in ${language} (${half + 1} of 2)`, async ({ page, signIn, baseURL, context }) => {
        test.setTimeout(240_000)
        await context.addCookies([{ name: 'language', value: language, url: String(baseURL) }])
        if (who !== 'visitor') await signIn(who)
        await page.setViewportSize(viewport)
        const routes = areaRoutes(who, await readDemoIds(String(baseURL)))
        for (const route of routes.filter((_, index) => index % 2 === half)) {
          await page.goto(route)
          await expect(page.locator(`html[lang="${language}"][dir="${direction}"]`), route).toBeAttached()
          await expect(page.locator('main h1'), route).toHaveCount(1)
          await expectNothingFound(page, 'light', `${route} in ${language} `)
        }
      })

for (const who of lookClosely ? visitors.filter(one => one !== 'frontDesk') : [])
  test(`the pages of the ${who} have Arabic digits in ar-EG`, async ({ page, signIn, baseURL, context }) => {
    test.setTimeout(240_000)
    await context.addCookies([{ name: 'language', value: 'ar-EG', url: String(baseURL) }])
    if (who !== 'visitor') await signIn(who)
    await keepContent(page)
    for (const route of areaRoutes(who, await readDemoIds(String(baseURL)))) {
      await page.goto(route)
      await expect(page.locator('main h1'), route).toHaveCount(1)
      await expect(page.locator('main [aria-busy="true"]'), route).toHaveCount(0)
      expect.soft([route, ...(await findLatinDigits(page))]).toEqual([route])
    }
  })
