import { planningOffer } from '../support/schedules.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('the week is a grid at a desk and a list on a phone, and the filters are in the address', async ({ page, signIn, baseURL }, {
  project,
}) => {
  const { supportType } = await planningOffer(baseURL ?? '')
  await signIn('administrator')
  await page.goto('/admin/schedules')
  await page.getByRole('link', { name: 'Week', exact: true }).first().click()
  await expect(page).toHaveURL(/view=week/)
  if (project.name === 'desk') {
    await page.getByRole('button', { name: 'By mentor' }).click()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    const session = page.getByRole('cell').getByRole('link').first()
    await session.focus()
    await expect(session).toBeFocused()
  } else {
    await page.getByText('Filters', { exact: true }).click()
  }
  await expectAccessible(page)
  await page.getByLabel('Support type').selectOption(supportType.name)
  await expect(page).toHaveURL(new RegExp(`support_type=${supportType.id}`))
  await page.getByRole('button', { name: 'Week after' }).click()
  await expect(page).toHaveURL(/week=\d{4}-\d\d-\d\d/)
  await page.reload()
  await expect(page.getByLabel('Support type')).toHaveValue(supportType.id)
  await page.goto('/admin/schedules?from=2199-01-01')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).last().click()
  await expect(page.getByText(/^\d+ schedules$/)).toBeVisible()
})
