import { publishedVersions, send } from '../../support/client.ts'
import { keepLogin, logIn } from '../../support/people.ts'
import { planRunningSession, startOfToday } from '../../support/running-session.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, test } from '../../support/test.ts'

// A day of thirty mentors on paper, three clients each, some with very long names.

const minute = 60_000
const [mentors, times] = [30, 3]
const longName = 'Maria Wolfeschlegelsteinhausenbergerdorffwelchevoraltern of Somewhere Very Far Away Indeed'
let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
  const { url } = product
  const { token } = await logIn(url, 'administrator')
  const accepted_version_ids = await publishedVersions(url)
  const midnight = startOfToday()
  // All times begin today.
  const begin = Math.min(Math.floor(Date.now() / minute) * minute, midnight + 23 * 60 * minute)
  const at = (index: number) => new Date(begin + 10 * index * minute).toISOString()
  for (let mentor = 0; mentor < mentors; mentor += 1) {
    const { id } = await planRunningSession(url, { starts_at: at(1), ends_at: at(times + 1), slot_minutes: 10 })
    for (let index = 1; index <= times; index += 1) {
      const name = index === 1 && mentor % 5 === 0 ? `${longName} ${mentor}` : `Client ${mentor} ${index}`
      const body = { schedule_id: id, starts_at: at(index), new_client: { name, phone: null }, accepted_version_ids }
      expect((await send(url, 'POST', '/api/appointments', { token, body })).status).toBe(201)
    }
  }
})

test.afterAll(() => product.stop())

/** The sizes of its pages in inches; the file has points. */
const pagesOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...sides]) =>
    sides.map(points => (Number(points) / 72).toFixed(1)).join(' × '),
  )

test('the sheet of a day with thirty mentors fits A4 and Letter, with whole rows and a head on every page', async ({ page }) => {
  await keepLogin(page, await logIn(product.url, 'administrator'))
  await page.goto(`${product.url}/admin/today`)
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('region', { name: 'Today’s appointments' })
  await expect(sheet.getByText(/^Client \d+ \d$/)).toHaveCount(mentors * times - mentors / 5)
  const rows = await sheet.locator('tbody tr').count()
  for (const [format, size, widthPx] of [
    ['A4', '8.3 × 11.7', 703],
    ['Letter', '8.5 × 11.0', 725],
  ] as const) {
    // The paper without its margins, at 96 pixels per inch.
    await page.setViewportSize({ width: widthPx, height: 1000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), format).toBeLessThanOrEqual(0)
    const pages = pagesOf(await page.pdf({ format }))
    expect(new Set(pages), format).toEqual(new Set([size]))
    expect(pages.length, format).toBeGreaterThan(1)
    expect(pages.length, format).toBeLessThanOrEqual(Math.ceil(rows / 25))
  }
  const tableStyles = await sheet.locator('thead, tbody tr').evaluateAll(all =>
    all.map(element => {
      const { display, breakInside } = getComputedStyle(element)
      return element.matches('thead') ? display : breakInside
    }),
  )
  expect(new Set(tableStyles)).toEqual(new Set(['table-header-group', 'avoid']))
})
