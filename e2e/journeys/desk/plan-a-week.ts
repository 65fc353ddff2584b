import type { Locator, Page } from '@playwright/test'
import { send } from '../../support/client.ts'
import { logIn } from '../../support/people.ts'
import { bookForClient } from '../../support/running-session.ts'
import { bookLastHour, clockChange, dayAhead, planningOffer, planSession } from '../../support/schedules.ts'
import { shownDate } from '../../support/shown-date.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

// Every test plans on days of its own, far from those of other journeys.
const dayFor = (days: number) => dayAhead(240 + days)
/** In the same week, which begins on Monday. */
const thursdayOf = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7))
  return date.toISOString().slice(0, 10)
}

const session = (page: Page, mentor: string, times: string): Locator =>
  page.getByRole('group', { name: mentor, exact: true }).getByRole('button', { name: new RegExp(`, ${times},`) })
const row = (page: Page, mentor: string): Locator => page.getByRole('group', { name: mentor, exact: true })

/** Drags over the page from the middle of one element by so many pixels. */
async function drag(page: Page, from: Locator, [x, y]: [x: number, y: number], at?: { x: number; y: number }): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const box = (await from.boundingBox())!
  const start = { x: box.x + (at?.x ?? box.width / 2), y: box.y + (at?.y ?? box.height / 2) }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + x / 2, start.y + y / 2)
  await page.mouse.move(start.x + x, start.y + y)
  await page.mouse.up()
}

/** Moves a finger down over the page from an element, after it has rested there. */
async function swipe(page: Page, from: Locator, y: number, { rests }: { rests: boolean }): Promise<void> {
  // Waits until an earlier swipe has stopped scrolling: a touch on a moving page only stops it.
  await from.click({ trial: true })
  const box = (await from.boundingBox())!
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width / 2, y: box.y + box.height / 4 + down }],
    })
  await touch('touchStart', 0)
  if (rests) await expect(from.locator('xpath=..')).toHaveAttribute('data-held', '')
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', y * part)
  await touch('touchEnd', y)
  await finger.detach()
}

test('a session is dragged onto the day, moved, made longer and copied, each with Undo', async ({ page, signIn, baseURL }) => {
  const { mentors } = await planningOffer(baseURL ?? '')
  const day = dayFor(0)
  await signIn('administrator')
  await page.goto(`/admin/planner?view=day&date=${day}`)
  const cell = row(page, mentors[0].name).locator('[data-cell]')
  const hour = (await cell.boundingBox())!.height / 10
  // From 10 to 12 on an axis that begins at 8.
  await drag(page, cell, [0, 2 * hour], { x: 60, y: 2 * hour + 1 })
  const form = page.getByRole('dialog', { name: 'New session' })
  await expect(form.getByLabel('Start', { exact: true })).toHaveValue('10:00')
  await expect(form.getByLabel('End', { exact: true })).toHaveValue('12:00')
  await expect(form.getByRole('checkbox', { name: mentors[0].name })).toBeChecked()
  await expect(form.getByText('All mentors are free on every date.')).toBeVisible()
  await form.getByRole('button', { name: 'Save as draft' }).click()
  const made = session(page, mentors[0].name, '10:00–12:00')
  await expect(made).toBeFocused()
  await expect(made).toHaveAttribute('data-shown', 'true')
  await expectAccessible(page)

  await drag(page, made, [0, hour])
  const change = page.getByRole('dialog', { name: /^Change/ })
  await expect(change.getByLabel('Start', { exact: true })).toHaveValue('11:00')
  await expect(change.getByText('No conflicts, and no client is booked.')).toBeVisible()
  await change.getByRole('button', { name: 'Save change' }).click()
  const moved = session(page, mentors[0].name, '11:00–13:00')
  await expect(moved).toBeVisible()
  await drag(page, moved, [0, hour], { x: 60, y: (await moved.boundingBox())!.height - 2 })
  await expect(change.getByLabel('End', { exact: true })).toHaveValue('14:00')
  await change.getByRole('button', { name: 'Save change' }).click()
  await expect(session(page, mentors[0].name, '11:00–14:00')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(moved).toBeVisible()

  // A finger drags after it has rested; otherwise it scrolls.
  await swipe(page, moved, hour, { rests: false })
  await expect(change).toBeHidden()
  await swipe(page, moved, hour, { rests: true })
  await expect(change.getByLabel('Start', { exact: true })).toHaveValue('12:00')
  await change.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Copy day' }).click()
  const copy = page.getByRole('dialog', { name: 'Copy day' })
  await copy.getByLabel('To', { exact: true }).fill(dayFor(1))
  await copy.getByRole('button', { name: 'Copy as draft' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${dayFor(1)}`))
  await expect(moved).toHaveAttribute('data-shown', 'true')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(moved).toBeHidden()
})

test('moves and stretches a session past midnight by its part after midnight', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { token, mentors } = await planningOffer(url)
  const [evening, night] = [dayFor(56), dayFor(57)]
  const id = await planSession(url, evening, { starts_at: `${evening}T22:00`, ends_at: `${night}T02:00` })
  await signIn('administrator')
  await page.goto(`/admin/planner?view=day&date=${night}`)
  const block = session(page, mentors[0].name, '22:00–02:00')
  const change = page.getByRole('dialog', { name: /^Change/ })
  const date = change.getByLabel('Date', { exact: true })
  const cell = row(page, mentors[0].name).locator('[data-cell]')
  // The axis is from midnight to 18:00.
  const hour = (await cell.boundingBox())!.height / 18
  await drag(page, block, [0, hour])
  await expect(date).toHaveValue(shownDate(evening))
  await expect(change.getByLabel('Start', { exact: true })).toHaveValue('23:00')
  await expect(change.getByLabel('End', { exact: true })).toHaveValue('03:00')
  await change.getByRole('button', { name: 'Cancel' }).click()
  await drag(page, block, [0, hour], { x: 60, y: (await block.boundingBox())!.height - 2 })
  await expect(date).toHaveValue(shownDate(evening))
  await expect(change.getByLabel('Start', { exact: true })).toHaveValue('22:00')
  await expect(change.getByLabel('End', { exact: true })).toHaveValue('03:00')
  await change.getByRole('button', { name: 'Cancel' }).click()

  await test.step('the mentor is unavailable for all of it', async () => {
    const { body } = await send(url, 'GET', `/api/schedules/${id}/edit`, { token })
    const begin = Date.parse((body as unknown as { schedule: { starts_at: string } }).schedule.starts_at)
    await bookForClient(url, id, new Date(begin + 3 * 3_600_000).toISOString())
    await page.goto(`/admin/planner?view=day&date=${night}&open=${id}`)
    await page.getByRole('link', { name: `${mentors[0].name} is unavailable` }).click()
    await expect(page.getByRole('combobox', { name: /^Replacement for / })).toHaveCount(1)
  })
})

test(
  'a session is planned, moved to another day, shortened and published by keyboard alone',
  variant,
  async ({ page, signIn, baseURL }) => {
    const { mentors, place } = await planningOffer(baseURL ?? '')
    await signIn('administrator')
    await page.goto(`/admin/planner?date=${dayFor(7)}&place=${place.id}`)
    const add = row(page, mentors[0].name).getByRole('button', { name: `New session: ${mentors[0].name}` })
    await add.focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'New session' })
    await expect(form.getByLabel('Start', { exact: true })).toHaveValue('09:00')
    await form.getByRole('button', { name: 'Save as draft' }).focus()
    await page.keyboard.press('Enter')
    const made = session(page, mentors[0].name, '09:00–12:00').first()
    await expect(made).toBeFocused()
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('status').filter({ hasText: '09:30–12:15' })).toContainText(`, ${mentors[0].name}.`)
    await page.keyboard.press('Enter')
    const change = page.getByRole('dialog', { name: /^Change/ })
    await expect(change.getByText('No conflicts, and no client is booked.')).toBeVisible()
    // The whole date is shown next to the button of its calendar.
    const date = change.getByLabel('Date', { exact: true })
    expect(await date.evaluate(field => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    await change.getByRole('button', { name: 'Save change' }).focus()
    await page.keyboard.press('Enter')
    const moved = session(page, mentors[0].name, '09:30–12:15')
    await expect(moved).toBeFocused()
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog', { name: /\w/ })
    await details.getByRole('button', { name: 'Publish' }).focus()
    await page.keyboard.press('Enter')
    await expect(details.getByText('Published')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(moved).toBeFocused()

    await test.step('the focus stays when the link of a day and the way back to today leave the page', async () => {
      const shown = page.getByRole('heading', { level: 2 }).first()
      // The session was moved from Monday to Tuesday: a day with it would keep the focus on it.
      await page.locator(`a[href*="view=day"][href*="date=${thursdayOf(dayFor(7))}"]`).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/view=day/)
      await expect(shown).toBeFocused()
      await page.getByRole('button', { name: 'Today', exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Today', exact: true })).toHaveCount(0)
      await expect(shown).toBeFocused()
    })
  },
)

test('shows conflicts and affected clients before a move is saved, and moves clients with the session', async ({
  page,
  signIn,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const { mentors } = await planningOffer(url)
  const day = dayFor(14)
  const id = await planSession(url, day)
  await planSession(url, day, { starts_at: `${day}T13:00`, ends_at: `${day}T15:00` })
  await bookLastHour(url, id, day)
  await signIn('administrator')
  await page.goto(`/admin/planner?view=day&date=${day}`)
  await session(page, mentors[0].name, '09:00–12:00').click()
  await page.getByRole('button', { name: 'Move or resize' }).click()
  const change = page.getByRole('dialog', { name: /^Change/ })
  await expect(change.getByText('The booked client keeps their time.')).toBeVisible()
  await change.getByLabel('Start', { exact: true }).fill('12:00')
  await change.getByLabel('End', { exact: true }).fill('11:00')
  await change.getByLabel('Start', { exact: true }).fill('09:00')
  await expect(change.getByText('1 client would lose their time.')).toBeVisible()
  await change.getByLabel('Start', { exact: true }).fill('11:30')
  await change.getByLabel('End', { exact: true }).fill('14:30')
  await expect(change.getByText('1 client moves with the session.')).toBeVisible()
  await expect(change.getByText(`${mentors[0].name} already has a session, 13:00–15:00`)).toBeVisible()
  await expectAccessible(page)
  await change.getByLabel('Start', { exact: true }).fill('15:00')
  await change.getByLabel('End', { exact: true }).fill('18:00')
  await change.getByRole('button', { name: 'Move session and 1 client' }).click()
  await expect(page.getByText('Session changed. We’re sending 1 client the new time.')).toBeVisible()
  await expect(session(page, mentors[0].name, '15:00–18:00')).toBeFocused()
})

test('publishes several drafts, and shows a month and a phone’s day', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { mentors } = await planningOffer(url)
  const day = dayFor(21)
  await planSession(url, day, { status: 'draft' })
  await planSession(url, day, { status: 'draft', mentor_ids: [mentors[1].id] })
  await signIn('administrator')
  await page.goto(`/admin/planner?view=day&date=${day}`)
  await page.getByRole('button', { name: 'Publish 2 drafts' }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('1 session published.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish 1 draft' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('row', { name: new RegExp(mentors[1].name) })).toContainText('0 of')
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  const cell = page.getByRole('gridcell').filter({ has: page.locator(`a[href*="date=${day}"]`) })
  await expect(cell).toContainText('2 sessions')
  await expectAccessible(page)
  await cell.getByRole('link').click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('navigation', { name: 'Days of the week' })).toBeVisible()
  await page.getByRole('button', { name: new RegExp(mentors[1].name) }).click()
  await expect(page.getByRole('dialog')).toContainText(mentors[1].name)
  await expectAccessible(page)
})

test('publishes the drafts as they were shown, not a colleague’s later change or draft', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { token, mentors } = await planningOffer(url)
  const day = dayFor(35)
  const [first, second] = [
    await planSession(url, day, { status: 'draft' }),
    await planSession(url, day, { status: 'draft', mentor_ids: [mentors[1].id] }),
  ]
  await page.clock.install()
  await signIn('administrator')
  await page.goto(`/admin/planner?view=day&date=${day}`)
  await page.getByRole('button', { name: 'Publish 2 drafts' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  const { body } = await send(url, 'GET', `/api/schedules/${first}/edit`, { token })
  const { schedule } = body as unknown as { schedule: { revision: number } }
  const later = { starts_at: `${day}T13:00`, ends_at: `${day}T15:00` }
  expect((await send(url, 'PUT', `/api/schedules/${first}`, { token, body: { ...later, revision: schedule.revision } })).status).toBe(200)
  await planSession(url, day, { ...later, status: 'draft', mentor_ids: [mentors[1].id] })
  await page.clock.runFor('01:05')
  await expect(session(page, mentors[1].name, '13:00–15:00')).toHaveCount(1)
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Publish 2 sessions' }).click()
  await expect(page.getByText('1 session published.')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText(`09:00–12:00`)
  await expect(dialog.getByRole('alert')).toContainText(mentors[0].name)
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: 'Publish 2 drafts' })).toBeVisible()
  const { body: after } = await send(url, 'GET', `/api/schedules/${second}/edit`, { token })
  expect(after).toMatchObject({ schedule: { status: 'published' } })
})

test('a wide screen shows the whole week, also with overlaps and evening sessions', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { mentors, place, supportType } = await planningOffer(url, 'Group workshop')
  const day = dayFor(42)
  for (const { id } of mentors)
    for (const [from, to] of [
      ['08:00', '11:00'],
      ['19:00', '22:00'],
    ])
      await planSession(url, day, {
        starts_at: `${day}T${from}`,
        ends_at: `${day}T${to}`,
        mentor_ids: [id],
        support_type_id: supportType.id,
      })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await signIn('administrator')
  await page.goto(`/admin/planner?date=${day}&by=place&place=${place.id}`)
  const sessions = row(page, place.name).locator('[data-session]')
  await expect(sessions).toHaveCount(4)
  const frame = page.locator('[data-scrolls]')
  expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  // The hours of a day end before those of the next one begin.
  const hours = frame.locator('[data-axis] > div').first().locator('span[aria-hidden="true"] > span')
  const gaps = await hours.evaluateAll(all => {
    const places = all.map(each => each.getBoundingClientRect())
    return places.slice(1).map((place, index) => place.left - places[index]!.right)
  })
  expect(gaps.length).toBeGreaterThan(20)
  expect(Math.min(...gaps)).toBeGreaterThan(8)
  const boxes = await sessions.evaluateAll(all => all.map(each => each.getBoundingClientRect().toJSON() as DOMRect))
  const overlaps = boxes.flatMap((a, index) =>
    boxes.slice(index + 1).filter(b => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
  )
  expect(overlaps).toEqual([])
  // No word of its name is broken: it takes two lines, and a box each.
  const lines = await sessions
    .first()
    .getByText('Group workshop')
    .evaluate(name => {
      const text = document.createRange()
      text.selectNodeContents(name)
      return text.getClientRects().length
    })
  expect(lines).toBe(2)
})

test('goes through months and opens a day by keyboard alone', variant, async ({ page, signIn, baseURL }) => {
  const day = dayFor(28)
  await planSession(baseURL ?? '', day)
  const after = (days: number) => dayFor(28 + days)
  const link = (date: string) => page.locator(`a[data-date="${date}"]`)
  await signIn('administrator')
  await page.goto(`/admin/planner?view=month&date=${day}`)
  await expect(page.locator('a[data-date][tabindex="0"]')).toHaveCount(1)
  await link(day).focus()
  for (const [key, date] of [
    ['ArrowRight', after(1)],
    ['ArrowDown', after(8)],
    ['ArrowLeft', after(7)],
    ['ArrowUp', day],
  ] as const) {
    await page.keyboard.press(key)
    await expect(link(date)).toBeFocused()
  }
  await page.keyboard.press('Home')
  await expect(page.getByRole('link', { name: /^Monday/ }).and(page.locator(':focus'))).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(page.locator(`a[data-date]:not([data-date^="${day.slice(0, 7)}"]):focus`)).toBeVisible()
  await page.keyboard.press('PageUp')
  await expect(page.locator(`a[data-date^="${day.slice(0, 7)}"]:focus`)).toBeVisible()
  await link(day).focus()
  await expect(link(day)).toHaveAccessibleName(/1 session/)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`view=day.*date=${day}|date=${day}.*view=day`))
  await expect(page.getByRole('button', { name: /, 09:00–12:00,/ })).toBeVisible()
})

test('says why a past session cannot be moved by keyboard alone', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { token } = await logIn(url, 'administrator')
  const { body } = await send(url, 'GET', '/api/schedules?availability=past', { token })
  const [past] = (body as unknown as { data: { id: string; starts_at: string }[] }).data
  await signIn('administrator')
  await page.goto(`/admin/planner?view=day&date=${past!.starts_at.slice(0, 10)}`)
  await page.locator(`[data-session="${past!.id}"]`).focus()
  await page.keyboard.press('m')
  await expect(page.getByText('Past sessions can’t be moved.')).toBeVisible()
})

test('a session is moved to the second of a time that comes twice, and stays there', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const day = clockChange(10, 1) // another journey plans in the year before
  const { token, mentors } = await planningOffer(url)
  const id = await planSession(url, day, { mentor_ids: [mentors[1].id], status: 'draft' })
  await signIn('administrator')
  await page.goto(`/admin/planner?view=day&date=${day}&open=${id}`)
  await page.getByRole('button', { name: 'Move or resize' }).click()
  const change = page.getByRole('dialog', { name: /^Change/ })
  const save = change.getByRole('button', { name: 'Save change' })
  await change.getByLabel('Start', { exact: true }).fill('01:30')
  await save.click()
  await expect(change.getByLabel('Start', { exact: true })).toBeFocused()
  const second = change.getByRole('button', { name: /^The second 01:30/ })
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await expect(change.getByText('No conflicts, and no client is booked.')).toBeVisible()
  await save.click()
  await expect(change).toHaveCount(0)
  // The first half past one would be half past midnight in UTC.
  const { body } = await send(url, 'GET', `/api/schedules/${id}/edit`, { token })
  const { schedule } = body as unknown as { schedule: { starts_at: string } }
  expect(schedule.starts_at).toBe(`${day}T01:30:00Z`)
  await page.goto(`/admin/planner?view=day&date=${day}&open=${id}`)
  await page.getByRole('button', { name: 'Move or resize' }).click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
})
