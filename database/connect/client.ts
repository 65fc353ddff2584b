import pg from 'pg'
import { type DatabaseAddress, nameServer, readAddress, type ServerRole } from './address.ts'
import { prepareSession, type SessionSettings } from './session.ts'

/** The driver's options, without the address. */
export interface ClientOptions extends Omit<pg.ClientConfig, 'connectionString' | 'options'> {
  /** In addition to those of every session; null leaves the session as it is. */
  settings?: SessionSettings | null
}

/** For programs that start or maintain: a server that was just woken may take seconds. */
const defaultTimeoutMs = 10_000

/**
 * Connects one client, with the session's settings, to the server of `address` that has its role. The caller
 * ends the client. If its connection is lost, its queries fail.
 */
export async function connectClient(address: string, options: ClientOptions = {}): Promise<pg.Client> {
  return (await findServer(readAddress(address), options)).client
}

/**
 * Connects to the server that has the role. Of several servers all are asked at once, so that one that is
 * away costs no time; the first that has the role is taken.
 */
export async function findServer(
  { servers, role }: DatabaseAddress,
  options: ClientOptions,
): Promise<{ server: string; client: pg.Client }> {
  const [only = '', ...others] = servers
  if (others.length === 0) return { server: only, client: await openClient(only, role, options) }
  const opening = servers.map(server => openClient(server, role, options))
  const found = await Promise.any(opening.map(async (client, index) => ({ server: servers[index] ?? '', client: await client }))).catch(
    ({ errors }: AggregateError) => {
      throw new NoServer(servers, errors as Error[])
    },
  )
  for (const other of opening) void endOther(other, found.client)
  return found
}

async function endOther(opening: Promise<pg.Client>, taken: pg.Client): Promise<void> {
  const client = await opening.catch(() => taken)
  if (client !== taken) await client.end().catch(() => {})
}

async function openClient(server: string, role: ServerRole, { settings = {}, ...config }: ClientOptions): Promise<pg.Client> {
  const timeoutMs = config.connectionTimeoutMillis ?? defaultTimeoutMs
  const client = new pg.Client({ ...config, connectionTimeoutMillis: timeoutMs, connectionString: server })
  client.on('error', () => {})
  await client.connect()
  try {
    await prepareSession(client, settings, role, timeoutMs)
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
  return client
}

/** None of several servers can be used now. */
class NoServer extends Error {
  /** As of a connection that cannot be made. */
  readonly code = '08001'

  constructor(servers: readonly string[], reasons: readonly Error[]) {
    const each = servers.map((server, index) => `${nameServer(server)}: ${reasons[index]?.message}`)
    super(`no server can be used (${each.join('; ')})`)
  }
}
