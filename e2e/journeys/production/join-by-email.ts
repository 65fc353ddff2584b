import { acceptAll, chooseFreeTime } from '../../support/booking.ts'
import { send } from '../../support/client.ts'
import { createAdministrator, createMentorRole, planFirstSession } from '../../support/new-organisation.ts'
import { ownNumber } from '../../support/own-number.ts'
import { startProduct } from '../../support/start-product.ts'
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
  await expect(page.getByRole('link', { name: '020 7946 0182' })).toHaveAttribute('href', 'tel:02079460182')
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
  await expect(page.getByText(/^Forgotten your password\? Get a code instead/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get a code by e-mail' })).toBeVisible()
  await page.getByLabel('Phone number or e-mail address').fill(address)
  await page.getByLabel('Password', { exact: true }).fill('openhour-demo-2026')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('button', { name: /Profile menu of/ })).toBeVisible()
})

test('production without any gateway explains how to be invited, and does not ask for a number', async ({ page, atEnd }) => {
  test.slow()
  const product = await startProduct({ mode: 'production' })
  atEnd(product.stop)
  await page.goto(`${product.url}/join`)
  await expect(page.getByText(/You can join with an invitation/)).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log in with a password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /code|instead/ })).toHaveCount(0)

  // Before a visitor chooses a day, too.
  const { token, user } = await createAdministrator(product, { email: 'ada@example.org' })
  const role_id = await createMentorRole(product, token)
  await send(product.url, 'POST', '/api/role-assign', { token, body: { user_id: user.id, role_ids: [role_id] } })
  await planFirstSession(product, token, user.id)
  await page.goto(product.url)
  await page.getByRole('button', { name: /^Counselling/ }).click()
  await expect(page.getByText(/^New clients can’t book online yet/)).toBeVisible()
  await expectAccessible(page)
})
