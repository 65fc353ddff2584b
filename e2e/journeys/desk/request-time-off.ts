import { send } from '../../support/client.ts'
import { expectTargets, openMentorPage } from '../../support/mentor-phone.ts'
import { dayAhead, planningOffer } from '../../support/schedules.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

const wordsOf = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.parse(date))

test('a mentor requests time off on a phone, a coordinator decides by keyboard, and the mentor sees it without reloading', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const { token } = await planningOffer(url)
  await send(url, 'PUT', '/api/settings', { token, body: { time_off_approval: true } })
  const { page: phone, mentor } = await openMentorPage(browser, url)
  const { name } = mentor.user
  const own = phone.getByRole('region', { name: 'Your time off' })
  const requests = own.getByRole('list', { name: 'Your time off requests' }).getByRole('listitem')

  await test.step('two requests from the phone', async () => {
    await expectTargets(own)
    await own.getByRole('button', { name: 'Request time off' }).tap()
    const dialog = phone.getByRole('dialog', { name: 'Request time off' })
    await dialog.getByRole('button', { name: 'Send request' }).tap()
    await expect(dialog.locator('[aria-invalid="true"]')).toBeFocused()
    await dialog.getByLabel('First day away').fill(dayAhead(40))
    await dialog.getByLabel('Reason').fill('A course')
    await expectTargets(dialog)
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(phone)
    await dialog.getByRole('button', { name: 'Send request' }).tap()
    await expect(phone.getByText('Request sent. We’ll let you know.')).toBeVisible()
    const body = { starts_at: `${dayAhead(50)}T00:00`, ends_at: `${dayAhead(51)}T00:00`, reason: 'A wedding' }
    expect((await send(url, 'POST', '/api/mentor-time-off-requests', { token: mentor.token, body })).status).toBe(201)
    await phone.clock.fastForward(31_000)
    await expect(requests).toHaveCount(2)
    await expect(requests.getByText('Requested', { exact: true })).toHaveCount(2)
    await expectAccessible(phone)
  })

  await test.step('the coordinator approves one and declines the other', async () => {
    await signIn('administrator')
    await page.goto('/admin')
    await page.getByRole('link', { name: /Time off requests/ }).press('Enter')
    const section = page.getByRole('region', { name: 'Time off requests from mentors' })
    const card = (reason: string) => section.getByRole('listitem').filter({ hasText: name }).filter({ hasText: reason })
    await expect(card('A course')).toContainText(wordsOf(dayAhead(40)))
    await expectAccessible(page)
    await card('A course')
      .getByRole('button', { name: `Approve time off: ${name}` })
      .press('Enter')
    await expect(card('A course')).toHaveCount(0)
    // Also among the absences that there are.
    await page.goto('/admin/absences')
    await expect(card('A wedding')).toBeVisible()
    await card('A wedding')
      .getByRole('button', { name: `Decline time off: ${name}` })
      .press('Enter')
    const declining = page.getByRole('dialog', { name: `Decline the time off of ${name}?` })
    await page.keyboard.press('Escape')
    await expect(declining).toHaveCount(0)
    await page.keyboard.press('Enter')
    await declining.getByRole('button', { name: 'Decline' }).press('Enter')
    await expect(declining.getByText('Please give a reason. We’ll send it to the mentor.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.type('Two others are away then.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Request declined. We’re letting ${name} know.`)).toBeVisible()
    await expect(card('A wedding')).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
  })

  await test.step('the mentor sees both decisions and the time off', async () => {
    await phone.clock.fastForward(31_000)
    await expect(requests.filter({ hasText: 'A course' }).getByText('Approved', { exact: true })).toBeVisible()
    const declined = requests.filter({ hasText: 'A wedding' })
    await expect(declined.getByText('Declined', { exact: true })).toBeVisible()
    await expect(declined.getByText('Why: Two others are away then.')).toBeVisible()
    await expect(own.getByRole('button', { name: /^Remove: / })).toBeVisible()
    await expectAccessible(phone)
  })
  await send(url, 'PUT', '/api/settings', { token, body: { time_off_approval: false } })
  await phone.context().close()
})
