import pg from 'pg'
import { keepLogin, logIn } from '../../support/people.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, test } from '../../support/test.ts'

// A demo whose support types are all confidential, and a client whose appointments are no daily work.

let product: RunningProduct
let client: string

test.beforeAll(async () => {
  product = await startProduct()
  const database = new pg.Client({ connectionString: await product.databaseUrl() })
  await database.connect()
  try {
    await database.query('UPDATE support_types SET confidential = true')
    const { rows } = await database.query<{ id: string }>(
      `SELECT u.id FROM users u JOIN appointments a ON a.user_id = u.id
       WHERE u.active AND u.email IS NULL AND NOT EXISTS (SELECT FROM role_assignments r WHERE r.user_id = u.id)
       GROUP BY u.id HAVING max(a.starts_at) < now() - interval '2 days' ORDER BY u.id LIMIT 1`,
    )
    client = rows[0]?.id ?? ''
  } finally {
    await database.end()
  }
})
test.afterAll(() => product.stop())

test('a new address for a record with confidential words takes a reason, and keeps what was typed', async ({ page, allowConsole }) => {
  allowConsole(/403 .*\/api\/users\//)
  await keepLogin(page, await logIn(product.url, 'administrator'))
  await page.goto(`${product.url}/admin/users/${client}/edit`)
  const address = page.getByLabel(/^E-mail/)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await address.fill('new.address@example.org')
  await save.click()
  await expect(page.getByRole('heading', { name: 'Why are you opening this record?' })).toBeVisible()
  await page.getByLabel('Reason').fill('They gave it by phone.')
  await page.getByRole('button', { name: 'Open the record' }).click()
  await expect(address).toHaveValue('new.address@example.org')
  await save.click()
  await expect(page.getByText('Saved.')).toBeVisible()
})
