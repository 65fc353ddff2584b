import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connectClient } from '#database/connect/client.ts'
import { explainDatabaseFailure } from '../platform/database/connection-failure.ts'
import { type Cluster, DirectoryError } from '../platform/directory/directory.ts'

/** How long ended sessions may take to go, in ms. */
const maxTerminationMs = 10_000

/** Another user, password and database in the address of a cluster, which may name several hosts. */
function addressOf({ adminUrl }: Cluster, { user, database }: { user?: { name: string; password: string }; database: string }): string {
  const [, scheme = '', own = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(?:\/[^?#]*)?(.*)$/is.exec(adminUrl) ?? []
  return `${scheme}${user ? `${user.name}:${user.password}@` : own}${hosts}/${database}${rest}`
}

/** The database and its role, which have the same name. */
const nameIn = (databaseUrl: string): string => /^postgres(?:ql)?:\/\/[^/?#]*\/([a-z0-9_]+)/i.exec(databaseUrl)?.[1] ?? ''

const passwordIn = (databaseUrl: string): string => /^postgres(?:ql)?:\/\/[^:/?#]*:([\w-]+)@/i.exec(databaseUrl)?.[1] ?? ''

/** Connects as the cluster's administrator; an error names the cluster. */
async function connectTo(cluster: Cluster, url: string, settings?: Record<string, string>): Promise<pg.Client> {
  return connectClient(url, { application_name: 'openhour organisations', ...(settings && { settings }) }).catch((error: unknown) => {
    const setting = `the cluster ${cluster.name}`
    throw new DirectoryError(
      explainDatabaseFailure(error, setting) ?? `The database of ${setting} cannot be used: ${(error as Error).message}`,
    )
  })
}

async function asAdministrator<Result>(cluster: Cluster, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connectTo(cluster, cluster.adminUrl)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The address of a database that is not there yet, with the role and the password that it is to have. */
export function nameDatabase(cluster: Cluster, organisation: string): string {
  const name = `openhour_${organisation.replaceAll('-', '_')}_${randomBytes(3).toString('hex')}`
  return addressOf(cluster, { user: { name, password: randomBytes(24).toString('base64url') }, database: name })
}

/**
 * Creates the database of an address from `nameDatabase`, with a role of its own, which owns it and can connect to no
 * other organisation's. If a step fails, nothing stays behind.
 */
export const provisionDatabase = (cluster: Cluster, databaseUrl: string): Promise<void> =>
  asAdministrator(cluster, async client => {
    const name = nameIn(databaseUrl)
    await client.query(`CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '${passwordIn(databaseUrl)}'`)
    try {
      // An administrator who is no superuser needs it to hand the database over.
      await client.query(`GRANT ${name} TO CURRENT_USER`)
      await client.query(`CREATE DATABASE ${name} OWNER ${name} ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0`)
      await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`)
    } catch (error) {
      await dropDatabase(cluster, databaseUrl)
      throw error
    }
  })

/** Rejects if the cluster lets its administrator not in. */
export const checkCluster = (cluster: Cluster): Promise<void> => asAdministrator(cluster, async () => {})

/** Drops the database and its role, where they are there. */
export const dropDatabase = (cluster: Cluster, databaseUrl: string): Promise<void> =>
  asAdministrator(cluster, async client => {
    const name = nameIn(databaseUrl)
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`DROP ROLE IF EXISTS ${name}`)
  })

/**
 * No server can use the database from now on, whatever it knows of the directory: its role may not log in, and its
 * sessions have ended.
 */
export const closeDatabase = (cluster: Cluster, databaseUrl: string): Promise<void> =>
  asAdministrator(cluster, async client => {
    const name = nameIn(databaseUrl)
    await client.query(`ALTER ROLE ${name} NOLOGIN`)
    const latest = performance.now() + maxTerminationMs
    // Autovacuum may stay: only superusers end it.
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`
    while (((await client.query(end, [name])).rowCount ?? 0) > 0) {
      if (performance.now() > latest) throw new Error('Sessions in the database do not end. Look in pg_stat_activity.')
      await pause(20)
    }
  })

/** Lets the organisation's role connect again. */
export const reopenDatabase = (cluster: Cluster, databaseUrl: string): Promise<void> =>
  asAdministrator(cluster, async client => void (await client.query(`ALTER ROLE ${nameIn(databaseUrl)} LOGIN`)))

/** A connection to an organisation's database with its own rights, also while it is closed. */
export async function connectAsOwner(cluster: Cluster, databaseUrl: string): Promise<pg.Client> {
  const name = nameIn(databaseUrl)
  const client = await connectTo(cluster, addressOf(cluster, { database: name }), { statement_timeout: '0' })
  await client.query(`SET ROLE ${name}`)
  return client
}
