import type { Page } from '@playwright/test'
import { publishedVersions, registerLogin, send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { keepLogin, logIn } from '../../support/people.ts'
import { bookForClient, planRunningSession, registerMentor } from '../../support/running-session.ts'
import { dayAhead, planSession } from '../../support/schedules.ts'
import { registerStaff } from '../../support/staff.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Record panel' })
const content = (page: Page) => page.locator('#content')

/** Three clients who are found by a name of their own, in the order of the list. */
async function threeClients(url: string) {
  const { token } = await logIn(url, 'administrator')
  const family = `Panel${ownNumber()}`
  const people = []
  for (const first of ['Ada', 'Bea', 'Cyd']) {
    const { user } = await registerLogin(url, ownNumber(), await publishedVersions(url))
    const { body } = await send(url, 'GET', `/api/users/${user.id}`, { token })
    const { revision } = body as unknown as { revision: number }
    const { status } = await send(url, 'PUT', `/api/users/${user.id}`, { token, body: { name: `${first} ${family}`, revision } })
    expect(status).toBe(200)
    people.push({ id: user.id, name: `${first} ${family}` })
  }
  return { family, people: people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]] }
}

test('a record opens next to the list by pointer and keyboard, and the list keeps its place', async ({ page, signIn, baseURL }) => {
  const { family, people } = await threeClients(baseURL ?? '')
  const [ada, bea, cyd] = people
  await signIn('administrator')
  await page.goto(`/admin/users?search=${family}`)
  const panel = panelOf(page)
  const heading = (name: string) => panel.getByRole('heading', { level: 2, name, exact: true })

  await test.step('a click anywhere on the row opens it, and its address can be shared', async () => {
    await page
      .getByRole('row', { name: new RegExp(ada.name) })
      .getByRole('cell')
      .nth(1)
      .click()
    await expect(heading(ada.name)).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`search=${family}.*record=.*${ada.id}`))
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(page.getByLabel('Search')).toHaveValue(family)
    await expect(page.getByRole('link', { name: ada.name, exact: true })).toHaveAttribute('aria-current', 'true')
    await expectAccessible(page, 'a record in the panel ', { dark: true })
    await page.reload()
    await expect(heading(ada.name)).toBeVisible()
  })

  await test.step('J and K show the next and the previous, and the focus stays on the list', async () => {
    await page.getByRole('link', { name: ada.name, exact: true }).focus()
    await page.keyboard.press('j')
    await expect(heading(bea.name)).toBeVisible()
    await page.keyboard.press('j')
    await expect(heading(cyd.name)).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(heading(bea.name)).toBeVisible()
    await expect(page.getByRole('link', { name: bea.name, exact: true })).toBeFocused()
  })

  await test.step('Back shows what was next to it before, Escape closes it and returns to the row', async () => {
    await page.goBack()
    await expect(heading(cyd.name)).toBeVisible()
    await page.getByRole('link', { name: cyd.name, exact: true }).focus()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(page.getByRole('link', { name: cyd.name, exact: true })).toBeFocused()
    await expect(page).toHaveURL(/\/admin\/users\?search=[^&]+$/)
    await page.keyboard.press('Enter')
    await expect(heading(cyd.name)).toBeFocused()
    await panel.getByRole('button', { name: 'Close the panel' }).press('Enter')
    await expect(page.getByRole('link', { name: cyd.name, exact: true })).toBeFocused()
  })

  await test.step('what is changed in it shows in the list, and unsaved text is asked about', async () => {
    await page.getByRole('link', { name: bea.name, exact: true }).click()
    await panel.getByRole('link', { name: 'Edit' }).click()
    await expect(page).toHaveURL(/record=.*edit/)
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await panel.getByLabel('Name', { exact: true }).fill(`Bea Changed ${family}`)
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    const leaveBy = [
      () => panel.getByRole('button', { name: 'Close the panel' }).click(),
      () => page.getByRole('link', { name: ada.name, exact: true }).click(),
      () => page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Roles', exact: true }).click(),
      () => page.goBack().catch(() => null),
    ]
    for (const leave of leaveBy) {
      await leave()
      await expect(asked).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(asked).toHaveCount(0)
      await expect(panel.getByLabel('Name', { exact: true })).toHaveValue(`Bea Changed ${family}`)
    }
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(heading(`Bea Changed ${family}`)).toBeVisible()
    await expect(content(page).getByRole('link', { name: `Bea Changed ${family}` })).toBeVisible()
  })

  await test.step('the full page is one link away', async () => {
    await panel.getByRole('link', { name: 'Open full page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Bea Changed ${family}` })).toBeVisible()
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`/admin/users/${bea.id}$`))
  })
})

test('an appointment next to its session is checked in there, and the session shows it at once', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { id, starts, day } = await planRunningSession(url)
  const { client } = await bookForClient(url, id, starts[0]!)
  await signIn('administrator')
  await page.goto(`/admin/schedules?from=${day}&to=${day}`)
  const panel = panelOf(page)
  await page.locator(`#content a[data-record][href*="${id}"]`).click()
  await expect(panel.getByRole('heading', { level: 2, name: /, \d\d:\d\d–.*\d\d:\d\d$/ })).toBeFocused()
  // A link inside leads on inside.
  await panel.getByRole('link', { name: client.user.name }).click()
  await expect(panel.getByRole('heading', { level: 2, name: `Appointment of ${client.user.name}` })).toBeFocused()
  await expectAccessible(page)
  await panel.getByRole('button', { name: /^Check in/ }).click()
  await expect(panel.getByText('Arrived', { exact: true }).first()).toBeVisible()
  await page.goBack()
  await expect(panel.getByRole('heading', { level: 2, name: /, \d\d:\d\d–.*\d\d:\d\d$/ })).toBeVisible()
  await expect(panel.getByText('Arrived', { exact: true }).first()).toBeVisible()
})

test('a session of the planner opens its appointments next to the board', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { user } = await registerMentor(url)
  const day = dayAhead(3700 + (ownNumber() % 300))
  await planSession(url, day, { mentor_ids: [user.id] })
  await signIn('administrator')
  await page.goto(`/admin/planner?date=${day}`)
  await page
    .getByRole('group', { name: user.name, exact: true })
    .getByRole('button', { name: /, 09:00–12:00,/ })
    .click()
  await page.getByRole('dialog').getByRole('link', { name: 'Appointments' }).click()
  await expect(panelOf(page).getByRole('heading', { level: 2, name: /, \d\d:\d\d–.*\d\d:\d\d$/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Planner' })).toBeVisible()
  await expectAccessible(page)
})

test('a panel opens no page that is not a record, and shows in place what is missing', variant, async ({ page, baseURL, allowConsole }) => {
  const url = baseURL ?? ''
  const { people } = await threeClients(url)
  const [ada] = people
  const staff = await registerStaff(url, ['Schedule List'])
  await keepLogin(page, staff)
  for (const record of ['/admin/settings', '//evil.example/admin/users/x', 'https://evil.example', '/admin/users', 'javascript:alert(1)']) {
    await page.goto(`/admin/schedules?record=${encodeURIComponent(record)}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible()
    await expect(panelOf(page)).toHaveCount(0)
  }
  await page.goto(`/admin/schedules?record=${encodeURIComponent(`/admin/users/${ada.id}`)}`)
  await expect(panelOf(page).getByText(/User List/)).toBeVisible()
  await expect(panelOf(page).getByText(ada.name)).toHaveCount(0)
  allowConsole(/404|401|403/)
  await page.goto(`/admin/schedules?record=${encodeURIComponent('/admin/schedules/00000000-0000-7000-8000-000000000000/appointments')}`)
  await expect(panelOf(page).getByRole('heading', { level: 2, name: '401 Unauthorized' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible()
})

test(
  'on a narrow window a row leads to the page itself, and a shared panel covers the list',
  variant,
  async ({ page, signIn, baseURL }) => {
    const { family, people } = await threeClients(baseURL ?? '')
    const [ada] = people
    await signIn('administrator')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/admin/users?search=${family}`)
    await page.getByRole('link', { name: ada.name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: ada.name })).toBeVisible()
    await page.goto(`/admin/users?search=${family}&record=${encodeURIComponent(`/admin/users/${ada.id}`)}`)
    await expect(panelOf(page).getByRole('heading', { level: 2, name: ada.name })).toBeVisible()
    expect((await panelOf(page).boundingBox())!.width).toBe(390)
    await expectAccessible(page)
    await panelOf(page).getByRole('button', { name: 'Close the panel' }).click()
    await expect(page.getByRole('link', { name: ada.name, exact: true })).toBeVisible()
  },
)
