import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { send } from '../../e2e/support/client.ts'
import type { RunningProduct } from '../../e2e/support/start-product.ts'
import { commitWithoutWaiting } from '../drill-support/break-durability.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { measureOutage, type OutageResult } from '../drill-support/outage-window.ts'
import { ownPostgresOf, type OwnPostgres } from '../drill-support/own-postgres.ts'
import { openSite } from '../drill-support/site.ts'
import { countLost } from '../drill-support/booking-load.ts'
import { inWords, sumOf } from '../drill-support/constant-load.ts'
import { killPostgres } from '../drill-support/stop-postgres.ts'
import type { Target } from '../measuring/report.ts'

const lost = 'acknowledged bookings lost'
const killed = 'the server’s own PostgreSQL killed'
const stopped = 'your own PostgreSQL stopped'
const healing = (kind: string) => `${kind}: until the last answer that failed`

/**
 * `npm run drill -- outage`: the database goes while people book and read, and comes back: the one that the server
 * runs itself, and then one that it does not.
 */
export const drill = defineDrill({
  promise: 'While the database is down, requests are refused at once with Retry-After; Openhour recovers with it, by itself.',
  options: { away: 20, rate: 50, watch: 7 },
  short: { away: 1.5, watch: 0.7 },
  controls: {
    durability: {
      breaks: 'commits do not wait for the disk (synchronous_commit off), and what was still in memory goes with the database',
      turnsRed: [lost],
      options: { away: 2, watch: 2 },
    },
    closed: {
      breaks: 'the database refuses connections when it is back',
      turnsRed: [healing(killed), healing(stopped)],
      options: { away: 2 },
    },
  },
  async run({ options: { away, rate, watch }, broken }) {
    // No request waits longer for a killed database than its limit; refused bookings are retried afterwards.
    const timesEach = Math.ceil(rate * (Math.max(away, 5) + watch + 5))
    const site = await openSite({ people: 800, times: 2 * timesEach })
    const embedded = site.product
    let own: OwnPostgres | undefined
    let added: RunningProduct | undefined
    try {
      if (broken === 'durability') await commitWithoutWaiting(site)
      const closeDoors = broken === 'closed' ? () => refuseConnections(embedded) : undefined

      // What the drill filled in is not what a day leaves to be recovered.
      await site.database.query('CHECKPOINT')
      const url = site.product.url
      const first = await measureOutage(site, { url, firstTime: 0, rate, watch, closeDoors }, async () => {
        const postmaster = await site.product.postmasterPid()
        await killPostgres(postmaster)
        const gone = performance.now()
        await startedAgain(site.product, postmaster)
        return { gone, back: gone }
      })
      tell(killed, first)

      // The same database, now as an external one.
      await site.product.rest()
      own = await ownPostgresOf(site.product)
      await own.start()
      added = await site.product.addServer()
      const postgres = own
      const second = await measureOutage(site, { url: added.url, firstTime: timesEach, rate, watch, closeDoors }, async () => {
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
            what: 'appointments that were never acknowledged',
            value: rows[0]!.stored - acknowledged.length + lostOnes,
            atMost: 0,
            unit: '',
          },
          { what: 'slowest answer', value: slowest, atMost: 10_000, unit: 'ms' },
          ...targetsOf(killed, first, first.healed < minNoticeableMs ? null : 'database_restarting'),
          ...targetsOf(stopped, second, 'database_away'),
          { what: 'answered while it was away', value: second.meanwhile, atLeast: rate * Math.max(0, away - 2), unit: '' },
          { what: 'answers while it was away other than 503 with Retry-After', value: second.otherMeanwhile, atMost: 0, unit: '' },
          ...(await site.countBroken()),
        ],
        main: `${lostOnes} of ${acknowledged.length} acknowledged bookings lost; the last failed answer ${second.healed.toFixed(0)} ms after the database was back, and ${first.healed.toFixed(0)} ms after it was killed`,
      }
    } finally {
      await added?.stop()
      await own?.stop()
      await site.stop()
    }
  },
})

/**
 * A server that is busy, asked every 50 ms whether it is ready, has nothing to say of a database that is back
 * sooner, in milliseconds.
 */
const minNoticeableMs = 500

/** `reason`: what readiness has to have said, where there was time to. */
const targetsOf = (kind: string, { healed, bookedAfter, unclear, reasons }: OutageResult, reason: string | null): Target[] => [
  { what: healing(kind), value: healed, atMost: 5000, unit: 'ms' },
  { what: `${kind}: booked at the first try afterwards`, value: bookedAfter, atLeast: 1, unit: '' },
  { what: `${kind}: answers other than success and 503 with Retry-After`, value: sumOf(unclear), atMost: 0, unit: '' },
  ...(reason ? [{ what: `${kind}: times that readiness said ${reason}`, value: reasons.get(reason) ?? 0, atLeast: 1, unit: '' }] : []),
]

const figuresOf = ({ acknowledged, unclear, reasons, ...figures }: OutageResult) => ({
  ...figures,
  acknowledged: acknowledged.length,
  unclear: Object.fromEntries(unclear),
  reasons: Object.fromEntries(reasons),
})

function tell(kind: string, { awayMs, healed, slowest, unclear, reasons, meanwhile, acknowledged }: OutageResult): void {
  console.log(
    `${kind}: away ${awayMs.toFixed(0)} ms, ${meanwhile} answered meanwhile, healed after ${healed.toFixed(0)} ms, slowest answer ${slowest.toFixed(0)} ms, ${acknowledged.length} acknowledged in the end; ` +
      `readiness: ${inWords(reasons)}; unclear: ${inWords(unclear)}`,
  )
}

/** Waits until the server has restarted its PostgreSQL and is ready, or the time is up. */
async function startedAgain(product: RunningProduct, before: number): Promise<void> {
  const latest = performance.now() + 5000
  while (performance.now() < latest) {
    const now = await product.postmasterPid().catch(() => 0)
    const { status } = await send(product.url, 'GET', '/api/health/ready')
    if (now > 0 && now !== before && status === 200) return
    await pause(20)
  }
}

/** Makes the database refuse new connections, also after a restart. Returns a function that allows them again. */
async function refuseConnections(product: RunningProduct): Promise<() => Promise<void>> {
  const allow = async (allowed: boolean) => {
    const client = new pg.Client({ connectionString: Object.assign(new URL(await product.databaseUrl()), { pathname: '/postgres' }).href })
    await client.connect()
    await client.query("UPDATE pg_database SET datallowconn = $1 WHERE datname = 'openhour'", [allowed]).finally(() => client.end())
  }
  await allow(false)
  return () => allow(true)
}
