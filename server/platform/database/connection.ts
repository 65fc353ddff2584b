import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#database/types.ts'
import { type Acquire, measurePool } from '../metrics/pools.ts'
import { openPreparedPool, type PreparedPool } from './prepared-pool.ts'
import type { QueryCache } from './query-cache.ts'
import { destroyOnReadTimeout, replaceIdleOnReadTimeout } from './read-timeout.ts'
import { withSessionOptions } from './session-options.ts'

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

interface Options {
  size?: number
  onError?: (error: Error) => void
  /** A query without an answer for this long fails, and its connection is destroyed. */
  readTimeoutMs?: number
  /** Nothing can be written. */
  readOnly?: boolean
  cache?: QueryCache | undefined
}

/** Enough for the batches that run at the same time; kept for a burst, with their plans. */
const priorityPoolSize = 6
/** As many as keep four processors busy: more lists at once would only take turns. */
const listsPoolSize = 4

/**
 * Connects to PostgreSQL with three pools: one for queries built by Kysely, and two for the prepared
 * statements of `defineQuery`. Statements end after 8 s and waiting for a connection after 2 s, so that
 * every request is answered within 10 s. Broken connections are replaced.
 */
export function connect(
  url: string,
  { size = 10, onError = () => {}, readTimeoutMs = defaultReadTimeoutMs, readOnly = false, cache }: Options = {},
): { db: Connection; close(): Promise<void> } {
  // PostgreSQL would keep what a silent network has cut off for hours.
  const session = ['tcp_keepalives_idle=30', 'tcp_keepalives_interval=10', ...(readOnly ? ['default_transaction_read_only=on'] : [])]
  const prefix = readOnly ? 'copy: ' : ''
  // One plan for all values, by index: a plan is often made while tables are still empty.
  const prepared = [...session, 'plan_cache_mode=force_generic_plan', 'enable_seqscan=off']
  const common = { readTimeoutMs, watch: replaceIdleOnReadTimeout(readTimeoutMs), onError }
  const built = openPool(url, { ...common, name: `${prefix}builder`, size, session, idle: 10_000 })
  const priority = openPool(url, { ...common, name: `${prefix}prepared`, size: priorityPoolSize, session: prepared, idle: 600_000 })
  const lists = openPool(url, { ...common, name: `${prefix}lists`, size: listsPoolSize, session: prepared, idle: 600_000 })
  return {
    db: Object.assign(new Kysely<Database>({ dialect: new PostgresDialect({ pool: destroyOnReadTimeout(built.acquire) }) }), {
      preparedPools: { lists: openPreparedPool(lists.acquire), priority: openPreparedPool(priority.acquire) },
      cache,
    }),
    async close() {
      await Promise.all([built, priority, lists].map(({ finish }) => finish()))
    },
  }
}

/**
 * Work that no caller waits for may still run, such as storing an answer; a pool that ends forgets its
 * queue.
 */
async function finish(pool: pg.Pool): Promise<void> {
  const latest = performance.now() + 5000
  do await pause(5)
  while (pool.waitingCount + pool.totalCount - pool.idleCount > 0 && performance.now() < latest)
  await pool.end()
}

/** The server cancels a statement after this time; its error has half a second to arrive. */
const statementTimeoutMs = 8000
const defaultReadTimeoutMs = 8500

interface PoolOptions {
  name: string
  size: number
  /** Settings of each session, as `name=value`. */
  session: readonly string[]
  /** How long an idle connection is kept, in milliseconds. */
  idle: number
  readTimeoutMs: number
  watch: (pool: pg.Pool) => void
  onError: (error: Error) => void
}

function openPool(
  url: string,
  { name, size, session, idle, readTimeoutMs, watch, onError }: PoolOptions,
): { acquire: Acquire; finish(): Promise<void> } {
  const pool = new pg.Pool({
    ...withSessionOptions(url, session),
    max: size,
    idleTimeoutMillis: idle,
    types,
    connectionTimeoutMillis: 2000,
    statement_timeout: statementTimeoutMs,
    query_timeout: readTimeoutMs,
    idle_in_transaction_session_timeout: 8000,
    application_name: 'openhour',
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
  })
  // A connection in use reports its error to its statement too, but an error event without a listener would
  // end the process. While a pool ends, a database that stops at the same moment may report the disconnect
  // as an error.
  pool.on('connect', client => client.on('error', error => pool.ending || onError(error)))
  watch(pool)
  pool.on('error', () => {})
  const { acquire, stop } = measurePool(pool, name)
  return { acquire, finish: () => finish(pool).finally(stop) }
}
