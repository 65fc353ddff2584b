import { expect, prepareRoutes, test } from '../../support/test.ts'

test('a click is not lost where the list moves between press and release', async ({ page, signIn }) => {
  await signIn('administrator')
  await prepareRoutes(page)
  await page.goto('/admin/places')
  const link = page.getByRole('link', { name: 'Edit Online with our Berlin team' })
  await expect(link).toBeVisible()
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route('**/api/places?*search=*', async route => {
    await released
    await route.continue()
  })
  const filtered = page.waitForResponse(/\/api\/places\?.*search=/)
  await page.getByLabel('Find a place').fill('berlin')
  await link.hover()
  await page.mouse.down()
  release()
  await (await filtered).finished()
  // Time enough for an answer that is not held back to be shown.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0))))
  await page.mouse.up()
  await expect(page.getByRole('heading', { level: 1, name: 'Online with our Berlin team' })).toBeVisible()
})
