import type { BrowserContext, Page } from '@playwright/test'
import { demoPassword, demoPhones, type DemoPerson } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const cookieName = '__Host-openhour'

async function logInByPage(page: Page, who: DemoPerson): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Phone number').fill(demoPhones[who])
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/\/(my|admin|mentor)/)
  await expect(page.getByRole('button', { name: /Profile menu of/ })).toBeVisible()
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Profile menu of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

const keptCookie = async (context: BrowserContext) => (await context.cookies()).find(({ name }) => name === cookieName)
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>)

for (const host of ['127.0.0.1', 'localhost']) {
  test.describe(`on ${host}`, () => {
    test.use({ baseURL: (process.env.PRODUCT_URL ?? '').replace('127.0.0.1', host) })

    test('a login applies to every tab, and its token is useless in another browser', async ({ page, context, browser, baseURL }) => {
      await logInByPage(page, 'client')
      expect(await keptCookie(context)).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/', domain: host })
      expect(await page.evaluate(() => document.cookie)).toBe('')
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const tab = await context.newPage()
      await tab.goto('/my/sign-in')
      await expect(tab.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()

      const copied = await stored(page)
      const thief = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
      await thief.addInitScript(entries => {
        if (sessionStorage.getItem('copied')) return
        sessionStorage.setItem('copied', 'yes')
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      }, copied)
      await thief.goto('/my/my-profile')
      await expect(thief.getByText('Your login came without its cookie.')).toBeVisible()
      await expect(thief).toHaveURL(/\/$/)
      expect(await stored(thief)).not.toHaveProperty('token')
      const answer = await fetch(`${baseURL}/api/my-session`, { headers: { authorization: `Bearer ${copied.token}` } })
      expect(answer.status).toBe(401)
      await thief.context().close()

      await tab.reload()
      await expect(tab.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
    })
  })
}

test('logging out in one tab removes the cookie, and the next login sets a new one', async ({ page, context }) => {
  const tab = await context.newPage()
  await logInByPage(page, 'client')
  const first = await keptCookie(context)
  await tab.goto('/my/sign-in')
  await expect(tab.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
  await logOut(page)
  await expect(page).toHaveURL(/\/$/)
  await expect(tab.getByRole('link', { name: 'Join' })).toBeVisible()
  expect(await context.cookies()).toEqual([])

  await logInByPage(page, 'frontDesk')
  expect((await keptCookie(context))?.value).not.toBe(first?.value)
  await tab.goto('/admin/schedules')
  await expect(tab.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible()
})

test('a link of a message, and a login that ran out, lead to the page after logging in', async ({ page, allowConsole, baseURL }) => {
  allowConsole(/401/)
  const logInHere = async () => {
    await page.getByLabel('Phone number').fill(demoPhones.client)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  const notice = page.getByRole('main').getByText('Please log in to see the page that you opened.')
  await page.goto('/my/waiting')
  await expect(page).toHaveURL(/\/$/)
  await expect(notice).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await logInHere()
  await expect(page).toHaveURL(url => url.pathname === '/my/waiting')

  // The server forgets the login; the browser does not know.
  const headers = {
    authorization: `Bearer ${(await stored(page)).token}`,
    cookie: `${cookieName}=${(await keptCookie(page.context()))?.value}`,
  }
  expect((await fetch(`${baseURL}/api/logout`, { method: 'POST', headers })).status).toBe(200)
  await page.goto('/my/data')
  await expect(notice).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await logInHere()
  await expect(page).toHaveURL(url => url.pathname === '/my/data')
})

test('explains that cookies are required when the browser rejects them', async ({ page, context, allowConsole }) => {
  allowConsole(/401/)
  await context.route('**/api/login', async route => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const answer = await fetch(route.request().url(), { method: 'POST', headers, body: route.request().postData() })
    expect(answer.headers.has('set-cookie')).toBe(true)
    await route.fulfill({ status: answer.status, contentType: 'application/json', body: await answer.text() })
  })
  await page.goto('/login')
  await page.getByLabel('Phone number').fill(demoPhones.client)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Please allow cookies for this site, then log in again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
})
