import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startProduct } from '../e2e/support/start-product.ts'
import { bookByStatements, pgbenchVersion } from './booking/statement-by-statement.ts'
import { createBookingRequests } from './booking/booking-requests.ts'
import { keepAsking } from './measuring/load.ts'
import { quantile, report, spreadOf } from './measuring/report.ts'
import { growOrganisation } from './organisation/grow.ts'

/**
 * `npm run bench -- booking`: bookings a second over HTTP, each for its own time, compared with pgbench running
 * the same transaction statement by statement on the same server, in alternating slices. Pass: the median of the
 * paired ratios is at least 1.5 at 16 and at 64 requests at once, and nothing is refused.
 */
const rounds = 5
const seconds = 2
const target = 1.5
const requests = 220_000

/** Bookings per second over HTTP and by pgbench; `p50` and `p99` in ms. */
interface Slice {
  rate: number
  reference: number
  ratio: number
  p50: number
  p99: number
}

const pgbench = await pgbenchVersion()
if (!pgbench) throw new Error('pgbench is required: on Debian it comes with the package postgresql.')
const product = await startProduct()
const database = new pg.Client({ connectionString: await product.databaseUrl() })
try {
  await growOrganisation(await product.databaseUrl(), { people: 20_000, appointments: 100_000 }, () => {})
  await database.connect()
  const supply = await createBookingRequests(database, requests, 10_000)
  let used = 0
  const over = async (concurrency: number, time: number) => {
    const measured = await keepAsking(product.url, { concurrency, seconds: time, expected: 201 }, () => {
      const request = supply[used++]
      if (!request) throw new Error('all times are taken: the supply is too small for this machine')
      return {
        method: 'POST',
        path: '/api/appointments',
        headers: { authorization: `Bearer ${request.token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(request.body),
      }
    })
    if (measured.other.size > 0) throw new Error(`refused: ${[...measured.other].map(([what, count]) => `${count} × ${what}`).join('; ')}`)
    return measured
  }
  const byStatements = async (time: number) => {
    const url = await product.databaseUrl()
    const { rate, used: taken } = await bookByStatements(url, { base: used, clients: 16, seconds: time })
    used += taken
    return rate
  }

  await over(16, 3)
  await byStatements(2)
  const results = []
  console.log('at once   bookings/s   p50 ms   p99 ms   statements/s   ratio (least–most)')
  for (const concurrency of [1, 16, 64]) {
    const slices: Slice[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { rate, ms } = await over(concurrency, seconds)
      const reference = await byStatements(seconds)
      slices.push({ rate, reference, ratio: rate / reference, p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) })
    }
    const middle = (of: (slice: Slice) => number) => spreadOf(slices.map(of))
    const [rate, reference, ratio] = [middle(slice => slice.rate), middle(slice => slice.reference), middle(slice => slice.ratio)]
    console.log(
      `${String(concurrency).padStart(7)}   ${rate.median.toFixed(0).padStart(10)}   ${middle(slice => slice.p50)
        .median.toFixed(1)
        .padStart(6)}   ${middle(slice => slice.p99)
        .median.toFixed(1)
        .padStart(
          6,
        )}   ${reference.median.toFixed(0).padStart(12)}   ${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`,
    )
    results.push({ concurrency, slices, ratio })
  }
  const { rows } = await database.query<{ wrong: string; version: string }>(
    `SELECT (SELECT count(*) FROM slots x WHERE x.taken <> (SELECT count(*) FROM appointments a WHERE a.slot_id = x.id AND holds_seat(a.status))) AS wrong, current_setting('server_version') AS version`,
  )
  const worst = results.filter(({ concurrency }) => concurrency > 1).toSorted((a, b) => a.ratio.median - b.ratio.median)[0]
  await report('booking', {
    figures: results,
    versions: { PostgreSQL: rows[0]?.version ?? '', pgbench },
    targets: [
      ...results
        .filter(({ concurrency }) => concurrency > 1)
        .map(({ concurrency, ratio }) => ({
          what: `bookings over HTTP at ${concurrency} at once, against the same statements by pgbench`,
          value: ratio.median,
          atLeast: target,
          unit: 'times as many',
        })),
      { what: 'slots whose seats are counted wrongly', value: Number(rows[0]?.wrong), atMost: 0, unit: '' },
    ],
    main: `${worst?.ratio.median.toFixed(2)} times the rate of the same transaction statement by statement (${worst?.ratio.min.toFixed(2)}–${worst?.ratio.max.toFixed(2)})`,
  })
} finally {
  await database.end()
  await product.stop()
}
