import { openMailbox, type Mailbox } from '../../support/mailbox.ts'
import { acceptAll, addressOf, chooseFreeTime } from '../../support/booking.ts'
import { freeTimes, send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { dayAhead } from '../../support/schedules.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'
import type { Page } from '@playwright/test'

const email = () => `client.${ownNumber()}@example.org`

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from the message').fill(code)
}

async function shownCode(page: Page): Promise<string> {
  const shown = page.getByText(/Your code is \d{6}/)
  return /\d{6}/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Profile menu of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
}

test('a client without a phone joins by e-mail and books, and the browser remembers the way but not the person', async ({
  page,
  baseURL,
}) => {
  const address = email()
  const { address: choice } = await chooseFreeTime(baseURL ?? '')
  await page.goto(choice('details'))
  await page.getByRole('button', { name: 'Use e-mail instead' }).click()
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type(address.toUpperCase())
  await page.keyboard.press('Enter')
  await enterCode(page, await shownCode(page))
  await expect(page.getByText(/is confirmed. If you have been here before/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Ana')
  await acceptAll(page)
  await page.getByRole('button', { name: /Book this appointment|Request this appointment/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()

  await logOut(page)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain('example.org')
  expect(kept).not.toContain('Ana')
  await page.goto('/join')
  await expect(page.getByLabel('E-mail address')).toHaveValue('')
  await page.getByLabel('E-mail address').fill(address)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await enterCode(page, await shownCode(page))
  await expect(page).toHaveURL(/\/my/)
})

test('a client adds an e-mail address in the profile and logs in with it', async ({ page, signIn }) => {
  const address = email()
  await signIn('client')
  await page.goto('/my/sign-in')
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'E-mail address' }) })
  await section.getByRole('button', { name: /Add an e-mail address|Confirm the address|Change the e-mail address/ }).click()
  await section.getByLabel('New e-mail address').fill(address)
  await section.getByRole('button', { name: 'Send me a code' }).click()
  await section.getByLabel('Code from the message').fill(await shownCode(page))
  const password = section.getByLabel('password')
  if (await password.count()) await password.first().fill('openhour-demo-2026')
  await section.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(section.getByText(`You can log in with ${address}.`)).toBeVisible()
  await expectAccessible(page)
  await logOut(page)
  await page.goto('/login')
  await page.getByLabel('Phone number or e-mail address').fill(address)
  await page.getByLabel('Password', { exact: true }).fill('openhour-demo-2026')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('button', { name: /Profile menu of/ })).toBeVisible()
})

test.describe('production with a mail server and no text messages', () => {
  let mailbox: Mailbox
  let product: RunningProduct
  test.beforeAll(async () => {
    mailbox = await openMailbox()
    product = await startProduct({ mode: 'production', settings: mailbox.settings })
  })
  test.afterAll(async () => {
    await product.stop()
    await mailbox.close()
  })

  /** One session far enough ahead, as the first administrator plans it. */
  async function planSession(): Promise<void> {
    const setup_token = /\/setup#(?:token=)?(\S+)/.exec((await product.logs()).server)?.[1]
    const made = await send(product.url, 'POST', '/api/setup', {
      body: { setup_token, name: 'Ada', phone: '+447700900001', password: 'seven purple kettles' },
    })
    const { token } = made.body as unknown as { token: string }
    const create = async (path: string, body: object) => {
      const answer = await send(product.url, 'POST', path, { token, body })
      if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body.id ?? ''
    }
    const support_type_id = await create('/api/support-types', {
      name: 'Counselling',
      colour: '#2f7d6d',
      slot_minutes: 30,
      price: { amount: 0, currency: 'GBP' },
    })
    const place_id = await create('/api/places', {
      name: 'Room 1',
      kind: 'in_person',
      address: '1 High Street',
      time_zone: 'Europe/London',
    })
    const mentor = await create('/api/users', { name: 'Mo' })
    const role = await create('/api/roles', { name: 'Mentors', abilities: [], is_mentor: true })
    await create('/api/role-assign', { user_id: mentor, role_ids: [role] })
    const day = dayAhead(7)
    const schedule = await create('/api/schedules', {
      support_type_id,
      place_id,
      mentor_ids: [mentor],
      slot_minutes: 30,
      starts_at: `${day}T10:00`,
      ends_at: `${day}T12:00`,
    })
    await create(`/api/schedules/${schedule}/publish`, {})
  }

  test('a stranger joins by e-mail and books', async ({ page }) => {
    test.slow()
    await planSession()
    const address = email()
    await page.goto(`${product.url}/join`)
    await expect(page.getByText('Your e-mail address is all you need.')).toBeVisible()
    await expect(page.getByLabel('Phone number')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Use phone instead' })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByLabel('E-mail address').fill(address)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect.poll(() => mailbox.codeFor(address)).not.toBeNull()
    await enterCode(page, mailbox.codeFor(address) ?? '')
    await page.getByLabel('Your name').fill('Ana')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: /Profile menu of/ })).toBeVisible()

    const { supportTypeId, times } = await freeTimes(product.url, Infinity, 1)
    await page.goto(product.url + addressOf(supportTypeId, times[0]!)('details'))
    await page.getByRole('button', { name: 'Book this appointment' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  })
})

test('production without any gateway explains how to be invited, and does not ask for a number', async ({ page }) => {
  test.slow()
  const product = await startProduct({ mode: 'production' })
  try {
    await page.goto(`${product.url}/join`)
    await expect(page.getByText(/You can join with an invitation/)).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Log in with a password' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /code|instead/ })).toHaveCount(0)
  } finally {
    await product.stop()
  }
})
