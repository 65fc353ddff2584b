import { send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { registerMentor } from '../../support/running-session.ts'
import { dayAhead, planningOffer, planSession } from '../../support/schedules.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

test('removes all time off of a page, and every page shows it without reloading', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { token } = await planningOffer(url)
  const { user: mentor } = await registerMentor(url)
  const first = 3700 + (ownNumber() % 300)
  await planSession(url, dayAhead(first), { mentor_ids: [mentor.id] })
  for (let day = first; day < first + 22; day += 1) {
    const body = { mentor_id: mentor.id, starts_at: `${dayAhead(day)}T00:00`, ends_at: `${dayAhead(day + 1)}T00:00` }
    expect((await send(url, 'POST', '/api/time-off', { token, body })).status).toBe(201)
  }
  await signIn('administrator')
  const planned = page.getByRole('group', { name: mentor.name, exact: true })
  await page.goto(`/admin/planner?date=${dayAhead(first)}`)
  await expect(planned).toContainText('Away')

  await page.getByRole('link', { name: 'Absences' }).click()
  await page.getByLabel('Mentor', { exact: true }).selectOption({ label: mentor.name })
  await expect(page.getByText('Page 1 of 2 · 22 in all')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('group', { name: 'With the selected time off' }).getByRole('button', { name: 'Remove 20 entries' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the selected time off?' })
  await expect(dialog.getByText('The mentor can be booked and planned again then.')).toHaveCount(20)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove 20 entries' }).click()
  await expect(page.getByText('20 entries removed.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  // What was on the second page follows.
  await expect(page.getByRole('checkbox', { name: `Select ${mentor.name}` })).toHaveCount(2)
  await expect(page.getByText('Page 1 of 2')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
  await expectAccessible(page)

  while (!page.url().includes('/admin/planner')) await page.goBack()
  await expect(planned.getByRole('button', { name: /, 09:00–12:00,/ })).toBeVisible()
  await expect(planned).not.toContainText('Away')
})
