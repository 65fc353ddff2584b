import { createRemoteJWKSet, customFetch as keysFetch, type RemoteJWKSet } from 'jose'
import { allowInsecureRequests, customFetch, discovery, None, type CustomFetch, type ServerMetadata } from 'openid-client'
import type { FetchRefusal } from '../../platform/safe-fetch/check-address.ts'
import type { SafeFetch } from '../../platform/safe-fetch/fetch.ts'

/** A request to a provider, in milliseconds and bytes. */
export const requestLimits = { withinMs: 5000, maxBytes: 512 * 1024 }
/** How long a provider's configuration is used before it is read again. */
const maxAgeMs = 10 * 60_000
/**
 * How long a provider that did not answer is not asked again, from the request that waited for it:
 * each further one would hold its caller until the time-out.
 */
const unansweredMaxAgeMs = 15_000
/** A logout token with an unknown key has the keys read again at most this often. */
const keysCooldownMs = 10_000

/** The provider did not answer, or with an address that must not be fetched. */
export class ProviderUnreachable extends Error {
  constructor(
    message: string,
    readonly why?: FetchRefusal,
  ) {
    super(message)
  }
}

/** A provider's configuration and keys. */
export interface Discovered {
  metadata: ServerMetadata
  keys: RemoteJWKSet
}

interface Entry {
  at: number
  maxAgeMs: number
  found: Promise<Discovered>
}

/** By the fetch of a server, then by issuer. */
const caches = new WeakMap<SafeFetch, Map<string, Entry>>()

/**
 * A provider's configuration, which is kept for ten minutes; that it did not answer, for some seconds. A
 * wrong answer is not kept. `again`: it is read now. Rejects where there is none.
 */
export async function readConfiguration(
  safeFetch: SafeFetch,
  issuer: string,
  { now, again }: { now: Date; again: boolean },
): Promise<Discovered> {
  const cache = caches.get(safeFetch) ?? new Map<string, Entry>()
  caches.set(safeFetch, cache)
  const known = cache.get(issuer)
  if (!again && known && Math.abs(now.getTime() - known.at) < known.maxAgeMs) return known.found
  const entry: Entry = { at: now.getTime(), maxAgeMs, found: discover(safeFetch, issuer) }
  cache.set(issuer, entry)
  try {
    return await entry.found
  } catch (error) {
    if (isUnanswered(error)) entry.maxAgeMs = unansweredMaxAgeMs
    else if (cache.get(issuer) === entry) cache.delete(issuer)
    throw error
  }
}

/** The innermost reason of openid-client's errors. */
function isUnanswered(error: unknown): boolean {
  for (let step = error; step instanceof Error; step = step.cause)
    if (step instanceof ProviderUnreachable) return step.why === 'timeout' || step.why === 'unreachable'
  return false
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

/**
 * The rules of decision 039: public https, or the operator's own networks; no redirects; limits on time
 * and size.
 */
export const fetchSafely =
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
    if (!fetched.ok) throw new ProviderUnreachable([fetched.why, fetched.detail].filter(Boolean).join(': '), fetched.why)
    if (fetched.status >= 500) throw new ProviderUnreachable(`it answered ${fetched.status}`)
    const type = fetched.headers['content-type']
    const empty = fetched.body.length === 0
    return new Response(empty ? null : new Uint8Array(fetched.body), {
      status: fetched.status,
      headers: type ? { 'content-type': type } : {},
    })
  }
