import type { RunningProduct } from '../../e2e/support/start-product.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { openFaultProxy, type Fault, type FaultProxy } from '../drill-support/fault-proxy.ts'
import { openSite } from '../drill-support/site.ts'
import { countLost } from '../drill-support/booking-load.ts'
import type { Target } from '../measuring/report.ts'
import { injectFault, type FaultResult } from './faults/inject-faults.ts'

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

/**
 * `npm run drill -- faults`: what a network does, on the way from the server to its database and on the way to the
 * server. An option of 0 seconds leaves its kind out.
 */
export const drill = defineDrill({
  promise:
    'Whatever the network loses, cuts or delays: no request takes longer than 10 s, nothing is done twice or lost, and service resumes with the network.',
  options: { delay: 5, reset: 10, blackhole: 30, forgotten: 30, rate: 50, watch: 6 },
  short: { delay: 0, reset: 0.5, blackhole: 0.8, forgotten: 0, watch: 0.4 },
  controls: {
    keys: {
      breaks: 'clients retry without the idempotency key, and book another time if theirs is taken',
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
    // The measurement may take longer than planned on a busy machine.
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
      server = await site.product.addServer({ DATABASE_URL: database.url, ...(broken === 'limits' && withoutLimits) })
      const people = await to(server.url)

      const found: { name: string; side: Side; result: FaultResult }[] = []
      let firstTime = 0
      for (const { side, kind, seconds } of plan) {
        const name = `${side === 'database' ? 'to the database' : 'to the server'}: ${kind}`
        const result = await injectFault(site, {
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
        found.push({ name, side, result })
        tell(name, result)
      }

      const all = found.map(({ result }) => result)
      const acknowledged = all.flatMap(result => result.acknowledged)
      const lost = await countLost(site.database, acknowledged)
      const { rows } = await site.database.query<{ stored: number }>(
        'SELECT count(*)::int AS stored FROM appointments a JOIN bench_times t ON t.slot_id = a.slot_id WHERE holds_seat(a.status)',
      )
      const requested = total(all, result => result.requested)
      const atDatabase = found.filter(({ side }) => side === 'database').map(({ result }) => result)
      const worst = Math.max(...atDatabase.map(({ healed }) => healed))
      return {
        figures: { result: Object.fromEntries(found.map(({ name, result }) => [name, figuresOf(result)])), requested, lost },
        targets: [
          { what: 'acknowledged bookings lost', value: lost, atMost: 0, unit: `of ${acknowledged.length}` },
          { what: doubled, value: rows[0]!.stored - requested, atMost: 0, unit: `besides ${requested}` },
          {
            what: 'requested that could not be settled by asking again',
            value: total(all, result => result.unsettled),
            atMost: 0,
            unit: '',
          },
          { what: 'told of another appointment with the same key', value: total(all, result => result.different), atMost: 0, unit: '' },
          { what: slowest, value: Math.max(...atDatabase.map(result => result.slowest)), atMost: 10_000, unit: 'ms' },
          { what: overlong, value: await countOverlong(server.url), atMost: 0, unit: '' },
          ...found.flatMap(({ name, side, result }) => targetsOf(name, side, result)),
          ...(await site.countBroken()),
        ],
        main: `${rows[0]!.stored} appointments for ${requested} requested, ${lost} lost, under ${plan.length} faults of the network; the last answer failed ${worst.toFixed(0)} ms after the way to the database was mended`,
      }
    } finally {
      for (const proxy of proxies) proxy.close()
      await server?.stop()
      await site.stop()
    }
  },
})

function targetsOf(name: string, side: Side, { healed, healedForNew, bookedAfter, unclear }: FaultResult): Target[] {
  // Who is cut off from the server hears nothing from it.
  const clear = side === 'people' ? ['0 '] : []
  const others = [...unclear].filter(([what]) => !clear.includes(what)).reduce((sum, [, count]) => sum + count, 0)
  return [
    // Who was cut off gives up in their own time, and all that was held back arrives at once.
    side === 'people'
      ? { what: `${name}: until no new request fails`, value: healedForNew, atMost: 5000, unit: 'ms' }
      : { what: `${name}: until the last answer that failed, once it was over`, value: healed, atMost: 5000, unit: 'ms' },
    { what: `${name}: booked at the first try afterwards`, value: bookedAfter, atLeast: 1, unit: '' },
    { what: `${name}: answers other than success and 503 with Retry-After`, value: others, atMost: 0, unit: '' },
  ]
}

const total = (all: readonly FaultResult[], of: (result: FaultResult) => number) => all.reduce((sum, result) => sum + of(result), 0)

const figuresOf = ({ acknowledged, unclear, ...figures }: FaultResult) => ({
  ...figures,
  acknowledged: acknowledged.length,
  unclear: Object.fromEntries(unclear),
})

function tell(name: string, { requested, failed, healed, slowest: ms, unclear }: FaultResult): void {
  const others = [...unclear].map(([what, count]) => `${count} × ${what}`).join(', ')
  console.log(
    `${name}: ${requested} requested, ${failed} answers failed, the last ${healed.toFixed(0)} ms after the end, slowest ${ms.toFixed(0)} ms${others && `; unclear: ${others}`}`,
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

/**
 * Run before the server: a timer that would end the waiting for a connection, a statement or an answer never does.
 */
const withoutLimits = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(`
    const set = globalThis.setTimeout
    globalThis.setTimeout = Object.assign((act, ms, ...given) => set(act, ms >= 2000 && ms <= 10000 ? 2 ** 31 - 1 : ms, ...given), set)`)}`,
}
