import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { minFreeBytes, readFreeBytes } from '../embedded-postgres/disk.ts'
import { takeBaseBackup } from './base-backup.ts'
import { BackupError } from './backup-error.ts'
import { type BackupEncryption, encryptFor } from './encryption.ts'
import { type About, type StoredBackup, listBackups, nameOf, partsOf, unfinishedName, weighArchive } from './stored-backups.ts'
import { verifyBackup } from './verify.ts'

/** Source and destination of a backup. */
export interface Making {
  /** Connection string of a superuser. */
  url: string
  /** The folder of all backups; created if missing. */
  folder: string
  now: () => Date
  /** The product's version. */
  version: string
  /** Of PostgreSQL, such as `18.4`. */
  postgres: string
  /** Of the cluster on disk. */
  clusterBytes: number
  /** Recipients of age, whose identities decrypt the backup; empty: not encrypted. */
  recipients: readonly string[]
}

const makeRoom = 'Make room, or set OPENHOUR_BACKUP_DIRECTORY to a folder on another disk.'

/** The disk is full, or the user's quota is used up. */
const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Writes a backup under a temporary name, verifies it, and then renames it. */
export async function makeBackup(making: Making): Promise<StoredBackup> {
  const began = making.now()
  const name = nameOf(began)
  await mkdir(making.folder, { recursive: true, mode: 0o700 })
  await refuseWithoutRoom(making)
  const [folder, half] = [path.join(making.folder, name), path.join(making.folder, unfinishedName(name))]
  await mkdir(half, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new BackupError('Another backup has just begun.') : error
  })
  try {
    const encryption = making.recipients.length > 0 ? await encryptFor(making.recipients) : null
    await write(half, began, making, encryption)
    await verifyBackup(half, encryption?.identities ?? [])
    await rename(half, folder)
    await sync(making.folder)
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    throw isFull(error)
      ? new BackupError(`There was too little room in ${making.folder} for the backup; nothing of it was kept. ${makeRoom}`)
      : error
  }
  return { name, folder, began }
}

async function refuseWithoutRoom({ folder, clusterBytes }: Making): Promise<void> {
  const free = await readFreeBytes(folder)
  const last = (await listBackups(folder)).at(-1)
  const expected = last ? (await weighArchive(last.folder)).size * 1.25 : clusterBytes / 2
  const mb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
  if (free < expected + minFreeBytes) {
    throw new BackupError(
      `There is too little room in ${folder} for a backup: about ${mb(expected)} and ${mb(minFreeBytes)} to spare, but only ${mb(free)} are free. ` +
        makeRoom,
    )
  }
}

async function write(
  half: string,
  began: Date,
  { url, now, version, postgres }: Making,
  encryption: BackupEncryption | null,
): Promise<void> {
  const parts = partsOf(half, encryption !== null)
  const whole = createHash('sha256')
  let bytes = 0
  const archive = new PassThrough({ highWaterMark: 1 << 20 })
  const measured = new PassThrough().on('data', (part: Buffer) => {
    whole.update(part)
    bytes += part.length
  })
  const kept = createWriteStream(parts.archive, { flags: 'wx', mode: 0o600, flush: true })
  const writing = (encryption ? encryption.encrypt(archive) : Promise.resolve(archive)).then(stored => pipeline(stored, measured, kept))
  const copying = takeBaseBackup(url, 'openhour', archive).finally(() => archive.end())
  const [manifest] = await Promise.all([copying, writing])
  await writeDurably(parts.manifest, encryption ? await buffer(await encryption.encrypt(Readable.from([manifest]))) : manifest)
  const about: About = {
    format: 1,
    began_at: began.toISOString(),
    complete_at: now().toISOString(),
    openhour: version,
    postgres,
    archive: { bytes, sha256: whole.digest('hex') },
    manifest_sha256: createHash('sha256').update(manifest).digest('hex'),
    ...(encryption && { encrypted: 'age' }),
  }
  await writeDurably(parts.about, `${JSON.stringify(about, null, 2)}\n`)
  await sync(half)
}

async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A rename survives a power failure only after its folder is synced; Windows cannot do that. */
async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
