import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { sharedLimits, shedLoad } from './load-shedding.ts'

/** Admitted and not yet answered, by path. */
let admitted: Map<string, ServerResponse>
let arrived: (() => void) | undefined
function startServer() {
  // Requests of the previous test may still arrive while its server closes.
  const those = admitted
  return createServer(
    shedLoad(
      ({ url = '' }, reply) => {
        those.set(url, reply)
        arrived?.()
      },
      { maxQueueMs: 8000, isShuttingDown: () => false },
    ),
  )
}
let server: ReturnType<typeof startServer>
const agent = new Agent({ maxSockets: Infinity })

beforeEach(async () => {
  admitted = new Map()
  server = startServer().listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function ask(path: string) {
  const asked = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', path, agent })
  const answered = once(asked, 'response').then(async ([answer]: IncomingMessage[]) => ({
    status: answer!.statusCode,
    headers: answer!.headers,
    body: await text(answer!),
  }))
  answered.catch(() => undefined)
  return { answered, disconnect: () => asked.destroy() }
}

/** Resolves when `count` requests are admitted. */
async function untilAdmitted(count: number): Promise<void> {
  while (admitted.size < count) await new Promise<void>(resolve => (arrived = resolve))
}

/** Takes the whole capacity. */
async function fill() {
  const first = Array.from({ length: 160 }, (_, number) => ask(`/${number}`))
  await untilAdmitted(160)
  return first
}

/** Answers a request, so that the next one in the queue is admitted. */
async function answer(path: string): Promise<void> {
  const reply = admitted.get(path)!
  const closed = once(reply, 'close')
  reply.end('done')
  await closed
}

test('queues requests beyond its capacity until one is answered; answers health checks at once', async () => {
  const first = await fill()
  const next = ask('/next')
  await once(server, 'request')
  ask('/api/health/live')
  await untilAdmitted(161)
  expect([admitted.has('/api/health/live'), admitted.has('/next')]).toEqual([true, false])

  await answer('/7')
  expect(await first[7]!.answered).toMatchObject({ status: 200, body: 'done' })
  await untilAdmitted(162)
  await answer('/next')
  expect(await next.answered).toMatchObject({ status: 200 })
})

test('drops queued requests whose client disconnects', async () => {
  await fill()
  const gone = ask('/gone')
  const [{ socket }] = (await once(server, 'request')) as [IncomingMessage]
  gone.disconnect()
  await once(socket, 'close')
  ask('/stays')
  await once(server, 'request')
  await answer('/1')
  await untilAdmitted(161)
  expect([admitted.has('/gone'), admitted.has('/stays')]).toEqual([false, true])
})

test('refuses the oldest queued requests with Retry-After when the queue is too long', async () => {
  const asked = Array.from({ length: 5000 }, (_, number) => ask(`/${number}`))
  const away = await Promise.race(asked.map(({ answered }) => answered))
  expect(away).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'content-type': 'application/problem+json' } })
  expect(Problem.parse(JSON.parse(away.body))).toMatchObject({
    code: 'overloaded',
    status: 503,
    retry_after: 5,
    request_id: away.headers['x-request-id'],
  })
  expect(admitted.size).toBeLessThan(1000)
}, 30_000)

test('does not count requests of more than a second as concurrent', async () => {
  await fill()
  ask('/behind')
  await untilAdmitted(161)
  expect(admitted.has('/behind')).toBe(true)
})

test('an overloaded organisation keeps no other one waiting: each has few requests admitted, and a queue of its own', async () => {
  const seen: string[] = []
  // However slow this machine is, they count until the second organisation has been served.
  const concurrency = { ...sharedLimits, maxConcurrentMs: 60_000 }
  const options = { maxQueueMs: 8000, isShuttingDown: () => false, concurrency }
  const organisations = ['a', 'b'].map(() => shedLoad(({ url = '' }) => void seen.push(url), options))
  const both = createServer((request, response) => organisations[request.url?.startsWith('/a') ? 0 : 1]!(request, response))
  both.listen(0, '127.0.0.1')
  await once(both, 'listening')
  const { port } = both.address() as AddressInfo
  const send = (path: string) => get({ port, host: '127.0.0.1', path, agent }).on('error', () => {})
  for (let count = 0; count < 50; count += 1) send(`/a${count}`)
  await expect.poll(() => seen.length).toBe(2)
  send('/b')
  await expect.poll(() => seen.at(-1)).toBe('/b')
  expect(seen).toHaveLength(3)
  both.closeAllConnections()
  both.close()
})

test('slow requests of an organisation do not hold up its others for long', async () => {
  const admitAll = async (concurrency: typeof sharedLimits) => {
    const seen: unknown[] = []
    const listener = shedLoad(request => void seen.push(request), { maxQueueMs: 60_000, isShuttingDown: () => false, concurrency })
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (let count = 0; count < 4; count += 1) get({ port, host: '127.0.0.1', agent }).on('error', () => {})
    return { server, seen }
  }
  // No request is answered: of the one, the later two wait for as long as the first two count.
  const [patient, shared] = [await admitAll({ ...sharedLimits, maxConcurrentMs: 600_000 }), await admitAll(sharedLimits)]
  await expect.poll(() => shared.seen.length, { timeout: 10_000 }).toBe(4)
  expect(patient.seen).toHaveLength(2)
  for (const { server } of [patient, shared]) {
    server.closeAllConnections()
    server.close()
  }
})
