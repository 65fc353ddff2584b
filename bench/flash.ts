import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { send } from '#e2e/support/client.ts'
import { startProduct } from '#e2e/support/start-product.ts'
import { signManyIn, supplyWishes } from './booking/supply.ts'
import { oneRush } from './flash/rush.ts'
import { visit } from './flash/visitor.ts'
import { quantile, report } from './measuring/report.ts'
import { growOrganisation } from './organisation/grow.ts'
import { largestWhile, total } from './measuring/memory.ts'

/**
 * `npm run bench -- flash`: 10,000 people, evenly over five seconds, each book one of 500 seats (10 mentors, 10 times, 5 seats each) with a mentor and a time of
 * their own choice, over connections of their own. Times count from the moment each arrives. Pass: 500 win, the others are told that it is taken, nothing else; p99 and memory.
 */
const people = 10_000
const seconds = 5
const seats = { mentors: 10, times: 10, each: 5 }
const all = seats.mentors * seats.times * seats.each

const product = await startProduct()
const database = new pg.Client({ connectionString: await product.databaseUrl() })
try {
  await growOrganisation(await product.databaseUrl(), { people: 20_000, appointments: 100_000 }, () => {})
  await database.connect()
  const wishes = await oneRush(database, seats)

  // The server has been up since the morning: some hundred other times are booked first.
  const earlier = await supplyWishes(database, 640, 640)
  let used = 0
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      for (let wish = earlier[used++]; wish; wish = earlier[used++])
        await send(product.url, 'POST', '/api/appointments', { token: wish.token, body: wish.body })
    }),
  )
  const tokens = await signManyIn(database, people)

  const url = new URL(product.url)
  const answers: { status: number; code: string; ms: number }[] = []
  const sockets: Socket[] = []
  const arrive = async (number: number, start: number): Promise<void> => {
    const due = start + (number / people) * seconds * 1000
    await pause(due - performance.now())
    const wish = JSON.stringify(wishes[Math.floor(Math.random() * wishes.length)])
    const { status, body, socket } = await visit(
      url,
      `POST /api/appointments HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${tokens[number]}\r\nContent-Type: application/json\r\n` +
        `Idempotency-Key: ${randomUUID()}\r\nContent-Length: ${wish.length}\r\n\r\n${wish}`,
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
  const other = new Map<string, number>()
  for (const { status, code } of answers)
    if (status !== 201 && code !== 'slot_taken') other.set(`${status} ${code}`, (other.get(`${status} ${code}`) ?? 0) + 1)
  const ms = answers.map(answer => answer.ms).toSorted((a, b) => a - b)
  const { rows } = await database.query<{ sold: string; version: string }>(
    `SELECT (SELECT count(*) FROM appointments a WHERE a.schedule_id = $1 AND holds_seat(a.status)) AS sold, current_setting('server_version') AS version`,
    [wishes[0]?.schedule_id],
  )
  console.log(`${people} arrived in ${seconds} s, the last was answered after ${took.toFixed(1)} s`)
  console.log(`${won} booked, ${lost} told that it is taken, ${answers.length - won - lost} anything else ${[...other].join(', ')}`)
  console.log(`p50 ${quantile(ms, 0.5).toFixed(0)} ms, p99 ${quantile(ms, 0.99).toFixed(0)} ms, slowest ${ms.at(-1)?.toFixed(0)} ms`)
  for (const { who, pss, rss } of largest) console.log(`${who} at most ${(pss / 1e6).toFixed(0)} MB (RSS ${(rss / 1e6).toFixed(0)})`)
  await report('flash', {
    figures: {
      people,
      seconds,
      won,
      lost,
      other: Object.fromEntries(other),
      p50: quantile(ms, 0.5),
      p99: quantile(ms, 0.99),
      memory: largest,
    },
    versions: { PostgreSQL: rows[0]?.version ?? '' },
    targets: [
      { what: 'winners', value: won, atLeast: all, atMost: all, unit: `of ${all} seats` },
      { what: 'seats sold in the database', value: Number(rows[0]?.sold), atLeast: all, atMost: all, unit: '' },
      { what: 'answers that are neither', value: answers.length - won - lost, atMost: 0, unit: '' },
      { what: 'p99 from arriving to the answer', value: quantile(ms, 0.99), atMost: 2000, unit: 'ms' },
      { what: 'memory with the database, at most', value: total(largest) / 1e6, atMost: 400, unit: 'MB' },
    ],
    main: `${won} winners of ${all} seats among ${people}, ${answers.length - won - lost} errors, p99 ${quantile(ms, 0.99).toFixed(0)} ms, ${(total(largest) / 1e6).toFixed(0)} MB`,
  })
} finally {
  await database.end()
  await product.stop()
}
