import type { Page } from '@playwright/test'
import { keepLogin } from '../support/people.ts'
import { bookForClient, planRunningSession } from '../support/running-session.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const visitOf = (page: Page, name: RegExp) => page.getByRole('listitem').filter({ has: page.getByText(name) })

test('a mentor sees the day, checks a client in, and undoes it', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { id, mentor, starts } = await planRunningSession(url)
  // The next hour, for which check-in is open; it cannot be done yet.
  await bookForClient(url, id, starts[1]!)
  await keepLogin(page, mentor)
  await page.goto('/mentor')
  await expect(page.getByRole('heading', { level: 1, name: 'Mentor Dashboard' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: /^Today, / })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Your time off' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/mentor/appointment/${id}`)
  await expect(page.getByText('1 client')).toBeVisible()
  const visit = visitOf(page, /^Contender/)
  await expect(visit.getByRole('button', { name: /Took place/ })).toHaveCount(0)
  await expect(visit.getByText('Nothing was written in advance.')).toBeVisible()
  await visit.getByRole('button', { name: /^Earlier appointments/ }).click()
  await expect(visit.getByText(/has not been here before/)).toBeVisible()
  await expectAccessible(page)
  await visit.getByRole('button', { name: /^Check in/ }).click()
  await expect(visit.getByText('Arrived', { exact: true })).toBeVisible()
  await visit.getByRole('button', { name: /^Undo/ }).click()
  await expect(visit.getByText('Booked', { exact: true })).toBeVisible()
})

test('the public mentor page links the next free time to booking', async ({ page }) => {
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
