import { acceptAll, signInAsNewClient } from '../../support/booking.ts'
import { registerMentor } from '../../support/running-session.ts'
import { dayAhead } from '../../support/schedules.ts'
import { addSupportType } from '../../support/support-type.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

test(
  'staff plan longer times with an interpreter, which only a client who needs one is offered',
  variant,
  async ({ page, browser, signIn, baseURL }) => {
    const url = String(baseURL)
    const type = await addSupportType(url, 30)
    const mentor = await registerMentor(url)
    const day = dayAhead(12)

    await signIn('administrator')
    await page.goto(`/admin/support-types?edit=${type.id}`)
    const length = page.getByLabel(/^Length with an interpreter/)
    await length.fill('30')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Please write more minutes than without an interpreter.')).toBeVisible()
    await length.fill('80')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: type.name })).toContainText('80 minutes with an interpreter')

    await page.goto('/admin/schedule-create')
    await page.getByLabel('Support type').selectOption(type.name)
    await page.getByLabel('Date', { exact: true }).fill(day)
    await page.getByLabel('Start', { exact: true }).fill('10:00')
    await page.getByLabel('End', { exact: true }).fill('12:40')
    await page.getByRole('checkbox', { name: new RegExp(`^${mentor.user.name}(?!\\d)`) }).check()
    const minutes = page.getByLabel('Minutes per slot')
    await expect(minutes).toHaveValue('30')
    await page.getByRole('checkbox', { name: 'Only for appointments with an interpreter' }).check()
    await expect(minutes).toHaveValue('80')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Publish/ }).click()
    await expect(page.locator('[aria-current="true"]', { hasText: type.name })).toContainText('Interpreter')

    // The client's own browser.
    const theirs = await browser.newPage({ baseURL: url })
    await signInAsNewClient(theirs, url)
    await theirs.goto(`/?support_type=${type.id}&date=${day}`)
    const times = theirs.getByRole('button', { name: /, \d\d:\d\d.* seat/ })
    const needs = theirs.getByRole('checkbox', { name: 'I need an interpreter' }).filter({ visible: true })
    await expect(needs).not.toBeChecked()
    await expect(theirs.getByText('Nothing is planned in these weeks').filter({ visible: true })).toBeVisible()
    await expect(times).toHaveCount(0)
    await needs.check()
    await expect(times).toHaveCount(2)
    await expect(times.first()).toContainText('with an interpreter')
    await expectAccessible(theirs)
    await times.first().click()
    await expect(theirs.getByRole('checkbox', { name: 'I need an interpreter' })).toBeChecked()
    await acceptAll(theirs)
    await theirs.getByRole('button', { name: 'Book this appointment' }).click()
    await expect(theirs.getByText('Please choose the language.')).toBeVisible()
    await theirs.getByLabel('Language of the interpreter').selectOption('so')
    await theirs.getByRole('button', { name: 'Book this appointment' }).click()
    await expect(theirs.getByRole('heading', { level: 1, name: 'You are booked' })).toBeFocused()
    await expect(theirs.getByText('10:00–11:20').first()).toBeVisible()
  },
)
