import pg from 'pg'
import { connectClient } from '#database/connect/client.ts'
import { chooseServer } from '#database/connect/server-choice.ts'
import { prepareSession } from '#database/connect/session.ts'
import { acquireFrom } from '../database/failover.ts'
import { keyOf, type Key } from '../secrets/key-file.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** `suspended`: its requests are refused. `moving`: the same, while its database is copied to another cluster. */
export type OrganisationState = 'active' | 'suspended' | 'moving'

/** An organisation as the directory lists it, without its secrets. */
export interface Organisation {
  id: string
  /** Names it in commands. */
  name: string
  state: OrganisationState
  cluster: string
  /** The first is the site's own; requests for the others are redirected to it. */
  hosts: string[]
  /** Rises with every change of its database, settings, hosts or keys. */
  revision: number
}

interface Place {
  cluster: string
  databaseUrl: string
}

/** A move between two databases that has begun. The one that the directory names is the organisation's. */
export interface Move {
  from: Place
  to: Place
  /** Before it began, and when it has ended. */
  state: OrganisationState
}

/** What only this organisation may know. */
export interface OrganisationSecrets {
  databaseUrl: string
  /** By the names of the environment. */
  settings: Record<string, string>
  /** Of its secrets at rest, in base64; the first one encrypts. */
  keys: string[]
}

/** A PostgreSQL server with databases of organisations. */
export interface Cluster {
  name: string
  /** A role that may create roles and databases. */
  adminUrl: string
}

/** An organisation to be added, with its secrets. */
export interface NewOrganisation extends OrganisationSecrets {
  name: string
  cluster: string
  hosts: readonly string[]
}

/** A mistake that the person at the terminal can correct. */
export class DirectoryError extends Error {}

/** The directory of an installation for many organisations. */
export interface Directory {
  /** By name. */
  list(): Promise<Organisation[]>
  /** Rejects with a DirectoryError where there is no such organisation. */
  find(name: string): Promise<Organisation>
  readSecrets(id: string): Promise<OrganisationSecrets>
  listClusters(): Promise<Cluster[]>
  findCluster(name: string): Promise<Cluster>
  /** Adds a cluster, or changes its address. */
  saveCluster(cluster: Cluster): Promise<void>
  /** Rejects with a DirectoryError where a database is in use, or is being added to. */
  removeCluster(name: string): Promise<void>
  /**
   * Remembers the database of an organisation before it is created. Rejects with a DirectoryError where the name is
   * taken, or is none.
   */
  beginAddition(name: string, place: Place): Promise<void>
  /** Additions that have begun and not ended: their databases belong to no organisation. */
  listAdditions(): Promise<{ name: string; cluster: string }[]>
  /** Null where there is none. */
  readAddition(name: string): Promise<Place | null>
  forgetAddition(name: string): Promise<void>
  /** Rejects with a DirectoryError where the name or a host name is taken. Its addition has ended. */
  add(organisation: NewOrganisation): Promise<void>
  setState(id: string, state: OrganisationState): Promise<void>
  /** Undefined: unchanged. */
  change(id: string, change: Partial<Pick<NewOrganisation, 'cluster' | 'databaseUrl' | 'settings' | 'hosts'>>): Promise<void>
  /** Remembers a move before anything of it is done; null: forgets it. */
  saveMove(id: string, move: Move | null): Promise<void>
  readMove(id: string): Promise<Move | null>
  remove(id: string): Promise<void>
  /** Runs work that no other command does with this organisation meanwhile; rejects if one does. */
  lock<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Adds the keys of the installation as they are now; the first one encrypts. */
  useKeys(keys: readonly [Key, ...Key[]]): void
  /** Encrypts what an older key of the installation encrypted; resolves to the number of values. */
  reseal(): Promise<number>
  /** Values that still need an older key. */
  countWithOlderKey(): Promise<number>
  close(): Promise<void>
}

interface ClusterRow {
  name: string
  admin_url: Buffer
}

/** Encrypted columns, and the column that identifies a row. */
const sealed = [
  { table: 'organisations', columns: ['database_url', 'settings', 'keys', 'move'], key: 'id' },
  { table: 'clusters', columns: ['admin_url'], key: 'name' },
  { table: 'additions', columns: ['database_url'], key: 'name' },
  { table: 'directory', columns: ['key_check'], key: 'only_row' },
] as const
/** The values of a column that `$1`, the id of the first key, does not decrypt. */
const needsOlderKey = (column: string) => `substring(${column} FROM 5 FOR 8) <> decode($1, 'hex')`

/** Keys of an organisation, for its secret box. */
export const keysOf = ([first = '', ...others]: readonly string[]): [Key, ...Key[]] => [keyOf(first), ...others.map(keyOf)]

/** Opens a directory that `createDirectory` has created. Lists are short: one statement reads all organisations. */
export function openDirectory(url: string, secrets: SecretBox): Directory {
  const { query, acquire, end } = openPool(url)
  const place = (table: string, column: string, row: string) => ({ table, column, row })
  const seal = (column: string, id: string, value: unknown) => secrets.seal(place('organisations', column, id), JSON.stringify(value))
  const open = (column: string, id: string, value: Buffer): unknown =>
    JSON.parse(secrets.open(place('organisations', column, id), value).toString())

  const select = `SELECT o.id, o.name, o.state, o.cluster, o.revision,
      ARRAY(SELECT host FROM host_names h WHERE h.organisation_id = o.id ORDER BY position) AS hosts
    FROM organisations o`
  const inTransaction = async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await acquire()
    try {
      await client.query('BEGIN')
      const result = await work(client)
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw explain(error)
    } finally {
      client.release()
    }
  }
  const writeHosts = async (client: pg.PoolClient, id: string, hosts: readonly string[]) => {
    await client.query('DELETE FROM host_names WHERE organisation_id = $1', [id])
    await client.query(
      'INSERT INTO host_names (host, organisation_id, position) SELECT host, $1, position FROM unnest($2::text[]) WITH ORDINALITY AS h (host, position)',
      [id, hosts],
    )
  }
  const readCluster = ({ name, admin_url }: ClusterRow): Cluster => ({
    name,
    adminUrl: secrets.open(place('clusters', 'admin_url', name), admin_url).toString(),
  })

  return {
    list: async () => (await query<Organisation>(`${select} ORDER BY o.name`)).rows,
    async find(name) {
      const { rows } = await query<Organisation>(`${select} WHERE o.name = $1`, [name])
      if (!rows[0]) throw new DirectoryError(`There is no organisation ${name}.`)
      return rows[0]
    },
    async readSecrets(id) {
      const { rows } = await query<{ database_url: Buffer; settings: Buffer; keys: Buffer }>(
        'SELECT database_url, settings, keys FROM organisations WHERE id = $1',
        [id],
      )
      if (!rows[0]) throw new DirectoryError('The organisation has been removed.')
      return {
        databaseUrl: open('database_url', id, rows[0].database_url) as string,
        settings: open('settings', id, rows[0].settings) as Record<string, string>,
        keys: open('keys', id, rows[0].keys) as string[],
      }
    },
    listClusters: async () => (await query<ClusterRow>('SELECT name, admin_url FROM clusters ORDER BY name')).rows.map(readCluster),
    async findCluster(name) {
      const { rows } = await query<ClusterRow>('SELECT name, admin_url FROM clusters WHERE name = $1', [name])
      if (!rows[0]) throw new DirectoryError(`There is no cluster ${name}. Add it with openhour organisations add-cluster.`)
      return readCluster(rows[0])
    },
    async saveCluster({ name, adminUrl }) {
      await inTransaction(client =>
        client.query(
          `INSERT INTO clusters (name, admin_url) VALUES ($1, $2)
           ON CONFLICT (name) DO UPDATE SET admin_url = excluded.admin_url`,
          [name, secrets.seal(place('clusters', 'admin_url', name), adminUrl)],
        ),
      )
    },
    async removeCluster(name) {
      try {
        const { rowCount } = await query('DELETE FROM clusters WHERE name = $1', [name])
        if (rowCount === 0) throw new DirectoryError(`There is no cluster ${name}.`)
      } catch (error) {
        throw (error as pg.DatabaseError).code === '23503'
          ? new DirectoryError(`${name} has databases of organisations: see openhour organisations list.`)
          : error
      }
    },
    beginAddition: (name, { cluster, databaseUrl }) =>
      inTransaction(async client => {
        const { rowCount } = await client.query(
          `INSERT INTO additions (name, cluster, database_url) SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM organisations WHERE name = $1)`,
          [name, cluster, secrets.seal(place('additions', 'database_url', name), databaseUrl)],
        )
        if (rowCount === 0) throw new DirectoryError(`There is already an organisation ${name}.`)
      }),
    listAdditions: async () => (await query<{ name: string; cluster: string }>('SELECT name, cluster FROM additions ORDER BY name')).rows,
    async readAddition(name) {
      // Waits for an `add` whose answer was lost.
      const { rows } = await query<{ cluster: string; database_url: Buffer }>(
        'SELECT cluster, database_url FROM additions WHERE name = $1 FOR UPDATE',
        [name],
      )
      const [row] = rows
      return row
        ? { cluster: row.cluster, databaseUrl: secrets.open(place('additions', 'database_url', name), row.database_url).toString() }
        : null
    },
    async forgetAddition(name) {
      await query('DELETE FROM additions WHERE name = $1', [name])
    },
    add: ({ name, cluster, hosts, databaseUrl, settings, keys }) =>
      inTransaction(async client => {
        await client.query('DELETE FROM additions WHERE name = $1', [name])
        const id = (await client.query<{ id: string }>('SELECT gen_random_uuid() AS id')).rows[0]?.id ?? ''
        await client.query(
          "INSERT INTO organisations (id, name, state, cluster, database_url, settings, keys) VALUES ($1, $2, 'active', $3, $4, $5, $6)",
          [id, name, cluster, seal('database_url', id, databaseUrl), seal('settings', id, settings), seal('keys', id, keys)],
        )
        await writeHosts(client, id, hosts)
      }),
    async setState(id, state) {
      await query('UPDATE organisations SET state = $2 WHERE id = $1', [id, state])
    },
    change: (id, { cluster, databaseUrl, settings, hosts }) =>
      inTransaction(async client => {
        await client.query(
          `UPDATE organisations SET revision = revision + 1, cluster = coalesce($2, cluster), database_url = coalesce($3, database_url),
             settings = coalesce($4, settings) WHERE id = $1`,
          [id, cluster, databaseUrl && seal('database_url', id, databaseUrl), settings && seal('settings', id, settings)],
        )
        if (hosts) await writeHosts(client, id, hosts)
      }),
    async saveMove(id, move) {
      await query('UPDATE organisations SET move = $2 WHERE id = $1', [id, move && seal('move', id, move)])
    },
    async readMove(id) {
      const { rows } = await query<{ move: Buffer | null }>('SELECT move FROM organisations WHERE id = $1', [id])
      return rows[0]?.move ? (open('move', id, rows[0].move) as Move) : null
    },
    async remove(id) {
      await query('DELETE FROM organisations WHERE id = $1', [id])
    },
    async lock(name, work) {
      const client = await connectClient(url, { application_name: 'openhour organisations' })
      try {
        const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', [
          `openhour.organisation ${name}`,
        ])
        if (!rows[0]?.taken) throw new DirectoryError(`Another command is working on ${name}.`)
        return await work()
      } finally {
        await client.end()
      }
    },
    useKeys: secrets.use,
    async countWithOlderKey() {
      let count = 0
      for (const { table, columns } of sealed) {
        for (const column of columns) {
          const { rows } = await query<{ count: number }>(`SELECT count(*)::int FROM ${table} WHERE ${needsOlderKey(column)}`, [
            secrets.currentKey(),
          ])
          count += rows[0]?.count ?? 0
        }
      }
      return count
    },
    reseal: () =>
      inTransaction(async client => {
        let count = 0
        for (const { table, columns, key } of sealed) {
          for (const column of columns) {
            const { rows } = await client.query<{ row: string; value: Buffer }>(
              `SELECT ${key}::text AS row, ${column} AS value FROM ${table}
               WHERE ${needsOlderKey(column)} ORDER BY ${key} FOR UPDATE`,
              [secrets.currentKey()],
            )
            for (const { row, value } of rows) {
              const at = place(table, column, row)
              await client.query(`UPDATE ${table} SET ${column} = $2 WHERE ${key}::text = $1`, [
                row,
                secrets.seal(at, secrets.open(at, value)),
              ])
            }
            count += rows.length
          }
        }
        return count
      }),
    close: end,
  }
}

const connectTimeoutMs = 2000

function openPool(url: string) {
  const choice = chooseServer(url, connectTimeoutMs)
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: choice.current })
      }
    },
    onConnect: client => prepareSession(client, {}, choice.role, connectTimeoutMs),
    max: 3,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: 5000,
    application_name: 'openhour directory',
    allowExitOnIdle: true,
  })
  pool.on('error', () => {})
  const acquire = acquireFrom(choice, () => pool.connect())
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<pg.QueryResult<Row>> => {
    const client = await acquire()
    try {
      const result = await client.query<Row>(text, values)
      client.release()
      return result
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
  return { query, acquire, end: () => pool.end() }
}

/** What violates the directory's constraints, in words. */
function explain(error: unknown): unknown {
  const { code, constraint, detail } = error as pg.DatabaseError
  if (code === '23505') {
    const value = /\)=\(([^,)]*)/.exec(detail ?? '')?.[1] ?? ''
    return new DirectoryError(
      constraint?.startsWith('host_names') ? `The host name ${value} is taken.` : `There is already an organisation ${value}.`,
    )
  }
  if (code === '23514')
    return new DirectoryError(
      constraint?.startsWith('host_names')
        ? 'A host name has letters, digits, hyphens and dots only.'
        : 'A name has 1 to 39 lower-case letters, digits and hyphens, and begins with a letter.',
    )
  if (code === '23503') return new DirectoryError('There is no such cluster.')
  return error
}
