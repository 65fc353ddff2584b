import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { openConnections, type Answer, type Connections } from './connections.ts'
import type { Order, Outcome } from './generator.ts'
import { openRequests, type Request } from './requests.ts'

// Sends what it is told to and says what came of it, in a process of its own; ends with its parent.

/** Timeout for a connection, in ms. */
const connectTimeoutMs = 1000
/** Longer than any answer is waited for, in milliseconds. */
const maxAnswerMs = 12_000

let port = 0
let requests: ReturnType<typeof openRequests>

const nothing = () => ({ sent: 0, accepted: [] as number[], refused: 0, other: {} as Record<string, number>, unanswered: 0, unsent: 0 })

function open(connections: Connections, seconds: number) {
  const counts = nothing()
  const start = performance.now()
  const processor = process.cpuUsage()
  let answers = 0
  let after = 0
  let ended = false
  const answered = (request: Request, { status, saysWhen }: Answer, due: number) => {
    if (ended) return
    answers += 1
    requests.tell(request, status)
    if (status === 200 || status === 201) {
      const now = performance.now()
      counts.accepted.push(now - due)
      if (now - start > seconds * 1000) after += 1
    } else if (status === 0) counts.unanswered += 1
    else if (saysWhen && (status === 503 || status === 429)) counts.refused += 1
    else counts.other[status] = (counts.other[status] ?? 0) + 1
  }
  return {
    start,
    counts,
    send(due: number, next?: () => void) {
      const request = requests.next()
      counts.sent += 1
      connections.send(request.text, answer => {
        answered(request, answer, due)
        next?.()
      })
    },
    /** When all are answered, or time is up. */
    async end(): Promise<Outcome> {
      const stopped = performance.now()
      const { user, system } = process.cpuUsage(processor)
      while (answers < counts.sent && performance.now() - stopped < maxAnswerMs) await pause(10)
      const afterwards = (performance.now() - stopped) / 1000
      ended = true
      connections.close()
      counts.unanswered += counts.sent - answers
      counts.accepted.sort((a, b) => a - b)
      return {
        ...counts,
        seconds: (stopped - start) / 1000,
        inTime: counts.accepted.length - after,
        afterwards,
        processor: (user + system) / 1e6,
        acknowledged: requests.acknowledged.splice(0),
      }
    },
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))
/** How often it looks at what was answered, in milliseconds. */
const every = 2

/**
 * Looks at all that was answered meanwhile. In between it sleeps and is not woken by answers: people are
 * elsewhere, and a server that is interrupted for each answer, by a client that shares its processors and reads
 * it, does half of what it can.
 */
async function look(): Promise<void> {
  Atomics.wait(sleeper, 0, 0, every)
  await nextTurn()
}

/** Keeps this many requests in flight. */
async function keepBusy(concurrency: number, seconds: number): Promise<Outcome> {
  const load = open(await openConnections(port, concurrency), seconds)
  const until = load.start + seconds * 1000
  const ask = () => {
    if (performance.now() < until) load.send(performance.now(), ask)
  }
  for (let number = 0; number < concurrency; number += 1) ask()
  while (performance.now() < until) await look()
  return load.end()
}

/** So many a second, whatever becomes of them. */
async function arrive(rate: number, seconds: number, most: number): Promise<Outcome> {
  const connections = await openConnections(port, most)
  const load = open(connections, seconds)
  const all = Math.floor(rate * seconds)
  const dueAt = (number: number) => load.start + (number / rate) * 1000
  for (let number = 0; number < all; await look()) {
    const now = performance.now()
    for (; number < all && dueAt(number) < now - connectTimeoutMs; number += 1) load.counts.unsent += 1
    for (; number < all && dueAt(number) <= now && connections.free() > 0; number += 1) load.send(dueAt(number))
  }
  return load.end()
}

const obey = async (order: Order): Promise<Outcome | 'open'> => {
  switch (order.what) {
    case 'open':
      port = order.port
      requests = openRequests(order.supply)
      return 'open'
    case 'keepBusy':
      return keepBusy(order.concurrency, order.seconds)
    case 'arrive':
      return arrive(order.rate, order.seconds, order.connections)
  }
}
process.on('message', (order: Order) => void obey(order).then(outcome => process.send?.(outcome)))
process.on('disconnect', () => process.exit(0))
