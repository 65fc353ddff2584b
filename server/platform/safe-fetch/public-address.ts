import { BlockList, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IP address that a name resolves to, or that a URL contains instead of a name. */
export interface Address {
  address: string
  family: 4 | 6
}

/**
 * Azure's host answers its virtual machines from this address; other providers use link-local or private
 * ones.
 */
const azureHost = '168.63.129.16'

/**
 * All assigned global unicast addresses. Forms that embed an IPv4 address (`::ffff:…`, `64:ff9b::…`) are
 * outside.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet: in none of IANA's special-purpose ranges, which ipaddr.js
 * maintains.
 */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return address !== azureHost && ipaddr.IPv4.parse(address).range() === 'unicast'
  if (!isIPv6(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.match(globalUnicast) && parsed.range() === 'unicast'
}

/** Whether a list contains an address. */
export const contains = (list: BlockList, address: string): boolean => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

/** A list of addresses and ranges such as 10.0.0.0/8. */
export function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
