import { Resolver } from 'node:dns/promises'
import type { Address } from './addresses.ts'

/** All addresses of a name; none where there is no such name. */
export type Resolve = (name: string) => Promise<Address[]>

/**
 * Asks DNS, and not the operating system: that keeps one of four threads busy for as long as somebody's name server takes, the same that passwords are hashed on. Names of the hosts file are therefore not known.
 */
export async function resolveByDns(name: string): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const [four, six] = await Promise.all([resolver.resolve4(name).catch(() => []), resolver.resolve6(name).catch(() => [])])
  return [...four.map(address => ({ address, family: 4 as const })), ...six.map(address => ({ address, family: 6 as const }))]
}
