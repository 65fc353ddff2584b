import type { Page, Request } from '@playwright/test'
import { send } from '../../support/client.ts'
import { keepLogin } from '../../support/people.ts'
import { registerMentor } from '../../support/running-session.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

const minute = 60_000

const isUnattended = (request: Request) => request.headers()['openhour-unattended'] === 'true'
const asks = (path: string) => (request: Request) => new URL(request.url()).pathname === path
/** Sets the page's clock ahead minute by minute, until something has happened: the page sets its timers when it is ready. */
const waitUntil = (page: Page, happened: () => Promise<boolean>) =>
  expect(async () => {
    await page.clock.fastForward(minute)
    expect(await happened()).toBe(true)
  }).toPass({ intervals: [50] })
const warning = { name: 'Are you still there?' }

test('an open dashboard keeps no session from ending, warns before, and is empty afterwards', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/401/)
  const url = baseURL ?? ''
  const mentor = await registerMentor(url)
  await page.clock.install()
  await keepLogin(page, mentor)
  await page.goto('/mentor')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const dialog = page.getByRole('dialog', warning)

  await test.step('what the page reads by itself is no use of the session', async () => {
    const refetches: boolean[] = []
    page.on('request', request => void (asks('/api/mentor-schedule')(request) && refetches.push(isUnattended(request))))
    await waitUntil(page, async () => refetches.includes(true))
  })

  await test.step('the warning by keyboard', async () => {
    await page.clock.fastForward(50 * minute)
    await expect(dialog).toHaveCount(0)
    await waitUntil(page, () => dialog.isVisible())
    await expect(dialog.getByRole('button', { name: 'Stay logged in' })).toBeFocused()
    await expect(dialog).toContainText(/You will be logged out at \d/)
    await expectAccessible(page, '', { dark: true })
    // No way of the pointer takes the dialog away.
    await page.mouse.move(200, 200)
    await page.mouse.move(300, 300)
    await page.clock.fastForward(minute / 2)
    await expect(dialog).toBeVisible()
    const use = page.waitForRequest(asks('/api/my-session'))
    await page.keyboard.press('Enter')
    expect(isUnattended(await use)).toBe(false)
    await expect(dialog).toHaveCount(0)
  })

  await test.step('reading and typing is use, without a word', async () => {
    await page.clock.fastForward(10 * minute)
    await page.mouse.move(400, 400)
    await page.clock.runFor(minute / 2)
    // The page has said so itself, unless it read something anyway.
    await expect.poll(() => page.evaluate(() => Date.now() - Number(localStorage.getItem('lastUse')))).toBeLessThan(2 * minute)
    await page.clock.fastForward(50 * minute)
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the session ends in the browser too', async () => {
    await page.clock.fastForward(7 * minute)
    await expect(dialog).toBeVisible()
    expect((await send(url, 'POST', '/api/logout', { token: mentor.token })).status).toBe(200)
    await page.clock.fastForward(4 * minute)
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText('You have been logged out. Please log in again to continue.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await page.evaluate(() => Object.keys(localStorage).filter(key => key !== 'theme'))).toEqual([])
  })
})

test('without a connection too, an unattended page is empty after its hour', async ({ page, context, baseURL, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await page.clock.install()
  await keepLogin(page, await registerMentor(baseURL ?? ''))
  await page.goto('/mentor')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const dialog = page.getByRole('dialog', warning)
  await waitUntil(page, () => dialog.isVisible())
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(dialog.getByRole('alert')).toContainText('We couldn’t reach the server')
  await page.clock.fastForward(10 * minute)
  await expect(page.getByText('You have been logged out. Please log in again to continue.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Mentor' })).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('another tab that is used keeps the session, and takes the warning away', async ({ page, baseURL }) => {
  await page.clock.install()
  await keepLogin(page, await registerMentor(baseURL ?? ''))
  await page.goto('/mentor')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await waitUntil(page, () => page.getByRole('dialog', warning).isVisible())
  const now = await page.evaluate(() => Date.now())
  const other = await page.context().newPage()
  await other.clock.install({ time: now })
  await other.goto('/mentor')
  // The use counts once the server has answered.
  await expect.poll(() => other.evaluate(() => Number(localStorage.getItem('lastUse')))).toBeGreaterThanOrEqual(now)
  await page.clock.fastForward(minute / 2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
