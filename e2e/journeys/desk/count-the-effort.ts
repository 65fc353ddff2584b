import { publishedVersions, registerLogin } from '../../support/client.ts'
import { countEffort } from '../../support/count-presses.ts'
import { ownNumber } from '../../support/own-number.ts'
import { keepLogin } from '../../support/people.ts'
import { bookForClient, planRunningSession, registerMentor } from '../../support/running-session.ts'
import { bookLastHour, dayAhead, planSession } from '../../support/schedules.ts'
import { expect, test } from '../../support/test.ts'

// The task table of the interface review: each at or below the best product it lists. A stranger's booking (5 taps
// from the link of a service, as the others are counted, and 2 fields), a caller's (4 clicks) and a new
// organisation's first hour (12 clicks, 8 fields) are counted where they are tried in full.

test('a known client books with at most 5 taps and no field', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  await keepLogin(page, await registerLogin(url, ownNumber(), await publishedVersions(url)))
  const { effort, press } = countEffort()
  await page.goto('/')
  await press(page.getByRole('button', { name: /^Career advice/ }).first())
  await press(page.getByRole('button', { name: /^First free day/ }).first())
  await press(page.getByRole('button', { name: /, 1 seat left, with / }).first())
  await press(page.getByRole('button', { name: 'Book this appointment' }))
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  expect(effort.presses).toBeLessThanOrEqual(5)
  expect(effort.fields).toBe(0)
})

test('Monday to Friday is planned with at most 8 clicks and 2 fields', async ({ page, signIn, baseURL }) => {
  const mentor = await registerMentor(baseURL ?? '')
  await signIn('administrator')
  await page.goto('/admin/weekly-hours')
  const { effort, press, choose, type } = countEffort()
  await press(page.getByRole('button', { name: 'New weekly hours' }))
  const dialog = page.getByRole('dialog', { name: 'New weekly hours' })
  await choose(dialog.getByLabel('Mentor'), mentor.user.name)
  for (let day = 2; day <= 5; day += 1) await press(dialog.getByRole('button', { name: 'Add a time' }))
  // Two weeks of their own, away from what other journeys look at.
  await type(dialog.getByLabel('From'), dayAhead(27))
  await type(dialog.getByLabel(/^Until/), dayAhead(40))
  await press(dialog.getByRole('button', { name: 'Save and plan sessions' }))
  await expect(page.getByText(/^10 sessions planned\./)).toBeVisible()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: mentor.user.name }) })
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await expect(card.getByText(`${day} 09:00–12:00`)).toBeVisible()
  expect(effort.presses).toBeLessThanOrEqual(8)
  expect(effort.fields).toBeLessThanOrEqual(2)
})

test('a mentor marks three clients as attended with three taps', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { id, mentor, starts } = await planRunningSession(url, { seats_per_slot: 3 })
  for (let seat = 0; seat < 3; seat += 1) await bookForClient(url, id, starts[0]!)
  await keepLogin(page, mentor)
  await page.goto(`/mentor/appointment/${id}`)
  const { effort, press } = countEffort()
  for (let left = 3; left > 0; left -= 1) {
    const buttons = page.getByRole('button', { name: /^Took place/ })
    await expect(buttons).toHaveCount(left)
    await press(buttons.first())
  }
  await expect(page.getByRole('listitem').getByText('Took place', { exact: true })).toHaveCount(3)
  expect(effort.presses).toBe(3)
})

test('an ill mentor’s clients are given other times with three clicks from the planner', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const date = dayAhead(3300 + (ownNumber() % 300))
  const [ill, free] = [(await registerMentor(url)).user, (await registerMentor(url)).user]
  const scheduleId = await planSession(url, date, { mentor_ids: [ill.id] })
  await bookLastHour(url, scheduleId, date)
  await planSession(url, date, { mentor_ids: [free.id] })
  await signIn('administrator')
  await page.goto(`/admin/planner?date=${date}`)
  const { effort, press } = countEffort()
  await press(page.getByRole('group', { name: ill.name, exact: true }).getByRole('button', { name: /, 09:00–12:00,/ }))
  await press(page.getByRole('dialog').getByRole('link', { name: `${ill.name} is unavailable` }))
  await expect(page.getByText('1 moved, 0 cancelled, 0 unchanged.')).toBeVisible()
  await press(page.getByRole('button', { name: 'Confirm and notify the clients' }))
  await expect(page.getByRole('heading', { level: 2, name: 'Changes confirmed' })).toBeVisible()
  expect(effort).toEqual({ presses: 3, fields: 0 })
})
