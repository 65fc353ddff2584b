import type { Page } from '@playwright/test'
import { chooseFreeTime, signInAsNewClient } from '../support/booking.ts'
import { publishedVersions, send } from '../support/client.ts'
import { bookLastHour, dayAhead, planSession } from '../support/schedules.ts'
import { expect, prepareRoutes, test, variant } from '../support/test.ts'

// Each way to change an appointment, made through the page; the next page shows the new state without a reload.

/** A new client with one appointment, on the page of their profile. */
async function openBooked(page: Page, url: string) {
  const token = await signInAsNewClient(page, url)
  const { time } = await chooseFreeTime(url)
  const accepted_version_ids = await publishedVersions(url)
  const { status, body } = await send(url, 'POST', '/api/appointments', { token, body: { ...time, accepted_version_ids } })
  expect(status).toBe(201)
  await page.goto('/my/my-profile')
  return { id: body.id!, startsAt: new Date(time.starts_at).getTime() }
}

const shownTimes = async (page: Page) =>
  Promise.all(
    (await page.getByRole('main').locator('time').all()).map(async time => Date.parse((await time.getAttribute('datetime')) ?? '')),
  )

/** Chooses another day and time for the appointment that is open, by the page; answers when it starts now. */
async function moveByPage(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Move your appointment' })).toBeVisible()
  await page
    .getByRole('gridcell', { name: /seats? free$/ })
    .last()
    .click()
  await page
    .getByRole('button', { name: /seats? left, with / })
    .last()
    .click()
  // A time with several mentors stays open for the choice of one.
  const move = page.getByRole('button', { name: 'Move the appointment' })
  const goOn = page.getByRole('button', { name: 'Continue', exact: true })
  await expect(move.or(goOn)).toBeVisible()
  if (await goOn.isVisible()) await goOn.click()
  await expect(move).toBeVisible()
  const chosen = new URL(page.url()).searchParams.get('time') ?? ''
  return Date.parse(chosen.replace(/Z$/, ':00Z'))
}

test('after a move the confirmation never shows the old time as the current one, and neither does any page after it', async ({
  page,
  baseURL,
}) => {
  await prepareRoutes(page)
  const { id, startsAt } = await openBooked(page, baseURL ?? '')
  await page.getByRole('link', { name: /^Details of / }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible()
  await expect.poll(() => shownTimes(page)).toContain(startsAt)
  const movedTo = await moveByPage(page)
  expect(movedTo).not.toBe(startsAt)

  // Reading the appointment again takes as long as it likes: what the move itself answered is enough.
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route(`**/api/appointments/${id}`, async route => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Move the appointment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment has moved' })).toBeVisible()
  const before = page
    .getByRole('main')
    .getByText(/^Moved from/)
    .locator('time')
  expect(Date.parse((await before.getAttribute('datetime')) ?? '')).toBe(startsAt)
  expect(await shownTimes(page)).toEqual([movedTo, startsAt])
  release()
  await expect.poll(() => shownTimes(page)).toEqual([movedTo, startsAt])

  await page.getByRole('link', { name: 'Move or cancel' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Moved by you' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first().locator('time')).toHaveAttribute(
    'datetime',
    new RegExp(new Date(movedTo).toISOString().slice(0, 16)),
  )
  await page.getByRole('link', { name: 'All your appointments' }).click()
  await expect(page.getByRole('link', { name: /^Details of / })).toHaveCount(1)
  expect(await shownTimes(page)).toContain(movedTo)
  expect(await shownTimes(page)).not.toContain(startsAt)
})

test('after cancelling, every page says cancelled', async ({ page, baseURL }) => {
  await openBooked(page, baseURL ?? '')
  await page.getByRole('link', { name: /^Details of / }).click()
  // The profile's own cards have a badge and a button of the same names.
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByText('This appointment is cancelled and your seat is free again.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'All your appointments' }).click()
  await expect(page.getByRole('heading', { name: 'No appointments booked' })).toBeVisible()
})

test('after staff move an appointment, both sessions list the current clients', variant, async ({ page, baseURL, signIn }, { project }) => {
  const url = baseURL ?? ''
  const days = project.name === 'phone' ? 332 : 330
  const [day, other] = [dayAhead(days), dayAhead(days + 1)]
  const from = await planSession(url, day)
  const to = await planSession(url, other)
  await bookLastHour(url, from, day)
  await signIn('administrator')
  await page.goto(`/admin/schedules/${to}/appointments`)
  await expect(page.getByRole('link', { name: /^Book the free seat at/ })).toHaveCount(3)
  await page.goto(`/admin/schedules/${from}/appointments`)
  await page.getByRole('link', { name: /^Contender/ }).click()
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await page.getByLabel(/^From this day on/).fill(other)
  await page.getByLabel('Session').selectOption(to)
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: /10:00/ }) })
    .click()
  await page.getByLabel(/^Reason/).fill('It suits better')
  await page.getByRole('button', { name: 'Move the appointment' }).click()
  await expect(page.getByText('Reason: It suits better')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: /^Book the free seat at/ })).toHaveCount(3)
  await expect(page.getByRole('link', { name: /^Contender/ })).toHaveCount(0)
})
