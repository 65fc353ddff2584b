import { createRemoteJWKSet, customFetch as keysFetch, type RemoteJWKSet } from 'jose'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  None,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { SafeFetch } from '../../platform/safe-fetch/fetch.ts'
import type { Scope } from '../../platform/scope.ts'
import { clientSecretPlace, type ProviderRow } from './queries.ts'

/** A request to a provider, in milliseconds and bytes. */
const requestLimits = { withinMs: 5000, maxBytes: 512 * 1024 }
/** How long a provider's configuration is used before it is read again. */
const discoveryMaxAgeMs = 10 * 60_000
/** A logout token with an unknown key has the keys read again at most this often. */
const keysCooldownMs = 10_000
/** Difference of clocks that is tolerated, in seconds. */
export const toleratedSeconds = 30

/** The provider did not answer, or with an address that must not be fetched. */
export class ProviderUnreachable extends Error {}

/** A provider's configuration and keys. */
interface Discovered {
  metadata: ServerMetadata
  keys: RemoteJWKSet
}

/** A provider that answers, ready for requests as its client. */
export interface ConnectedProvider extends Discovered {
  configuration: Configuration
}

/** By the fetch of a server, then by issuer. */
const caches = new WeakMap<SafeFetch, Map<string, { at: number; found: Promise<Discovered> }>>()

type Ground = Pick<Platform, 'safeFetch' | 'secrets'>

/** Reads a provider's configuration, which is kept for ten minutes. Refusal: 503 `provider_unavailable`, with the reason. */
export async function connectProvider(
  { safeFetch, secrets }: Ground,
  { now }: Scope,
  provider: ProviderRow,
  { again = false } = {},
): Promise<ConnectedProvider | Refusal> {
  const cache = caches.get(safeFetch) ?? new Map<string, { at: number; found: Promise<Discovered> }>()
  caches.set(safeFetch, cache)
  const known = cache.get(provider.issuer)
  const fits = !again && known !== undefined && Math.abs(now.getTime() - known.at) < discoveryMaxAgeMs
  const found = fits ? known.found : discover(safeFetch, provider.issuer)
  if (!fits) cache.set(provider.issuer, { at: now.getTime(), found })
  try {
    const discovered = await found
    return { ...discovered, configuration: configure(safeFetch, discovered.metadata, provider, openSecret(secrets, provider), now) }
  } catch (error) {
    if (cache.get(provider.issuer)?.found === found) cache.delete(provider.issuer)
    return refuse('provider_unavailable', { reason: reasonOf(error) })
  }
}

async function discover(safeFetch: SafeFetch, issuer: string): Promise<Discovered> {
  const url = new URL(issuer)
  const found = await discovery(url, 'openhour', undefined, None(), {
    ...(url.protocol === 'http:' && { execute: [allowInsecureRequests] }),
    [customFetch]: fetchSafely(safeFetch),
    timeout: requestLimits.withinMs / 1000,
  })
  const metadata = found.serverMetadata()
  if (!metadata.jwks_uri || !metadata.authorization_endpoint || !metadata.token_endpoint)
    throw new ProviderUnreachable('its configuration lacks an authorization, token or key address')
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    [keysFetch]: (address, { headers }) =>
      fetchSafely(safeFetch)(address, { method: 'GET', headers: Object.fromEntries(headers), body: null, redirect: 'manual' }),
    timeoutDuration: requestLimits.withinMs,
    cooldownDuration: keysCooldownMs,
  })
  return { metadata, keys }
}

function configure(
  safeFetch: SafeFetch,
  metadata: ServerMetadata,
  { client_id, issuer }: ProviderRow,
  secret: string | null,
  now: Date,
): Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported
  const authenticate = !methods || methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
  const skew = Math.round((now.getTime() - Date.now()) / 1000)
  const configuration = new Configuration(
    metadata,
    client_id,
    { [clockTolerance]: toleratedSeconds, [clockSkew]: skew },
    secret === null ? None() : authenticate(secret),
  )
  configuration[customFetch] = fetchSafely(safeFetch)
  configuration.timeout = requestLimits.withinMs / 1000
  // The safe fetch accepts http for the operator's own networks only.
  if (new URL(issuer).protocol === 'http:') allowInsecureRequests(configuration)
  return configuration
}

const openSecret = (secrets: Ground['secrets'], { id, client_secret }: ProviderRow): string | null =>
  client_secret && secrets.open(clientSecretPlace(id), client_secret).toString()

/** The rules of decision 039: public https, or the operator's own networks; no redirects; limits on time and size. */
const fetchSafely =
  (safeFetch: SafeFetch): CustomFetch =>
  async (address, { method, headers, body }) => {
    if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams))
      throw new TypeError('a request to a provider has a form or no body')
    const fetched = await safeFetch.fetch({
      address,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body && { body: body.toString() }),
      withinMs: requestLimits.withinMs,
      bodyLimit: { keep: 'whole', bytes: requestLimits.maxBytes },
    })
    if (!fetched.ok) throw new ProviderUnreachable([fetched.why, fetched.detail].filter(Boolean).join(': '))
    if (fetched.status >= 500) throw new ProviderUnreachable(`it answered ${fetched.status}`)
    const type = fetched.headers['content-type']
    const empty = fetched.body.length === 0
    return new Response(empty ? null : new Uint8Array(fetched.body), {
      status: fetched.status,
      headers: type ? { 'content-type': type } : {},
    })
  }

/** Why a provider could not be used, without anything secret. */
export function reasonOf(error: unknown): string {
  for (let step = error; step instanceof Error; step = step.cause)
    if (step instanceof ProviderUnreachable) return step.message.slice(0, 200)
  const { code, message } = error as { code?: string; message?: string }
  return [code, message].filter(Boolean).join(': ').slice(0, 200)
}

/** Whether an error means that the provider does not answer, in contrast to an answer that is not accepted. */
export function isUnreachable(error: unknown): boolean {
  for (let step = error; step instanceof Error; step = step.cause) {
    if (step instanceof ProviderUnreachable) return true
    const { code } = step as Error & { code?: string }
    if (code === 'OAUTH_TIMEOUT' || code === 'ERR_JWKS_TIMEOUT') return true
  }
  return false
}
