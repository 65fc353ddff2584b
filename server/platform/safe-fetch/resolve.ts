import { Resolver } from 'node:dns/promises'
import type { Address } from './public-address.ts'

/** All addresses of a name; none where the name does not exist. */
export type Resolve = (name: string) => Promise<Address[]>

/**
 * Queries DNS directly. `dns.lookup` would occupy one of Node's four pool threads, which also hash
 * passwords, for as long as a name server takes. Names of the hosts file are therefore unknown.
 */
export async function resolveByDns(name: string): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const [four, six] = await Promise.all([resolver.resolve4(name).catch(() => []), resolver.resolve6(name).catch(() => [])])
  return [...four.map(address => ({ address, family: 4 as const })), ...six.map(address => ({ address, family: 6 as const }))]
}
