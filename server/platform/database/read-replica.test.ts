import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect as openSocket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort, startWithStandbys } from '../../testing/standby.ts'
import { connect, type Connection } from './connection.ts'
import { openReadReplica } from './read-replica.ts'

let root: string
let servers: Awaited<ReturnType<typeof startWithStandbys>>
let db: Connection
let replicaUrl: string
let laggingUrl: string
const errors: Error[] = []
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'openhour replica '))
  await chmod(root, 0o711)
  servers = await startWithStandbys(root, 2)
  ;[replicaUrl, laggingUrl] = servers.standbys.map(({ url }) => url) as [string, string]
  const opened = connect(servers.primary.url)
  ;({ db } = opened)
  closing.push(opened.close)
  await sql`CREATE TABLE noted (n int)`.execute(db)
  for (const { readFromReplica } of [open(), open(laggingUrl)])
    await vi.waitUntil(async () => (await readFromReplica(readSource)).replica, { timeout: 20_000, interval: 50 })
}, 60_000)
afterAll(async () => {
  for (const close of closing) await close()
  await servers.stop()
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
  const itself = open(servers.primary.url)
  expect(await itself.readFromReplica(readSource)).toMatchObject({ replica: false })
})

/** A balancer that leads each new connection to the next server. */
async function startBalancer(urls: readonly string[]) {
  let count = 0
  const server = createServer(near => {
    const far = openSocket(Number(new URL(urls[count++ % urls.length] ?? '').port), '127.0.0.1')
    for (const end of [near, far]) end.on('error', () => {}).on('close', () => [near, far].map(each => each.destroy()))
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: Object.assign(new URL(urls[0] ?? ''), { port: String(port) }).href, close: () => server.close() }
}

test('finds what was written just before also behind a balancer over replicas of which one lags', async () => {
  const balancer = await startBalancer([replicaUrl, laggingUrl])
  const lagging = connect(laggingUrl)
  const { readFromReplica } = open(balancer.url)
  try {
    await sql`SELECT pg_wal_replay_pause()`.execute(lagging.db)
    const seen = []
    for (let n = 301; n <= 330; n += 1) {
      await write(n)
      // Several at once, so that both servers are asked.
      seen.push(await Promise.all([1, 2, 3, 4].map(() => readFromReplica(readSource))))
    }
    expect(seen.map(answers => answers.map(({ last }) => last))).toEqual(
      seen.map((_, index) => Array.from({ length: 4 }, () => 301 + index)),
    )
    expect(seen.flat().some(({ replica }) => replica)).toBe(true)
  } finally {
    await sql`SELECT pg_wal_replay_resume()`.execute(lagging.db)
    await lagging.close()
    balancer.close()
  }
})

test('of several replicas in the address, reads from one that answers', async () => {
  const away = new URL(replicaUrl)
  const both = `postgres://${away.username}:${away.password}@127.0.0.1:${await freePort()},${away.host}${away.pathname}?target_session_attrs=standby`
  await write(400)
  await expect.poll(() => open(both).readFromReplica(readSource), { timeout: 10_000 }).toEqual({ replica: true, last: 400 })
})
