import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { send } from '../e2e/support/client.ts'
import { type RunningProduct, startProduct } from '../e2e/support/start-product.ts'
import { signManyIn, createBookingRequests } from './booking/booking-requests.ts'
import { planRush } from './flash/rush.ts'
import { visit } from './flash/visitor.ts'
import { readOptions } from './measuring/options.ts'
import { quantile, report, reportControl, spreadOf } from './measuring/report.ts'
import { slowBookingsDown } from './measuring/slow-bookings.ts'
import { startBareRoute } from './bare-route/start-bare-route.ts'
import { growOrganisation } from './organisation/grow.ts'
import { largestWhile, type Memory, total } from './measuring/memory.ts'

/**
 * `npm run bench -- flash`: 10,000 people, evenly over five seconds, each book one of 500 seats (10 mentors, 10
 * times, 5 seats each) with a mentor and a time of their own choice, over connections of their own; five such
 * rushes, each on a product of its own. Times count from the moment each arrives. Pass: 500 win each time, the
 * others are told that it is taken, nothing else; p99 at most 1.5 × the time that a bare Fastify route needs to
 * answer the same clients when they all come at once, in the same run (median of five); and memory. `--control`
 * makes each booking 40 ms slower, which must be noticed.
 */
const { people, seconds, rushes, organisation, control } = readOptions({ people: 10_000, seconds: 5, rushes: 5, organisation: 100_000 })
const slow = `p99 from arriving to the answer, relative to a bare route (median of ${rushes})`
const seats = { mentors: 10, times: 10, each: 5 }
const all = seats.mentors * seats.times * seats.each

const results: Rush[] = []
for (let round = 1; round <= rushes; round += 1) {
  const result = await rushOnce()
  results.push(result)
  console.log(
    `${result.won} booked, ${result.lost} told that it is taken, ${result.others} anything else ${JSON.stringify(result.other)}; ` +
      `p50 ${result.p50.toFixed(0)} ms, p99 ${result.p99.toFixed(0)} ms, slowest ${result.slowest.toFixed(0)} ms, ` +
      `${megabytes(result).toFixed(0)} MB; bare route: all at once in ${result.bare.allAtOnce.toFixed(0)} ms, p99 over ${seconds} s ${result.bare.p99.toFixed(0)} ms; the last was answered ${result.took.toFixed(1)} s after the first came`,
  )
}
const p99 = spreadOf(results.map(result => result.p99))
const ratio = spreadOf(results.map(result => result.p99 / result.bare.allAtOnce))
const memory = spreadOf(results.map(megabytes))
const [won, sold] = [spreadOf(results.map(result => result.won)), spreadOf(results.map(result => result.sold))]
const others = results.reduce((sum, result) => sum + result.others, 0)
const targets = [
  { what: 'winners, at least', value: won.min, atLeast: all, unit: `of ${all} seats` },
  { what: 'winners, at most', value: won.max, atMost: all, unit: `of ${all} seats` },
  { what: 'seats sold in the database, at least', value: sold.min, atLeast: all, unit: '' },
  { what: 'seats sold in the database, at most', value: sold.max, atMost: all, unit: '' },
  { what: 'answers that are neither', value: others, atMost: 0, unit: '' },
  { what: slow, value: ratio.median, atMost: 1.5, unit: '×' },
  { what: 'memory with the database, at most', value: memory.max, atMost: 400, unit: 'MB' },
]
if (control) reportControl(targets, [slow])
else
  await report('flash', {
    figures: { people, seconds, rushes: results },
    versions: { PostgreSQL: results[0]?.version ?? '' },
    targets,
    main: `${won.min} to ${won.max} winners of ${all} seats among ${people}, ${others} errors, p99 ${ratio.median.toFixed(2)} × a bare route, ${p99.median.toFixed(0)} ms (${p99.min.toFixed(0)}–${p99.max.toFixed(0)}), ${memory.max.toFixed(0)} MB`,
  })

interface Rush {
  won: number
  lost: number
  /** What was answered else, and how often. */
  other: Record<string, number>
  others: number
  sold: number
  /** From arriving to the answer, in milliseconds. */
  p50: number
  p99: number
  slowest: number
  /**
   * The same clients at a bare Fastify route, in milliseconds: until the last answer where all come at once, and
   * p99 where they come over `seconds`.
   */
  bare: { allAtOnce: number; p99: number }
  /** In seconds. */
  took: number
  memory: Memory[]
  /** Of PostgreSQL. */
  version: string
}

async function rushOnce(): Promise<Rush> {
  const product = await startProduct()
  try {
    await growOrganisation(await product.databaseUrl(), { people: 2 * people, appointments: organisation }, () => {})
    const { requests, tokens } = await inDatabase(product, async database => {
      const wanted = await planRush(database, seats)

      // The server has been up since the morning: some hundred other times are booked first.
      const earlier = await createBookingRequests(database, 640, 640)
      let used = 0
      await Promise.all(
        Array.from({ length: 32 }, async () => {
          for (let request = earlier[used++]; request; request = earlier[used++])
            await send(product.url, 'POST', '/api/appointments', { token: request.token, body: request.body })
        }),
      )
      return { requests: wanted, tokens: await signManyIn(database, people) }
    })
    if (control) await slowBookingsDown(await product.databaseUrl(), 0.04)
    return await rush(product, requests, tokens)
  } finally {
    await product.stop()
  }
}

/** Over a connection that is gone afterwards: what it holds is not the product's. */
async function inDatabase<T>(product: RunningProduct, work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString: await product.databaseUrl() })
  await database.connect()
  return work(database).finally(() => database.end())
}

type Requests = Awaited<ReturnType<typeof planRush>>

/**
 * Each person connects, books and stays connected; they arrive evenly over `seconds`, or at once where that is 0.
 */
async function arriveAll(url: URL, requests: Requests, tokens: readonly string[], overSeconds: number) {
  const answers: { status: number; body: string; ms: number }[] = []
  const sockets: Socket[] = []
  const arrive = async (token: string, due: number): Promise<void> => {
    await pause(due - performance.now())
    const request = JSON.stringify(requests[Math.floor(Math.random() * requests.length)])
    const { status, body, socket } = await visit(
      url,
      `POST /api/appointments HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
        `Idempotency-Key: ${randomUUID()}\r\nContent-Length: ${request.length}\r\n\r\n${request}`,
    )
    answers.push({ status, body, ms: performance.now() - due })
    sockets.push(socket)
  }
  const start = performance.now() + 500
  await Promise.all(tokens.map((token, number) => arrive(token, start + (number / tokens.length) * overSeconds * 1000)))
  const tookMs = performance.now() - start
  for (const socket of sockets) socket.destroy()
  return { answers, ms: answers.map(answer => answer.ms).toSorted((one, other) => one - other), tookMs }
}

/**
 * The same clients, requests and sender at a bare Fastify route that sends the bytes of an answer of the product.
 */
async function measureBareRoute(bytes: string, requests: Requests, tokens: readonly string[]): Promise<Rush['bare']> {
  const bare = await startBareRoute(bytes)
  try {
    const url = new URL(bare.url)
    await arriveAll(url, requests, tokens.slice(0, 500), 0)
    const paced = await arriveAll(url, requests, tokens, seconds)
    const atOnce = await arriveAll(url, requests, tokens, 0)
    const failed = [...paced.answers, ...atOnce.answers].find(({ status }) => status !== 200)
    if (failed) throw new Error(`the bare route answered ${failed.status} ${failed.body}`)
    return { allAtOnce: atOnce.tookMs, p99: quantile(paced.ms, 0.99) }
  } finally {
    await bare.stop()
  }
}

async function rush(product: RunningProduct, requests: Requests, tokens: readonly string[]): Promise<Rush> {
  const { value: arrived, largest } = await largestWhile(product, arriveAll(new URL(product.url), requests, tokens, seconds))
  const { ms, tookMs } = arrived
  const answers = arrived.answers.map(({ status, body }) => ({
    status,
    code: /"code":"(\w+)"/.exec(body)?.[1] ?? (status === 0 ? body : ''),
  }))
  const sample = arrived.answers.find(({ status }) => status === 409) ?? arrived.answers[0]
  const bare = await measureBareRoute(sample?.body ?? '', requests, tokens)

  const won = answers.filter(({ status }) => status === 201).length
  const lost = answers.filter(({ status, code }) => status === 409 && code === 'slot_taken').length
  const other: Record<string, number> = {}
  for (const { status, code } of answers)
    if (status !== 201 && code !== 'slot_taken') other[`${status} ${code}`] = (other[`${status} ${code}`] ?? 0) + 1
  const { rows } = await inDatabase(product, database =>
    database.query<{ sold: number; version: string }>(
      `SELECT count(*)::int AS sold, current_setting('server_version') AS version FROM appointments a WHERE a.schedule_id = $1 AND holds_seat(a.status)`,
      [requests[0]?.schedule_id],
    ),
  )
  return {
    won,
    lost,
    other,
    others: answers.length - won - lost,
    sold: rows[0]?.sold ?? 0,
    p50: quantile(ms, 0.5),
    p99: quantile(ms, 0.99),
    slowest: ms.at(-1) ?? Number.NaN,
    took: tookMs / 1000,
    bare,
    memory: largest,
    version: rows[0]?.version ?? '',
  }
}

function megabytes({ memory }: Rush): number {
  return total(memory) / 1e6
}
