import type { Locator, Page } from '@playwright/test'
import type { Login } from '#contract/people.ts'
import { publishedVersions, registerLogin, send } from '../../support/client.ts'
import { countPresses } from '../../support/count-presses.ts'
import { ownNumber } from '../../support/own-number.ts'
import { keepLogin, logIn } from '../../support/people.ts'
import { begunToday, planRunningSession, registerMentor } from '../../support/running-session.ts'
import { dayAhead, planSession } from '../../support/schedules.ts'
import { registerStaff } from '../../support/staff.ts'
import { agreements } from '../../support/booking.ts'
import { addSupportType } from '../../support/support-type.ts'
import { expect, expectAccessible, prepareRoutes, test, variant } from '../../support/test.ts'

/** A client on file who has accepted everything, and their number. */
async function knownClient(url: string): Promise<Login & { phone: string }> {
  const number = ownNumber()
  const login = await registerLogin(url, number, await publishedVersions(url))
  return { ...login, phone: `07911 ${100_000 + number}` }
}

/** A support type of its own with a session of three hours, one seat each, so many days ahead. */
async function ownOffer(url: string, days: number) {
  const { token } = await logIn(url, 'administrator')
  const type = await addSupportType(url, 60)
  const mentor = await registerMentor(url)
  const plan = (day: string) => planSession(url, day, { support_type_id: type.id, mentor_ids: [mentor.user.id] })
  const day = dayAhead(days)
  return { token, type, mentor, plan, day, schedule: await plan(day) }
}

/** Ctrl V with this text, wherever the focus is: also before the palette is there. */
const paste = (page: Page, text: string) =>
  page.evaluate(pasted => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    const isTaken = !document.activeElement?.dispatchEvent(event)
    if (!isTaken) document.execCommand('insertText', false, pasted)
  }, text)

const picker = (page: Page) => page.getByRole('combobox', { name: 'Find the client' })
const firstAvailable = (page: Page) => page.getByRole('button', { name: /^First available/ })
const book = (page: Page) => page.getByRole('button', { name: 'Book the appointment' })
const isBooked = (page: Page, name: string) => expect(page.getByRole('heading', { name: `${name} is booked` })).toBeFocused()
const chooseType = (page: Page, name: string) => page.locator('label').filter({ hasText: name }).click()

test('a record leads to the booking in three clicks, and shows the new appointment first', async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { token, plan, schedule } = await ownOffer(url, 41)
  const client = await knownClient(url)
  const later = await plan(dayAhead(44))
  const bookAt = async (schedule_id: string, date: string) => {
    const { body } = await send(url, 'POST', '/api/appointments', {
      token,
      body: { schedule_id, starts_at: `${date}T10:00:00Z`, user_id: client.user.id },
    })
    return body.id!
  }
  await bookAt(later, dayAhead(44))
  for (const days of [48, 49]) await bookAt(await plan(dayAhead(days)), dayAhead(days))
  const cancelled = await bookAt(await plan(dayAhead(47)), dayAhead(47))
  await send(url, 'POST', `/api/appointments/${cancelled}/status`, { token, body: { status: 'cancelled', reason: 'Ill' } })

  await signIn('administrator')
  await page.goto(`/admin/users/${client.user.id}`)
  const next = page.getByRole('region', { name: 'Next appointment' })
  await expect(next.getByText('Booked', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cancelled ahead of time' }).getByText('Cancelled', { exact: true })).toBeVisible()
  const presses = await countPresses(page)
  await page.getByRole('link', { name: 'Book an appointment' }).click()
  await expect(page.getByRole('group', { name: 'Find the client' })).toContainText(client.user.name)
  await firstAvailable(page).click()
  await expect(page.getByRole('region', { name: 'The appointment' })).toContainText('09:00–10:00')
  await expect(agreements(page)).toHaveCount(0)
  await expect(page.getByText(/already has 3 open appointments, the limit for booking online/)).toBeVisible()
  await book(page).click()
  await isBooked(page, client.user.name)
  expect(await presses()).toBe(3)
  await page.getByRole('link', { name: 'Open the record' }).click()
  await expect(next).toContainText('09:00–10:00')
  await expect(page.getByRole('region', { name: 'Later appointments' }).getByRole('listitem')).toHaveCount(3)
  expect(await presses()).toBe(4)
  await expectAccessible(page)
  // Back leads to the choice, never to a second booking.
  await page.goBack()
  await page.goBack()
  await expect(firstAvailable(page)).toBeVisible()
  expect((await send(url, 'GET', `/api/appointments?schedule_id=${schedule}`, { token })).body).toMatchObject({
    data: [{ status: 'booked' }],
  })
})

test('a pasted number finds the caller: another support type is booked in four clicks', async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { type } = await ownOffer(url, 51)
  const client = await knownClient(url)
  await signIn('frontDesk')
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Find' }).first()).toBeVisible()
  const presses = await countPresses(page)
  await page.keyboard.press('/')
  await paste(page, client.phone)
  await page.getByRole('option', { name: `Book for ${client.user.name}` }).click()
  await chooseType(page, type.name)
  await firstAvailable(page).click()
  await expect(page.getByRole('region', { name: 'The appointment' })).toContainText(type.name)
  await book(page).click()
  await isBooked(page, client.user.name)
  expect(await presses()).toBe(4)
})

test('an unknown number begins a new client with it, and stands in no address', variant, async ({ page, signIn, baseURL }) => {
  const { type } = await ownOffer(String(baseURL), 43)
  const digits = String(100_000 + ownNumber())
  await signIn('frontDesk')
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Find' }).first()).toBeVisible()
  await page.keyboard.press('/')
  await paste(page, `07913 ${digits}`)
  await page.getByRole('option', { name: 'Book for a new client' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByLabel(/^Phone number/)).toHaveValue(`07913 ${digits}`)
  expect(await page.evaluate(() => JSON.stringify([location.href, history.state, document.title]))).not.toContain(digits)
  await page.keyboard.type(`Caller ${digits}`)
  await chooseType(page, type.name)
  await firstAvailable(page).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`Caller ${digits}`)
  await book(page).click()
  await expect(page.getByText('Please ask whether the client accepts this, and tick the box.')).toBeVisible()
  for (const box of await agreements(page).all()) await box.check()
  await book(page).click()
  await isBooked(page, `Caller ${digits}`)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(`07913 ${digits}`)
  await page.getByRole('link', { name: 'Open the record' }).click()
  await expect(page.getByRole('link', { name: `+44 7913 ${digits}` })).toBeVisible()
})

test('a free seat on Today is booked in three clicks, and Today shows the client', variant, async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const begin = begunToday()
  const hour = { starts_at: new Date(begin).toISOString(), ends_at: new Date(begin + 3_600_000).toISOString() }
  const { mentor } = await planRunningSession(url, hour)
  const client = await knownClient(url)
  await signIn('administrator')
  await page.goto(`/admin/today?of=${mentor.user.id}`)
  const presses = await countPresses(page)
  await page.getByRole('link', { name: /^Book the free seat/ }).click()
  await picker(page).fill(client.phone)
  await page.getByRole('option', { name: client.user.name }).click()
  await expect(page.getByRole('region', { name: 'The appointment' })).toContainText(mentor.user.name)
  await expectAccessible(page)
  await book(page).click()
  await isBooked(page, client.user.name)
  expect(await presses()).toBe(3)
  await page.getByRole('navigation', { name: 'Schedule pages' }).getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('table', { name: 'Today by mentor' }).getByRole('link', { name: client.user.name })).toBeVisible()
  expect(await presses()).toBe(4)
})

test('B books by keyboard alone, on any Thursday afternoon', variant, async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { type, mentor } = await ownOffer(url, 3)
  const thursday = Array.from({ length: 7 }, (_, day) => dayAhead(14 + day)).find(date => new Date(`${date}T12:00Z`).getUTCDay() === 4)!
  const afternoon = { starts_at: `${thursday}T14:00`, ends_at: `${thursday}T15:00` }
  await planSession(url, thursday, { ...afternoon, support_type_id: type.id, mentor_ids: [mentor.user.id] })
  const client = await knownClient(url)
  await signIn('frontDesk')
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Find' }).first()).toBeVisible()
  const presses = await countPresses(page)
  await page.keyboard.press('b')
  await expect(picker(page)).toBeFocused()
  await page.keyboard.type(client.user.name)
  await expect(page.getByRole('option', { name: client.user.name })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Choose another person' })).toBeFocused()
  await page.keyboard.press('Tab')
  const radio = page.getByRole('radio', { name: type.name })
  for (let step = 0; step < 40 && !(await radio.isChecked()); step += 1) await page.keyboard.press('ArrowDown')
  await expect(radio).toBeChecked()
  await expect(firstAvailable(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(firstAvailable(page)).toBeFocused()
  const weekday = page.getByRole('combobox', { name: 'Day of the week' })
  while (!(await weekday.evaluate(element => element === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.type('Thu')
  await expect(weekday).toHaveValue('4')
  await expect(weekday).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('After')
  await expect(page).toHaveURL(/weekday=4.*part=afternoon/)
  await expect(firstAvailable(page)).toContainText('14:00')
  await expectAccessible(page)
  await firstAvailable(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check and book' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'The appointment' })).toContainText('14:00–15:00')
  while (!(await book(page).evaluate(element => element === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await isBooked(page, client.user.name)
  expect(await presses()).toBe(0)
})

/** Holds back the results for one text. `asked` resolves when they are asked for; `answer` lets them come. */
async function holdResults(page: Page, text: string) {
  let answer = () => {}
  const answered = new Promise<void>(resolve => (answer = resolve))
  let asks = () => {}
  const asked = new Promise<void>(resolve => (asks = resolve))
  await page.route('**/api/find?*', async route => {
    const isHeld = new URL(route.request().url()).searchParams.get('text') === text
    if (isHeld) asks()
    if (isHeld) await answered
    await route.continue()
  })
  return { asked, answer }
}

for (const place of ['the field of a booking', 'the palette'] as const) {
  const inPalette = place === 'the palette'
  const openField = async (page: Page): Promise<Locator> => {
    await page.goto(inPalette ? '/admin' : '/admin/book')
    if (inPalette) await page.getByRole('button', { name: 'Find' }).first().click()
    return inPalette ? page.getByRole('dialog').getByRole('combobox') : picker(page)
  }
  const isChosen = async (page: Page, { user }: { user: { id: string; name: string } }) => {
    if (inPalette) await expect(page).toHaveURL(new RegExp(`/admin/users/${user.id}$`))
    else await expect(page.getByRole('group', { name: 'Find the client' })).toContainText(user.name)
  }

  test(`Enter in ${place} never chooses a person found for an earlier text`, variant, async ({ page, signIn, baseURL }) => {
    const [client, other] = [await knownClient(String(baseURL)), await knownClient(String(baseURL))]
    await signIn('frontDesk')
    await prepareRoutes(page)
    const field = await openField(page)
    const { asked, answer } = await holdResults(page, client.user.name)
    await field.fill(other.user.name)
    await expect(page.getByRole('option', { name: other.user.name }).first()).toHaveAttribute('aria-selected', 'true')
    await field.fill(client.user.name)
    await page.keyboard.press('Enter')
    await asked
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: other.user.name }).first()).toBeVisible()
    answer()
    await isChosen(page, client)
  })

  for (const what of ['a click', 'the focus'] as const)
    test(`${what} elsewhere takes back an Enter in ${place}`, variant, async ({ page, signIn, baseURL }) => {
      const [client, other] = [await knownClient(String(baseURL)), await knownClient(String(baseURL))]
      await signIn('frontDesk')
      await prepareRoutes(page)
      const field = await openField(page)
      const { asked, answer } = await holdResults(page, client.user.name)
      await field.fill(other.user.name)
      await expect(page.getByRole('option', { name: other.user.name }).first()).toBeVisible()
      await field.fill(client.user.name)
      await page.keyboard.press('Enter')
      await asked
      if (what === 'a click') await page.getByRole('heading', { name: inPalette ? 'Find' : 'Book for a client' }).click()
      else
        await page
          .getByRole(inPalette ? 'button' : 'link', { name: inPalette ? 'Close' : 'Today' })
          .first()
          .focus()
      answer()
      await field.focus()
      if (!inPalette) await page.keyboard.press('ArrowUp')
      await expect(page.getByRole('option', { name: client.user.name }).first()).toBeVisible()
      await expect(field).toHaveValue(client.user.name)
      await expect(page).toHaveURL(inPalette ? /\/admin$/ : /\/admin\/book$/)
    })
}

test('New books for a known client in four clicks', variant, async ({ page, signIn, baseURL }) => {
  const client = await knownClient(String(baseURL))
  await signIn('frontDesk')
  await page.goto('/admin')
  const presses = await countPresses(page)
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('group', { name: 'New', exact: true }).getByRole('link', { name: 'Booking' }).click()
  await picker(page).fill(client.phone)
  await expect(page.getByRole('option', { name: client.user.name })).toBeVisible()
  await page.keyboard.press('Enter')
  await firstAvailable(page).click()
  await book(page).click()
  await isBooked(page, client.user.name)
  expect(await presses()).toBe(4)
})

test('a time taken meanwhile loses nothing typed, after a lost race', async ({ page, signIn, allowConsole, baseURL }) => {
  allowConsole(/409/)
  const url = String(baseURL)
  const { token, type, day, schedule } = await ownOffer(url, 46)
  const client = await knownClient(url)
  const rival = await knownClient(url)
  const other = await knownClient(url)
  await signIn('administrator')
  await prepareRoutes(page)
  await page.goto(`/admin/book?user=${client.user.id}&support_type=${type.id}`)
  await firstAvailable(page).click()
  await page.getByLabel(/^What the client wants to talk about/).fill('How do I begin?')
  // The live stream brings the loss before the booking is sent.
  const take = (starts_at: string, user_id: string) =>
    send(url, 'POST', '/api/appointments', { token, body: { schedule_id: schedule, starts_at, user_id } })
  expect((await take(`${day}T09:00:00Z`, rival.user.id)).status).toBe(201)
  const notice = page.getByRole('alert').filter({ hasText: 'This time is no longer free' })
  await expect(notice).toContainText('The client and what you typed are kept.')
  await expect(book(page)).toHaveCount(0)
  await expectAccessible(page)
  await notice.getByRole('button', { name: /10:00/ }).click()
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'The appointment' })).toContainText('10:00–11:00')

  // Here the booking itself finds it taken.
  let isTaken = false
  await page.route('**/api/appointments', async route => {
    if (!isTaken) expect((await take(`${day}T10:00:00Z`, other.user.id)).status).toBe(201)
    isTaken = true
    await route.continue()
  })
  await book(page).click()
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: /11:00/ }).click()
  await expect(page.getByLabel(/^What the client wants to talk about/)).toHaveValue('How do I begin?')
  await page.goBack()
  await expect(page.getByRole('group', { name: 'Find the client' })).toContainText(client.user.name)
  await page.goForward()
  await expect(page.getByLabel(/^What the client wants to talk about/)).toHaveValue('How do I begin?')
  await book(page).click()
  await isBooked(page, client.user.name)
})

test('the last time of a day that is taken meanwhile is replaced by times of other days', async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { token, type, day, plan, schedule } = await ownOffer(url, 54)
  const [client, ...rivals] = await Promise.all([1, 2, 3, 4].map(() => knownClient(url)))
  const take = async (hour: string, user_id: string) =>
    expect(
      (
        await send(url, 'POST', '/api/appointments', {
          token,
          body: { schedule_id: schedule, starts_at: `${day}T${hour}:00:00Z`, user_id },
        })
      ).status,
    ).toBe(201)
  await take('09', rivals[0]!.user.id)
  await take('10', rivals[1]!.user.id)
  await plan(dayAhead(57))
  await signIn('administrator')
  await page.goto(`/admin/book?user=${client!.user.id}&support_type=${type.id}`)
  await firstAvailable(page).click()
  await expect(page.getByRole('region', { name: 'The appointment' })).toContainText('11:00–12:00')
  await take('11', rivals[2]!.user.id)
  const notice = page.getByRole('alert').filter({ hasText: 'This time is no longer free' })
  await expect(notice.getByRole('listitem')).toHaveCount(3)
  await notice.getByRole('button', { name: /10:00/ }).click()
  await expect(notice).toHaveCount(0)
  await book(page).click()
  await isBooked(page, client!.user.name)
})

test('a new booking for the next caller takes over nothing of the one before, and asks first', async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { token, type, schedule } = await ownOffer(url, 52)
  const number = ownNumber()
  const [first, second] = [await registerLogin(url, number, []), await registerLogin(url, ownNumber(), [])]
  const questions = page.getByLabel(/^What the client wants to talk about/)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const fillIn = async () => {
    await chooseType(page, type.name)
    await firstAvailable(page).click()
    await questions.fill('My divorce')
    for (const box of await agreements(page).all()) await box.check()
    await page.getByRole('heading', { level: 1 }).click()
  }
  const isEmpty = async () => {
    await expect(questions).toHaveValue('')
    for (const box of await agreements(page).all()) await expect(box).not.toBeChecked()
  }
  await signIn('administrator')
  await page.goto(`/admin/book?user=${first.user.id}`)
  await fillIn()
  await page.keyboard.press('b')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(questions).toHaveValue('My divorce')
  // Back to another client leaves the booking too, Back to its own choice of a time does not.
  await page.goBack()
  await expect(firstAvailable(page)).toBeVisible()
  await page.goForward()
  await expect(questions).toHaveValue('My divorce')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('b')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await picker(page).fill(second.user.name)
  await page.getByRole('option', { name: second.user.name }).click()
  await chooseType(page, type.name)
  await firstAvailable(page).click()
  await isEmpty()

  // The second booking began without a client in the address.
  await questions.fill('My debts')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('group', { name: 'New', exact: true }).getByRole('link', { name: 'Booking' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await picker(page).fill(first.user.name)
  await page.getByRole('option', { name: first.user.name }).click()
  await chooseType(page, type.name)
  await firstAvailable(page).click()
  await isEmpty()

  // What one client has accepted is not accepted by the next, whom the form itself chooses.
  await questions.fill('How do I begin?')
  for (const box of await agreements(page).all()) await box.check()
  await page.getByRole('button', { name: 'Choose another person' }).click()
  await picker(page).fill(second.user.name)
  await page.getByRole('option', { name: second.user.name }).click()
  await expect(page.getByRole('group', { name: 'Find the client' })).toContainText(second.user.name)
  await expect(questions).toHaveValue('How do I begin?')
  expect(await agreements(page).count()).toBeGreaterThan(0)
  for (const box of await agreements(page).all()) await expect(box).not.toBeChecked()
  for (const box of await agreements(page).all()) await box.check()
  await book(page).click()
  await isBooked(page, second.user.name)
  expect((await send(url, 'GET', `/api/appointments?schedule_id=${schedule}`, { token })).body).toMatchObject({
    data: [{ user: { id: second.user.id }, questions: ['How do I begin?'] }],
  })
})

test('staff without User List cannot search by name, only by the digits of a number', variant, async ({ page, baseURL }) => {
  const url = String(baseURL)
  const { type } = await ownOffer(url, 48)
  const client = await knownClient(url)
  const staff = await registerStaff(url, ['Appointment Create'])
  const asked: string[] = []
  page.on('request', request => void (/api\/find(\?|$)|api\/users/.test(request.url()) && asked.push(request.url())))
  await keepLogin(page, staff)
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Find' }).first()).toBeVisible()
  await page.keyboard.press('b')
  const found = page.getByRole('listbox').getByRole('option')
  await picker(page).fill(client.user.name.split(' ')[0]!)
  await expect(page.getByText('Please type at least three digits.')).toBeVisible()
  await expect(found).toHaveCount(0)
  await picker(page).fill('07')
  await expect(found).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Control+k')
  await paste(page, client.phone)
  await expect(page.getByRole('group', { name: 'People' })).toHaveCount(0)
  await page.getByRole('option', { name: `Book for ${client.user.name}` }).click()
  await chooseType(page, type.name)
  await firstAvailable(page).click()
  await book(page).click()
  await isBooked(page, client.user.name)
  await expect(page.getByRole('link', { name: /record|list|Edit the/ })).toHaveCount(0)
  expect(asked).toEqual([])
})

test('the page asks once for the times of the first free day, and for nothing of the booking page', async ({ page, signIn, baseURL }) => {
  const { type, day } = await ownOffer(String(baseURL), 51)
  await signIn('administrator')
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.goto(`/admin/book?support_type=${type.id}`)
  await expect(page.getByRole('button', { name: /09:00/ }).last()).toBeVisible()
  await expect(firstAvailable(page)).toBeVisible()
  expect(asked.filter(url => url.includes(`date=${day}`))).toHaveLength(1)
  expect(asked.filter(url => /previous-history|\/api\/site$/.test(url))).toEqual([])
})

test('the client can be typed while the list of results still loads', async ({ page, signIn, baseURL }) => {
  const client = await knownClient(String(baseURL))
  await signIn('administrator')
  await prepareRoutes(page)
  await page.goto('/admin/book')
  await expect(picker(page)).toBeFocused()
  let arrive = () => {}
  const arrival = new Promise<void>(resolve => (arrive = resolve))
  await page.route('**/assets/*.js', async route => {
    await arrival
    await route.continue()
  })
  const [start, end] = [client.phone.slice(0, -1), client.phone.slice(-1)]
  await page.keyboard.type(start)
  await page.keyboard.press('ArrowLeft')
  await expect(picker(page)).toHaveValue(start)
  await expect(picker(page)).toHaveAttribute('aria-expanded', 'false')
  arrive()
  await expect(page.getByRole('listbox')).toBeVisible()
  await expect(picker(page)).toBeFocused()
  // The caret is where it was.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(end)
  await expect(picker(page)).toHaveValue(client.phone)
  await expect(page.getByRole('option', { name: client.user.name })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Find the client' })).toContainText(client.user.name)
})

test('Enter typed while the list of results still loads chooses, and sends no form', async ({ page, signIn }) => {
  await signIn('administrator')
  await prepareRoutes(page)
  await page.goto('/admin/places?edit=new')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).toBeVisible()
  let arrive = () => {}
  const arrival = new Promise<void>(resolve => (arrive = resolve))
  await page.route('**/assets/*.js', async route => {
    await arrival
    await route.continue()
  })
  await zone.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('tokyo')
  await page.keyboard.press('Enter')
  arrive()
  await expect(zone).toHaveValue(/Tokyo/)
  await expect(zone).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('button', { name: 'Add place' })).toBeVisible()
})

test('a deactivated client cannot be booked, and the time stays chosen', variant, async ({ page, signIn, allowConsole, baseURL }) => {
  allowConsole(/404/)
  const url = String(baseURL)
  const { token, type } = await ownOffer(url, 49)
  const client = await knownClient(url)
  await signIn('administrator')
  await page.goto(`/admin/book?user=${client.user.id}&support_type=${type.id}`)
  await firstAvailable(page).click()
  await expect(book(page)).toBeVisible()
  expect((await send(url, 'POST', `/api/users/${client.user.id}/deactivate`, { token, body: { reason: 'Asked for it' } })).status).toBe(200)
  await book(page).click()
  await expect(page.getByText('This client can’t be booked')).toBeVisible()
  await expect(page.getByRole('region', { name: 'The appointment' })).toContainText('09:00–10:00')
  await page.reload()
  await expect(page.getByText('This client can’t be booked')).toBeVisible()
  await book(page).click()
  await expect(page.getByText('Please find the client, or choose “New client”.')).toBeVisible()
  const search = await send(url, 'GET', `/api/find-users?phone=${encodeURIComponent(client.phone)}`, { token })
  expect((search.body as unknown as { data: unknown[] }).data).toEqual([])
})

test(
  'a mentor, and staff whose role has just ended, get neither the page nor its calls',
  variant,
  async ({ page, allowConsole, baseURL }) => {
    allowConsole(/403/)
    const url = String(baseURL)
    const { token, type, mentor } = await ownOffer(url, 50)
    const client = await knownClient(url)
    const staff = await registerStaff(url, ['Appointment Create'])
    expect(
      (await send(url, 'POST', '/api/role-assign-update', { token, body: { user_id: staff.user.id, role_ids: [] } })).status,
    ).toBeLessThan(300)
    for (const caller of [mentor, staff])
      for (const path of [
        `/api/appointments/times/${type.id}`,
        `/api/appointments/create?user_id=${client.user.id}`,
        `/api/find-users?phone=${encodeURIComponent(client.phone)}`,
      ])
        expect((await send(url, 'GET', path, { token: caller.token })).status).toBe(403)
    await keepLogin(page, mentor)
    await page.goto(`/admin/book?user=${client.user.id}`)
    await expect(page).not.toHaveURL(/admin/)
    await expect(page.getByText(client.user.name)).toHaveCount(0)
  },
)

test('a phone shows one step at a time, within its width, in light and dark', variant, async ({ page, signIn, baseURL }) => {
  const url = String(baseURL)
  const { type } = await ownOffer(url, 2)
  const client = await knownClient(url)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('frontDesk')
  await page.goto(`/admin/book?user=${client.user.id}&support_type=${type.id}`)
  const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expect(firstAvailable(page)).toBeVisible()
  const time = page.getByRole('button', { name: /10:00, 1 seat left/ })
  await expect(time).toBeHidden()
  await fits()
  await expectAccessible(page, 'day ', { dark: true })
  await page.getByRole('gridcell', { name: /free/ }).first().click()
  await expect(time).toBeVisible()
  await expect(firstAvailable(page)).toBeHidden()
  await fits()
  await time.click()
  await expect(book(page)).toBeVisible()
  await fits()
  await expectAccessible(page, 'confirm ', { dark: true })
  await page.goBack()
  await expect(time).toBeVisible()
  await page.goBack()
  await expect(firstAvailable(page)).toBeVisible()
})
