import type { Page } from '@playwright/test'
import { publishedVersions, registerClient, send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { logIn } from '../../support/people.ts'
import { dayAhead, planningOffer, planSession } from '../../support/schedules.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

// Each test works on the end of the same list.
test.describe.configure({ mode: 'serial' })

interface Requested {
  id: string
  schedule_id: string
  token: string
}

/** Three clients request the three hours of a session far ahead, where approval is needed. */
async function requestAll(url: string, date: string): Promise<Requested[]> {
  const { token } = await planningOffer(url)
  const { body } = await send(url, 'GET', '/api/schedules/create', { token })
  const { support_types, mentors } = body as unknown as {
    support_types: { id: string; needs_approval: boolean }[]
    mentors: { id: string; support_type_ids: string[] }[]
  }
  const type = support_types.find(({ needs_approval }) => needs_approval)!
  const mentor = mentors.find(({ support_type_ids }) => support_type_ids.includes(type.id))!
  const id = await planSession(url, date, { support_type_id: type.id, mentor_ids: [mentor.id] })
  const versions = await publishedVersions(url)
  const { body: list } = await send(url, 'GET', `/api/appointments?schedule_id=${id}`, { token })
  const times = (list as unknown as { slots: { starts_at: string }[] }).slots
  const requests: Requested[] = []
  for (const { starts_at } of times) {
    const client = await registerClient(url, ownNumber(), versions)
    const request = { schedule_id: id, starts_at, accepted_version_ids: versions }
    const { status, body: made } = await send(url, 'POST', '/api/appointments', { token: client, body: request })
    expect(status).toBe(201)
    requests.push({ id: made.id!, schedule_id: id, token: client })
  }
  return requests
}

/** Opens the page of the list that ends with the newest requests. */
async function openLast(page: Page, url: string): Promise<void> {
  const { token } = await logIn(url, 'administrator')
  const { body } = await send(url, 'GET', '/api/dashboard/pending', { token })
  const { meta } = body as unknown as { meta: { last_page: number } }
  await page.goto(`/admin/lists/pending?page=${meta.last_page}`)
  await expect(page.getByRole('list', { name: 'Waiting for approval' })).toBeVisible()
}

const statusOf = async (url: string, { id, token }: Requested) => {
  const { body } = await send(url, 'GET', `/api/appointments/${id}`, { token })
  return (body as unknown as { appointment: { status: string } }).appointment.status
}

test('staff select requests with Shift, decline them with one reason, and approve the rest by keyboard', async ({
  page,
  signIn,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const requests = await requestAll(url, dayAhead(735))
  await signIn('administrator')
  await openLast(page, url)
  const ticks = page.getByRole('list', { name: 'Waiting for approval' }).getByRole('checkbox')
  const bar = page.getByRole('group', { name: 'With the selected requests' })
  await ticks.nth(-2).check()
  await ticks.last().click({ modifiers: ['Shift'] })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await page.setViewportSize({ width: 768, height: 1024 })
  const days = await page.locator('main time > span').all()
  for (const day of days) expect((await day.boundingBox())!.height).toBeLessThan(30)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Decline 2 requests' }).click()
  const decline = page.getByRole('dialog', { name: 'Decline the selected requests?' })
  await expect(decline.getByText('Gets a text message.')).toHaveCount(2)
  await decline.getByRole('button', { name: 'Decline 2 requests' }).click()
  await expect(decline.getByText('Please give a reason.')).toBeVisible()
  await decline.getByLabel('Reason').fill('The mentor is on leave that week.')
  await expectAccessible(page)
  await decline.getByRole('button', { name: 'Decline 2 requests' }).click()
  await expect(page.getByText('2 requests declined.')).toBeVisible()
  await expect(decline).toHaveCount(0)
  await expect(bar).toHaveCount(0)
  expect(await Promise.all(requests.map(request => statusOf(url, request)))).toEqual(['pending', 'cancelled', 'cancelled'])

  await openLast(page, url)
  await ticks.last().focus()
  await page.keyboard.press('Space')
  await expect(bar.getByText('1 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Approve 1 request' }).press('Enter')
  const approve = page.getByRole('dialog', { name: 'Approve the selected requests?' })
  await approve.getByRole('button', { name: 'Approve 1 request' }).press('Enter')
  await expect(page.getByText('1 request approved.')).toBeVisible()
  expect(await statusOf(url, requests[0]!)).toBe('booked')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Undone.')).toBeVisible()
  expect(await statusOf(url, requests[0]!)).toBe('pending')

  // The row that is answered leaves the list: the focus stays there.
  const rows = page.getByRole('list', { name: 'Waiting for approval' })
  await openLast(page, url)
  await rows
    .getByRole('button', { name: /^Approve/ })
    .last()
    .press('Enter')
  await expect.poll(() => statusOf(url, requests[0]!)).toBe('booked')
  await expect(page.locator('main :focus')).toHaveCount(1)
})

test(
  'a request that the client withdrew in the meantime stays, and the others are approved',
  variant,
  async ({ page, signIn, baseURL }) => {
    const url = baseURL ?? ''
    const [, withdrawn, last] = await requestAll(url, dayAhead(736))
    await signIn('administrator')
    await openLast(page, url)
    const ticks = page.getByRole('list', { name: 'Waiting for approval' }).getByRole('checkbox')
    await ticks.nth(-2).focus()
    await page.keyboard.press('Space')
    await ticks.last().focus()
    await page.keyboard.press('Shift+Space')
    await page.getByRole('button', { name: 'Approve 2 requests' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve the selected requests?' })
    await expect(dialog.getByRole('button', { name: 'Approve 2 requests' })).toBeVisible()
    expect((await send(url, 'POST', `/api/appointments/${withdrawn!.id}/cancel`, { token: withdrawn!.token })).status).toBe(200)
    await dialog.getByRole('button', { name: 'Approve 2 requests' }).click()
    await expect(dialog.getByText('1 entry changed in the meantime and stays as it is.')).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)
    expect(await statusOf(url, last!)).toBe('booked')
  },
)

test(
  'a typed reason stays when another desk decides first, and declines no approved client',
  variant,
  async ({ page, signIn, baseURL, allowConsole }) => {
    const url = baseURL ?? ''
    const [first, second] = await requestAll(url, dayAhead(737))
    const { token } = await logIn(url, 'administrator')
    const decide = async ({ id }: Requested, body: object) =>
      expect((await send(url, 'POST', `/api/appointments/${id}/status`, { token, body })).status).toBe(200)
    await page.clock.install()
    await signIn('administrator')
    allowConsole(/409/)
    const dialog = page.getByRole('dialog', { name: 'Decline' })
    for (const [request, decision, shown] of [
      [first!, { status: 'booked' }, 'booked'],
      [second!, { status: 'cancelled', reason: 'Full' }, 'cancelled'],
    ] as const) {
      await page.goto(`/admin/schedules/${request.schedule_id}/appointments/${request.id}`)
      await page.getByRole('button', { name: /^Decline/ }).click()
      await expect(dialog).toContainText('you can undo this')
      await dialog.getByLabel('Reason').fill('The mentor is ill')
      await decide(request, decision)
      const read = page.waitForResponse(`**/api/appointments/${request.id}/edit`)
      await page.clock.fastForward(120_000)
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await read
      await expect(
        page
          .locator('#content')
          .getByText(shown === 'booked' ? 'Booked' : 'Cancelled', { exact: true })
          .first(),
      ).toBeVisible()
      await dialog.getByRole('button', { name: 'Decline' }).click()
      await expect(dialog.getByRole('alert')).toContainText('has changed')
      await dialog.getByRole('button', { name: 'Decline' }).click()
      await expect(dialog.getByRole('alert')).toContainText('has changed')
      await expect(dialog.getByLabel('Reason')).toHaveValue('The mentor is ill')
      expect(await statusOf(url, request)).toBe(shown)
      await dialog.getByRole('button', { name: 'Go back' }).click()
    }
  },
)
