import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runOperatorCommand } from '../../drill-support/run-operator-command.ts'
import type { Site } from '../../drill-support/site.ts'
import type { SmallDisk } from './small-disk.ts'

/** Of a disk for backups, in megabytes: with room enough to begin one, and what is left of it then. */
const [roomy, tight] = [600, 1]

export const sizeForBackups = roomy

/**
 * Begins a backup, takes the room away as soon as it writes, and answers what it complained about; null where it
 * did not.
 */
export async function backUpOntoFullDisk(site: Site, disk: SmallDisk): Promise<string | null> {
  const ending = new AbortController()
  const shrinking = shrinkOnceItWrites(disk, ending.signal)
  const complaint = await backUp(site, disk)
  ending.abort()
  await shrinking
  await disk.resize(roomy)
  return complaint
}

/** Makes one; answers what it complained about, null where all went well. */
export const backUp = (site: Site, { folder }: SmallDisk): Promise<string | null> =>
  runOperatorCommand(site, { OPENHOUR_BACKUP_DIRECTORY: folder }, 'backup').then(
    () => null,
    (error: Error) => error.message,
  )

async function shrinkOnceItWrites(disk: SmallDisk, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const [begun] = await readdir(disk.folder)
    const written = begun && (await stat(path.join(disk.folder, begun, 'cluster.tar.gz')).catch(() => undefined))
    if (written) {
      // What is there already may be more than that.
      for (let size = tight; size < roomy; size *= 2) {
        const done = await disk.resize(size).then(
          () => true,
          () => false,
        )
        if (done) return
      }
    }
    await pause(2)
  }
}
