import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { send } from '../../support/client.ts'
import { keepLogin, logIn } from '../../support/people.ts'
import { registerStaff } from '../../support/staff.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

/** A number and a name that are unique in this run: six digits that no clock or other test repeats. */
const own = () => String(Math.floor(Math.random() * 900_000) + 100_000)

/** Creates a person over the API, as a colleague did yesterday. */
async function createPerson(url: string, body: { name: string; phone?: string; email?: string }): Promise<{ id: string }> {
  const { token } = await logIn(url, 'administrator')
  const answer = await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: string }
}

const search = (page: Page, words: string) => page.getByRole('searchbox', { name: 'Search' }).fill(words)

test('an administrator finds people by name, number and e-mail, in an address that can be shared', async ({ page, signIn, baseURL }) => {
  const digits = own()
  await createPerson(baseURL!, { name: `Ångela Finder${digits}`, phone: `+447911${digits}`, email: `finder${digits}@example.org` })
  await signIn('administrator')
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expectAccessible(page)
  for (const words of [`angela finder${digits}`, `07911 ${digits}`, `finder${digits}@exam`]) {
    await search(page, words)
    await expect(page.getByText('1 person')).toBeVisible()
    await expect(page.getByRole('link', { name: `Ångela Finder${digits}`, exact: true })).toBeVisible()
  }
  await page.getByLabel('Active').selectOption('Inactive')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await expect(page).toHaveURL(/state=inactive/)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(`finder${digits}@exam`)
  await page.getByRole('button', { name: 'Show all' }).first().click()
  await expect(page).toHaveURL(/\/admin\/users$/)
})

test('a user is created, corrected, deactivated, exported and erased', async ({ page, signIn, allowConsole, baseURL }) => {
  allowConsole(/409/)
  const digits = own()
  const holder = await createPerson(baseURL!, { name: `Holder ${digits}`, phone: `+447912${digits}` })
  await signIn('administrator')
  await page.goto('/admin/users/create')
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText('Please enter a name.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(`Nora New${digits}`)
  await page.getByLabel('Phone (optional)', { exact: true }).fill(`07912 ${digits}`)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText(`Holder ${digits} already has this phone number.`)).toBeVisible()
  await expect(page.getByRole('link', { name: `Open Holder ${digits}` })).toHaveAttribute('href', `/admin/users/${holder.id}`)
  await expectAccessible(page)
  await page.getByLabel('Phone (optional)', { exact: true }).fill(`07913 ${digits}`)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Nora New${digits}` })).toBeVisible()
  await expect(page.getByText('No appointments yet.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('E-mail (optional)').fill('nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('That does not look like an e-mail address yet.')).toBeVisible()
  await page.getByLabel('E-mail (optional)').fill(`nora${digits}@example.org`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: `nora${digits}@example.org` })).toBeVisible()
  await expect(page.getByText('Changed: e-mail')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(JSON.parse(await readFile((await file.path())!, 'utf8'))).toMatchObject({ person: { name: `Nora New${digits}` } })

  await page.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('They are logged out everywhere at once')).toBeVisible()
  await dialog.getByLabel('Reason (optional)').fill('Moved away')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('This person is inactive')).toBeVisible()
  await expect(page.getByText('Moved away')).toBeVisible()
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByText('This person is inactive')).toBeHidden()

  await page.getByRole('button', { name: 'Erase permanently' }).click()
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(dialog.getByText('This does not match the name yet.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill(`Nora New${digits}`)
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await search(page, digits)
  await expect(page.getByText('1 person')).toBeVisible()
  // The message about the last change is still shown.
  await expect(page.locator('main').getByText(`Nora New${digits}`)).toBeHidden()
})

test('merges two records of one person after a summary', variant, async ({ page, signIn, baseURL }) => {
  const digits = own()
  const stays = await createPerson(baseURL!, { name: `Mira Twice${digits}`, phone: `+447914${digits}` })
  const goes = await createPerson(baseURL!, { name: `Mirra Twice${digits}`, phone: `+447915${digits}`, email: `mira${digits}@example.org` })
  await signIn('administrator')
  await page.goto(`/admin/users/${stays.id}`)
  await page.getByRole('link', { name: 'Merge with another record' }).click()
  // The first key replaces the suggested name.
  await page.getByRole('searchbox', { name: 'The other record' }).focus()
  await page.keyboard.type(`Mirra Twice${digits}`)
  await expect(page.getByRole('searchbox', { name: 'The other record' })).toHaveValue(`Mirra Twice${digits}`)
  await page.getByRole('button', { name: `Compare with Mirra Twice${digits}` }).click()
  await expect(page.getByRole('heading', { name: 'What happens' })).toBeVisible()
  await expect(page.getByText('Copied from the other record, because this one lacks it: e-mail.')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('Not copied: the number and the password of the other record')).toBeVisible()
  await expect(page.getByRole('radio', { name: /7915/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Mira Twice${digits}` })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(`\\+44 7914 ?${digits}`) })).toBeVisible()
  await expect(page.getByText('Another record was merged into this one')).toBeVisible()
  await page.goto(`/admin/users/${goes.id}`)
  await page.getByRole('link', { name: `Open the record of Mira Twice${digits}` }).click()
  await expect(page).toHaveURL(new RegExp(stays.id))
})

test('a confirmed number is replaced with the code that its owner reads out', variant, async ({ page, signIn, baseURL, allowConsole }) => {
  allowConsole(/422/)
  const digits = own()
  const phone = `+447916${digits}`
  const { id } = await createPerson(baseURL!, { name: `Nova Caller${digits}`, phone })
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${baseURL}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { demo_code: string; user: { id: string } }
  }
  const { demo_code } = await post('/api/join', { phone })
  expect((await post('/api/confirm', { phone, code: demo_code })).user.id).toBe(id)

  await signIn('administrator')
  await page.goto(`/admin/users/${id}/edit`)
  await expect(page.getByLabel('Phone', { exact: true })).not.toBeEditable()
  await page.goto(`/admin/users/${id}`)
  await page.getByRole('button', { name: 'Change the number' }).click()
  const card = page.getByRole('region', { name: 'Change the number' })
  await card.getByLabel('New phone number').fill(`07917 ${digits}`)
  await card.getByRole('button', { name: 'Send the code' }).click()
  const code = /\d{6}/.exec((await card.getByText(/The code is \d{6}/).textContent()) ?? '')?.[0] ?? ''
  await card.getByLabel('Code from the message').fill(code === '111111' ? '222222' : '111111')
  await card.getByRole('button', { name: 'Confirm the new number' }).click()
  await expect(card.getByText('The code is not correct or has expired.')).toBeVisible()
  await expectAccessible(page)
  await card.getByLabel('Code from the message').fill(code)
  await card.getByRole('button', { name: 'Confirm the new number' }).click()
  await expect(page.getByText(new RegExp(`Nova Caller${digits} now logs in with`))).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(`\\+44 7917 ?${digits}`) })).toBeVisible()
})

test('a client sees who opened their record', variant, async ({ page, signIn, baseURL }) => {
  const { token } = await logIn(baseURL!, 'administrator')
  const client = await logIn(baseURL!, 'client')
  await fetch(`${baseURL}/api/users/${client.user.id}`, { headers: { authorization: `Bearer ${token}` } })
  await signIn('client')
  await page.goto('/my/data')
  const card = page.getByRole('region', { name: 'Who opened your record' })
  const opened = card.getByText('Margaret Osei opened the profile').first()
  // Every list that showed this client is an entry too, so the one looked for may stand further down.
  await expect(async () => {
    if (!(await opened.isVisible())) await card.getByRole('button', { name: 'Older' }).click({ timeout: 1000 })
    await expect(opened).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectAccessible(page)
})

test('staff are told which ability is missing, on the page itself', variant, async ({ page, baseURL }) => {
  await keepLogin(page, await registerStaff(baseURL ?? '', ['Schedule List', 'Appointment List']))
  for (const [path, ability] of [
    ['/admin/users', 'User List'],
    ['/admin/users/create', 'User Edit'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(`Your roles don’t include “${ability}”`)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await expect(page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' })).toHaveCount(0)
  await expectAccessible(page)
})

test(
  'several people get a role, and are deactivated together after what they have ahead is shown',
  variant,
  async ({ page, signIn, baseURL }) => {
    const url = baseURL ?? ''
    const { token } = await logIn(url, 'administrator')
    const surname = `Batchelor${own()}`
    const people: { id: string }[] = []
    for (const name of ['Ada', 'Ben', 'Cyd']) people.push(await createPerson(url, { name: `${name} ${surname}` }))
    await signIn('administrator')
    await page.goto(`/admin/users?search=${surname}`)
    const ticks = page.getByRole('checkbox', { name: /^Select .* Batchelor/ })
    await expect(ticks).toHaveCount(3)

    // The order is in the address, and told to screen readers.
    const names = page.getByRole('rowheader').getByRole('link')
    const header = page.getByRole('columnheader', { name: 'Name' })
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await header.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/sort=-name/)
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(names.first()).toHaveText(`Cyd ${surname}`)
    await expect(header.getByRole('button')).toBeFocused()
    await page.getByRole('columnheader', { name: 'Added' }).getByRole('button').click()
    await expect(page).toHaveURL(/sort=created/)
    await expect(names.first()).toHaveText(`Ada ${surname}`)
    await expectAccessible(page)

    await ticks.first().check()
    await ticks.last().click({ modifiers: ['Shift'] })
    const bar = page.getByRole('group', { name: 'With the selected people' })
    await expect(bar.getByText('3 selected')).toBeVisible()
    await bar.getByRole('button', { name: 'Assign a role' }).click()
    const give = page.getByRole('dialog', { name: 'Assign a role' })
    await give.getByLabel('Role').selectOption({ label: 'Front desk' })
    await expectAccessible(page)
    await give.getByRole('button', { name: 'Assign to 3 people' }).click()
    await expect(page.getByText('3 people have the role.')).toBeVisible()
    await expect(page.getByRole('table').getByText('Front desk')).toHaveCount(3)

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await bar.getByRole('button', { name: 'Deactivate 3 people' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate the selected people?' })
    await expect(dialog.getByRole('button', { name: 'Deactivate 3 people' })).toBeVisible()
    await expectAccessible(page)
    const body = { note: 'Rang this morning' }
    expect((await send(url, 'PUT', `/api/users/${people[0]!.id}`, { token, body })).status).toBe(200)
    await dialog.getByRole('button', { name: 'Deactivate 3 people' }).click()
    await expect(dialog.getByText('1 entry changed in the meantime and stays as it is.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Cyd/ }).getByText('Inactive')).toBeVisible()
  },
)
