import { send } from '../../support/client.ts'
import { startIdentityProvider } from '../../support/identity-provider.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { keepLogin, logIn } from '../../support/people.ts'
import { startProduct } from '../../support/start-product.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

test('an administrator sets up single sign-on, and a member of staff signs in with it and logs out', async ({
  page,
  browser,
  allowConsole,
  atEnd,
}) => {
  test.slow()
  const mailbox = await openMailbox()
  atEnd(mailbox.close)
  const product = await startProduct({ settings: { OPENHOUR_PRIVATE_NETWORKS: '127.0.0.1', ...mailbox.settings } })
  atEnd(product.stop)
  const { url } = product
  const provider = await startIdentityProvider({ sites: [url] })
  atEnd(provider.close)
  provider.add({ sub: 'ada', name: 'Ada Byron', email: 'ada@uni.example', email_verified: true, groups: ['desk'] })
  const administrator = await logIn(url, 'administrator')
  await keepLogin(page, administrator)

  await test.step('the administrator adds the provider', async () => {
    await page.goto(`${url}/admin`)
    await page.getByRole('link', { name: /^Single sign-on/ }).click()
    await expect(page.getByRole('heading', { name: 'No providers yet' })).toBeVisible()
    await page.getByRole('link', { name: 'Add a provider' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Example University')
    await page.getByLabel('Icon').selectOption('school')
    await page.getByLabel('Issuer').fill('http://169.254.169.254')
    await page.getByLabel('Client ID').fill(provider.client.client_id)
    await page.getByLabel(/^Client secret/).fill(provider.client.client_secret)
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const rule = page.getByRole('group', { name: 'Rule 1' })
    await rule.getByLabel('Value').fill('desk')
    await rule.getByLabel('Role').selectOption({ label: 'Front desk' })
    await expectAccessible(page)
    allowConsole(/422/)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByLabel('Issuer')).toBeFocused()
    await page.getByLabel('Issuer').fill(provider.issuer)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Example University' })).toBeFocused()
    await expect(page.getByText(`${url}/signed-in`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch on' })).toHaveCount(0)
  })

  await test.step('tests the connection, and previews a sign-in', async () => {
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('The connection works, with 1 key.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByLabel('User name').fill('ada')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('The sign-in works. You have not been signed in: this was a preview.')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await expect(page.getByRole('listitem').filter({ hasText: 'Front desk' })).toBeVisible()
    await expect(page.getByText('ada@uni.example').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to the settings' }).click()
    const switchOn = page.getByRole('button', { name: 'Switch on' })
    await switchOn.click()
    await expect(page.getByText('Example University is on the sign-in page now.')).toBeVisible()
    await page.getByRole('button', { name: 'Switch off' }).click()
    const question = page.getByRole('dialog', { name: 'Switch Example University off?' })
    await expect(question.getByText('Everyone else who signed in with it is logged out now')).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Switch off' }).click()
    await expect(page.getByText('Example University is switched off.')).toBeVisible()
    await switchOn.click()
    await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible()
  })

  const id = new URL(page.url()).searchParams.get('edit') ?? ''
  await provider.useBackChannel(`${url}/api/provider-logout/${id}`)
  const other = await browser.newContext()
  const desk = await other.newPage()

  await test.step('a member of staff signs in, registers once, and has the role of their group', async () => {
    await desk.goto(`${url}/login?back=/admin/schedules`)
    await expectAccessible(desk)
    await desk.getByRole('button', { name: 'Continue with Example University' }).click()
    await desk.getByLabel('User name').fill('ada')
    await desk.getByRole('button', { name: 'Sign in' }).click()
    await expect(desk.getByText('Example University has confirmed who you are.')).toBeVisible()
    await expect(desk.getByLabel('Name')).toHaveValue('Ada Byron')
    await expectAccessible(desk)
    for (const box of await desk.getByRole('checkbox').all()) await box.check()
    await desk.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(desk).toHaveURL(`${url}/admin/schedules`)
    await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('sees the account in the profile', async () => {
    await desk.goto(`${url}/my/sign-in`)
    const accounts = desk.getByRole('region', { name: 'Your organisation’s accounts' })
    await expect(accounts.getByRole('listitem')).toContainText('Example University')
    await expectAccessible(desk)
  })

  await test.step('logs out here and at the provider', async () => {
    await desk.getByRole('button', { name: /Ada Byron/ }).click()
    await desk.getByRole('button', { name: 'Logout' }).click()
    await desk.waitForURL(`${provider.issuer}/**`)
    await desk.getByRole('button', { name: /yes/i }).click()
    await expect(desk).toHaveURL(`${url}/`)
    await desk.goto(`${url}/login`)
    await desk.getByRole('button', { name: 'Continue with Example University' }).click()
    await expect(desk.getByLabel('User name')).toBeVisible()
  })

  await test.step('a provider that refuses leads to no dead end', async () => {
    allowConsole(/422/)
    await desk.getByLabel('User name').fill('unknown')
    await desk.getByRole('button', { name: 'Sign in' }).click()
    await expect(desk.getByRole('alert')).toContainText('was cancelled or did not work')
    await expectAccessible(desk)
    await desk.getByRole('link', { name: 'Start again' }).click()
    await expect(desk.getByLabel('Password', { exact: true })).toBeVisible()
  })

  const ask = async (path: string, body: object, token?: string) => {
    const answer = await send(url, 'POST', path, { body, ...(token && { token }) })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body as Record<string, string>
  }
  const email = 'grace@uni.example'
  await test.step('a person with a confirmed address gets a role that demands the provider', async () => {
    provider.add({ sub: 'grace', name: 'Grace Hopper', email, email_verified: true })
    const { token } = administrator
    const { id: user_id } = await ask('/api/users', { name: 'Grace Hopper', email }, token)
    const { join_ticket } = await ask('/api/join', { email })
    await expect.poll(() => mailbox.codeFor(email)).not.toBeNull()
    await ask('/api/confirm', { email, code: mailbox.codeFor(email), join_ticket })
    const role = { name: 'Caseworkers', abilities: ['Schedule List'], opens_admin: true, single_sign_on_only: true }
    const { id: role_id } = await ask('/api/roles', role, token)
    await ask('/api/role-assign', { user_id, role_ids: [role_id] }, token)
  })

  await test.step('comes from the provider, and links the account with a code by e-mail, with the keyboard alone', async () => {
    const grace = await (await browser.newContext()).newPage()
    const earlier = mailbox.codeFor(email)
    const arrive = async () => {
      await grace.goto(`${url}/login?back=/admin/schedules`)
      await grace.getByRole('button', { name: 'Continue with Example University' }).press('Enter')
    }
    await arrive()
    await grace.getByLabel('User name').fill('grace')
    await grace.keyboard.press('Enter')
    await expect(grace.getByText(`send a code to ${email}`)).toBeVisible()
    await expectAccessible(grace)
    await grace.getByRole('button', { name: 'Sign in another way' }).press('Enter')
    await expect(grace.getByLabel('Password', { exact: true }).or(grace.getByLabel('Phone number'))).toBeVisible()
    await expectAccessible(grace)
    await grace.getByRole('button', { name: 'Use the address that Example University has confirmed' }).press('Enter')
    await grace.getByRole('button', { name: 'Send me a code' }).press('Enter')
    await expect(grace.getByLabel('Code from the message')).toBeFocused()
    await expectAccessible(grace)
    await expect.poll(() => mailbox.codeFor(email)).not.toBe(earlier)
    const code = mailbox.codeFor(email) ?? ''
    await grace.keyboard.type(code === '000000' ? '000001' : '000000')
    await grace.keyboard.press('Enter')
    await expect(grace.getByLabel('Code from the message')).toHaveAccessibleDescription(/not/)
    await grace.getByLabel('Code from the message').fill(code)
    await grace.keyboard.press('Enter')
    await expect(grace).toHaveURL(`${url}/admin/schedules`)
    await expect(grace.getByRole('button', { name: /Grace Hopper/ })).toBeVisible()
    await grace.context().close()
  })
})
