import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Platform } from '../http/platform.ts'
import { backupJob } from './job.ts'
import { nameOf } from './stored-backups.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-job-'))
})
afterEach(() => rm(folder, { recursive: true }))

const began = new Date('2026-11-20T09:00:00Z')
const at = (minutes: number) => ({ clock: { now: () => new Date(began.getTime() + minutes * 60_000) } }) as Platform
const settings = () => ({ directory: folder, intervalMinutes: 45, keepLast: 3, recipients: [], identityFile: undefined })
const note = () => path.join(folder, 'note')
/** Replaces the command; records that it ran. */
const noting = () => ['-e', `require('fs').appendFileSync(${JSON.stringify(note())}, 'ran ')`]
const noted = () => readFile(note(), 'utf8').catch(() => '')
const never = new AbortController().signal

test('runs the command when the newest backup is missing or too old', async () => {
  const job = backupJob(settings(), noting(), { earliest: 0 })
  await job.run(at(0), never)
  expect(await noted()).toBe('ran ')
  await mkdir(path.join(folder, nameOf(began)))
  await job.run(at(44), never)
  expect(await noted()).toBe('ran ')
  await job.run(at(45), never)
  expect(await noted()).toBe('ran ran ')
})

test('makes backups although a clock that was ahead left one from the future', async () => {
  await mkdir(path.join(folder, nameOf(new Date('2027-11-20T09:00:00Z'))))
  const job = backupJob(settings(), noting(), { earliest: 0 })
  await job.run(at(0), never)
  expect(await noted()).toBe('ran ')
  await mkdir(path.join(folder, nameOf(began)))
  await job.run(at(44), never)
  expect(await noted()).toBe('ran ')
})

test('waits during start, reports a failure, and does not retry at once', async () => {
  await backupJob(settings(), noting()).run(at(0), never)
  expect(await noted()).toBe('')
  const failing = backupJob(settings(), ['-e', "process.stderr.write('no room'); process.exit(1)"], { earliest: 0 })
  await expect(failing.run(at(0), never)).rejects.toThrow('No backup could be made. no room')
  await failing.run(at(0), never)
})

test('stops the command when the server stops', async () => {
  const script = path.join(folder, 'long.mjs')
  await writeFile(
    script,
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(note())}, 'ran ')\nsetInterval(() => {}, 1000)`,
  )
  const ending = new AbortController()
  const running = backupJob(settings(), [script], { earliest: 0 }).run(at(0), ending.signal)
  await expect.poll(noted).toBe('ran ')
  ending.abort()
  await running
})
