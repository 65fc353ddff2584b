import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { admitRequests } from './admit-requests.ts'

/** Those that were let in and are not answered yet, by their address. */
let inside: Map<string, ServerResponse>
let arrived: (() => void) | undefined
function openDoor() {
  // Those of the test before may still come in while its door is closed.
  const those = inside
  return createServer(
    admitRequests(
      ({ url = '' }, reply) => {
        those.set(url, reply)
        arrived?.()
      },
      { patience: 8000, isLeaving: () => false },
    ),
  )
}
let door: ReturnType<typeof openDoor>
const agent = new Agent({ maxSockets: Infinity })

beforeEach(async () => {
  inside = new Map()
  door = openDoor().listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
  await once(door, 'listening')
})
afterEach(() => {
  door.closeAllConnections()
  door.close()
})

function ask(path: string) {
  const asked = get({ port: (door.address() as AddressInfo).port, host: '127.0.0.1', path, agent })
  const answered = once(asked, 'response').then(async ([answer]: IncomingMessage[]) => ({
    status: answer!.statusCode,
    headers: answer!.headers,
    body: await text(answer!),
  }))
  answered.catch(() => undefined)
  return { answered, leave: () => asked.destroy() }
}

/** When so many have been let in. */
async function untilInside(count: number): Promise<void> {
  while (inside.size < count) await new Promise<void>(resolve => (arrived = resolve))
}

/** All places are taken. */
async function fill() {
  const first = Array.from({ length: 160 }, (_, number) => ask(`/${number}`))
  await untilInside(160)
  return first
}

/** Answers one; the next one in line takes the place. */
async function answer(path: string): Promise<void> {
  const reply = inside.get(path)!
  const closed = once(reply, 'close')
  reply.end('done')
  await closed
}

test('who comes when all places are taken waits until somebody is answered; health is told at once', async () => {
  const first = await fill()
  const next = ask('/next')
  await once(door, 'request')
  ask('/api/health/live')
  await untilInside(161)
  expect([inside.has('/api/health/live'), inside.has('/next')]).toEqual([true, false])

  await answer('/7')
  expect(await first[7]!.answered).toMatchObject({ status: 200, body: 'done' })
  await untilInside(162)
  await answer('/next')
  expect(await next.answered).toMatchObject({ status: 200 })
})

test('whoever hangs up while waiting is not worked for', async () => {
  await fill()
  const gone = ask('/gone')
  const [{ socket }] = (await once(door, 'request')) as [IncomingMessage]
  gone.leave()
  await once(socket, 'close')
  ask('/stays')
  await once(door, 'request')
  await answer('/1')
  await untilInside(161)
  expect([inside.has('/gone'), inside.has('/stays')]).toEqual([false, true])
})

test('where more wait than can be answered in time, whoever came first is told when to come again, before anything was done', async () => {
  const asked = Array.from({ length: 5000 }, (_, number) => ask(`/${number}`))
  const away = await Promise.race(asked.map(({ answered }) => answered))
  expect(away).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'content-type': 'application/problem+json' } })
  expect(Problem.parse(JSON.parse(away.body))).toMatchObject({
    code: 'overloaded',
    status: 503,
    retry_after: 5,
    request_id: away.headers['x-request-id'],
  })
  expect(inside.size).toBeLessThan(1000)
}, 30_000)

test('whoever is inside for longer than a second keeps nobody out', async () => {
  await fill()
  ask('/behind')
  await untilInside(161)
  expect(inside.has('/behind')).toBe(true)
})
