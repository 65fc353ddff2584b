import type { Page } from '@playwright/test'
import { signInAsNewClient } from '../support/booking.ts'
import { send } from '../support/client.ts'
import { ownNumber } from '../support/own-number.ts'
import { demoPassword } from '../support/people.ts'
import { expect, expectAccessible, prepareRoutes, test, variant } from '../support/test.ts'

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** A small green PNG. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEUYdWSt2OfgAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoA4AAABIAAF7pRHIAAAAAElFTkSuQmCC',
  'base64',
)

/** A new client's own profile, open for editing. */
async function openProfile(page: Page, url: string): Promise<string> {
  const token = await signInAsNewClient(page, url)
  await page.goto('/my/my-profile')
  // Nothing to accept stands above the appointments before there is one.
  await expect(page.getByRole('main').getByRole('heading').nth(1)).toHaveText('Upcoming')
  await expect(page.getByText('Read “Session agreement”', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Edit your profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit your profile' })).toBeFocused()
  return token
}

/** The same client's ways to sign in. */
async function openSignIn(page: Page, url: string): Promise<string> {
  const token = await signInAsNewClient(page, url)
  await page.goto('/my/my-profile')
  await page.getByRole('link', { name: 'Sign-in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in and devices' })).toBeFocused()
  return token
}

test('saves name, e-mail and time zone, and updates the menu', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/422/)
  await openProfile(page, baseURL ?? '')
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Zoë Ångström')
  await page.getByLabel(/^E-mail/).fill('zoë@b.c')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.click()
  await zone.fill('kathm')
  await expect(page.getByRole('listbox', { name: 'Time zones' }).getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(zone).toHaveValue('Asia / Kathmandu')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This must be an e-mail address.')).toBeVisible()
  await expect(page.getByLabel(/^E-mail/)).toBeFocused()
  await page.getByLabel(/^E-mail/).fill('zoe@example.org')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Profile menu of Zoë Ångström' })).toBeVisible()
  await page.getByRole('link', { name: 'Appointments', exact: true }).click()
  await expect(page.getByText('zoe@example.org')).toBeVisible()
  await expect(page.getByText('Kathmandu time')).toBeVisible()
})

test('a save whose answer was lost is not called unsaved on the next try', variant, async ({ page, baseURL, allowConsole }) => {
  allowConsole(/ERR_FAILED|409/)
  await prepareRoutes(page)
  await openProfile(page, baseURL ?? '')
  let isLost = true
  await page.route('**/api/my-profile', async route => {
    if (route.request().method() !== 'PUT' || !isLost) return route.continue()
    isLost = false
    await route.fetch()
    await route.abort()
  })
  await page.getByLabel('Your name').fill('Lou Lost')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/couldn’t reach the server/)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile saved.')).toBeVisible()
  await expect(page.getByText('This has changed since you opened it.')).toHaveCount(0)
  await page.getByLabel('Your name').fill('Lou Last')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Profile menu of Lou Last' })).toBeVisible()
})

test('no language is saved before the question whether to leave unsaved changes', variant, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const token = await openProfile(page, url)
  const localeNow = async () =>
    ((await send(url, 'GET', '/api/my-session', { token })).body as unknown as { user: { locale: string } }).user.locale
  await page.getByLabel('Your name').fill('Typed Here')
  const languages = page.getByRole('contentinfo').getByLabel('Language')
  await languages.selectOption('de')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(languages).toHaveValue('en')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile saved.')).toBeVisible()
  expect(await localeNow()).toBe('en')
  await page.getByLabel('Your name').fill('Typed Again')
  await languages.selectOption('de')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.locator('html[lang="de"]')).toBeAttached()
  await expect(page.getByLabel('Ihr Name')).toHaveValue('Typed Here')
  expect(await localeNow()).toBe('de')
})

test('a change from another device is not overwritten, and the form is kept', variant, async ({ page, baseURL, allowConsole }) => {
  allowConsole(/409/)
  const token = await openProfile(page, baseURL ?? '')
  expect((await send(baseURL ?? '', 'PUT', '/api/my-profile', { token, body: { email: 'other@example.org' } })).status).toBe(200)
  await page.getByLabel('Your name').fill('Typed Here')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This has changed since you opened it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show the latest version' }).click()
  await expect(page.getByLabel(/^E-mail/)).toHaveValue('other@example.org')
  await page.getByLabel('Your name').fill('Typed Again')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile saved.')).toBeVisible()
})

test('previews, saves and removes a photo, and refuses another kind of file', variant, async ({ page, baseURL, allowConsole }) => {
  allowConsole(/422/)
  await openProfile(page, baseURL ?? '')
  const photo = section(page, 'Photo')
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    photo.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await choose('letter.txt', 'text/plain', Buffer.from('Dear'))
  await expect(photo.getByText('This file is not an image.')).toBeVisible()
  await choose('broken.png', 'image/png', Buffer.from('not a picture'))
  await photo.getByRole('button', { name: 'Use this photo' }).click()
  await expect(photo.getByText('That file could not be read as an image.')).toBeVisible()
  await choose('me.png', 'image/png', picture)
  await expect(photo.getByText('How it will look')).toBeVisible()
  await photo.getByRole('button', { name: 'Use this photo' }).click()
  await expect(page.getByText('Photo saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Profile menu/ }).locator('img')).toBeVisible()
  await expectAccessible(page)
  await photo.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Photo removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Profile menu/ }).locator('img')).toHaveCount(0)
})

test('a new phone number counts once its code is entered', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/422/)
  await openSignIn(page, baseURL ?? '')
  const phone = section(page, 'Phone number')
  const before = await phone.getByText(/^You log in with/).textContent()
  await phone.getByRole('button', { name: 'Change the number' }).click()
  await expect(phone.getByLabel('New phone number')).toBeFocused()
  await phone.getByLabel('New phone number').fill(`07911 ${100_000 + ownNumber()}`)
  await page.keyboard.press('Enter')
  await expect(phone.getByText(/Calendar links you have created stop working/)).toBeVisible()
  const code = /\d{6}/.exec((await phone.getByText(/Your code is \d{6}/).textContent()) ?? '')?.[0] ?? ''
  await phone.getByLabel('Code from the message').fill(code === '111111' ? '222222' : '111111')
  await page.keyboard.press('Enter')
  await expect(phone.getByText('The code is not correct or has expired.')).toBeVisible()
  await expect(phone.getByText(before ?? '')).toBeVisible()
  await expectAccessible(page)
  await phone.getByLabel('Code from the message').fill(code)
  await phone.getByRole('button', { name: 'Confirm the new number' }).click()
  await expect(page.getByText(/^Your new number is \+44/)).toBeVisible()
  await expect(phone.getByText(before ?? '')).toHaveCount(0)
})

for (const isOffline of [false, true])
  test(
    `a new number whose answer was lost is not called a wrong code${isOffline ? ' on the next try' : ''}`,
    variant,
    async ({ page, baseURL, allowConsole }) => {
      allowConsole(/ERR_FAILED|422/)
      await prepareRoutes(page)
      await openSignIn(page, baseURL ?? '')
      const phone = section(page, 'Phone number')
      await phone.getByRole('button', { name: 'Change the number' }).click()
      await phone.getByLabel('New phone number').fill(`07911 ${100_000 + ownNumber()}`)
      await page.keyboard.press('Enter')
      const code = /\d{6}/.exec((await phone.getByText(/Your code is \d{6}/).textContent()) ?? '')?.[0] ?? ''
      let isLost = true
      await page.route(/\/api\/my-profile/, async route => {
        const isConfirming = route.request().url().endsWith('/phone/confirm')
        if (!isLost || (!isConfirming && !isOffline)) return route.continue()
        if (isConfirming) await route.fetch()
        await route.abort()
      })
      await phone.getByLabel('Code from the message').fill(code)
      const confirm = phone.getByRole('button', { name: 'Confirm the new number' })
      await confirm.click()
      if (isOffline) {
        await expect(phone.getByText(/couldn’t reach the server/)).toBeVisible()
        isLost = false
        await confirm.click()
      }
      await expect(page.getByText(/^Your new number is \+44/)).toBeVisible()
      await expect(phone.getByText(/^You log in with/)).toContainText('+44')
    },
  )

test('a password is set and changed, and ends the other sessions', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/422/)
  const token = await openSignIn(page, baseURL ?? '')
  // A change of the profile elsewhere does not concern the password.
  await send(baseURL ?? '', 'PUT', '/api/my-profile', { token, body: { name: 'Changed elsewhere' } })
  const password = section(page, 'Password')
  await password.getByLabel('New password').fill('too short')
  await password.getByRole('button', { name: 'Set a password' }).click()
  await expect(password.getByText('A password needs at least 15 characters; this one has 9.')).toBeVisible()
  await password.getByLabel('New password').fill('seven quiet herons at dawn')
  await password.getByRole('button', { name: 'Set a password' }).click()
  await expect(page.getByText('Password saved. All other devices are logged out.')).toBeVisible()
  await password.getByLabel('Current password').fill('seven loud herons')
  await password.getByLabel('New password').fill('nine quiet herons at dusk')
  await password.getByRole('button', { name: 'Change the password' }).click()
  await expect(password.getByText('Your current password is not correct.')).toBeVisible()
  await expect(password.getByLabel('Current password')).toBeFocused()
  await expectAccessible(page)
})

test('unsaved changes are guarded, and other devices are logged out one by one', variant, async ({ page, browser, baseURL }) => {
  const url = baseURL ?? ''
  const token = await openProfile(page, url)
  await page.getByLabel('Your name').fill('Not saved')
  await page.getByRole('link', { name: 'Appointments', exact: true }).click()
  const guard = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(guard).toBeVisible()
  await expectAccessible(page)
  await guard.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Your name')).toHaveValue('Not saved')
  await page.getByRole('link', { name: 'Appointments', exact: true }).click()
  await guard.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Appointment' })).toBeVisible()

  const { body } = await send(url, 'GET', '/api/my-session', { token })
  const { phone } = (body as unknown as { user: { phone: string } }).user
  const joined = (await send(url, 'POST', '/api/join', { body: { phone } })).body as unknown as { demo_code: string }
  const elsewhere = await (await browser.newContext()).request.post(`${url}/api/confirm`, { data: { phone, code: joined.demo_code } })
  expect(elsewhere.ok()).toBe(true)
  await page.goto('/my/sign-in')
  const list = section(page, 'Where you are logged in')
  await expect(list.getByText('This device')).toHaveCount(1)
  await list.getByRole('button', { name: /^Log out (?!everywhere)/ }).click()
  await expect(list.getByText('You are logged in only here.')).toBeVisible()
})

test("a client cannot open another client's profile", async ({ page, signIn }) => {
  await signIn('client')
  await page.goto('/my/my-profile/01900000-0000-7000-8000-000000000000/edit')
  await expect(page.getByRole('heading', { level: 1, name: '404 Not Found' })).toBeVisible()
})

test('a client is offered no API token', async ({ page, baseURL }) => {
  await openSignIn(page, baseURL ?? '')
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Access tokens' })).toHaveCount(0)
})

test('creates an API token, shows it once, and revokes it', variant, async ({ page, baseURL, signIn, allowConsole }) => {
  allowConsole(/422/)
  await signIn('frontDesk')
  await page.goto('/my/sign-in')
  const tokens = section(page, 'Access tokens')
  await tokens.getByRole('button', { name: 'Create token' }).click()
  await expect(tokens.getByLabel('What is it for?')).toBeFocused()
  await tokens.getByLabel('What is it for?').fill('Wall calendar')
  await tokens.getByLabel('Confirm your password').fill('not the right one')
  await expectAccessible(page)
  await tokens.getByRole('button', { name: 'Create token' }).click()
  await expect(tokens.getByText('This is not your current password.')).toBeVisible()
  await tokens.getByLabel('Confirm your password').fill(demoPassword)
  await tokens.getByRole('button', { name: 'Create token' }).click()
  await expect(tokens.getByText('Copy it now')).toBeVisible()
  await expectAccessible(page)
  const token = (await tokens.locator('code').textContent()) ?? ''
  expect((await send(baseURL ?? '', 'GET', '/api/my-session', { token })).status).toBe(200)
  await page.reload()
  await expect(tokens.getByText('Wall calendar')).toBeVisible()
  await expect(tokens.getByText('Read only · Last used')).toBeVisible()
  await expect(page.getByText(token)).toHaveCount(0)
  await tokens.getByRole('button', { name: 'Revoke Wall calendar' }).click()
  await expect(page.getByText('Wall calendar has been revoked.')).toBeVisible()
  await expect(tokens.getByText('Read only')).toHaveCount(0)
  expect((await send(baseURL ?? '', 'GET', '/api/my-session', { token })).status).toBe(401)
})
