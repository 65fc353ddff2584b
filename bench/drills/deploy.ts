import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../../e2e/support/client.ts'
import { startBalancer } from '../drill-support/balancer.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { supportTypeOf } from '../drill-support/open-page.ts'
import { openSite, type Site } from '../drill-support/site.ts'
import { startBookingLoad, countLost } from '../drill-support/booking-load.ts'
import { quantile } from '../measuring/report.ts'
import { keepOpen } from './deploy/pages.ts'
import { startReadingLoad } from './deploy/reads.ts'

const failed = 'requests that failed'
/** How often the balancer asks whether a server is ready, in milliseconds: less than any server drains. */
const looksEvery = 500
/** Of all requests, those that book. */
const booking = 0.2
/** A restart takes less, in seconds: draining, stopping, starting and being seen. */
const maxRestartSeconds = 12

/**
 * `npm run drill -- deploy`: two servers on one database behind a balancer are restarted in turn while people
 * look, book and keep pages open.
 */
export const drill = defineDrill({
  promise: 'A rolling restart goes unnoticed: no request fails, no booking is lost or doubled, open pages reconnect.',
  options: { restarts: 10, rate: 100, pages: 20, drain: 2, warm: 2 },
  short: { restarts: 1, rate: 40, pages: 5, warm: 0.5 },
  controls: {
    drain: {
      breaks: 'servers that are told to stop do not wait until that is noticed (OPENHOUR_DRAIN_SECONDS is 0)',
      turnsRed: [failed],
      options: { restarts: 4, drain: 0 },
    },
    kill: { breaks: 'servers are ended with kill -9 instead of being told to stop', turnsRed: [failed], options: { restarts: 4 } },
  },
  async run({ options: { restarts, rate, pages: pageCount, drain, warm }, broken }) {
    const rates = { books: rate * booking, reads: rate * (1 - booking) }
    const site = await openSite({ people: 400, times: Math.ceil(rates.books * (restarts + 1) * maxRestartSeconds) })
    const balancer = await startBalancer({ everyMs: looksEvery })
    // The first server owns the database and receives no requests.
    const start = () => site.product.addServer({ OPENHOUR_DRAIN_SECONDS: String(drain) })
    const servers = await Promise.all([start(), start()])
    try {
      await Promise.all(servers.map(({ url }) => balancer.add(url)))
      const supportType = await supportTypeOf(site, 0)
      const pages = keepOpen(balancer.url, supportType, pageCount)
      await pages.allOpen(5000)
      const bookings = startBookingLoad(site, { rate: rates.books, firstTime: 1, url: () => balancer.url })
      const reads = startReadingLoad(balancer.url, site, { rate: rates.reads, supportType })

      // They have been up since the morning.
      await pause(warm * 1000)
      let unclean = 0
      for (let restart = 0; restart < restarts; restart += 1) {
        await pause(500)
        const which = restart % servers.length
        const old = servers[which]!
        if (broken === 'kill') await old.kill()
        else if ((await old.rest()) !== 0) unclean += 1
        balancer.remove(old.url)
        const next = (servers[which] = await old.restart())
        await balancer.add(next.url)
        const bad = [...bookings.done, ...reads.done].filter(({ status }) => status >= 300 || status === 0).length
        console.log(
          `${String(restart + 1).padStart(3)} restarted, ready after ${next.readyMs.toFixed(0)} ms: ${bad} of ${bookings.done.length + reads.done.length} requests failed so far`,
        )
      }
      await pause(500)
      await Promise.all([bookings.end(), reads.end()])

      await pages.allOpen(5000)
      const [hear] = await Promise.all([pages.hear(site.times[0]!, 2000), bookOne(site, balancer.url)])
      pages.close()
      console.log(`Streams of open pages: ${pages.ended} ended, ${pages.cutOff} cut off, ${pages.refused} refused`)

      const all = [...bookings.done, ...reads.done]
      const bad = all.filter(({ status }) => status >= 300 || status === 0)
      const ms = all.map(one => one.ms).toSorted((a, b) => a - b)
      const acknowledged = bookings.acknowledged()
      const lost = await countLost(site.database, acknowledged)
      const { rows } = await site.database.query<{ stored: number }>(
        'SELECT count(*)::int AS stored FROM appointments a JOIN bench_times t ON t.slot_id = a.slot_id WHERE t.n > 0 AND holds_seat(a.status)',
      )
      const { ended, cutOff, refused } = pages
      const statuses: Record<string, number> = {}
      for (const { status } of bad) statuses[status] = (statuses[status] ?? 0) + 1
      return {
        figures: {
          restarts,
          rate,
          requests: all.length,
          statuses,
          acknowledged: acknowledged.length,
          lost,
          p50: quantile(ms, 0.5),
          p99: quantile(ms, 0.99),
          slowest: ms.at(-1),
          pages: { ended, cutOff, refused },
        },
        targets: [
          { what: failed, value: bad.length, atMost: 0, unit: `of ${all.length}` },
          { what: 'acknowledged bookings lost', value: lost, atMost: 0, unit: `of ${acknowledged.length}` },
          { what: 'unacknowledged appointments', value: rows[0]!.stored - acknowledged.length + lost, atMost: 0, unit: '' },
          { what: 'streams of open pages cut off or refused', value: cutOff + refused, atMost: 0, unit: '' },
          { what: 'open pages that hear of a booking afterwards', value: hear, atLeast: pageCount, unit: `of ${pageCount}` },
          { what: 'servers that did not end cleanly', value: unclean, atMost: 0, unit: `of ${restarts}` },
          { what: 'slowest answer', value: ms.at(-1) ?? 0, atMost: 5000, unit: 'ms' },
          ...(await site.countBroken()),
        ],
        main: `${bad.length} of ${all.length} requests failed in ${restarts} restarts, ${lost} of ${acknowledged.length} bookings lost, slowest answer ${ms.at(-1)?.toFixed(0)} ms`,
      }
    } finally {
      await balancer.stop()
      await Promise.all(servers.map(server => server.stop()))
      await site.stop()
    }
  },
})

/** Books the time that was kept for the end. */
async function bookOne({ times, clients }: Site, url: string): Promise<void> {
  const { status } = await send(url, 'POST', '/api/appointments', { token: clients[0]!.token, body: times[0] })
  if (status !== 201) throw new Error(`booking answered ${status}`)
}
