import type { Page } from '@playwright/test'
import { chooseFreeTime, signInAsNewClient } from '../../support/booking.ts'
import { publishedVersions, send } from '../../support/client.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Calendar subscription' })

/** Makes an address where the page is, and fetches it as a calendar does. */
async function subscribe(page: Page): Promise<{ address: string; calendar: string }> {
  await section(page).getByRole('button', { name: 'Create calendar link' }).click()
  await expect(section(page).getByText('Copy it now: it is not shown again.')).toBeVisible()
  const address = (await section(page).locator('code').textContent()) ?? ''
  expect(address).toMatch(/^http:\/\/.*\/api\/calendars\/[\w-]{43}\.ics$/)
  await expect(section(page).getByRole('link', { name: 'Open in this device’s calendar' })).toHaveAttribute(
    'href',
    address.replace('http:', 'webcal:'),
  )
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  return { address, calendar: await answer.text() }
}

test('a client subscribes to their appointments and revokes the address', async ({ page, context, baseURL }) => {
  const url = baseURL ?? ''
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const token = await signInAsNewClient(page, url)
  const { time } = await chooseFreeTime(url)
  const wish = { ...time, accepted_version_ids: await publishedVersions(url) }
  const booked = await send(url, 'POST', '/api/appointments', { token, body: wish })
  expect(booked.status).toBe(201)

  await page.goto('/my/my-profile')
  const { address, calendar } = await subscribe(page)
  expect(calendar).toContain(`UID:${(booked.body as { id?: string }).id}@openhour`)
  await expectAccessible(page)
  // By keyboard alone from here on.
  await section(page).getByRole('link', { name: 'Open in this device’s calendar' }).focus()
  await page.keyboard.press('Tab')
  await expect(section(page).getByRole('button', { name: 'Copy the link' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Link copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(section(page).locator('code')).toHaveCount(0)

  await page.reload()
  await expect(section(page).getByText('Last fetched')).toBeVisible()
  await expect(page.getByText(address)).toHaveCount(0)
  await section(page)
    .getByRole('button', { name: /^Stop this link/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Link stopped.')).toBeVisible()
  await expect(section(page).getByRole('heading')).toBeFocused()
  await expect(section(page).getByRole('listitem')).toHaveCount(0)
  expect((await fetch(address)).status).toBe(404)
})

test('a mentor subscribes to their sessions', variant, async ({ page, signIn }) => {
  await signIn('mentor')
  await page.goto('/mentor')
  const { calendar } = await subscribe(page)
  expect(calendar).toMatch(/SUMMARY:Appointment [0-9A-Z]{4}-[0-9A-Z]{4}\r\n/)
})

test('staff subscribe to the sessions of a place', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/places')
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click()
  const { calendar } = await subscribe(page)
  expect(calendar).toMatch(/SUMMARY:.*: \d+ of \d+ booked\r\n/)
  await expect(section(page).getByText(/^Created .* by /)).toBeVisible()
})
