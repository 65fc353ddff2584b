import type { Page } from '@playwright/test'
import { send } from '../../support/client.ts'
import { bookLastHour, dayAhead, planningOffer, planSession } from '../../support/schedules.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

// Every test plans on days of its own, from nine to twelve.
const dayFor = (days: number) => dayAhead(700 + days)

/** Opens the list of these days. */
async function openList(page: Page, from: string, to: string): Promise<void> {
  await page.goto(`/admin/schedules?from=${from}&to=${to}`)
  await expect(page.getByRole('table', { name: 'Schedules by day' })).toBeVisible()
}

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link', { name: /^Edit/ }) })
const bar = (page: Page) => page.getByRole('group', { name: 'With the selected sessions' })

test('publishes the drafts among the selected sessions with Undo, and says why others stay', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const days = [0, 1, 2].map(dayFor)
  for (const date of days) await planSession(url, date, { status: date === days[1] ? 'published' : 'draft' })
  await signIn('administrator')
  await openList(page, days[0]!, days[2]!)
  const ticks = rowsOf(page).getByRole('checkbox')
  await ticks.first().check()
  await ticks.last().click({ modifiers: ['Shift'] })
  await expect(bar(page).getByText('3 selected')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Publish 2 drafts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish drafts' })
  await expect(dialog.getByText('It is published already.')).toBeVisible()
  await expect(dialog.getByText('1 session stays as it is.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Publish 2 sessions' }).click()
  await expect(page.getByText('2 sessions published.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  await expect(page.locator('#schedule-list')).toBeFocused()
  await expect(rowsOf(page).getByText('Draft')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page).getByText('Draft')).toHaveCount(2)
})

test('gives free sessions another mentor and leaves a booked one, and then cancels with one reason', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const [first, second] = [dayFor(10), dayFor(11)]
  const { mentors } = await planningOffer(url)
  const free = await planSession(url, first)
  const booked = await planSession(url, second)
  await bookLastHour(url, booked, second)
  await signIn('administrator')
  await openList(page, first, second)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page).getByRole('button', { name: 'Change mentor' }).click()
  const change = page.getByRole('dialog', { name: 'Change mentor' })
  await change.getByLabel('New mentor').selectOption({ label: mentors[1].name })
  await expect(change.getByText(/^Contender.* is booked\. Reassign the appointment first\.$/)).toBeVisible()
  await expect(change.getByText('No messages are sent: sessions with bookings stay as they are.')).toBeVisible()
  await expectAccessible(page)
  await change.getByRole('button', { name: 'Change 1 session' }).click()
  await expect(page.getByText('1 session changed.')).toBeVisible()
  await expect(rowsOf(page).first()).toContainText(mentors[1].name)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page).getByRole('button', { name: 'Cancel sessions' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel the selected sessions?' })
  await expect(cancel.getByText(/^1 client: Contender/)).toBeVisible()
  await expect(
    cancel.getByText(/^We’ll cancel the appointments of 1 client and send your reason\. 2 mentors get a message too\.$/),
  ).toBeVisible()
  await cancel.getByRole('button', { name: 'Cancel 2 sessions and tell the clients' }).click()
  await expect(cancel.getByText('Please give a reason. We’ll send it to the clients.')).toBeVisible()
  await cancel.getByLabel('Reason').fill('The building closes.')
  await expectAccessible(page)
  await cancel.getByRole('button', { name: 'Cancel 2 sessions and tell the clients' }).click()
  await expect(page.getByText('2 sessions cancelled. We’re letting 1 client know.')).toBeVisible()
  await expect(rowsOf(page).getByText('Cancelled')).toHaveCount(2)
  // The form of a session knows without a reload.
  await rowsOf(page).first().getByRole('link', { name: /^Edit/ }).click()
  await expect(page.getByText('This session is cancelled and can’t be changed.')).toBeVisible()
  expect(page.url()).toContain(free)
})

test('copies sessions by some days, but not onto a mentor who is busy then', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const [first, second, third] = [dayFor(20), dayFor(21), dayFor(24)]
  await planSession(url, first)
  await planSession(url, second)
  await planSession(url, third)
  await signIn('administrator')
  await openList(page, first, second)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page).getByRole('button', { name: 'Copy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy sessions' })
  await dialog.getByLabel('Days later').fill('0')
  await expect(dialog.getByRole('button', { name: /as draft/ })).toHaveCount(0)
  await dialog.getByLabel('Days later').fill('3')
  await expect(dialog.getByText(/already has a session, 09:00–12:00$/)).toBeVisible()
  await expect(dialog.getByText('1 session stays as it is.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy as draft' }).click()
  await expect(page.getByText('1 draft saved.')).toBeVisible()
  await page.getByLabel('From').fill(dayFor(23))
  await page.getByLabel('To', { exact: true }).fill(dayFor(23))
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page).getByText('Draft')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page).getByText('Cancelled')).toBeVisible()
})

test(
  'moves sessions to another place, and goes on after another planner changed one',
  variant,
  async ({ page, signIn, baseURL, allowConsole }) => {
    allowConsole(/409/)
    const url = baseURL ?? ''
    const days = [dayFor(30), dayFor(31)]
    const ids = [await planSession(url, days[0]!), await planSession(url, days[1]!)]
    const { token, place } = await planningOffer(url)
    const name = `Yard annexe ${Date.now()}`
    await send(url, 'POST', '/api/places', { token, body: { name, address: '1 Back Lane', kind: 'in_person', time_zone: 'Europe/London' } })
    await signIn('administrator')
    await openList(page, days[0]!, days[1]!)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await bar(page).getByRole('button', { name: 'Change place' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change place' })
    await dialog.getByLabel('New place').selectOption({ label: place.name })
    await expect(dialog.getByText('It is at this place already.')).toHaveCount(2)
    await dialog.getByLabel('New place').selectOption({ label: name })
    const save = dialog.getByRole('button', { name: 'Change 2 sessions' })
    await expect(save).toBeVisible()
    await send(url, 'PUT', `/api/schedules/${ids[1]}`, { token, body: { note: 'Theirs' } })
    await save.click()
    await dialog.getByRole('button', { name: 'Change 1 session' }).click()
    await expect(page.getByText('1 session changed.')).toBeVisible()
    await expect(rowsOf(page).first()).toContainText(name)
    await expect(rowsOf(page).last()).not.toContainText(name)
  },
)
