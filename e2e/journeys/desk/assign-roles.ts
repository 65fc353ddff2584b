import type { Login } from '#contract/people.ts'
import type { Role } from '#contract/roles.ts'
import { publishedVersions, registerClient, send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { keepLogin, logIn } from '../../support/people.ts'
import { tabTo } from '../../support/tab-to.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

const unique = () => String(Math.floor(Math.random() * 1_000_000))

test('creates a role by keyboard alone, with a summary after each change', variant, async ({ page, signIn }) => {
  const name = `Listener ${unique()}`
  await signIn('administrator')
  await page.goto('/admin/roles')
  await expect(page.getByRole('heading', { level: 2, name: 'Administrator' })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page.getByRole('link', { name: 'New role', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'New role' })).toBeFocused()
  await tabTo(page.getByRole('button', { name: 'Save role', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please give the role a name.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  const meaning = page.getByRole('region', { name: 'What it means' }).getByRole('status')
  await expect(meaning).toHaveText('A person with this role can do nothing in the admin area.')
  await tabTo(page.getByRole('checkbox', { name: 'Opens the admin area', exact: true }))
  await page.keyboard.press('Space')
  await tabTo(page.getByRole('button', { name: 'Select all of Feedback', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Edit the feedback questions' })).toBeChecked()
  await tabTo(page.getByRole('checkbox', { name: 'Change and delete roles', exact: true }))
  await page.keyboard.press('Space')
  await expect(meaning).toHaveText(
    'A person with this role can read and record feedback and edit its questions and change and delete roles. They can open the admin area.',
  )
  await expect(page.getByText('“Change and delete roles” needs “See the roles”')).toBeVisible()
  await page.keyboard.press('Space')
  await expectAccessible(page)
  await tabTo(page.getByRole('button', { name: 'Save role', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Role “${name}” created.`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/roles$/)

  await tabTo(page.getByRole('button', { name: `Delete ${name}`, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Delete this role?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete the role' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`The role “${name}” is deleted.`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name })).toHaveCount(0)
})

test('an assigned role applies from the next click of its holder, menus included', async ({
  page,
  signIn,
  baseURL,
  browser,
  allowConsole,
}) => {
  allowConsole(/403/)
  const url = baseURL ?? ''
  const { token: admin } = await logIn(url, 'administrator')
  const role = { name: `Desk ${unique()}`, abilities: ['Schedule List'], opens_admin: true }
  const { body: made } = await send(url, 'POST', '/api/roles', { token: admin, body: role })
  const token = await registerClient(url, ownNumber(), await publishedVersions(url, 'registration'))
  const { body } = await send(url, 'GET', '/api/my-session', { token })
  const { user } = body as unknown as Login

  // At the desk.
  await signIn('administrator')
  await page.goto('/admin/role-assign')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Assign a role' }).click()
  await page.getByRole('combobox', { name: 'Find a person' }).fill(user.phone ?? '')
  await expect(page.getByRole('option', { name: new RegExp(user.name) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Person' }).getByText(user.name)).toBeVisible()
  await page.getByRole('checkbox', { name: role.name }).check()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: user.name })).toBeVisible()
  const why = page.getByRole('region', { name: 'Why does this person have access?' })
  await expect(why.getByRole('row', { name: `See every session · Schedule List ${role.name}` })).toBeVisible()
  await expect(why.getByRole('row', { name: `Open the admin area ${role.name}` })).toBeVisible()
  await expectAccessible(page)

  await test.step('the role is removed in the list, and given back by Undo', async () => {
    await page.goto(`/admin/role-assign?role=${made.id}`)
    await page.getByRole('button', { name: 'Last role given' }).click()
    await expect(page).toHaveURL(/sort=assigned/)
    await page.getByRole('checkbox', { name: `Select ${user.name}` }).check()
    await page.getByRole('button', { name: 'Remove a role' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove a role' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Remove from 1 person' }).click()
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('row', { name: new RegExp(user.name) })).toBeVisible()
  })

  // In another session, a holder of the role.
  const context = await browser.newContext({ baseURL: url })
  const theirs = await context.newPage()
  await keepLogin(theirs, { ...(body as unknown as Login), token })
  await theirs.goto('/my')
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
  await theirs.goto('/admin/schedules')
  const menu = theirs.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link', { name: 'Schedule' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Feedback' })).toHaveCount(0)

  await page.goto(`/admin/roles/${made.id}/edit`)
  await expect(page.getByRole('region', { name: 'Holders' }).getByText(user.name)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Read all feedback' }).check()
  await page.getByRole('checkbox', { name: 'See every session' }).uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Role saved. It takes effect at its holders’ next click.')).toBeVisible()

  // One click, no reload: the menu follows, and the page that is closed now leads to /401.
  await theirs.getByRole('link', { name: 'Planner', exact: true }).click()
  await expect(theirs).toHaveURL(/\/401$/)
  await theirs.goto('/admin')
  await expect(menu.getByRole('link', { name: 'Feedback' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Schedule' })).toHaveCount(0)
  await context.close()
})

test('keeping changes brings back no role and no permission that another administrator has taken', async ({
  page,
  signIn,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/409/)
  const url = baseURL ?? ''
  const { token: admin } = await logIn(url, 'administrator')
  const make = async (name: string, abilities: string[]) =>
    (await send(url, 'POST', '/api/roles', { token: admin, body: { name: `${name} ${unique()}`, abilities } })).body as unknown as Role
  const [desk, reader, helper] = [await make('Desk', ['Schedule List']), await make('Reader', ['Feedback List']), await make('Helper', [])]
  const token = await registerClient(url, ownNumber(), await publishedVersions(url, 'registration'))
  const { user } = (await send(url, 'GET', '/api/my-session', { token })).body as unknown as Login
  const assign = (roles: Role[], path = '/api/role-assign-update') =>
    send(url, 'POST', path, { token: admin, body: { user_id: user.id, role_ids: roles.map(({ id }) => id) } })
  expect((await assign([desk, reader], '/api/role-assign')).status).toBe(201)
  await signIn('administrator')

  await page.goto(`/admin/role-assign/${user.id}`)
  await page.getByRole('checkbox', { name: helper.name }).check()
  expect((await assign([desk])).status).toBe(200)
  await page.getByRole('button', { name: 'Save roles', exact: true }).click()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByText(/^Your changes are kept/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: reader.name })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: helper.name })).toBeChecked()
  await page.getByRole('button', { name: 'Save roles', exact: true }).click()
  await expect(page.getByText(`It takes effect at the next click of ${user.name}`)).toBeVisible()
  const { body } = await send(url, 'GET', `/api/role-assign-edit/${user.id}`, { token: admin })
  expect((body as unknown as { roles: Role[] }).roles.map(({ id }) => id).toSorted()).toEqual([desk.id, helper.id].toSorted())

  await page.goto(`/admin/roles/${desk.id}/edit`)
  await page.getByRole('checkbox', { name: 'Read all feedback' }).check()
  const opened = await send(url, 'GET', `/api/roles/${desk.id}/edit`, { token: admin })
  const { name, revision } = (opened.body as unknown as { role: Role }).role
  const emptied = { name, abilities: [], opens_admin: false, is_mentor: false, single_sign_on_only: false, revision }
  expect((await send(url, 'PUT', `/api/roles/${desk.id}`, { token: admin, body: emptied })).status).toBe(200)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByRole('checkbox', { name: 'See every session' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Read all feedback' })).toBeChecked()
})

test('staff cannot grant permissions that they do not hold', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const everything = await logIn(url, 'administrator')
  const { body: made } = await send(url, 'POST', '/api/roles', {
    token: everything.token,
    body: { name: `Giver ${unique()}`, abilities: ['Role List', 'Role Edit', 'RoleAssign List', 'RoleAssign Edit'], opens_admin: true },
  })
  const token = await registerClient(url, ownNumber(), await publishedVersions(url, 'registration'))
  const { body: before } = await send(url, 'GET', '/api/my-session', { token })
  const person = (before as unknown as Login).user
  await send(url, 'POST', '/api/role-assign', { token: everything.token, body: { user_id: person.id, role_ids: [made.id] } })
  const { body } = await send(url, 'GET', '/api/my-session', { token })
  await keepLogin(page, { ...(body as unknown as Login), token })

  await page.goto(`/admin/roles/${made.id}/edit`)
  await expect(page.getByRole('checkbox', { name: 'Change and delete roles' })).toBeEnabled()
  await expect(page.getByRole('checkbox', { name: 'See who changed what' })).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'Everything', exact: true })).toBeDisabled()
  await page.goto('/admin/roles')
  await page.getByRole('link', { name: 'View Administrator' }).click()
  await expect(page.getByText('People with this role can do everything, which you can’t.')).toBeVisible()
  await page.goto(`/admin/role-assign/${everything.user.id}`)
  await expect(page.getByRole('checkbox', { name: 'Administrator' })).toBeDisabled()
})
