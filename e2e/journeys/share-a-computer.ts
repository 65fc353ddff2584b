import type { Page } from '@playwright/test'
import { agreements, chooseFreeTime, confirmPhone, signInAsNewClient } from '../support/booking.ts'
import { send } from '../support/client.ts'
import { ownNumber } from '../support/own-number.ts'
import { expect, prepareRoutes, test, variant } from '../support/test.ts'

// Two people, one tab: the second must not find what the first typed, ticked or was shown.

const privateWords = 'Private words of the first person'

/** The first person's draft: private words, and every contract ticked. */
async function writeDraft(page: Page, url: string): Promise<string> {
  const { address } = await chooseFreeTime(url)
  await signInAsNewClient(page, url)
  await page.goto(address('details'))
  await page.getByLabel(/What would you like to talk about/).fill(privateWords)
  for (const box of await agreements(page).all()) await box.check()
  return address('details')
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Profile menu of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
}

const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

/** The second person registers in the same tab, by the page, and comes to the same step. */
async function joinAsNext(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByLabel('Phone number')).toHaveValue('')
  await confirmPhone(page, `+447911${100_000 + ownNumber()}`)
  await expect(page.getByRole('heading', { name: 'Good to know' })).toBeVisible()
}

async function expectNothingLeft(page: Page): Promise<void> {
  expect(await stored(page)).not.toContain(privateWords)
  expect(await stored(page)).not.toContain('token')
}

async function expectEmptyForm(page: Page): Promise<void> {
  await expect(page.getByLabel(/What would you like to talk about/)).toHaveValue('')
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
  await expect(page.getByText(privateWords)).toHaveCount(0)
}

test('the next person in a tab does not find a draft or a ticked contract after a logout and a reload', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const address = await writeDraft(page, url)
  await page.reload()
  await expect(page.getByLabel(/What would you like to talk about/)).toHaveValue(privateWords)
  await logOut(page)
  await expectNothingLeft(page)
  await page.reload()
  await expectNothingLeft(page)
  await joinAsNext(page, address)
  await expectEmptyForm(page)
})

test('a logout without a connection removes the drafts too', variant, async ({ page, baseURL, allowConsole }) => {
  allowConsole(/ERR_FAILED|net::/)
  const url = baseURL ?? ''
  await prepareRoutes(page)
  const address = await writeDraft(page, url)
  await page.route('**/api/logout', route => route.abort())
  await logOut(page)
  await expect(page).toHaveURL(`${url}/`)
  await expectNothingLeft(page)
  await page.reload()
  await joinAsNext(page, address)
  await expectEmptyForm(page)
})

test('a session ended elsewhere clears the form of the open page', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/401/)
  const url = baseURL ?? ''
  const address = await writeDraft(page, url)
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  expect((await send(url, 'POST', '/api/logout', { token })).status).toBe(200)
  await page.getByRole('button', { name: 'Book this appointment' }).click()
  await expect(page.getByText('You have been logged out')).toBeVisible()
  await expectNothingLeft(page)
  await joinAsNext(page, address)
  await expectEmptyForm(page)
})

test('an unreadable stored login is removed with all drafts', variant, async ({ page, baseURL, allowConsole }) => {
  allowConsole(/401/)
  const url = baseURL ?? ''
  await writeDraft(page, url)
  await page.evaluate(() => localStorage.setItem('user', '{broken'))
  await page.goto('/login')
  await page.getByLabel('Phone number').fill(`+447911${100_000 + ownNumber()}`)
  await page.getByLabel('Password', { exact: true }).fill('not the password of anyone')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expectNothingLeft(page)
})
