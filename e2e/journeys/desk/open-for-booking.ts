import type { Locator, Page } from '@playwright/test'
import type { Inbox } from '../../support/inbox.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

// From the set-up link to a stranger's booking, with a real mail server.
const bounds = { clicks: 12, fields: 8 }

let mailbox: Inbox
let product: RunningProduct
test.beforeAll(async () => {
  mailbox = await openMailbox()
  product = await startProduct({ mode: 'production', settings: mailbox.settings })
})
test.afterAll(async () => {
  await product.stop()
  await mailbox.close()
})

/** Counts what an administrator clicks and fills. */
function countSteps() {
  const counts = { clicks: 0, fields: 0 }
  return {
    counts,
    click: async (target: Locator) => {
      counts.clicks += 1
      await target.click()
    },
    fill: async (target: Locator, text: string) => {
      counts.fields += 1
      await target.fill(text)
    },
  }
}

async function book(page: Page, address: string): Promise<void> {
  await page.goto(product.url)
  await page.getByRole('button', { name: /^Career advice/ }).click()
  await page.getByRole('button', { name: /^First free day/ }).click()
  await page
    .getByRole('button', { name: /, 09:00.*with Ada Admin/ })
    .first()
    .click()
  await page.getByLabel('E-mail address').fill(address)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect.poll(() => mailbox.codeFor(address)).not.toBeNull()
  await page.getByLabel('Code from the message').fill(mailbox.codeFor(address) ?? '')
  await page.getByLabel('Your name').fill('Ana Stranger')
  await page.getByRole('button', { name: 'Book this appointment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
}

test('a new organisation opens for booking, and a stranger books', async ({ page, browser, allowConsole }) => {
  test.slow()
  // The login that asks for the authenticator.
  allowConsole(/401/)
  const { counts, click, fill } = countSteps()
  const token = /\/setup#(?:token=)?(\S+)/.exec((await product.logs()).server)?.[1]
  await page.goto(`${product.url}/setup#${token}`)
  await fill(page.getByLabel('Your name'), 'Ada Admin')
  await fill(page.getByLabel('Phone number or e-mail address'), 'ada@example.org')
  await fill(page.getByLabel('Password', { exact: true }), 'seven purple kettles')
  await click(page.getByRole('button', { name: 'Create the administrator' }))
  await click(page.getByRole('button', { name: 'Set it up later with this link' }))

  const list = page.getByRole('region', { name: 'Open for booking' })
  await expect(list.getByText('0 of 6 steps done')).toBeVisible()
  await expectAccessible(page)
  await fill(list.getByLabel('Site name'), 'Harbour Advice')
  await fill(list.getByLabel('Contact'), 'hello@example.org')
  await click(list.getByRole('button', { name: 'Save' }))
  await click(list.getByRole('button', { name: 'Career advice, 30 minutes' }))
  await fill(list.getByLabel('Name', { exact: true }), 'Harbour House')
  await fill(list.getByLabel('Address'), '1 Quay Street')
  await click(list.getByRole('button', { name: 'Add place' }))
  await click(list.getByRole('button', { name: 'Just me' }))
  await click(list.getByRole('button', { name: 'Publish hours' }))
  expect(counts.clicks).toBeLessThanOrEqual(bounds.clicks)
  expect(counts.fields).toBeLessThanOrEqual(bounds.fields)

  const open = page.getByRole('region', { name: 'You are open for booking' })
  await expect(open.getByRole('link', { name: `${product.url}/`, exact: true })).toBeVisible()
  await open.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(open.getByText('6 of 6 steps done')).toBeVisible({ timeout: 20_000 })
  await open.getByText('Links to one service or mentor').click()
  await expect(open.getByRole('listitem').filter({ hasText: 'Ada Admin' }).getByRole('link')).toHaveAttribute('href', /mentor=/)
  await expectAccessible(page)
  await open.getByRole('button', { name: 'QR poster' }).click()
  await expect(page.getByRole('region', { name: 'QR poster' }).getByRole('img', { name: 'QR code of the address below' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to the dashboard' }).click()
  await open.getByRole('button', { name: 'Hide this list' }).click()
  await expect(open).toHaveCount(0)

  await book(await (await browser.newContext()).newPage(), 'ana@example.org')
})
