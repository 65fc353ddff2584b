import { publishedVersions, registerClient, send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { bookForClient, planRunningSession, registerMentor } from '../../support/running-session.ts'
import { bookLastHour, dayAhead, planningOffer, planSession } from '../../support/schedules.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

/**
 * A day of this test's own, beyond what the demo has planned, and within the weeks in which other times are looked
 * for.
 */
const someDay = () => dayAhead(1200 + Math.floor(Math.random() * 2000))
const at = (date: string, hour: number) => new Date(Date.parse(`${date}T${String(hour).padStart(2, '0')}:00:00Z`))

/** The instant of an hour on London's clock. */
function london(date: string, hour: number): string {
  const utc = at(date, hour)
  const shown = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/London' }).format(utc)
  return new Date(utc.getTime() - (Number(shown) - hour) * 3_600_000).toISOString()
}

test('reassigns all clients of an ill mentor, tells them and prints the list', async ({ page, baseURL, signIn, allowConsole }) => {
  const url = baseURL ?? ''
  const date = someDay()
  const { token } = await planningOffer(url)
  // Their own, for other journeys add time off to the demo's mentors on later days.
  const [ill, free] = [(await registerMentor(url)).user, (await registerMentor(url)).user]
  const scheduleId = await planSession(url, date, { mentor_ids: [ill.id] })
  await bookLastHour(url, scheduleId, date)
  const instead = await planSession(url, date, { mentor_ids: [free.id] })
  await signIn('administrator')

  await page.goto(`/admin/planner?date=${date}&open=${scheduleId}`)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: `${ill.name} is unavailable` })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find other times' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^${ill.name} is unavailable: `) })).toBeVisible()
  const choice = page.getByRole('combobox', { name: /^Replacement for / })
  await expect(choice).toHaveValue(`${instead} ${london(date, 11).replace('.000', '')} ${free.id}`)
  await expect(page.getByText('Proposed')).toBeVisible()
  await expectAccessible(page)

  await test.step('another client takes the proposed seat meanwhile: nothing is changed, and the list is up to date', async () => {
    allowConsole(/409/)
    const versions = await publishedVersions(url)
    const client = await registerClient(url, ownNumber(), versions)
    const body = { schedule_id: instead, starts_at: london(date, 11), accepted_version_ids: versions }
    expect((await send(url, 'POST', '/api/appointments', { token: client, body })).status).toBe(201)
    await page.getByRole('button', { name: 'Confirm and notify the clients' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Something has changed. Nothing was saved')
    await expect(alert).toContainText('the seat has just been taken')
    await expect(choice).not.toHaveValue(new RegExp(london(date, 11).slice(0, 16)))
  })

  await test.step('choose differently, and apply everything at once', async () => {
    await choice.selectOption({ label: `09:00 with ${free.name}` })
    await expect(page.getByText('1 moved, 0 cancelled, 0 unchanged.')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /Add time off for/ })).toBeChecked()
    await page.getByRole('button', { name: 'Confirm and notify the clients' }).press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Changes confirmed' })).toBeFocused()
    await expect(page.getByText('All clients are notified by message. No calls are needed.')).toBeVisible()
    const told = page.getByRole('region', { name: 'Notified by message' })
    await expect(told.getByRole('row').nth(1)).toContainText(`09:00 with ${free.name}`)
    await expect(told.getByRole('row').nth(1)).toContainText('text message')
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print this list' })).toBeHidden()
    await expect(told).toBeVisible()
    await page.emulateMedia({ media: null })
  })

  await test.step('the absence appears in the calendar, blocks planning, and is removed', async () => {
    await page.goto(`/admin/planner?date=${date}`)
    await expect(page.getByRole('group', { name: ill.name, exact: true })).toContainText('Away')
    await expectAccessible(page)
    const again = { starts_at: `${date}T09:30`, ends_at: `${date}T10:30`, mentor_ids: [ill.id] }
    await expect(planSession(url, date, again)).rejects.toThrow('mentor_busy')
    await page.goto(`/admin/absences?mentor=${ill.id}&from=${date}`)
    const remove = page.getByRole('button', { name: new RegExp(`^Remove: ${ill.name}`) })
    await remove.first().click()
    await expect(page.getByText('Time off removed.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No time off ahead' })).toBeVisible()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await remove.first().click()
    await expect(page.getByRole('heading', { name: 'No time off ahead' })).toBeVisible()
    await expectAccessible(page)
  })
  expect((await send(url, 'GET', `/api/time-off?mentor_id=${ill.id}&from=${date}`, { token })).body).toMatchObject({ data: [] })
})

test('keeps the list of clients to phone through a reload and Back, and asks before it is left', async ({ page, baseURL, signIn }) => {
  const url = baseURL ?? ''
  const { id, starts } = await planRunningSession(url)
  // Too soon to rely on a message.
  const { phone } = await bookForClient(url, id, starts[2]!)
  await signIn('administrator')
  await page.goto(`/admin/reassign?schedule_id=${id}`)
  await page.getByRole('combobox', { name: /^Replacement for / }).selectOption({ label: 'Cancel, with an apology' })
  await page.getByRole('button', { name: 'Confirm and notify the clients' }).click()
  const list = page.getByRole('region', { name: 'Please phone' })
  const number = list.locator(`a[href="tel:${phone}"]`)
  await expect(number).toBeVisible()
  await page.reload()
  await expect(number).toBeVisible()
  const leave = page.getByRole('dialog', { name: 'Leave the phone list?' })
  await page.getByRole('link', { name: 'To the schedules' }).click()
  await expect(leave).toContainText('Please phone 1 client.')
  await leave.getByRole('button', { name: 'Stay here' }).click()
  await expect(number).toBeVisible()
  await page.getByRole('link', { name: 'To the schedules' }).click()
  await leave.getByRole('button', { name: 'Leave the list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible()
  await page.goBack()
  await expect(number).toBeVisible()
  await page.getByRole('button', { name: /Profile menu of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(phone)
})

test('reassigns the clients of a day that is closed', variant, async ({ page, baseURL, signIn }) => {
  const url = baseURL ?? ''
  const date = someDay()
  const { place, token } = await planningOffer(url)
  const scheduleId = await planSession(url, date)
  await bookLastHour(url, scheduleId, date)
  await signIn('administrator')
  await page.goto('/admin/absences?view=closed-days')
  await page.getByRole('button', { name: 'Close a day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close a day' })
  await dialog.getByRole('button', { name: 'Close the day' }).click()
  await expect(dialog.getByText('Choose a day.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Which place is closed').selectOption({ label: place.name })
  await dialog.getByLabel('Which day').fill(date)
  await dialog.getByLabel('Reason').fill('Moving house')
  await dialog.getByRole('button', { name: 'Close the day' }).click()
  await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^${place.name} is closed on`) })).toBeVisible()
  await page.getByRole('combobox', { name: /^Replacement for / }).selectOption({ label: 'Cancel, with an apology' })
  await page.getByLabel('Reason for the clients').fill('We are moving house that day.')
  await page.getByRole('button', { name: 'Confirm and notify the clients' }).click()
  await expect(page.getByText('0 moved, 1 cancelled.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('combobox', { name: /^Replacement for / })).toBeVisible()
  await page.getByRole('combobox', { name: /^Replacement for / }).selectOption({ label: 'Cancel, with an apology' })
  await page.getByLabel('Reason for the clients').fill('We are moving house that day.')
  await page.getByRole('button', { name: 'Confirm and notify the clients' }).click()
  await expect(page.getByText('0 moved, 1 cancelled.')).toBeVisible()
  await page.goto(`/admin/planner?by=place&date=${date}`)
  await expect(page.getByRole('group', { name: place.name, exact: true }).getByText('Closed: Moving house', { exact: true })).toBeVisible()

  const { body } = await send(url, 'GET', `/api/closed-days?place_id=${place.id}&from=${date}&to=${date}`, { token })
  const [day] = (body as { data?: { id: string }[] }).data ?? []
  expect((await send(url, 'DELETE', `/api/closed-days/${day?.id}`, { token })).status).toBe(200)
})
