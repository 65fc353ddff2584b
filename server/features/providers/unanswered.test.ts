import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { enableProvider, providerSettings } from '../../testing/provider-sign-in.ts'

// A provider that accepts connections and never answers.

let app: TestApp
let root: string
let server: Server
let issuer: string
/** Every connection so far. */
let opened: Socket[] = []
/** What becomes of a new one. */
let treat = (_socket: Socket): void => {}
beforeAll(async () => {
  server = createServer(socket => {
    opened.push(socket)
    socket.on('error', () => {})
    treat(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = await startTestApp({ env: providerSettings })
  root = await app.signIn(await makeAdmin(app.db))
})
afterAll(async () => {
  await app.close()
  server.close()
  await once(server, 'close')
})
afterEach(() => {
  for (const socket of opened) socket.destroy()
  opened = []
  treat = () => {}
})

/** A provider at its own issuer: what is known of one says nothing about another. */
const enable = async () => {
  const client = { client_id: 'openhour', client_secret: 'x'.repeat(20) }
  const own = `${issuer}/${(count += 1)}`
  return enableProvider(app, { issuer: own, client } as Parameters<typeof enableProvider>[1], root)
}
let count = 0

const begin = (id: string) => app.request('POST /api/login/provider/{id}', { params: { id }, body: {} })

it('does not let each sign-in wait for a provider that does not answer', async () => {
  const id = await enable()
  const first = await begin(id)
  expect([first.status, first.problem.code, first.problem.reason]).toEqual([503, 'provider_unavailable', 'timeout'])
  const next = await Promise.all(Array.from({ length: 20 }, () => begin(id)))
  for (const { status, problem } of next) expect([status, problem.message]).toEqual([503, first.problem.message])
  expect(opened).toHaveLength(1)
}, 30_000)

it('asks again after fifteen seconds, and at once when an administrator tests the connection', async () => {
  treat = socket => socket.destroy()
  const id = await enable()
  expect((await begin(id)).problem.code).toBe('provider_unavailable')
  app.clock.advance(14_000)
  await begin(id)
  expect(opened).toHaveLength(1)
  app.clock.advance(1000)
  await begin(id)
  expect(opened).toHaveLength(2)
  await app.request('POST /api/providers/{id}/test', { token: root, params: { id } })
  expect(opened).toHaveLength(3)
})

it('does not hold a wrong answer against a provider', async () => {
  treat = socket => socket.once('data', () => socket.end('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n'))
  const id = await enable()
  expect((await begin(id)).problem.reason).toBe('it answered 503')
  await begin(id)
  expect(opened).toHaveLength(2)
})

it('does not hold one provider’s silence against another', async () => {
  treat = socket => socket.destroy()
  const [one, other] = [await enable(), await enable()]
  await begin(one)
  await begin(other)
  expect(opened).toHaveLength(2)
})
