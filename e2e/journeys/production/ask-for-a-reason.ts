import type { Locator } from '@playwright/test'
import pg from 'pg'
import { keepLogin, logIn } from '../../support/people.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, test } from '../../support/test.ts'

// A demo whose support types are all confidential, and clients whose appointments are no daily work.

let product: RunningProduct
let clients: string[]

test.beforeAll(async () => {
  product = await startProduct()
  const database = new pg.Client({ connectionString: await product.databaseUrl() })
  await database.connect()
  try {
    await database.query('UPDATE support_types SET confidential = true')
    const { rows } = await database.query<{ id: string }>(
      `SELECT u.id FROM users u JOIN appointments a ON a.user_id = u.id
       WHERE u.active AND u.email IS NULL AND NOT EXISTS (SELECT FROM role_assignments r WHERE r.user_id = u.id)
       GROUP BY u.id HAVING max(a.starts_at) < now() - interval '2 days' ORDER BY u.id LIMIT 3`,
    )
    clients = rows.map(({ id }) => id)
    // The last one has never logged in.
    await database.query('UPDATE users SET phone_verified_at = NULL WHERE id = $1', [clients[2]])
  } finally {
    await database.end()
  }
})
test.afterAll(() => product.stop())

/** The form gives way to the question for the reason, which has the focus, and comes back once it is given. */
async function giveReason(within: Locator): Promise<void> {
  await expect(within.getByRole('heading', { name: 'Why are you opening this record?' })).toBeVisible()
  await expect(within.getByLabel('Reason')).toBeFocused()
  await within.page().keyboard.type('They gave it by phone.')
  await within.getByRole('button', { name: 'Open the record' }).press('Enter')
}

test('a new address for a record with confidential words takes a reason, and keeps what was typed', async ({ page, allowConsole }) => {
  allowConsole(/403 .*\/api\/users\//)
  await keepLogin(page, await logIn(product.url, 'administrator'))
  await page.goto(`${product.url}/admin/users/${clients[0]}/edit`)
  const address = page.getByLabel(/^E-mail/)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await address.fill('new.address@example.org')
  await save.click()
  await giveReason(page.getByRole('main'))
  await expect(page.getByRole('textbox').first()).toBeFocused()
  await expect(address).toHaveValue('new.address@example.org')
  await save.click()
  await expect(page.getByText('Saved.')).toBeVisible()
})

test('a new phone number takes a reason, and keeps what was typed', async ({ page, allowConsole }) => {
  allowConsole(/403 .*\/api\/users\//)
  await keepLogin(page, await logIn(product.url, 'administrator'))
  await page.goto(`${product.url}/admin/users/${clients[1]}`)
  await page.getByRole('button', { name: 'Change the number' }).click()
  const number = page.getByLabel('New phone number')
  await number.fill('07700 900987')
  await number.press('Enter')
  // The record on the same page asks as well.
  await giveReason(page.getByRole('region', { name: 'Change the number' }))
  await expect(number).toBeFocused()
  await expect(number).toHaveValue('07700 900987')
  await number.press('Enter')
  await expect(page.getByLabel('Code from the message')).toBeVisible()
})

test('an invitation of a person on file takes a reason, and keeps what was chosen', async ({ page, allowConsole }) => {
  allowConsole(/403 .*\/api\/invitations/)
  await keepLogin(page, await logIn(product.url, 'administrator'))
  await page.goto(`${product.url}/admin/invitations?new=one&user=${clients[2]}`)
  const way = page.getByLabel('How to invite')
  await way.selectOption('print')
  const role = page.getByRole('checkbox', { name: 'Front desk' })
  await role.check()
  await page.getByRole('button', { name: 'Make the printed page' }).click()
  await giveReason(page.getByRole('main'))
  await expect(way).toBeFocused()
  await expect(way).toHaveValue('print')
  await expect(role).toBeChecked()
  await page.getByRole('button', { name: 'Make the printed page' }).click()
  await expect(page.getByRole('button', { name: 'Print the page' })).toBeVisible()
})
