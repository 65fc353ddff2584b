import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { chooseServer, type ServerChoice } from '#database/connect/server-choice.ts'
import { prepareSession, type SessionSettings } from '#database/connect/session.ts'
import type { Database } from '#database/types.ts'
import { type Acquire, measurePool } from '../metrics/pools.ts'
import type { ConnectionShare, PoolEntrance } from './connection-budget.ts'
import { acquireFrom } from './failover.ts'
import { openPreparedPool, type PreparedPool } from './prepared-pool.ts'
import type { QueryCache } from './query-cache.ts'
import { destroyUnusable, replaceIdleOnReadTimeout } from './read-timeout.ts'

/**
 * The database, or a transaction of it. Features use it as Kysely only; the other properties are for
 * `defineQuery` and `defineSharedQuery`. A transaction has neither: everything in it belongs on its own
 * connection, and its results are its own.
 */
export type Connection = Kysely<Database> & {
  readonly preparedPools?: Readonly<Record<'lists' | 'priority', PreparedPool>>
  readonly cache?: QueryCache | undefined
}

/** `timestamptz` as RFC 3339 in UTC with `Z`; the session's zone is UTC, so what arrives ends in `+00`. */
const readInstant = (text: string) => text.replace(' ', 'T').replace(/\+00$/, 'Z')
const readLocal = (text: string) => text.replace(' ', 'T')

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readInstant)
types.setTypeParser(pg.types.builtins.TIMESTAMP, readLocal)
types.setTypeParser(pg.types.builtins.DATE, text => text)
types.setTypeParser(pg.types.builtins.INT8, Number)

/** How many connections the pools may have. Where `lists` is 0, its queries run on connections of `priority`. */
export interface PoolSizes {
  builder: number
  priority: number
  lists: number
}

interface Options {
  /** Where they differ from the usual ones. */
  sizes?: Partial<PoolSizes>
  onError?: (error: Error) => void
  /** A query without an answer for this long fails, and its connection is destroyed. */
  readTimeoutMs?: number
  cache?: QueryCache | undefined
  /** Of a budget that organisations have together. */
  share?: ConnectionShare | undefined
}

const defaultSizes: PoolSizes = {
  /** With the other two pools and the one that listens 20, the default of PgBouncer for one user of a database. */
  builder: 9,
  /** Enough for the batches that run at the same time; kept for a burst, with their plans. */
  priority: 6,
  /** As many as keep four processors busy: more lists at once would only take turns. */
  lists: 4,
}
/** The most connections of one server: its pools, and the one that listens. */
export const maxConnectionsPerServer = defaultSizes.builder + defaultSizes.priority + defaultSizes.lists + 1

/** The server cancels a statement after this time; its error has half a second to arrive. */
const statementTimeoutMs = 8000
const defaultReadTimeoutMs = 8500
const connectTimeoutMs = 2000

const ofEveryPool: SessionSettings = {
  statement_timeout: `${statementTimeoutMs}ms`,
  idle_in_transaction_session_timeout: '8s',
  // PostgreSQL would keep what a silent network has cut off for hours.
  tcp_keepalives_idle: '30s',
  tcp_keepalives_interval: '10s',
}
/**
 * One plan for all values, by index: a plan is often made while tables are still empty. Not by merging: while few
 * people have appointments, PostgreSQL expects to read a few of them that way and reads all.
 */
const ofPrepared: SessionSettings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', enable_mergejoin: 'off' }

/**
 * Connects to PostgreSQL with three pools, or two: one for queries built by Kysely, and the others for the prepared
 * statements of `defineQuery`. Statements end after 8 s and waiting for a connection after 2 s, so that
 * every request is answered within 10 s. Broken connections are replaced.
 */
export function connect(
  url: string,
  { sizes: ownSizes, onError = () => {}, readTimeoutMs = defaultReadTimeoutMs, cache, share }: Options = {},
): { db: Connection; close(): Promise<void> } {
  const choice = chooseServer(url, connectTimeoutMs)
  const sizes = { ...defaultSizes, ...ownSizes }
  const common = { choice, readTimeoutMs, watch: replaceIdleOnReadTimeout(readTimeoutMs), onError, share }
  const built = openPool({ ...common, name: 'builder', size: sizes.builder, settings: {}, idleMs: 10_000 })
  const priority = openPool({ ...common, name: 'prepared', size: sizes.priority, settings: ofPrepared, idleMs: 600_000 })
  const lists = sizes.lists ? openPool({ ...common, name: 'lists', size: sizes.lists, settings: ofPrepared, idleMs: 600_000 }) : priority
  return {
    db: Object.assign(kyselyOn(built.acquire), {
      preparedPools: { lists: openPreparedPool(lists.acquire), priority: openPreparedPool(priority.acquire) },
      cache,
    }),
    async close() {
      await Promise.all([...new Set([built, priority, lists])].map(({ finish }) => finish()))
    },
  }
}

/**
 * Connects to a read replica with one pool, whose connections cannot write. `connection` runs `work` on one
 * connection, and so on one server, also where the address leads to several.
 */
export function connectReplica(
  url: string,
  { onError, cache, share }: Required<Pick<Options, 'onError'>> & Pick<Options, 'cache' | 'share'>,
): { connection<Result>(work: (db: Connection) => Promise<Result>): Promise<Result>; close(): Promise<void> } {
  const pool = openPool({
    choice: chooseServer(url, connectTimeoutMs),
    readTimeoutMs: defaultReadTimeoutMs,
    watch: replaceIdleOnReadTimeout(defaultReadTimeoutMs),
    onError,
    share,
    name: 'copy',
    size: defaultSizes.builder,
    settings: { ...ofPrepared, default_transaction_read_only: 'on' },
    idleMs: 600_000,
  })
  const db = kyselyOn(pool.acquire)
  return { connection: work => db.connection().execute(one => work(Object.assign(one, { cache }))), close: pool.finish }
}

const kyselyOn = (acquire: Acquire) => new Kysely<Database>({ dialect: new PostgresDialect({ pool: destroyUnusable(acquire) }) })

/**
 * Work that no caller waits for may still run, such as storing an answer; a pool that ends forgets its
 * queue.
 */
async function finish(pool: pg.Pool, { countWaiting, leave }: PoolEntrance): Promise<void> {
  const latest = performance.now() + 5000
  do await pause(5)
  while (countWaiting() + pool.totalCount - pool.idleCount > 0 && performance.now() < latest)
  await pool.end()
  leave()
}

interface PoolOptions {
  choice: ServerChoice
  name: string
  size: number
  /** Of this pool's sessions. */
  settings: SessionSettings
  /** How long an idle connection is kept. */
  idleMs: number
  readTimeoutMs: number
  watch: (pool: pg.Pool, acquire: Acquire) => void
  onError: (error: Error) => void
  share: ConnectionShare | undefined
}

function openPool({ choice, name, size, settings, idleMs, readTimeoutMs, watch, onError, share }: PoolOptions): {
  acquire: Acquire
  finish(): Promise<void>
} {
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: choice.current })
        share?.count(this)
      }

      override end(): Promise<void>
      override end(callback: (error: Error) => void): void
      override end(callback?: (error: Error) => void): Promise<void> | void {
        share?.countEnding(this)
        return callback ? super.end(callback) : super.end()
      }
    },
    onConnect: client => prepareSession(client, { ...ofEveryPool, ...settings }, choice.role, connectTimeoutMs),
    max: size,
    idleTimeoutMillis: idleMs,
    types,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: readTimeoutMs,
    application_name: 'openhour',
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  })
  // A connection in use reports its error to its statement too, but an error event without a listener would
  // end the process. While a pool ends, a database that stops at the same moment may report the disconnect
  // as an error.
  pool.on('connect', client => client.on('error', error => pool.ending || onError(error)))
  pool.on('error', () => {})
  const entrance = share?.join(pool, size) ?? { acquire: () => pool.connect(), countWaiting: () => pool.waitingCount, leave: () => {} }
  watch(pool, entrance.acquire)
  const { acquire, stop } = measurePool(pool, name, entrance)
  return { acquire: acquireFrom(choice, acquire), finish: () => finish(pool, entrance).finally(stop) }
}
