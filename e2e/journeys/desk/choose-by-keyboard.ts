import { bookForClient, planRunningSession } from '../../support/running-session.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

test('the profile menu closes on Escape, on Tab past its end and on a link', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin')
  const opener = page.getByRole('button', { name: /Profile menu of/ })
  const home = page.getByRole('link', { name: 'Go Home' })
  await opener.click()
  await expect(home).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(home).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(home).toBeVisible()
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('Tab')
  await expect(home).toHaveCount(0)
  await opener.click()
  await home.click()
  await expect(page).toHaveURL(/\/$/)
  await expect(home).toHaveCount(0)
})

test('a combobox wraps at its ends and discards text that is not chosen', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/settings')
  const zone = page.getByRole('combobox', { name: 'Time zone of the organisation' })
  const before = await zone.inputValue()
  await zone.fill('ireland dublin')
  await expect(page.getByText('No such time zone')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(zone).toHaveValue(before)
  await zone.fill('australia')
  const options = page.getByRole('listbox', { name: 'Time zones' }).getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  await expect(options).toHaveCount(0)
  await expect(zone).toHaveValue(before)
})

test('the bar with Save never covers the field that has the focus', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/settings')
  const save = page.getByRole('button', { name: 'Save settings' })
  await expect(save).toBeVisible()
  await page.getByLabel('Site name').focus()
  const isCovered = () =>
    page.evaluate(() => {
      const field = document.activeElement!.getBoundingClientRect()
      const bar = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save settings')!.parentElement!
      return !bar.contains(document.activeElement) && field.bottom > bar.getBoundingClientRect().top
    })
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await isCovered(), `after ${presses + 1} presses`).toBe(false)
  }
})

test('Shift selects a range of appointments', variant, async ({ page, signIn, baseURL }) => {
  const { id, starts } = await planRunningSession(baseURL ?? '')
  for (const time of starts) await bookForClient(baseURL ?? '', id, time)
  await signIn('administrator')
  await page.goto(`/admin/schedules/${id}/appointments`)
  const boxes = page.getByRole('row').getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  for (const box of await boxes.all()) await expect(box).toBeChecked()
  await boxes.nth(1).click()
  await expect(boxes.nth(1)).not.toBeChecked()
  await expect(page.getByRole('group', { name: 'With the selected appointments' })).toContainText('2')
})
