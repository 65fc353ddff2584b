import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../../e2e/support/client.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { measureOutage } from '../drill-support/outage-window.ts'
import { openSite, type Site } from '../drill-support/site.ts'
import { inWords, sumOf } from '../drill-support/constant-load.ts'
import { countLost } from '../drill-support/booking-load.ts'
import { backUp, backUpOntoFullDisk, sizeForBackups } from './disk/back-up.ts'
import { countPhotos, makePhoto, upload } from './disk/photos.ts'
import { mountSmallDisk, explainNoSmallDisk } from './disk/small-disk.ts'
import { useUpLog } from './disk/use-up-log.ts'

const lost = 'acknowledged bookings lost'
const unsettled = 'bookings that could not be settled by asking again'
const bookedAgain = 'booked at the first try afterwards'
const left = 'files left of a backup for which the disk was too small'
const unsaid = 'appointments without their message'

/**
 * `npm run drill -- disk`: the disk of the data folder is full while people book, read, upload a photo and a
 * backup is made; then there is room again.
 */
export const drill = defineDrill({
  promise:
    'When the disk is full, nothing is half done and requests are refused with Retry-After; with space again, the server recovers by itself.',
  unable: explainNoSmallDisk,
  options: { megabytes: 128, rate: 30, full: 10, watch: 15 },
  short: { rate: 20, full: 0.7, watch: 1.5 },
  controls: {
    loss: { breaks: 'an acknowledged booking is deleted', turnsRed: [lost], options: { full: 1, watch: 3 } },
    half: {
      breaks: 'from the full disk on messages are passed over, and bookings go on without',
      turnsRed: [unsaid],
      options: { full: 1, watch: 3 },
    },
    leftover: { breaks: 'what was written of a backup is left there', turnsRed: [left], options: { full: 1, watch: 3 } },
    room: { breaks: 'room is never made', turnsRed: [unsettled, bookedAgain], options: { full: 1, watch: 6 } },
  },
  async run({ options: { megabytes, rate, full, watch }, broken }) {
    const disk = await mountSmallDisk(megabytes)
    const backups = await mountSmallDisk(sizeForBackups)
    let site: Site | undefined
    let makeRoom: (() => Promise<void>) | undefined
    try {
      // A minute may pass until the last one; what is refused is booked afterwards.
      const times = Math.ceil(rate * (2 * full + watch + 60))
      site = await openSite({ people: 800, times, within: disk.folder, settings: { OPENHOUR_BACKUP_DIRECTORY: backups.folder } })
      const { product } = site
      const photo = await makePhoto()
      const photosBefore = await countPhotos(site)
      const complaint = await backUpOntoFullDisk(site, backups)
      if (broken === 'leftover') await mkdir(path.join(backups.folder, '2026-11-20T09-00-00Z.unfinished'))
      const leftOver = (await readdir(backups.folder)).length

      const opened = site
      const uploads: Awaited<ReturnType<typeof upload>>[] = []
      const postmaster = await product.postmasterPid()
      let stopped = { stoppedAfter: Number.NaN, recovered: false }
      const lived = await measureOutage(site, { url: product.url, firstTime: 0, rate, watch, closeDoors: undefined }, async () => {
        if (broken === 'half') await passMessagesOver(opened)
        makeRoom = await disk.fill()
        const gone = performance.now()
        // First its files cannot grow, and after some time its log.
        await pause(full * 500)
        uploads.push(await upload(opened, 0, photo))
        stopped = await useUpLog(opened, postmaster)
        await pause(full * 500)
        uploads.push(await upload(opened, 0, photo))
        if (broken !== 'room') await makeRoom()
        return { gone, back: performance.now() }
      })
      if (broken === 'room') {
        await makeRoom?.()
        await untilReady(product.url)
      }

      const { acknowledged, healed, bookedAfter, unclear, reasons, slowest, refused, awayMs } = lived
      console.log(
        `Full for ${awayMs.toFixed(0)} ms, PostgreSQL stopped ${stopped.stoppedAfter.toFixed(0)} ms after its log was used up${stopped.recovered ? ' and recovered without room for anybody' : ''}: ${refused} answers were refusals, slowest answer ${slowest.toFixed(0)} ms; ` +
          `readiness: ${inWords(reasons)}; unclear: ${inWords(unclear)}; healed after ${healed.toFixed(0)} ms`,
      )
      await site.reconnect()
      const photosMeanwhile = (await countPhotos(site)) - photosBefore
      const again = await upload(site, 0, photo)
      if (broken === 'loss') await deleteOne(site, acknowledged[0]!.id)
      const lostOnes = await countLost(site.database, acknowledged)
      const { rows } = await site.database.query<{ stored: number }>(
        'SELECT count(*)::int AS stored FROM appointments a JOIN bench_times t ON t.slot_id = a.slot_id WHERE holds_seat(a.status)',
      )
      const restarted = stopped.recovered || (await product.postmasterPid()) !== postmaster
      const complaintAfterwards = await backUp(site, backups)
      console.log(`A backup onto a full disk: ${complaint ?? 'made'}; afterwards: ${complaintAfterwards ?? 'made'}`)
      return {
        figures: {
          megabytes,
          acknowledged: acknowledged.length,
          lost: lostOnes,
          refused,
          healed,
          slowest,
          ...stopped,
          uploads,
          complaint,
          reasons: Object.fromEntries(reasons),
          unclear: Object.fromEntries(unclear),
        },
        targets: [
          { what: lost, value: lostOnes, atMost: 0, unit: `of ${acknowledged.length}` },
          { what: unsettled, value: lived.unsettled, atMost: 0, unit: '' },
          {
            what: 'appointments that were never acknowledged',
            value: rows[0]!.stored - acknowledged.length + lostOnes,
            atMost: 0,
            unit: '',
          },
          { what: 'refused while it was full', value: refused, atLeast: 1, unit: '' },
          { what: 'answers other than success and 503 with Retry-After', value: sumOf(unclear), atMost: 0, unit: '' },
          { what: 'slowest answer', value: slowest, atMost: 10_000, unit: 'ms' },
          { what: 'times that readiness said disk_full', value: reasons.get('disk_full') ?? 0, atLeast: 1, unit: '' },
          {
            what: 'PostgreSQL stopped for want of room and came back, by itself or started by the server',
            value: Number(restarted),
            atLeast: 1,
            unit: '',
          },
          { what: 'until the last answer that failed once there was room again', value: healed, atMost: 15_000, unit: 'ms' },
          { what: bookedAgain, value: bookedAfter, atLeast: 1, unit: '' },
          {
            what: 'photos refused with 503 and Retry-After while it was full',
            value: uploads.filter(isSentAway).length,
            atLeast: 2,
            unit: 'of 2',
          },
          { what: 'photos kept of those', value: photosMeanwhile, atMost: 0, unit: '' },
          { what: 'photos taken afterwards', value: Number(again.status < 300), atLeast: 1, unit: '' },
          { what: 'backups refused for want of room', value: Number(complaint?.includes('too little room')), atLeast: 1, unit: '' },
          { what: left, value: leftOver, atMost: 0, unit: '' },
          { what: 'backups made afterwards', value: Number(complaintAfterwards === null), atLeast: 1, unit: '' },
          ...(await site.countBroken()),
        ],
        main: `${lostOnes} of ${acknowledged.length} acknowledged bookings lost on a disk of ${megabytes} MB, ${refused} refused while it was full; the last failed answer ${healed.toFixed(0)} ms after there was room again`,
      }
    } finally {
      await site?.stop()
      await disk.remove()
      await backups.remove()
    }
  },
})

const isSentAway = ({ status, retryAfter }: { status: number; retryAfter: string | null }) => status === 503 && Number(retryAfter) > 0

/** For half a minute at most. */
async function untilReady(url: string): Promise<void> {
  const latest = performance.now() + 30_000
  while (performance.now() < latest && (await send(url, 'GET', '/api/health/ready')).status !== 200) await pause(50)
}

/** As a product does that goes on without what it cannot write. */
async function passMessagesOver({ database }: Site): Promise<void> {
  await database.query(`
    CREATE FUNCTION pass_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER passed_over BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION pass_over()`)
}

async function deleteOne({ database }: Site, id: string | null): Promise<void> {
  await database.query('SET session_replication_role = replica')
  await database.query('DELETE FROM appointments WHERE id = $1', [id])
  await database.query('SET session_replication_role = origin')
}
