import type { Locator, Page } from '@playwright/test'
import type { Inbox } from '../../support/inbox.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { send } from '../../support/client.ts'
import { createAdministrator } from '../../support/new-organisation.ts'
import { keepLogin } from '../../support/people.ts'
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

/** Counts clicks and fields. */
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

type Steps = ReturnType<typeof countSteps>

/** A stranger books the first time, in a browser of their own. */
async function book(page: Page, address: string, { click, fill }: Steps): Promise<void> {
  await page.goto(product.url)
  await click(page.getByRole('button', { name: /^Career advice/ }))
  await click(page.getByRole('button', { name: /^First free day/ }))
  await click(page.getByRole('button', { name: /, 09:00.*with Ada Admin/ }).first())
  await fill(page.getByLabel('E-mail address'), address)
  await click(page.getByRole('button', { name: 'Send me a code' }))
  await expect.poll(() => mailbox.codeFor(address)).not.toBeNull()
  await fill(page.getByLabel('Code from the message'), mailbox.codeFor(address) ?? '')
  await fill(page.getByLabel('Your name'), 'Ana Stranger')
  await click(page.getByRole('button', { name: 'Book this appointment' }))
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
}

test('a new organisation opens for booking, and a stranger books', async ({ page, browser, allowConsole }) => {
  test.slow()
  // The login that asks for the authenticator.
  allowConsole(/401/)
  const steps = countSteps()
  const { counts, click, fill } = steps
  const token = /\/setup#(?:token=)?(\S+)/.exec((await product.logs()).server)?.[1]
  await page.goto(`${product.url}/setup#${token}`)
  await expect(page.getByText('Start with + for any other country.')).toBeVisible()
  await fill(page.getByLabel('Your name'), 'Ada Admin')
  await fill(page.getByLabel('Phone number or e-mail address'), 'ada@example.org')
  await fill(page.getByLabel('Password', { exact: true }), 'seven purple kettles')
  await click(page.getByRole('button', { name: 'Create the administrator' }))
  await expect(page.getByRole('button', { name: 'Set it up later with this link' })).toBeVisible()
  await expect(page.getByText('You are the first here.')).toHaveCount(0)
  await click(page.getByRole('button', { name: 'Set it up later with this link' }))

  const list = page.getByRole('region', { name: 'Open for booking' })
  await expect(list.getByText('0 of 6 steps done')).toBeVisible()
  await expectAccessible(page)
  await fill(list.getByLabel('Site name'), 'Harbour Advice')
  await expect(list.getByLabel('Contact')).toHaveValue('ada@example.org')
  await expect(list.getByLabel('Language for new people')).toHaveValue('en')
  await list.getByLabel('Country of phone numbers').selectOption('IE')
  await list.getByLabel('Currency').selectOption('EUR')
  await click(list.getByRole('button', { name: 'Save' }))
  await click(list.getByRole('button', { name: 'Career advice, 30 minutes' }))
  await expect(list.getByLabel('Name', { exact: true })).toHaveValue('Harbour Advice')
  expect(await (await page.request.get(`${product.url}/api/site`)).json()).toMatchObject({ phone_country: 'IE', currency: 'EUR' })
  await fill(list.getByLabel('Address'), '1 Quay Street')
  await click(list.getByRole('button', { name: 'Add place' }))
  await click(list.getByRole('button', { name: 'Just me' }))
  await click(list.getByRole('button', { name: 'Publish hours' }))

  const open = page.getByRole('region', { name: 'You are open for booking' })
  await expect(open.getByRole('link', { name: `${product.url}/`, exact: true })).toBeVisible()
  await book(await (await browser.newContext()).newPage(), 'ana@example.org', steps)
  expect(counts.clicks).toBeLessThanOrEqual(bounds.clicks)
  expect(counts.fields).toBeLessThanOrEqual(bounds.fields)

  // The stranger's code was a message that arrived.
  await expect(open.getByText('6 of 6 steps done')).toBeVisible()
  await open.getByText('Links to one service or mentor').click()
  await expect(open.getByRole('listitem').filter({ hasText: 'Ada Admin' }).getByRole('link')).toHaveAttribute('href', /mentor=/)
  await expectAccessible(page)
  await open.getByRole('button', { name: 'QR poster' }).click()
  await expect(page.getByRole('region', { name: 'QR poster' }).getByRole('img', { name: 'QR code of the address below' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to the dashboard' }).click()
  await open.getByRole('button', { name: 'Hide this list' }).click()
  await expect(open).toHaveCount(0)
  await page.goto(`${product.url}/admin/settings`)
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(page.getByText('Test message on its way to you.')).toBeVisible()
  await page.getByRole('button', { name: 'Links, poster and embed code' }).click()
  await open.getByText('Show it on your website').click()
  await expect(open.getByRole('link', { name: 'Open the settings' })).toBeVisible()
})

test('steps can be skipped and done in any order', async ({ page, allowConsole, atEnd }) => {
  test.slow()
  // The test message that cannot be sent, and settings that another administrator has changed.
  allowConsole(/503|409/)
  const gateless = await startProduct({ mode: 'production' })
  atEnd(gateless.stop)
  const login = await createAdministrator(gateless, { email: 'ada@example.org' })
  await keepLogin(page, login)
  await page.goto(`${gateless.url}/admin`)
  const list = page.getByRole('region', { name: 'Open for booking' })
  await list.getByLabel('Site name').fill('Harbour Advice')
  await list.getByRole('button', { name: 'Skip for now' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await list.getByRole('button', { name: 'Start: Who clients can meet' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  // What another administrator has chosen meanwhile is not overwritten.
  const chosen = { currency: 'CHF', time_zone: 'Europe/Zurich' }
  expect((await send(gateless.url, 'PUT', '/api/settings', { token: login.token, body: chosen })).status).toBe(200)
  await list.getByRole('button', { name: 'Save' }).click()
  await list.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(list.getByLabel('Currency')).toHaveValue('CHF')
  await expect(list.getByLabel('Site name')).toHaveValue('Harbour Advice')
  await list.getByRole('button', { name: 'Skip for now' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(list.getByRole('button', { name: 'Career advice, 30 minutes' })).toBeVisible()
  expect((await send(gateless.url, 'GET', '/api/settings', { token: login.token })).body).toMatchObject(chosen)
  await list.getByRole('button', { name: 'Start: Who clients can meet' }).click()
  await list.getByRole('button', { name: 'Just me' }).click()
  await expect(list.getByText('1 of 6 steps done')).toBeVisible()

  // Without a gateway, what is missing stands above everything.
  await expect(page.getByText('No one can join yet: connect e-mail or SMS')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test to me' }).first().click()
  await expect(page.getByText('This site cannot send to your confirmed number or e-mail address yet.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${gateless.url}/admin/settings`)
  await expect(page.getByText('No one can join yet: connect e-mail or SMS')).toBeVisible()
  await expectAccessible(page)
})
