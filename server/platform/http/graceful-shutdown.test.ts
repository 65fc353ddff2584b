import { once } from 'node:events'
import { get } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { maxStopMs, prepareShutdown, shutDown } from './graceful-shutdown.ts'

async function startServer(): Promise<{ http: FastifyInstance; address: string }> {
  const http = fastify()
  prepareShutdown(http)
  http.get('/*', async () => 'here')
  return { http, address: await http.listen({ port: 0, host: '127.0.0.1' }) }
}

/** The status of a response on a new connection; 0 if there is none. */
async function ask(address: string): Promise<number> {
  const asked = get(address, { agent: false })
  try {
    const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
    answer.resume()
    return answer.statusCode
  } catch {
    return 0
  }
}

/** Sends requests one after another until one fails; returns the number of answers and the time until then. */
async function askUntilRefused(address: string, path: string): Promise<{ answered: number; seconds: number }> {
  const start = performance.now()
  let answered = 0
  while ((await ask(address + path)) === 200) answered += 1
  return { answered, seconds: (performance.now() - start) / 1000 }
}

test('answers during the drain time, and up to twice as long while requests arrive', async () => {
  const { http, address } = await startServer()
  const [{ answered, seconds }] = await Promise.all([askUntilRefused(address, '/api/site'), shutDown(http, 1)])
  expect(answered).toBeGreaterThan(10)
  expect(seconds).toBeGreaterThan(1.9)
  expect(seconds).toBeLessThan(4)
})

test('leaves 40 seconds for the rest, also where requests arrive for twice the drain time', () => {
  expect(maxStopMs(60)).toBe(160_000)
})

test('is not prolonged by readiness checks', async () => {
  const { http, address } = await startServer()
  const [{ seconds }] = await Promise.all([askUntilRefused(address, '/api/health/ready'), shutDown(http, 1)])
  expect(seconds).toBeGreaterThan(1)
  expect(seconds).toBeLessThan(2)
})
