import { readDemoIds } from '../../support/demo-ids.ts'
import { findEmptyRoom } from '../../support/find-empty-room.ts'
import { bookForClient, planRunningSession } from '../../support/running-session.ts'
import { expect, test } from '../../support/test.ts'

test('prints dark on white where the dark theme is chosen', async ({ page, signIn }) => {
  await signIn('administrator')
  const heading = page.getByRole('heading', { level: 1 })
  const readInk = () => heading.evaluate(element => getComputedStyle(element).color)
  await page.goto('/admin/today')
  const light = await readInk()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(heading).not.toHaveCSS('color', light)
  await page.emulateMedia({ media: 'print' })
  await expect(heading).toHaveCSS('color', light)
})
test('prints an appointment, a contract and a list without menus, filters and buttons', async ({ page, signIn, baseURL }) => {
  const { schedule, appointment, contract } = await readDemoIds(baseURL ?? '')
  await signIn('administrator')
  const main = page.getByRole('main')
  // The heads of a table keep their names, which sort it on the screen.
  const actions = page.locator('button:visible:not(thead button)')
  for (const path of [
    `/admin/schedules/${schedule}/appointments/${appointment}`,
    `/admin/legally-binding-contract/${contract}`,
    '/admin/waiting-list',
  ]) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(path)
    await expect(main.getByRole('button').first(), path).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(actions, path).toHaveCount(0)
    await expect(page.getByRole('navigation'), path).toHaveCount(0)
    await expect(page.getByRole('search'), path).toHaveCount(0)
  }
})

test('prints lists and a person without checkboxes, orders and the room of what is hidden', async ({ page, signIn, baseURL }) => {
  const { user } = await readDemoIds(baseURL ?? '')
  await signIn('administrator')
  // As wide as a desk, and as the paper.
  for (const width of [1280, 703]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/admin/users', '/admin/schedules', '/admin/role-assign', '/admin/lists/pending', `/admin/users/${user}`]) {
      const where = `${path} at ${width}`
      await page.emulateMedia({ media: 'screen' })
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('listitem').or(page.getByRole('main').getByRole('row')).nth(1), where).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { level: 1 }), where).toBeVisible()
      await expect(page.locator(':is(input, select, textarea, button):visible:not(thead button)'), where).toHaveCount(0)
      expect(await page.evaluate(findEmptyRoom), where).toEqual([])
    }
  }
})

test('leaves no client out of the printed sheet of a session while its list is filtered', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { id, starts } = await planRunningSession(url)
  const { client } = await bookForClient(url, id, starts[1]!)
  await signIn('administrator')
  const sheet = page.getByRole('region', { name: 'Day sheet' })
  for (const filter of ['search=unknown', 'status=arrived']) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`/admin/schedules/${id}/appointments?${filter}`)
    await expect(page.getByRole('heading', { name: 'No matches' }), filter).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(sheet, filter).toContainText(client.user.name)
  }
})
