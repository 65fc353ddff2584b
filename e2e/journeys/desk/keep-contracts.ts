import type { Login } from '#contract/people.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { send } from '../../support/client.ts'
import { keepLogin, logIn } from '../../support/people.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

const hashOf = async (download: Download) =>
  createHash('sha256')
    .update(await readFile(await download.path()))
    .digest('hex')

/** The id of a contract of the demo. */
async function contractId(url: string, key: string): Promise<string> {
  const { body } = await send(url, 'GET', '/api/show-list')
  return (body as unknown as Record<string, { id: string }>)[key]!.id
}

test('a contract is written, published, and its next version compared before it is published', async ({
  page,
  signIn,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/409/)
  const url = baseURL ?? ''
  await signIn('administrator')
  await page.goto('/admin/legally-binding-contract')
  await page.getByRole('link', { name: 'New contract' }).click()
  await page.getByLabel('Key').fill('House Rules')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('Please use only lower-case letters, digits and _')).toBeVisible()
  await expect(page.getByText('Please write the text.')).toBeVisible()
  await page.getByLabel('Title').fill('House rules')
  await page.getByLabel('Text', { exact: true }).fill('## Quiet\n\nYou shall be quiet after 22:00.\n\nKeep the door shut.')
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Quiet' })).toBeVisible()
  await page.getByLabel('Key').fill('about')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('Another contract already uses this key. Nothing was saved.')).toBeVisible()
  await page.getByLabel('Key').fill('house_rules')
  await page.getByLabel('Required for').selectOption('booking')
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish version 1?' })
  await expect(dialog.getByText('Everyone is asked to accept it before their next booking.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await page.getByLabel('Required for').selectOption('')
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  await dialog.getByRole('button', { name: 'Publish version 1' }).click()
  await expect(page.getByText('Version 1 is in force.')).toBeVisible()

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Text', { exact: true }).fill('## Quiet\n\nYou must be quiet after 21:00.\n\nKeep the door shut.')
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const { token } = await logIn(url, 'administrator')
  await send(url, 'PUT', `/api/legally-binding-contract/${id}`, { token, body: { required_for: 'registration' } })
  await send(url, 'PUT', `/api/legally-binding-contract/${id}`, { token, body: { required_for: null } })
  await page.getByRole('button', { name: 'Save as draft of version 2' }).click()
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByText(/^Your changes are kept/)).toBeVisible()
  await page.getByRole('button', { name: 'Save as draft of version 2' }).click()
  await expect(page.getByText('Draft saved. It is not public yet.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  const comparison = page.getByRole('region', { name: 'Comparison of version 1 with version 2' })
  await expect(comparison.locator('del')).toHaveText(['[removed: shall]', '[removed: 22]'])
  await expect(comparison.locator('ins')).toHaveText(['[added: must]', '[added: 21]'])
  await expect(page.getByText('2 passages added, 2 removed.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Publish version 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish version 2' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible()
  await expect(page.getByText('Superseded')).toBeVisible()
  await page.getByRole('link', { name: 'Read version 1' }).click()
  await expect(page.getByText('This is version 1. In force is version 2.')).toBeVisible()
  await expect(page.getByText('You shall be quiet after 22:00.')).toBeVisible()
  await expectAccessible(page)
})

test('a contract that was never published is deleted with its draft', async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/legally-binding-contract/create')
  await page.getByLabel('Key').fill('abandoned')
  await page.getByLabel('Title').fill('Abandoned')
  await page.getByLabel('Text', { exact: true }).fill('Never finished.')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title', { exact: true }).fill('Changed')
  await page.getByRole('button', { name: 'Discard the draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard the draft of version 1?' })
  await expect(dialog.getByText('the whole contract is deleted, with its translations.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Discard the draft' }).click()
  await expect(page.getByText('Draft discarded. It was never published.')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/legally-binding-contract$/)
  await expect(page.getByText('Abandoned')).toHaveCount(0)
})

test('a published contract is withdrawn, and put in force again', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { token } = await logIn(url, 'administrator')
  const rules = { key: 'guest_rules', title: 'Guest rules', body: 'Ring the bell.', publish: true }
  const { body } = await send(url, 'POST', '/api/legally-binding-contract', { token, body: rules })
  const isPublic = async () => (await send(url, 'GET', `/api/legally-binding-contract/${body.id}`)).status === 200
  await signIn('administrator')
  await page.goto(`/admin/legally-binding-contract/${body.id}`)
  await expect(page.getByText(/Version 1, in force since/)).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw Guest rules?' })
  await expect(dialog.getByText(/its page and the links to it disappear/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Guest rules is withdrawn.')).toBeVisible()
  await expect(page.getByText(/Version 1, withdrawn since/)).toBeVisible()
  // What it is required for counts while it is in force.
  await expect(page.getByText('Not required', { exact: true })).toHaveCount(0)
  expect(await isPublic()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/Version 1, in force since/)).toBeVisible()
  await expect(page.getByText('Not required', { exact: true })).toBeVisible()
  expect(await isPublic()).toBe(true)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByText('Version 1 is withdrawn. Your text becomes version 2.')).toBeVisible()
  await page.getByRole('button', { name: 'Put version 1 in force again' }).click()
  await expect(page.getByText('Version 1 is in force.')).toBeVisible()
  expect(await isPublic()).toBe(true)
})

test('publishing for booking says how many are asked again; each acceptance has a certificate whose text can be checked', async ({
  page,
  signIn,
  baseURL,
}) => {
  const id = await contractId(baseURL ?? '', 'session_agreement')
  await signIn('administrator')
  await page.goto(`/admin/legally-binding-contract/${id}?view=edit`)
  await page.getByLabel('Text', { exact: true }).fill('Shorter.')
  await page.getByRole('button', { name: 'Publish version 2' }).click()
  await expect(page.getByText(/All \d+ people are asked before their next booking: \d+ have accepted .* asked again\./)).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('link', { name: 'Who has not' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText(/\d+ (person has|people have) not accepted the version in force/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Who accepted' }).click()
  await page.getByLabel('Name or phone').fill('Rosa')
  await expect(page).toHaveURL(/search=Rosa/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Certificate of Rosa Delgado, version 1' }).click()
  await expect(page.getByText(/^Rosa Delgado, \+44/)).toBeVisible()
  await expectAccessible(page)
  const hash = await page.getByText(/^[0-9a-f]{64}$/).textContent()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the text' }).click()
  const download = await downloading
  expect([download.suggestedFilename(), await hashOf(download)]).toEqual(['session_agreement-1.md', hash])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeHidden()
})

test('a client reads the exact texts that they accepted', variant, async ({ page, signIn }) => {
  await signIn('client')
  await page.goto('/my/data')
  await page.getByRole('link', { name: 'Show Terms and conditions, version 2' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate of acceptance' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Missed appointments' })).toBeVisible()
  await expectAccessible(page)
})

test('a client entered by staff accepts the current contracts in their profile', variant, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { token } = await logIn(url, 'administrator')
  const phone = '+447911870041'
  await send(url, 'POST', '/api/users', { token, body: { name: 'Nils Unsigned', phone } })
  const asked = await send(url, 'POST', '/api/join', { body: { phone } })
  const { body: login } = await send(url, 'POST', '/api/confirm', {
    body: { phone, code: (asked.body as { demo_code?: string }).demo_code },
  })
  await keepLogin(page, login as unknown as Login)
  await page.goto('/my/my-profile')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Tick what you have read and accept.')).toBeVisible()
  await expectAccessible(page)
  for (const box of await page.getByRole('checkbox', { name: /^I have read/ }).all()) await box.check()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Thank you. It is saved with your agreements.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Your data' }).click()
  await expect(page.getByRole('link', { name: /^Show .*, version/ })).not.toHaveCount(0)
})

test(
  'staff without the permission to edit contracts read them and see why they cannot edit',
  variant,
  async ({ page, signIn, baseURL }) => {
    const id = await contractId(baseURL ?? '', 'terms_conditions')
    await signIn('frontDesk')
    await page.goto(`/admin/legally-binding-contract/${id}?view=edit`)
    await expect(page.getByText(/you need a role with “Contract Edit”/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Who accepted' })).toBeHidden()
    await page.getByRole('link', { name: 'Compare versions 1 and 2' }).click()
    await page.getByLabel('Only changes').check()
    await expect(page.getByText('Unchanged passages are left out here.').first()).toBeVisible()
  },
)
