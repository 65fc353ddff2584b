import { publishedVersions, registerClient, registerLogin, send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { dayAhead } from '../../support/schedules.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'
import { bookOut } from '../../support/waiting.ts'

test('staff see the waiting list in order and change it with a reason', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const date = dayAhead(660)
  const { supportType } = await bookOut(url, date)
  const body = { support_type_id: supportType.id, from_date: date, to_date: date }
  for (const _ of ['first', 'second']) {
    const token = await registerClient(url, ownNumber(), await publishedVersions(url, 'registration'))
    expect((await send(url, 'POST', '/api/waiting-list', { token, body })).status).toBe(201)
  }
  await signIn('administrator')
  await page.goto(`/admin/waiting-list?support_type=${supportType.id}&date=${date}`)
  const names = page.getByRole('table').getByText(/^Contender \d+$/)
  await expect(names).toHaveCount(2)
  const [first = '', second = ''] = await names.allTextContents()

  await page.getByRole('button', { name: `Reorder ${second}` }).click()
  const place = page.getByLabel('New position')
  await place.selectOption(await place.getByRole('option', { name: `before ${first}` }).getAttribute('value'))
  await page.getByRole('button', { name: 'Change position' }).click()
  await expect(page.getByText('Please give a reason. It is kept.')).toBeVisible()
  await page.getByLabel('Reason').fill('Has an exam that week')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change position' }).click()
  await expect(names.first()).toHaveText(second)

  await page.getByRole('button', { name: `Remove ${first}` }).click()
  await page.getByLabel('Reason').fill('Rang and asked')
  await page.getByRole('button', { name: 'Remove from the list' }).click()
  await expect(names).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(names).toHaveCount(2)
  await expect(names.first()).toHaveText(second)
})

test('a phone folds the filters, and keeps them open while a search is typed and deleted', variant, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('administrator')
  await page.goto('/admin/waiting-list')
  const search = page.getByRole('searchbox', { name: 'Name or phone' })
  await expect(page.getByText('Filters', { exact: true })).toBeVisible()
  await expect(search).toBeHidden()
  await page.getByText('Filters', { exact: true }).click()
  await search.fill('a')
  await expect(page).toHaveURL(/search=a/)
  await search.press('Backspace')
  await expect(page).not.toHaveURL(/search/)
  await expect(search).toBeFocused()
})

test('staff remove several people from the waiting list with one reason', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const date = dayAhead(662)
  const { supportType } = await bookOut(url, date)
  const body = { support_type_id: supportType.id, from_date: date, to_date: date }
  const people: { token: string; id: string }[] = []
  for (const _ of ['first', 'second', 'third']) {
    const token = await registerClient(url, ownNumber(), await publishedVersions(url, 'registration'))
    people.push({ token, id: (await send(url, 'POST', '/api/waiting-list', { token, body })).body.id! })
  }
  await signIn('administrator')
  await page.goto(`/admin/waiting-list?support_type=${supportType.id}&date=${date}`)
  const names = page.getByRole('table').getByText(/^Contender \d+$/)
  await expect(names).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('group', { name: 'With the selected people' })
  await bar.getByRole('button', { name: 'Remove 3 people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the selected people from the list?' })
  await expect(dialog.getByText('Gets a text message.')).toHaveCount(3)
  await dialog.getByLabel('Reason').fill('The course is over')
  await expectAccessible(page)
  // One leaves before the removal.
  const [left] = people
  expect((await send(url, 'DELETE', `/api/waiting-list/${left!.id}`, { token: left!.token })).status).toBe(200)
  await dialog.getByRole('button', { name: 'Remove 3 people' }).click()
  await expect(page.getByText('2 people removed.')).toBeVisible()
  await expect(dialog.getByText('1 entry changed in the meantime and stays as it is.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
  await expect(names).toHaveCount(0)
  await expect(bar).toHaveCount(0)
})

test('offers no position ahead of a client who has just left the list', variant, async ({ page, signIn, baseURL, allowConsole }) => {
  const url = baseURL ?? ''
  const date = dayAhead(666)
  const { supportType } = await bookOut(url, date)
  const body = { support_type_id: supportType.id, from_date: date, to_date: date }
  const people: { token: string; id: string; name: string }[] = []
  for (const _ of ['ahead', 'behind']) {
    const login = await registerLogin(url, ownNumber(), await publishedVersions(url, 'registration'))
    const { body: entry } = await send(url, 'POST', '/api/waiting-list', { token: login.token, body })
    people.push({ token: login.token, id: entry.id!, name: login.user.name })
  }
  const [ahead, behind] = people
  await signIn('administrator')
  await page.goto(`/admin/waiting-list?support_type=${supportType.id}&date=${date}`)
  await page.getByRole('button', { name: `Reorder ${behind!.name}` }).click()
  const dialog = page.getByRole('dialog')
  const place = dialog.getByLabel('New position')
  await place.selectOption(await place.getByRole('option', { name: `before ${ahead!.name}` }).getAttribute('value'))
  await dialog.getByLabel('Reason').fill('Has an exam that week')
  expect((await send(url, 'DELETE', `/api/waiting-list/${ahead!.id}`, { token: ahead!.token })).status).toBe(200)
  allowConsole(/422/)
  await dialog.getByRole('button', { name: 'Change position' }).click()
  // Other journeys may have clients on the same list.
  const gone = dialog.getByText('The list has changed. Choose the new position again.').or(dialog.getByText('No one else is waiting'))
  await expect(gone.first()).toBeVisible()
  await expect(dialog.getByRole('option', { name: `before ${ahead!.name}` })).toHaveCount(0)
})
