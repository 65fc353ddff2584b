import pg from 'pg'
import { send } from '../e2e/support/client.ts'
import { type RunningProduct, startProduct } from '../e2e/support/start-product.ts'
import { createBookingRequests, type BookingRequest } from './booking/booking-requests.ts'
import { keepAsking } from './measuring/load.ts'
import { quantile, report, spreadOf } from './measuring/report.ts'
import { growOrganisation } from './organisation/grow.ts'
import { warmFileCache } from './search/warm-cache.ts'
import { startBareRoute } from './bare-route/start-bare-route.ts'

/**
 * `npm run bench -- search [appointments…]`: 30 days of a support type with 50 mentors. For each size of history
 * (10,000 and 1,000,000 appointments behind the same month ahead, unless said; 10,000,000 takes half an hour to
 * grow): searches that find a change since the one before, each after a booking, and how both grow, the sizes in
 * turn, so that what else the machine does meets all alike; and at the largest size searches at 16 at once
 * compared with a bare Fastify route that sends the same bytes, in alternating slices.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 1_000_000]
const rounds = 5
const seconds = 2
const pairs = 300

const organisations = await Promise.all(sizes.map(async appointments => ({ appointments, product: await startProduct() })))
const { grown, comparison, version } = await measure().finally(() => Promise.all(organisations.map(({ product }) => product.stop())))

console.log('appointments   search p50    p99   booking p50    p99 (ms, one at a time, each search after a change)')
for (const { appointments, search, booking } of grown) {
  const cells = [search.p50, search.p99, booking.p50, booking.p99].map(ms => ms.toFixed(1).padStart(8))
  console.log(`${String(appointments).padStart(12)} ${cells.join('  ')}`)
}
const [first, last] = [grown[0], grown.at(-1)]
const ratio = spreadOf(comparison.ratios)
const [rate, p50, p99] = [spreadOf(comparison.rates), spreadOf(comparison.p50), spreadOf(comparison.p99)]
console.log(
  `16 at once, ${comparison.bytes} bytes: ${rate.median.toFixed(0)} searches/s (${rate.min.toFixed(0)}–${rate.max.toFixed(0)}), p50 ${p50.median.toFixed(1)} ms, p99 ${p99.median.toFixed(1)} ms`,
)
await report('search', {
  figures: { grown, comparison },
  versions: { PostgreSQL: version },
  targets: [
    { what: 'searches at 16 at once, against a bare route with the same bytes', value: ratio.median, atLeast: 0.5, unit: 'times as many' },
    { what: 'p99 at 16 at once', value: p99.median, atMost: 20, unit: 'ms' },
    {
      what: 'p50 of a search, most appointments against fewest',
      value: (last?.search.p50 ?? Number.NaN) / (first?.search.p50 ?? Number.NaN),
      atMost: 1.2,
      unit: 'times',
    },
    {
      what: 'p50 of a booking, most appointments against fewest',
      value: (last?.booking.p50 ?? Number.NaN) / (first?.booking.p50 ?? Number.NaN),
      atMost: 1.2,
      unit: 'times',
    },
  ],
  main: `${ratio.median.toFixed(2)} of a bare route's rate (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}), p99 ${p99.median.toFixed(1)} ms; p50 grows by ${((last?.search.p50 ?? 0) / (first?.search.p50 ?? 1)).toFixed(2)} from ${first?.appointments} to ${last?.appointments} appointments`,
})

async function measure(): Promise<{ grown: Grown[]; comparison: Comparison; version: string }> {
  const ready = []
  for (const { appointments, product } of organisations) ready.push(await prepare(appointments, product))
  const grown = await inTurn(ready)
  const largest = ready.at(-1)
  if (!largest) throw new Error('no size was asked for')
  return { grown, comparison: await compareWithBareRoute(largest.url, largest.path), version: largest.version }
}

async function prepare(appointments: number, product: RunningProduct): Promise<Organisation> {
  const connectionString = await product.databaseUrl()
  const took = await growOrganisation(connectionString, { people: 20_000, appointments, ahead: 22 }, () => {})
  console.log(`${appointments} appointments, grown in ${took.toFixed(0)} s`)
  const database = new pg.Client({ connectionString })
  await database.connect()
  try {
    const { rows } = await database.query<{ id: string; version: string }>(
      `SELECT t.id, current_setting('server_version') AS version FROM support_types t JOIN mentor_support_types m ON m.support_type_id = t.id
        GROUP BY t.id ORDER BY abs(count(*) - 50), t.id LIMIT 1`,
    )
    const requests = await createBookingRequests(database, 3000, 3000)
    console.log(`${((await warmFileCache(product.folder)) / 1e9).toFixed(1)} GB of data at hand`)
    return { appointments, url: product.url, path: `/api/search-schedule/${rows[0]?.id}`, requests, version: rows[0]?.version ?? '' }
  } finally {
    await database.end()
  }
}

/** At each size in turn: a booking, then a search that must be computed again. */
async function inTurn(organisations: readonly Organisation[]): Promise<Grown[]> {
  const measured = organisations.map(organisation => ({ organisation, search: [] as number[], booking: [] as number[] }))
  for (let index = 0; index < pairs + 50; index += 1) {
    for (const { organisation, search, booking } of measured) {
      const request = organisation.requests[index]
      if (!request) throw new Error(`only ${index} times are free`)
      const booked = await send(organisation.url, 'POST', '/api/appointments', request)
      const found = await send(organisation.url, 'GET', organisation.path)
      if (booked.status !== 201 || found.status !== 200)
        throw new Error(`answered ${booked.status} and ${found.status}: ${JSON.stringify(booked.body)}`)
      if (index < 50) continue
      booking.push(booked.ms)
      search.push(found.ms)
    }
  }
  const of = (ms: readonly number[]) => {
    const sorted = ms.toSorted((a, b) => a - b)
    return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
  }
  return measured.map(({ organisation, search, booking }) => ({
    appointments: organisation.appointments,
    search: of(search),
    booking: of(booking),
  }))
}

async function compareWithBareRoute(url: string, path: string): Promise<Comparison> {
  const bytes = await (await fetch(url + path)).text()
  const bare = await startBareRoute(bytes)
  try {
    const ask = (where: string, what: string, time: number) =>
      keepAsking(where, { concurrency: 16, seconds: time, expected: 200 }, () => ({ method: 'GET', path: what }))
    await ask(url, path, 2)
    await ask(bare.url, '/', 2)
    const slices = []
    for (let round = 0; round < rounds; round += 1) {
      const ours = await ask(url, path, seconds)
      const theirs = await ask(bare.url, '/', seconds)
      if (ours.other.size > 0) throw new Error(`searches were refused: ${[...ours.other.keys()].join(', ')}`)
      slices.push({ rate: ours.rate, ratio: ours.rate / theirs.rate, p50: quantile(ours.ms, 0.5), p99: quantile(ours.ms, 0.99) })
    }
    return {
      ratios: slices.map(slice => slice.ratio),
      rates: slices.map(slice => slice.rate),
      p50: slices.map(slice => slice.p50),
      p99: slices.map(slice => slice.p99),
      bytes: Buffer.byteLength(bytes),
    }
  } finally {
    await bare.stop()
  }
}

interface Organisation {
  appointments: number
  url: string
  path: string
  requests: readonly BookingRequest[]
  version: string
}

interface Grown {
  appointments: number
  search: { p50: number; p99: number }
  booking: { p50: number; p99: number }
}

interface Comparison {
  ratios: number[]
  rates: number[]
  p50: number[]
  p99: number[]
  bytes: number
}
