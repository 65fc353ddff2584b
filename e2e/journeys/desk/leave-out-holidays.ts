import { send } from '../../support/client.ts'
import { dayAhead, planningOffer } from '../../support/schedules.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

/**
 * The 18th of a December that no other journey plans, two to three years ahead. A daily series from it meets three
 * bank holidays.
 */
const december = `${Number(dayAhead(760).slice(0, 4))}-12-18`

test('a place names its region, and a series leaves its public holidays out with one click', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { token, mentors } = await planningOffer(url)
  const name = `Holiday house ${Date.now()}`
  const room = { name, kind: 'in_person', address: '1 High Street', time_zone: 'Europe/London' } as const
  const { body: place } = await send(url, 'POST', '/api/places', { token, body: room })
  await signIn('administrator')
  await page.goto(`/admin/places?edit=${place.id}`)
  await expect(page.getByLabel('Region for public holidays')).toHaveCount(0)
  await page.getByLabel('Public holidays of').selectOption('United Kingdom')
  await page.getByLabel('Region for public holidays').selectOption('England')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${name} has been saved.`)).toBeVisible()

  await page.goto('/admin/schedule-create')
  await page.getByLabel('Place').selectOption(name)
  await page.getByLabel('Date', { exact: true }).fill(december)
  await page.getByLabel('Start', { exact: true }).fill('05:00')
  await page.getByLabel('End', { exact: true }).fill('06:00')
  await page.getByRole('checkbox', { name: mentors[1].name }).check()
  await page.getByLabel('Repeats').selectOption('daily')
  await page.getByLabel('Number of sessions').fill('9')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Public holiday: Christmas Day', { exact: true })).toBeVisible()
  await expect(preview.getByText('Public holiday: Boxing Day', { exact: true })).toBeVisible()
  // Holidays are no obstacle.
  await expect(preview.getByText('All mentors are free on every date.')).toBeVisible()
  await expectAccessible(page)
  await preview.getByRole('button', { name: 'Leave out 2 public holidays' }).focus()
  await page.keyboard.press('Enter')
  await expect(preview.getByText('Plans 7, leaves out 2.')).toBeVisible()
  await expect(preview.getByRole('button', { name: /public holiday/ })).toHaveCount(0)
  await expect(preview.getByText('Public holiday: Christmas Day', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await preview.getByRole('button', { name: /^Put it back: .* 26 December/ }).click()
  await expect(preview.getByText('Plans 8, leaves out 1.')).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Leave out 1 public holiday' })).toBeVisible()
  await page.getByRole('button', { name: 'Save 8 drafts' }).click()
  await expect(page.getByText('8 drafts saved.')).toBeVisible()

  const boxingDay = `${december.slice(0, 4)}-12-26`
  await page.goto(`/admin/schedules?from=${boxingDay}&to=${boxingDay}`)
  await expect(page.getByRole('rowheader', { name: /26 December.* Boxing Day$/ })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/admin/planner?date=${boxingDay}&place=${place.id}`)
  await expect(page.getByText('Boxing Day', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/admin/planner?view=month&date=${boxingDay}&place=${place.id}`)
  await expect(page.getByRole('link', { name: /26 December.*Boxing Day/ })).toBeVisible()
  await page.goto(`/admin/planner?view=day&date=${boxingDay}&place=${place.id}`)
  await expect(page.getByText('Public holiday: Boxing Day', { exact: true })).toBeVisible()
})

test('a yearly series is described, and ends within ten years', variant, async ({ page, signIn, baseURL }) => {
  const { place, mentors } = await planningOffer(baseURL ?? '')
  await signIn('administrator')
  await page.goto('/admin/schedule-create')
  await page.getByLabel('Place').selectOption(place.name)
  await page.getByLabel('Date', { exact: true }).fill('2028-02-29')
  await page.getByLabel('Start', { exact: true }).fill('05:00')
  await page.getByLabel('End', { exact: true }).fill('06:00')
  await page.getByRole('checkbox', { name: mentors[1].name }).check()
  await page.getByLabel('Repeats').selectOption('Yearly, on the last Tuesday of February')
  await expect(page.getByText('Every year on the last Tuesday of February, 3 times in all.')).toBeVisible()
  await page.getByLabel('Repeats').selectOption('Yearly, on 29 February')
  await expect(page.getByText('Every year on 29 February, 3 times in all. Years without this date are left out.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Number of sessions').fill('4')
  await expect(page.getByText('Sessions can be planned up to ten years ahead.')).toBeVisible()
  await page.getByLabel('Number of sessions').fill('2')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('29 February 2032')).toBeVisible()
  await page.getByRole('button', { name: 'Save 2 drafts' }).click()
  await expect(page.getByText('2 drafts saved.')).toBeVisible()
})

test('weekly hours leave public holidays out where the place names a region', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { token, mentors } = await planningOffer(url)
  const mentor = mentors[0]
  const name = `Zetland house ${Date.now()}`
  const room = { name, kind: 'in_person', address: '1 High Street', time_zone: 'Europe/London', holiday_region: 'GB-ENG' } as const
  expect((await send(url, 'POST', '/api/places', { token, body: room })).status).toBe(201)
  await signIn('administrator')
  await page.goto('/admin/weekly-hours')
  await page.getByRole('button', { name: 'New weekly hours' }).click()
  const dialog = page.getByRole('dialog', { name: 'New weekly hours' })
  await expect(dialog.getByLabel('Mentor')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Leave out public holidays' })).toHaveCount(0)
  await dialog.getByLabel('Place').selectOption(name)
  await expect(dialog.getByRole('checkbox', { name: 'Leave out public holidays' })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByLabel('Mentor').selectOption(mentor.name)
  await dialog.getByLabel('Start').fill('04:00')
  await dialog.getByLabel('End').fill('04:30')
  await dialog.getByLabel('Minutes per slot').fill('30')
  await dialog.getByRole('checkbox', { name: 'Leave out public holidays' }).uncheck()
  await dialog.getByRole('button', { name: 'Save and plan sessions' }).click()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: mentor.name }) })
  await card.getByRole('button', { name: `Change the weekly hours of ${mentor.name}` }).click()
  const changing = page.getByRole('dialog', { name: `Change the weekly hours of ${mentor.name}` })
  await expect(changing.getByRole('checkbox', { name: 'Leave out public holidays' })).not.toBeChecked()
  const { body } = await send(url, 'GET', '/api/weekly-hours', { token })
  const { data } = body as unknown as { data: { id: string; place: { name: string } }[] }
  const { id } = data.find(hours => hours.place.name === name)!
  expect((await send(url, 'POST', `/api/weekly-hours/${id}/end`, { token, body: { sessions: 'cancel_free' } })).status).toBe(200)
})
