import { isIPv6 } from 'node:net'

/**
 * The unit of limits: an IPv4 address (also when mapped to IPv6), or the /64 network of an IPv6 address,
 * which is one household or site.
 */
export const addressOf = (ip: string): string => ipv4Of(ip) ?? `${prefixOf(ip, 4)}::/64`

/** The network of an address: /24 of IPv4, or /48 of IPv6, the largest assignment to one site. */
export const networkOf = (ip: string): string => {
  const ipv4 = ipv4Of(ip)
  return ipv4 === null ? `${prefixOf(ip, 3)}::/48` : ipv4.replace(/\.\d+$/, '.0/24')
}

/** The smallest network that one attacker cannot multiply for free: an IPv4 address, or /48 of IPv6. */
export const originOf = (ip: string): string => ipv4Of(ip) ?? networkOf(ip)

function ipv4Of(ip: string): string | null {
  const address = withoutZone(ip)
  if (!isIPv6(address)) return address
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? null
}

/** The first groups of an IPv6 address. */
function prefixOf(ip: string, count: number): string {
  // Normalised, with `::` for the longest run of zeros and without dots.
  const [head = '', tail] = new URL(`http://[${withoutZone(ip)}]`).hostname.slice(1, -1).split('::')
  const groups = (text = '') => text.split(':').filter(Boolean)
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0')
  return [...groups(head), ...(tail === undefined ? [] : zeros), ...groups(tail)].slice(0, count).join(':')
}

/** An IPv6 address of a link without the interface, which only this machine knows. */
export const withoutZone = (ip: string): string => ip.replace(/%.*$/, '')
