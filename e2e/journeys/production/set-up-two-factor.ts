import type { Page } from '@playwright/test'
import { showCode } from '../../support/authenticator-app.ts'
import { readSetupLink } from '../../support/new-organisation.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

const [phone, password] = ['+44 7700 900001', 'seven purple kettles']

let product: RunningProduct
test.beforeEach(async ({ atEnd }) => {
  product = await startProduct({ mode: 'production' })
  atEnd(product.stop)
})

async function logIn(page: Page): Promise<void> {
  await page.goto(`${product.url}/login`)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByLabel('Code from the app')).toBeFocused()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Profile menu of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
}

test('the first administrator sets up an authenticator app and must enter its code at each login', async ({ page, allowConsole }) => {
  allowConsole(/401|422/)
  const link = await readSetupLink(product)
  await page.goto(link)
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create the administrator' }).click()
  await expect(page.getByLabel('Code from the app')).toBeFocused()
  await expectAccessible(page)
  const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  expect(await page.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')).toContain(`secret=${secret}`)
  const field = page.getByLabel('Code from the app')
  await field.fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The code is not correct, or was already used.')).toBeVisible()
  await field.fill(showCode(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await logOut(page)

  await logIn(page)
  await expect(page.locator('code')).toHaveCount(0)
  await expectAccessible(page)
  // Each code counts once, so this is the next one.
  await field.fill(showCode(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
})

test('the password alone does not reveal the secret of the first app', async ({ page, allowConsole }) => {
  allowConsole(/401|503/)
  await page.goto(await readSetupLink(product))
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create the administrator' }).click()
  await page.getByRole('button', { name: 'Set it up later with this link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await logOut(page)

  await page.goto(`${product.url}/login`)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('You need an authenticator app, and this site cannot send the code')).toBeVisible()
  await expect(page.locator('code')).toHaveCount(0)
})
