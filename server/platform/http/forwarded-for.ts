import { isIP } from 'node:net'
import { withoutZone } from '../network-address.ts'

/**
 * The addresses of an X-Forwarded-For header without their ports, from the nearest proxy on to the first one that is no
 * IP address: what is left of that cannot be known, and may be a client's invention.
 */
export function cleanForwardedFor(header: string): string {
  const hops: string[] = []
  for (const part of header.split(',').toReversed()) {
    const address = withoutZone(withoutPort(part.trim()))
    if (isIP(address) === 0) break
    hops.unshift(address)
  }
  return hops.join(', ')
}

/** Some proxies write 192.0.2.1:5001 and [2001:db8::1]:5001. */
function withoutPort(hop: string): string {
  const { ipv6, ipv4 } = /^(?:\[(?<ipv6>[^\]]*)\]|(?<ipv4>[^:]*))(?::\d{1,5})?$/.exec(hop)?.groups ?? {}
  return ipv6 ?? ipv4 ?? hop
}
