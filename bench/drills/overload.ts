import { setTimeout as pause } from 'node:timers/promises'
import { startBareRoute } from '../bare-route/start-bare-route.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { supportTypeOf } from '../drill-support/open-page.ts'
import { openSite, type Site } from '../drill-support/site.ts'
import { startBookingLoad, type Booking } from '../drill-support/booking-load.ts'
import { largestWhile, total } from '../measuring/memory.ts'
import { processorWhile, type Processor } from '../measuring/processor.ts'
import { quantile } from '../measuring/report.ts'
import { openGenerator } from './overload/generator.ts'
import type { Supply } from './overload/requests.ts'

const goodput = 'done while they came, of what the server can do'
const slow = 'p99 of what was done, from when it was due'

/** Enough concurrent requests to keep the server busy without a queue. */
const concurrency = 64
/** Bookings a second that show what is usual, before and after. */
const probing = 20
/** For so many seconds at most it is watched how it recovers. */
const maxRecoverySeconds = 8

/**
 * `npm run drill -- overload`: what the server can do, then ten times as much for a minute, then as little as
 * before.
 */
export const drill = defineDrill({
  promise: 'Where more come than can be answered, as many are answered as ever, in time; the others are told at once when to come again.',
  // `percent` of what it can do is done, and `late` is the p99 of that, in milliseconds; `arrived` percent of what
  // was to come has to come; bookings are as usual again where they take no more than twice what they did, or
  // `soon`, in milliseconds. There are so many people that each has few appointments to the end: two thousand had
  // twenty each, whose own lists then took twice the work of those that were measured before. There are more
  // connections than may ever wait: fewer, on a fast machine, are a rush that waits. Memory is bounded where a
  // longer overload takes no more: `growth`, and a gigabyte.
  options: {
    times: 10,
    seconds: 60,
    peak: 10,
    calm: 3,
    people: 10_000,
    perSecond: 1600,
    connections: 17_000,
    arrived: 90,
    percent: 70,
    late: 1000,
    soon: 50,
    patience: 8,
    megabytes: 1000,
    growth: 1.1,
  },
  // Throughput means nothing while other tests run. The short form checks the answers, that nothing is lost, and
  // the recovery.
  short: {
    seconds: 1,
    peak: 0.3,
    calm: 0.5,
    people: 400,
    perSecond: 300,
    connections: 1500,
    arrived: 0,
    percent: 0,
    late: 10_000,
    soon: 1000,
    patience: 1,
    growth: 100,
  },
  controls: {
    shedding: {
      breaks: 'no request is refused (OPENHOUR_MAX_QUEUE_SECONDS is 0)',
      turnsRed: [slow],
      // Each accepted request takes its own time.
      options: { seconds: 5, peak: 3, perSecond: 2000 },
    },
  },
  async run({
    options: {
      times,
      seconds,
      peak,
      calm,
      people,
      perSecond,
      connections,
      arrived,
      percent,
      late,
      soon,
      patience,
      megabytes,
      growth: mostGrowth,
    },
    broken,
  }) {
    const probes = probing * Math.ceil(calm + maxRecoverySeconds + 2)
    const settings = { OPENHOUR_MAX_QUEUE_SECONDS: String(broken ? 0 : patience) }
    const site = await openSite({
      people,
      times: probes + Math.ceil((perSecond / 2) * (seconds + 3 * peak + 10)),
      settings,
    })
    const { product } = site
    const supply = {
      // Starts after the probes' clients, so that no client books twice at the same time.
      tokens: site.clients.map((_, number) => site.clients[(number + probes) % site.clients.length]!.token),
      bookings: site.times.slice(probes).map(time => JSON.stringify(time)),
      supportType: await supportTypeOf(site, 0),
    }
    const generator = await openGenerator(product.url, supply)
    try {
      const warm = await generator.keepBusy(concurrency, peak)
      const best = await largestWhile(
        product,
        measured(site, () => generator.keepBusy(concurrency, peak)),
      )
      const can = best.value.accepted.length / best.value.seconds
      say(`Can do ${can.toFixed(0)} a second, ${concurrency} at once`, best.value)

      const before = startBookingLoad(site, { rate: probing, firstTime: 0, url: () => product.url })
      await pause(calm * 1000)
      await before.end()
      const usual = median(before.done)

      const {
        value: rush,
        largest,
        growth,
      } = await largestWhile(
        product,
        measured(site, () => generator.arrive(can * times, seconds, connections)),
      )
      const over = rush.sent / rush.seconds / can
      const share = rush.inTime / rush.seconds / can
      const p99 = quantile(rush.accepted, 0.99)
      say(
        `${rush.sent} came in ${rush.seconds.toFixed(1)} s, ${over.toFixed(1)} times that: ${(share * 100).toFixed(0)} % of it done`,
        rush,
      )

      const after = startBookingLoad(site, { rate: probing, firstTime: before.done.length, url: () => product.url })
      const since = performance.now()
      const recovery = () => recoveredAfter(after.done, Math.max(soon, 2 * usual))
      while (recovery() === Infinity && performance.now() - since < maxRecoverySeconds * 1000) await pause(100)
      await after.end()
      const recovered = rush.afterwards + recovery()

      const alongside = await runNextToRefuser(site, generator, supply, { rate: can * (times - share), seconds: peak, connections })
      const bare = alongside.accepted.length / alongside.seconds / can
      say(`Next to a bare Node server that refuses as many: ${(bare * 100).toFixed(0)} % of it done`, alongside)

      const acknowledged = [warm, best.value, rush, alongside].flatMap(outcome => outcome.acknowledged).map(number => number + probes)
      const { rows } = await site.database.query<{ stored: number }>(
        'SELECT count(*)::int AS stored FROM appointments a JOIN bench_times t ON t.slot_id = a.slot_id WHERE t.n = ANY($1::int[]) AND holds_seat(a.status)',
        [acknowledged],
      )
      const other = Object.values(rush.other).reduce((sum, one) => sum + one, 0)
      const most = total(largest) / 1e6
      const { accepted, acknowledged: _, ...counts } = rush
      return {
        figures: {
          can,
          over,
          share,
          /** Of what the server can do, next to a bare Node server that refuses as many: what no refusing leaves over. */
          bare,
          p50: quantile(accepted, 0.5),
          p99,
          accepted: accepted.length,
          ...counts,
          usual,
          recovered,
          memory: { busy: best.largest, overloaded: largest, growth },
        },
        targets: [
          { what: 'requests that came, against what the server can do', value: over, atLeast: (times * arrived) / 100, unit: 'times' },
          { what: goodput, value: share, atLeast: percent / 100, unit: '' },
          { what: slow, value: p99, atMost: late, unit: 'ms' },
          { what: 'told to come again, at least', value: rush.refused, atLeast: 1, unit: `of ${rush.sent}` },
          { what: 'answers that are neither done nor 429 or 503 with when to come again', value: other, atMost: 0, unit: '' },
          { what: 'requests that got no answer', value: rush.unanswered, atMost: 0, unit: `of ${rush.sent}` },
          { what: 'memory with the database, at most', value: most, atMost: megabytes, unit: 'MB' },
          { what: 'most memory of the second half, against the first', value: growth, atMost: mostGrowth, unit: '' },
          { what: 'until bookings take no longer than usual', value: recovered, atMost: 5, unit: 's' },
          {
            what: 'acknowledged bookings lost',
            value: acknowledged.length - rows[0]!.stored,
            atMost: 0,
            unit: `of ${acknowledged.length}`,
          },
          ...(await site.countBroken()),
        ],
        main: `${over.toFixed(1)} times what it can do: ${(share * 100).toFixed(0)} % of that done (${(bare * 100).toFixed(0)} % next to a bare server that refuses), p99 ${p99.toFixed(0)} ms, ${rush.refused} told to come again, ${most.toFixed(0)} MB, as usual again after ${recovered.toFixed(1)} s`,
      }
    } finally {
      await generator.close()
      await site.stop()
    }
  },
})

type Generator = Awaited<ReturnType<typeof openGenerator>>

/**
 * What the server does, as busy as it can be, while a bare Node server on the same machine refuses as many requests
 * as before: the most that can be expected of a server that refuses them itself.
 */
async function runNextToRefuser(
  site: Site,
  generator: Generator,
  supply: Supply,
  { rate, seconds, connections }: { rate: number; seconds: number; connections: number },
): Promise<Measured> {
  const problem = {
    type: 'about:blank',
    title: 'Too busy',
    status: 503,
    detail: 'Too many people are here. Please come again in a moment.',
  }
  const bare = await startBareRoute(JSON.stringify(problem), 2)
  const refused = await openGenerator(bare.url, supply)
  try {
    const [outcome] = await Promise.all([
      measured(site, () => generator.keepBusy(concurrency, seconds)),
      refused.arrive(rate, seconds, connections),
    ])
    return outcome
  } finally {
    await refused.close()
    await bare.stop()
  }
}

type Outcome = Awaited<ReturnType<Generator['arrive']>>
type Measured = Outcome & { taken: Processor }

/** With what was taken of the processors meanwhile. */
async function measured({ product }: Site, work: () => Promise<Outcome>): Promise<Measured> {
  const { value, taken } = await processorWhile(product, work)
  return { ...value, taken }
}

function say(what: string, { accepted, seconds, refused, unanswered, unsent, other, processor, taken }: Measured): void {
  const percent = (part: number) => `${((part / seconds) * 100).toFixed(0)} %`
  console.log(
    `${what}; p50 ${quantile(accepted, 0.5).toFixed(0)} ms, p99 ${quantile(accepted, 0.99).toFixed(0)} ms, ${refused} told to come again, ${unanswered} not answered, ${unsent} not sent, ` +
      `else ${JSON.stringify(other)}; of one processor the server took ${percent(taken.server)}, PostgreSQL ${percent(taken.postgres)}, the generator ${percent(processor)}, all together ${percent(taken.machine)}`,
  )
}

const median = (done: readonly Booking[]): number =>
  quantile(
    done.map(({ ms }) => ms).toSorted((a, b) => a - b),
    0.5,
  )

/**
 * After how many seconds ten bookings in a row, in the order they were due, were all booked and most of them in
 * time; infinite where that never was.
 */
function recoveredAfter(done: readonly Booking[], within: number): number {
  const inOrder = done.toSorted((a, b) => a.at - b.at)
  for (let first = 0; first + 10 <= inOrder.length; first += 1) {
    const ten = inOrder.slice(first, first + 10)
    if (ten.every(({ status }) => status === 201) && median(ten) <= within) return first / probing
  }
  return Infinity
}
