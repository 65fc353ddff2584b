import type { Page } from '@playwright/test'
import { logIn } from '../support/people.ts'
import { bookLastHour, dayAhead, planSession } from '../support/schedules.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** A session of the demo's mentor alone, on a day that no other journey plans for, with one client in its last hour. */
async function planOwnSession(url: string, project: string): Promise<{ id: string; day: string }> {
  const { user } = await logIn(url, 'mentor')
  const day = dayAhead(project === 'phone' ? 57 : 58)
  const id = await planSession(url, day, { mentor_ids: [user.id] })
  await bookLastHour(url, id, day)
  return { id, day }
}

const visitOf = (page: Page, name: RegExp) => page.getByRole('listitem').filter({ has: page.getByText(name) })

test('a mentor sees the day, checks somebody in, and takes it back', async ({ page, signIn, baseURL }, { project }) => {
  const { id } = await planOwnSession(baseURL ?? '', project.name)
  await signIn('mentor')
  await page.goto('/mentor')
  await expect(page.getByRole('heading', { level: 1, name: 'Mentor Dashboard' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: /^Today, / })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Your time off' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/mentor/appointment/${id}`)
  await expect(page.getByText('1 person comes')).toBeVisible()
  const visit = visitOf(page, /^Contender/)
  await expect(visit.getByText('11:00–12:00')).toBeVisible()
  await expect(visit.getByText('Nothing was written in advance.')).toBeVisible()
  await visit.getByRole('button', { name: /^What happened before/ }).click()
  await expect(visit.getByText(/has not been here before/)).toBeVisible()
  await expectAccessible(page)
  await visit.getByRole('button', { name: /^Check in/ }).click()
  await expect(visit.getByText('Arrived', { exact: true })).toBeVisible()
  await visit.getByRole('button', { name: /^Undo/ }).click()
  await expect(visit.getByText('Booked', { exact: true })).toBeVisible()
})

test('mentors are met publicly, and their next free time leads straight into booking', async ({ page }) => {
  await page.goto('/mentors')
  await expect(page.getByText(/^\d+ mentors$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('What do you want help with?').selectOption({ index: 1 })
  await expect(page).toHaveURL(/support_type=/)
  const free = page.getByRole('listitem').filter({ hasText: 'Next free:' }).first()
  await free.getByRole('link', { name: /^Book with/ }).click()
  await expect(page).toHaveURL(/mentor=.*date=\d{4}-\d\d-\d\d|date=.*mentor=/)
  await expect(page.getByRole('button', { name: /seats? left/ }).first()).toBeVisible()
})
