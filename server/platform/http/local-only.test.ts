import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let demo: TestApp
let production: TestApp
beforeAll(async () => {
  demo = await startTestApp()
  production = await startTestApp({ databaseOf: demo, env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' } })
})
afterAll(async () => {
  await production.close()
  await demo.close()
})

const ask = async ({ http }: TestApp, headers: Record<string, string>, url = '/api/site') => {
  const answer = await http.inject({ url, headers })
  return [answer.statusCode, answer.statusCode === 200 ? null : answer.json().code]
}

describe('the demo', () => {
  it.each([
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-host', 'book.example.org'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-port', '443'],
    ['x-real-ip', '127.0.0.1'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
  ])('answers no request that a proxy forwarded with %s', async (name, value) => {
    expect(await ask(demo, { [name]: value })).toEqual([421, 'demo_is_local'])
    expect(await ask(production, { [name]: value })).toEqual([200, null])
  })

  it.each([
    'book.example.org',
    '127.0.0.1.example.org',
    'localhost.example.org',
    '192.168.1.4:3000',
    '127.0.0.1:3000@evil.example',
    '[::2]',
    '::1',
    '[127.0.0.1]',
    'localhost:3000:1',
  ])('answers no request to the host "%s", as a page with a rebound name would send it', async host => {
    expect(await ask(demo, { host })).toEqual([421, 'demo_is_local'])
  })

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '127.8.9.1', '[::1]', '[::1]:3000'])('answers at %s', async host => {
    expect(await ask(demo, { host })).toEqual([200, null])
  })

  it('gives no code, page, stream or measurement to a forwarded request', async () => {
    for (const url of ['/', '/login', '/metrics', '/api/health/ready', '/api/nothing', '/api/schedules/x/live'])
      expect(await ask(demo, { 'x-forwarded-for': '203.0.113.7', host: 'book.example.org' }, url)).toEqual([421, 'demo_is_local'])
    const joined = await demo.http.inject({
      method: 'POST',
      url: '/api/join',
      headers: { host: 'book.example.org' },
      payload: { phone: '+447700900123' },
    })
    expect([joined.statusCode, joined.body.includes('demo_code')]).toEqual([421, false])
    expect(await demo.db.selectFrom('phone_codes').select('id').execute()).toEqual([])
  })
})

it('two Host headers are refused, in production too', async () => {
  await production.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = production.http.server.address() as AddressInfo
  const send = async (hosts: string[]) => {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    socket.write(`GET /api/site HTTP/1.1\r\n${hosts.map(host => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`)
    return (await text(socket)).split(' ')[1]
  }
  expect(await send(['book.example.org'])).toBe('200')
  expect(await send(['book.example.org', 'evil.example'])).toBe('400')
  expect(await send(['book.example.org', 'book.example.org'])).toBe('400')
})
