import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningProduct } from '../../e2e/support/start-product.ts'
import { startBookingLoad } from '../drill-support/booking-load.ts'
import { succeeded } from '../drill-support/constant-load.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { ownPostgresOf, type OwnPostgres } from '../drill-support/own-postgres.ts'
import { openSite, type Site } from '../drill-support/site.ts'
import type { Target } from '../measuring/report.ts'
import { explainNoSmallDisk, mountSmallDisk } from './disk/small-disk.ts'
import { explainNoPrometheus, listAlerts, listExpressions, startPrometheus, testRules, type Prometheus } from './monitoring/prometheus.ts'

/** Alerts of a phase: those that must fire, and those that may. All others must not. */
interface Expected {
  name: string
  must: readonly string[]
  may?: readonly string[]
}

const [normal, stopped, full, dead] = ['normal load', 'database stopped', 'disk full', 'server stopped']
/** Requests wait up to 2 s for a connection to a database that is down. */
const slow = ['OpenhourPoolWait', 'OpenhourSlowBookings']
/** Room on the disk when it is not full, above the alert's threshold of 1 GB. */
const megabytes = 1700
/** How long what no longer holds may go on firing, in the rules' time: their windows. */
const settleMinutes = 6

/**
 * `npm run drill -- monitoring`: a real Prometheus with the shipped alerts, `speed` times as fast, scrapes a server while
 * people book, on a full disk, without its database and when it is gone: `minutes` of the rules' time each.
 */
export const drill = defineDrill({
  promise: 'The shipped alerts fire when they should and only then, and every panel of the dashboard has a valid expression.',
  unable: async () => (await explainNoPrometheus()) ?? (await explainNoSmallDisk()),
  options: { minutes: 15, speed: 15, rate: 20 },
  short: { minutes: 10, rate: 10 },
  controls: {
    silent: {
      breaks: 'Prometheus scrapes another address than that of the server',
      turnsRed: [`${normal}: wrong alerts`, `${stopped}: missing alerts`, `${full}: missing alerts`],
      options: { minutes: 10, rate: 10 },
    },
  },
  async run({ options: { minutes, speed, rate }, broken }) {
    const seconds = (minutes * 60) / speed
    const fault = await testRules()
    if (fault) console.log(fault)
    const [disk, prometheus] = [await mountSmallDisk(megabytes), await startPrometheus(speed)]
    let site: Site | undefined
    let own: OwnPostgres | undefined
    let added: RunningProduct | undefined
    try {
      site = await openSite({
        people: 800,
        times: rate * (3 * seconds + 120),
        within: disk.folder,
        settings: await prepareBackups(disk.folder),
      })
      const scrape = (url: string) => prometheus.scrape(broken === 'silent' ? 'http://127.0.0.1:9' : url)
      const watch = watcher(site, prometheus, { seconds, rate, settleSeconds: (settleMinutes * 60) / speed })
      const phases: Phase[] = []
      await scrape(site.product.url)
      await watch.settle()
      phases.push(await watch.phase({ name: normal, must: [] }, site.product.url))
      const expressions = await countSeries(prometheus)

      const makeRoom = await disk.fill()
      phases.push(
        await watch.phase(
          { name: full, must: ['OpenhourDiskFull', 'OpenhourUnavailable'], may: ['OpenhourDatabaseDown', ...slow] },
          site.product.url,
        ),
      )
      await makeRoom()
      const afterFull = await watch.settle()

      // An external database from here on, which no server starts again.
      await site.product.rest()
      own = await ownPostgresOf(site.product)
      await own.start()
      added = await site.product.addServer()
      await scrape(added.url)
      await watch.settle()
      await own.stop()
      phases.push(await watch.phase({ name: stopped, must: ['OpenhourDatabaseDown', 'OpenhourUnavailable'], may: slow }, added.url))
      await own.start()
      const afterStopped = await watch.settle()

      await added.rest()
      phases.push(await watch.phase({ name: dead, must: ['OpenhourDown'] }, added.url))
      const alerts = await listAlerts()
      const fired = new Set(phases.flatMap(phase => phase.fired))
      return {
        figures: {
          phases,
          expressions: Object.fromEntries(expressions),
          afterFull,
          afterStopped,
          untried: alerts.filter(name => !fired.has(name)),
        },
        targets: [
          { what: 'faults that promtool finds in the rules or their tests', value: Number(fault !== null), atMost: 0, unit: '' },
          {
            what: 'dashboard expressions without data under load',
            value: countEmpty(expressions),
            atMost: 0,
            unit: `of ${expressions.size}`,
          },
          ...phases.flatMap(toTargets),
          { what: `alerts that go on after the ${full}`, value: afterFull.length, atMost: 0, unit: afterFull.join(', ') },
          { what: `alerts that go on after the ${stopped}`, value: afterStopped.length, atMost: 0, unit: afterStopped.join(', ') },
        ],
        main: phases.map(({ name, fired }) => `${name}: ${fired.join(', ') || 'no alert'}`).join('; '),
      }
    } finally {
      await prometheus.stop()
      await added?.stop()
      await own?.stop()
      await site?.stop()
      await disk.remove()
    }
  },
})

/** What fired in a phase at any time, and when each alert did first, in seconds. */
interface Phase extends Expected {
  fired: string[]
  firstSeconds: Record<string, number>
  booked: number
  refused: number
}

interface Pace {
  /** Of a phase. */
  seconds: number
  settleSeconds: number
  /** Bookings a second. */
  rate: number
}

function watcher(site: Site, prometheus: Prometheus, { seconds, settleSeconds, rate }: Pace) {
  let firstTime = 0
  return {
    /** Books at the rate and collects what fires. */
    async phase(expected: Expected, url: string): Promise<Phase> {
      const load = startBookingLoad(site, { rate, firstTime, url: () => url })
      const firstSeconds: Record<string, number> = {}
      const began = performance.now()
      for (let passed = 0; passed < seconds; passed = (performance.now() - began) / 1000) {
        for (const name of await prometheus.listFiring()) firstSeconds[name] ??= Math.round(passed)
        await pause(500)
      }
      await load.end()
      firstTime += load.done.length
      const booked = load.done.filter(succeeded).length
      const phase = { ...expected, fired: Object.keys(firstSeconds).toSorted(), firstSeconds, booked, refused: load.done.length - booked }
      console.log(`${expected.name}: ${JSON.stringify(firstSeconds)}, ${booked} booked, ${phase.refused} not`)
      return phase
    },
    /** Waits until nothing fires; returns what still does after a while. */
    async settle(): Promise<string[]> {
      await pause(5000)
      let firing = await prometheus.listFiring()
      for (const latest = performance.now() + settleSeconds * 1000; firing.length > 0 && performance.now() < latest; await pause(500))
        firing = await prometheus.listFiring()
      return firing
    },
  }
}

const toTargets = ({ name, must, may = [], fired }: Phase): Target[] => {
  const missing = must.filter(alert => !fired.includes(alert))
  const wrong = fired.filter(alert => !must.includes(alert) && !may.includes(alert))
  return [
    { what: `${name}: wrong alerts`, value: wrong.length, atMost: 0, unit: wrong.join(', ') },
    ...(must.length > 0 ? [{ what: `${name}: missing alerts`, value: missing.length, atMost: 0, unit: missing.join(', ') }] : []),
  ]
}

/** Metrics of what the drill's server does not have: a replica and organisations. */
const absentHere = /openhour_(copy_reads|organisations|cluster)_/

async function countSeries(prometheus: Prometheus): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const expression of await listExpressions()) counts.set(expression, await prometheus.count(expression))
  return counts
}

const countEmpty = (counts: ReadonlyMap<string, number>): number => {
  const empty = [...counts].filter(([expression, series]) => series === 0 && !absentHere.test(expression)).map(([expression]) => expression)
  if (empty.length > 0) console.log(`Without data:\n${empty.join('\n')}`)
  return empty.length
}

/** Settings with a backup of now, so that the alert of missing backups has nothing to say. */
async function prepareBackups(folder: string): Promise<Record<string, string>> {
  const backups = path.join(folder, 'backups')
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  await mkdir(path.join(backups, name), { recursive: true })
  // Openhour runs as a user of its own.
  await chmod(backups, 0o777)
  return { OPENHOUR_BACKUP_DIRECTORY: backups, OPENHOUR_BACKUP_INTERVAL_MINUTES: '600' }
}
