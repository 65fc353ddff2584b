import { readDemoIds } from '../../support/demo-ids.ts'
import { findTextFaults, overflowOf } from '../../support/find-layout-faults.ts'
import { findUntranslated, keepContent } from '../../support/find-untranslated.ts'
import { areaRoutes, visitors } from '../../support/routes.ts'
import { expect, test } from '../../support/test.ts'

// Made of English by code: accented and 40 % longer, and read from right to left. What stays plain is in no
// catalogue; what does not fit will not fit in German either.

const widths = [1280, 320]
const soon = expect.configure({ soft: true, timeout: 10_000 })

for (const language of ['en-XA', 'ar-XB'])
  for (const who of visitors.filter(one => one !== 'frontDesk'))
    for (const half of [0, 1])
      test(`every page of the ${who} fits ${language} (${half + 1} of 2)`, async ({ page, signIn, baseURL, context }) => {
        test.setTimeout(300_000)
        await context.addCookies([{ name: 'language', value: language, url: String(baseURL) }])
        if (who !== 'visitor') await signIn(who)
        await keepContent(page)
        const routes = areaRoutes(who, await readDemoIds(String(baseURL)))
        for (const route of routes.filter((_, index) => index % 2 === half)) {
          await page.setViewportSize({ width: 1280, height: 800 })
          await page.goto(route)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          await expect(page.locator('main h1')).toHaveCount(1)
          await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
          expect.soft([route, ...(await findUntranslated(page))]).toEqual([route])
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 })
            // A table becomes cards after the window has changed.
            await soon
              .poll(async () => [route, width, ...(await overflowOf(page)), ...(await findTextFaults(page))])
              .toEqual([route, width])
          }
        }
      })
