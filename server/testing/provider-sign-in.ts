import { randomUUID } from 'node:crypto'
import type { NewProvider } from '#contract/providers.ts'
import { makeAdmin } from '#database/factories.ts'
import { startTestApp, type TestAnswer, type TestApp } from './app.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../e2e/support/identity-provider.ts'

/** The site's address in tests of identity providers. */
export const testSite = 'http://127.0.0.1:3000'

/** The settings of a test app that may ask providers on this machine. */
export const providerSettings = { OPENHOUR_ORIGIN: testSite, OPENHOUR_PRIVATE_NETWORKS: '127.0.0.0/8' }

/**
 * A site with a provider that is switched on, at the present time: a provider's tokens carry real times.
 * `startProduction` starts a server of the same organisation in production. `backChannel`: the provider
 * puts the name of its session into tokens, for a logout of that session.
 */
export async function startProviderSite({ backChannel = false } = {}) {
  const now = () => new Date().toISOString()
  const idp = await startIdentityProvider({
    sites: [testSite],
    ...(backChannel && { backChannel: `${testSite}/api/provider-logout/id` }),
  })
  const app = await startTestApp({ now: now(), env: providerSettings })
  const root = await app.signIn(await makeAdmin(app.db))
  const apps = [app]
  return {
    idp,
    app,
    /** The token of an administrator. */
    root,
    /** Of the provider. */
    id: await enableProvider(app, idp, root),
    async startProduction(settings: Record<string, string> = {}): Promise<TestApp> {
      const env = { ...providerSettings, OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on', ...settings }
      const production = await startTestApp({ now: now(), env, databaseOf: app })
      apps.unshift(production)
      return production
    },
    setClocks: () => apps.forEach(one => one.clock.set(now())),
    async close() {
      for (const one of apps) await one.close()
      await idp.close()
    },
  }
}

export type ProviderSite = Awaited<ReturnType<typeof startProviderSite>>

/** The claims of a logout token for this moment. */
export const logoutFacts = ({ idp }: Pick<ProviderSite, 'idp'>, rest: object) => {
  const seconds = Math.floor(Date.now() / 1000)
  return {
    iss: idp.issuer,
    aud: idp.client.client_id,
    iat: seconds,
    exp: seconds + 120,
    jti: randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...rest,
  }
}

/** Sends a logout token as a provider does. */
export const postLogout = ({ app, id }: Pick<ProviderSite, 'app' | 'id'>, logout_token: string, to = id, remoteAddress = '127.0.0.1') =>
  app.http.inject({
    remoteAddress,
    method: 'POST',
    url: `/api/provider-logout/${to}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token }).toString(),
  })

/** Links a provider's account to a person, as of now. */
export const giveAccount = ({ app: { db, clock }, id }: Pick<ProviderSite, 'app' | 'id'>, subject: string, userId: string) =>
  db
    .insertInto('provider_accounts')
    .values({ provider_id: id, subject, user_id: userId, linked_at: clock.now(), last_seen_at: clock.now() })
    .execute()

/** Adds a provider through the API and switches it on. Returns its id. */
export async function enableProvider(
  app: TestApp,
  { issuer, client }: TestIdentityProvider,
  token: string,
  input: Partial<NewProvider> = {},
): Promise<string> {
  const body = { name: `University ${(count += 1)}`, issuer, ...client, scopes: 'openid profile email offline_access', ...input }
  const made = await app.request('POST /api/providers', { token, body })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  await app.db.updateTable('identity_providers').set({ previewed_at: app.clock.now() }).where('id', '=', made.body.id).execute()
  const on = await app.request('PUT /api/providers/{id}', { token, params: { id: made.body.id }, body: { enabled: true } })
  if (on.status !== 200) throw new Error(JSON.stringify(on.body))
  return made.body.id as string
}

let count = 0

/** A browser with its cookies, here and at the provider. */
export function openBrowser(app: TestApp, provider: TestIdentityProvider) {
  const jar = new Map<string, string>()
  const providerJar = new Map<string, string>()
  const headers = () => ({ 'sec-fetch-site': 'same-origin', cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') })
  const keep = (answer: TestAnswer): TestAnswer => {
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(cookie)) ?? []
      jar.set(name, value)
    }
    return answer
  }
  type Request = Parameters<TestApp['request']>
  const request = async (name: Request[0], sending: Request[1] = {}) =>
    keep(await app.request(name, { ...sending, headers: { ...headers(), ...sending.headers } }))
  const start = async (id: string, body: object = {}) => request('POST /api/login/provider/{id}', { params: { id }, body })
  /** As the page does: with the parameters that it knows. */
  const confirm = ({ state, code, iss, error }: Record<string, string>, token?: string) =>
    request('POST /api/login/provider/confirm', { body: { state, code, iss, error }, ...(token && { token }) })
  /** To the provider and back, without completing it. */
  const comeBack = async (id: string, sub: string, body: object = {}) => {
    const started = await start(id, body)
    if (started.status !== 200) throw new Error(JSON.stringify(started.body))
    return provider.visit(started.body.address, sub, providerJar)
  }
  return {
    cookie: (name: string) => jar.get(name) ?? null,
    request,
    start,
    confirm,
    comeBack,
    /** With another account than the browser may have used there. */
    visit: (address: string, sub: string) => provider.visit(address, sub),
    /** Signs in completely. */
    signIn: async (id: string, sub: string, body: object = {}) => confirm(await comeBack(id, sub, body)),
  }
}
