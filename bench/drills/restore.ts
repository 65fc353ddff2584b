import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { logIn } from '../../e2e/support/people.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { runOperatorCommand } from '../drill-support/run-operator-command.ts'
import { openSite, type Site } from '../drill-support/site.ts'
import { stopPostgresAtOnce } from '../drill-support/stop-postgres.ts'
import { spreadOf } from '../measuring/report.ts'
import { bookUntilStopped, type Acknowledged } from './restore/book-until-stopped.ts'

/** The product's own interval, in minutes, and how often it looks whether it is over, in seconds. */
const [everyMinutes, tickSeconds] = [45, 30]
const thereAgain = 'bookings acknowledged before the backup began that are there again'

/**
 * `npm run drill -- restore`: backs up while people book, destroys the data folder, restores, and looks what is
 * there.
 */
export const drill = defineDrill({
  promise: 'When the machine is gone, the last backup brings everything back that was acknowledged before it began.',
  options: { people: 100_000, appointments: 1_000_000, rate: 50, seconds: 10 },
  short: { people: 0, appointments: 0, seconds: 2 },
  controls: {
    damage: {
      breaks: 'one bit of the backup is turned',
      turnsRed: [thereAgain],
      options: { people: 0, appointments: 0, seconds: 2 },
    },
    loss: {
      breaks: 'one appointment is deleted in the restored database',
      turnsRed: [thereAgain],
      options: { people: 0, appointments: 0, seconds: 2 },
    },
  },
  async run({ options: { people, appointments, rate, seconds }, broken }) {
    const backups = await mkdtemp(path.join(tmpdir(), 'openhour-backups-'))
    const grown = appointments > 0 ? { people, appointments } : undefined
    // As operators keep it: not with the data that are lost, and not with the backups.
    const keys = await mkdtemp(path.join(tmpdir(), 'openhour-keys-'))
    const settings = { OPENHOUR_BACKUP_DIRECTORY: backups, OPENHOUR_KEY_FILE: path.join(keys, 'secrets.key') }
    // Enough for a backup of five minutes.
    const site = await openSite({ people: 800, times: rate * (3 * seconds + (grown ? 300 : 60)), settings, grown })
    try {
      const load = bookUntilStopped(site, rate)
      await pause(seconds * 1000)
      const [began, startedAt] = [Date.now(), performance.now()]
      await runOperatorCommand(site, settings, 'backup')
      const backupSeconds = (performance.now() - startedAt) / 1000
      const complete = Date.now()
      await pause(seconds * 1000)
      const { clusterBytes, backupBytes } = await weigh(site, backups)
      await destroy(site)
      await load.stop()

      const disaster = performance.now()
      if (broken === 'damage') await turnOneBit(backups)
      const restored = await runOperatorCommand(site, settings, 'restore').then(
        () => true,
        (error: Error) => {
          if (broken !== 'damage' || !error.message.includes('The backup is damaged')) throw error
          console.log(`Refused: ${error.message}`)
          return false
        },
      )
      if (restored) site.product = await site.product.restart()
      const backMinutes = (performance.now() - disaster) / 60_000

      const before = load.acknowledged.filter(({ at }) => at < began)
      const since = load.acknowledged.filter(({ at }) => at >= began)
      const found = restored ? await look(site, load.acknowledged, broken === 'loss' ? before[0] : undefined) : new Set<string>()
      const kept = before.filter(({ id }) => found.has(id)).length
      const lostSince = since.filter(({ id }) => !found.has(id)).length
      const slowest = (list: readonly Acknowledged[]) => spreadOf(list.map(({ ms }) => ms))
      const during = slowest(load.acknowledged.filter(({ at }) => at >= began && at <= complete))
      const quiet = slowest(before)
      const worstLoss = everyMinutes + tickSeconds / 60 + backupSeconds / 60
      console.log(
        `${(clusterBytes / 1e6).toFixed(0)} MB of data, backed up and verified in ${backupSeconds.toFixed(1)} s as ${(backupBytes / 1e6).toFixed(0)} MB, while a booking took ` +
          `${during.median.toFixed(0)} ms (slowest ${during.max.toFixed(0)}; before it ${quiet.median.toFixed(0)}, slowest ${quiet.max.toFixed(0)})`,
      )
      return {
        figures: {
          clusterBytes,
          backupBytes,
          backupSeconds,
          backMinutes,
          before: before.length,
          since: since.length,
          lostSince,
          during,
          quiet,
        },
        targets: [
          { what: thereAgain, value: kept, atLeast: Math.max(1, before.length), unit: `of ${before.length}` },
          { what: 'answers to bookings that were no appointment', value: load.others, atMost: 0, unit: '' },
          { what: 'minutes that can be lost: from one backup to the next, and making one', value: worstLoss, atMost: 60, unit: '' },
          { what: 'minutes from nothing to ready', value: backMinutes, atMost: 30, unit: '' },
          ...(restored ? await site.countBroken() : []),
        ],
        main: restored
          ? `${kept} of ${before.length} bookings there again, ready ${(backMinutes * 60).toFixed(1)} s after everything was gone; at most ${worstLoss.toFixed(1)} minutes can be lost`
          : 'the backup was refused',
      }
    } finally {
      await site.stop()
      for (const folder of [backups, keys]) await rm(folder, { recursive: true })
    }
  },
})

async function weigh({ database }: Site, backups: string): Promise<{ clusterBytes: number; backupBytes: number }> {
  const { rows } = await database.query<{ bytes: string }>('SELECT sum(pg_database_size(oid)) AS bytes FROM pg_database')
  return { clusterBytes: Number(rows[0]?.bytes), backupBytes: (await stat(await archiveIn(backups))).size }
}

async function archiveIn(backups: string): Promise<string> {
  const [name = ''] = (await readdir(backups)).toSorted().toReversed()
  return path.join(backups, name, 'cluster.tar.gz')
}

/** As when a machine is lost: no clean stop, and the whole data folder is gone. */
async function destroy({ product }: Site): Promise<void> {
  const postmaster = await product.postmasterPid()
  await product.kill()
  await stopPostgresAtOnce(postmaster)
  for (const name of await readdir(product.folder)) await rm(path.join(product.folder, name), { recursive: true })
}

async function turnOneBit(backups: string): Promise<void> {
  const file = await open(await archiveIn(backups), 'r+')
  const at = Math.floor((await file.stat()).size / 2)
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at)
  await file.close()
}

/** Which of the appointments exist. A client must be able to sign in, too. */
async function look(site: Site, acknowledged: readonly Acknowledged[], forgotten: Acknowledged | undefined): Promise<Set<string>> {
  await logIn(site.product.url, 'administrator')
  const database = await site.reconnect()
  if (forgotten) {
    await database.query('SET session_replication_role = replica')
    await database.query('DELETE FROM appointments WHERE id = $1', [forgotten.id])
  }
  const { rows } = await database.query<{ id: string }>('SELECT id FROM appointments WHERE id = ANY ($1)', [
    acknowledged.map(({ id }) => id),
  ])
  return new Set(rows.map(({ id }) => id))
}
