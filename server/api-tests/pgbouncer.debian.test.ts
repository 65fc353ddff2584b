import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { makeAdmin } from '#database/factories.ts'
import { connectClient } from '#database/connect/client.ts'
import { migrate } from '#database/migrate.ts'
import { type Connection, connect, maxConnectionsPerServer } from '../platform/database/connection.ts'
import { startTestApp } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startPgBouncer } from '../testing/debian.ts'

let database: TestDatabase
let direct: ReturnType<typeof connect>
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  direct = connect(database.url)
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(async () => {
  await direct.close()
  await database.drop()
})

async function startPooler(settings: Parameters<typeof startPgBouncer>[1]) {
  const pooler = await startPgBouncer(database.url, settings)
  closing.push(pooler.stop)
  return pooler.url
}

const shown = sql<object>`SELECT current_setting('jit') AS jit, current_setting('timezone') AS zone, current_setting('statement_timeout') AS timeout,
  current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('search_path') AS path, current_setting('enable_seqscan') AS seqscan,
  current_setting('plan_cache_mode') AS plans, current_setting('synchronous_commit') AS commits, pg_backend_pid() AS pid`
const ours = { jit: 'off', zone: 'UTC', timeout: '8s', idle: '8s', path: '"$user", public', seqscan: 'on', plans: 'auto', commits: 'on' }
const read = async (db: Connection) => (await shown.execute(db)).rows[0]

test('Debian as it comes differs from what a session of Openhour needs', async () => {
  const client = await connectClient(database.url, { settings: null })
  closing.push(() => client.end())
  const { rows } = await client.query<object>(
    "SELECT current_setting('jit') AS jit, current_setting('timezone') AS zone, version() AS version",
  )
  expect(rows).toEqual([{ jit: 'on', zone: 'Europe/London', version: expect.stringMatching(/^PostgreSQL 15\..*Debian/) as string }])
})

test('in session mode, a server connection that another client used and changed has the settings of each pool', async () => {
  const url = await startPooler({ pool_mode: 'session', default_pool_size: 1 })
  const other = await connectClient(url, { settings: null })
  const { rows } = await other.query<{ pid: number }>(
    "SELECT pg_backend_pid() AS pid, set_config('jit', 'on', false), set_config('timezone', 'Asia/Kathmandu', false)",
  )
  await other.query("SET statement_timeout = '1min'; SET search_path = pg_catalog; SET enable_seqscan = off; SET synchronous_commit = off")
  await other.query({ name: 'port', text: 'SELECT 1', values: [] })
  await other.end()
  const used = { pid: rows[0]?.pid }

  const builder = connect(url)
  expect(await read(builder.db)).toEqual({ ...ours, ...used })
  await builder.close()
  const prepared = connect(url)
  const query = shown.compile(prepared.db)
  expect(await prepared.db.preparedPools!.lists('port', query)).toEqual([{ ...ours, ...used, seqscan: 'off', plans: 'force_generic_plan' }])
  await prepared.close()
  const again = connect(url)
  expect(await read(again.db)).toEqual({ ...ours, ...used })
  await again.close()
})

test('one server fits into the pool of PgBouncer as it comes, with all its connections in use', async () => {
  const url = await startPooler({})
  await migrate(url)
  const app = await startTestApp({ databaseOf: { url } })
  closing.push(app.close)
  const token = await app.signIn(await makeAdmin(app.db))
  const sleep = { sql: 'SELECT pg_sleep($1)', parameters: [1.5] }
  const { lists, priority } = app.db.preparedPools!
  const busy = [
    ...Array.from({ length: 9 }, () => sql`SELECT pg_sleep(1.5)`.execute(app.db)),
    ...Array.from({ length: 4 }, () => lists('sleep', sleep)),
    ...Array.from({ length: 6 }, () => priority('sleep', sleep)),
  ]
  expect(busy).toHaveLength(maxConnectionsPerServer - 1)
  await Promise.all(busy)
  expect((await app.request('GET /api/places', { token })).status).toBe(200)
  const heard = new Promise(resolve => app.platform.live.once('waiting', () => resolve('waiting')))
  await sql`NOTIFY openhour_waiting`.execute(direct.db)
  expect(await heard).toBe('waiting')
})

/** In this database: other test files lock in theirs. */
async function locks(): Promise<object[]> {
  const { rows } = await sql<object>`
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(
    direct.db,
  )
  return rows
}

test.each(['transaction', 'statement'])('%s mode is refused, and leaves neither lock nor setting behind', async mode => {
  const url = await startPooler({ pool_mode: mode })
  await expect(migrate(url)).rejects.toThrow(/^DATABASE_URL leads to a pooler .* Openhour needs pool_mode=session/)
  expect(await locks()).toEqual([])
  const other = await connectClient(url, { settings: null })
  const { rows } = await other.query<object>("SELECT current_setting('jit') AS jit, current_setting('statement_timeout') AS timeout")
  await other.end()
  expect(rows).toEqual([{ jit: 'on', timeout: '0' }])
  await migrate(database.url)
})

test('transaction mode is refused also where other programs keep the pooler busy', async () => {
  const url = await startPooler({ pool_mode: 'transaction', default_pool_size: 5 })
  const stopped = new AbortController()
  const others = await Promise.all([1, 2, 3, 4].map(() => connectClient(url, { settings: null })))
  const traffic = others.map(async client => {
    while (!stopped.signal.aborted) await client.query('SELECT pg_sleep(random() * 0.002)')
    await client.end()
  })
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) await expect(migrate(url)).rejects.toThrow(/pool_mode=session/)
  } finally {
    stopped.abort()
    await Promise.all(traffic)
  }
  expect(await locks()).toEqual([])
})

test('refuses a new database without UTF-8, as pg_createcluster makes it where no language is set', async () => {
  const name = `ascii_${process.pid}`
  await sql`CREATE DATABASE ${sql.id(name)} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`.execute(direct.db)
  closing.push(() => sql`DROP DATABASE ${sql.id(name)} WITH (FORCE)`.execute(direct.db))
  await expect(migrate(Object.assign(new URL(database.url), { pathname: `/${name}` }).href)).rejects.toThrow(
    /^The database's encoding is SQL_ASCII/,
  )
})
