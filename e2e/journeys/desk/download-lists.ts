import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { publishedVersions, registerClient, send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { dayAhead, planSession } from '../../support/schedules.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'
import { bookOut } from '../../support/waiting.ts'

async function download(page: Page): Promise<{ name: string; lines: string[] }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await started
  return { name: file.suggestedFilename(), lines: (await readFile(await file.path(), 'utf8')).split('\r\n') }
}

test('downloads the schedules that the filters leave, of all pages and no others', async ({ page, signIn, baseURL }) => {
  const [first, last] = [dayAhead(690), dayAhead(691)]
  await planSession(baseURL ?? '', first, { note: '=1+1' })
  await planSession(baseURL ?? '', last)
  await signIn('administrator')
  await page.goto(`/admin/schedules?from=${first}&to=${last}`)
  await expect(page.getByText('2 schedules')).toBeVisible()
  await expectAccessible(page)
  const both = await download(page)
  expect([both.name, both.lines.length]).toEqual(['schedules.csv', 4])
  expect(both.lines[1]).toContain(`"${first} 09:00","${first} 12:00","Europe/London"`)
  expect(both.lines[1]).toMatch(/"'=1\+1"$/)
  await page.getByLabel('To', { exact: true }).fill(first)
  await expect(page.getByText('1 schedule', { exact: true })).toBeVisible()
  expect((await download(page)).lines).toHaveLength(3)
})

test('downloads the people found by a search', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/users?search=Amara+Okafor')
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  const { name, lines } = await download(page)
  expect([name, lines.length]).toEqual(['users.csv', 3])
  expect(lines[1]).toMatch(/^"Amara Okafor","'\+/)
  for (const [path, list] of [
    ['audit', 'audit'],
    ['messages', 'messages'],
    ['lists/today', 'appointments-today'],
    ['role-assign', 'assigned-users'],
    ['places', 'places'],
    ['legally-binding-contract', 'legally-binding-contract'],
  ]) {
    await page.goto(`/admin/${path}`)
    const file = await download(page)
    expect(file.name).toBe(`${list}.csv`)
    expect(file.lines.length).toBeGreaterThan(2)
  }
})

test('downloads the waiting list in the order that is shown', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const date = dayAhead(664)
  const { supportType } = await bookOut(url, date)
  const token = await registerClient(url, ownNumber(), await publishedVersions(url, 'registration'))
  const body = { support_type_id: supportType.id, from_date: date, to_date: date }
  expect((await send(url, 'POST', '/api/waiting-list', { token, body })).status).toBe(201)
  await signIn('administrator')
  await page.goto('/admin/waiting-list?sort=-since')
  const names = page.getByRole('table').locator('tbody tr td:nth-child(2) > span:first-child')
  await expect(names.first()).toBeVisible()
  await expectAccessible(page)
  const { name, lines } = await download(page)
  expect(name).toBe('waiting-list.csv')
  expect(lines[1]).toContain((await names.first().textContent()) ?? '-')
})
