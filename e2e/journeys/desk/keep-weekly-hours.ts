import { send } from '../../support/client.ts'
import { dayAhead, planningOffer } from '../../support/schedules.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

test('weekly hours plan their sessions, skip what is in the way, change and end', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { token, supportType, place, mentors } = await planningOffer(url)
  const mentor = mentors[1]
  // Before the hours of the demo, so that no session of its own is there.
  const first = dayAhead(8)
  const away = { mentor_id: mentor.id, starts_at: `${dayAhead(15)}T00:00`, ends_at: `${dayAhead(16)}T00:00` }
  expect((await send(url, 'POST', '/api/time-off', { token, body: away })).status).toBe(201)
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${first}T12:00:00Z`))

  await signIn('administrator')
  await page.goto('/admin/weekly-hours')
  await expect(page.getByRole('heading', { level: 1, name: 'Weekly hours' })).toBeVisible()
  await page.getByRole('button', { name: 'New weekly hours' }).click()
  const dialog = page.getByRole('dialog', { name: 'New weekly hours' })
  await dialog.getByLabel('Place').selectOption(place.name)
  await dialog.getByRole('button', { name: 'Save and plan sessions' }).click()
  await expect(dialog.getByText('Please choose one.')).toBeVisible()
  await dialog.getByLabel('Mentor').selectOption(mentor.name)
  const time = dialog.getByRole('group', { name: 'Time 1' })
  await time.getByLabel('Day').selectOption(weekday)
  await time.getByLabel('Start').fill('05:00')
  await time.getByLabel('End').fill('06:00')
  await time.getByLabel('Support type').selectOption(supportType.name)
  await dialog.getByRole('button', { name: 'Add a time' }).click()
  const second = dialog.getByRole('group', { name: 'Time 2' })
  await second.getByLabel('Day').selectOption(weekday)
  await dialog.getByLabel('From').fill(first)
  await dialog.getByLabel(/^Until/).fill(dayAhead(22))
  await dialog.getByLabel('Minutes per slot').fill('30')
  await dialog.getByRole('button', { name: 'Save and plan sessions' }).click()
  await expect(second.getByText('This time overlaps another one of the same day.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove time 2' }).click()
  await expect(dialog.getByRole('button', { name: 'Add a time' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Save and plan sessions' }).click()
  await expect(page.getByText('2 sessions planned. 1 date skipped.')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: mentor.name }) })
  await expect(card.getByText(`${weekday} 05:00–06:00`)).toBeVisible()
  await expect(card.getByText('2 sessions ahead, no bookings.')).toBeVisible()
  await card.getByText('1 date skipped').click()
  await expect(card.getByText(/, 05:00: the mentor is away$/)).toBeVisible()
  await expectAccessible(page)

  await card.getByRole('button', { name: `Change the weekly hours of ${mentor.name}` }).click()
  const changing = page.getByRole('dialog', { name: `Change the weekly hours of ${mentor.name}` })
  await expect(changing.getByLabel('Minutes per slot')).toHaveValue('30')
  await changing.getByLabel('Start').fill('07:00')
  await changing.getByRole('button', { name: 'Save and plan sessions' }).click()
  await expect(changing.getByText('The end must be after the start.')).toBeVisible()
  await expectAccessible(page)
  await changing.getByLabel('End').fill('08:00')
  await changing.getByRole('button', { name: 'Save and plan sessions' }).click()
  await expect(
    page.getByText('Weekly hours changed. 2 sessions ahead. 2 sessions without bookings replaced or cancelled. 1 date skipped.'),
  ).toBeVisible()
  await expect(card.getByText(`${weekday} 07:00–08:00`)).toBeVisible()

  await card.getByRole('button', { name: `End the weekly hours of ${mentor.name}` }).click()
  const ending = page.getByRole('dialog', { name: `End the weekly hours of ${mentor.name}?` })
  await ending.getByRole('radio', { name: 'Cancel all sessions and tell the clients' }).check()
  await ending.getByRole('button', { name: 'End and cancel all sessions' }).click()
  await expect(ending.getByText('Please give a reason. We send it to the clients.')).toBeVisible()
  await expectAccessible(page)
  await ending.getByRole('radio', { name: 'Cancel sessions without bookings' }).check()
  await ending.getByRole('button', { name: 'End and cancel free sessions' }).click()
  await expect(page.getByText('Weekly hours ended. 2 sessions cancelled.')).toBeVisible()
  await expect(card).toHaveCount(0)
})
