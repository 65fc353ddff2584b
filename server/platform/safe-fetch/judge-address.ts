import { type BlockList, isIP } from 'node:net'
import { type Address, isAmong, isPublic } from './addresses.ts'

/** Why an address was not fetched. */
export type Unfetched =
  | 'bad_address' // no address of the web, or with a name and a password in it
  | 'not_https'
  | 'bad_port'
  | 'private_address' // it leads, or one of its addresses does, out of the public net
  | 'no_such_name'
  | 'bad_certificate'
  | 'unreachable'
  | 'timeout'
  | 'redirected' // further than is followed
  | 'too_large'
  | 'encoded' // compressed, though we asked for it plain

/** Longer ones are nobody's. */
const longest = 2000

/** What can be said of an address as it is written: the address, or why it is not fetched. https only, but for addresses of the operator's own networks. */
export function readAddress(text: string, privateNetworks: BlockList): URL | Unfetched {
  const url = text.length <= longest && URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.username !== '' || url.password !== '') return 'bad_address'
  const literal = literalOf(url)
  if (literal) {
    const refused = judgeAddresses(url, [literal], privateNetworks)
    if (refused) return refused
  } else if (url.protocol === 'http:' && privateNetworks.rules.length === 0) return 'not_https'
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  // Below 1024 are mail, files, remote control and the like, none of which anybody has a webhook or a calendar at.
  if (port < 1024 && port !== 443 && port !== 80) return 'bad_port'
  return url
}

/** The address that stands in the place of a name, however it was written (0x7f.1, 2130706433): URL has made it plain. */
export function literalOf({ hostname }: URL): Address | null {
  const address = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return family === 4 || family === 6 ? { address, family } : null
}

/** Where a name leads: all in the public net, or all in the operator's own networks, which may be asked without TLS. One that leads to both is somebody's trick. */
export function judgeAddresses({ protocol }: URL, addresses: readonly Address[], privateNetworks: BlockList): Unfetched | null {
  if (addresses.length > 0 && addresses.every(({ address }) => isAmong(privateNetworks, address))) return null
  if (!addresses.every(({ address }) => isPublic(address))) return 'private_address'
  return protocol === 'https:' ? null : 'not_https'
}
