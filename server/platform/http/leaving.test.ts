import { once } from 'node:events'
import { get } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { leave, prepareToLeave } from './leaving.ts'

async function openDoor(): Promise<{ http: FastifyInstance; address: string }> {
  const http = fastify()
  prepareToLeave(http)
  http.get('/*', async () => 'here')
  return { http, address: await http.listen({ port: 0, host: '127.0.0.1' }) }
}

/** The status of an answer on a connection of its own; 0 where there is none. */
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

/** Asks one after the other until somebody is turned away; answers after how many seconds, and how many were answered. */
async function askOn(address: string, path: string): Promise<{ answered: number; seconds: number }> {
  const start = performance.now()
  let answered = 0
  while ((await ask(address + path)) === 200) answered += 1
  return { answered, seconds: (performance.now() - start) / 1000 }
}

test('a server that is told to stop and still asked goes on answering, but not for longer than twice its time', async () => {
  const { http, address } = await openDoor()
  const [{ answered, seconds }] = await Promise.all([askOn(address, '/api/site'), leave(http, 1)])
  expect(answered).toBeGreaterThan(10)
  expect(seconds).toBeGreaterThan(1.9)
  expect(seconds).toBeLessThan(4)
})

test('asking whether it is ready does not keep it', async () => {
  const { http, address } = await openDoor()
  const [{ seconds }] = await Promise.all([askOn(address, '/api/health/ready'), leave(http, 1)])
  expect(seconds).toBeGreaterThan(1)
  expect(seconds).toBeLessThan(2)
})
