import type { Page } from '@playwright/test'
import { send } from '../support/client.ts'
import { holdSession } from '../support/held-session.ts'
import { ownNumber } from '../support/own-number.ts'
import { keepLogin, logIn } from '../support/people.ts'
import { bookForClient, planRunningSession } from '../support/running-session.ts'
import { dayAhead, planningOffer, planSession } from '../support/schedules.ts'
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
    .getByRole('button', { name: /\d:\d\d.*[,،]/ })
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
    // Keyboards of the language have digits of their own.
    await page
      .getByLabel(t('confirm.code'))
      .fill(direction === 'rtl' ? code.replaceAll(/\d/g, digit => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!) : code)
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

test('a visitor chooses Arabic with Arabic digits, and the device keeps it', variant, async ({ page, baseURL }) => {
  await speak(page, String(baseURL), 'ar')
  await page.goto('/')
  const step = page.getByText(/^الخطوة/)
  await expect(step.first()).toContainText('1')
  await page.getByLabel(textsOf('ar')('frame.language')).selectOption('ar-EG')
  await expect(page.locator('html[lang="ar-EG"][dir="rtl"]')).toBeAttached()
  await page.goto('/mentors')
  await expect(page.getByText(/[٠-٩]٫[٠-٩]/).first()).toBeVisible()
  await page.goto('/')
  await expect(step.first()).toContainText('١')
  await page.getByRole('button', { name: /Career advice/ }).click()
  await chooseDay(page, 1)
  await expect(page.getByRole('button', { name: /[٠-٩]:[٠-٩]{2}/ }).first()).toBeVisible()
})

test('changing the language loses no invitation, and leaves its link nowhere', variant, async ({ page, baseURL }) => {
  const url = String(baseURL)
  const { token } = await logIn(url, 'administrator')
  const made = await send(url, 'POST', '/api/invitations', { token, body: { name: 'Iva Invited', role_ids: [], channel: 'print' } })
  const { body } = await send(url, 'POST', '/api/invitations/links', { token, body: { ids: [made.body.id] } })
  const [link] = (body as unknown as { links: { token: string }[] }).links
  await page.goto(`/invitation#${link!.token}`)
  await expect(page.getByRole('button', { name: 'Accept the invitation' })).toBeVisible()
  await page.getByLabel(textsOf('en')('frame.language')).selectOption('de')
  await expect(page.locator('html[lang="de"]')).toBeAttached()
  await expect(page.getByRole('heading', { level: 1, name: textsOf('de')('invitation.title') })).toBeVisible()
  await expect(page.getByText(textsOf('de')('invitation.noLink'))).toHaveCount(0)
  await expect(page.getByLabel(textsOf('de')('registration.name'))).toHaveValue('Iva Invited')
  await expect(page).toHaveURL(/\/invitation$/)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(link!.token)
})

test('staff who read Dutch have English pages for staff, and Dutch ones for themselves', variant, async ({ page, baseURL }) => {
  const url = String(baseURL)
  await speak(page, url, 'nl')
  await keepLogin(page, await logIn(url, 'administrator'))
  await page.goto('/my/my-profile')
  await expect(page.locator('html[lang="nl"]')).toBeAttached()
  await page.goto('/admin')
  await expect(page.locator('html[lang="en"][dir="ltr"]')).toBeAttached()
  await expect(page.getByLabel('Language')).toHaveValue('nl')
  await expect(page.getByText(/^In these languages, pages for staff are in English: .*Nederlands/)).toBeVisible()
  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  await page.getByRole('link', { name: 'My Appointment' }).click()
  await expect(page.locator('html[lang="nl"]')).toBeAttached()
  await page.getByRole('button', { name: /^Profielmenu van/ }).click()
  await page.getByRole('link', { name: textsOf('nl')('profile.admin') }).click()
  await expect(page.locator('html[lang="en"]')).toBeAttached()
})

test('US English has 12 hours, also in what is typed', variant, async ({ page, baseURL }) => {
  const url = String(baseURL)
  await speak(page, url, 'en-US')
  await page.goto('/')
  await page.getByRole('button', { name: /Career advice/ }).click()
  await chooseDay(page, 1)
  await expect(page.getByRole('button', { name: /, 1?\d:\d\d [AP]M/ }).first()).toBeVisible()
  await keepLogin(page, await logIn(url, 'administrator'))
  await page.goto('/admin/schedule-create')
  const start = page.getByLabel('Start', { exact: true })
  await start.fill('2:30 pm')
  await start.press('Tab')
  await expect(start).toHaveValue('2:30 PM')
  await start.fill('noon')
  await start.press('Tab')
  await expect(page.getByText('Please write a time like 2:30 PM.')).toBeVisible()
})

for (const [language, fonts] of [
  ['de', ['figtree-latin.main']],
  ['pl', ['figtree-latin-ext.polish', 'figtree-latin.main']],
  ['ar', ['alexandria-arabic.main', 'figtree-plain.500']],
] as const)
  test(`the first page in ${language} loads the fonts of the language alone`, variant, async ({ page, baseURL }) => {
    const loaded: string[] = []
    page.on('request', request => loaded.push(...(/([\w.-]+)-[\w-]{7}\.woff2$/.exec(request.url())?.slice(1) ?? [])))
    await speak(page, String(baseURL), language)
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready)
    expect(loaded.toSorted()).toEqual(fonts)
  })

// A point is 1/72 of an inch.
for (const [name, styles, paper] of [
  ['A4', '', [595, 842]],
  ['Letter with the styles of such a country', '@page{size:letter}', [612, 792]],
] as const)
  test(`pages are printed on ${name}`, variant, async ({ page }) => {
    await page.goto('/terms-and-conditions')
    await page.evaluate(own => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(own)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }, styles)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const [, width, height] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(pdf) ?? []
    expect([width, height].map(Number).map(Math.round)).toEqual(paper)
  })

test('names in Latin letters keep their beginning, and +1 its sign, on Arabic pages', variant, async ({ page, baseURL }) => {
  const url = String(baseURL)
  await speak(page, url, 'ar')
  await keepLogin(page, await logIn(url, 'administrator'))
  await page.goto('/admin/planner')
  const text = page.locator('[data-session] > [dir="auto"]').first()
  await expect(text).toHaveCSS('direction', 'ltr')
  await expect(text).toHaveCSS('text-align', 'right')

  const day = dayAhead(1200)
  const { mentors } = await planningOffer(url)
  await planSession(url, day, { mentor_ids: mentors.map(({ id }) => id) })
  await page.goto(`/admin/schedules?from=${day}&to=${day}`)
  const more = page
    .getByRole('row')
    .getByText(/^\W*\+\D*\d\D*$/u)
    .first()
  await expect(more).toBeVisible()
  const [sign, digit] = await more.evaluate(element => {
    const node = [...element.childNodes].find(({ nodeValue }) => nodeValue?.includes('+')) as Text
    return [/\+/, /\d/].map(one => {
      const range = document.createRange()
      const at = node.data.search(one)
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect().left
    })
  })
  expect(sign!).toBeLessThan(digit!)
})

test('the filters of the booking page are not cut off on a phone in German', variant, async ({ page, baseURL }) => {
  await speak(page, String(baseURL), 'de')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: /Career advice/ }).click()
  // The days are drawn before the answer that has the filters.
  await expect(page.locator('main select').nth(1)).toBeVisible()
  const missing = await page.locator('main select').evaluateAll(selects =>
    selects.map(select => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const drawn = document.createElement('canvas').getContext('2d')!
      drawn.font = font
      const { width } = drawn.measureText((select as HTMLSelectElement).selectedOptions[0]?.text ?? '')
      return width - (select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight))
    }),
  )
  expect(missing.length).toBeGreaterThan(1)
  expect(Math.max(...missing)).toBeLessThanOrEqual(1)
})

test('Welsh pages have Welsh dates in a browser that has none', variant, async ({ page, baseURL }) => {
  await speak(page, String(baseURL), 'cy')
  await page.goto('/')
  expect(await page.evaluate(() => Intl.DateTimeFormat.supportedLocalesOf('cy'))).toEqual([])
  await page.getByRole('button', { name: /Career advice/ }).click()
  await chooseDay(page, 1)
  const months = 'Ionawr|Chwefror|Mawrth|Ebrill|Mai|Mehefin|Gorffennaf|Awst|Medi|Hydref|Tachwedd|Rhagfyr'
  await expect(page.getByRole('heading', { name: new RegExp(`^Dydd \\p{L}+, \\d+ (${months})`, 'u') })).toBeVisible()
  await expect(page.getByText(/\d\d:\d\d (AM|PM)/)).toHaveCount(0)
})
