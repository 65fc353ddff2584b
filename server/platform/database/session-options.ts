import type pg from 'pg'

/** Of every session. Instants are read in UTC. JIT compilation takes longer than any of our statements. */
const ofEverySession = ['timezone=UTC', 'datestyle=ISO', 'jit=off']

/**
 * Connection settings with the session's `settings` (`name=value`). Ours follow the `options` of the address
 * and therefore win; the driver alone would let the address replace them all.
 */
export function withSessionOptions(url: string, settings: readonly string[] = []): Pick<pg.ClientConfig, 'connectionString' | 'options'> {
  const address = new URL(url)
  const theirs = address.searchParams.getAll('options')
  address.searchParams.delete('options')
  const ours = [...ofEverySession, ...settings].map(setting => `-c ${setting}`)
  return { connectionString: address.href, options: [...theirs, ...ours].join(' ') }
}
