import { type BlockList, isIP } from 'node:net'
import { type Address, contains, isPublic } from './public-address.ts'

/** Why an address was not fetched. */
export type FetchRefusal =
  | 'bad_address' // not an http(s) URL, or with a user name or password
  | 'not_https'
  | 'bad_port'
  | 'private_address' // at least one of its IP addresses is not public
  | 'no_such_name'
  | 'bad_certificate'
  | 'unreachable'
  | 'timeout'
  | 'redirected' // more redirects than allowed
  | 'too_large'
  | 'encoded' // compressed, although the request asks for plain content

const maxUrlLength = 2000

/** Parses and checks a URL without resolving its name. Only https, except to the operator's own networks. */
export function parseAddress(text: string, privateNetworks: BlockList): URL | FetchRefusal {
  const url = text.length <= maxUrlLength && URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.username !== '' || url.password !== '') return 'bad_address'
  const literal = literalAddress(url)
  if (literal) {
    const refusal = checkAddresses(url, [literal], privateNetworks)
    if (refusal) return refusal
  } else if (url.protocol === 'http:' && privateNetworks.rules.length === 0) return 'not_https'
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  // Other ports below 1024 are mail, file transfer and remote control; no webhook or calendar uses them.
  if (port < 1024 && port !== 443 && port !== 80) return 'bad_port'
  return url
}

/**
 * The IP address that a URL contains instead of a name. URL normalises all its notations (0x7f.1,
 * 2130706433).
 */
export function literalAddress({ hostname }: URL): Address | null {
  const address = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return family === 4 || family === 6 ? { address, family } : null
}

/**
 * Accepts addresses that are all public, or all in the operator's own networks, which may be fetched over
 * http. A mixture is an attack.
 */
export function checkAddresses({ protocol }: URL, addresses: readonly Address[], privateNetworks: BlockList): FetchRefusal | null {
  if (addresses.length > 0 && addresses.every(({ address }) => contains(privateNetworks, address))) return null
  if (!addresses.every(({ address }) => isPublic(address))) return 'private_address'
  return protocol === 'https:' ? null : 'not_https'
}
