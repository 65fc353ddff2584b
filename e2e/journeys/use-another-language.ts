import type { Page } from '@playwright/test'
import { holdSession } from '../support/held-session.ts'
import { ownNumber } from '../support/own-number.ts'
import { keepLogin, logIn } from '../support/people.ts'
import { bookForClient, planRunningSession } from '../support/running-session.ts'
import { expect, expectAccessible, test, variant } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

// What clients and the front desk do most, by the texts of the catalogues.

/** Each books and moves to days of its own, counted from the last one shown. */
const languages = [
  { language: 'de', direction: 'ltr', days: [1, 2] },
  { language: 'ar', direction: 'rtl', days: [3, 4] },
] as const

async function speak(page: Page, url: string, language: string): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: language, url }])
}

/** The last free day of the screen, or one before it: clients may move it. */
async function chooseDay(page: Page, fromEnd: number): Promise<void> {
  const free = page.getByRole('gridcell', { disabled: false })
  await expect(free.first()).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await free.nth((await free.count()) - fromEnd).click()
}

const chooseTime = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /\d\d:\d\d.*[,،]/ })
    // In the evening one mentor is at work: there is none to choose.
    .last()
    .click()

for (const { language, direction, days } of languages) {
  const t = textsOf(language)
  const press = (page: Page, id: string) =>
    page
      .getByRole('button', { name: t(id) })
      .first()
      .click()

  test(`a stranger joins, accepts the agreements, books, moves and cancels in ${language}`, variant, async ({ page, baseURL }) => {
    await speak(page, String(baseURL), language)
    await page.goto('/')
    await expect(page.locator(`html[lang="${language}"][dir="${direction}"]`)).toBeAttached()
    await expect(page.getByRole('heading', { level: 1, name: t('booking.title') })).toBeVisible()
    await page.getByRole('button', { name: /Career advice/ }).click()
    await expect(page.getByRole('heading', { name: t('booking.when.heading') })).toBeFocused()
    await chooseDay(page, days[0])
    await chooseTime(page)
    await page.getByLabel(t('join.phone')).fill(`07911 ${100_000 + ownNumber()}`)
    await press(page, 'join.sendCode')
    await press(page, 'confirm.useDemoCode')
    await page.getByLabel(t('registration.name')).fill('ليلى 3 Meyer')
    await page.getByRole('checkbox', { name: t('ui.acceptContracts') }).check()
    await expectAccessible(page)
    await press(page, 'booking.book')
    await expect(page.getByRole('heading', { level: 1, name: t('booking.done.title') })).toBeFocused()
    await expectAccessible(page)

    await page.goto('/my')
    const when = page.getByRole('main').getByRole('time').first()
    const before = await when.textContent()
    await page.getByRole('link', { name: t('myAppointments.move') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('booking.move.title') })).toBeVisible()
    await chooseDay(page, days[1])
    await chooseTime(page)
    await press(page, 'booking.moveIt')
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('booking.move.title'))
    await page.goto('/my')
    await expect(when).not.toHaveText(before ?? '')
    await press(page, 'myAppointments.cancel')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('cancelling.confirm') })
      .click()
    await expect(page.getByText(t('cancelling.doneHere'))).toBeVisible()
  })

  test(`a client gives feedback in ${language}`, variant, async ({ page, baseURL, allowConsole }) => {
    allowConsole(/409.*\/api\/feedback\/create/)
    const url = String(baseURL)
    const held = await holdSession(url)
    await speak(page, url, language)
    await page.goto(`/feedback?reference=${held.reference}`)
    await page.getByLabel(t('feedbackForm.phone')).fill(held.phone)
    await press(page, 'feedbackForm.sendCode')
    const code = /\d{6}/.exec((await page.getByText(t('confirm.demoCode')).textContent()) ?? '')?.[0] ?? ''
    await page.getByLabel(t('confirm.code')).fill(code)
    const stars = page.getByRole('radiogroup').first()
    await stars.getByRole('radio').first().focus()
    // The arrow that points along the line goes on.
    await page.keyboard.press('Space')
    await page.keyboard.press(direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight')
    await expect(stars.getByRole('radio').nth(1)).toBeChecked()
    await page.getByRole('radio', { name: 'Partly' }).check()
    await press(page, 'feedbackForm.send')
    await expect(page.getByRole('heading', { name: t('feedbackForm.thanks') })).toBeVisible()
  })

  test(`the front desk checks a client in, in ${language}`, variant, async ({ page, baseURL }) => {
    const url = String(baseURL)
    const { id, starts } = await planRunningSession(url)
    await bookForClient(url, id, starts[0]!)
    await speak(page, url, language)
    await keepLogin(page, await logIn(url, 'frontDesk'))
    await page.goto(`/admin/schedules/${id}/appointments`)
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^Contender/ }) })
    await expect(row.getByText(t('app.status.booked'))).toBeVisible()
    await row.getByRole('button', { name: new RegExp(t('appointmentStatus.checkIn').source.replaceAll(/[$^]/g, '')) }).click()
    await expect(row.getByText(t('app.status.arrived'))).toBeVisible()
    await expectAccessible(page)
  })
}
