import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let production: TestApp
beforeAll(async () => {
  app = await startTestApp()
  production = await startTestApp({ databaseOf: app, env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' } })
})
afterAll(async () => {
  await production.close()
  await app.close()
})

const elsewhere = { origin: 'https://elsewhere.example' }

test.each(['/api/my-session', '/api/nothing', '/api/mentor-list', '/api/health/live'])('%s is data, and nothing else', async url => {
  const { headers } = await app.http.inject({ url, headers: elsewhere })
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/(problem\+)?json/),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['cache-control']).toBe(url === '/api/mentor-list' ? 'no-cache' : 'no-store')
  // Other sites cannot read it.
  expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
})

test('no other site may ask for more than it may read', async () => {
  const asked = { ...elsewhere, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
  const { statusCode, headers } = await app.http.inject({ method: 'OPTIONS', url: '/api/appointments', headers: asked })
  expect([statusCode, headers['access-control-allow-origin']]).toEqual([404, undefined])
})

test('production asks browsers for https, for a year and every name below', async () => {
  const { headers } = await production.http.inject({ url: '/api/health/live' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect((await app.http.inject({ url: '/api/health/live' })).headers).not.toHaveProperty('strict-transport-security')
})

test('refuses TRACE', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  const [answer] = (await once(
    request({ port, host: '127.0.0.1', method: 'TRACE', path: '/api/my-session', headers: { authorization: 'Bearer secret' } }).end(),
    'response',
  )) as [IncomingMessage]
  expect([answer.statusCode, JSON.stringify(await answer.toArray())]).toEqual([404, expect.not.stringContaining('secret')])
})
