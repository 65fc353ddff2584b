import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type CryptoKey, type JWTPayload, SignJWT } from 'jose'
import { Provider, type Configuration } from 'oidc-provider'

/** A person at the provider: the subject, and claims. */
export interface ProviderPerson {
  sub: string
  disabled?: boolean
  [claim: string]: unknown
}

interface Key {
  kid: string
  privateKey: CryptoKey
}

type Tokens = Record<string, unknown> & { id_token?: string }

interface Options {
  /** Addresses of the site, without a path. */
  sites: readonly string[]
  backChannel?: string
  port?: number
}

/** The claims that people may have here, all of them in both the ID token and the userinfo answer. */
const claims = ['name', 'email', 'email_verified', 'phone_number', 'phone_number_verified', 'groups', '_claim_names', '_claim_sources']

/**
 * A real OpenID Connect provider (oidc-provider) on this machine. Its people sign in on a page with their subject
 * and no password. `tamper` changes what its token endpoint answers; the keys can be exchanged.
 */
export async function startIdentityProvider({ sites: firstSites, backChannel: firstBackChannel, port = 0 }: Options) {
  let [sites, backChannel] = [firstSites, firstBackChannel]
  const people = new Map<string, ProviderPerson>()
  let key = await makeKey()
  let tamper: ((tokens: Tokens) => Promise<Tokens> | Tokens) | null = null
  let down: 'no' | 'error' | 'hang' = 'no'
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {}
  const asked: string[] = []

  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (down === 'hang') return
    if (down === 'error') return void response.writeHead(502).end()
    if (tamper && request.url === '/token') {
      const end = response.end.bind(response) as (body: string) => void
      const change = tamper
      response.end = ((body: string) => {
        void Promise.resolve(change(JSON.parse(body) as Tokens)).then(tokens => {
          const text = JSON.stringify(tokens)
          response.setHeader('content-length', Buffer.byteLength(text))
          end(text)
        })
        return response
      }) as typeof response.end
    }
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else handle(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'openhour', client_secret: 'a-secret-of-the-provider-and-the-site' }

  let provider = await makeProvider()

  async function makeProvider(): Promise<Provider> {
    const configuration: Configuration = {
      clients: [
        {
          ...client,
          redirect_uris: sites.map(site => `${site}/signed-in`),
          post_logout_redirect_uris: sites.map(site => `${site}/`),
          grant_types: ['authorization_code', 'refresh_token'],
          ...(backChannel && { backchannel_logout_uri: backChannel, backchannel_logout_session_required: true }),
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(key.privateKey)), kid: key.kid, use: 'sig', alg: 'RS256' }] } as never,
      cookies: { keys: ['a key of a test'] },
      conformIdTokenClaims: false,
      claims: { openid: ['sub', 'sid'], profile: claims },
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true },
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => {
        const person = people.get(sub)
        if (!person || person.disabled) return undefined
        const { disabled: _disabled, ...facts } = person
        return { accountId: sub, claims: () => facts }
      },
      loadExistingGrant: async ctx => {
        const { oidc } = ctx
        const grant = new oidc.provider.Grant({ clientId: client.client_id, accountId: oidc.session?.accountId ?? '' })
        grant.addOIDCScope('openid profile email offline_access')
        await grant.save()
        return grant
      },
      ttl: { Interaction: 600, Grant: 86_400, Session: 86_400, AccessToken: 600, RefreshToken: 86_400, IdToken: 86_400 },
      // Also without a consent page, as organisations' providers do.
      issueRefreshToken: async () => true,
      rotateRefreshToken: true,
    }
    const made = new Provider(issuer, configuration)
    handle = made.callback()
    return made
  }

  /** A page where a person types who they are. */
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.method === 'GET') {
        const { prompt } = await provider.interactionDetails(request, response)
        if (prompt.name === 'login' || prompt.name === 'select_account') {
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(
            '<!doctype html><html lang="en"><title>University sign-in</title><main><h1>University sign-in</h1><form method="post"><label>User name <input name="sub"></label> <button>Sign in</button></form></main>',
          )
          return
        }
        return await provider.interactionFinished(request, response, { consent: {} }, { mergeWithLastSubmission: true })
      }
      let body = ''
      for await (const part of request.setEncoding('utf8')) body += part
      const accountId = new URLSearchParams(body).get('sub') ?? ''
      const known = people.get(accountId)
      const result = known && !known.disabled ? { login: { accountId } } : { error: 'access_denied', error_description: 'unknown' }
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }

  const sign = (payload: JWTPayload, { by = key, typ = 'JWT' }: { by?: Key; typ?: string } = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: by.kid, typ }).sign(by.privateKey)

  /** Signs in as a person, as a browser would, and returns the parameters that the provider sends back. */
  async function visit(address: string, sub: string, jar = new Map<string, string>()): Promise<Record<string, string>> {
    let next = address
    let form: string | null = null
    for (let step = 0; step < 12; step += 1) {
      const answer: Response = await fetch(next, {
        redirect: 'manual',
        method: form === null ? 'GET' : 'POST',
        headers: {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(form !== null && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form !== null && { body: form }),
      })
      form = null
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        jar.set(name, value)
      }
      const location = answer.headers.get('location')
      if (location === null) {
        const text = await answer.text()
        if (answer.status !== 200) throw new Error(`the provider answered ${answer.status}: ${text.slice(0, 500)}`)
        form = `sub=${encodeURIComponent(sub)}`
        continue
      }
      const target = new URL(location, next)
      if (target.pathname === '/signed-in') return Object.fromEntries(target.searchParams)
      next = target.href
    }
    throw new Error('the provider did not send the browser back')
  }

  return {
    issuer,
    client,
    /** With which a server signs people in here. */
    settings: {
      OPENHOUR_OIDC_ISSUER: issuer,
      OPENHOUR_OIDC_CLIENT_ID: client.client_id,
      OPENHOUR_OIDC_CLIENT_SECRET: client.client_secret,
      OPENHOUR_OIDC_NAME: 'Example University',
      OPENHOUR_PRIVATE_NETWORKS: '127.0.0.1',
    },
    people,
    /** The paths that were asked for. */
    asked,
    visit,
    add(person: ProviderPerson) {
      people.set(person.sub, person)
    },
    tamper: (change: typeof tamper) => void (tamper = change),
    behave: (how: typeof down) => void (down = how),
    /** Changes the claims of ID tokens and signs them again, with the provider's key or another one. */
    resign(change: (payload: JWTPayload) => JWTPayload, by?: Key) {
      tamper = async tokens => ({ ...tokens, id_token: await sign(change(decodeJwt(tokens.id_token ?? '')), by ? { by } : {}) })
    },
    /** A key that is not the provider's, with its id. */
    forgeKey: async (): Promise<Key> => ({ ...(await makeKey()), kid: key.kid }),
    /** Tells this address of sessions that end. */
    async useBackChannel(address: string) {
      backChannel = address
      provider = await makeProvider()
    },
    /** Sends people back to these sites. */
    async useSites(addresses: readonly string[]) {
      sites = addresses
      provider = await makeProvider()
    },
    async rotateKey() {
      key = await makeKey()
      provider = await makeProvider()
    },
    sign,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type TestIdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

let keys = 0
async function makeKey(): Promise<Key> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid: `key-${(keys += 1)}`, privateKey }
}
