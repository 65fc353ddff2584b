import type { Page } from '@playwright/test'
import { send } from '../../support/client.ts'
import { bookLastHour, clockChange, dayAhead, planningOffer, planSession } from '../../support/schedules.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

// Every test plans on days of its own.
const dayFor = (days: number) => dayAhead(80 + days)

const weeksFrom = (date: string, weeks: number): string => new Date(Date.parse(date) + weeks * 604_800_000).toISOString().slice(0, 10)

async function fillTimes(page: Page, date: string, start: string, end: string): Promise<void> {
  await page.getByLabel('Date', { exact: true }).fill(date)
  await page.getByLabel('Start', { exact: true }).fill(start)
  await page.getByLabel('End', { exact: true }).fill(end)
}

test('a series is checked date by date, saved at once, and found again', async ({ page, signIn, baseURL }) => {
  const { supportType, place, mentors } = await planningOffer(baseURL ?? '')
  const first = dayFor(0)
  await signIn('administrator')
  await page.goto('/admin/schedules')
  await page.getByRole('link', { name: 'New schedule' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New schedule' })).toBeFocused()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Please choose a date.')).toBeVisible()
  await expect(page.getByText('Choose at least one mentor.')).toBeVisible()
  await page.getByLabel('Support type').selectOption(supportType.name)
  await page.getByLabel('Place').selectOption(place.name)
  await fillTimes(page, first, '09:00', '12:00')
  await page.getByRole('checkbox', { name: mentors[0].name }).check()
  await page.getByRole('checkbox', { name: mentors[1].name }).check()
  await page.getByRole('button', { name: `Move ${mentors[1].name} up` }).click()
  await page.getByLabel('Repeats').selectOption('weekly')
  await page.getByLabel('Number of sessions').fill('2')
  await expect(page.getByText(/^Every week on \w+, 2 times in all\.$/)).toBeVisible()
  await expect(page.getByText('All mentors are free on every date.')).toBeVisible()
  await expect(page.getByRole('list', { name: '2 sessions' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish 2 sessions' }).click()
  await expect(page.getByText('2 sessions published.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/admin/schedules\\?from=${first}&shown=`))
  const shown = page.locator('[aria-current="true"]', { hasText: place.name })
  await expect(shown).toContainText('Free')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/admin/schedules?from=${first}&to=${first}`)
  await expect(page.getByText('1 schedule', { exact: true })).toBeVisible()
  await expect(page.getByText(`${mentors[1].name}, ${mentors[0].name}`)).toBeAttached()
  await expectAccessible(page)
})

test('shows conflicts before anything is saved', async ({ page, signIn, baseURL }) => {
  const day = dayFor(2)
  const { mentors, place } = await planningOffer(baseURL ?? '')
  await planSession(baseURL ?? '', day)
  await signIn('administrator')
  await page.goto('/admin/schedule-create')
  await page.getByLabel('Place').selectOption(place.name)
  // Typed as people write them; a date that cannot be read stops the form and stays as it is.
  await page.getByLabel('Start', { exact: true }).fill('930')
  await page.getByLabel('Date', { exact: true }).fill('31 Feb')
  await expect(page.getByLabel('Start', { exact: true })).toHaveValue('09:30')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText(/^Please write a date like/)).toBeVisible()
  await expect(page.getByLabel('Date', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('31 Feb')
  await fillTimes(page, day, '11:00', '13:00')
  await page.getByRole('checkbox', { name: mentors[0].name }).check()
  await expect(page.getByText(new RegExp(`${mentors[0].name} already has a session, .*12:00`))).toBeVisible()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Clashes on 1 of the dates. The preview shows why.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByLabel('Start', { exact: true }).fill('12:00')
  await expect(page.getByText('All mentors are free on every date.')).toBeVisible()
})

test('a skipped local time offers the nearest times, a repeated one asks which is meant', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/schedule-create')
  await fillTimes(page, clockChange(3), '01:30', '04:00')
  await expect(page.getByText('The clocks in London time skip 01:30 on this day.')).toBeVisible()
  await expect(page.getByRole('button', { name: '00:59' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '02:00' }).click()
  await expect(page.getByLabel('Start', { exact: true })).toHaveValue('02:00')
  await fillTimes(page, clockChange(10), '01:30', '04:00')
  const second = page.getByRole('button', { name: /^The second 01:30/ })
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
})

/** The preview is of what the form says now. */
const expectChecked = (page: Page) => expect(page.getByRole('region', { name: 'Preview' }).locator('[aria-busy="true"]')).toHaveCount(0)

/** Sundays at half past one in London from this date on, of a new series. */
async function fillSundays(page: Page, url: string, first: string, count: string): Promise<void> {
  const { place, mentors } = await planningOffer(url)
  await page.goto('/admin/schedule-create')
  await page.getByLabel('Place').selectOption(place.name)
  await fillTimes(page, first, '01:30', '04:00')
  await page.getByRole('checkbox', { name: mentors[0].name }).check()
  await page.getByLabel('Repeats').selectOption('weekly')
  await page.getByLabel('Number of sessions').fill(count)
}

test('a series over a clock change is planned without the date that has no such time', variant, async ({ page, signIn, baseURL }) => {
  const change = clockChange(3)
  const [first, last] = [weeksFrom(change, -1), weeksFrom(change, 1)]
  const day = `Sunday ${Number(change.slice(8))} March`
  await signIn('administrator')
  await fillSundays(page, baseURL ?? '', first, '3')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('The clocks skip 01:30 on this date.')).toBeVisible()
  await expect(preview.getByText(/^1 date can’t be planned as it is/)).toBeVisible()
  await expect(preview.getByRole('button', { name: `Start at 02:00: ${day}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save 3 drafts' }).click()
  await expect(page.getByText('1 date can’t be planned yet. Please decide in the preview.')).toBeVisible()

  const leaveOut = preview.getByRole('button', { name: `Leave this date out: ${day}` })
  const putBack = preview.getByRole('button', { name: `Put it back: ${day}` })
  await leaveOut.focus()
  await page.keyboard.press('Enter')
  await expect(putBack).toBeFocused()
  await expect(page.getByText('1 date can’t be planned yet. Please decide in the preview.')).toHaveCount(0)
  await expect(preview.getByText('Plans 2, leaves out 1.')).toBeVisible()
  await expect(preview.getByText('All mentors are free on every date.')).toBeVisible()
  await expectChecked(page)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(leaveOut).toBeVisible()
  await leaveOut.click()

  // It stays while the number of sessions is typed, and where the series has the date again.
  await page.getByLabel('Number of sessions').fill('1')
  await expect(preview.getByText('1 session', { exact: true })).toBeVisible()
  await page.getByLabel('Number of sessions').fill('3')
  await expect(putBack).toBeVisible()
  await expect(preview.getByText('2 sessions', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save 2 drafts' }).click()
  await expect(page.getByText('2 drafts saved.')).toBeVisible()
  await page.goto(`/admin/schedules?from=${first}&to=${last}`)
  await expect(page.getByText('2 schedules', { exact: true })).toBeVisible()
  await page.goto(`/admin/schedules?from=${change}&to=${change}`)
  await expect(page.getByText('2 schedules', { exact: true })).toHaveCount(0)
})

test(
  'a series over a clock change takes the second of a time that comes twice, on that date alone',
  variant,
  async ({ page, signIn, baseURL }) => {
    const url = baseURL ?? ''
    const change = clockChange(10)
    const [first, last] = [weeksFrom(change, -1), weeksFrom(change, 1)]
    const day = `Sunday ${Number(change.slice(8))} October`
    await signIn('administrator')
    await fillSundays(page, url, first, '3')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('button', { name: `Use the first 01:30: ${day}` }).click()
    const undo = preview.getByRole('button', { name: `Undo the start: ${day}` })
    await expect(undo).toBeFocused()
    await undo.click()
    await preview.getByRole('button', { name: `Use the second 01:30: ${day}` }).click()
    await expect(preview.getByText('Starts at the second 01:30, after the clocks go back.')).toBeVisible()
    await expect(preview.getByText('All mentors are free on every date.')).toBeVisible()
    await expectChecked(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save 3 drafts' }).click()
    await expect(page.getByText('3 drafts saved.')).toBeVisible()
    const { token } = await planningOffer(url)
    const { body } = await send(url, 'GET', `/api/schedules?from=${first}&to=${last}`, { token })
    const { data } = body as unknown as { data: { starts_at: string }[] }
    expect(data.map(({ starts_at }) => starts_at)).toEqual([`${first}T00:30:00Z`, `${change}T01:30:00Z`, `${last}T01:30:00Z`])
  },
)

test('all dates on which a mentor is busy are left out with one button', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { place, mentors } = await planningOffer(url)
  for (const days of [41, 43]) await planSession(url, dayFor(days))
  await signIn('administrator')
  await page.goto('/admin/schedule-create')
  await page.getByLabel('Place').selectOption(place.name)
  await fillTimes(page, dayFor(40), '09:00', '12:00')
  await page.getByRole('checkbox', { name: mentors[0].name }).check()
  await page.getByLabel('Repeats').selectOption('daily')
  await page.getByLabel('Number of sessions').fill('5')
  await page.getByRole('button', { name: 'Leave out these 2 dates' }).click()
  await page.getByRole('button', { name: 'Put the 2 dates back' }).click()
  await page.getByRole('button', { name: 'Leave out these 2 dates' }).click()
  await expect(page.getByText('All mentors are free on every date.')).toBeVisible()
  await page.getByRole('button', { name: 'Save 3 drafts' }).click()
  await expect(page.getByText('3 drafts saved.')).toBeVisible()
})

test('refuses a change that would strand a client and names the client; a stale change keeps what was typed', async ({
  page,
  signIn,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/409/)
  const url = baseURL ?? ''
  const day = dayFor(4)
  const id = await planSession(url, day)
  await bookLastHour(url, id, day)
  await signIn('administrator')
  await page.goto(`/admin/schedule/${id}/edit`)
  await expect(page.getByRole('region', { name: 'Booked clients' }).getByText(/Contender/)).toBeVisible()
  await page.getByLabel('End', { exact: true }).fill('11:00')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert').getByText(/these clients are booked at times that would be removed/)).toBeVisible()
  await expect(page.getByRole('alert').getByText(/11:00 Contender/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('End', { exact: true }).fill('12:00')
  const { token } = await planningOffer(url)
  expect(
    (await send(url, 'PUT', `/api/schedules/${id}`, { token, body: { break_minutes: 0, note: 'Theirs', seats_per_slot: 2 } })).status,
  ).toBe(200)
  await page.getByLabel(/Note for clients/).fill('Mine')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByText(/^Your changes are kept/)).toBeVisible()
  await expect(page.getByLabel('Seats per slot')).toHaveValue('2')
  await expect(page.getByLabel(/Note for clients/)).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The schedule is saved.')).toBeVisible()
})

test('warns of too little time to travel, on the page of a session and before it is copied', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const day = dayFor(8)
  const { token } = await planningOffer(url)
  const name = `Travel annexe ${Date.now()}`
  const body = { name, address: '1 Back Lane', kind: 'in_person', time_zone: 'Europe/London' }
  const { body: annexe } = await send(url, 'POST', '/api/places', { token, body })
  await send(url, 'PUT', '/api/settings', { token, body: { travel_minutes: 30 } })
  await planSession(url, day, { place_id: annexe.id! })
  const id = await planSession(url, day, { starts_at: `${day}T13:00`, ends_at: `${day}T15:00` })
  await signIn('administrator')
  await page.goto(`/admin/schedule/${id}/edit`)
  const warning = page.getByText(`has only 10 minutes to get here from ${name}, 09:00–12:00.`)
  await page.getByLabel('Start', { exact: true }).fill('12:10')
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Start', { exact: true }).fill('12:30')
  await expect(warning).toHaveCount(0)
  await page.getByLabel('Start', { exact: true }).fill('12:10')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The schedule is saved.')).toBeVisible()

  await page.goto(`/admin/schedules?from=${day}&to=${day}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('group', { name: 'With the selected sessions' }).getByRole('button', { name: 'Copy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy sessions' })
  await expect(dialog.getByText(/^To .* · .* has only 10 minutes to get here from/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy 2 sessions as drafts' })).toBeVisible()
  await send(url, 'PUT', '/api/settings', { token, body: { travel_minutes: 0 } })
})

test('publishes a draft and cancels a session, with Undo: all booked clients are told', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const day = dayFor(6)
  const id = await planSession(url, day, { status: 'draft' })
  await signIn('administrator')
  await page.goto(`/admin/schedule/${id}/edit`)
  await expect(page.getByText('This is a draft. Only staff can see it.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('This is a draft. Only staff can see it.')).toHaveCount(0)
  await bookLastHour(url, id, day)
  await page.reload()
  const opener = page.getByRole('button', { name: 'Cancel the session' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cancel this session?' })
  await expect(dialog.getByText(/^We’ll cancel the appointments of 1 client/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel and tell 1 client' }).click()
  await expect(dialog.getByText('Please give a reason. We’ll send it to the clients.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('The heating is broken.')
  await dialog.getByRole('button', { name: 'Cancel and tell 1 client' }).click()
  await expect(page.getByText('Session cancelled. We’re letting 1 client know.')).toBeVisible()
  await expect(page.getByText('This session is cancelled and can’t be changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
  await opener.click()
  await expect(dialog.getByText(/^We’ll cancel the appointments of 1 client/)).toBeVisible()
  await dialog.getByLabel('Reason').fill('The heating is broken.')
  await dialog.getByRole('button', { name: 'Cancel and tell 1 client' }).click()
  await expect(page.getByText('This session is cancelled and can’t be changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a read-only user sees no actions', variant, async ({ page, signIn }) => {
  await signIn('frontDesk')
  await page.goto('/admin/schedules')
  await expect(page.getByText(/^\d+ schedules$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'New schedule' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  await page.goto('/admin/schedule-create')
  await expect(page.getByRole('heading', { level: 1, name: '401 Unauthorized' })).toBeVisible()
})
