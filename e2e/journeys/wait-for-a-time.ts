import { joinInline } from '../support/booking.ts'
import { freeTimesOf, publishedVersions, registerClient, send } from '../support/client.ts'
import { logIn } from '../support/people.ts'
import { dayAhead, planningOffer, planSession } from '../support/schedules.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const anyNumber = () => 500_000 + Math.floor(Math.random() * 390_000)

/** A session of one hour on that day, booked out by a new client over the API. */
async function bookOut(url: string, date: string) {
  const scheduleId = await planSession(url, date, { ends_at: `${date}T10:00` })
  const { supportType } = await planningOffer(url)
  const versions = await publishedVersions(url)
  const token = await registerClient(url, anyNumber(), versions)
  const time = (await freeTimesOf(url, supportType.id, date)).find(({ schedule_id }) => schedule_id === scheduleId)
  const { status, body } = await send(url, 'POST', '/api/appointments', { token, body: { ...time, accepted_version_ids: versions } })
  expect(status).toBe(201)
  return { supportType, cancel: () => send(url, 'POST', `/api/appointments/${body.id}/cancel`, { token }) }
}

test('somebody waits where it is full, is offered what another gives back, and takes it', async ({ page, baseURL }, { project }) => {
  const url = baseURL ?? ''
  const date = dayAhead(project.name === 'phone' ? 75 : 74)
  const { token } = await logIn(url, 'administrator')
  // Whatever the hour is at which this runs.
  await send(url, 'PUT', '/api/settings', { token, body: { quiet_from: '00:00', quiet_until: '00:00' } })
  const { supportType, cancel } = await bookOut(url, date)

  await page.goto(`/?support_type=${supportType.id}&date=${date}`)
  const day = page.getByRole('region').filter({ hasText: /Every time on .+ is taken\./ })
  await day.getByRole('button', { name: 'Wait for a place' }).click()
  const dialog = page.getByRole('dialog')
  await joinInline(page, { phone: `07911 ${100_000 + anyNumber()}`, name: 'Wren Waiting' })
  await expect(dialog.getByLabel('From')).toHaveValue(date)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Wait for a place' }).click()
  await expect(page.getByRole('dialog', { name: 'You are waiting' })).toContainText('You are the first in line.')

  expect((await cancel()).status).toBe(200)
  await page.getByRole('link', { name: 'See what you wait for' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A place is free for you' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/^Kept for you until \d\d:\d\d, which is in /)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('What would you like to talk about?').fill('A first step')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Take this place' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible()
  await expect(page.getByText('A first step')).toBeVisible()
})

test('staff see who waits, in order, and change it with a reason', async ({ page, signIn, baseURL }, { project }) => {
  const url = baseURL ?? ''
  const date = dayAhead(project.name === 'phone' ? 78 : 77)
  const { supportType } = await bookOut(url, date)
  const body = { support_type_id: supportType.id, from_date: date, to_date: date }
  for (const _ of ['first', 'second']) {
    const token = await registerClient(url, anyNumber(), await publishedVersions(url, 'registration'))
    expect((await send(url, 'POST', '/api/waiting-list', { token, body })).status).toBe(201)
  }
  await signIn('administrator')
  await page.goto(`/admin/waiting-list?support_type=${supportType.id}&date=${date}`)
  const names = page.getByText(/^Contender \d+$/)
  await expect(names).toHaveCount(2)
  const [first = '', second = ''] = await names.allTextContents()
  await expectAccessible(page)

  await page.getByRole('button', { name: `Reorder ${second}` }).click()
  const place = page.getByLabel('New place')
  await place.selectOption(await place.getByRole('option', { name: `before ${first}` }).getAttribute('value'))
  await page.getByRole('button', { name: 'Move in the line' }).click()
  await expect(page.getByText('Say why, it is kept.')).toBeVisible()
  await page.getByLabel('Reason').fill('Has an exam that week')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Move in the line' }).click()
  await expect(names.first()).toHaveText(second)

  await page.getByRole('button', { name: `Remove ${first}` }).click()
  await page.getByLabel('Reason').fill('Rang and asked')
  await page.getByRole('button', { name: 'Take off the list' }).click()
  await expect(names).toHaveCount(1)
})
