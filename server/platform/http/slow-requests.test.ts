import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../config.ts'
import { createHttp } from './app.ts'
import { maxConnections } from './connection-limit.ts'

const timeoutSeconds = 1
let http: FastifyInstance
beforeAll(async () => {
  const read = readSettings({ OPENHOUR_LOG_LEVEL: 'silent' })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  http = await createHttp({ settings: read.settings, receiveTimeoutMs: timeoutSeconds * 1000 })
  http.post('/', async () => 'read')
  await http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => http.close())

/**
 * Sends a beginning, then a byte every 100 ms, until the server closes the connection. Returns the
 * seconds until then and the response.
 */
async function drip(beginning: string) {
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  const start = performance.now()
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.write(beginning)
  const timer = setInterval(() => socket.write('x'), 100)
  await once(socket, 'close')
  clearInterval(timer)
  return { seconds: (performance.now() - start) / 1000, answer: answer.split('\r\n')[0] }
}

test.each([
  ['a head', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: '],
  ['a body', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n"'],
])('%s that drips does not hold a connection for longer than a request may take', async (_, beginning) => {
  const { seconds, answer } = await drip(beginning)
  expect(answer).toBe('HTTP/1.1 408 Request Timeout')
  expect(seconds).toBeGreaterThan(timeoutSeconds * 0.9)
  // Checked ten times in that time; the rest is for a busy machine.
  expect(seconds).toBeLessThan(timeoutSeconds * 2.5)
})

test('requests have ten seconds by default', async () => {
  const standard = await createHttp({ settings: { maxQueueSeconds: 8, proxies: [], logLevel: 'silent', mode: 'demo' } as never })
  expect([standard.server.requestTimeout, standard.server.headersTimeout]).toEqual([10_000, 10_000])
  await standard.close()
})

test('without a limit of the queue no plugin refuses requests, health checks among them, while the process is busy', async () => {
  const patient = await createHttp({ settings: { maxQueueSeconds: 0, proxies: [], logLevel: 'silent', mode: 'demo' } as never })
  expect(patient.hasPlugin('@fastify/under-pressure')).toBe(false)
  await patient.close()
})

test('connections never take all of the files that the process may open', () => {
  expect([900, 1024, 20_000].map(limit => maxConnections(limit))).toEqual([772, 896, 19_872])
  expect(maxConnections(100)).toBe(64)
  expect(maxConnections(null)).toBeUndefined()
  expect(http.server.maxConnections).toBe(maxConnections())
})
