import type { Page } from '@playwright/test'
import { send } from '../support/client.ts'
import { keepLogin } from '../support/people.ts'
import { bookForClient, planRunningSession, startOfToday } from '../support/running-session.ts'
import { expect, expectAccessible, rareOnPhones, test } from '../support/test.ts'

const visitOf = (page: Page, name: RegExp) => page.getByRole('listitem').filter({ has: page.getByText(name) })

test('a mentor sees the day, checks a client in, and undoes it', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { id, mentor, starts } = await planRunningSession(url)
  // The next hour, for which check-in is open; it cannot be done yet.
  await bookForClient(url, id, starts[1]!)
  await keepLogin(page, mentor)
  await page.goto('/mentor')
  await expect(page.getByRole('heading', { level: 1, name: 'Mentor Dashboard' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: /^Today, / })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Your time off' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/mentor/appointment/${id}`)
  await expect(page.getByText('1 client')).toBeVisible()
  const visit = visitOf(page, /^Contender/)
  await expect(visit.getByRole('button', { name: /Took place/ })).toHaveCount(0)
  await expect(visit.getByText('Nothing was written in advance.')).toBeVisible()
  await visit.getByRole('button', { name: /^Earlier appointments/ }).click()
  await expect(visit.getByText(/has not been here before/)).toBeVisible()
  await expectAccessible(page)
  await visit.getByRole('button', { name: /^Check in/ }).click()
  await expect(visit.getByText('Arrived', { exact: true })).toBeVisible()
  await visit.getByRole('button', { name: /^Undo/ }).click()
  await expect(visit.getByText('Booked', { exact: true })).toBeVisible()
})

const minute = 60_000

/**
 * A session of today with times of ten minutes: one client has the time that runs, another the next one. Both begin
 * today: late in the evening they take five minutes, and the day's last minute is too late.
 */
async function planDay(url: string) {
  const midnight = startOfToday()
  const now = Math.floor(Date.now() / minute) * minute
  const end = midnight + 24 * 60 * minute
  const slot_minutes = end - now > 21 * minute ? 10 : 5
  const latest = end - (slot_minutes + 1) * minute
  const begin = Math.max(midnight, Math.min(now - minute, latest))
  const [first, second, last] = [0, 1, 3].map(slots => new Date(begin + slots * slot_minutes * minute).toISOString()) as [
    string,
    string,
    string,
  ]
  const session = await planRunningSession(url, { starts_at: first, ends_at: last, slot_minutes })
  return { ...session, running: await bookForClient(url, session.id, first), next: await bookForClient(url, session.id, second) }
}

test('a mentor’s day tells what runs and what follows, with every action in words', async ({ page, baseURL }, { project }) => {
  const { mentor, running, next } = await planDay(baseURL ?? '')
  await keepLogin(page, mentor)
  await page.goto('/mentor')
  const runs = page.locator(`#day-${running.booked.id}`)
  await expect(page.getByRole('heading', { level: 3, name: 'Now', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Later', exact: true })).toBeVisible()
  await expect(runs.getByText(/^Started \d+ min ago$/)).toBeVisible()
  await expect(page.locator(`#day-${next.booked.id}`).getByText('Booked', { exact: true })).toBeVisible()
  // Free times are one line.
  const free = page.getByText(/^\d free times?: \d\d:\d\d–/)
  await expect(free).toHaveCount(1)
  await expect(page.getByText(/seats? free/)).toHaveCount(1)
  for (const action of ['Check in', 'Took place', 'Did not come'])
    await expect(runs.getByRole('button', { name: action })).toHaveText(new RegExp(action))
  const open = runs.getByRole('link', { name: /^Open session/ })
  if (project.name === 'phone')
    for (const control of [...(await runs.getByRole('button').all()), open])
      expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page, '', { dark: true })
  await runs.getByRole('button', { name: /^Check in/ }).click()
  await expect(runs.getByText('Just arrived')).toBeVisible()
  const undo = runs.getByRole('button', { name: /^Undo/ })
  if (project.name === 'phone') expect((await undo.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await undo.click()
  await expect(runs.getByText(/^Started/)).toBeVisible()
  await open.click()
  await expect(page.getByRole('heading', { level: 2, name: 'Who is coming' })).toBeVisible()
})

test('a check-in at the desk is shown to the mentor at once', rareOnPhones, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { mentor, running } = await planDay(url)
  await keepLogin(page, mentor)
  const listens = page.waitForResponse(answer => answer.url().endsWith('/api/mentor-day/live'))
  await page.goto('/mentor')
  expect((await listens).status()).toBe(200)
  const entry = page.locator(`#day-${running.booked.id}`)
  await expect(entry.getByText('Booked', { exact: true })).toBeVisible()
  const path = `/api/appointments/${running.booked.id}/status`
  expect((await send(url, 'POST', path, { token: running.staff, body: { status: 'arrived' } })).status).toBe(200)
  // Sooner than the page reads the day by itself.
  await expect(entry.getByText('Arrived', { exact: true })).toBeVisible()
})

test('a mentor works through the day by keyboard alone', async ({ page, baseURL }) => {
  const { mentor, running, next } = await planDay(baseURL ?? '')
  await keepLogin(page, mentor)
  await page.goto('/mentor')
  const runs = page.locator(`#day-${running.booked.id}`)
  await expect(runs).toBeVisible()
  await page.keyboard.press('j')
  await expect(runs.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('c')
  await expect(runs.getByText('Just arrived')).toBeVisible()
  await page.keyboard.press('u')
  await expect(runs.getByText(/^Started/)).toBeVisible()
  await page.keyboard.press('d')
  await expect(runs.getByText('Took place', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(`#day-${next.booked.id}`).locator(':focus')).toHaveCount(1)
})

test('a mentor looks at the own week, and opens a session from it', async ({ page, baseURL }, { project }) => {
  const { id, mentor } = await planDay(baseURL ?? '')
  const other = await planDay(baseURL ?? '')
  await keepLogin(page, mentor)
  await page.goto('/mentor')
  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await expect(page).toHaveURL(/view=week/)
  await expect(page.getByRole('heading', { level: 2, name: /^Week / })).toBeVisible()
  if (project.name === 'phone')
    await expect(page.getByRole('navigation', { name: 'Most used' }).locator('[aria-current]')).toHaveText(['Week'])
  // One that goes past midnight has a part on each day.
  const sessions = page.locator(`[data-session="${id}"]`)
  await expect(sessions.first()).toBeVisible()
  await expect(page.locator(`[data-session="${other.id}"]`)).toHaveCount(0)
  await expectAccessible(page, '', { dark: true })
  await page.getByRole('button', { name: 'Week after' }).click()
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/)
  await expect(sessions).toHaveCount(0)
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(sessions.first()).toBeVisible()
  if (project.name === 'phone') await sessions.first().click()
  else {
    await sessions.first().focus()
    await page.keyboard.press('Enter')
  }
  await expect(page).toHaveURL(new RegExp(`/mentor/appointment/${id}`))
})

test('the public mentor page links the next free time to booking', rareOnPhones, async ({ page }) => {
  await page.goto('/mentors')
  await expect(page.getByText(/^\d+ mentors$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('What would you like help with?').selectOption({ index: 1 })
  await expect(page).toHaveURL(/support_type=/)
  const free = page.getByRole('listitem').filter({ hasText: 'Next free:' }).first()
  await free.getByRole('link', { name: /^Book with/ }).click()
  await expect(page).toHaveURL(/mentor=.*date=\d{4}-\d\d-\d\d|date=.*mentor=/)
  await expect(page.getByRole('button', { name: /seats? left/ }).first()).toBeVisible()
})
