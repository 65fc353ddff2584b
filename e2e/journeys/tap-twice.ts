import type { Locator, Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { bookedClient, chooseFreeTime } from '../support/booking.ts'
import { expect, test } from '../support/test.ts'

const onPhones = { tag: '@phone' }

const cancelButton = (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true })
const cancelDialog = (page: Page) => page.getByRole('dialog', { name: 'Cancel this appointment?' })

/** Taps twice in the same place, as a person whose first tap seems to do nothing. */
async function tapTwice(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!
  const tap = () => page.touchscreen.tap(x + width / 2, y + height / 2)
  await Promise.all([tap(), pause(300).then(tap)])
}

/** Goes there and back, so that the next step comes at once. */
async function seeNextStep(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Continue' })
  await next.tap()
  await expect(page.getByRole('button', { name: /^(Move the|Book this) appointment$/ })).toBeEnabled()
  await page.goBack()
  await expect(next).toBeVisible()
}

/** The requests that write, as the page sends them. */
function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && /\/api\/appointments/.test(request.url())) writes.push(new URL(request.url()).pathname)
  })
  return writes
}

test('a double tap on Continue moves no appointment before the new time is checked', onPhones, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { id } = await bookedClient(page, url)
  const { address } = await chooseFreeTime(url)
  const writes = watchWrites(page)
  await page.goto(`${address()}&move=${id}`)
  await seeNextStep(page)
  await tapTwice(page, page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByRole('heading', { name: 'Check the new time' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move the appointment' })).toBeEnabled()
  expect(writes).toEqual([])
  await page.getByRole('button', { name: 'Move the appointment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment has moved' })).toBeVisible()
})

test('a double tap on Continue books nothing before price and policy are seen', onPhones, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  await bookedClient(page, url)
  const { address } = await chooseFreeTime(url)
  const writes = watchWrites(page)
  await page.goto(address())
  await seeNextStep(page)
  await tapTwice(page, page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByRole('heading', { name: 'Good to know' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Book this appointment' })).toBeEnabled()
  expect(writes).toEqual([])
  await page.getByRole('button', { name: 'Book this appointment' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
  expect(writes).toEqual(['/api/appointments'])
})

test('a double tap on Cancel asks before it cancels', onPhones, async ({ page, baseURL }) => {
  await bookedClient(page, baseURL ?? '')
  const writes = watchWrites(page)
  await page.goto('/my/my-profile')
  await cancelButton(page).tap()
  const confirm = await cancelDialog(page).getByRole('button', { name: 'Cancel the appointment' }).boundingBox()
  await cancelDialog(page).getByRole('button', { name: 'Keep it' }).tap()
  await expect(cancelDialog(page)).toHaveCount(0)
  // Where the page is scrolled so that one button lies above the other.
  await cancelButton(page).evaluate((button, top) => window.scrollBy(0, button.getBoundingClientRect().top - top), confirm!.y)
  await tapTwice(page, cancelButton(page))
  await expect(cancelDialog(page)).toBeVisible()
  expect(writes).toEqual([])
})

test('the question before cancelling opens no keyboard on a phone', onPhones, async ({ page, baseURL }) => {
  await bookedClient(page, baseURL ?? '')
  await page.goto('/my/my-profile')
  await cancelButton(page).tap()
  await expect(cancelDialog(page).getByRole('button', { name: 'Keep it' })).toBeFocused()
})
