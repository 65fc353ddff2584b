import type { Page } from '@playwright/test'
import { addressOf } from '../../support/booking.ts'
import { freeTimes, send } from '../../support/client.ts'
import { startIdentityProvider } from '../../support/identity-provider.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { createAdministrator, createMentorRole, planFirstSession } from '../../support/new-organisation.ts'
import { keepLogin } from '../../support/people.ts'
import { openGateway } from '../../support/sms-gateway.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectAccessible, lookClosely, test } from '../../support/test.ts'
import { addVirtualAuthenticator, byName } from '../../support/virtual-authenticator.ts'

// Production with one way to reach people, and nothing else: from the set-up link to the first booking.

const profileMenu = (page: Page) => page.getByRole('button', { name: /Profile menu of/ })

async function logOut(page: Page): Promise<void> {
  await profileMenu(page).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

/** Whose browser this is. */
const ownId = (page: Page) => page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string }).id)

/** The client who is signed in books the first free time. */
async function bookFirstTime(page: Page, { url }: RunningProduct): Promise<void> {
  const { supportTypeId, times } = await freeTimes(url, Infinity, 1)
  await page.goto(url + addressOf(supportTypeId, times[0]!)('details'))
  await page.getByRole('button', { name: 'Book this appointment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()
}

const channels = [
  {
    only: 'a mail server',
    open: openMailbox,
    label: 'E-mail address',
    all: 'Your e-mail address is all you need.',
    other: 'Phone number',
    administrator: { email: 'ada@example.org' },
    mentor: 'mo@example.org',
    client: 'ana@example.org',
  },
  {
    only: 'text messages',
    open: openGateway,
    label: 'Phone number',
    all: 'Your phone number is all you need.',
    other: 'E-mail address',
    administrator: { phone: '+447700900001' },
    mentor: '+447700900002',
    client: '+447700900003',
  },
]

// Text messages take the same steps as e-mail: `npm run check -- --only build,entrances` takes them too.
for (const { only, open, label, all, other, ...people } of lookClosely ? channels : channels.slice(0, 1)) {
  test(`with ${only} only, an administrator invites a mentor, who signs in with a passkey, and a client joins and books`, async ({
    page,
    browser,
    atEnd,
  }) => {
    test.slow()
    const inbox = await open()
    atEnd(inbox.close)
    const product = await startProduct({ mode: 'production', settings: inbox.settings })
    atEnd(product.stop)
    const { url } = product
    const admin = await createAdministrator(product, people.administrator)
    await createMentorRole(product, admin.token)
    const mo = await (await browser.newContext()).newPage()
    const ana = await (await browser.newContext()).newPage()

    await test.step('the administrator invites the mentor', async () => {
      await keepLogin(page, admin)
      await page.goto(`${url}/admin/invitations?new=one`)
      await page.getByLabel('Name', { exact: true }).fill('Mo Mentor')
      await page.getByLabel(label).fill(people.mentor)
      await page.getByRole('checkbox', { name: 'Mentors' }).check()
      await page.getByRole('button', { name: 'Send the invitation' }).click()
      await expect(page.getByText('Invitation on its way to Mo Mentor.')).toBeVisible()
    })

    await test.step('the mentor accepts with a passkey, and signs in with it', async () => {
      await expect.poll(() => inbox.linkFor(people.mentor)).not.toBeNull()
      await addVirtualAuthenticator(mo)
      await mo.goto(byName(inbox.linkFor(people.mentor) ?? ''))
      await mo.getByRole('button', { name: 'Accept the invitation' }).click()
      await mo.getByRole('button', { name: 'Create a passkey' }).click()
      await expect(mo).toHaveURL(/\/mentor$/)
      await logOut(mo)
      await expect(mo.getByRole('link', { name: 'Join' })).toBeVisible()
      // The virtual person takes what the browser offers, at once.
      await mo.goto(`${byName(url)}/login`)
      await expect(profileMenu(mo)).toBeVisible()
    })

    await planFirstSession(product, admin.token, await ownId(mo))

    await test.step('a client joins, is offered nothing that this site cannot send, and books', async () => {
      await ana.goto(`${url}/join`)
      await expect(ana.getByText(all)).toBeVisible()
      await expect(ana.getByLabel(other)).toHaveCount(0)
      await expect(ana.getByRole('button', { name: /^Use (phone|e-mail) instead/ })).toHaveCount(0)
      await expectAccessible(ana)
      await ana.getByLabel(label).fill(people.client)
      await ana.getByRole('button', { name: 'Send me a code' }).click()
      await expect.poll(() => inbox.codeFor(people.client)).not.toBeNull()
      await ana.getByLabel('Code from the message').fill(inbox.codeFor(people.client) ?? '')
      await ana.getByLabel('Your name').fill('Ana')
      await ana.getByRole('button', { name: 'Continue' }).click()
      await expect(profileMenu(ana)).toBeVisible()
      await bookFirstTime(ana, product)
    })
  })
}

// Most of these steps are those of sign-in-with-a-provider.ts and accept-with-a-provider.ts.
if (lookClosely)
  test('with an identity provider only, the first administrator, a mentor and a client sign in there, and the client books', async ({
    page,
    browser,
    atEnd,
  }) => {
    test.slow()
    const provider = await startIdentityProvider({ sites: [] })
    atEnd(provider.close)
    provider.add({ sub: 'ada', name: 'Ada Byron' })
    provider.add({ sub: 'mo', name: 'Mo Mentor', groups: ['mentors'] })
    provider.add({ sub: 'ana', name: 'Ana' })
    const product = await startProduct({ mode: 'production', settings: provider.settings })
    atEnd(product.stop)
    const { url } = product
    await provider.useSites([url])
    const signInThere = async (from: Page, sub: string) => {
      await from.getByLabel('User name').fill(sub)
      await from.getByRole('button', { name: 'Sign in' }).click()
    }
    const goOn = (from: Page) => from.getByRole('button', { name: 'Continue with Example University' })
    const newcomer = async (sub: string, path: '/login' | '/join') => {
      const own = await (await browser.newContext()).newPage()
      await own.goto(url + path)
      await goOn(own).click()
      await signInThere(own, sub)
      await own.getByRole('button', { name: 'Continue', exact: true }).click()
      return own
    }

    const admin = await createAdministrator(product, { email: 'ada@uni.example' })
    const { token } = admin

    await test.step('the first administrator links the account', async () => {
      await keepLogin(page, admin)
      await page.goto(`${url}/my/sign-in`)
      await page.getByRole('button', { name: 'Link Example University' }).click()
      await signInThere(page, 'ada')
      await expect(page.getByText(/^Your Example University account is linked/)).toBeVisible()
    })

    await test.step('a rule makes mentors of a group, and the provider’s second factor counts here', async () => {
      const role_id = await createMentorRole(product, token)
      const { body } = await send(url, 'GET', '/api/providers', { token })
      const [{ id, revision } = { id: '', revision: 0 }] = (body as unknown as { data: { id: string; revision: number }[] }).data
      const mapping = [{ claim: 'groups', value: 'mentors', role_id }]
      expect((await send(url, 'PUT', `/api/providers/${id}`, { token, body: { mapping, second_factor: true, revision } })).status).toBe(200)
      const mo = await newcomer('mo', '/login')
      await expect(mo).toHaveURL(`${url}/mentor`)
      await planFirstSession(product, token, await ownId(mo))
    })

    await test.step('the administrator signs in there, without a code', async () => {
      await logOut(page)
      await page.goto(`${url}/login`)
      await expectAccessible(page)
      await goOn(page).click()
      await expect(page).toHaveURL(`${url}/admin`)
    })

    await test.step('a client joins there, and books', async () => {
      const ana = await newcomer('ana', '/join')
      await expect(profileMenu(ana)).toBeVisible()
      await bookFirstTime(ana, product)
    })
  })
