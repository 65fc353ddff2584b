import { agreements, joinInline, signInAsNewClient } from '../support/booking.ts'
import { send } from '../support/client.ts'
import { ownNumber } from '../support/own-number.ts'
import { logIn } from '../support/people.ts'
import { dayAhead, planningOffer, planSession } from '../support/schedules.ts'
import { shownDate } from '../support/shown-date.ts'
import { expect, expectAccessible, test } from '../support/test.ts'
import { bookOut } from '../support/waiting.ts'

test('a client joins the waiting list, is offered a freed seat, and accepts it', async ({ page, baseURL }, { project }) => {
  const url = baseURL ?? ''
  const date = dayAhead(project.name === 'phone' ? 75 : 74)
  const { token } = await logIn(url, 'administrator')
  // Whatever the hour is at which this runs.
  await send(url, 'PUT', '/api/settings', { token, body: { quiet_from: '00:00', quiet_until: '00:00' } })
  const { supportType, cancel } = await bookOut(url, date)

  await page.goto(`/?support_type=${supportType.id}&date=${date}&interpreter=yes`)
  const day = page.getByRole('region').filter({ hasText: /Every time on .+ is taken\./ })
  await day.getByRole('button', { name: 'Join the waiting list' }).click()
  const dialog = page.getByRole('dialog')
  const who = dialog.getByRole('textbox')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await who.first().fill('07911')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(who.first()).toHaveValue('07911')
  await joinInline(page, { phone: `07911 ${100_000 + ownNumber()}`, name: 'Wren Waiting' })
  await expect(dialog.getByLabel('From')).toHaveValue(shownDate(date))
  await expect(dialog.getByLabel('I need an interpreter')).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByRole('dialog', { name: 'You are on the waiting list' })).toContainText('You are first on the list.')

  expect((await cancel()).status).toBe(200)
  await page.getByRole('link', { name: 'See your waiting list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A time is free for you' })).toBeVisible()
  await expect(page.getByText(/^Kept for you until \d\d:\d\d, in /)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('What would you like to talk about?').fill('A first step')
  for (const box of await agreements(page).all()) await box.check()
  // What was said when joining counts.
  await expect(page.getByLabel('I need an interpreter')).toBeChecked()
  await page.getByLabel('Language of the interpreter').selectOption('Ukrainian')
  await page.getByRole('button', { name: 'Accept this time' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible()
  await expect(page.getByText('A first step')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Ukrainian')
})

test('a client waits for a mentor who speaks their language while others are free', async ({ page, baseURL }, { project }) => {
  const url = baseURL ?? ''
  const date = dayAhead(project.name === 'phone' ? 79 : 78)
  await planSession(url, date)
  const { supportType } = await planningOffer(url)
  await signInAsNewClient(page, url)
  await page.goto(`/?support_type=${supportType.id}&language=cy&wait=${date}`)
  const dialog = page.getByRole('dialog', { name: 'Join the waiting list' })
  await expect(dialog.getByLabel('Only in Welsh')).toBeChecked()
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  await page.getByRole('link', { name: 'See your waiting list' }).click()
  await expect(page.getByRole('main')).toContainText('Any mentor · Any place · Welsh')
})

test('a client leaves the waiting list, and the focus goes to what the page says', async ({ page, baseURL }, { project }) => {
  const url = baseURL ?? ''
  const date = dayAhead(project.name === 'phone' ? 77 : 76)
  const { supportType } = await bookOut(url, date)
  const token = await signInAsNewClient(page, url)
  const body = { support_type_id: supportType.id, from_date: date, to_date: date }
  const { status, body: entry } = await send(url, 'POST', '/api/waiting-list', { token, body })
  expect(status).toBe(201)
  await page.goto(`/my/waiting/${entry.id}`)
  await page.getByRole('button', { name: 'Leave the waiting list' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Stay on the list' })).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the waiting list' }).click()
  await expect(page.getByText('You left the waiting list.').first()).toBeFocused()
})
