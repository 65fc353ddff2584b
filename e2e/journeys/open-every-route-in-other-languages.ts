import { readDemoIds } from '../support/demo-ids.ts'
import { findTextFaults, overflowOf } from '../support/find-layout-faults.ts'
import { areaRoutes, visitors } from '../support/routes.ts'
import { expect, expectNothingFound, lookClosely, test } from '../support/test.ts'

// Part of the check `accessibility`: long words, and lines from right to left. German on a desk, Arabic on a phone.

const screens = [
  { language: 'de', width: 1280, height: 800 },
  { language: 'ar', width: 390, height: 844 },
]

for (const { language, ...viewport } of lookClosely ? screens : [])
  for (const who of visitors.filter(one => one !== 'frontDesk'))
    for (const half of [0, 1])
      test(`axe finds nothing on pages of the ${who} in ${language} (${half + 1} of 2)`, async ({ page, signIn, baseURL }) => {
        test.setTimeout(300_000)
        await page.context().addCookies([{ name: 'language', value: language, url: String(baseURL) }])
        await page.setViewportSize(viewport)
        if (who !== 'visitor') await signIn(who)
        const routes = areaRoutes(who, await readDemoIds(String(baseURL)))
        for (const route of routes.filter((_, index) => index % 2 === half)) {
          await page.goto(route)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          await expect(page.locator('main h1')).toHaveCount(1)
          await expectNothingFound(page, 'light', `${route} in ${language} `)
          expect.soft([route, ...(await overflowOf(page)), ...(await findTextFaults(page))]).toEqual([route])
        }
      })
