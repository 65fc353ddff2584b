import type { Page } from '@playwright/test'
import pg from 'pg'
import { readDemoIds } from '../../support/demo-ids.ts'
import { overflowOf, overlayFaults } from '../../support/find-layout-faults.ts'
import { keepLogin, logIn, type DemoPerson } from '../../support/people.ts'
import { routesFor } from '../../support/routes.ts'
import { registerMentor } from '../../support/running-session.ts'
import { dayAhead, planSession } from '../../support/schedules.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

// A demo whose names are as long as they may be, with thirty mentors at work on one day.

const longWord = 'Wolfeschlegelsteinhausenbergerdorffwelchevoraltern'
const crowdedDay = dayAhead(30)
const draftDay = dayAhead(44)
let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
  const database = new pg.Client({ connectionString: await product.databaseUrl() })
  await database.connect()
  try {
    for (let mentor = 0; mentor < 30; mentor += 1) {
      const { user } = await registerMentor(product.url)
      await planSession(product.url, crowdedDay, { mentor_ids: [user.id] })
      if (mentor < 3) await planSession(product.url, draftDay, { mentor_ids: [user.id], status: 'draft' })
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

/** Opens something above or next to a page, at the size of a desk. */
const openings: [what: string, route: string, open: (page: Page) => Promise<void>][] = [
  ['the palette', '/admin', async page => search(page, 'Wolfe')],
  ['the palette without text', '/admin', page => page.keyboard.press('Control+k')],
  ['the shortcuts', '/admin', page => page.keyboard.press('?')],
  ['a new session', `/admin/planner?date=${crowdedDay}`, page => press(page, 'New session')],
  ['a copied week', `/admin/planner?date=${crowdedDay}`, page => press(page, 'Copy week')],
  ['a session', `/admin/planner?date=${crowdedDay}`, openSession],
  [
    'a change',
    `/admin/planner?date=${crowdedDay}`,
    async page => {
      await openSession(page)
      await press(page, 'Move or resize')
    },
  ],
  ['drafts', `/admin/planner?view=day&date=${draftDay}`, page => press(page, /^Publish \d/)],
  ['new weekly hours', '/admin/weekly-hours', page => press(page, 'New weekly hours')],
]

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click()
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(text)
  await expect(page.getByRole('option').first()).toContainText(longWord)
}
async function openSession(page: Page): Promise<void> {
  await page.locator('button[data-session]').first().click()
  await expect(page.getByRole('dialog')).toContainText(longWord)
}

test('what opens above a page fits the screen, whatever the names and the zoom', async ({ page }) => {
  test.setTimeout(300_000)
  await signInAs(page, 'administrator')
  for (const [what, route, open] of openings) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(product.url + route)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await open(page)
    const opened = page.getByRole('dialog')
    await expect(opened, what).toHaveCount(1)
    await expect(opened.locator('[aria-busy="true"]')).toHaveCount(0)
    // At 100, 200 and 400 %.
    for (const [width, height] of [
      [1280, 800],
      [640, 400],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect
        .configure({ soft: true })
        .poll(() => overlayFaults(page), `${what} at ${width}`)
        .toEqual([])
    }
    if (what === 'a change') await expectAccessible(page, what)
  }
})

test('every menu of the header can be read and used to its end at 200 and 400 %', async ({ page }) => {
  await signInAs(page, 'administrator')
  for (const [width, height] of [
    [640, 400],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${product.url}/admin`)
    const openers = page.getByRole('banner').locator('button[popovertarget]:visible')
    await expect(openers.first()).toBeVisible()
    for (const opener of await openers.all()) {
      await opener.click()
      const menu = page.locator('[popover]:popover-open')
      const last = menu.locator('a, button').last()
      await last.scrollIntoViewIfNeeded()
      await expect(last).toBeInViewport({ ratio: 1 })
      const { x, y, ...size } = (await menu.boundingBox())!
      expect
        .soft([x >= 0, y >= 0, x + size.width <= width, y + size.height <= height], `${await opener.textContent()} at ${width}`)
        .not.toContain(false)
      await page.keyboard.press('Escape')
    }
  }
})

test('a list of results is seen whole below its field, at 200 and 400 % and on a phone', async ({ page }) => {
  await signInAs(page, 'administrator')
  const list = page.getByRole('listbox')
  for (const [width, height] of [
    [640, 400],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${product.url}/admin/role-assign/create`)
    const search = page.getByRole('combobox', { name: 'Find a person' })
    await search.fill('an')
    await expect(list).toBeInViewport({ ratio: 0.99 })
    await expect(search).toBeInViewport({ ratio: 0.99 })
  }
  // A bar is at the lower edge of a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${product.url}/admin/settings`)
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.evaluate(field => window.scrollBy(0, field.getBoundingClientRect().top - 600))
  await zone.click()
  await expect(list).toBeVisible()
  const save = page.getByRole('button', { name: 'Save settings' })
  const room = async () => {
    const [listBox, barBox] = [await list.boundingBox(), await save.boundingBox()]
    return listBox && barBox ? barBox.y - listBox.y - listBox.height : -1
  }
  await expect.poll(room).toBeGreaterThanOrEqual(0)
})

test('a text area half below a bar is shown whole to the keyboard, and stays under a pointer', async ({ page }) => {
  await signInAs(page, 'administrator')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${product.url}/admin/settings`)
  const area = page.locator('main textarea').first()
  const save = page.getByRole('button', { name: 'Save settings' })
  const seen = 30
  // What is still to come would move the area away from the pointer.
  await expect(page.getByRole('navigation', { name: 'Most used' })).toBeInViewport({ ratio: 1 })
  await expect(save).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  const bar = (await save.boundingBox())!
  await area.evaluate((field, by) => window.scrollBy(0, field.getBoundingClientRect().top - by), bar.y - seen)
  const before = (await area.boundingBox())!
  const point = { x: before.x + 40, y: before.y + seen / 2 }
  await expect.poll(() => area.evaluate((field, { x, y }) => document.elementFromPoint(x, y) === field, point)).toBe(true)
  await page.mouse.click(point.x, point.y)
  await expect(area).toBeFocused()
  expect(await area.boundingBox()).toEqual(before)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(area).toBeFocused()
  const lowerEdge = async () => {
    const { y, height } = (await area.boundingBox())!
    return y + height
  }
  await expect.poll(lowerEdge).toBeLessThanOrEqual(bar.y)
})

test('a record next to a list fits, whatever the names', async ({ page }) => {
  await signInAs(page, 'administrator')
  const { schedule, appointment, user } = await readDemoIds(product.url)
  for (const record of [
    `/admin/users/${user}`,
    `/admin/users/${user}/edit`,
    `/admin/schedules/${schedule}/appointments`,
    `/admin/schedules/${schedule}/appointments/${appointment}`,
  ])
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${product.url}/admin/users?record=${record}`)
      const panel = page.getByRole('complementary', { name: 'Record panel' })
      await expect(panel.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expect(panel.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect
        .configure({ soft: true })
        .poll(() => overlayFaults(page), `${record} at ${width}`)
        .toEqual([])
      await expect
        .configure({ soft: true })
        .poll(() => overflowOf(page), `${record} at ${width}`)
        .toEqual([])
    }
})

test('a day with thirty mentors stays usable: Today and the planner', async ({ page }) => {
  await signInAs(page, 'administrator')
  for (const route of ['/admin/today', '/admin/planner']) {
    await page.goto(`${product.url}${route}?date=${crowdedDay}`)
    await expect(page.getByText(longWord).first()).toBeVisible()
    await expectAccessible(page, `${route} `)
  }
})
