import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { decryptWith, encryptFor } from '../platform/backup/encryption.ts'
import { DirectoryError, type OrganisationSecrets } from '../platform/directory/directory.ts'
import type { ContentPart } from './copy-database.ts'

/** The first line of an archive. */
export interface ArchiveHeader extends Omit<OrganisationSecrets, 'databaseUrl'> {
  format: 'openhour organisation 1'
  name: string
  hosts: string[]
  version: string
}

async function* writeLines(header: ArchiveHeader, content: AsyncIterable<ContentPart>): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  for await (const part of content) yield `${JSON.stringify(part)}\n`
}

/**
 * Writes an organisation with its keys into a file that is not there yet, readable by its owner only; encrypted for
 * age recipients, if there are any. Without them it holds secrets in plaintext.
 */
export async function writeArchive(
  file: string,
  header: ArchiveHeader,
  content: AsyncIterable<ContentPart>,
  recipients: readonly string[],
): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new DirectoryError(`${file} exists already.`) : error
  })
  try {
    const packed = createGzip({ level: 6 })
    const packing = pipeline(Readable.from(writeLines(header, content)), packed)
    const sealing = recipients.length > 0 ? (await encryptFor(recipients)).encrypt(packed) : packed
    await Promise.all([packing, Promise.resolve(sealing).then(sealed => pipeline(sealed, handle.createWriteStream({ flush: true })))])
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** Opens an archive: its header, and its content to be read once. `identities` decrypt it. */
export async function readArchive(
  file: string,
  identities: readonly string[],
): Promise<{ header: ArchiveHeader; content: AsyncIterable<ContentPart> }> {
  const isEncrypted = (await readBeginning(file)).startsWith('age-encryption.org')
  const stored = createReadStream(file)
  const packed = isEncrypted ? await decryptWith(identities, stored) : stored
  const unpacked = createGunzip()
  const reading = pipeline(packed, unpacked)
  reading.catch((error: Error) => unpacked.destroy(error))
  const lines = createInterface({ input: unpacked, crlfDelay: Infinity })[Symbol.asyncIterator]()
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

async function readBeginning(file: string): Promise<string> {
  const stream = createReadStream(file, { end: 63 })
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}
