import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { send } from '../e2e/support/client.ts'
import { type RunningProduct, startProduct } from '../e2e/support/start-product.ts'
import { signManyIn, createBookingRequests } from './booking/booking-requests.ts'
import { planRush } from './flash/rush.ts'
import { visit } from './flash/visitor.ts'
import { quantile, report, spreadOf } from './measuring/report.ts'
import { growOrganisation } from './organisation/grow.ts'
import { largestWhile, type Memory, total } from './measuring/memory.ts'

/**
 * `npm run bench -- flash`: 10,000 people, evenly over five seconds, each book one of 500 seats (10 mentors, 10 times, 5 seats each) with a mentor and a time of
 * their own choice, over connections of their own; five such rushes, each on a product of its own. Times count from the moment each arrives. Pass: 500 win each time, the others are told that it is taken,
 * nothing else; the median of the five p99; and memory.
 */
const people = 10_000
const seconds = 5
const rushes = 5
const seats = { mentors: 10, times: 10, each: 5 }
const all = seats.mentors * seats.times * seats.each

const results: Rush[] = []
for (let round = 1; round <= rushes; round += 1) {
  const result = await rushOnce()
  results.push(result)
  console.log(
    `${result.won} booked, ${result.lost} told that it is taken, ${result.others} anything else ${JSON.stringify(result.other)}; ` +
      `p50 ${result.p50.toFixed(0)} ms, p99 ${result.p99.toFixed(0)} ms, slowest ${result.slowest.toFixed(0)} ms, ` +
      `${megabytes(result).toFixed(0)} MB; the last was answered ${result.took.toFixed(1)} s after the first came`,
  )
}
const p99 = spreadOf(results.map(result => result.p99))
const memory = spreadOf(results.map(megabytes))
const [won, sold] = [spreadOf(results.map(result => result.won)), spreadOf(results.map(result => result.sold))]
const others = results.reduce((sum, result) => sum + result.others, 0)
await report('flash', {
  figures: { people, seconds, rushes: results },
  versions: { PostgreSQL: results[0]?.version ?? '' },
  targets: [
    { what: 'winners, at least', value: won.min, atLeast: all, unit: `of ${all} seats` },
    { what: 'winners, at most', value: won.max, atMost: all, unit: `of ${all} seats` },
    { what: 'seats sold in the database, at least', value: sold.min, atLeast: all, unit: '' },
    { what: 'seats sold in the database, at most', value: sold.max, atMost: all, unit: '' },
    { what: 'answers that are neither', value: others, atMost: 0, unit: '' },
    { what: `p99 from arriving to the answer, median of ${rushes}`, value: p99.median, atMost: 2000, unit: 'ms' },
    { what: 'memory with the database, at most', value: memory.max, atMost: 400, unit: 'MB' },
  ],
  main: `${won.min} to ${won.max} winners of ${all} seats among ${people}, ${others} errors, p99 ${p99.median.toFixed(0)} ms (${p99.min.toFixed(0)}–${p99.max.toFixed(0)}), ${memory.max.toFixed(0)} MB`,
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
  /** In seconds. */
  took: number
  memory: Memory[]
  /** Of PostgreSQL. */
  version: string
}

async function rushOnce(): Promise<Rush> {
  const product = await startProduct()
  try {
    await growOrganisation(await product.databaseUrl(), { people: 20_000, appointments: 100_000 }, () => {})
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

async function rush(product: RunningProduct, requests: Awaited<ReturnType<typeof planRush>>, tokens: readonly string[]): Promise<Rush> {
  const url = new URL(product.url)
  const answers: { status: number; code: string; ms: number }[] = []
  const sockets: Socket[] = []
  const arrive = async (number: number, start: number): Promise<void> => {
    const due = start + (number / people) * seconds * 1000
    await pause(due - performance.now())
    const request = JSON.stringify(requests[Math.floor(Math.random() * requests.length)])
    const { status, body, socket } = await visit(
      url,
      `POST /api/appointments HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${tokens[number]}\r\nContent-Type: application/json\r\n` +
        `Idempotency-Key: ${randomUUID()}\r\nContent-Length: ${request.length}\r\n\r\n${request}`,
    )
    answers.push({ status, code: /"code":"(\w+)"/.exec(body)?.[1] ?? (status === 0 ? body : ''), ms: performance.now() - due })
    sockets.push(socket)
  }
  const start = performance.now() + 500
  const { largest } = await largestWhile(product, Promise.all(Array.from({ length: people }, (_, number) => arrive(number, start))))
  const took = (performance.now() - start) / 1000
  for (const socket of sockets) socket.destroy()

  const won = answers.filter(({ status }) => status === 201).length
  const lost = answers.filter(({ status, code }) => status === 409 && code === 'slot_taken').length
  const other: Record<string, number> = {}
  for (const { status, code } of answers)
    if (status !== 201 && code !== 'slot_taken') other[`${status} ${code}`] = (other[`${status} ${code}`] ?? 0) + 1
  const ms = answers.map(answer => answer.ms).toSorted((a, b) => a - b)
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
    took,
    memory: largest,
    version: rows[0]?.version ?? '',
  }
}

function megabytes({ memory }: Rush): number {
  return total(memory) / 1e6
}
