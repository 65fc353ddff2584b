import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../loopback.ts'
import { refuse, type Refusal } from '../refusal.ts'

/** Headers that proxies add to forwarded requests. */
const addedByProxies = /^(?:x-forwarded-.+|forwarded|via|x-real-ip)$/

/** Refuses two `Host` headers, which name two sites: 400 `bad_request`. */
export const refuseAmbiguousHost = (request: Pick<IncomingMessage, 'rawHeaders'>): Refusal | null =>
  countHosts(request) > 1 ? refuse('bad_request') : null

/** How many `Host` headers a request has. */
export function countHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts
}

/**
 * The demo's passwords are public, so it answers only requests from programs on this machine: 421
 * `demo_is_local` for a request that a proxy forwarded or that names another host. The host check also
 * prevents DNS rebinding by other pages.
 */
export function refuseUnlessLocal({ headers }: Pick<IncomingMessage, 'headers'>): Refusal | null {
  const forwarded = Object.keys(headers).some(name => addedByProxies.test(name))
  return forwarded || !isLoopbackHost(headers.host ?? '') ? refuse('demo_is_local') : null
}

function isLoopbackHost(header: string): boolean {
  const { address, name } = /^(?:\[(?<address>[^\]]*)\]|(?<name>[^:]*))(?::\d{1,5})?$/.exec(header)?.groups ?? {}
  return address === undefined ? isLoopback(name?.toLowerCase() ?? '') && name !== '::1' : address === '::1'
}
