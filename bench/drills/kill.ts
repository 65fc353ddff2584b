import { setTimeout as pause } from 'node:timers/promises'
import { commitWithoutWaiting } from '../drill-support/break-durability.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { openSite } from '../drill-support/site.ts'
import { bookAgain, startBookingLoad, countLost } from '../drill-support/booking-load.ts'
import { stopPostgresAtOnce } from '../drill-support/stop-postgres.ts'
import { spreadOf } from '../measuring/report.ts'
import { countSyncs } from './kill/count-syncs.ts'

const lost = 'acknowledged bookings lost'
const synced = 'times the log was made durable for each commit of lone bookings'

/** Two ends, in turn: of the server alone, whose PostgreSQL is then taken over; and of both, PostgreSQL first. */
const ends = ['server', 'database'] as const
/**
 * Between two of them it is booked for this long, in milliseconds; a different time each, so that they come at any
 * moment of what is under way.
 */
const calm = (cycle: number) => 700 + ((cycle * 317) % 600)

/**
 * `npm run drill -- kill`, in the long form `--cycles 500`: kill -9 of the server, and immediate stop of
 * PostgreSQL, again and again while people book.
 */
export const drill = defineDrill({
  promise: 'A booking that was acknowledged is never lost, whatever is killed, and it goes on within seconds.',
  options: { cycles: 20, rate: 50, lone: 100 },
  short: { cycles: 2, lone: 20 },
  controls: {
    sync: {
      breaks: 'commits do not wait for the disk (synchronous_commit off), and an immediate stop loses what was still in memory',
      turnsRed: [lost, synced],
      options: { cycles: 4 },
    },
  },
  async run({ options: { cycles, rate, lone }, broken }) {
    // A cycle, with starting again, takes a second or two; on a loaded machine up to twenty.
    const site = await openSite({ people: 2000, times: lone + Math.max(4, cycles) * rate * 20 })
    try {
      if (broken) await commitWithoutWaiting(site)
      const { commits, syncs } = await countSyncs(site, { firstTime: 0, count: lone })
      console.log(`${commits} commits of lone bookings, for which the log was made durable ${syncs} times`)

      const load = startBookingLoad(site, { rate, firstTime: lone, url: () => site.product.url })
      const ready: number[] = []
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        await pause(calm(cycle))
        const end = ends[cycle % ends.length]!
        if (end === 'database') await stopPostgresAtOnce(await site.product.postmasterPid())
        await site.product.kill()
        const acknowledged = load.acknowledged()
        site.product = await site.product.restart()
        ready.push(site.product.readyMs)
        await site.reconnect()
        console.log(
          `${String(cycle + 1).padStart(3)} ${end.padEnd(8)} killed: ${await countLost(site.database, acknowledged)} of ${acknowledged.length} acknowledged so far are lost, ready again after ${site.product.readyMs.toFixed(0)} ms`,
        )
      }
      await pause(calm(cycles))
      await load.end()

      // Clients without an answer retry with the same key, as pages do.
      const again = await bookAgain(
        site.product.url,
        load.done.filter(({ status }) => status !== 201),
      )
      const acknowledged = [...load.acknowledged(), ...again.filter(({ status }) => status === 201)]
      const lostOnes = await countLost(site.database, acknowledged)
      const { rows } = await site.database.query<{ stored: number }>(
        'SELECT count(*)::int AS stored FROM appointments a JOIN bench_times t ON t.slot_id = a.slot_id WHERE t.n >= $1 AND holds_seat(a.status)',
        [lone],
      )
      const slowest = spreadOf(ready)
      return {
        figures: { cycles, rate, commits, syncs, acknowledged: acknowledged.length, again: again.length, lost: lostOnes, ready },
        targets: [
          { what: lost, value: lostOnes, atMost: 0, unit: `of ${acknowledged.length}` },
          {
            what: 'bookings that could not be settled by asking again',
            value: load.done.length - acknowledged.length,
            atMost: 0,
            unit: '',
          },
          {
            what: 'appointments that were never acknowledged',
            value: rows[0]!.stored - acknowledged.length + lostOnes,
            atMost: 0,
            unit: '',
          },
          { what: 'slowest start after a kill', value: slowest.max, atMost: 5000, unit: 'ms' },
          { what: synced, value: syncs / commits, atLeast: 1, unit: '' },
          ...(await site.countBroken()),
        ],
        main: `${lostOnes} of ${acknowledged.length} acknowledged bookings lost in ${cycles} kills, ready again after ${slowest.median.toFixed(0)} ms (slowest ${slowest.max.toFixed(0)})`,
      }
    } finally {
      await site.stop()
    }
  },
})
