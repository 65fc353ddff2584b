import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../platform/config.ts'
import { chooseAccount } from '../platform/embedded-postgres/account.ts'
import { changeOwner } from '../platform/embedded-postgres/change-owner.ts'
import { readProcessIdentity } from '../platform/embedded-postgres/processes.ts'
import { upgrade } from './upgrade.ts'

// The steps of an upgrade for many organisations, and what follows where one fails. Releases are scripts here that note
// what they are asked for; `npm run drill -- packages` upgrades a real one.

let folder: string
const releases = () => path.join(folder, 'releases')
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-upgrade-'))
  await makeRelease(path.join(releases(), 'openhour-1.0.0'), '1.0.0')
  await symlink(path.join('releases', 'openhour-1.0.0'), path.join(folder, 'current'))
})
afterEach(() => rm(folder, { recursive: true }))

/** `codes`: of commands that do not end with 0, or what they do. A started server is noted with a process that lives. */
async function makeRelease(at: string, version: string, codes: Record<string, number | string> = {}) {
  await mkdir(path.join(at, 'bin'), { recursive: true })
  await writeFile(path.join(at, 'package.json'), JSON.stringify({ version }))
  const note = path.join(folder, 'data', `server-${process.pid}.json`)
  const birth = await readProcessIdentity(process.pid)
  const server = JSON.stringify({ pid: process.pid, birth, address: 'http://127.0.0.1:1', version, startedAt: '2026-11-28T09:00:00Z' })
  const script = `#!/bin/sh
echo "${version} $*" >> '${path.join(folder, 'asked')}'
case "$*" in
${Object.entries(codes)
  .map(([command, code]) => `  '${command}') ${typeof code === 'string' ? code : `exit ${code}`} ;;`)
  .join('\n')}
  start*) mkdir -p '${path.dirname(note)}' && echo '${server}' > '${note}' ;;
  stop) rm -f '${note}' ;;
  migrate) echo migrated > '${path.join(folder, 'data', 'postgres', 'file')}' ;;
esac
`
  await writeFile(path.join(at, 'bin', 'openhour'), script, { mode: 0o755 })
}

const ofMany = () => ({
  OPENHOUR_DIRECTORY_URL: 'postgres://directory.example.org/openhour',
  OPENHOUR_KEY_FILE: path.join(folder, 'secrets.key'),
})

async function upgradeTo(codes: Record<string, number | string>, { backupMade = true, env = ofMany() as Record<string, string> } = {}) {
  await makeRelease(path.join(folder, 'made', 'openhour-1.1.0'), '1.1.0', codes)
  const archive = path.join(folder, 'openhour-1.1.0.tar.gz')
  execFileSync('tar', ['-czf', archive, '-C', path.join(folder, 'made'), 'openhour-1.1.0'])
  const sum = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex')
  await writeFile(path.join(folder, 'SHA256SUMS'), `${sum}  ${path.basename(archive)}\n`)
  const read = readSettings({
    ...env,
    OPENHOUR_MODE: 'production',
    OPENHOUR_DATA: path.join(folder, 'data'),
  })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const said: string[] = []
  const root = path.join(releases(), 'openhour-1.0.0')
  const code = await upgrade({ archive, signers: undefined, backupMade, settings: read.settings, say: line => said.push(line), root })
  const asked = (await readFile(path.join(folder, 'asked'), 'utf8')).trim().split('\n')
  return { code, said: said.join('\n'), asked, current: path.basename(await readlink(path.join(folder, 'current'))) }
}

const prepared = ['1.1.0 check', '1.0.0 organisations verify', '1.0.0 stop']
const migrated = ['1.1.0 organisations migrate', '1.1.0 start --background', '1.1.0 organisations verify', '1.1.0 stop']

test('the databases of all organisations are verified, migrated and verified again, and the new release is tried', async () => {
  expect(await upgradeTo({})).toMatchObject({ code: 0, asked: [...prepared, ...migrated], current: 'openhour-1.1.0' })
})

test('an organisation whose migration fails does not keep the others from the new release', async () => {
  const { code, said, ...result } = await upgradeTo({ 'organisations migrate': 6, 'organisations verify': 6 })
  expect(result).toEqual({ asked: [...prepared, ...migrated], current: 'openhour-1.1.0' })
  expect([code, said]).toEqual([6, expect.stringContaining('run openhour organisations migrate')])
})

test('an organisation whose database is away or damaged keeps no other from an upgrade, nor from a rollback', async () => {
  await makeRelease(path.join(releases(), 'openhour-1.0.0'), '1.0.0', { 'organisations verify': 6 })
  expect(await upgradeTo({})).toMatchObject({ code: 0, asked: [...prepared, ...migrated], current: 'openhour-1.1.0' })
  await rm(path.join(folder, 'current'))
  await symlink(path.join('releases', 'openhour-1.0.0'), path.join(folder, 'current'))
  expect(await upgradeTo({ 'organisations migrate': 1 })).toMatchObject({ code: 4, current: 'openhour-1.0.0' })
})

test('is refused where the database of no organisation can be verified', async () => {
  await makeRelease(path.join(releases(), 'openhour-1.0.0'), '1.0.0', { 'organisations verify': 1 })
  const { code, said, asked } = await upgradeTo({})
  expect([code, asked]).toEqual([1, prepared.slice(0, 2)])
  expect(said).toContain('Nothing was changed. openhour organisations verify of 1.0.0 ended with 1.')
})

test('a release that can migrate no organisation is rolled back', async () => {
  const { said, ...result } = await upgradeTo({ 'organisations migrate': 1 })
  const back = ['1.0.0 stop', '1.0.0 organisations migrate', '1.0.0 organisations verify']
  expect(result).toEqual({ code: 4, asked: [...prepared, '1.1.0 organisations migrate', ...back], current: 'openhour-1.0.0' })
  expect(said).toContain('Rolled back')
})

test('the new release is named where a migrated PostgreSQL of the operator cannot go back', async () => {
  await makeRelease(path.join(releases(), 'openhour-1.0.0'), '1.0.0', { migrate: 1 })
  const env = { DATABASE_URL: 'postgres://database.example.org/openhour', OPENHOUR_KEY_FILE: path.join(folder, 'secrets.key') }
  const { code, said } = await upgradeTo({ 'start --background': 1 }, { env })
  expect([code, said]).toEqual([5, expect.stringContaining('openhour-1.1.0/bin/openhour can still be started')])
})

test('is refused without a backup of the databases', async () => {
  await expect(upgradeTo({}, { backupMade: false })).rejects.toThrow('add --backup-made')
})

/** An installation with a database, as far as an upgrade looks into it. */
async function makeDatabase(): Promise<string> {
  const data = path.join(folder, 'data')
  await mkdir(path.join(data, 'postgres'), { recursive: true, mode: 0o700 })
  for (const shared of [folder, data]) await chmod(shared, 0o711)
  await writeFile(path.join(data, 'postgres', 'file'), 'old\n')
  // A database that has run belongs to its account.
  const account = await chooseAccount(path.join(data, 'postgres'), { log: () => {} })
  if (account) await changeOwner(data, account)
  return data
}

test('the copy that a killed upgrade left is not lost: the next one says what to do', async () => {
  const left = path.join(await makeDatabase(), 'postgres.before-upgrade')
  await mkdir(left)
  await writeFile(path.join(folder, 'asked'), '')
  expect(await upgradeTo({}, { env: {} })).toMatchObject({
    code: 1,
    current: 'openhour-1.0.0',
    asked: [''],
    said: expect.stringContaining(`${left} is the database of before an upgrade that was cut short`) as string,
  })
  expect(await readdir(path.dirname(left))).toContain(path.basename(left))
})

const signal = (...names: string[]) => names.map(name => `kill -${name} ${process.pid}`).join('; ')

test.each(['INT', 'TERM'])('an upgrade that SIG%s interrupts while it tries the new release goes back to the old one', async name => {
  const data = await makeDatabase()
  const { code, said, current } = await upgradeTo({ verify: signal('HUP', name) }, { env: {} })
  expect([code, current]).toEqual([4, 'openhour-1.0.0'])
  expect(said).toContain('The upgrade failed: it was interrupted.')
  expect((await readFile(path.join(data, 'postgres', 'file'), 'utf8')).trim()).toBe('old')
  expect((await readdir(data)).filter(file => file.startsWith('postgres'))).toEqual(['postgres'])
})

test('neither a lost terminal nor an interrupted rollback leaves an upgrade half done', async () => {
  await makeDatabase()
  expect(await upgradeTo({ verify: signal('HUP') }, { env: {} })).toMatchObject({ code: 0, current: 'openhour-1.1.0' })
  await rm(path.join(folder, 'current'))
  await symlink(path.join('releases', 'openhour-1.0.0'), path.join(folder, 'current'))
  await makeRelease(path.join(releases(), 'openhour-1.0.0'), '1.0.0', { stop: signal('HUP', 'INT') })
  expect(await upgradeTo({}, { env: {} })).toMatchObject({ code: 4, current: 'openhour-1.0.0' })
})

test('what killed upgrades unpacked does not stay, and what a running one unpacks does', async () => {
  const running = `.unpacking-${process.pid}-abc`
  for (const name of ['.unpacking-abcdef', '.unpacking-4194304-abc', running]) await mkdir(path.join(releases(), name))
  expect(await upgradeTo({})).toMatchObject({ code: 0 })
  expect((await readdir(releases())).filter(name => name.startsWith('.'))).toEqual([running])
})

test.each([
  ['a release that does not start', { 'start --background': 1 }, 4, 'old'],
  ['a release whose database cannot be verified', { verify: 1 }, 4, 'old'],
  ['a release that works', {}, 0, 'migrated'],
])('the embedded database after an upgrade to %s', async (_, codes, code, content) => {
  const data = await makeDatabase()
  expect(await upgradeTo(codes, { env: {} })).toMatchObject({ code, current: code === 0 ? 'openhour-1.1.0' : 'openhour-1.0.0' })
  expect((await readFile(path.join(data, 'postgres', 'file'), 'utf8')).trim()).toBe(content)
  expect((await readdir(data)).filter(name => name.startsWith('postgres'))).toEqual(['postgres'])
})
