import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat, mkdir, mkdtemp, open, readdir, readFile, readlink, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mirrorFolder } from './mirror-folder.ts'

let folder: string
let from: string
let to: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-mirror-'))
  ;[from, to] = [path.join(folder, 'from'), path.join(folder, 'to')]
  await mkdir(path.join(from, 'base'), { recursive: true })
  await writeFile(path.join(from, 'base/1'), 'one')
})
afterEach(() => rm(folder, { recursive: true }))

/** A file with blocks that differ from each other, last changed a minute ago. */
async function writeBlocks(file: string, bytes: number) {
  const content = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += 512) content.writeUInt32BE(at, at)
  await writeFile(file, content)
  await age(file)
  return content
}
async function age(file: string) {
  const minuteAgo = Date.now() / 1000 - 60
  await utimes(file, minuteAgo, minuteAgo)
}
async function overwrite(file: string, text: string, position: number) {
  const handle = await open(file, 'r+')
  await handle.write(text, position)
  await handle.close()
}

test('files, folders, links and modes are equal, and what is no longer there is removed', async () => {
  await mirrorFolder(from, to)
  await rename(path.join(from, 'base'), path.join(from, 'other'))
  await mkdir(path.join(from, 'empty'), { mode: 0o700 })
  await writeFile(path.join(from, 'private'), 'secret', { mode: 0o600 })
  await symlink('/elsewhere', path.join(from, 'link'))
  await mirrorFolder(from, to)
  expect((await readdir(to)).toSorted()).toEqual(['empty', 'link', 'other', 'private'])
  expect(await readFile(path.join(to, 'other/1'), 'utf8')).toBe('one')
  expect(await readlink(path.join(to, 'link'))).toBe('/elsewhere')
  expect((await lstat(path.join(to, 'empty'))).mode & 0o777).toBe(0o700)
  expect((await lstat(path.join(to, 'private'))).mode & 0o777).toBe(0o600)
})

test.each([
  ['in the middle', (file: string) => overwrite(file, 'changed', 1_500_000)],
  ['at the end', (file: string) => overwrite(file, 'longer', 2_500_000)],
  ['that became shorter', (file: string) => open(file, 'r+').then(async handle => (await handle.truncate(1_200_000), handle.close()))],
  ['with the time of before', async (file: string) => (await overwrite(file, 'changed', 700_000), age(file))],
])('a large file changed after the first run %s is equal', async (_, change) => {
  const file = path.join(from, 'base/2')
  await writeBlocks(file, 2_500_000)
  await mirrorFolder(from, to)
  await change(file)
  await mirrorFolder(from, to)
  expect((await readFile(path.join(to, 'base/2'))).equals(await readFile(file))).toBe(true)
})

test('a file changed while the first run reads it is equal after the second', async () => {
  const file = path.join(from, 'base/2')
  await writeBlocks(file, 50_000_000)
  const script = `const { openSync, writeSync } = require('fs'); const file = openSync(process.argv[1], 'r+')
    console.log('writing'); for (let n = 0; ; n += 1) writeSync(file, 'changed' + n, (n * 99991) % 49000000)`
  const writer = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(writer.stdout, 'data')
  const began = Date.now()
  await mirrorFolder(from, to)
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  await mirrorFolder(from, to, began)
  expect((await readFile(path.join(to, 'base/2'))).equals(await readFile(file))).toBe(true)
})

test('a file that did not change since the first run is not read, one that changed a little later is', async () => {
  const [idle, changed] = [path.join(from, 'base/idle'), path.join(from, 'base/changed')]
  for (const file of [idle, changed]) await writeBlocks(file, 4096)
  const began = Date.now()
  await mirrorFolder(from, to)
  await overwrite(changed, 'later', 0)
  // What differs in the copy shows whether it was compared.
  for (const name of ['idle', 'changed']) {
    const copy = path.join(to, 'base', name)
    const { atimeMs, mtimeMs } = await lstat(copy)
    await overwrite(copy, 'stale', 100)
    await utimes(copy, atimeMs / 1000, mtimeMs / 1000)
  }
  await mirrorFolder(from, to, began)
  expect((await readFile(path.join(to, 'base/idle'))).includes('stale')).toBe(true)
  expect((await readFile(path.join(to, 'base/changed'))).equals(await readFile(changed))).toBe(true)
})

test('a link in the place of the copy or of a file in it is replaced, not followed', async () => {
  const elsewhere = path.join(folder, 'elsewhere')
  await mkdir(elsewhere)
  await writeFile(path.join(elsewhere, '1'), 'untouched')
  await symlink(elsewhere, to)
  await mirrorFolder(from, to)
  await rm(path.join(to, 'base/1'))
  await symlink(path.join(elsewhere, '1'), path.join(to, 'base/1'))
  await mirrorFolder(from, to)
  expect(await readFile(path.join(to, 'base/1'), 'utf8')).toBe('one')
  expect(await readdir(elsewhere)).toEqual(['1'])
  expect(await readFile(path.join(elsewhere, '1'), 'utf8')).toBe('untouched')
})

test('a file that cannot be written fails the whole, after the others have ended', async () => {
  // Short names fit below it, long ones do not.
  const deep = path.join(to, ...Array.from({ length: 15 }, () => 'x'.repeat(250)), 'x'.repeat(3900 - 15 * 251 - to.length))
  await mkdir(path.dirname(deep), { recursive: true })
  const content = await writeBlocks(path.join(from, 'base/2'), 30_000_000)
  await writeFile(path.join(from, 'base', 'y'.repeat(240)), '')
  await expect(mirrorFolder(from, deep)).rejects.toThrow('ENAMETOOLONG')
  expect((await readFile(path.join(deep, 'base/2'))).equals(content)).toBe(true)
})
