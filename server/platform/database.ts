import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#database/types.ts'
import { batched } from './batched.ts'
import { measurePool } from './metrics/pools.ts'
import { withSessionOptions } from './session-options.ts'
import { destroyOnReadTimeout, replaceIdleOnReadTimeout } from './read-timeout.ts'

/** `keptPlans` runs what `planned` is given; within a transaction there is none, since all of it belongs on one connection. */
export type Connection = Kysely<Database> & { readonly keptPlans?: Prepared }

/** `timestamptz` as RFC 3339 in UTC with `Z`; the session's zone is UTC, so what arrives ends in `+00`. */
const readInstant = (text: string) => text.replace(' ', 'T').replace(/\+00$/, 'Z')
const readLocal = (text: string) => text.replace(' ', 'T')

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readInstant)
types.setTypeParser(pg.types.builtins.TIMESTAMP, readLocal)
types.setTypeParser(pg.types.builtins.DATE, text => text)
types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Runs a statement under a name, on connections kept for such: each plans it once, for whatever values, and by index, also where tables were still empty then.
 * For what is asked all the time and must not wait behind long lists; the text of a name never varies. An error costs its connection, so what may be refused
 * must answer in rows.
 */
export type Prepared = <Row extends object>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>

/** Names by text. */
const names = new Map<string, string>()
const nameOf = (text: string): string => {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/**
 * Runs a query of a list where it is planned once for whatever values, on connections kept for such; within a transaction as any other. For what finds its rows by
 * index whatever is asked for and would take as long to plan as to run: 1.5 ms for a join of seven tables. Each connection keeps each text, so there must
 * be few: ids go as one array. What a partial index is limited to stands in the text, not among the values; columns are named, since a plan for `*` fails once there is a column more.
 */
export const planned = async <Row extends object>(db: Connection, query: CompiledQuery<Row>): Promise<Row[]> =>
  db.keptPlans ? db.keptPlans<Row>(nameOf(query.sql), query.sql, query.parameters) : (await db.executeQuery(query)).rows

interface Options {
  size?: number
  onError?: (error: Error) => void
  /** A query without an answer for this long fails, and its connection is destroyed. */
  readTimeoutMs?: number
  /** Nothing can be written. */
  readOnly?: boolean
}

/** As many connections as what is asked together has under way at once; kept for the moment when everybody comes, with what they have planned. */
const preparedSize = 6
/** As many as keep four processors busy: more lists at once would only take turns. */
const plannedSize = 4

/**
 * The query builder on one pool, prepared statements on another, and on a third what lists have planned. Statements are cut off after 8 s and waiting for a connection after
 * 2 s, so that every request is answered within 10 s; a broken idle connection is replaced without anybody noticing, and one that stays silent for longer than a statement may
 * take is given up: what lies between may have forgotten it.
 */
export function connect(
  url: string,
  { size = 10, onError = () => {}, readTimeoutMs = defaultReadTimeoutMs, readOnly = false }: Options = {},
): { db: Connection; prepared: Prepared; close(): Promise<void> } {
  // PostgreSQL would keep what a silent network has cut off for hours.
  const session = ['tcp_keepalives_idle=30', 'tcp_keepalives_interval=10', ...(readOnly ? ['default_transaction_read_only=on'] : [])]
  const prefix = readOnly ? 'copy: ' : ''
  const planning = [...session, 'plan_cache_mode=force_generic_plan', 'enable_seqscan=off']
  const common = { readTimeoutMs, watch: replaceIdleOnReadTimeout(readTimeoutMs), onError }
  const building = openPool(url, { ...common, name: `${prefix}builder`, size, session, idle: 10_000 })
  const preparing = openPool(url, { ...common, name: `${prefix}prepared`, size: preparedSize, session: planning, idle: 600_000 })
  const listing = openPool(url, { ...common, name: `${prefix}lists`, size: plannedSize, session: planning, idle: 600_000 })
  return {
    db: Object.assign(new Kysely<Database>({ dialect: new PostgresDialect({ pool: destroyOnReadTimeout(building.pool) }) }), {
      keptPlans: onceForAll(runNamed(listing.pool)),
    }),
    prepared: runNamed(preparing.pool),
    async close() {
      await Promise.all([building, preparing, listing].map(({ finish }) => finish()))
    },
  }
}

const runNamed =
  (pool: pg.Pool): Prepared =>
  async <Row extends object>(name: string, text: string, values: readonly unknown[]) =>
    (await pool.query<Row>({ name, text, values: [...values] })).rows

/** What is the same for everybody, since nothing is filled in, is asked once for all who wait for it: by a statement that begins after they asked. */
function onceForAll(run: Prepared): Prepared {
  const asked = new Map<string, (_: null) => Promise<object[]>>()
  const askOnce = (name: string, text: string) =>
    batched<null, object[]>(async all => Array<object[]>(all.length).fill(await run(name, text, [])), { most: Infinity, inFlight: 1 })
  return async <Row extends object>(name: string, text: string, values: readonly unknown[]) => {
    if (values.length > 0) return run<Row>(name, text, values)
    const ask = asked.get(name) ?? askOnce(name, text)
    asked.set(name, ask)
    return (await ask(null)) as Row[]
  }
}

/** What nobody waits for may still be under way, such as keeping an answer that was sent; a pool that ends forgets whoever queues for it. */
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
  /** How long a connection that nobody needs is kept, in milliseconds. */
  idle: number
  readTimeoutMs: number
  watch: (pool: pg.Pool) => void
  onError: (error: Error) => void
}

function openPool(
  url: string,
  { name, size, session, idle, readTimeoutMs, watch, onError }: PoolOptions,
): { pool: pg.Pool; finish(): Promise<void> } {
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
  // Also of a connection in use: whoever uses it is told by their statement, and an error that nobody listens to would end the process. A pool that ends says goodbye and does not wait: a database
  // that stops at the same moment may call that a loss.
  pool.on('connect', client => client.on('error', error => pool.ending || onError(error)))
  watch(pool)
  const leaveOut = measurePool(pool, name)
  pool.on('error', () => {})
  return { pool, finish: () => finish(pool).finally(leaveOut) }
}
