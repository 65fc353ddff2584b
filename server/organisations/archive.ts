import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type AppliedMigration, areOfThisVersion } from '#database/migrate.ts'
import { decryptWith, encryptFor } from '../platform/backup/encryption.ts'
import { DirectoryError, type OrganisationSecrets } from '../platform/directory/directory.ts'
import type { ContentPart } from './copy-database.ts'

/** The first line of an archive. */
export interface ArchiveHeader extends Omit<OrganisationSecrets, 'databaseUrl'> {
  format: 'openhour organisation 1'
  name: string
  hosts: string[]
  /** Of the Openhour that wrote it. */
  version: string
  /** Of its database. Undefined in archives of 0.1.0, whose content has them. */
  migrations?: AppliedMigration[]
}

/** The lines of an archive; they also go into `hash`. */
async function* formatLines(header: ArchiveHeader, content: AsyncIterable<ContentPart>, hash: Hash): AsyncGenerator<string> {
  const format = (value: unknown) => {
    const line = `${JSON.stringify(value)}\n`
    hash.update(line)
    return line
  }
  yield format(header)
  for await (const part of content) yield format(part)
}

/**
 * Splits at line feeds only. `readline` also splits at U+2028 and U+2029, which `JSON.stringify` leaves in texts as
 * they are.
 */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let line = ''
  for await (const chunk of chunks) {
    const [end = '', ...others] = chunk.split('\n')
    line += end
    for (const next of others) {
      yield line
      line = next
    }
  }
  if (line !== '') yield line
}

/** An archive until it is complete. */
const unfinished = (file: string) => `${file}.part`

/** Rejects with a DirectoryError where the file exists, or cannot be written. */
async function openUnfinished(file: string): Promise<FileHandle> {
  if (await lstat(file).catch(() => undefined)) throw new DirectoryError(`${file} exists already.`)
  try {
    // A killed export may have left it.
    await rm(unfinished(file), { force: true })
    return await open(unfinished(file), 'wx', 0o600)
  } catch (error) {
    throw new DirectoryError(`${file} cannot be written: ${(error as Error).message}`)
  }
}

/** Rejects with a DirectoryError where `writeArchive` could not begin. */
export async function refuseUnwritable(file: string): Promise<void> {
  await (await openUnfinished(file)).close()
  await rm(unfinished(file), { force: true })
}

/**
 * Writes an organisation with its keys into a file that is not there yet, readable by its owner only; encrypted for
 * age recipients, if there are any. Without them it holds secrets in plaintext. It gets its name when it is complete
 * and was read back to its end: if that fails, it is removed and the promise rejects.
 */
export async function writeArchive(
  file: string,
  header: ArchiveHeader,
  content: AsyncIterable<ContentPart>,
  recipients: readonly string[],
): Promise<void> {
  const handle = await openUnfinished(file)
  try {
    const packed = createGzip({ level: 6 })
    const written = createHash('sha256')
    const packing = pipeline(Readable.from(formatLines(header, content, written)), packed)
    const encryption = recipients.length > 0 ? await encryptFor(recipients) : undefined
    const sealing = encryption ? encryption.encrypt(packed) : packed
    await Promise.all([packing, Promise.resolve(sealing).then(sealed => pipeline(sealed, handle.createWriteStream({ flush: true })))])
    const read = await hashContent(await readArchive(unfinished(file), encryption?.identities ?? []))
    if (read !== written.digest('hex')) throw new DirectoryError(`${file} could not be read back as it was written.`)
    await rename(unfinished(file), file)
  } catch (error) {
    await rm(unfinished(file), { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

interface Archive {
  header: ArchiveHeader
  /** To be read once. */
  content: AsyncIterable<ContentPart>
}

/** Reads an archive to its end. */
async function hashContent({ header, content }: Archive): Promise<string> {
  const hash = createHash('sha256')
  for await (const line of formatLines(header, content, hash)) void line
  return hash.digest('hex')
}

/** Opens an archive: its header, and its content. `identities` decrypt it. */
export async function readArchive(file: string, identities: readonly string[]): Promise<Archive> {
  const isEncrypted = (await readBeginning(file)).startsWith('age-encryption.org')
  const stored = createReadStream(file)
  const packed = isEncrypted ? await decryptWith(identities, stored) : stored
  const unpacked = createGunzip()
  const reading = pipeline(packed, unpacked)
  reading.catch((error: Error) => unpacked.destroy(error))
  const lines = splitLines(unpacked.setEncoding('utf8'))
  const parse = (line: string): unknown => {
    try {
      return JSON.parse(line)
    } catch {
      throw new DirectoryError(`${file} is no archive of an organisation, or is damaged.`)
    }
  }
  const first = await lines.next().catch(() => undefined)
  const header = parse(first?.done === false ? first.value : '') as ArchiveHeader
  if (header.format !== 'openhour organisation 1') throw new DirectoryError(`${file} is no archive of an organisation.`)
  async function* content(): AsyncGenerator<ContentPart> {
    for (let line = await lines.next(); !line.done; line = await lines.next()) yield parse(line.value) as ContentPart
    await reading
  }
  return { header, content: content() }
}

/**
 * Rejects with a DirectoryError where an archive's database had other migrations than this version's: its rows would
 * not fit into the tables of a new database.
 */
export async function refuseOtherVersion(header: ArchiveHeader, file: string, identities: readonly string[]): Promise<void> {
  const migrations = header.migrations ?? (await findMigrations((await readArchive(file, identities)).content))
  if (!(await areOfThisVersion(migrations)))
    throw new DirectoryError(`${file} was made by Openhour ${header.version}: add it with that version, then upgrade.`)
}

async function findMigrations(content: AsyncIterable<ContentPart>): Promise<AppliedMigration[]> {
  const found: AppliedMigration[] = []
  let table = ''
  for await (const part of content) {
    if ('table' in part) table = part.table
    else if ('rows' in part && table === 'migrations')
      for (const row of part.rows) {
        const [, number, sha256 = ''] = /^\((\d+),.*\b([0-9a-f]{64})\b/.exec(row) ?? []
        found.push({ number: Number(number), sha256 })
      }
  }
  return found
}

async function readBeginning(file: string): Promise<string> {
  const stream = createReadStream(file, { end: 63 })
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}
