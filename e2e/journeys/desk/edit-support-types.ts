import type { Route } from '@playwright/test'
import { send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { dayAhead, planningOffer, planSession } from '../../support/schedules.ts'
import { expect, expectAccessible, prepareRoutes, test, variant } from '../../support/test.ts'

test('adds, orders, edits, retires and restores a support type', async ({ page, signIn, allowConsole }) => {
  allowConsole(/409/)
  await signIn('administrator')
  await page.goto('/admin/support-types')
  await page.getByRole('link', { name: 'New support type' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New support type' })).toBeFocused()
  await page.getByLabel('Price in GBP').fill('twelve')
  await page.getByRole('button', { name: 'Add support type' }).click()
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  await expect(page.getByText('Please write an amount like 12.50.')).toBeVisible()
  await page.getByLabel('Price in GBP').fill('12.50')
  await page.getByLabel('Colour', { exact: true }).fill('#ffe45c')
  await expect(page.getByText(/On light pages: contrast only 1\.\d to 1: shown darker, 3\.\d to 1/)).toBeVisible()
  await expect(page.getByText(/On dark pages: shown as chosen/)).toBeVisible()
  await page.getByLabel('Name').fill('Counselling')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add support type' }).click()
  await expect(page.getByText('This name is already in use. Please choose another one.')).toBeVisible()
  await page.getByLabel('Name').fill('Debt advice')
  await page.getByRole('button', { name: 'Add support type' }).click()
  await expect(page.getByText('Debt advice has been saved.')).toBeVisible()

  const offered = page.getByRole('region', { name: 'On offer' })
  // Other journeys add support types meanwhile.
  const names = () => offered.getByRole('heading', { level: 3 }).allTextContents()
  await expect.poll(names).toContain('Debt advice')
  const known = await names()
  const above = known[known.indexOf('Debt advice') - 1] ?? ''
  await page.getByRole('button', { name: 'Move Debt advice up' }).click()
  await expect(page.getByRole('button', { name: 'Move Debt advice up' })).toBeFocused()
  await expect.poll(async () => (await names()).filter(name => name === above || name === 'Debt advice')).toEqual(['Debt advice', above])
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Edit Debt advice' }).click()
  await page.getByLabel('Length of a slot, in minutes').fill('60')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const changed = offered.getByRole('listitem').filter({ hasText: 'Debt advice' })
  await expect(changed.getByText('60 minutes')).toBeVisible()
  await expect(changed.getByText('£12.50')).toBeVisible()

  await page.getByRole('button', { name: 'Retire Career advice' }).click()
  await expect(page.getByRole('dialog').getByText(/Still planned: \d+ sessions with \d+ seats? taken\./)).toBeVisible()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Retire Debt advice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByRole('region', { name: 'Retired' }).getByRole('heading', { name: 'Debt advice' })).toBeVisible()
  await page.getByRole('button', { name: 'Reactivate: Debt advice' }).click()
  await expect(offered.getByRole('heading', { name: 'Debt advice' })).toBeVisible()
})

test('a new support type can be corrected and added after its answer was lost', async ({ page, signIn, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await signIn('administrator')
  let isLost = false
  await page.route('**/api/support-types', async route => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await page.goto('/admin/support-types?edit=new')
  const name = `Tenancy advice ${ownNumber()}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Length of a slot, in minutes').fill('30')
  await page.getByLabel('Price in GBP').fill('1')
  await page.getByRole('button', { name: 'Add support type' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Name').fill(`${name} B`)
  await page.getByRole('button', { name: 'Add support type' }).click()
  await expect(page.getByText(`${name} B has been saved.`)).toBeVisible()
})

test('a save that fails after its form was left is not taken for done', async ({ page, signIn, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await signIn('administrator')
  await prepareRoutes(page)
  await page.goto('/admin/support-types?edit=new')
  await page.getByLabel('Name').fill(`Debt advice ${ownNumber()}`)
  await page.getByLabel('Length of a slot, in minutes').fill('30')
  await page.getByLabel('Price in GBP').fill('1')
  const held = new Promise<Route>(arrived => page.route('**/api/support-types', arrived, { times: 1 }))
  await page.getByRole('button', { name: 'Add support type' }).click()
  const route = await held
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Roles', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
  await route.abort()
  await expect(page.getByText('Your last change may not have been saved.')).toBeVisible()
})

test('a place is added; its sessions follow when its time zone is put right', variant, async ({ page, signIn, baseURL, allowConsole }) => {
  allowConsole(/409/)
  const url = baseURL ?? ''
  const room = `Video room ${ownNumber()}`
  await signIn('administrator')
  await page.goto('/admin/places?edit=new')
  await page.getByLabel('Name').fill(room)
  await page.getByLabel('How people meet').selectOption('Online')
  await page.getByLabel('Meeting link').fill('http://meet.example/room')
  await page.getByRole('button', { name: 'Add place' }).click()
  await expect(
    page.getByText('Please enter a link that starts with https://, with {room} at most once, after the host name.'),
  ).toBeVisible()
  await page.getByLabel('Meeting link').fill('https://meet.example/room')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('lisbon')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add place' }).click()
  await expect(page.getByText(`${room} has been saved.`)).toBeVisible()

  const { token } = await planningOffer(url)
  const { body } = await send(url, 'GET', `/api/places?search=${encodeURIComponent(room)}`, { token })
  const { id } = (body as unknown as { data: { id: string }[] }).data[0]!
  await planSession(url, dayAhead(280 + (ownNumber() % 20)), { place_id: id })
  await page.reload()
  await page.getByLabel('Find a place').fill(room)
  await expect(page.getByRole('row').filter({ hasText: room }).getByText('1 session ahead')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: `Edit ${room}` }).click()
  await expect(page.getByRole('heading', { name: 'Closed days' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('berlin')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/The planned session keeps its date and clock time/)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${room} has been saved. One session follows the new time zone.`)).toBeVisible()

  // Where people are booked the zone stays.
  await page.getByLabel('Find a place').fill('canal')
  await page.getByRole('link', { name: 'Edit Canal Rooms' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('kathmandu')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/A different time zone would change the time/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()

  await page.getByLabel('Find a place').fill(room)
  await page.getByRole('button', { name: `Retire ${room}` }).click()
  await expect(page.getByRole('dialog').getByText(/Still planned: 1 session with no seats taken/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByRole('row').filter({ hasText: room }).getByText('Retired')).toBeVisible()
})
