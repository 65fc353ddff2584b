import { send } from '../../support/client.ts'
import { createAdministrator } from '../../support/new-organisation.ts'
import { keepLogin } from '../../support/people.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

// An administrator who begins at a form, instead of the list of steps on the dashboard.

let product: RunningProduct
test.beforeAll(async () => {
  product = await startProduct({ mode: 'production' })
})
test.afterAll(() => product.stop())

test('forms of an empty organisation name what is missing and lead to it', async ({ page }) => {
  test.slow()
  const { url } = product
  const admin = await createAdministrator(product, { email: 'ada@example.org' })
  await keepLogin(page, admin)
  const noMentor = page.getByText('there is no mentor.')
  const noPlace = page.getByText('there is no place to meet.')
  const dialog = page.getByRole('dialog')

  await test.step('a booking for a caller leads to the form of a session', async () => {
    await page.goto(`${url}/admin/book`)
    await page.getByRole('main').getByRole('link', { name: 'Plan a session' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New schedule' })).toBeVisible()
    await expect(noMentor).toBeVisible()
    await expect(noPlace).toBeVisible()
    await expectAccessible(page)
    await page.getByText('there is no support type.').getByRole('link', { name: 'New support type' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Career advice')
    await page.getByRole('button', { name: /^(Add|Save|Create)/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Support types' })).toBeVisible()
    await page.getByRole('link', { name: 'Schedule', exact: true }).click()
    await page.getByRole('link', { name: 'New schedule' }).first().click()
    await expect(page.getByLabel('Support type')).toHaveValue(/./)
    await expect(noMentor.getByRole('link', { name: 'Invite a person' })).toHaveAttribute('href', '/admin/invitations?new=one')
    await expect(page.getByText('there is no support type.')).toHaveCount(0)
  })

  await test.step('weekly hours, time off and closed days', async () => {
    await page.goto(`${url}/admin/weekly-hours`)
    await page.getByRole('button', { name: 'New weekly hours' }).click()
    await expect(dialog.getByText('there is no mentor.')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Add place' })).toBeVisible()
    await page.goto(`${url}/admin/absences`)
    await page.getByRole('button', { name: 'Add time off' }).click()
    await expect(dialog.getByRole('link', { name: 'Invite a person' })).toBeVisible()
    await page.goto(`${url}/admin/absences?view=closed-days`)
    await page.getByRole('button', { name: 'Close a day' }).click()
    await expect(dialog.getByRole('link', { name: 'Add place' })).toBeVisible()
  })

  await test.step('the planner', async () => {
    await page.goto(`${url}/admin/planner?by=place`)
    await expect(page.getByRole('main').getByRole('link', { name: 'Add place' })).toBeVisible()
  })

  await test.step('a form that opens again offers what a colleague has added meanwhile', async () => {
    await page.goto(`${url}/admin/planner`)
    await expect(page.getByRole('main').getByRole('link', { name: 'Invite a person' })).toBeVisible()
    await page.getByRole('button', { name: 'New session' }).click()
    await expect(dialog.getByText('there is no place to meet.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    const place = { name: 'Room 1', kind: 'in_person', address: '1 High Street', time_zone: 'Europe/London' }
    expect((await send(url, 'POST', '/api/places', { token: admin.token, body: place })).status).toBe(201)
    await page.getByRole('button', { name: 'New session' }).click()
    await expect(dialog.getByLabel('Place').getByRole('option', { name: 'Room 1' })).toBeAttached()
    await expect(dialog.getByText('there is no place to meet.')).toHaveCount(0)
  })
})
