import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenToDatabase, type Live } from './live.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
let way: Awaited<ReturnType<typeof openProxy>>
let live: Live

beforeEach(async () => {
  database = await createTestDatabase()
  way = await openProxy(database.url)
  live = await listenToDatabase(way.url, { pingMs: 500 })
})
afterEach(async () => {
  await live.close()
  way.close()
  await database.drop()
})

/** A proxy to the database that can drop all traffic without closing a connection. */
async function openProxy(url: string) {
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(url)
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    for (const end of [near, far]) sockets.add(end.on('error', () => {}))
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href,
    forget() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('receives notifications again after its connection was dropped silently', async () => {
  const gaps: string[] = []
  const healed = new Promise<void>(resolve => live.on('gap', () => gaps.push('gap') === 2 && resolve()))
  way.forget()
  // One event when it breaks, and one when it is restored.
  await healed
  const heard = once(live, 'waiting')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('NOTIFY openhour_waiting')
  await client.end()
  expect(await heard).toEqual([])
})
