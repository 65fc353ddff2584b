import { createHash } from 'node:crypto'
import * as z from 'zod'
import { BackupError } from './backup-error.ts'

const Manifest = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.int(), 'Checksum-Algorithm': z.literal('SHA256'), Checksum: z.string() })),
  'WAL-Ranges': z.array(z.object({ Timeline: z.int(), 'Start-LSN': z.string(), 'End-LSN': z.string() })).min(1),
  'Manifest-Checksum': z.string(),
})

/** The files and WAL that a backup must contain. */
export interface Contents {
  files: Map<string, { size: number; sha256: string }>
  /**
   * The WAL segments that make the files consistent. Their size is a parameter, because the
   * manifest does not contain it.
   */
  log: (segmentBytes: number) => string[]
}

/** Reads PostgreSQL's manifest of a backup, which ends with its own checksum. */
export function parseManifest(bytes: Buffer): Contents {
  const damaged = new BackupError('The backup is damaged: its list of files is not what PostgreSQL wrote.')
  let manifest: z.output<typeof Manifest>
  try {
    manifest = Manifest.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw damaged
  }
  const signed = bytes.subarray(0, bytes.lastIndexOf('"Manifest-Checksum"'))
  if (createHash('sha256').update(signed).digest('hex') !== manifest['Manifest-Checksum']) throw damaged
  return {
    files: new Map(manifest.Files.map(({ Path, Size, Checksum }) => [Path, { size: Size, sha256: Checksum }])),
    log: segmentBytes =>
      manifest['WAL-Ranges'].flatMap(range => listSegments(range.Timeline, range['Start-LSN'], range['End-LSN'], segmentBytes)),
  }
}

/**
 * The names of WAL segments between two positions: the timeline, then the segment number in two
 * halves.
 */
function listSegments(timeline: number, from: string, to: string, segmentBytes: number): string[] {
  const numberOf = (place: string, offset: number) => {
    const [high = 0, low = 0] = place.split('/').map(part => Number.parseInt(part, 16))
    return Math.floor((high * 2 ** 32 + low - offset) / segmentBytes)
  }
  const perFile = 2 ** 32 / segmentBytes
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  const [first, last] = [numberOf(from, 0), numberOf(to, 1)]
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index
    return `pg_wal/${hex(timeline)}${hex(Math.floor(number / perFile))}${hex(number % perFile)}`
  })
}
