import { EventEmitter, once } from 'node:events'
import type { Page } from '@playwright/test'
import { publishedVersions, registerLogin, send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { keepLogin } from '../../support/people.ts'
import { registerStaff } from '../../support/staff.ts'
import { begunToday, bookForClient, planRunningSession, startOfToday } from '../../support/running-session.ts'
import { expect, expectAccessible, prepareRoutes, test, variant } from '../../support/test.ts'

const minute = 60_000
const clockOf = (instant: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' }).format(new Date(instant))

/** A session of today that runs now: one time for three clients, of whom two are booked and not here. */
async function planNow(url: string) {
  const begin = begunToday()
  const starts_at = new Date(begin).toISOString()
  const session = await planRunningSession(url, {
    starts_at,
    ends_at: new Date(begin + 60 * minute).toISOString(),
    slot_minutes: 60,
    seats_per_slot: 3,
  })
  const first = await bookForClient(url, session.id, starts_at)
  const second = await bookForClient(url, session.id, starts_at)
  return { ...session, starts_at, first, second }
}

/**
 * Returns a function that holds the answer to the next change of a status back until the function it returns is
 * called. One route for all: a request that is made while a route goes may hang (microsoft/playwright#41802).
 */
async function answersToHold(page: Page) {
  let held: Promise<unknown> | undefined
  await page.route('**/api/appointments/*/status', async route => {
    const released = held
    held = undefined
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  return () => {
    const answered = new EventEmitter()
    held = once(answered, 'now')
    return () => answered.emit('now')
  }
}

test('runs the day by keyboard alone: checks in, marks a no-show and completes, each with Undo', async ({ page, signIn, baseURL }) => {
  const { mentor, first } = await planNow(String(baseURL))
  // Another mentor's late clients are left out with their column.
  await planNow(String(baseURL))
  await signIn('administrator')
  await prepareRoutes(page)
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Today, / })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Late (2)' })).toBeVisible()
  const grid = page.getByRole('table', { name: 'Today by mentor' })
  await expect(grid.getByRole('columnheader')).toHaveCount(2)
  await expect(grid.locator('[aria-current="time"]')).toHaveCount(1)
  await expect(page.getByRole('button', { name: new RegExp(`${first.client.user.name}.*min`) }).first()).toBeVisible()
  await expectAccessible(page, '', { dark: true })

  // A letter opens nothing else while an entry has the focus.
  const entry = grid.getByRole('listitem').filter({ hasText: 'min late' }).first()
  await page.keyboard.press('j')
  await expect(entry.getByRole('link')).toBeFocused()
  const name = String(await entry.getByRole('link').textContent())
  const own = grid
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
    .first()
  // Going on to the next client before the answer keeps the focus there.
  const holdAnswer = await answersToHold(page)
  const answerCheckIn = holdAnswer()
  await page.keyboard.press('c')
  await page.keyboard.press('ArrowDown')
  await expect(own.getByRole('link')).not.toBeFocused()
  answerCheckIn()
  await expect(page.getByText(`${name} is here.`)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(own.getByRole('link')).toBeFocused()
  await expect(own.getByText('Just arrived')).toBeVisible()
  await page.keyboard.press('u')
  await expect(own.getByText('min late')).toBeVisible()

  // The day tells of the change before the call has ended: the next key is not lost.
  const answerNoShow = holdAnswer()
  await page.keyboard.press('n')
  await expect(own.getByText('Missed', { exact: true })).toBeVisible()
  await page.keyboard.press('u')
  answerNoShow()
  await expect(own.getByText('min late')).toBeVisible()
  // Also after coming back to where the key was pressed, the focus stays.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(own.getByRole('link')).toBeFocused()
  const answerDone = holdAnswer()
  await page.keyboard.press('d')
  await expect(own.getByText('Took place', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(own.getByRole('link')).not.toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(own.getByRole('link')).toBeFocused()
  const answered = page.waitForResponse('**/api/appointments/*/status')
  answerDone()
  await (await answered).finished()
  await expect(own.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve)))
  await expect(own.getByRole('link')).toBeFocused()
})

test('reads the day once when it opens', async ({ page, signIn }) => {
  let reads = 0
  page.on('request', request => (reads += Number(request.url().endsWith('/api/day'))))
  // Other changes of the day would be read too.
  await page.route('**/api/day/live', () => {})
  await page.clock.install()
  await signIn('administrator')
  await page.goto('/admin/today')
  await expect(page.getByRole('table', { name: 'Today by mentor' })).toBeVisible()
  await page.clock.runFor(2_000)
  expect(reads).toBe(1)
})

/** A session of today with times of ten minutes: one client has the first, which runs now. */
async function planTimes(url: string, count: number) {
  const midnight = startOfToday()
  // The last time, too, has to begin today.
  const latest = midnight + (24 * 60 - 10 * count + 9) * minute
  const begin = Math.max(midnight, Math.min(Math.floor(Date.now() / minute) * minute - minute, latest))
  const at = (index: number) => new Date(begin + 10 * index * minute).toISOString()
  const session = await planRunningSession(url, { starts_at: at(0), ends_at: at(count), slot_minutes: 10 })
  return { ...session, second: at(1), ...(await bookForClient(url, session.id, at(0))) }
}

test(
  'moves an appointment by keyboard alone after a preview, and keeps what was typed when it is refused',
  variant,
  async ({ page, signIn, allowConsole, baseURL }) => {
    const { mentor, client, booked, staff, second } = await planTimes(String(baseURL), 2)
    await signIn('administrator')
    await page.goto(`/admin/today?of=${mentor.user.id}`)
    const entry = page.locator(`#day-${booked.id}`)
    const name = entry.getByRole('link', { name: client.user.name })
    const here = page.getByRole('button', { name: /^Move here/ })
    const dialog = page.getByRole('dialog')
    await name.focus()
    await page.keyboard.press('m')
    await expect(here).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(here).toHaveCount(0)
    await expect(name).toBeFocused()

    await page.keyboard.press('m')
    // The arrow keys stay among the free times.
    await page.keyboard.press('ArrowUp')
    await expect(here).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('New time')).toBeFocused()
    await expect(dialog.getByText(`We’ll send ${client.user.name} a message`)).toBeVisible()
    // The time starts soon: whether it could still be offered depends on when this runs.
    await expect(
      dialog.getByText(/^(No client is waiting for the time that becomes free\.|It is too late to offer the time)/),
    ).toBeVisible()
    await expectAccessible(page)

    // Another desk changes the appointment in the meantime.
    allowConsole(/409/)
    const paid = { token: staff, body: { payment: { status: 'paid' } } }
    expect((await send(String(baseURL), 'PUT', `/api/appointments/${booked.id}`, paid)).status).toBe(200)
    await dialog.getByLabel('Reason').fill('Ill in the morning')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('has changed')
    await expect(dialog.getByLabel('Reason')).toHaveValue('Ill in the morning')
    const sent = page.waitForRequest(request => request.method() === 'PUT')
    await dialog.getByLabel('Reason').press('Enter')
    expect((await sent).postDataJSON()).toMatchObject({ reason: 'Ill in the morning' })
    await expect(page.getByText(/^Moved to /)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(name).toBeFocused()
    await expect(entry).toContainText(`${clockOf(second)}–`)
  },
)

test('an open appointment shows what another desk changes, unless it is being edited', async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { id, starts } = await planRunningSession(url)
  const { booked, staff } = await bookForClient(url, id, starts[2]!)
  const change = async (body: object) =>
    expect((await send(url, 'PUT', `/api/appointments/${booked.id}`, { token: staff, body })).status).toBe(200)
  await page.clock.install()
  await signIn('administrator')
  await page.goto(`/admin/schedules/${id}/appointments/${booked.id}`)
  const interpreter = page.getByRole('checkbox', { name: 'Needs an interpreter' })
  const question = page.getByRole('region', { name: 'Questions' }).getByRole('textbox').first()
  await expect(interpreter).not.toBeChecked()
  await question.fill('Mine')
  await change({ interpreter_language: 'ar', questions: ['Theirs'] })
  await page.clock.fastForward(120_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(interpreter).toBeChecked()
  await expect(question).toHaveValue('Mine')
  await question.fill('')
  await expect(question).toHaveValue('Theirs')
})

test('moves an appointment by dragging it onto a free time, and keeps what was typed when the time was just taken', async ({
  page,
  signIn,
  allowConsole,
  baseURL,
}) => {
  const { id, mentor, client, booked, staff, second } = await planTimes(String(baseURL), 3)
  const freed = { token: staff, body: { status: 'cancelled', reason: 'Free again' } }
  const taken = await bookForClient(String(baseURL), id, second)
  await signIn('administrator')
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  const entry = page.locator(`#day-${booked.id}`)
  const here = page.getByRole('button', { name: /^Move here/ })
  await entry.getByRole('button', { name: `Move ${client.user.name}` }).hover()
  await page.mouse.down()
  const box = (await entry.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 30, { steps: 4 })
  await expect(here).toHaveCount(1)
  // A time that becomes free during the drag is a target, too.
  expect((await send(String(baseURL), 'POST', `/api/appointments/${taken.booked.id}/status`, freed)).status).toBe(200)
  await expect(here).toHaveCount(2)
  const { x, y } = (await here.first().boundingBox())!
  await page.mouse.move(x + 10, y + 10, { steps: 4 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('definition').getByText(`${clockOf(second)}–`)).toBeVisible()
  await expect(entry).not.toContainText(`${clockOf(second)}–`)

  allowConsole(/409/)
  const other = await bookForClient(String(baseURL), id, second)
  await dialog.getByLabel('Reason').fill('Asked for later')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByRole('option', { selected: true })).toHaveText(/\(taken\)$/)
  await expect(dialog.getByLabel('Reason')).toHaveValue('Asked for later')
  expect((await send(String(baseURL), 'POST', `/api/appointments/${other.booked.id}/status`, freed)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Move the appointment' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(entry).toContainText(`${clockOf(second)}–`)
  await expect(entry.getByRole('link', { name: client.user.name })).toBeFocused()
})

test('a free seat opens the booking form with its time chosen', async ({ page, signIn, baseURL }) => {
  const { mentor, id } = await planNow(String(baseURL))
  await signIn('administrator')
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  await page.getByRole('link', { name: /^Book/ }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/appointments/${id}/create`))
  await expect(page.getByRole('region', { name: 'The appointment' })).toContainText(mentor.user.name)
  await expect(page.getByRole('combobox', { name: 'Find the client' })).toBeFocused()
})

test('staff without Appointment Edit see the day and no buttons', variant, async ({ page, baseURL }) => {
  const { mentor } = await planNow(String(baseURL))
  await keepLogin(page, await registerStaff(String(baseURL), ['Appointment List']))
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  const grid = page.getByRole('table', { name: 'Today by mentor' })
  await expect(grid.getByText('min late').first()).toBeVisible()
  await expect(grid.getByRole('button')).toHaveCount(0)
  await grid.getByText('min late').first().locator('xpath=ancestor::li').getByRole('link').focus()
  await page.keyboard.press('m')
  await expect(page.getByText('Choose a free time')).toHaveCount(0)
})

test('a check-in at one desk is shown at the others at once', async ({ page, signIn, baseURL }) => {
  const { mentor, first } = await planNow(String(baseURL))
  await signIn('frontDesk')
  const live = page.waitForResponse(/\/api\/day\/live$/)
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  expect((await live).status()).toBe(200)
  const grid = page.getByRole('table', { name: 'Today by mentor' })
  await expect(grid.getByText('min late')).toHaveCount(2)
  const { status } = await send(String(baseURL), 'POST', `/api/appointments/${first.booked.id}/status`, {
    token: first.staff,
    body: { status: 'arrived' },
  })
  expect(status).toBe(200)
  // Sooner than the page would ask by itself.
  await expect(grid.getByText('Just arrived')).toHaveCount(1)
})

test('a check-in before the live stream is open is not missed', variant, async ({ page, signIn, baseURL }) => {
  const { mentor, first } = await planNow(String(baseURL))
  let open = () => {}
  const held = new Promise<void>(resolve => (open = resolve))
  await page.route('**/api/day/live', async route => {
    await held
    await route.continue()
  })
  await signIn('frontDesk')
  const asked = page.waitForRequest('**/api/day/live')
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  await asked
  const grid = page.getByRole('table', { name: 'Today by mentor' })
  await expect(grid.getByText('min late')).toHaveCount(2)
  const path = `/api/appointments/${first.booked.id}/status`
  expect((await send(String(baseURL), 'POST', path, { token: first.staff, body: { status: 'arrived' } })).status).toBe(200)
  open()
  await expect(grid.getByText('Just arrived')).toHaveCount(1)
})

test('keeps the focus in a text while another desk undoes a cancellation', variant, async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { id, mentor, client, booked, staff, second } = await planTimes(url, 3)
  const other = await bookForClient(url, id, new Date(Date.parse(second) + 10 * minute).toISOString())
  await signIn('administrator')
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  const entry = page.locator(`#day-${booked.id}`)
  await page.getByRole('table').getByRole('link', { name: other.client.user.name }).click()
  const question = page.getByRole('region', { name: 'Questions' }).getByRole('textbox').first()
  await question.fill('Mine: ')
  await entry.getByRole('link', { name: client.user.name }).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  const body = { status: 'cancelled', reason: 'Rang' }
  const { body: cancelled } = await send(url, 'POST', `/api/appointments/${booked.id}/status`, { token: staff, body })
  await expect(entry).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await question.focus()
  await page.keyboard.press('End')
  const undone = await send(url, 'POST', '/api/appointments/status/undo', {
    token: staff,
    body: { undo: (cancelled as unknown as { undo: string }).undo },
  })
  expect(undone.status).toBe(200)
  await expect(entry).toBeVisible()
  await page.keyboard.type('c')
  await expect(question).toHaveValue('Mine: c')
  await expect(question).toBeFocused()
})

test('the side panel next to the day shows what another desk does', variant, async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { mentor, first } = await planNow(url)
  await signIn('administrator')
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  await page.getByRole('table').getByRole('link', { name: first.client.user.name }).click()
  const panel = page.getByRole('complementary', { name: 'Record panel' })
  await expect(panel.getByRole('button', { name: /^Check in/ })).toBeVisible()
  await panel.getByRole('region', { name: 'Questions' }).getByRole('textbox').first().fill('Mine')
  const path = `/api/appointments/${first.booked.id}/status`
  expect((await send(url, 'POST', path, { token: first.staff, body: { status: 'arrived' } })).status).toBe(200)
  await expect(panel.getByRole('button', { name: /^Check in/ })).toHaveCount(0)
  await expect(panel.getByRole('list', { name: 'History' })).toContainText('Arrived')
  await expect(panel.getByRole('region', { name: 'Questions' }).getByRole('textbox').first()).toHaveValue('Mine')
})

test('the side panel moves no appointment that another desk has just moved', variant, async ({ page, signIn, allowConsole, baseURL }) => {
  const url = String(baseURL)
  const { id, mentor, client, booked, staff, second } = await planTimes(url, 3)
  const third = new Date(Date.parse(second) + 10 * minute).toISOString()
  await signIn('administrator')
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  const entry = page.locator(`#day-${booked.id}`)
  await entry.getByRole('link', { name: client.user.name }).click()
  await page.getByRole('button', { name: 'Choose another time' }).click()
  const form = page.getByRole('region', { name: 'Move', exact: true })
  await form
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: new RegExp(clockOf(third)) }) })
    .last()
    .click()
  const body = { schedule_id: id, starts_at: second, mentor_id: mentor.user.id }
  expect((await send(url, 'PUT', `/api/appointments/${booked.id}`, { token: staff, body })).status).toBe(200)
  const panel = page.getByRole('complementary', { name: 'Record panel' })
  await expect(panel.getByRole('list', { name: 'History' })).toContainText('Moved')
  allowConsole(/409/)
  await form.getByRole('button', { name: 'Move the appointment' }).click()
  await expect(form.getByRole('alert')).toContainText('has changed')
  await expect(entry).toContainText(`${clockOf(second)}–`)
})

test('says in the move dialog that another desk cancelled the appointment', variant, async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { mentor, client, booked, staff } = await planTimes(url, 2)
  await signIn('administrator')
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  await page.locator(`#day-${booked.id}`).getByRole('link', { name: client.user.name }).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Move ${client.user.name}` })
  await dialog.getByLabel('Reason').fill('Asked for later')
  const body = { status: 'cancelled', reason: 'Rang' }
  expect((await send(url, 'POST', `/api/appointments/${booked.id}/status`, { token: staff, body })).status).toBe(200)
  await expect(dialog.getByText('This appointment can no longer be moved')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Move the appointment' })).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('Today shows who is away and who waits once another desk has added them', variant, async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { mentor, first, id } = await planNow(url)
  const third = await bookForClient(url, id, first.booked.starts_at)
  const other = await registerLogin(url, ownNumber(), await publishedVersions(url))
  const { body: opened } = await send(url, 'GET', `/api/schedules/${id}/edit`, { token: first.staff })
  const { support_type_id } = (opened as unknown as { schedule: { support_type_id: string } }).schedule
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())
  await page.clock.install()
  await signIn('administrator')
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  await expect(page.getByRole('table').getByRole('link', { name: third.client.user.name })).toBeVisible()
  const tomorrow = new Date(Date.parse(`${day}T00:00Z`) + 24 * 60 * minute).toISOString().slice(0, 10)
  const away = { mentor_id: mentor.user.id, starts_at: `${day}T00:00`, ends_at: `${tomorrow}T00:00` }
  expect((await send(url, 'POST', '/api/time-off', { token: first.staff, body: away })).status).toBe(201)
  const waiting = { support_type_id, mentor_id: mentor.user.id, from_date: day, to_date: day }
  expect((await send(url, 'POST', '/api/waiting-list', { token: other.token, body: waiting })).status).toBe(201)
  await page.clock.fastForward(31_000)
  await expect(page.getByText(`${mentor.user.name} is away`)).toBeVisible()
  await expect(page.getByRole('complementary', { name: /waiting for a time/ })).toContainText(other.user.name)
})

test('a phone lists the day by time, with what is over folded', variant, async ({ page, signIn, baseURL }) => {
  const { mentor } = await planNow(String(baseURL))
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('administrator')
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  const list = page.getByRole('list', { name: 'Today by time' })
  await expect(list.getByText('min late')).toHaveCount(2)
  for (const button of await list.getByRole('button').all()) expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await list
    .getByRole('button', { name: /^Check in/ })
    .first()
    .click()
  await expect(list.getByText('Just arrived')).toBeVisible()
  await list.getByRole('button', { name: /^Undo/ }).click()
  await expect(list.getByText('min late')).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.goto('/admin/today')
  await expect(page.getByRole('heading', { level: 1, name: /^Today, / })).toBeVisible()
  await expectAccessible(page, '', { dark: true })
})
