import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const name = '000000010000000000000001'
let folder: string
let archive: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-wal-'))
  archive = path.join(folder, 'archive')
  await mkdir(archive)
  await writeFile(path.join(folder, name), 'segment')
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the command of deploy/postgresql/archive.conf as PostgreSQL does; answers the exit code. */
async function archiveSegment(): Promise<number | null> {
  const text = await readFile(path.join(import.meta.dirname, '../../../deploy/postgresql/archive.conf'), 'utf8')
  const command = /^archive_command = '([^']+)'$/m.exec(text)?.[1] ?? ''
  const filled = command.replaceAll('/mnt/archive', archive).replaceAll('%f', name).replaceAll('%p', path.join(folder, name))
  return spawnSync('sh', ['-c', filled]).status
}
const archived = () => readFile(path.join(archive, name), 'utf8')

test('archives a segment, and leaves no part of it', async () => {
  expect([await archiveSegment(), await archived(), await readdir(archive)]).toEqual([0, 'segment', [name]])
})

test('a segment that was archived before a crash does not stop archiving for ever', async () => {
  await writeFile(path.join(archive, name), 'segment')
  await writeFile(path.join(archive, `${name}.part`), 'seg')
  expect([await archiveSegment(), await archived()]).toEqual([0, 'segment'])
})

test('a copy that a crash cut off is made again', async () => {
  await writeFile(path.join(archive, `${name}.part`), 'seg')
  expect([await archiveSegment(), await archived(), await readdir(archive)]).toEqual([0, 'segment', [name]])
})

test('no other segment of the same name is overwritten', async () => {
  await writeFile(path.join(archive, name), 'of another cluster')
  expect([await archiveSegment(), await archived()]).toEqual([1, 'of another cluster'])
})

test('a missing disk fails', async () => {
  await rm(archive, { recursive: true })
  expect(await archiveSegment()).not.toBe(0)
})
