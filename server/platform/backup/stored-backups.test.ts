import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findNewest, listBackups, nameOf, partsOf, removeOld, unfinishedName } from './stored-backups.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-kept-'))
})
afterEach(() => rm(folder, { recursive: true }))

const at = (text: string) => nameOf(new Date(`2026-11-${text}:00Z`))

test('keeps the newest, and the last of each of the past seven days', async () => {
  const names = [
    '01T23:30',
    '12T08:00',
    '13T08:00',
    '14T07:00',
    '14T23:59',
    '15T00:00',
    '19T10:00',
    '19T22:00',
    '20T07:00',
    '20T08:00',
  ].map(at)
  for (const name of [...names, 'of-another-program']) await mkdir(path.join(folder, name))
  await removeOld(folder, { newest: 3, now: new Date('2026-11-20T09:00:00Z') })
  expect(await readdir(folder)).toEqual([
    ...['14T07:00', '14T23:59', '15T00:00', '19T22:00', '20T07:00', '20T08:00'].slice(1).map(at),
    'of-another-program',
  ])
})

test('the last backup of the version before an upgrade is not removed for seven days', async () => {
  const versions = {
    '12T08:00': '0.0.9',
    '19T08:00': '0.1.0',
    '19T09:00': '0.1.0',
    '19T23:00': '0.2.0',
    '20T07:00': '0.2.0',
    '20T08:00': '0.2.0',
  }
  for (const [text, openhour] of Object.entries(versions)) await makeOne(at(text), openhour)
  await removeOld(folder, { newest: 1, now: new Date('2026-11-20T09:00:00Z') })
  expect(await readdir(folder)).toEqual(['19T09:00', '19T23:00', '20T08:00'].map(at))
  await removeOld(folder, { newest: 1, now: new Date('2026-11-28T09:00:00Z') })
  expect(await readdir(folder)).toEqual([at('20T08:00')])
})

/** A backup that says which version made it. */
async function makeOne(name: string, openhour: string): Promise<void> {
  const { about } = partsOf(path.join(folder, name))
  await mkdir(path.dirname(about))
  const time = '2026-11-19T00:00:00Z'
  const archive = { bytes: 1, sha256: '' }
  await writeFile(
    about,
    JSON.stringify({ format: 1, began_at: time, complete_at: time, openhour, postgres: '18.4', archive, manifest_sha256: '' }),
  )
}

test('backups from the future are kept, and displace no other one', async () => {
  const names = ['19T08:00', '20T07:00', '20T08:00', '20T10:00', '20T11:00', '21T09:00'].map(at)
  for (const name of names) await mkdir(path.join(folder, name))
  const now = new Date('2026-11-20T09:00:00Z')
  await removeOld(folder, { newest: 2, now })
  expect(await readdir(folder)).toEqual(names)
  expect(findNewest(await listBackups(folder), now)?.name).toBe(at('20T08:00'))
})

test('removes backups abandoned for an hour, and none in progress', async () => {
  const [old, young] = ['20T07:00', '20T08:00'].map(text => path.join(folder, unfinishedName(at(text))))
  for (const half of [old!, young!]) {
    await mkdir(half)
    await writeFile(partsOf(half).archive, '')
  }
  const anHourAgo = new Date(Date.now() - 3_700_000)
  await utimes(partsOf(old!).archive, anHourAgo, anHourAgo)
  await removeOld(folder, { newest: 3, now: new Date() })
  expect(await readdir(folder)).toEqual([path.basename(young!)])
  expect(await listBackups(folder)).toEqual([])
})
