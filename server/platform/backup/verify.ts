import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { decryptWith } from './encryption.ts'
import { type About, partsOf, readAbout } from './stored-backups.ts'
import { type Contents, parseManifest } from './manifest.ts'
import { type Member, readTar } from './tar.ts'

/** Receives the content of a backup; must read each file to its end. */
export type Receive = (member: Member) => Promise<void>

const readThrough: Receive = async ({ content }) => {
  for await (const _ of content) continue
}

/**
 * Reads a whole backup and compares every file with PostgreSQL's checksum, the archive with ours,
 * and the manifest with the files. `identities` decrypt it. Throws a BackupError at the first
 * difference; discard everything received before.
 */
export async function verifyBackup(folder: string, identities: readonly string[], receive: Receive = readThrough): Promise<About> {
  const about = await readAbout(folder)
  const encrypted = about.encrypted !== undefined
  const { archive, manifest } = partsOf(folder, encrypted)
  const open = (file: string) => createReadStream(file, { highWaterMark: 1 << 20 })
  const list = await (encrypted ? decryptWith(identities, open(manifest)).then(buffer) : readFile(manifest)).catch((error: unknown) => {
    throw translate(error)
  })
  if (createHash('sha256').update(list).digest('hex') !== about.manifest_sha256) throw damaged('its list of files was changed')
  const contents = parseManifest(list)
  const whole = createHash('sha256')
  let bytes = 0
  const counted = new Transform({
    transform(part: Buffer, _, done) {
      whole.update(part)
      bytes += part.length
      done(null, part)
    },
  })
  const unpacked = createGunzip({ chunkSize: 1 << 18 })
  const stored = pipeline(open(archive), counted)
  const reading = (encrypted ? decryptWith(identities, counted) : Promise.resolve(counted)).then(plain => pipeline(plain, unpacked))
  stored.catch((error: Error) => unpacked.destroy(error))
  // Reading reports the failure; this only avoids an unhandled rejection.
  reading.catch((error: Error) => unpacked.destroy(error))
  try {
    await compare(readTar(unpacked), contents, receive)
    await readOut(unpacked)
    await Promise.all([stored, reading])
  } catch (error) {
    unpacked.destroy()
    counted.destroy()
    throw translate(error)
  }
  if (bytes !== about.archive.bytes || whole.digest('hex') !== about.archive.sha256) throw damaged('its archive was changed')
  return about
}

const segmentName = /^pg_wal\/[0-9A-F]{24}$/
/** In bytes. */
const usualSegmentBytes = 16 * 1024 * 1024

async function compare(members: AsyncIterable<Member>, { files, log }: Contents, receive: Receive): Promise<void> {
  const missing = new Set(files.keys())
  const segments = new Map<string, number>()
  for await (const member of members) {
    if (member.kind === 'folder') {
      await receive(member)
      await readOut(member.content)
      continue
    }
    const hash = createHash('sha256')
    let size = 0
    const content = (async function* () {
      for await (const part of member.content) {
        hash.update(part)
        size += part.length
        yield part
      }
    })()
    await receive({ ...member, content })
    const expected = files.get(member.name)
    if (!expected && !member.name.startsWith('pg_wal/')) throw damaged(`${member.name} does not belong to it`)
    if (expected && (expected.size !== size || expected.sha256 !== hash.digest('hex'))) throw damaged(`${member.name} is not as it was`)
    if (segmentName.test(member.name)) segments.set(member.name, size)
    missing.delete(member.name)
  }
  // All segments have the same size, which is smaller on a small disk.
  for (const name of log(segments.size > 0 ? Math.max(...segments.values()) : usualSegmentBytes)) if (!segments.has(name)) missing.add(name)
  if (missing.size > 0) throw damaged(`${[...missing].slice(0, 3).join(', ')} ${missing.size > 3 ? 'and others are' : 'is'} missing`)
}

async function readOut(parts: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of parts) continue
}

const damaged = (what: string) => new BackupError(`The backup is damaged: ${what}.`)

function translate(error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException
  if (/^(invalid|ciphertext|incomplete|truncated|failed)/i.test((error as Error).message) && !(error instanceof BackupError))
    return damaged('an encrypted file was changed')
  if (code === 'ENOENT') return damaged(`${path} is missing`)
  if (code?.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE') return damaged('its archive cannot be unpacked')
  return error
}
