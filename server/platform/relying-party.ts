import { isIP } from 'node:net'
import type { Settings } from './config.ts'
import { isLoopback } from './loopback.ts'

/** Who passkeys are made for: this site. */
export interface RelyingParty {
  /** A host name. */
  id: string
  /** The only origin whose pages may use the passkeys. */
  origin: string
}

/**
 * This site as passkeys know it, or null where browsers allow none: they need a host name (no IP address)
 * and https, or http on localhost. Never taken from a request.
 */
export function relyingPartyOf({ origin, host, port }: Pick<Settings, 'origin' | 'host' | 'port'>): RelyingParty | null {
  const address = origin ?? (isLoopback(host) && port > 0 ? `http://localhost:${port}` : null)
  if (address === null) return null
  const { hostname, protocol } = new URL(address)
  const isName = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isName && isSecure ? { id: hostname, origin: address } : null
}
