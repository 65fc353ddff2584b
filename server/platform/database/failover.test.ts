import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseAddress } from '#database/connect/address.ts'
import { migrate } from '#database/migrate.ts'
import { claimMode } from '#database/mode.ts'
import { isDatabaseUnavailable } from '../http/database-errors.ts'
import { listenToDatabase } from '../live.ts'
import { startWithStandbys } from '../../testing/standby.ts'
import { connect, type Connection } from './connection.ts'

let root: string
let servers: Awaited<ReturnType<typeof startWithStandbys>>
/** The standby first, so that it is not found by its place. */
let address: string

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'openhour failover '))
  await chmod(root, 0o711)
  servers = await startWithStandbys(root, 1)
  const { username, password, host, pathname } = new URL(servers.primary.url)
  const standby = new URL(servers.standbys[0]!.url)
  address = `postgres://${username}:${password}@${standby.host},${host}${pathname}?target_session_attrs=read-write`
  await vi.waitUntil(async () => (await readPort(standby.href).catch(() => null)) === standby.port, { timeout: 20_000, interval: 50 })
}, 60_000)
afterAll(async () => {
  await servers.stop()
  await rm(root, { recursive: true })
})

const port = sql<{ port: string }>`SELECT current_setting('port') AS port`
const askPort = async (db: Connection) => (await port.execute(db)).rows[0]?.port
async function readPort(url: string) {
  const { db, close } = connect(url)
  return askPort(db).finally(close)
}

test('connections, migrations and notifications go to the server that can write, and follow it after a failover', async () => {
  const [standby] = servers.standbys
  await migrate(address)
  expect(await claimMode(address, 'production')).toBe('production')
  const { db, close } = connect(address, { sizes: { builder: 2 } })
  const live = await listenToDatabase(address, { pingMs: 500 })
  const events: string[] = []
  live.on('gap', () => events.push('gap'))
  live.on('waiting', () => events.push('waiting'))
  const notify = () => sql`NOTIFY openhour_waiting`.execute(db)
  const prepared = () =>
    db.preparedPools!.priority<{ port: string }>('port', { sql: `SELECT current_setting('port') AS port, $1`, parameters: [1] })
  try {
    expect(await askPort(db)).toBe(new URL(servers.primary.url).port)
    expect((await prepared())[0]?.port).toBe(new URL(servers.primary.url).port)
    await notify()
    await expect.poll(() => events, { timeout: 5000 }).toEqual(['waiting'])

    await servers.primary.stop()
    const error: unknown = await askPort(db).catch((failure: unknown) => failure)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect((error as Error).message).not.toContain(new URL(servers.primary.url).password)

    const promoting = connect(standby!.url)
    await sql`SELECT pg_promote()`.execute(promoting.db).finally(promoting.close)
    const after = new URL(standby!.url).port
    await expect.poll(() => askPort(db).catch(() => null), { timeout: 10_000 }).toBe(after)
    expect((await prepared())[0]?.port).toBe(after)
    await sql`CREATE TABLE written_after ()`.execute(db)
    // One event when the connection breaks, and one when the other server has been found.
    await expect.poll(() => events, { timeout: 10_000 }).toEqual(['waiting', 'gap', 'gap'])
    await notify()
    await expect.poll(() => events, { timeout: 5000 }).toEqual(['waiting', 'gap', 'gap', 'waiting'])

    // A server that became read-only is left, although its connections still stand.
    const name = new URL(standby!.url).pathname.slice(1)
    await sql`ALTER DATABASE ${sql.id(name)} SET default_transaction_read_only = on`.execute(db)
    await sql`SET default_transaction_read_only = on`.execute(db)
    await expect(sql`CREATE TABLE never ()`.execute(db)).rejects.toMatchObject({ code: '25006' })
    await expect(sql`CREATE TABLE never ()`.execute(db)).rejects.toMatchObject({
      code: '08001',
      message: expect.stringContaining('read-only') as string,
    })
  } finally {
    await live.close()
    await close()
  }
}, 60_000)

test('reads the addresses of several servers', () => {
  const { servers: each, role } =
    parseAddress('postgres://u:p%40@h1:5432,[::1]:5433,h3/db?sslmode=verify-full&target_session_attrs=primary') ?? {}
  expect(role).toBe('primary')
  expect(each).toEqual([
    'postgres://u:p%40@h1:5432/db?sslmode=verify-full',
    'postgres://u:p%40@[::1]:5433/db?sslmode=verify-full',
    'postgres://u:p%40@h3/db?sslmode=verify-full',
  ])
  expect(parseAddress('postgres://u@h1,h2/db')?.role).toBe('read-write')
  expect(parseAddress('postgres://u@h1/db')).toEqual({ servers: ['postgres://u@h1/db'], role: 'any' })
  expect(parseAddress('postgres:///db?host=/var/run/postgresql')?.servers).toEqual(['postgres:///db?host=/var/run/postgresql'])
  for (const wrong of [
    'postgres://u@h1,,h2/db',
    'postgres://u@h1:port,h2/db',
    'postgres://u@h1/db?target_session_attrs=writable',
    'mysql://h/db',
    'h1,h2',
  ])
    expect(parseAddress(wrong)).toBeNull()
})
