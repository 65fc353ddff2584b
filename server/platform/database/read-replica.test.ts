import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Connection } from './connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { openReadReplica } from './read-replica.ts'

let root: string
let primary: EmbeddedPostgres
let standby: ChildProcess
let db: Connection
let replicaUrl: string
const errors: Error[] = []
const closing: (() => Promise<unknown>)[] = []

const run = promisify(execFile)
const start = () => startEmbeddedPostgres({ dataDirectory: path.join(root, 'data'), log: () => {} })

/**
 * A streaming replica, as an operator would set one up: a base backup and the connection to the primary.
 */
async function startStandby(url: URL): Promise<number> {
  const [from, folder] = [path.join(root, 'data/postgres'), path.join(root, 'replica')]
  const line = await readFile(path.join(from, 'postmaster.opts'), 'utf8')
  const program = line.slice(0, line.indexOf(' "'))
  const settings = [...line.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text)
  const port = await freePort()
  const args = settings.map((text, place) => ({ '-D': folder, '-p': String(port) })[settings[place - 1] ?? ''] ?? text)
  await writeFile(path.join(folder, 'standby.signal'), '')
  const source = `host=127.0.0.1 port=${url.port} user=${url.username} password=${url.password}`
  await appendFile(path.join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const { uid, gid } = await stat(from)
  standby = spawn(program, args, {
    ...(process.getuid?.() === 0 && { uid, gid }),
    cwd: folder,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: 'ignore',
  })
  await once(standby, 'spawn')
  return port
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'openhour replica '))
  await chmod(root, 0o711)
  primary = await start()
  await primary.stop()
  await run('cp', ['-a', path.join(root, 'data/postgres'), path.join(root, 'replica')])
  primary = await start()
  const url = new URL(primary.url)
  const port = await startStandby(url)
  replicaUrl = Object.assign(new URL(url), { port: String(port) }).href
  const opened = connect(primary.url)
  ;({ db } = opened)
  closing.push(opened.close)
  await sql`CREATE TABLE noted (n int)`.execute(db)
  const { readFromReplica } = open()
  await vi.waitUntil(async () => (await readFromReplica(readSource)).replica, { timeout: 20_000, interval: 50 })
}, 60_000)
afterAll(async () => {
  for (const close of closing) await close()
  standby.kill('SIGINT')
  if (standby.exitCode === null) await once(standby, 'exit')
  await primary.stop()
  await rm(root, { recursive: true })
})

function open(url = replicaUrl) {
  const opened = openReadReplica(url, db, error => errors.push(error), { failurePauseMs: 100 })
  closing.push(opened.close)
  return opened
}
async function readSource(from: Connection) {
  const { rows } = await sql<{
    replica: boolean
    last: number
  }>`SELECT pg_is_in_recovery() AS replica, (SELECT max(n) FROM noted) AS last`.execute(from)
  return rows[0]!
}
const write = (n: number) => sql`INSERT INTO noted VALUES (${n})`.execute(db)

test('a read on the replica finds what was written just before', async () => {
  const { readFromReplica } = open()
  const seen = []
  for (let n = 1; n <= 40; n += 1) {
    await write(n)
    seen.push(await readFromReplica(readSource))
  }
  expect(seen.map(({ last }) => last)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  // A busy machine may lag once, but not regularly.
  expect(seen.filter(({ replica }) => replica).length).toBeGreaterThan(20)
})

test('a replica that stopped replaying is not read', async () => {
  const { readFromReplica } = open()
  const replica = connect(replicaUrl)
  try {
    await sql`SELECT pg_wal_replay_pause()`.execute(replica.db)
    await write(100)
    expect(await readFromReplica(readSource)).toEqual({ replica: false, last: 100 })
    await sql`SELECT pg_wal_replay_resume()`.execute(replica.db)
    await expect.poll(() => readFromReplica(readSource), { timeout: 10_000 }).toEqual({ replica: true, last: 100 })
  } finally {
    await replica.close()
  }
})

test('a read that fails on the replica runs on the primary, and the replica is left out for a while', async () => {
  const { readFromReplica } = open()
  errors.length = 0
  // It is read-only.
  const tried: boolean[] = []
  const fussy = async (from: Connection) => {
    const { replica } = await readSource(from)
    tried.push(replica)
    await sql`INSERT INTO noted VALUES (200)`.execute(from)
    return replica
  }
  expect(await readFromReplica(fussy)).toBe(false)
  expect(tried).toEqual([true, false])
  expect(errors.map(({ message }) => message)).toEqual(['cannot execute INSERT in a read-only transaction'])
  expect(await readFromReplica(readSource)).toEqual({ replica: false, last: 200 })
  await expect.poll(() => readFromReplica(readSource), { timeout: 10_000 }).toEqual({ replica: true, last: 200 })
})

test('reads from the primary where the replica is unreachable or is no replica', async () => {
  errors.length = 0
  const away = open(Object.assign(new URL(replicaUrl), { port: String(await freePort()) }).href)
  expect(await away.readFromReplica(readSource)).toMatchObject({ replica: false })
  expect(errors).toHaveLength(1)
  const itself = open(primary.url)
  expect(await itself.readFromReplica(readSource)).toMatchObject({ replica: false })
})
