import type { Page } from '@playwright/test'
import pg from 'pg'
import { readDemoIds } from '../../support/demo-ids.ts'
import { overflowOf } from '../../support/find-layout-faults.ts'
import { keepLogin, logIn, type DemoPerson } from '../../support/people.ts'
import { routesFor } from '../../support/routes.ts'
import { registerMentor } from '../../support/running-session.ts'
import { dayAhead, planSession } from '../../support/schedules.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

// A demo whose names are as long as they may be, with thirty mentors at work on one day.

const longWord = 'Wolfeschlegelsteinhausenbergerdorffwelchevoraltern'
const crowdedDay = dayAhead(30)
let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
  const database = new pg.Client({ connectionString: await product.databaseUrl() })
  await database.connect()
  try {
    for (let mentor = 0; mentor < 30; mentor += 1) {
      const { user } = await registerMentor(product.url)
      await planSession(product.url, crowdedDay, { mentor_ids: [user.id] })
    }
    await database.query(
      `UPDATE users SET name = left(name || ' ${longWord} of Somewhere Very Far Away Indeed', 120) WHERE erased_at IS NULL`,
    )
    await database.query(`UPDATE support_types SET name = left(name || ' ${longWord} and so on for a while', 80)`)
    await database.query(
      `UPDATE places SET name = left(name || ' ${longWord} and so on for a while', 120), address = '${longWord} 1234567890'`,
    )
    await database.query(`UPDATE settings SET site_name = left('The Association ${longWord} for Everything', 80)`)
  } finally {
    await database.end()
  }
})

test.afterAll(() => product.stop())

/** 1280 pixels at 400 % and at 200 %, a tablet, and a desk. */
const widths = [320, 640, 768, 1280]

async function signInAs(page: Page, who: DemoPerson): Promise<void> {
  await keepLogin(page, await logIn(product.url, who))
}

for (const who of ['administrator', 'mentor', 'client'] as const) {
  test(`no page of the ${who} is wider than the screen, whatever the names and the zoom`, async ({ page }) => {
    test.setTimeout(300_000)
    await signInAs(page, who)
    const own = { administrator: /^\/admin/, mentor: /^\/mentor(?!s)/, client: /^\/(?!admin|mentor\/|mentor$)/ }[who]
    const routes = routesFor(who, await readDemoIds(product.url)).filter(([route, landing]) => landing === null && own.test(route))
    for (const [route] of routes) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(product.url + route)
      await expect(page.locator('h1')).toHaveCount(1)
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        // Lists become cards a moment after the screen is narrower.
        await expect
          .configure({ soft: true })
          .poll(() => overflowOf(page), `${route} at ${width}`)
          .toEqual([])
      }
    }
  })
}

test('a day with thirty mentors stays usable: Today and the planner', async ({ page }) => {
  await signInAs(page, 'administrator')
  for (const route of ['/admin/today', '/admin/planner']) {
    await page.goto(`${product.url}${route}?date=${crowdedDay}`)
    await expect(page.getByText(longWord).first()).toBeVisible()
    await expectAccessible(page, `${route} `)
  }
})
