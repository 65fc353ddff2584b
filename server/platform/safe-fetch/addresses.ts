import { BlockList, isIP, isIPv4 } from 'node:net'

/** An address that a name led to, or that stood in the place of one. */
export interface Address {
  address: string
  family: 4 | 6
}

// Whoever is not in the public net, by IANA's registries of special-purpose addresses, and what hosting companies answer from to machines of theirs (168.63.129.16; others' are link-local or private).
const special4 = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // shared by a carrier's customers
  '127.0.0.0/8',
  '168.63.129.16',
  '169.254.0.0/16', // link-local, metadata of cloud machines
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3', // multicast, reserved, broadcast
])

/** All that is assigned to the public net. What carries an IPv4 address within (`::ffff:…`, `64:ff9b::…`) lies outside. */
const public6 = listOf(['2000::/3'])
/** Within that: Teredo and other tunnels and tests (2001::/23), documentation, 6to4, AS112. */
const special6 = listOf(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'])

/** Whether an address is one of the public net, which anybody may be led to. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4')
  return isIP(address) === 6 && public6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

/** Whether an address is one of a list of addresses and ranges. */
export const isAmong = (list: BlockList, address: string): boolean => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

/** A list to look addresses up in, from addresses and ranges such as 10.0.0.0/8. */
export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
