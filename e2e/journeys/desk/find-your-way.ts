import { expect, expectAccessible, prepareRoutes, test, variant } from '../../support/test.ts'

test('More opens every other page by keyboard alone, and the page takes the focus', async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin')
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.press('Enter')
  const menu = page.getByRole('group', { name: 'More', exact: true })
  await expect(menu.getByRole('group')).toHaveCount(4)
  await expect(menu.getByRole('link', { name: 'Admin Dashboard' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await more.press('ArrowDown')
  await expect(menu.getByRole('link', { name: 'Admin Dashboard' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('link', { name: 'Today' })).toBeFocused()
  await menu.getByRole('link', { name: 'Webhooks' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Set-up pages' }).getByRole('link', { name: 'Webhooks' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click()
  await expect(page).toHaveURL(/\/admin$/)
})

test('the last entry of the header is shown in full wherever there is room', variant, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await signIn('frontDesk')
  await page.goto('/admin')
  const entries = page.getByRole('navigation', { name: 'Administration' }).getByRole('list').first()
  const last = entries.getByRole('link').last()
  await expect(last).toHaveText('Legally Binding Contract')
  // The end fades over 2rem.
  const [list, link] = [(await entries.boundingBox())!, (await last.boundingBox())!]
  expect(list.x + list.width - (link.x + link.width)).toBeGreaterThanOrEqual(31)
})

test('the header offers nothing that the front desk may not open', async ({ page, signIn }) => {
  await signIn('frontDesk')
  await page.goto('/admin/schedules')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(page.getByRole('group', { name: 'New', exact: true }).getByRole('link')).toHaveText([/^Booking/])
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const menu = page.getByRole('group', { name: 'More', exact: true })
  await expect(menu.getByRole('link', { name: 'Waiting list' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
  for (const name of ['Settings', 'Audit log', 'Invitations']) await expect(menu.getByRole('link', { name })).toHaveCount(0)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/admin$/)
})

test('nothing in the header overlaps or runs out of the page, at any width', async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/schedules')
  for (const width of [320, 390, 768, 1024, 1248, 1280, 1440, 1536, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeInViewport({ ratio: 1 })
    const boxes = await Promise.all(
      [
        page.getByRole('navigation', { name: 'Administration' }).getByRole('list'),
        page.getByRole('button', { name: 'More', exact: true }),
        page.getByRole('button', { name: 'New', exact: true }),
        page.getByRole('button', { name: 'Find' }).first(),
        page.getByRole('button', { name: /Profile menu/ }),
      ].map(async part => (await part.boundingBox())!),
    )
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        const apart =
          one.x + one.width <= other.x + 1 ||
          other.x + other.width <= one.x + 1 ||
          one.y + one.height <= other.y + 1 ||
          other.y + other.height <= one.y + 1
        expect(apart, `at ${width}`).toBe(true)
      }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})

test('New begins a booking without a session chosen before', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('group', { name: 'New', exact: true }).getByRole('link', { name: 'Booking' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Book for a client' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Find the client' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^First available/ })).toBeVisible()
  await expectAccessible(page)
})

test('compact rows stay chosen on the device and end with the staff area', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/users')
  const height = async () => (await page.getByRole('table').getByRole('row').nth(1).boundingBox())!.height
  await expect(page.getByRole('table')).toBeVisible()
  const before = await height()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(height).toBeLessThan(before)
  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
  expect(await height()).toBeLessThan(before)
  await page.goto('/about')
  await expect(page.locator('html')).not.toHaveAttribute('data-density')
})

test('a phone has the most used actions of a role at its lower edge, on staff pages only', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('administrator')
  await page.goto('/admin/settings')
  const bar = page.getByRole('navigation', { name: 'Most used' })
  await expect(bar.getByRole('listitem')).toHaveCount(4)
  for (const item of await bar.getByRole('listitem').all()) expect((await item.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)
  // What sticks to the lower edge stays above the bar.
  const save = (await page.getByRole('button', { name: 'Save settings' }).boundingBox())!
  expect(save.y + save.height).toBeLessThanOrEqual((await bar.boundingBox())!.y)
  await bar.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('combobox', { name: 'What are you looking for?' })).toBeFocused()
  await page.goto('/admin/webhooks')
  const tabs = page.getByRole('navigation', { name: 'Set-up pages' })
  await expect(tabs.getByRole('link', { name: 'Webhooks' })).toBeInViewport({ ratio: 0.9 })
  await page.goto('/')
  await expect(bar).toHaveCount(0)
})

test('a menu opened while a page is loading stays open when the page arrives', variant, async ({ page, signIn, allowConsole }) => {
  // What the page still reads while its user logs out.
  allowConsole(/401 .*\/api\/mentor-/)
  await signIn('mentor')
  await prepareRoutes(page)
  await page.goto('/about')
  const logout = page.getByRole('button', { name: 'Logout' })
  const opener = page.getByRole('button', { name: /Profile menu/ })
  await expect(opener).toBeVisible()
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => (arrive = resolve))
  await page.route('**/*.js', async route => {
    await arrived
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await opener.click()
  await expect(logout).toBeVisible()
  arrive()
  // Another area, with a frame of its own.
  await expect(page.getByRole('navigation', { name: 'Mentor', exact: true })).toBeVisible()
  await expect(page.locator('main h1')).toHaveText('Mentor Dashboard')
  await expect(logout).toBeVisible()
  await logout.click()
  await expect(opener).toBeHidden()
})

test('a page that could not be downloaded is shown once there is a connection again', variant, async ({ page, signIn, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Unable to preload|No connection/)
  await signIn('administrator')
  await page.goto('/admin/users')
  await expect(page.getByRole('table', { name: /^Users by/ })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Roles', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'This page couldn’t be shown' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
})

test('a part that cannot be downloaded is not asked for in a loop, and Retry shows it', variant, async ({ page, signIn, allowConsole }) => {
  allowConsole(/ERR_FAILED|Failed to fetch|Unable to preload/)
  await signIn('administrator')
  let isCut = false
  await page.route('**/assets/**', route => (isCut ? route.abort() : route.continue()))
  await page.goto('/admin')
  const heading = page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })
  await expect(heading).toBeVisible()
  isCut = true
  // The page hears keys a moment after it is shown.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('heading', { name: 'This page couldn’t be shown' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  isCut = false
  // Within a second of the failure the part fails again without being asked for.
  const retry = page.getByRole('button', { name: 'Retry' })
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(async () => {
    if (await retry.isVisible()) await retry.click()
    await expect(heading).toBeVisible()
    await page.keyboard.press('?')
    await expect(shortcuts.or(retry)).toBeVisible()
    expect(await shortcuts.isVisible()).toBe(true)
  }).toPass()
})

test('Retry loads the page again when a new server no longer has its files', async ({ page, signIn, allowConsole }) => {
  allowConsole(/404|Failed to fetch|Unable to preload/)
  await signIn('administrator')
  let isOutdated = false
  await page.route('**/assets/**', route => (isOutdated ? route.fulfill({ status: 404 }) : route.continue()))
  await page.route('**/admin', route => {
    if (route.request().isNavigationRequest()) isOutdated = false
    return route.continue()
  })
  await page.goto('/admin')
  const heading = page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })
  await expect(heading).toBeVisible()
  isOutdated = true
  // The page hears keys a moment after it is shown.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('heading', { name: 'This page couldn’t be shown' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 2000 })
  }).toPass()
})
