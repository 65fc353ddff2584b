import { send } from '../../support/client.ts'
import { logIn } from '../../support/people.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

test('prints the answers; reading the history warns that the client can see the access', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { token } = await logIn(url, 'mentor')
  // A client of the demo with questions.
  const { body } = await send(url, 'GET', '/api/mentor-schedule', { token })
  const { data } = body as unknown as { data: { id: string; status: string; counts: { booked: number } }[] }
  const session = data.find(({ status, counts }) => status === 'published' && counts.booked > 0)
  expect(session).toBeDefined()
  await signIn('mentor')
  await page.goto(`/mentor/appointment/${session!.id}`)
  const before = page.getByRole('button', { name: /^Earlier appointments/ }).first()
  await before.click()
  await expect(before).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText(/can see that you opened|has not been here before/)).toBeVisible()
  await page.getByRole('link', { name: 'Print all questions' }).click()
  await expect(page).toHaveURL(/print=all/)
  await expect(page.getByRole('heading', { level: 1, name: 'Question sheet' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Question sheet of/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect((await page.getByText('Serial', { exact: true }).first().boundingBox())!.height).toBeLessThan(30)
  await page.getByRole('link', { name: 'Back to the session' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Who is coming' })).toBeVisible()
})

test('lists past sessions in steps of four weeks, and marks missing feedback', variant, async ({ page, signIn }) => {
  await signIn('mentor')
  await page.goto('/mentor')
  await page.getByRole('button', { name: 'Past' }).click()
  await expect(page).toHaveURL(/view=past/)
  await expect(page.getByText(/without your feedback/).first()).toBeVisible()
  await page
    .getByRole('link', { name: /^Open the session of/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 2, name: 'Who is coming' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Earlier sessions' }).click()
  await expect(page).toHaveURL(/until=\d{4}-\d\d-\d\d/)
  await expect(page.getByRole('button', { name: 'Later sessions' })).toBeVisible()
})
