import type { Browser } from '@playwright/test'
import { send } from '../../support/client.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../support/identity-provider.ts'
import { createAdministrator, createMentorRole } from '../../support/new-organisation.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

// Production with an identity provider and printed invitations, and no other way to reach people.
test.describe.configure({ mode: 'default' })

let provider: TestIdentityProvider
let product: RunningProduct
let token: string

test.beforeAll(async () => {
  provider = await startIdentityProvider({ sites: [] })
  product = await startProduct({ mode: 'production', settings: provider.settings })
  await provider.useSites([product.url])
  token = (await createAdministrator(product, { email: 'ada@uni.example' })).token
})
test.afterAll(async () => {
  await product.stop()
  await provider.close()
})

async function ask<Answer = { id: string }>(path: string, body: object): Promise<Answer> {
  const answer = await send(product.url, 'POST', path, { body, token })
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body as Answer
}

/** The address on the printed page of a new person. */
async function printFor(name: string, role_ids: string[]): Promise<string> {
  const { id } = await ask('/api/invitations', { name, role_ids, channel: 'print' })
  const { links } = await ask<{ links: [{ token: string }] }>('/api/invitations/links', { ids: [id] })
  return `${product.url}/invitation#${links[0].token}`
}

/** Opens a link, in a browser of its own, and signs in at the provider. */
async function acceptAs(browser: Browser, link: string, sub: string) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(link)
  await expect(page).toHaveURL(/\/invitation$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue with Example University' }).press('Enter')
  await page.getByLabel('User name').fill(sub)
  await page.keyboard.press('Enter')
  return page
}

test('a person is invited to a role with single sign-on only, and accepts with the organisation’s account', async ({
  browser,
  allowConsole,
}) => {
  test.slow()
  allowConsole(/401|409/)
  provider.add({ sub: 'ivy', name: 'Ivy Byron', email: 'ivy@uni.example', email_verified: false })
  provider.add({ sub: 'eve', name: 'Eve' })
  const role = { name: 'Caseworkers', abilities: ['Schedule List'], opens_admin: true, single_sign_on_only: true }
  const { id } = await ask('/api/roles', role)
  const link = await printFor('Ivy', [id])

  const ivy = await acceptAs(browser, link, 'ivy')
  await expect(ivy.getByText('Example University has confirmed who you are. Check your name to accept the invitation.')).toBeVisible()
  expect(new URL(ivy.url()).search).toBe('')
  await expect(ivy.getByLabel('Your name')).toHaveValue('Ivy Byron')
  await expect(ivy.getByLabel('Password')).toHaveCount(0)
  await expectAccessible(ivy)

  await test.step('the first to confirm has it: another account gets nothing, and is told so', async () => {
    const eve = await acceptAs(browser, link, 'eve')
    await expect(eve.getByLabel('Your name')).toHaveValue('Eve')
    await ivy.getByRole('button', { name: 'Accept the invitation' }).click()
    // Staff set up a second factor, unless the provider asks for one.
    await expect(ivy.getByLabel('Code from the app')).toBeVisible()
    await eve.getByRole('button', { name: 'Accept the invitation' }).click()
    await expect(eve.getByRole('alert')).toBeVisible()
    await expectAccessible(eve)
    await expect(eve.getByRole('link', { name: 'Start again' })).toBeVisible()
    await eve.context().close()
  })

  await test.step('the account signs in without the link', async () => {
    await ivy.goto(`${product.url}/login`)
    await ivy.getByRole('button', { name: 'Continue with Example University' }).click()
    await expect(ivy.getByLabel('Code from the app')).toBeVisible()
  })
  await ivy.context().close()
})

test('a person invited to another role chooses between the account and a password', async ({ browser }) => {
  test.slow()
  provider.add({ sub: 'mo', name: 'Mo Mentor' })
  const { data } = (await send(product.url, 'GET', '/api/providers', { token })).body as unknown as {
    data: [{ id: string; revision: number }]
  }
  const [{ id, revision }] = data
  expect((await send(product.url, 'PUT', `/api/providers/${id}`, { token, body: { second_factor: true, revision } })).status).toBe(200)
  const link = await printFor('Mo', [await createMentorRole(product, token)])
  const page = await (await browser.newContext()).newPage()
  await page.goto(link)
  await expect(page.getByText('Or accept without your organisation’s account:')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept the invitation' })).toBeVisible()
  await page.context().close()

  const mo = await acceptAs(browser, link, 'mo')
  await mo.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(mo).toHaveURL(`${product.url}/mentor`)
  await expect(mo.getByRole('button', { name: 'Profile menu of Mo Mentor' })).toBeVisible()
  await mo.context().close()
})
