import type { Page } from '@playwright/test'
import type { Login } from '#contract/people.ts'
import { keepLogin } from '../../support/people.ts'
import { registerStaff } from '../../support/staff.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

/** Views are the person's own: each test has another one. */
async function signInAsOwner(page: Page, url: string | undefined): Promise<Login> {
  const owner = await registerStaff(url ?? '', ['Schedule List', 'User List', 'Role List', 'RoleAssign List'])
  await keepLogin(page, owner)
  return owner
}

const viewsOn = (page: Page) => page.getByRole('navigation', { name: 'Saved views' })
const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Profile menu of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
}

test('saves the filters of a list under a name, opens them again, and deletes them', variant, async ({ page, baseURL }) => {
  await signInAsOwner(page, baseURL)
  await page.goto('/admin/schedules')
  const views = viewsOn(page)
  await expect(page.getByLabel('Availability')).toBeVisible()
  await expect(views).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search' }).fill('counselling')
  await page.getByLabel('Availability').selectOption('Full')
  await views.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Please give it a name.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('Full ones')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(views.getByRole('link', { name: 'Full ones' })).toHaveAttribute('aria-current', 'page')
  await expect(views).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('search').getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByLabel('Availability')).toHaveValue('')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')

  // It is there after the next start, and not on another list.
  await page.goto('/admin/users')
  await expect(page.getByLabel('Role', { exact: true })).toBeVisible()
  await expect(views).toHaveCount(0)
  await page.goto('/admin/schedules')
  await views.getByRole('link', { name: 'Full ones' }).click()
  await expect(page.getByLabel('Availability')).toHaveValue('full')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
  await views.getByRole('button', { name: 'Delete view Full ones' }).click()
  await expect(views.getByRole('link')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(views.getByRole('link', { name: 'Full ones' })).toBeVisible()
})

test('keeps no search for people in a view', variant, async ({ page, baseURL }) => {
  await signInAsOwner(page, baseURL)
  await page.goto('/admin/users?search=Amara')
  const views = viewsOn(page)
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await expect(views).toHaveCount(0)
  await page.goto('/admin/users?search=Amara&state=active')
  await views.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name').fill('Active')
  await page.keyboard.press('Enter')
  await expect(views.getByRole('link', { name: 'Active' })).toHaveAttribute('href', '/admin/users?state=active')
  expect(await stored(page)).not.toContain('Amara')
})

test('leaves nothing of a view in the browser after logout, and shows it in another browser', async ({ page, browser, baseURL }) => {
  const owner = await signInAsOwner(page, baseURL)
  await page.goto('/admin/users?state=inactive')
  await viewsOn(page).getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name').fill('Clients of Dr Okonkwo')
  await page.keyboard.press('Enter')
  await expect(viewsOn(page).getByRole('link', { name: 'Clients of Dr Okonkwo' })).toBeVisible()
  expect(await stored(page)).not.toContain('Okonkwo')

  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  await keepLogin(other, owner)
  await other.goto('/admin/users')
  await viewsOn(other).getByRole('link', { name: 'Clients of Dr Okonkwo' }).click()
  await expect(other).toHaveURL(/\?state=inactive$/)
  await other.close()

  await logOut(page)
  expect(await stored(page)).not.toContain('Okonkwo')
})

test('moves the views that an earlier version stored in the browser, and removes other people’s at logout', async ({ page, baseURL }) => {
  const owner = await signInAsOwner(page, baseURL)
  await page.goto('/about')
  await page.evaluate(id => {
    localStorage.setItem(`views users ${id}`, JSON.stringify([{ name: 'Inactive people', params: { state: 'inactive' } }]))
    localStorage.setItem('views users another', JSON.stringify([{ name: 'A colleague’s', params: { state: 'active' } }]))
  }, owner.user.id)
  await page.goto('/admin/users')
  await expect(viewsOn(page).getByRole('link')).toHaveText(['Inactive people'])
  await expect.poll(() => stored(page)).not.toContain('Inactive people')
  await page.reload()
  await expect(viewsOn(page).getByRole('link')).toHaveText(['Inactive people'])
  await logOut(page)
  expect(await stored(page)).not.toContain('views users')
})

test('a view that cannot be saved or deleted stays as it was, and says so', variant, async ({ page, baseURL, allowConsole }) => {
  allowConsole(/503/)
  await signInAsOwner(page, baseURL)
  const refuse = {
    status: 503,
    contentType: 'application/problem+json',
    body: JSON.stringify({ code: 'unavailable', message: 'Please try again.' }),
  }
  await page.route('**/api/my-saved-views', route => (route.request().method() === 'PUT' ? route.fulfill(refuse) : route.continue()))
  await page.route('**/api/my-saved-views/*', route => route.fulfill(refuse))
  await page.goto('/admin/users?state=inactive')
  await viewsOn(page).getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('Inactive people')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Please try again.')
  await page.unroute('**/api/my-saved-views')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await viewsOn(page).getByRole('button', { name: 'Delete view Inactive people' }).click()
  await expect(page.getByText('Please try again.')).toBeVisible()
  await expect(viewsOn(page).getByRole('link', { name: 'Inactive people' })).toBeVisible()
})
