import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../../e2e/support/client.ts'
import { findFreePort } from '../../e2e/support/start-product.ts'
import { countLost, startBookingLoad } from '../drill-support/booking-load.ts'
import { type LoadAnswer, startConstantLoad, succeeded } from '../drill-support/constant-load.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { openSite } from '../drill-support/site.ts'
import { installRelease, makeNextArchives, nameOf, rolledBack } from './packages/archive.ts'
import { chooseVersions, released } from './packages/form.ts'

/** The longest time in which nothing was answered, in ms. */
const maxInterruptionMs = 10_000
/** Bookings before and after the upgrade, in ms. */
const aroundMs = 3000
/** Times are prepared for an upgrade of this length, in seconds. */
const maxSeconds = 300

/**
 * `npm run release`, then `npm run drill -- upgrade`: `openhour upgrade` of an archive with years of appointments,
 * while people book, to a newer release and to one that does not start.
 */
export const drill = defineDrill({
  promise: 'An upgrade of a large installation interrupts for seconds and loses nothing; one that fails is taken back.',
  options: { appointments: 1_000_000, people: 100_000, rate: 20 },
  short: {},
  controls: {},
  async unable() {
    const { version } = await chooseVersions()
    const archive = path.join(released, `${nameOf(version)}.tar.gz`)
    return access(archive).then(
      () => null,
      () => `${archive} is missing: npm run release`,
    )
  },
  async run({ options: { appointments, people, rate } }) {
    const site = await openSite({ people: 400, times: rate * maxSeconds, grown: { appointments, people } })
    await site.product.rest()
    const folder = await mkdtemp(path.join(tmpdir(), 'openhour-upgrade-'))
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const settings = {
      OPENHOUR_MODE: 'demo',
      OPENHOUR_RATE_LIMIT: 'off',
      OPENHOUR_DATA: site.product.folder,
      HOST: '127.0.0.1',
      PORT: String(port),
    }
    const openhour = (...args: string[]) => run(path.join(folder, 'current/bin/openhour'), args, settings)
    try {
      const archives = path.join(folder, 'archives')
      await mkdir(archives)
      // Started as root, the server runs as another user, who must be able to read it.
      await chmod(folder, 0o711)
      const versions = await chooseVersions()
      await installRelease(folder, archives, versions.version)
      await makeNextArchives(archives, archives, versions)
      const archiveOf = (version: string) => path.join(archives, `${nameOf(version)}.tar.gz`)
      if ((await openhour('start', '--background')) !== 0) throw new Error('the installed release does not start')

      const bookings = startBookingLoad(site, { rate, firstTime: 0, url: () => url })
      await pause(aroundMs)
      const upgraded = await openhour('upgrade', archiveOf(versions.next))
      await pause(aroundMs)
      await bookings.end()
      const acknowledged = bookings.acknowledged()
      const interruption = longestGap(bookings.done)
      await site.reconnect()
      const lost = await countLost(site.database, acknowledged)

      const reads = startConstantLoad(rate, async () => readSite(url))
      const failed = await openhour('upgrade', archiveOf(versions.broken))
      await reads.end()
      await site.reconnect()
      const lostByRollback = await countLost(site.database, acknowledged)
      const rollback = longestGap(reads.done)
      const broken = await site.countBroken()
      return {
        figures: { appointments, bookings: bookings.done.length, acknowledged: acknowledged.length, interruption, rollback },
        targets: [
          { what: 'exit code of the upgrade', value: upgraded, atMost: 0, unit: '' },
          { what: 'difference of the exit code of a rollback', value: Math.abs(failed - rolledBack), atMost: 0, unit: '' },
          { what: 'longest time without an answer', value: interruption, atMost: maxInterruptionMs, unit: 'ms' },
          { what: 'acknowledged bookings lost', value: lost, atMost: 0, unit: `of ${acknowledged.length}` },
          { what: 'acknowledged bookings lost by the rollback', value: lostByRollback, atMost: 0, unit: `of ${acknowledged.length}` },
          ...broken,
        ],
        main: `with ${appointments} appointments, an upgrade interrupts for ${seconds(interruption)} s, one that is taken back for ${seconds(rollback)} s; ${lost + lostByRollback} of ${acknowledged.length} bookings lost`,
      }
    } finally {
      await openhour('stop')
      await site.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** The longest time between two answers, in ms. */
function longestGap(done: readonly Pick<LoadAnswer, 'at' | 'ms' | 'status'>[]): number {
  const ends = done
    .filter(succeeded)
    .map(({ at, ms }) => at + ms)
    .toSorted((a, b) => a - b)
  return Math.max(0, ...ends.slice(1).map((end, index) => end - (ends[index] ?? end)))
}

async function readSite(url: string): Promise<{ status: number }> {
  const answer = await send(url, 'GET', '/api/site', { timeoutMs: 15_000 }).catch(() => undefined)
  return { status: answer?.status ?? 0 }
}

/** Runs a command, shows what it prints, and answers its exit code. */
async function run(file: string, args: readonly string[], settings: Record<string, string>): Promise<number> {
  console.log(`$ openhour ${args.join(' ')}`)
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(file, args, { env: { ...env, ...settings }, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
