import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { readSettings } from '../../platform/config.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { syncEnvironmentProvider } from './environment/commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const start = (oidc: { issuer: string; clientId: string; clientSecret?: string } | undefined) =>
  syncEnvironmentProvider({
    ...app.platform,
    settings: { ...app.platform.settings, oidc: oidc && { name: 'University', clientSecret: undefined, ...oidc } },
  })
const listed = async () => {
  const token = await app.signIn(await makeAdmin(app.db))
  const { body } = await app.request('GET /api/providers', { token })
  return {
    token,
    data: body.data as {
      id: string
      issuer: string
      enabled: boolean
      from_environment: boolean
      client_id: string
      has_secret: boolean
    }[],
  }
}

it('keeps the provider of the environment through starts, and switches it off when its settings are gone', async () => {
  const first = { issuer: 'https://login.example.org', clientId: 'openhour', clientSecret: 'a secret' }
  await Promise.all([start(first), start(first)])
  const { data } = await listed()
  expect(data).toMatchObject([{ issuer: first.issuer, enabled: true, from_environment: true, client_id: 'openhour', has_secret: true }])
  expect((await app.request('GET /api/site')).body.sign_in.providers).toMatchObject([{ name: 'University' }])
  await start({ ...first, clientId: 'another' })
  expect((await listed()).data).toMatchObject([{ id: data[0]?.id, client_id: 'another' }])
  await start(undefined)
  expect((await listed()).data).toMatchObject([{ enabled: false, from_environment: false }])
})

it('leaves no session of a provider whose settings are gone', async () => {
  await start({ issuer: 'https://gone.example.org', clientId: 'openhour' })
  const provider_id = (await listed()).data.find(({ issuer }) => issuer === 'https://gone.example.org')?.id ?? ''
  const user = await makeUser(app.db)
  const token = await app.signIn(user)
  const now = app.clock.now()
  const account = { provider_id, subject: 'ada', user_id: user.id, linked_at: now, last_seen_at: now }
  const { id: account_id } = await app.db.insertInto('provider_accounts').values(account).returning('id').executeTakeFirstOrThrow()
  const login = { account_id, checked_at: now, try_after: now, created_at: now }
  const { id: provider_login_id } = await app.db.insertInto('provider_logins').values(login).returning('id').executeTakeFirstOrThrow()
  await app.db.updateTable('sessions').set({ provider_login_id, provider_checked_at: now }).where('user_id', '=', user.id).execute()
  const ask = async () => (await app.request('GET /api/my-session', { token })).status
  expect(await ask()).toBe(200)
  await start(undefined)
  expect(await ask()).toBe(401)
})

it('is not changed on the page', async () => {
  await start({ issuer: 'https://sso.example.org', clientId: 'openhour' })
  const { token, data } = await listed()
  const id = data.find(({ from_environment }) => from_environment)?.id ?? ''
  const change = await app.request('PUT /api/providers/{id}', { token, params: { id }, body: { client_id: 'x' } })
  expect([change.status, change.problem.errors]).toEqual([422, { client_id: [expect.stringContaining('OPENHOUR_OIDC_CLIENT_ID')] }])
  expect((await app.request('DELETE /api/providers/{id}', { token, params: { id } })).status).toBe(422)
})

it('needs both the issuer and the client', () => {
  expect(readSettings({ OPENHOUR_OIDC_ISSUER: 'https://login.example.org' })).toMatchObject({
    errors: [expect.stringContaining('together')],
  })
  expect(readSettings({ OPENHOUR_OIDC_ISSUER: 'not an address', OPENHOUR_OIDC_CLIENT_ID: 'x' })).toMatchObject({
    errors: [expect.any(String)],
  })
})
