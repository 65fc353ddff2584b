import type { Page } from '@playwright/test'
import { showCode } from '../../support/authenticator-app.ts'
import { goodPassword, readSetupLink } from '../../support/new-organisation.ts'
import { readQrCode } from '../../support/read-qr-code.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { demoPassword, demoPhones, keepLogin, logIn } from '../../support/people.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'
import { addVirtualAuthenticator, byName } from '../../support/virtual-authenticator.ts'

const signInByKey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Profile menu of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
}

test('a client adds, names, uses and removes a passkey', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/403|422/)
  const url = byName(baseURL ?? '')
  const device = await addVirtualAuthenticator(page)
  const login = await logIn(baseURL ?? '', 'client')
  await keepLogin(page, login)
  await page.goto(`${url}/my/sign-in`)
  await expect(page.getByRole('heading', { name: 'Sign-in methods' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('button', { name: /^Rename / })).toBeVisible()
  expect(await device.count()).toBe(1)
  await page.getByRole('button', { name: /^Rename / }).click()
  await page.getByLabel('Name', { exact: true }).fill('Blue laptop')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByText('Blue laptop')).toBeVisible()
  await expectAccessible(page)

  // The browser offers the passkey in the field by itself, and the virtual person accepts at once.
  await logOut(page)
  await page.goto(`${url}/login`)
  await expect(page.getByRole('button', { name: /Profile menu of/ })).toBeVisible()

  await page.goto(`${url}/my/sign-in`)
  await page.getByRole('button', { name: 'Remove Blue laptop' }).click()
  await page.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect(page.getByText('Passkey removed: Blue laptop.')).toBeVisible()
  await logOut(page)
  await page.goto(`${url}/login`)
  await expectAccessible(page)
  await signInByKey(page).click()
  await expect(page.getByText(/passkey could not be used here|No passkey was used/)).toBeVisible()
})

test('a change is confirmed in a dialog when the login is no longer recent, and nothing typed is lost', async ({
  page,
  allowConsole,
  atEnd,
}) => {
  allowConsole(/403|422/)
  const product = await startProduct()
  atEnd(product.stop)
  const login = await logIn(product.url, 'mentor')
  await keepLogin(page, login)
  await addVirtualAuthenticator(page)
  let refused = false
  await page.route('**/api/my-profile/passkeys/options', async route => {
    if (refused) return route.continue()
    refused = true
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'log_in_again', message: 'Please confirm it is you.' }),
    })
  })
  await page.goto(`${byName(product.url)}/my/sign-in`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Please confirm it’s you' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill('not the right one')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Your current password is not correct.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: /^Rename / })).toBeVisible()
})

test.describe('in production', () => {
  let product: RunningProduct
  test.beforeAll(async () => (product = await startProduct({ mode: 'production' })))
  test.afterAll(() => product.stop())

  test('the first administrator sets up a passkey instead of an app, and signs in with it alone', async ({ page, allowConsole }) => {
    allowConsole(/401|422/)
    const device = await addVirtualAuthenticator(page)
    const url = byName(product.url)
    const link = byName(await readSetupLink(product))
    await page.goto(link)
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Phone number').fill(demoPhones.administrator)
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: 'Create the administrator' }).click()
    await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
    await logOut(page)

    // A page that is not verified, then one that is.
    await device.setVerified(false)
    await page.goto(`${url}/login`)
    await page.getByLabel('Phone number').fill(demoPhones.administrator)
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('No passkey was used.')).toBeVisible()
    await device.setVerified(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
    await logOut(page)

    // A copy that is behind opens nothing.
    await device.putBackCounter(0)
    await page.goto(`${url}/login`)
    await signInByKey(page).click()
    await expect(page.getByText('This passkey could not be used here.')).toBeVisible()
  })
})

test('the authenticator’s QR code holds the same key, and its recovery codes replace it', async ({ page, allowConsole, atEnd }) => {
  allowConsole(/401|422/)
  const product = await startProduct({ mode: 'production' })
  atEnd(product.stop)
  await page.goto(await readSetupLink(product))
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Phone number').fill(demoPhones.administrator)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Create the administrator' }).click()
  const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  const picture = page.getByRole('img', { name: /QR code/ })
  await expect(picture).toBeVisible()
  expect(new URL((await readQrCode(picture)) ?? '').searchParams.get('secret')).toBe(secret)
  await page.getByLabel('Code from the app').fill(showCode(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await expectAccessible(page)
  const codes = await page.getByRole('list', { name: 'Your recovery codes' }).locator('code').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await logOut(page)

  await page.goto(`${product.url}/login`)
  await page.getByLabel('Phone number').fill(demoPhones.administrator)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
})
