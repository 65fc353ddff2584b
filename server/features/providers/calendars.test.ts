import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { giveRole, makePlace, makeUser } from '#database/factories.ts'
import type { TestApp } from '../../testing/app.ts'
import type { TestIdentityProvider } from '../../../e2e/support/identity-provider.ts'
import { giveAccount, logoutFacts, openBrowser, postLogout, startProviderSite, type ProviderSite } from '../../testing/provider-sign-in.ts'
import { providerRenewalJob } from './renewal/job.ts'

// Calendar addresses of people whom their provider no longer vouches for. A calendar app sends no session.

let site: ProviderSite
let app: TestApp
let idp: TestIdentityProvider
let id: string
let root: string
let count = 0
beforeAll(async () => {
  site = await startProviderSite({ backChannel: true })
  ;({ app, idp, id, root } = site)
})
afterAll(() => site.close())
beforeEach(() => site.setClocks())

const renew = () => providerRenewalJob.run(app.platform, new AbortController().signal)
const hours = (some: number) => app.clock.advance(some * 3_600_000)

/** A mentor who is also staff of a place, signed in by the provider, with each kind of address. */
async function withCalendars({ demanded = true } = {}) {
  const sub = `calendars-${(count += 1)}`
  idp.add({ sub, name: 'Ada' })
  const user = await makeUser(app.db)
  await giveRole(app.db, user.id, {
    abilities: ['Settings Edit'],
    is_mentor: true,
    name: `Post ${randomUUID()}`,
    single_sign_on_only: demanded,
  })
  await giveAccount(site, sub, user.id)
  const own = openBrowser(app, idp)
  const enter = async () => (await own.signIn(id, sub)).body.login.token as string
  const token = await enter()
  const made = [
    await own.request('POST /api/my-calendars', { token, body: { kind: 'client' } }),
    await own.request('POST /api/my-calendars', { token, body: { kind: 'mentor' } }),
    await own.request('POST /api/places/{id}/calendars', { token, params: { id: (await makePlace(app.db)).id } }),
  ]
  const secrets = made.map(({ body }) => /calendars\/([\w-]+)\.ics$/.exec(body.address)?.[1] ?? '')
  const fetchAll = (headers: Record<string, string> = {}) =>
    Promise.all(
      secrets.map(async secret => (await app.request('GET /api/calendars/{token}.ics', { params: { token: secret }, headers })).status),
    )
  expect(await fetchAll()).toEqual([200, 200, 200])
  return { sub, user, enter, fetchAll }
}

const gone = [404, 404, 404]
const open = [200, 200, 200]

it('answer with no appointments after a logout at the provider, also to an app that has them, until the next sign-in', async () => {
  const { sub, enter, fetchAll } = await withCalendars()
  await postLogout(site, await idp.sign(logoutFacts(site, { sub })))
  expect(await fetchAll()).toEqual(gone)
  expect(await fetchAll({ 'if-none-match': '*' })).toEqual(gone)
  await enter()
  expect(await fetchAll()).toEqual(open)
})

it('do not outlive an account that is disabled at the provider, long after the session was left', async () => {
  const { sub, fetchAll } = await withCalendars()
  hours(3)
  await renew()
  expect(await fetchAll()).toEqual(open)
  idp.add({ sub, disabled: true })
  hours(1)
  await renew()
  expect(await fetchAll()).toEqual(gone)
})

it('go on while the provider does not answer', async () => {
  const { fetchAll } = await withCalendars()
  idp.behave('error')
  hours(1)
  await renew()
  idp.behave('no')
  expect(await fetchAll()).toEqual(open)
})

it('answer with nothing where no account is linked, or its provider is switched off', async () => {
  const { user, fetchAll } = await withCalendars()
  const turn = (enabled: boolean) => app.request('PUT /api/providers/{id}', { token: root, params: { id }, body: { enabled } })
  await turn(false)
  expect(await fetchAll()).toEqual(gone)
  await turn(true)
  expect(await fetchAll()).toEqual(open)
  await app.db.deleteFrom('provider_accounts').where('user_id', '=', user.id).execute()
  expect(await fetchAll()).toEqual(gone)
})

it('answer with nothing as soon as a role demands a provider that the person does not have', async () => {
  const { user, fetchAll } = await withCalendars({ demanded: false })
  await app.db.deleteFrom('provider_accounts').where('user_id', '=', user.id).execute()
  expect(await fetchAll()).toEqual(open)
  await giveRole(app.db, user.id, { name: `Only ${randomUUID()}`, abilities: [], single_sign_on_only: true })
  expect(await fetchAll()).toEqual(gone)
})

it('of a place answer with nothing after their maker is deactivated or erased, and not when the person returns', async () => {
  for (const end of ['deactivated', 'erased']) {
    const { user, fetchAll } = await withCalendars()
    if (end === 'deactivated') await app.request('POST /api/users/{id}/deactivate', { token: root, params: { id: user.id }, body: {} })
    else await app.request('POST /api/users/{id}/erase', { token: root, params: { id: user.id }, body: {} })
    expect([end, await fetchAll()]).toEqual([end, gone])
    await app.db.updateTable('users').set({ active: true }).where('id', '=', user.id).execute()
    expect([end, await fetchAll()]).toEqual([end, gone])
  }
})

it('of people whose roles demand no provider go on after a logout there', async () => {
  const { sub, fetchAll } = await withCalendars({ demanded: false })
  await postLogout(site, await idp.sign(logoutFacts(site, { sub })))
  expect(await fetchAll()).toEqual(open)
})
