import { mkdir, realpath } from 'node:fs/promises'
import pg from 'pg'
import { chooseAccount } from './account.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { databaseUser, prepareCluster } from './cluster.ts'
import { readFreeBytes } from './disk.ts'
import { chooseHome, describeHome, type Home } from './home.ts'
import { changeOwner } from './change-owner.ts'
import { keepRunning } from './keep-running.ts'
import { takeOwnership } from './owner.ts'
import { findOwnPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'
import { maxWalSenders } from './server-settings.ts'
import { DatabaseStartError } from './start-error.ts'

/** What to start, and where to report. */
export interface EmbeddedPostgresOptions {
  /** Created if missing. */
  dataDirectory: string
  /** Receives plain sentences for the operator's terminal. */
  log: (line: string) => void
  /** For tests only: the data may be lost in a crash of the machine. */
  throwaway?: boolean
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  url: string
  /** Whether a server that outlived a killed Openhour was adopted instead of a new one started. */
  adopted: boolean
  /** Number of restart attempts since the server ended unexpectedly; 0 while it runs. */
  tries(): number
  /** Free space on its disk, in bytes. */
  room(): Promise<number>
  /**
   * Stops the server, waits for its end, and releases the data folder. Close pools first: open
   * sessions are ended.
   */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL from npm, creating its cluster at the first start, or adopts one that
 * survived a killed process. Restarts it on the same port if it ends unexpectedly. Rejects with a
 * DatabaseStartError, whose message is for the operator's terminal, if another running Openhour uses
 * the folder or the server does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, throwaway = false } = options
  await mkdir(options.dataDirectory, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new DatabaseStartError(
      `The data folder ${options.dataDirectory} cannot be made (${error.code}). Set OPENHOUR_DATA to a folder you may write to.`,
    )
  })
  const dataDirectory = await realpath(options.dataDirectory)
  const releaseFolder = await takeOwnership(dataDirectory)
  try {
    const account = await chooseAccount(describeHome(dataDirectory).cluster, { log, throwaway })
    const home = await chooseHome(dataDirectory, account, log)
    if (account) await changeOwner(home.directory, account)
    const binaries = await prepareBinaries(home.directory, account, log)
    const password = await prepareCluster(home, binaries, account, throwaway)
    const cluster = { home, binaries, account, throwaway }
    const adoptee = await adoptPostmaster(home, binaries, password, log)
    const postmaster = adoptee ?? (await launchPostmaster(cluster))
    await ensureDatabase(address(postmaster, password, 'postgres')).catch(async (error: Error) => {
      await stopPostmaster(postmaster, home, binaries)
      throw new DatabaseStartError(
        `PostgreSQL runs, but does not let Openhour in with the password in ${home.passwordFile}: ${error.message}.`,
      )
    })
    const kept = keepRunning(postmaster, cluster, log)
    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= kept.stop().finally(releaseFolder))
    return {
      url: address(postmaster, password, databaseUser),
      adopted: adoptee !== undefined,
      tries: kept.tries,
      room: () => readFreeBytes(home.cluster),
      stop,
    }
  } catch (error) {
    await releaseFolder()
    throw error
  }
}

/**
 * Adopts the server that a killed Openhour left. Stops it if it does not respond as ours, has an
 * older version, or lacks settings for backups.
 */
async function adoptPostmaster(
  home: Home,
  binaries: Binaries,
  password: string,
  log: (line: string) => void,
): Promise<Postmaster | undefined> {
  const found = await findOwnPostmaster(home)
  if (!found) return undefined
  if ((await askIdentity(address(found, password, 'postgres'))) === `${home.cluster} ${binaries.version} ${maxWalSenders}`) return found
  log('A PostgreSQL left over from an earlier start does not answer; stopping it first.')
  await stopPostmaster(found, home, binaries)
  return undefined
}

async function askIdentity(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ identity: string }>(
      "SELECT concat_ws(' ', current_setting('data_directory'), current_setting('server_version'), current_setting('max_wal_senders')) AS identity",
    )
    return rows[0]?.identity
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseUser])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseUser}`)
  } finally {
    await client.end()
  }
}

function address(postmaster: Postmaster, password: string, database: string): string {
  return `postgres://${databaseUser}:${password}@127.0.0.1:${postmaster.port}/${database}`
}
