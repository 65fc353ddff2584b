import type { Page } from '@playwright/test'
import { bookedClient, chooseFreeTime } from '../support/booking.ts'
import { send, type FreeTime } from '../support/client.ts'
import { expect, expectAccessible, test, variant } from '../support/test.ts'

const move = (url: string, token: string, id: string, to: FreeTime) =>
  send(url, 'POST', `/api/appointments/${id}/move`, { token, body: to })
const cancelButton = (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true })

test('cancels by keyboard alone, with the policy displayed', async ({ page, baseURL }) => {
  await bookedClient(page, baseURL ?? '')
  await page.goto('/my')
  await expect(page).toHaveURL(/\/my\/my-profile$/)
  await expect(page.getByText('How do I begin?')).toBeVisible()
  await expectAccessible(page)
  await cancelButton(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  await expect(dialog.getByText(/You can cancel online until \d\d:\d\d( \(.+ your time\))? on \w+ \d+ \w+/)).toBeVisible()
  await expect(dialog.getByLabel(/Would you like to tell us why/)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(cancelButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel(/Would you like to tell us why/).fill('I found work.')
  await dialog.getByRole('button', { name: 'Cancel the appointment' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This appointment is cancelled and your seat is free again.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Book again with / })).toHaveAttribute('href', /\/\?support_type=.+&mentor=.+/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No appointments booked' })).toBeVisible()
  await expect(page.getByText('You cancelled this one. Reason: I found work.')).toBeVisible()
  await expectAccessible(page)
})

test('a reason for cancelling is not dropped without asking', async ({ page, baseURL }) => {
  const { id } = await bookedClient(page, baseURL ?? '')
  await page.goto(`/my/appointments/${id}`)
  await cancelButton(page).click()
  const reason = page.getByRole('dialog', { name: 'Cancel this appointment?' }).getByLabel(/Would you like to tell us why/)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await reason.fill('I found work.')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(reason).toBeFocused()
  await expect(reason).toHaveValue('I found work.')
  await page.mouse.click(5, 5)
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cancelButton(page)).toBeFocused()
})

test('an appointment that has changed is shown again before it is cancelled', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/409/)
  const url = baseURL ?? ''
  const { token, id } = await bookedClient(page, url)
  const { time: other } = await chooseFreeTime(url)
  await page.goto(`/my/appointments/${id}`)
  await cancelButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  const before = await dialog.getByRole('time').textContent()
  expect((await move(url, token, id, other)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(dialog.getByText('This appointment has changed since you opened it.')).toBeVisible()
  await expect(dialog.getByRole('time')).not.toHaveText(before ?? '')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByText('This appointment is cancelled and your seat is free again.')).toBeVisible()
})

for (const where of ['the list', 'its page'])
  test(
    `an appointment that has changed does not stay at its old time on ${where} when it is kept`,
    variant,
    async ({ page, baseURL, allowConsole }) => {
      allowConsole(/409/)
      const url = baseURL ?? ''
      const { token, id } = await bookedClient(page, url)
      const { time: other } = await chooseFreeTime(url)
      await page.goto(where === 'the list' ? '/my/my-profile' : `/my/appointments/${id}`)
      await cancelButton(page).click()
      const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
      expect((await move(url, token, id, other)).status).toBe(200)
      await dialog.getByRole('button', { name: 'Cancel the appointment' }).click()
      await expect(dialog.getByText('This appointment has changed since you opened it.')).toBeVisible()
      const now = (await dialog.getByRole('time').textContent()) ?? ''
      await dialog.getByRole('button', { name: 'Keep it' }).click()
      await expect(page.getByRole('main').getByRole('time').first()).toHaveText(now)
    },
  )

test('a moved appointment keeps its reference and shows the change', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { token, id } = await bookedClient(page, url)
  await page.goto('/my/my-profile')
  const reference = (await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent()) ?? ''
  await page.getByRole('link', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Move your appointment' })).toBeVisible()
  const { time: other } = await chooseFreeTime(url)
  expect((await move(url, token, id, other)).status).toBe(200)
  await page.goto('/my/my-profile')
  await page.getByRole('link', { name: /^Details of / }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeFocused()
  await expect(page.getByText(reference)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Moved by you' })).toContainText(/From .+ to .+/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ics$/)
  await expectAccessible(page)
})

test('an unavailable action shows the reason', async ({ page, baseURL }) => {
  await bookedClient(page, baseURL ?? '')
  const why = 'Appointments can be changed online until 12 hours before the start. Please contact us.'
  await page.route('**/api/my-profile?*', async route => {
    const response = await route.fetch()
    const profile = (await response.json()) as { appointments: { data: { can: Record<string, unknown> }[] } }
    for (const { can } of profile.appointments.data)
      Object.assign(can, { move: { code: 'too_late', message: why }, cancel: { code: 'too_late', message: why } })
    await route.fulfill({ response, json: profile })
  })
  await page.goto('/my/my-profile')
  await expect(cancelButton(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await expect(page.getByText(why)).toBeVisible()
  await expectAccessible(page)
})

test("another client's appointment does not exist", async ({ page, signIn, allowConsole }) => {
  allowConsole(/404/)
  await signIn('client')
  await page.goto('/my/appointments/01900000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1, name: '404 Not Found' })).toBeVisible()
})
