import type pg from 'pg'

/** What every session of ours sets: instants are read in UTC, and plans are never compiled, which costs more than any statement of ours runs for. */
const ofEverySession = ['timezone=UTC', 'datestyle=ISO', 'jit=off']

/**
 * Where to connect, and the settings of the session. `options` of the address are kept, and ours come after them, so that ours win: the driver alone would let
 * the address replace them all. Settings are `name=value`.
 */
export function withSessionOptions(url: string, settings: readonly string[] = []): Pick<pg.ClientConfig, 'connectionString' | 'options'> {
  const address = new URL(url)
  const theirs = address.searchParams.getAll('options')
  address.searchParams.delete('options')
  const ours = [...ofEverySession, ...settings].map(setting => `-c ${setting}`)
  return { connectionString: address.href, options: [...theirs, ...ours].join(' ') }
}
