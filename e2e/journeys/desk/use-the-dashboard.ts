import { send } from '../../support/client.ts'
import { logIn } from '../../support/people.ts'
import { expect, expectAccessible, prepareRoutes, test, variant } from '../../support/test.ts'

test('each figure of the dashboard opens the list that it counts', async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin')
  const pending = page.getByRole('link', { name: /Waiting for approval/ })
  await expect(pending).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'The next 7 days' })).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Seats taken on each of the next 7 days' }).getByRole('link')).toHaveCount(7)
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

test.describe('far from the place', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('an appointment of a dashboard list names the clock of its place', variant, async ({ page, signIn }) => {
    await signIn('administrator')
    await page.goto('/admin/lists/pending')
    const row = page.getByRole('list', { name: 'Waiting for approval' }).getByRole('listitem').first()
    await expect(row.getByRole('time')).toHaveText(/\d\d:\d\d(London|Berlin) time$/)
  })
})

test('the front desk sees its day and none of the figures', variant, async ({ page, signIn }) => {
  await signIn('frontDesk')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Awaiting outcome/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The last 30 days' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Settings/ })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find' }).getByRole('combobox').fill('settings')
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
  const name = page.getByRole('textbox', { name: 'Site name' })
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
  await expect(page.getByText(/^Your changes are kept/)).toBeVisible()
  await expect(page.getByLabel(/^Contact/)).toHaveValue(`${contact}.`)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved. They are in force now.')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(`${before} by the Canal`)
  await send(url, 'PUT', '/api/settings', { token, body: { site_name: before, contact } })

  await page.goto('/admin/audit?thing=settings')
  const line = page.getByRole('listitem').filter({ hasText: `${user.name} changed the settings` })
  await expect(line.first()).toBeVisible()
  await line.nth(1).getByText('What changed').click()
  await expect(line.nth(1).getByRole('row', { name: /Site name/ })).toContainText(`${before} by the Canal`)
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

test(
  'settings are found by a word, and what would change is shown and can be put back before saving',
  variant,
  async ({ page, signIn }) => {
    await signIn('administrator')
    await page.goto('/admin/settings')
    const section = (name: string) => page.getByRole('region', { name, exact: true })
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Waiting list' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting list' })).toBeFocused()
    await page.getByRole('searchbox', { name: 'Search the settings' }).fill('quiet')
    await expect(page.getByText('1 section', { exact: true })).toBeVisible()
    await expect(section('Waiting list')).toBeVisible()
    await expect(section('Organisation')).toBeHidden()
    await page.getByLabel('Quiet from').fill('20:15')

    await page.getByRole('searchbox', { name: 'Search the settings' }).fill('currency')
    await page.getByLabel('Currency').selectOption({ label: 'Euro (EUR)' })
    await page.getByRole('searchbox', { name: 'Search the settings' }).fill('zzz')
    await expect(page.getByText('No section matches.')).toBeVisible()
    await page.getByText('2 unsaved changes').click()
    const change = (label: string) => page.getByRole('listitem').filter({ has: page.getByText(label, { exact: true }) })
    await expect(change('Currency')).toContainText('GBP → EUR')
    // Another journey sets it to 00:00.
    await expect(change('Quiet from')).toContainText(/^Waiting listQuiet from\d\d:00 → 20:15/)
    await expectAccessible(page, '', { dark: true })
    await page.getByRole('button', { name: 'Undo: Currency' }).click()
    await page.getByRole('button', { name: 'Undo: Quiet from' }).click()
    await expect(page.getByText(/unsaved change/)).toHaveCount(0)

    // A section that has to be corrected is shown, whatever is searched for.
    await page.getByRole('searchbox', { name: 'Search the settings' }).fill('')
    await page.getByRole('textbox', { name: 'Site name' }).fill(' ')
    await page.getByRole('searchbox', { name: 'Search the settings' }).fill('currency')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('textbox', { name: 'Site name' })).toBeFocused()
  },
)

test(
  'the palette keeps keys typed at once, books for the person found, and forgets at logout',
  variant,
  async ({ page, signIn, allowConsole, baseURL }) => {
    // What the booking page still reads while its user logs out.
    allowConsole(/401 .*\/api\/appointments\/times/)
    const { token } = await logIn(baseURL ?? '', 'administrator')
    const { body } = await send(baseURL ?? '', 'GET', '/api/dashboard/waited', { token })
    const { name } = (body as unknown as { data: { user: { name: string } }[] }).data[0]!.user
    await signIn('administrator')
    // The palette's code is not loaded ahead, and comes late: what is typed meanwhile is kept.
    await page.addInitScript(() => void (window.requestIdleCallback = () => 0))
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    await prepareRoutes(page)
    await page.goto('/admin')
    await expect(page.getByRole('button', { name: 'Find' }).first()).toBeVisible()
    await page.route('**/*.js', async route => {
      await held
      await route.continue()
    })
    // Escape gives it up, and the focus returns.
    const find = page.getByRole('button', { name: 'Find' }).first()
    await find.click()
    await expect(page.getByRole('textbox', { name: 'What are you looking for?' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(find).toBeFocused()
    await page.keyboard.press('/')
    // Composed by the keyboard, without a key of its own.
    await page.keyboard.insertText('é')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(`book for ${name}`)
    release()
    const field = page.getByRole('combobox', { name: 'What are you looking for?' })
    await expect(field).toHaveValue(`book for ${name}`)
    const first = page
      .getByRole('group', { name: 'Actions' })
      .getByRole('option', { name: `Book for ${name}` })
      .first()
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Book for a client' })).toBeFocused()
    await expect(page.getByRole('group', { name: 'Find the client' })).toContainText(name)

    await page.keyboard.press('Control+k')
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: `Book for ${name}` })).toBeVisible()
    await page.keyboard.type('setings')
    await expect(page.getByRole('option', { name: 'Settings' })).toBeVisible()
    await field.fill('cancel Thursday’s workshop')
    await expect(page.getByRole('group', { name: 'Sessions' }).getByRole('option', { name: /Group workshop.*Thursday/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Profile menu of/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Join' })).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(name)
  },
)

test('single keys open pages, never while typing, and can be switched off', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Find' }).first()).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused()
  await page.getByRole('searchbox').fill('')
  await page.keyboard.type('gsnb?/')
  await expect(page.getByRole('searchbox')).toHaveValue('gsnb?/')
  await expect(page).toHaveURL(/\/admin\/users/)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('n')
  await expect(page.getByRole('group', { name: 'New', exact: true }).getByRole('link', { name: 'Booking' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  for (const action of ['Check in', 'Undo', 'Planner', 'Move it, on Today and in the planner'])
    await expect(page.getByRole('dialog').getByRole('term').getByText(action, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /single keys/ }).uncheck()
  await page.keyboard.press('Escape')
  for (const key of ['b', 'n', '/', '?', 'g', 's']) await page.keyboard.press(key)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'What are you looking for?' })).toHaveValue('')
  await expect(page).toHaveURL(/\/admin\/users/)
})
