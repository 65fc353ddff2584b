import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leave } from '../../platform/http/leaving.ts'
import { startTestApp, type TestApp } from '../../test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

async function ask(server = app) {
  const { status, problem, headers } = await server.request('GET /api/health/ready')
  return { status, reason: problem.reason, detail: problem.detail, retryAfter: headers['retry-after'] }
}

test('is ready', async () => {
  expect((await app.request('GET /api/health/ready')).body).toEqual({ status: 'ok' })
})

test('is not while the database lacks migrations, and is when it has newer ones besides', async () => {
  await sql`UPDATE migrations SET number = 9002 WHERE number = 2`.execute(app.db)
  expect(await ask()).toEqual({
    status: 503,
    reason: 'migrations_missing',
    detail: 'The database lacks migrations of this version: 2.',
    retryAfter: '2',
  })
  await sql`INSERT INTO migrations SELECT 2, title, sha256 FROM migrations WHERE number = 9002`.execute(app.db)
  expect((await ask()).status).toBe(200)
})

/** A way to a database that can be cut. */
async function openWay(url: string) {
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(url)
  const server = createServer(socket => {
    const onward = connect(Number(port), hostname)
    for (const end of [socket, onward]) sockets.add(end.on('error', () => {}))
    socket.pipe(onward).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href, cut }
}

test('is not while the database is away, and does not say where it is', async () => {
  const way = await openWay(app.url)
  const second = await startTestApp({ beside: way })
  try {
    expect((await ask(second)).status).toBe(200)
    way.cut()
    expect(await ask(second)).toEqual({ status: 503, reason: 'database_away', detail: 'The database does not answer.', retryAfter: '2' })
  } finally {
    await second.close()
  }
})

test('is not once it was told to stop, answers everybody who still asks, and sends them to other connections', async () => {
  const base = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const leaving = leave(app.http, 0)
  expect(await ask()).toEqual({
    status: 503,
    reason: 'stopping',
    detail: 'This server was told to stop; others take its place.',
    retryAfter: '2',
  })
  const answer = await fetch(`${base}/api/site`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await leaving
  await expect(fetch(`${base}/api/site`)).rejects.toThrow('fetch failed')
})
