import type { RunningProduct } from '#e2e/support/start-product.ts'
import { defineDrill } from '../drilling/drill.ts'
import { openFaultProxy, type Fault, type FaultProxy } from '../drilling/fault-proxy.ts'
import { openSite } from '../drilling/site.ts'
import { countLost } from '../drilling/steady-bookings.ts'
import type { Target } from '../measuring/report.ts'
import { suffer, type Suffered } from './faults/suffer.ts'

const doubled = 'appointments more than were wished for'
const slowest = 'slowest answer while the way to the database is spoilt'
const overlong = 'requests that the server itself took longer than 10 s for'

type Kind = 'delay' | 'reset' | 'blackhole' | 'forgotten'
type Side = 'database' | 'people'

const faults: Record<Kind, Fault> = {
  delay: { kind: 'delay', ms: 60 },
  reset: { kind: 'reset', every: 7 },
  blackhole: { kind: 'blackhole' },
  forgotten: { kind: 'forgotten' },
}
/** Those who asked for a page forget themselves what was cut off; the server must not rely on being told. */
const sides: Record<Side, readonly Kind[]> = {
  database: ['delay', 'reset', 'blackhole', 'forgotten'],
  people: ['delay', 'reset', 'blackhole'],
}

/** `npm run drill -- faults`: what a network does, on the way from the server to its database and on the way to the server. An option of 0 seconds leaves its kind out. */
export const drill = defineDrill({
  promise:
    'Whatever the network swallows, cuts or delays: nobody waits for longer than 10 s, nothing is done twice or lost, and it goes on when the network does.',
  options: { delay: 5, reset: 10, blackhole: 30, forgotten: 30, rate: 50, watch: 6 },
  short: { delay: 0, reset: 0.5, blackhole: 0.8, forgotten: 0, watch: 0.4 },
  controls: {
    keys: {
      breaks: 'whoever got no answer asks again without the key, and takes another time where theirs is gone',
      turnsRed: [doubled],
      options: { delay: 0, reset: 3, blackhole: 0, forgotten: 0, watch: 1 },
    },
    limits: {
      breaks: 'the server’s own time limits never end',
      turnsRed: [slowest, overlong],
      options: { delay: 0, reset: 0, blackhole: 13, forgotten: 0, watch: 1 },
    },
  },
  async run({ options: { rate, watch, ...lengths }, broken }) {
    const plan = Object.entries(sides).flatMap(([side, kinds]) =>
      kinds.filter(kind => lengths[kind] > 0).map(kind => ({ side: side as Side, kind, seconds: lengths[kind] })),
    )
    // Somebody may look on for longer than planned where the machine is busy.
    const timesFor = (seconds: number) => Math.ceil(rate * (seconds + watch + 3))
    const planned = plan.reduce((all, { seconds }) => all + timesFor(seconds), 0)
    const site = await openSite({ people: 800, times: 2 * planned })
    const proxies: FaultProxy[] = []
    let server: RunningProduct | undefined
    try {
      const to = async (url: string) => {
        const proxy = await openFaultProxy(Number(new URL(url).port))
        proxies.push(proxy)
        return { proxy, url: Object.assign(new URL(url), { port: String(proxy.port) }).href.replace(/\/$/, '') }
      }
      const database = await to(await site.product.databaseUrl())
      server = await site.product.beside({ DATABASE_URL: database.url, ...(broken === 'limits' && withoutLimits) })
      const people = await to(server.url)

      const found: { name: string; side: Side; suffered: Suffered }[] = []
      let firstTime = 0
      for (const { side, kind, seconds } of plan) {
        const name = `${side === 'database' ? 'to the database' : 'to the server'}: ${kind}`
        const suffered = await suffer(site, {
          proxy: side === 'database' ? database.proxy : people.proxy,
          fault: faults[kind],
          url: side === 'database' ? server.url : people.url,
          direct: server.url,
          firstTime,
          rate,
          seconds,
          watch,
          otherTimes: broken === 'keys' ? planned + firstTime : null,
        })
        firstTime += timesFor(seconds)
        found.push({ name, side, suffered })
        tell(name, suffered)
      }

      const all = found.map(({ suffered }) => suffered)
      const acknowledged = all.flatMap(suffered => suffered.acknowledged)
      const lost = await countLost(site.database, acknowledged)
      const { rows } = await site.database.query<{ stored: number }>(
        'SELECT count(*)::int AS stored FROM appointments a JOIN bench_times t ON t.slot_id = a.slot_id WHERE holds_seat(a.status)',
      )
      const wishes = total(all, suffered => suffered.wishes)
      const atDatabase = found.filter(({ side }) => side === 'database').map(({ suffered }) => suffered)
      const worst = Math.max(...atDatabase.map(({ healed }) => healed))
      return {
        figures: { suffered: Object.fromEntries(found.map(({ name, suffered }) => [name, figuresOf(suffered)])), wishes, lost },
        targets: [
          { what: 'acknowledged bookings lost', value: lost, atMost: 0, unit: `of ${acknowledged.length}` },
          { what: doubled, value: rows[0]!.stored - wishes, atMost: 0, unit: `besides ${wishes}` },
          {
            what: 'wishes that could not be settled by asking again',
            value: total(all, suffered => suffered.unsettled),
            atMost: 0,
            unit: '',
          },
          { what: 'told of another appointment with the same key', value: total(all, suffered => suffered.different), atMost: 0, unit: '' },
          { what: slowest, value: Math.max(...atDatabase.map(suffered => suffered.slowest)), atMost: 10_000, unit: 'ms' },
          { what: overlong, value: await countOverlong(server.url), atMost: 0, unit: '' },
          ...found.flatMap(({ name, side, suffered }) => targetsOf(name, side, suffered)),
          ...(await site.countBroken()),
        ],
        main: `${rows[0]!.stored} appointments for ${wishes} wishes, ${lost} lost, under ${plan.length} faults of the network; the last answer failed ${worst.toFixed(0)} ms after the way to the database was mended`,
      }
    } finally {
      for (const proxy of proxies) proxy.close()
      await server?.stop()
      await site.stop()
    }
  },
})

function targetsOf(name: string, side: Side, { healed, healedForNew, bookedAfter, unclear }: Suffered): Target[] {
  // Who is cut off from the server hears nothing from it.
  const clear = side === 'people' ? ['0 '] : []
  const others = [...unclear].filter(([what]) => !clear.includes(what)).reduce((sum, [, count]) => sum + count, 0)
  return [
    // Who was cut off gives up in their own time, and all that was held back arrives at once.
    side === 'people'
      ? { what: `${name}: until nobody fails who asks once it is over`, value: healedForNew, atMost: 5000, unit: 'ms' }
      : { what: `${name}: until the last answer that failed, once it was over`, value: healed, atMost: 5000, unit: 'ms' },
    { what: `${name}: booked at the first try afterwards`, value: bookedAfter, atLeast: 1, unit: '' },
    { what: `${name}: answers other than success and 503 with Retry-After`, value: others, atMost: 0, unit: '' },
  ]
}

const total = (all: readonly Suffered[], of: (suffered: Suffered) => number) => all.reduce((sum, suffered) => sum + of(suffered), 0)

const figuresOf = ({ acknowledged, unclear, ...figures }: Suffered) => ({
  ...figures,
  acknowledged: acknowledged.length,
  unclear: Object.fromEntries(unclear),
})

function tell(name: string, { wishes, failed, healed, slowest: ms, unclear }: Suffered): void {
  const others = [...unclear].map(([what, count]) => `${count} × ${what}`).join(', ')
  console.log(
    `${name}: ${wishes} wishes, ${failed} answers failed, the last ${healed.toFixed(0)} ms after the end, slowest ${ms.toFixed(0)} ms${others && `; unclear: ${others}`}`,
  )
}

/** As the server measures itself, so that what a spoilt way adds is left out. */
async function countOverlong(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const sum = (bound: string) =>
    [...text.matchAll(new RegExp(`^openhour_answer_seconds_bucket\\{le="${bound}".*\\} (\\d+)$`, 'gm'))].reduce(
      (all, [, count]) => all + Number(count),
      0,
    )
  const counted = sum('\\+Inf')
  if (counted === 0) throw new Error('the server counted no answers')
  return counted - sum('10')
}

/** Run before the server: a timer that would end the waiting for a connection, a statement or an answer never does. */
const withoutLimits = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(`
    const set = globalThis.setTimeout
    globalThis.setTimeout = Object.assign((act, ms, ...given) => set(act, ms >= 2000 && ms <= 10000 ? 2 ** 31 - 1 : ms, ...given), set)`)}`,
}
