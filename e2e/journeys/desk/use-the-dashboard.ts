import { send } from '../../support/client.ts'
import { logIn } from '../../support/people.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

test('each figure of the dashboard opens the list that it counts', async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin')
  const pending = page.getByRole('link', { name: /Waiting for approval/ })
  await expect(pending).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'This week' })).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Seats taken on each day of this week' }).getByRole('link')).toHaveCount(7)
  await expectAccessible(page)
  await pending.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for approval' })).toBeFocused()
  const rows = page.getByRole('list', { name: 'Waiting for approval' }).getByRole('listitem')
  await expect(rows.first().getByRole('button', { name: /^Approve/ })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/admin/lists/unassigned')
  await expect(page.getByRole('heading', { level: 1, name: 'Without a mentor' })).toBeVisible()
  await expect(page.locator('h1')).toHaveCount(1)
})

test('the front desk sees its day and none of the figures', async ({ page, signIn }) => {
  await signIn('frontDesk')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Awaiting outcome/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The last 30 days' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Settings/ })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('settings')
  await expect(page.getByRole('dialog', { name: 'Find' }).getByText('No matches.')).toBeVisible()
})

test('the palette finds a person, an appointment and a page by the keyboard alone', async ({ page, signIn, baseURL }) => {
  const { token } = await logIn(baseURL ?? '', 'administrator')
  const { body } = await send(baseURL ?? '', 'GET', '/api/dashboard/waited', { token })
  const { reference, user } = (body as unknown as { data: { reference: string; user: { name: string } }[] }).data[0] ?? {
    reference: '',
    user: { name: '' },
  }
  await signIn('administrator')
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'What are you looking for?' })
  await expect(field).toBeFocused()
  await page.keyboard.type(user.name.slice(0, 5))
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option', { name: user.name }).first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type(`${reference.slice(0, 4).toLowerCase()} ${reference.slice(4)}`)
  await expect(page.getByRole('group', { name: 'Appointments' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/schedules\/.+\/appointments\/.+/)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('audit')
  await expect(page.getByRole('option', { name: 'Audit log' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeFocused()
})

test('a changed setting applies at once and is in the audit log', async ({ page, signIn, allowConsole, baseURL }) => {
  allowConsole(/409/)
  const url = baseURL ?? ''
  const { token, user } = await logIn(url, 'administrator')
  await signIn('administrator')
  await page.goto('/admin/settings')
  const name = page.getByLabel('Site name')
  const before = await name.inputValue()
  await expectAccessible(page)
  await name.fill(' ')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(name).toBeFocused()
  await expect(page.getByText('Please give the site a name.')).toBeVisible()

  // Another user saves meanwhile: what was typed is kept.
  await name.fill(`${before} by the Canal`)
  const { body } = await send(url, 'GET', '/api/settings', { token })
  const contact = String((body as { contact?: string }).contact)
  await send(url, 'PUT', '/api/settings', { token, body: { contact: `${contact}.` } })
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByLabel(/^Contact/)).toHaveValue(`${contact}.`)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved. They are in force now.')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(`${before} by the Canal`)
  await send(url, 'PUT', '/api/settings', { token, body: { site_name: before, contact } })

  await page.goto('/admin/audit?thing=settings')
  const line = page.getByRole('listitem').filter({ hasText: `${user.name} changed the settings` })
  await expect(line.first()).toBeVisible()
  await line.nth(1).getByText('Details').click()
  await expect(line.nth(1).getByRole('row', { name: /site name/ })).toContainText(`${before} by the Canal`)
  await expectAccessible(page)
  await page.getByLabel('Action').selectOption('moved')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(page).toHaveURL(/after=/)
  await page.getByRole('button', { name: 'Back to the newest' }).click()
  await expect(page).toHaveURL(/\/admin\/audit$/)
})
