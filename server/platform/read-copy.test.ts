import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Connection } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/start.ts'
import { openReadCopy } from './read-copy.ts'

let root: string
let primary: EmbeddedPostgres
let standby: ChildProcess
let db: Connection
let copyUrl: string
const errors: Error[] = []
const closing: (() => Promise<unknown>)[] = []

const run = promisify(execFile)
const start = () => startEmbeddedPostgres({ dataDirectory: path.join(root, 'data'), log: () => {} })

/** A PostgreSQL that follows the other, as an operator would set one up: a copy of its files, and where to go on reading. */
async function startStandby(url: URL): Promise<number> {
  const [from, folder] = [path.join(root, 'data/postgres'), path.join(root, 'copy')]
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
  root = await mkdtemp(path.join(tmpdir(), 'openhour copy '))
  await chmod(root, 0o711)
  primary = await start()
  await primary.stop()
  await run('cp', ['-a', path.join(root, 'data/postgres'), path.join(root, 'copy')])
  primary = await start()
  const url = new URL(primary.url)
  const port = await startStandby(url)
  copyUrl = Object.assign(new URL(url), { port: String(port) }).href
  const opened = connect(primary.url)
  ;({ db } = opened)
  closing.push(opened.close)
  await sql`CREATE TABLE noted (n int)`.execute(db)
  const { lookBack } = open()
  await vi.waitUntil(async () => (await lookBack(whereFrom)).copy, { timeout: 20_000, interval: 50 })
}, 60_000)
afterAll(async () => {
  for (const close of closing) await close()
  standby.kill('SIGINT')
  if (standby.exitCode === null) await once(standby, 'exit')
  await primary.stop()
  await rm(root, { recursive: true })
})

function open(url = copyUrl) {
  const opened = openReadCopy(url, db, error => errors.push(error), { restFor: 100 })
  closing.push(opened.close)
  return opened
}
async function whereFrom(from: Connection) {
  const { rows } = await sql<{
    copy: boolean
    last: number
  }>`SELECT pg_is_in_recovery() AS copy, (SELECT max(n) FROM noted) AS last`.execute(from)
  return rows[0]!
}
const write = (n: number) => sql`INSERT INTO noted VALUES (${n})`.execute(db)

test('whoever has just written something finds it on the copy', async () => {
  const { lookBack } = open()
  const seen = []
  for (let n = 1; n <= 40; n += 1) {
    await write(n)
    seen.push(await lookBack(whereFrom))
  }
  expect(seen.map(({ last }) => last)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  // One that has not caught up on a busy machine is allowed; that it is the rule is not.
  expect(seen.filter(({ copy }) => copy).length).toBeGreaterThan(20)
})

test('a copy that has stopped following is not asked', async () => {
  const { lookBack } = open()
  const standing = connect(copyUrl)
  try {
    await sql`SELECT pg_wal_replay_pause()`.execute(standing.db)
    await write(100)
    expect(await lookBack(whereFrom)).toEqual({ copy: false, last: 100 })
    await sql`SELECT pg_wal_replay_resume()`.execute(standing.db)
    await expect.poll(() => lookBack(whereFrom), { timeout: 10_000 }).toEqual({ copy: true, last: 100 })
  } finally {
    await standing.close()
  }
})

test('what fails on the copy is read from the database, and the copy rests for a while', async () => {
  const { lookBack } = open()
  errors.length = 0
  // Nothing can be written there.
  const tried: boolean[] = []
  const fussy = async (from: Connection) => {
    const { copy } = await whereFrom(from)
    tried.push(copy)
    await sql`INSERT INTO noted VALUES (200)`.execute(from)
    return copy
  }
  expect(await lookBack(fussy)).toBe(false)
  expect(tried).toEqual([true, false])
  expect(errors.map(({ message }) => message)).toEqual(['cannot execute INSERT in a read-only transaction'])
  expect(await lookBack(whereFrom)).toEqual({ copy: false, last: 200 })
  await expect.poll(() => lookBack(whereFrom), { timeout: 10_000 }).toEqual({ copy: true, last: 200 })
})

test('a copy that is away, or is none, costs nobody an answer', async () => {
  errors.length = 0
  const away = open(Object.assign(new URL(copyUrl), { port: String(await freePort()) }).href)
  expect(await away.lookBack(whereFrom)).toMatchObject({ copy: false })
  expect(errors).toHaveLength(1)
  const itself = open(primary.url)
  expect(await itself.lookBack(whereFrom)).toMatchObject({ copy: false })
})
