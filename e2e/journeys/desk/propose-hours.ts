import type { Browser } from '@playwright/test'
import { send } from '../../support/client.ts'
import { expectTargets, openMentorPage } from '../../support/mentor-phone.ts'
import { dayAhead, planningOffer } from '../../support/schedules.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

/** A new mentor's own page on a phone, with their hours. */
async function openHours(browser: Browser, url: string) {
  const { page, mentor } = await openMentorPage(browser, url)
  return { page, mentor, hours: page.getByRole('region', { name: 'Your weekly hours' }) }
}

const weekdayOf = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))

test(
  'a mentor proposes hours on a phone, a coordinator approves them, and the mentor sees it',
  variant,
  async ({ page, signIn, browser, baseURL }) => {
    const url = baseURL ?? ''
    const { token, supportType, place } = await planningOffer(url)
    const { page: phone, mentor, hours } = await openHours(browser, url)
    const first = dayAhead(8)
    const away = { mentor_id: mentor.user.id, starts_at: `${dayAhead(15)}T00:00`, ends_at: `${dayAhead(16)}T00:00` }
    expect((await send(url, 'POST', '/api/time-off', { token, body: away })).status).toBe(201)

    await hours.getByRole('button', { name: 'Propose hours' }).click()
    const dialog = phone.getByRole('dialog', { name: 'Propose hours' })
    await dialog.getByLabel('Place').selectOption(place.name)
    await dialog.getByLabel('Day').selectOption(weekdayOf(first))
    await dialog.getByLabel('Start').fill('11:00')
    await dialog.getByLabel('End', { exact: true }).fill('10:00')
    await dialog.getByLabel('Support type').selectOption(supportType.name)
    await dialog.getByRole('button', { name: 'Send proposal' }).click()
    await expect(dialog.getByText('The end must be after the start.')).toBeVisible()
    await dialog.getByLabel('End', { exact: true }).fill('13:00')
    await dialog.getByLabel('From').fill(first)
    await dialog.getByLabel(/^Until/).fill(dayAhead(22))
    await dialog.getByLabel('Minutes per slot').fill('30')
    await dialog.getByLabel(/^Note/).fill('I have a course on the other days.')
    await expectTargets(dialog)
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(phone)
    await dialog.getByRole('button', { name: 'Send proposal' }).click()
    await expect(phone.getByText('Proposal sent. We’ll let you know.')).toBeVisible()
    await expect(hours.getByText('Open', { exact: true })).toBeVisible()
    await expectAccessible(phone)

    await signIn('administrator')
    await page.goto('/admin')
    await page.getByRole('link', { name: /Proposed weekly hours/ }).click()
    const card = page
      .getByRole('region', { name: 'Proposals from mentors' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: mentor.user.name, exact: true }) })
    await expect(card.getByText(`${weekdayOf(first)} 11:00–13:00`)).toBeVisible()
    await expect(card.getByText('I have a course on the other days.')).toBeVisible()
    await expect(card.getByText(/^2 sessions would be planned until/)).toBeVisible()
    await card.getByText('1 date would be skipped').click()
    await expect(card.getByText(/, 11:00: the mentor is away$/)).toBeVisible()
    await expectAccessible(page)
    await card.getByRole('button', { name: `Approve the hours of ${mentor.user.name}`, exact: true }).click()
    await expect(page.getByText('2 sessions planned. 1 date skipped.')).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Change the weekly hours of ${mentor.user.name}` })).toBeVisible()

    await phone.reload()
    await expect(hours.getByText('Approved', { exact: true })).toBeVisible()
    await phone.context().close()
  },
)

test(
  'a coordinator declines with a reason and changes what another mentor proposed; a mentor withdraws',
  variant,
  async ({ page, signIn, browser, baseURL }) => {
    const url = baseURL ?? ''
    const { supportType, place } = await planningOffer(url)
    const { page: phone, mentor, hours } = await openHours(browser, url)
    const propose = async (starts: string, ends: string) => {
      const ranges = [{ weekday: 3, starts, ends, support_type_id: supportType.id }]
      const body = { place_id: place.id, ranges, slot_minutes: 30, from_date: dayAhead(8), until_date: dayAhead(14) }
      expect((await send(url, 'POST', '/api/mentor-proposals', { token: mentor.token, body })).status).toBe(201)
    }
    await propose('06:00', '07:00')
    await propose('07:00', '08:00')
    await propose('08:00', '09:00')
    await phone.reload()
    const own = (time: string) =>
      hours
        .getByRole('listitem')
        .filter({ hasText: time })
        .filter({ has: phone.getByRole('heading') })
    await own('08:00–09:00')
      .getByRole('button', { name: /^Withdraw the proposal/ })
      .click()
    await expect(own('08:00–09:00').getByText('Withdrawn', { exact: true })).toBeVisible()
    await expect(hours).toBeFocused()

    await signIn('administrator')
    await page.goto('/admin/weekly-hours')
    const section = page.getByRole('region', { name: 'Proposals from mentors' })
    const card = (time: string) =>
      section
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: mentor.user.name, exact: true }) })
        .filter({ hasText: time })
    await expect(card('08:00–09:00')).toHaveCount(0)
    const { name } = mentor.user
    await card('06:00–07:00')
      .getByRole('button', { name: `Decline the hours of ${name}` })
      .click()
    const declining = page.getByRole('dialog', { name: `Decline the hours of ${name}?` })
    await declining.getByRole('button', { name: 'Decline' }).click()
    await expect(declining.getByText('Please give a reason. We’ll send it to the mentor.')).toBeVisible()
    await expectAccessible(page)
    await declining.getByLabel('Reason').fill('The building opens at seven.')
    await declining.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByText(`Proposal declined. We’re letting ${name} know.`)).toBeVisible()
    await expect(card('06:00–07:00')).toHaveCount(0)
    await expect(section.getByRole('heading', { level: 2 })).toBeFocused()

    await card('07:00–08:00')
      .getByRole('button', { name: `Change and approve the hours of ${name}` })
      .click()
    const approving = page.getByRole('dialog', { name: `Approve the hours of ${name}` })
    await expect(approving.getByLabel('Minutes per slot')).toHaveValue('30')
    await approving.getByLabel('End', { exact: true }).fill('08:30')
    await expect(approving.getByRole('region', { name: 'What saving does' }).getByText(/1 session/)).toBeVisible()
    await expectAccessible(page)
    await approving.getByRole('button', { name: 'Approve and plan sessions' }).click()
    await expect(page.getByText('1 session planned.')).toBeVisible()
    await expect(page.getByText('Wednesday 07:00–08:30')).toBeVisible()

    await phone.reload()
    await expect(own('06:00–07:00').getByText('Declined', { exact: true })).toBeVisible()
    await expect(own('06:00–07:00').getByText('Why: The building opens at seven.')).toBeVisible()
    await expect(own('07:00–08:00').getByText('Approved', { exact: true })).toBeVisible()
    await phone.context().close()
  },
)
