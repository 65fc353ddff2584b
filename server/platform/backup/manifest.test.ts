import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseManifest } from './manifest.ts'

/** As PostgreSQL writes it, ending with a checksum of the rest. */
function manifestOf(ranges: unknown): Buffer {
  const body = `{ "Files": [], "WAL-Ranges": ${JSON.stringify(ranges)}, `
  return Buffer.from(`${body}"Manifest-Checksum": "${createHash('sha256').update(body).digest('hex')}"}`)
}

test('names WAL segments by their size', () => {
  const { log } = parseManifest(manifestOf([{ Timeline: 1, 'Start-LSN': '1/FE000028', 'End-LSN': '2/400001' }]))
  expect(log(16 * 2 ** 20)).toEqual([
    'pg_wal/0000000100000001000000FE',
    'pg_wal/0000000100000001000000FF',
    'pg_wal/000000010000000200000000',
  ])
  expect(log(4 * 2 ** 20).slice(-3)).toEqual([
    'pg_wal/0000000100000001000003FF',
    'pg_wal/000000010000000200000000',
    'pg_wal/000000010000000200000001',
  ])
})
