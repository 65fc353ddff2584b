import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { version as shippedRelease } from '../package.json'
import { applyDefinitions, compareDefinitions, createSchema } from './apply-definitions.ts'
import { connectClient } from './connect/client.ts'
import { refuseTransactionPooling } from './connect/pooling.ts'
import { createdIndex, type Migration, readMigrations, shippedDatabase } from './migration-files.ts'
import { readSchema, type Schema } from './schema-files.ts'

/**
 * How long a migration waits for a lock, in ms. Every later client queues behind it meanwhile; then it
 * lets them pass and tries again.
 */
const lockWaitMs = 1000
const [firstPauseMs, maxPauseMs] = [500, 8000]
/** After this time without success the migration fails: a client holds a lock for too long. */
const maxRetryMs = 120_000
/** Errors worth a retry: a lock timeout, a deadlock. */
const retryable = new Set(['55P03', '40P01'])
/** After this time a start says that it waits for another server's migration. */
const silentWaitMs = 5000

interface MigrateOptions {
  /** Receives sentences for the operator. */
  say?: (line: string) => void
  /** Ends the wait for another server's migration. */
  signal?: AbortSignal | undefined
  /** The caller knows that no pooler changes connections within a session. */
  isPoolingChecked?: boolean
  /**
   * Leaves a database that a newer version wrote as it is, because old and new servers run side by side during an
   * update.
   */
  allowsNewer?: boolean
  /** The release of Openhour that `directory` belongs to. */
  release?: string
}

/** What a release of Openhour brings. */
interface Shipped {
  migrations: readonly Migration[]
  schema: Schema
  release: string
}

/**
 * Brings a database to this version's schema, one server at a time. A new database is created from
 * `schema/`. In an existing one, the missing numbered migrations run,
 * then the changed functions, views and triggers are replaced: all in one transaction, except for
 * statements with `CONCURRENTLY`, between which there are several.
 * Refuses (throws, with what to do) a PostgreSQL older than 15, a pooler that changes connections within a
 * session, a database that a newer version wrote (unless it `allowsNewer`), and one whose past migrations differ from ours.
 * @param directory Holds `migrations/` and `schema/`.
 */
export async function migrate(
  url: string,
  directory: URL = shippedDatabase,
  { say = () => {}, signal, isPoolingChecked = false, allowsNewer = false, release = shippedRelease }: MigrateOptions = {},
): Promise<void> {
  const [migrations, schema] = await Promise.all([readMigrations(directory), readSchema(directory)])
  const shipped = { migrations, schema, release }
  if (!isPoolingChecked) await refuseTransactionPooling(url)
  const client = await connectClient(url, { application_name: 'openhour migration' })
  try {
    const version = Number((await client.query<{ server_version_num: string }>('SHOW server_version_num')).rows[0]?.server_version_num)
    if (version < 150_000) throw new Error(`Openhour needs PostgreSQL 15 or newer; this one is ${Math.floor(version / 10_000)}.`)
    await waitForOtherServers(client, say, signal)
    if (await isNew(client)) await createDatabase(client, shipped)
    else if (!(allowsNewer && (await isOfNewer(client, shipped)))) await upgrade(client, shipped)
  } finally {
    await client.end()
  }
}

/**
 * How many of this version's migrations a database lacks; all of them if it is new. Refuses what `migrate` refuses
 * because of past migrations, and a directory.
 */
export async function countPendingMigrations(client: pg.Client): Promise<number> {
  const migrations = await readMigrations(shippedDatabase)
  if (!(await isNew(client))) return (await listMissing(client, migrations)).length
  await refuseDirectory(client)
  return migrations.length
}

/** Rejects for a database without tables of Openhour. */
export async function refuseEmpty(url: string): Promise<void> {
  const client = await connectClient(url)
  try {
    if (await isNew(client))
      throw new Error('The database is empty: it has no tables of Openhour. Restore a backup, or start Openhour once, which makes them.')
  } finally {
    await client.end()
  }
}

/** A migration that a database has. */
export type AppliedMigration = Pick<Migration, 'number' | 'sha256'>

export const readAppliedMigrations = async (client: pg.Client): Promise<AppliedMigration[]> =>
  (await client.query<AppliedMigration>('SELECT number, sha256 FROM migrations ORDER BY number')).rows

/** Whether these are the migrations of this version, without one more or less. */
export async function areOfThisVersion(applied: readonly AppliedMigration[]): Promise<boolean> {
  const list = (some: readonly AppliedMigration[]) => some.map(({ number, sha256 }) => `${number} ${sha256}`).toSorted()
  return list(applied).join() === list(await readMigrations()).join()
}

/**
 * Polls instead of waiting: `CREATE INDEX CONCURRENTLY` waits for every statement that waits. The lock
 * ends with the connection.
 */
async function waitForOtherServers(client: pg.Client, say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const take = "SELECT pg_try_advisory_lock(hashtext('openhour.migrate')) AS taken"
  const began = performance.now()
  let said = false
  while (!(await client.query<{ taken: boolean }>(take)).rows[0]?.taken) {
    if (!said && performance.now() - began > silentWaitMs) {
      said = true
      say(`Waiting for another server to migrate the database${await describeLockHolder(client)}.`)
    }
    await pause(50, undefined, { signal })
  }
}

/** Which connection holds the lock, so that the operator can end it where its server is gone. */
async function describeLockHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; since: string }>(
    `SELECT pid, to_char(backend_start, 'YYYY-MM-DD HH24:MI:SS "UTC"') AS since FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32 | objid::bigint) = hashtext('openhour.migrate')`,
  )
  return rows[0] ? ` (PostgreSQL's process ${rows[0].pid}, connected since ${rows[0].since ?? 'an unknown time'})` : ''
}

const isNew = async (client: pg.Client) => (await client.query("SELECT WHERE to_regclass('migrations') IS NULL")).rows.length > 0

/** Whether a newer version wrote the database, which has all migrations of this one. */
async function isOfNewer(client: pg.Client, { migrations, schema, release }: Shipped): Promise<boolean> {
  const applied = await readAppliedMigrations(client)
  const has = ({ number, sha256 }: Migration) => applied.some(past => past.number === number && past.sha256 === sha256)
  if (!migrations.every(has)) return false
  const newest = migrations.at(-1)?.number ?? 0
  return applied.some(({ number }) => number > newest) || (await compareDefinitions(client, schema, release)) === 'newer'
}

/** The directory of an installation for many organisations refuses to be one that has an organisation's tables. */
async function refuseDirectory(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT WHERE to_regclass('directory') IS NOT NULL")
  if (rows.length > 0)
    throw new Error(
      'DATABASE_URL leads to the directory of an installation for many organisations. Set OPENHOUR_DIRECTORY_URL to it instead, or name another database.',
    )
}

async function createDatabase(client: pg.Client, { migrations, schema, release }: Shipped): Promise<void> {
  const encoding = (await client.query<{ server_encoding: string }>('SHOW server_encoding')).rows[0]?.server_encoding
  if (encoding !== 'UTF8')
    throw new Error(
      `The database's encoding is ${encoding}, and Openhour needs UTF8. Create it with CREATE DATABASE … ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0.`,
    )
  await refuseDirectory(client)
  await inTransaction(client, async () => {
    await createSchema(client, schema, release)
    for (const migration of migrations) await record(client, migration)
  })
}

async function upgrade(client: pg.Client, { migrations, schema, release }: Shipped): Promise<void> {
  const missing = await listMissing(client, migrations)
  const definitions = missing.length > 0 ? 'older' : await compareDefinitions(client, schema, release)
  if (definitions === 'same') return
  if (definitions === 'newer')
    throw new Error("A newer Openhour has replaced this version's functions in the database. Start that version, or restore a backup.")
  const batches = groupByTransaction(missing)
  // Definitions need a transaction: the last batch's, or their own.
  if (batches.at(-1)?.[0]?.outsideTransaction !== false) batches.push([])
  for (const batch of batches) {
    const [first] = batch
    if (first?.outsideTransaction) await retryOnLock(() => applyOutsideTransaction(client, first))
    else
      await retryOnLock(() =>
        inTransaction(client, async () => {
          await lockTables(client)
          for (const migration of batch) {
            await client.query(migration.sql)
            await record(client, migration)
          }
          if (batch === batches.at(-1)) await applyDefinitions(client, schema, { migrations, release })
        }),
      )
  }
}

async function listMissing(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await readAppliedMigrations(client)
  for (const past of applied) {
    const ours = migrations.find(({ number }) => number === past.number)
    if (!ours)
      throw new Error(`The database was written by a newer Openhour (migration ${past.number}). Start that version, or restore a backup.`)
    if (ours.sha256 !== past.sha256)
      throw new Error(
        `Migration ${past.number} in the database differs from this version's. Start the version that wrote it, or restore a backup.`,
      )
  }
  return migrations.filter(({ number }) => !applied.some(past => past.number === number))
}

/** Consecutive migrations that share a transaction; each that runs outside one by itself. */
function groupByTransaction(missing: readonly Migration[]): Migration[][] {
  const batches: Migration[][] = []
  for (const migration of missing) {
    const last = batches.at(-1)
    if (last && !migration.outsideTransaction && !last[0]?.outsideTransaction) last.push(migration)
    else batches.push([migration])
  }
  return batches
}

async function applyOutsideTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await dropInvalidIndex(client, createdIndex(migration))
  await client.query(migration.sql)
  await record(client, migration)
}

/**
 * An interrupted `CREATE INDEX CONCURRENTLY` leaves an invalid index under its name. Only the one that
 * is about to be created again is dropped.
 */
async function dropInvalidIndex(client: pg.Client, index: string | undefined): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relname = $1 AND c.relnamespace = current_schema()::regnamespace AND NOT i.indisvalid`,
    [index],
  )
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${index}`)
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`)
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/**
 * Keeps other clients from writing, while they go on reading. So a migration that copies rows copies all
 * of them, and migrations and bookings that need several tables
 * do not deadlock.
 */
async function lockTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: string | null }>(
    `SELECT string_agg(format('%I', relname), ', ' ORDER BY relname) AS tables FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  if (rows[0]?.tables) await client.query(`LOCK TABLE ${rows[0].tables} IN SHARE ROW EXCLUSIVE MODE`)
}

const record = (client: pg.Client, { number, title, sha256 }: Migration) =>
  client.query('INSERT INTO migrations (number, title, sha256) VALUES ($1, $2, $3)', [number, title, sha256])

async function retryOnLock(work: () => Promise<void>): Promise<void> {
  const latest = performance.now() + maxRetryMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await work()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (!retryable.has(code ?? '')) throw error
      if (performance.now() > latest) {
        throw new Error(
          `The database cannot be brought to this version's schema: something holds a lock for minutes (${message}). Look in pg_stat_activity, end it, and start again.`,
          { cause: error },
        )
      }
      await pause(pauseMs)
    }
  }
}
