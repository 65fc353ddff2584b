import type { Stats } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { BackupError } from './backup-error.ts'

/** The content of a backup's `backup.json`. */
const About = z.object({
  format: z.literal(1),
  /**
   * The backup holds everything acknowledged before its start, as of a moment between start and
   * end.
   */
  began_at: z.iso.datetime(),
  complete_at: z.iso.datetime(),
  openhour: z.string(),
  /** Such as `18.4`; another major version cannot read the backup. */
  postgres: z.string(),
  archive: z.object({ bytes: z.int(), sha256: z.string() }),
  /** Checksum of the manifest before encryption. */
  manifest_sha256: z.string(),
  /** Archive and manifest are encrypted in age's format. */
  encrypted: z.literal('age').optional(),
})
export type About = z.output<typeof About>

/** A complete, verified backup: a folder of three files, named after its start in UTC. */
export interface StoredBackup {
  name: string
  folder: string
  began: Date
}

/** The files of a backup. */
export const partsOf = (folder: string, encrypted = false) => ({
  archive: path.join(folder, `cluster.tar.gz${encrypted ? '.age' : ''}`),
  manifest: path.join(folder, `manifest.json${encrypted ? '.age' : ''}`),
  about: path.join(folder, 'backup.json'),
})

const shape = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/
const unfinished = '.unfinished'

/** `2026-11-20T09-00-00Z`: sorts by time and is valid on every file system. */
export const nameOf = (began: Date): string => `${began.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
/** The name of a backup's folder until it is complete. */
export const unfinishedName = (name: string): string => name + unfinished

/** The complete backups of a folder, oldest first; none if the folder does not exist. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter(name => shape.test(name))
    .toSorted()
    .map(name => ({ name, folder: path.join(folder, name), began: new Date(name.replace(shape, '$1T$2:$3:$4Z')) }))
}

/** The newest of the backups (oldest first) that did not begin after `now`. A clock that was ahead leaves others. */
export const findNewest = (backups: readonly StoredBackup[], now: Date): StoredBackup | undefined =>
  backups.findLast(({ began }) => began <= now)

/** The archive's size on disk in bytes, also while it is written. */
export const weighArchive = (folder: string): Promise<Stats> =>
  stat(partsOf(folder).archive).catch(() => stat(partsOf(folder, true).archive))

/** Reads what a backup says about itself. Throws a BackupError where it cannot be read. */
export async function readAbout(folder: string): Promise<About> {
  const { about } = partsOf(folder)
  try {
    return About.parse(JSON.parse(await readFile(about, 'utf8')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BackupError(code === 'ENOENT' ? `${folder} is no backup of Openhour.` : `The backup is damaged: ${about} cannot be read.`)
  }
}

/** The version of Openhour that made a backup; undefined where the backup cannot be read. */
export const readVersion = ({ folder }: StoredBackup): Promise<string | undefined> =>
  readAbout(folder).then(
    ({ openhour }) => openhour,
    () => undefined,
  )

/**
 * The last backup of each of these past days is also kept: a mistake may be found after a weekend. So is, for as
 * long, the last of each version: a version cannot restore the backups of a later one.
 */
const daysBack = 7
const dayMs = 86_400_000
/** An unfinished backup without a write for this long is abandoned. */
const abandonedAfterMs = 3_600_000

/**
 * Removes old backups, except the `newest` and the last of each version and of each day of the past seven days, and
 * abandoned ones. Backups from the future stay and do not count: the clock may be wrong now.
 */
export async function removeOld(folder: string, { newest, now }: { newest: number; now: Date }): Promise<void> {
  const all = (await listBackups(folder)).filter(({ began }) => began <= now)
  const lastOfDay = new Map(all.map(one => [one.name.slice(0, 10), one.name]))
  const lastOfVersion = new Map(await Promise.all(all.map(async one => [await readVersion(one), one.name] as const)))
  const lasts = new Set([...lastOfDay.values(), ...lastOfVersion.values()])
  const keep = new Set(all.slice(-newest).map(({ name }) => name))
  for (const { name, began } of all) {
    if (!keep.has(name) && !(lasts.has(name) && now.getTime() - began.getTime() < daysBack * dayMs)) {
      await rm(path.join(folder, name), { recursive: true })
    }
  }
  for (const name of (await readdir(folder)).filter(one => one.endsWith(unfinished))) {
    const left = path.join(folder, name)
    const { mtimeMs } = await weighArchive(left).catch(() => stat(left))
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(left, { recursive: true })
  }
}
