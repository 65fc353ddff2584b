import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { send } from '#e2e/support/client.ts'
import type { RunningProduct } from '#e2e/support/start-product.ts'
import { commitWithoutWaiting } from '../drilling/break-durability.ts'
import { defineDrill } from '../drilling/drill.ts'
import { liveThrough, type LivedThrough } from '../drilling/live-through.ts'
import { ownPostgresOf, type OwnPostgres } from '../drilling/own-postgres.ts'
import { openSite } from '../drilling/site.ts'
import { countLost } from '../drilling/steady-bookings.ts'
import { inWords, sumOf } from '../drilling/steadily.ts'
import { killPostgres } from '../drilling/stop-postgres.ts'
import type { Target } from '../measuring/report.ts'

const lost = 'acknowledged bookings lost'
const killed = 'the server’s own PostgreSQL killed'
const stopped = 'your own PostgreSQL stopped'
const healing = (kind: string) => `${kind}: until the last answer that failed`

/** `npm run drill -- outage`: the database goes while people book and read, and comes back: the one that the server runs itself, and then one that it does not. */
export const drill = defineDrill({
  promise: 'While the database is away everybody is told at once to come back; when it is there again so is Openhour, by itself.',
  options: { away: 20, rate: 50, watch: 7 },
  short: { away: 1.5, watch: 0.7 },
  controls: {
    durability: {
      breaks: 'commits do not wait for the disk (synchronous_commit off), and what was still in memory goes with the database',
      turnsRed: [lost],
      options: { away: 2, watch: 2 },
    },
    closed: {
      breaks: 'the database lets nobody in when it is back',
      turnsRed: [healing(killed), healing(stopped)],
      options: { away: 2 },
    },
  },
  async run({ options: { away, rate, watch }, broken }) {
    // Nobody waits for a killed one longer than it may take; what was refused is booked afterwards.
    const timesEach = Math.ceil(rate * (Math.max(away, 5) + watch + 5))
    const site = await openSite({ people: 800, times: 2 * timesEach })
    const embedded = site.product
    let own: OwnPostgres | undefined
    let beside: RunningProduct | undefined
    try {
      if (broken === 'durability') await commitWithoutWaiting(site)
      const closeDoors = broken === 'closed' ? () => refuseConnections(embedded) : undefined

      // What the drill filled in is not what a day leaves to be recovered.
      await site.database.query('CHECKPOINT')
      const url = site.product.url
      const first = await liveThrough(site, { url, firstTime: 0, rate, watch, closeDoors }, async () => {
        const postmaster = await site.product.postmasterPid()
        await killPostgres(postmaster)
        const gone = performance.now()
        await startedAgain(site.product, postmaster)
        return { gone, back: gone }
      })
      tell(killed, first)

      // The same database, now somebody's own.
      await site.product.rest()
      own = await ownPostgresOf(site.product)
      await own.start()
      beside = await site.product.beside()
      const postgres = own
      const second = await liveThrough(site, { url: beside.url, firstTime: timesEach, rate, watch, closeDoors }, async () => {
        await postgres.stop()
        const gone = performance.now()
        await pause(away * 1000)
        await postgres.start()
        return { gone, back: performance.now() }
      })
      tell(stopped, second)

      await site.reconnect()
      const acknowledged = [...first.acknowledged, ...second.acknowledged]
      const lostOnes = await countLost(site.database, acknowledged)
      const { rows } = await site.database.query<{ stored: number }>(
        'SELECT count(*)::int AS stored FROM appointments a JOIN bench_times t ON t.slot_id = a.slot_id WHERE holds_seat(a.status)',
      )
      const slowest = Math.max(first.slowest, second.slowest)
      return {
        figures: { killed: figuresOf(first), stopped: figuresOf(second), lost: lostOnes },
        targets: [
          { what: lost, value: lostOnes, atMost: 0, unit: `of ${acknowledged.length}` },
          { what: 'bookings that could not be settled by asking again', value: first.unsettled + second.unsettled, atMost: 0, unit: '' },
          {
            what: 'appointments that nobody was told of in the end',
            value: rows[0]!.stored - acknowledged.length + lostOnes,
            atMost: 0,
            unit: '',
          },
          { what: 'slowest answer', value: slowest, atMost: 10_000, unit: 'ms' },
          ...targetsOf(killed, first, first.healed < leastToSee ? null : 'database_restarting'),
          ...targetsOf(stopped, second, 'database_away'),
          { what: 'answered while it was away', value: second.meanwhile, atLeast: rate * Math.max(0, away - 2), unit: '' },
          { what: 'answers while it was away other than 503 with Retry-After', value: second.otherMeanwhile, atMost: 0, unit: '' },
          ...(await site.countBroken()),
        ],
        main: `${lostOnes} of ${acknowledged.length} acknowledged bookings lost; the last failed answer ${second.healed.toFixed(0)} ms after the database was back, and ${first.healed.toFixed(0)} ms after it was killed`,
      }
    } finally {
      await beside?.stop()
      await own?.stop()
      await site.stop()
    }
  },
})

/** A server that is busy, asked every 50 ms whether it is ready, has nothing to say of a database that is back sooner, in milliseconds. */
const leastToSee = 500

/** `reason`: what readiness has to have said, where there was time to. */
const targetsOf = (kind: string, { healed, bookedAfter, unclear, reasons }: LivedThrough, reason: string | null): Target[] => [
  { what: healing(kind), value: healed, atMost: 5000, unit: 'ms' },
  { what: `${kind}: booked at the first try afterwards`, value: bookedAfter, atLeast: 1, unit: '' },
  { what: `${kind}: answers other than success and 503 with Retry-After`, value: sumOf(unclear), atMost: 0, unit: '' },
  ...(reason ? [{ what: `${kind}: times that readiness said ${reason}`, value: reasons.get(reason) ?? 0, atLeast: 1, unit: '' }] : []),
]

const figuresOf = ({ acknowledged, unclear, reasons, ...figures }: LivedThrough) => ({
  ...figures,
  acknowledged: acknowledged.length,
  unclear: Object.fromEntries(unclear),
  reasons: Object.fromEntries(reasons),
})

function tell(kind: string, { awayMs, healed, slowest, unclear, reasons, meanwhile, acknowledged }: LivedThrough): void {
  console.log(
    `${kind}: away ${awayMs.toFixed(0)} ms, ${meanwhile} answered meanwhile, healed after ${healed.toFixed(0)} ms, slowest answer ${slowest.toFixed(0)} ms, ${acknowledged.length} acknowledged in the end; ` +
      `readiness: ${inWords(reasons)}; unclear: ${inWords(unclear)}`,
  )
}

/** Waits until the server has started its PostgreSQL anew and is ready, or has had time enough for it. */
async function startedAgain(product: RunningProduct, before: number): Promise<void> {
  const latest = performance.now() + 5000
  while (performance.now() < latest) {
    const now = await product.postmasterPid().catch(() => 0)
    const { status } = await send(product.url, 'GET', '/api/health/ready')
    if (now > 0 && now !== before && status === 200) return
    await pause(20)
  }
}

/** Lets nobody new into the database, also after it was started again; answers how to let them in. */
async function refuseConnections(product: RunningProduct): Promise<() => Promise<void>> {
  const allow = async (allowed: boolean) => {
    const client = new pg.Client({ connectionString: Object.assign(new URL(await product.databaseUrl()), { pathname: '/postgres' }).href })
    await client.connect()
    await client.query("UPDATE pg_database SET datallowconn = $1 WHERE datname = 'openhour'", [allowed]).finally(() => client.end())
  }
  await allow(false)
  return () => allow(true)
}
