import type { Locator, Page } from '@playwright/test'
import {
  acceptAll,
  addressOf,
  agreements,
  bookedClient,
  chooseFreeTime,
  confirmPhone,
  signInAsNewClient,
  takeTime,
} from '../support/booking.ts'
import { freeTimesOf, publishedVersions, send } from '../support/client.ts'
import { ownNumber } from '../support/own-number.ts'
import { logIn } from '../support/people.ts'
import { registerMentor } from '../support/running-session.ts'
import { dayAhead, planningOffer, planSession } from '../support/schedules.ts'
import { addSupportType } from '../support/support-type.ts'
import { expect, expectAccessible, prepareRoutes, rareOnPhones, test } from '../support/test.ts'

const isFocused = (element: Locator) => element.evaluate(node => node === document.activeElement)
const books = (page: Page) => page.getByRole('button', { name: 'Book this appointment' })

/** Steps that are the same on a wide screen, which shows them side by side. */
const onPhones = { tag: '@phone' }

test('a new client books an appointment in four steps', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Book an appointment' })).toBeVisible()
  await page.getByRole('button', { name: /^Career advice/ }).click()
  await expect(page.getByRole('heading', { name: 'Which day suits you?' })).toBeFocused()
  await expect(page.getByRole('gridcell', { name: /, \d+ seats? free$/ }).first()).toBeVisible()
  await page.getByRole('button', { name: /^First free day/ }).click()
  await page.goBack()
  await page
    .getByRole('gridcell', { name: /, \d+ seats? free$/ })
    .nth(2)
    .click()
  await page
    .getByRole('button', { name: /, \d\d:\d\d.*, 1 seat left, with / })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  await expect(page.getByText('Step 4 of 4')).toBeVisible()
  await confirmPhone(page, `07911 ${100_000 + ownNumber()}`)
  await expect(page.getByRole('heading', { name: 'Almost done' })).toBeFocused()
  await page.getByLabel('Your name').fill('Zoë Ångström')
  await acceptAll(page)
  await expect(page.getByRole('listitem').filter({ hasText: /^Free of charge$/ })).toBeVisible()
  await expect(page.getByText(/^Change or cancel free of charge until \d\d:\d\d( \(.+ your time\))? on \w+ \d+ \w+/)).toBeVisible()
  await page.getByLabel(/What would you like to talk about/).fill('A change of direction')
  await books(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeFocused()
  await expect(page.getByText(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)).toBeVisible()
  await expect(page.getByText('A change of direction')).toBeVisible()
  await expect(page.getByText(/^(We’re sending you|We sent|We wrote) a confirmation/)).toBeVisible()
  for (const title of ['Terms and conditions', 'Session agreement'])
    await expect(page.getByRole('listitem').filter({ hasText: `${title}, version` })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/^appointment-.{4}-.{4}\.ics$/)
  const calendars = page.getByRole('list', { name: 'Add to a calendar in one tap' })
  for (const name of ['Google Calendar', 'Outlook']) {
    const address = decodeURIComponent((await calendars.getByRole('link', { name }).getAttribute('href')) ?? '')
    expect(address).toContain(`/my/appointments/${new URL(page.url()).searchParams.get('appointment')}`)
    expect(address).not.toMatch(/direction|Zoë|advice|support|reference/i)
  }
  const opened = page.waitForEvent('download')
  await calendars.getByRole('button', { name: 'Apple Calendar' }).click()
  expect((await opened).suggestedFilename()).toMatch(/\.ics$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
})

/** A support type that only one journey books: three hours in three days, with mentors of its own. */
async function planOwnTimes(url: string, mentors = 1): Promise<{ id: string; name: string }> {
  const type = await addSupportType(url, 60)
  const registered = await Promise.all(Array.from({ length: mentors }, () => registerMentor(url)))
  await planSession(url, dayAhead(3), { support_type_id: type.id, mentor_ids: registered.map(({ user }) => user.id) })
  return type
}

async function bookAsStranger(page: Page) {
  const used = { taps: 0, fields: 0 }
  const tap = async (name: RegExp | string, role: 'button' | 'checkbox' = 'button') => {
    await page.getByRole(role, { name }).first().click()
    used.taps += 1
  }
  const fill = async (label: string, text: string) => {
    await page.getByLabel(label).fill(text)
    used.fields += 1
  }
  // One of the first times of the first free day, below its button.
  await tap(/, 10:00, 1 seat left, with /)
  await fill('Phone number', `07911 ${100_000 + ownNumber()}`)
  await tap('Send me a code')
  // The demo offers the code as phones do with the one of a message.
  await tap('Use this code')
  await fill('Your name', 'Sam Stranger')
  await tap(/^I have read and accept/, 'checkbox')
  await tap('Book this appointment')
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  return used
}

test('a stranger books with 6 taps and 2 fields', async ({ page, baseURL }) => {
  const type = await planOwnTimes(baseURL ?? '')
  await page.goto('/')
  await page.getByRole('button', { name: new RegExp(`^${type.name}`) }).click()
  expect(await bookAsStranger(page)).toEqual({ taps: 5, fields: 2 })
})

test('a stranger who follows the link of a service books with 5 taps and 2 fields', onPhones, async ({ page, baseURL }) => {
  const type = await planOwnTimes(baseURL ?? '')
  await page.goto(`/?support_type=${type.id}`)
  expect(await bookAsStranger(page)).toEqual({ taps: 5, fields: 2 })
})

test('a first time that two mentors offer asks for one of them, and Back leads to the days', async ({ page, baseURL }) => {
  const type = await planOwnTimes(baseURL ?? '', 2)
  await page.goto('/')
  await page.getByRole('button', { name: new RegExp(`^${type.name}`) }).click()
  await page.getByRole('button', { name: /, 09:00, 2 seats left, with / }).click()
  await expect(page.getByRole('button', { name: /, 09:00, 2 seats left, with /, pressed: true })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Who would you like to meet?' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: /^First free day/ })).toBeVisible()
})

test('a first time that is taken meanwhile stays in its place', onPhones, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const type = await planOwnTimes(url)
  await page.goto(`/?support_type=${type.id}`)
  const times = page.getByRole('list').getByRole('button', { name: /, \d\d:00, / })
  await expect(times).toHaveCount(3)
  const [first] = await freeTimesOf(url, type.id, dayAhead(3))
  await takeTime(url, first!)
  await expect(times.first()).toHaveAttribute('aria-disabled', 'true')
  await expect(times.nth(1)).toHaveAccessibleName(/, 10:00, 1 seat left, /)
})

test('a time that is taken before the live stream is open does not stay free', onPhones, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const type = await planOwnTimes(url)
  let open = () => {}
  const held = new Promise<void>(resolve => (open = resolve))
  await page.route('**/live', async route => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/live')
  await page.goto(`/?support_type=${type.id}`)
  const times = page.getByRole('list').getByRole('button', { name: /, \d\d:00, / })
  await expect(times).toHaveCount(3)
  await asked
  const [first] = await freeTimesOf(url, type.id, dayAhead(3))
  await takeTime(url, first!)
  open()
  await expect(times.first()).toHaveAttribute('aria-disabled', 'true')
})

test('a known client books again with 4 taps and nothing to type', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const token = await signInAsNewClient(page, url)
  const { time } = await chooseFreeTime(url)
  const body = { ...time, accepted_version_ids: await publishedVersions(url) }
  expect((await send(url, 'POST', '/api/appointments', { token, body })).status).toBe(201)
  await page.goto('/')
  await page.getByRole('button', { name: /^Book again with/ }).click()
  await page.getByRole('button', { name: /^First free day/ }).click()
  await page
    .getByRole('button', { name: /, 1 seat left, with / })
    .nth(test.info().project.name === 'phone' ? -1 : 0)
    .click()
  await page.getByRole('button', { name: 'Book this appointment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
})

test('an own appointment at the chosen time is named before anything is filled in', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const type = await planOwnTimes(url, 2)
  const token = await signInAsNewClient(page, url)
  const [own, ...others] = await freeTimesOf(url, type.id, dayAhead(3))
  const same = others.find(({ starts_at, mentor_id }) => starts_at === own!.starts_at && mentor_id !== own!.mentor_id)
  const later = others.find(({ starts_at }) => starts_at > own!.starts_at)
  const body = { ...own, accepted_version_ids: await publishedVersions(url) }
  expect((await send(url, 'POST', '/api/appointments', { token, body })).status).toBe(201)
  await page.goto(addressOf(type.id, same!)('details'))
  await expect(page.getByText('You already have an appointment at that time')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See my appointments' })).toBeVisible()
  await page.goto(addressOf(type.id, later!)('details'))
  await expect(page.getByRole('heading', { name: 'Good to know' })).toBeVisible()
  await expect(page.getByText('You already have an appointment at that time')).toHaveCount(0)
})

test('no day looks fully booked while free days load', onPhones, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route('**/api/search-schedule/**', async route => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('button', { name: /^Career advice/ }).click()
  await expect(page.getByText('Looking for free days…')).toBeVisible()
  await expect(page.getByRole('gridcell', { disabled: true })).toHaveCount(0)
  await expect(page.getByText('full', { exact: true })).toHaveCount(0)
  release()
  await expect(page.getByRole('gridcell', { name: /seats? free$/ }).first()).toBeVisible()
  await expect(page.getByText('Looking for free days…')).toHaveCount(0)
})

test(
  'what a new client typed survives a reload and a lost race, and ends with another number',
  onPhones,
  async ({ page, baseURL, allowConsole }) => {
    allowConsole(/409|ERR_FAILED/)
    const { address, time } = await chooseFreeTime(baseURL ?? '')
    await page.route('**/live', route => route.abort())
    await page.goto(address('details'))
    await confirmPhone(page, `07911 ${100_000 + ownNumber()}`)
    await page.getByLabel('Your name').fill('Nia New')
    await page.getByLabel(/What would you like to talk about/).fill('Kept before joining')
    await page.reload()
    await expect(page.getByLabel('Your name')).toHaveValue('Nia New')
    await expect(page.getByLabel(/What would you like to talk about/)).toHaveValue('Kept before joining')
    await page.getByRole('button', { name: 'Use another number' }).click()
    await expect(page.getByLabel('Phone number')).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(/Nia New|Kept before/)

    await confirmPhone(page, `07911 ${100_000 + ownNumber()}`)
    await expect(page.getByLabel('Your name')).toHaveValue('')
    await page.getByLabel('Your name').fill('Ned Next')
    await page.getByLabel(/What would you like to talk about/).fill('Kept through the race')
    await acceptAll(page)
    await takeTime(baseURL ?? '', time)
    await books(page).click()
    await expect(page.getByText('This time has just been taken')).toBeVisible()
    // Registered by now: only the booking is left to do.
    await expect(page.getByLabel('Your name')).toHaveCount(0)
    await expect(agreements(page)).toBeChecked()
    await page.getByRole('alert').getByRole('listitem').first().getByRole('button').click()
    await expect(page.getByText('This time has just been taken')).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel(/What would you like to talk about/)).toHaveValue('Kept through the race')
  },
)

test('what a new client typed survives a reload while the phone is confirmed again, and ends with another number', async ({
  page,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/422 .*\/api\/register/)
  const { address } = await chooseFreeTime(baseURL ?? '')
  const phone = `07911 ${100_000 + ownNumber()}`
  await page.route('**/api/register', route =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: { code: 'ticket_expired', message: 'The code is too old.' },
    }),
  )
  await page.goto(address('details'))
  await confirmPhone(page, phone)
  await page.getByLabel('Your name').fill('Nia New')
  await acceptAll(page)
  const reload = async () => {
    page.once('dialog', dialog => dialog.accept())
    await page.reload()
  }
  const confirmAgain = async () => {
    await books(page).click()
    await page.getByRole('button', { name: 'Confirm again' }).click()
    await expect(page.getByLabel('Phone number')).toBeVisible()
    await reload()
  }
  await confirmAgain()
  await expect(page.getByLabel('Phone number')).toHaveValue(phone)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Code from the message')).toBeVisible()
  await reload()
  await page.getByRole('button', { name: 'Use this code' }).click()
  await expect(page.getByLabel('Your name')).toHaveValue('Nia New')
  await expect(page.getByRole('button', { name: 'Confirm again' })).toHaveCount(0)

  await confirmAgain()
  await confirmPhone(page, `07911 ${100_000 + ownNumber()}`)
  await expect(page.getByLabel('Your name')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Nia New')
})

test('every step is accessible, in light and in dark', async ({ page, baseURL }) => {
  test.slow()
  const look = () => expectAccessible(page, '', { dark: true })
  const { address, supportTypeId } = await chooseFreeTime(baseURL ?? '')
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Career advice/ })).toBeVisible()
  await look()
  await page.goto(`/?support_type=${supportTypeId}`)
  await expect(page.getByRole('gridcell', { name: /seats? free$/ }).first()).toBeVisible()
  await look()
  await page.goto(address())
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await look()
  await page.goto(address('details'))
  await expect(page.getByLabel('Phone number')).toBeVisible()
  await look()
  await signInAsNewClient(page, baseURL ?? '')
  await page.goto(address('details'))
  await acceptAll(page)
  await look()
  await books(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  await look()
})

test('a client who has accepted the contracts is not asked again', onPhones, async ({ page, baseURL, signIn }) => {
  const { address } = await chooseFreeTime(baseURL ?? '')
  await signIn('client')
  await page.goto(address('details'))
  await expect(page.getByRole('heading', { name: 'Good to know' })).toBeVisible()
  await expect(agreements(page)).toHaveCount(0)
  await expect(books(page)).toBeEnabled()
})

test('books by keyboard alone', async ({ page }, { project }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Career advice/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Which day suits you?' })).toBeFocused()
  await expect(page.getByRole('gridcell', { name: /seats? free$/ }).first()).toBeVisible()
  const stop = page.locator('td[tabindex="0"]')
  for (let tabs = 0; tabs < 12 && !(await isFocused(stop)); tabs += 1) await page.keyboard.press('Tab')
  await expect(stop).toBeFocused()
  const before = await stop.getAttribute('aria-label')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageUp')
  await expect(stop).toHaveAttribute('aria-label', before ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(stop).toBeFocused()
  await expect(stop).not.toHaveAttribute('aria-label', before ?? '')
  // A week later there may be nothing: on a weekend the next free day is some keys away.
  const isFree = async () => /seats? free$/.test((await stop.getAttribute('aria-label')) ?? '')
  for (let days = 0; days < 7 && !(await isFree()); days += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.locator('#step-time')).toBeFocused()
  const time = page.getByRole('button', { name: /1 seat left/ }).nth(project.name === 'phone' ? 3 : 2)
  await time.waitFor()
  for (let tabs = 0; tabs < 40 && !(await isFocused(time)); tabs += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  await expect(page.getByLabel('Phone number')).toBeVisible()
  for (let tabs = 0; tabs < 3; tabs += 1) if (!(await isFocused(page.getByLabel('Phone number')))) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Phone number')).toBeFocused()
})

test('Back returns one step at a time, and a shared link restores the choices', rareOnPhones, async ({ page, baseURL }) => {
  const { address } = await chooseFreeTime(baseURL ?? '')
  await page.goto('/')
  await page.getByRole('button', { name: /^Career advice/ }).click()
  await page
    .getByRole('gridcell', { name: /seats? free$/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /1 seat left/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: /1 seat left/ }).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: /^First free day/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'What would you like help with?' })).toBeVisible()
  await page.goto(address('details'))
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await expect(page.getByLabel('Phone number')).toBeVisible()
})

test('a lost race shows the nearest times and keeps the form', onPhones, async ({ page, baseURL, allowConsole }) => {
  allowConsole(/409|ERR_FAILED/)
  const { address, time } = await chooseFreeTime(baseURL ?? '')
  await page.route('**/live', route => route.abort())
  await signInAsNewClient(page, baseURL ?? '')
  await page.goto(address('details'))
  await acceptAll(page)
  await page.getByLabel(/What would you like to talk about/).fill('Kept through the race')
  await takeTime(baseURL ?? '', time)
  await books(page).click()
  await expect(page.getByText('This time has just been taken')).toBeVisible()
  const nearest = page.getByRole('alert').getByRole('listitem')
  await expect(nearest).not.toHaveCount(0)
  expect(await nearest.count()).toBeLessThanOrEqual(3)
  await expectAccessible(page)
  await nearest.first().getByRole('button').click()
  await expect(page.getByText('This time has just been taken')).toHaveCount(0)
  await expect(page.getByLabel(/What would you like to talk about/)).toHaveValue('Kept through the race')
  await expect(agreements(page).first()).toBeChecked()
  await expect(books(page)).toBeVisible()
})

test('the last time of a day that another client takes first is replaced by times of other days, before Book', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const type = await addSupportType(url, 60)
  const mentor = await registerMentor(url)
  const [date, later] = [dayAhead(41), dayAhead(44)]
  const plan = (day: string, ends: string) =>
    planSession(url, day, { support_type_id: type.id, mentor_ids: [mentor.user.id], ends_at: `${day}T${ends}` })
  await plan(date, '10:00')
  await plan(later, '12:00')
  const [time] = await freeTimesOf(url, type.id, date)
  if (!time) throw new Error('the planned session has no free time')
  await signInAsNewClient(page, url)
  const stream = page.waitForRequest(/\/live$/)
  await page.goto(addressOf(type.id, time)('details'))
  await stream
  await acceptAll(page)
  await takeTime(url, time)
  const nearest = page.getByRole('alert').getByRole('listitem')
  await expect(nearest).toHaveCount(3)
  await expectAccessible(page)
  await nearest.nth(1).getByRole('button').click()
  await expect(nearest).toHaveCount(0)
  await books(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  expect(await freeTimesOf(url, type.id, later)).toHaveLength(2)
})

test('after a lost race, offers the same time with another mentor next to other times', async ({ page, baseURL, allowConsole }, {
  project,
}) => {
  allowConsole(/409|ERR_FAILED/)
  const url = baseURL ?? ''
  const { supportType, mentors } = await planningOffer(url)
  const date = dayAhead(project.name === 'phone' ? 71 : 70)
  const scheduleId = await planSession(url, date, { mentor_ids: mentors.map(({ id }) => id) })
  const times = (await freeTimesOf(url, supportType.id, date)).filter(({ schedule_id }) => schedule_id === scheduleId)
  const time = times.find(({ mentor_id }) => mentor_id === mentors[0].id)
  if (!time) throw new Error('the planned session has no free time')
  await page.route('**/live', route => route.abort())
  await signInAsNewClient(page, url)
  await page.goto(addressOf(supportType.id, time)('details'))
  await acceptAll(page)
  await takeTime(url, time)
  await books(page).click()
  const nearest = page.getByRole('alert').getByRole('listitem')
  await expect(nearest.first()).toContainText(mentors[1].name)
  await nearest.first().getByRole('button').click()
  await expect(page.getByText('This time has just been taken')).toHaveCount(0)
  await books(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(mentors[1].name)
})

test('a displayed time is disabled as soon as it is taken', onPhones, async ({ page, baseURL }) => {
  const { address, time } = await chooseFreeTime(baseURL ?? '')
  const stream = page.waitForRequest(/\/live$/)
  await page.goto(address())
  await stream
  const goOn = page.getByRole('button', { name: 'Continue' })
  await expect(goOn).toBeVisible()
  await takeTime(baseURL ?? '', time)
  await expect(page.getByRole('button', { name: /, just taken$/ })).toBeVisible()
  await expect(page.getByText(/has just been taken\. Please choose another time\./)).toBeVisible()
  await expect(goOn).toHaveCount(0)
  await expectAccessible(page)
})

test('trying again after a lost connection books once', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/ERR_FAILED|ERR_INTERNET/)
  const { address } = await chooseFreeTime(baseURL ?? '')
  await signInAsNewClient(page, baseURL ?? '')
  await prepareRoutes(page)
  await page.goto(address('details'))
  await acceptAll(page)
  const keys: (string | undefined)[] = []
  await page.route('**/api/appointments', async route => {
    keys.push(route.request().headers()['idempotency-key'])
    // The first try arrives, its answer does not.
    const answer = await route.fetch()
    await (keys.length === 1 ? route.abort() : route.fulfill({ response: answer }))
  })
  await books(page).click()
  await expect(page.getByText('We couldn’t reach the server')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('a time whose booking was never answered is not called taken after the page is loaded again', async ({
  page,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|ERR_INTERNET/)
  const { address } = await chooseFreeTime(baseURL ?? '')
  await signInAsNewClient(page, baseURL ?? '')
  await prepareRoutes(page)
  await page.goto(address('details'))
  await acceptAll(page)
  await page.route('**/api/appointments', async route => {
    await route.fetch()
    await route.abort()
  })
  await books(page).click()
  await expect(page.getByText('We couldn’t reach the server')).toBeVisible()
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
  await expect(page.getByText('You already have an appointment at that time')).toBeVisible()
  await expect(page.getByText('This time is no longer free')).toHaveCount(0)
  await page.getByRole('link', { name: 'See my appointments' }).click()
  await expect(page).toHaveURL(/\/my\/my-profile$/)
})

for (const reload of [false, true])
  test(`a new client whose answer was lost is shown the booking${reload ? ' after the page is loaded again' : ''}, and no refusal`, async ({
    page,
    baseURL,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED|ERR_INTERNET/)
    const url = baseURL ?? ''
    // With a second mentor the time stays free.
    const type = await planOwnTimes(url, 2)
    const [time] = await freeTimesOf(url, type.id, dayAhead(3))
    const address = new URL(addressOf(type.id, time!)('details'), url)
    address.searchParams.delete('mentor')
    await prepareRoutes(page)
    await page.goto(address.href)
    await confirmPhone(page, `07911 ${100_000 + ownNumber()}`)
    await page.getByLabel('Your name').fill('Lou Lost')
    await acceptAll(page)
    let answered = false
    await page.route('**/api/appointments', async route => {
      const response = await route.fetch()
      await (answered ? route.fulfill({ response }) : route.abort())
    })
    await books(page).click()
    await expect(page.getByText('We couldn’t reach the server')).toBeVisible()
    answered = true
    if (reload) {
      page.once('dialog', dialog => dialog.accept())
      await page.reload()
      await books(page).click()
    } else await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  })

test('a new client whose registration was not answered is booked on Retry', rareOnPhones, async ({ page, baseURL, allowConsole }) => {
  allowConsole(/ERR_FAILED|ERR_INTERNET/)
  const { address } = await chooseFreeTime(baseURL ?? '')
  await prepareRoutes(page)
  await page.goto(address('details'))
  await confirmPhone(page, `07911 ${100_000 + ownNumber()}`)
  await page.getByLabel('Your name').fill('Lena Lost')
  await acceptAll(page)
  let answered = false
  await page.route('**/api/register', async route => {
    const response = await route.fetch()
    await (answered ? route.fulfill({ response }) : route.abort())
  })
  await books(page).click()
  await expect(page.getByText('We couldn’t reach the server')).toBeVisible()
  answered = true
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
})

for (const reload of [false, true])
  test(
    `a client who confirms the phone again after registering books what they wrote${reload ? ', also after a reload' : ''}`,
    rareOnPhones,
    async ({ page, baseURL, allowConsole }) => {
      allowConsole(/422 .*\/api\/register/)
      const { address } = await chooseFreeTime(baseURL ?? '')
      const phone = `07911 ${100_000 + ownNumber()}`
      await prepareRoutes(page)
      await page.goto(address('details'))
      await confirmPhone(page, phone)
      await page.getByLabel('Your name').fill('Lena Later')
      await page.getByLabel(/What would you like to talk about/).fill('Kept for later')
      await acceptAll(page)
      await page.route('**/api/register', async route => {
        await route.fetch({ headers: { ...route.request().headers(), 'idempotency-key': 'another-page' } })
        await route.continue()
      })
      await books(page).click()
      await expect(page.getByText('You are already registered. Please ask for a new code to log in.')).toBeVisible()
      await page.getByRole('button', { name: 'Confirm again' }).click()
      if (reload) {
        page.once('dialog', dialog => dialog.accept())
        await page.reload()
      }
      await confirmPhone(page, phone)
      await expect(page.getByLabel(/What would you like to talk about/)).toHaveValue('Kept for later')
      await expect(page.getByText('You are already registered')).toHaveCount(0)
      for (const box of await agreements(page).all()) await expect(box).toBeChecked()
      await books(page).click()
      await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
    },
  )

test('a booking of the same time is not answered with “Nothing was booked”', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/409 /)
  const url = baseURL ?? ''
  const type = await planOwnTimes(url, 2)
  const [time] = await freeTimesOf(url, type.id, dayAhead(3))
  const token = await signInAsNewClient(page, url)
  await page.route('**/live', route => route.abort())
  allowConsole(/ERR_FAILED/)
  const address = new URL(addressOf(type.id, time!)('details'), url)
  address.searchParams.delete('mentor')
  await page.goto(address.href)
  await acceptAll(page)
  // In another window, say.
  const body = { schedule_id: time!.schedule_id, starts_at: time!.starts_at, accepted_version_ids: await publishedVersions(url) }
  expect((await send(url, 'POST', '/api/appointments', { token, body })).status).toBe(201)
  await books(page).click()
  await expect(page.getByText('You already have an appointment at that time')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See my appointments' })).toBeVisible()
  await expect(page.getByText(/Nothing was booked/)).toHaveCount(0)
})

test('books at no other price than the page shows', rareOnPhones, async ({ page, baseURL, allowConsole }) => {
  allowConsole(/409 |ERR_FAILED/)
  const url = baseURL ?? ''
  const type = await planOwnTimes(url, 1)
  const [time] = await freeTimesOf(url, type.id, dayAhead(3))
  await signInAsNewClient(page, url)
  const { token } = await logIn(url, 'administrator')
  const changePrice = async (amount: number) => {
    const body = { price: { amount, currency: 'GBP' } }
    expect((await send(url, 'PUT', `/api/support-types/${type.id}`, { token, body })).status).toBe(200)
  }
  await page.goto(addressOf(type.id, time!)('details'))
  await acceptAll(page)
  await page.getByLabel(/What would you like to talk about/).fill('Worth it')
  // While the page is open, the stream brings the change.
  await changePrice(700)
  await expect(page.getByRole('listitem').filter({ hasText: '£7' })).toBeVisible()
  await page.route('**/live', route => route.abort())
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: '£7' })).toBeVisible()
  await changePrice(900)
  await books(page).click()
  await expect(page.getByText('The price has changed. Please check the new price, then book again.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '£9' })).toBeVisible()
  await expect(page.getByLabel(/What would you like to talk about/)).toHaveValue('Worth it')
  await books(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('£9')
})

test('Back after booking calls no time of one’s own taken', rareOnPhones, async ({ page, baseURL }) => {
  const { address } = await chooseFreeTime(baseURL ?? '')
  await signInAsNewClient(page, baseURL ?? '')
  await page.goto(address())
  await page.getByRole('button', { name: 'Continue' }).click()
  await acceptAll(page)
  await books(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('You already have an appointment at that time')).toBeVisible()
  await expect(page.getByText(/just been taken/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /, just taken$/ })).toHaveCount(0)
})

test('a cancelled appointment is not shown as booked', rareOnPhones, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { time } = await chooseFreeTime(url)
  const token = await signInAsNewClient(page, url)
  const { body } = await send(url, 'POST', '/api/appointments', {
    token,
    body: { ...time, accepted_version_ids: await publishedVersions(url) },
  })
  const staff = await logIn(url, 'administrator')
  await send(url, 'POST', `/api/appointments/${body.id}/status`, {
    token: staff.token,
    body: { status: 'cancelled', reason: 'The room is closed.' },
  })
  await page.goto(`/?appointment=${body.id}`)
  await expect(page.getByRole('main')).toContainText('Cancelled')
  await expect(page.getByRole('main')).toContainText('The room is closed.')
  await expect(page.getByText('Add to calendar')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the appointment' }).click()
  await expect(page).toHaveURL(new RegExp(`/my/appointments/${body.id}`))
})

for (const reload of [false, true])
  test(
    `a move whose answer was lost has moved${reload ? ' after a reload' : ' on Retry'}`,
    rareOnPhones,
    async ({ page, baseURL, allowConsole }) => {
      allowConsole(/ERR_FAILED|ERR_INTERNET|409/)
      const url = baseURL ?? ''
      const type = await planOwnTimes(url, 1)
      const [first, second] = await freeTimesOf(url, type.id, dayAhead(3))
      const token = await signInAsNewClient(page, url)
      const { body } = await send(url, 'POST', '/api/appointments', {
        token,
        body: { ...first, accepted_version_ids: await publishedVersions(url) },
      })
      await prepareRoutes(page)
      const address = new URL(addressOf(type.id, second!)('details'), url)
      address.searchParams.set('move', String(body.id))
      await page.goto(address.href)
      let answered = false
      await page.route('**/move', async route => {
        const response = await route.fetch()
        await (answered ? route.fulfill({ response }) : route.abort())
      })
      await page.getByRole('button', { name: 'Move the appointment' }).click()
      await expect(page.getByText('We don’t know yet whether your appointment has moved.')).toBeVisible()
      answered = true
      if (reload) await page.reload()
      else await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Your appointment has moved' })).toBeVisible()
    },
  )

test(
  'a booking that succeeds after its page was left is not kept quiet, and changes no other page',
  rareOnPhones,
  async ({ page, baseURL }) => {
    const { address } = await chooseFreeTime(baseURL ?? '')
    await signInAsNewClient(page, baseURL ?? '')
    await prepareRoutes(page)
    await page.goto(address('details'))
    await acceptAll(page)
    let leave = () => {}
    const left = new Promise<void>(resolve => (leave = resolve))
    await page.route('**/api/appointments', async route => {
      await left
      await route.continue()
    })
    await books(page).click()
    await page.getByRole('link', { name: 'About Us' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    leave()
    await expect(page.getByText(/^You are booked: \w+day \d/)).toBeVisible()
    await expect(page).toHaveURL(/\/about$/)
  },
)

test(
  'without a connection, a link of the confirmation leads to an error with Retry, not out of the product',
  rareOnPhones,
  async ({ page, context, baseURL, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Unable to preload|No connection/)
    const { id } = await bookedClient(page, baseURL ?? '')
    await page.goto(`/?appointment=${id}`)
    const mine = page.getByRole('link', { name: 'All my appointments' })
    await expect(mine).toBeVisible()
    await context.setOffline(true)
    await mine.click()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
    await mine.click()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible()
  },
)

test('a moved appointment keeps its reference and shows the new time', rareOnPhones, async ({ page, baseURL }, { project }) => {
  const { address } = await chooseFreeTime(baseURL ?? '')
  await signInAsNewClient(page, baseURL ?? '')
  await page.goto(address('details'))
  await acceptAll(page)
  await books(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  const reference = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent()
  const id = new URL(page.url()).searchParams.get('appointment') ?? ''
  await page.goto(`/?move=${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Move your appointment' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Keep \w+day \d\d:\d\d$/ })).toHaveAttribute('href', `/my/appointments/${id}`)
  await expect(page.getByRole('gridcell', { name: /, your current appointment,/ })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Career advice' })).toContainText('Your current appointment')
  await page
    .getByRole('gridcell', { name: /^(?!.*your current appointment).*seats? free$/ })
    .nth(6)
    .click()
  await page
    .getByRole('button', { name: /1 seat left/ })
    .nth(project.name === 'phone' ? 1 : 3)
    .click()
  await expect(page.getByRole('heading', { name: 'Check the new time' })).toBeVisible()
  const times = page.getByRole('main').locator('form time')
  await expect(times).toHaveCount(2)
  const [old = '', next = ''] = await times.allTextContents()
  expect(next).not.toBe(old)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Move the appointment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment has moved' })).toBeFocused()
  await expect(page.getByText(reference ?? '')).toBeVisible()
  await expect(page.getByRole('strong').getByText(next)).toBeVisible()
  await expect(page.getByText(`Moved from ${old}`)).toBeVisible()
})

test('a question that is refused says why in a whole sentence', rareOnPhones, async ({ page, baseURL, allowConsole }) => {
  allowConsole(/422 .*\/api\/appointments/)
  const { address } = await chooseFreeTime(baseURL ?? '')
  await signInAsNewClient(page, baseURL ?? '')
  await page.goto(address('details'))
  await acceptAll(page)
  await page.getByLabel(/What would you like to talk about/).fill('Nothing: \u0000')
  await books(page).click()
  await expect(page.getByText('This must not contain control characters.')).toBeVisible()
})
