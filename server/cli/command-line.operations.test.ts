import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectClient } from '#database/connect/client.ts'
import { claimMode } from '#database/mode.ts'
import { version } from '../features/site/version.ts'
import { openSecrets } from '../features/secrets/open-secrets.ts'
import { readSettings } from '../platform/config.ts'
import { findSharedAccount } from '../platform/privileges/accounts.ts'
import { listServers, noteServer } from '../platform/running-servers.ts'
import { makeKeyFile } from '../platform/secrets/key-file.ts'
import { createTestDatabase } from '../testing/database.ts'
import { diagnose } from './check.ts'
import { loadConfig, runCommandLine } from './command-line.ts'
import { isNewer } from './upgrade.ts'
import { verifyArchive } from './verify-archive.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-cli-'))
  vi.stubEnv('OPENHOUR_DATA', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

/** Exit code and output of a command. */
async function run(...args: string[]) {
  const lines: string[] = []
  const complaint = vi.spyOn(process.stderr, 'write').mockImplementation(text => (lines.push(String(text)), true))
  const code = await runCommandLine(args, { root: folder, entryPoint: name => new URL(`../${name}.ts`, import.meta.url) }, line =>
    lines.push(line),
  )
  complaint.mockRestore()
  return { code, output: lines.join('\n') }
}

test('--help and --version succeed', async () => {
  expect(await run('--version')).toEqual({ code: 0, output: version })
  expect((await run('--help')).output).toContain('Usage: openhour [--config FILE] COMMAND')
  expect(await run('stop', '--help')).toMatchObject({ code: 0, output: expect.stringContaining('Usage: openhour stop') as string })
})

test.each([
  ['launch'],
  ['status', '--verbose'],
  ['status', 'now'],
  ['stop', '--timeout', 'soon'],
  ['--config'],
  ['emergency-link'],
  ['remove-second-factor'],
  ['upgrade'],
])('wrong usage ends with 2: %s %s', async (...args) => {
  expect(await run(...args.filter(Boolean))).toMatchObject({ code: 2, output: expect.stringContaining('See openhour --help.') as string })
})

test('a settings file that cannot be read ends with 2', async () => {
  expect(await run('--config', path.join(folder, 'missing.env'), 'status')).toMatchObject({ code: 2 })
})

test('a standard settings file that is there and cannot be read is not passed over', async () => {
  await writeFile(path.join(folder, 'file'), '')
  expect(() => loadConfig(undefined, path.join(folder, 'missing.env'))).not.toThrow()
  // As a folder that may not be entered, this is no ENOENT.
  expect(() => loadConfig(undefined, path.join(folder, 'file', 'openhour.env'))).toThrow('cannot be read (ENOTDIR)')
})

test('status ends with 3 where no server runs, and stop succeeds', async () => {
  expect(await run('status')).toEqual({ code: 3, output: 'Openhour is not running.' })
  expect(await run('stop')).toEqual({ code: 0, output: 'Openhour is not running.' })
})

test('a server is listed until it removes its note; the note of an ended process is ignored', async () => {
  const remove = await noteServer(folder, { address: 'http://127.0.0.1:1', version, startedAt: new Date(0) })
  await writeFile(path.join(folder, 'server-999999.json'), JSON.stringify({ pid: 999_999, birth: '' }))
  expect(await listServers(folder)).toMatchObject([{ pid: process.pid, version }])
  await remove()
  expect(await listServers(folder)).toEqual([])
})

test('while a server waits for a migration, status does not call it stopped, and stop ends it', async () => {
  const { url, drop } = await createTestDatabase()
  const other = await connectClient(url, { settings: null })
  await other.query("SELECT pg_advisory_lock(hashtext('openhour.migrate'))")
  const program = path.join(import.meta.dirname, '..', 'main.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { ...process.env, DATABASE_URL: url, PORT: '0' },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await expect.poll(async () => (await listServers(folder)).length, { timeout: 45_000 }).toBe(1)
  const starting = expect.stringMatching(new RegExp(`^process ${child.pid}, version \\S+, since \\S+: starting$`)) as string
  expect(await run('status')).toEqual({ code: 1, output: starting })
  // It waits for the lock before it can be ended.
  await expect
    .poll(
      async () =>
        (await other.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'openhour migration'"))
          .rowCount,
    )
    .toBe(1)
  expect(await run('stop')).toEqual({ code: 0, output: `Stopped process ${child.pid}.` })
  expect(await ended).toEqual([0, null])
  expect(await readdir(folder)).toEqual([])
  await other.end()
  await drop()
})

test('check finds invalid settings and an old Node, and accepts a new installation', async () => {
  const problemsOf = async (env: NodeJS.ProcessEnv, node?: string) =>
    (await diagnose({ OPENHOUR_DATA: folder, ...env }, node)).filter(({ level }) => level === 'problem').map(({ text }) => text)
  expect(await problemsOf({ OPENHOUR_MODE: 'production' })).toEqual([])
  expect(await problemsOf({ PORT: 'x' })).toEqual(['PORT must be a whole number from 0 (any free port) to 65535, not x.'])
  expect(await problemsOf({}, '18.20.4')).toEqual(['Node 18.20.4 is too old; Openhour needs 20.19 or newer'])
  expect(await problemsOf({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toEqual([
    expect.stringMatching(/^The database of DATABASE_URL cannot be used: .* Start PostgreSQL/) as string,
  ])
})

test('check finds a key file that others can read', async () => {
  const keyFile = path.join(folder, 'secrets.key')
  await writeFile(keyFile, 'key', { mode: 0o644 })
  const findings = await diagnose({ OPENHOUR_DATA: folder })
  expect(findings).toContainEqual({ level: 'problem', text: `other users can read the key file ${keyFile}: chmod 600 ${keyFile}` })
})

test('check finds a key file without a key', async () => {
  const keyFile = path.join(folder, 'secrets.key')
  await writeFile(keyFile, 'no key\n', { mode: 0o600 })
  const findings = await diagnose({ OPENHOUR_DATA: folder })
  expect(findings).toContainEqual({ level: 'problem', text: expect.stringContaining('is not 32 bytes in base64') as string })
})

test('check finds a key that is not the one of the database', async () => {
  const { url, drop } = await createTestDatabase()
  const keyFile = path.join(folder, 'secrets.key')
  await makeKeyFile(keyFile)
  const environment = { OPENHOUR_DATA: folder, OPENHOUR_MODE: 'production', DATABASE_URL: url, OPENHOUR_KEY_FILE: keyFile }
  const read = readSettings(environment)
  if ('errors' in read) throw new Error(read.errors.join())
  await claimMode(url, 'production')
  await openSecrets(url, read.settings)
  const find = async () => (await diagnose(environment)).filter(({ level, text }) => level === 'problem' && text.includes(' key '))
  expect(await find()).toEqual([])
  await rm(keyFile)
  await makeKeyFile(keyFile)
  expect(await find()).toEqual([
    {
      level: 'problem',
      text: expect.stringContaining(`the key in ${keyFile} is not the one that the database was encrypted with`) as string,
    },
  ])
  await drop()
})

test('check does not expect a lost key from the next start', async () => {
  await mkdir(path.join(folder, 'postgres'))
  for (const [name, text] of [
    ['postgres/PG_VERSION', '18\n'],
    ['postgres.password', 'secret'],
  ] as const)
    await writeFile(path.join(folder, name), text)
  const findings = await diagnose({ OPENHOUR_DATA: folder, OPENHOUR_MODE: 'production' })
  expect(findings).toContainEqual({ level: 'problem', text: expect.stringContaining('secrets.key is missing: put back') as string })
})

test('check reports a backup from the future, and restore takes it only by its name', async () => {
  const backups = path.join(folder, 'backups')
  vi.stubEnv('OPENHOUR_BACKUP_DIRECTORY', backups)
  await mkdir(path.join(backups, '2026-01-01T00-00-00Z'), { recursive: true })
  await mkdir(path.join(backups, '9000-01-01T00-00-00Z'))
  const findings = await diagnose(process.env)
  expect(findings).toContainEqual({ level: 'ok', text: 'the newest backup is of 2026-01-01T00:00:00.000Z' })
  expect(findings).toContainEqual({ level: 'warning', text: expect.stringContaining('from the future: 9000-01-01T00-00-00Z') as string })
  await rm(path.join(backups, '2026-01-01T00-00-00Z'), { recursive: true })
  const restoring = promisify(execFile)(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, '..', 'restore.ts')])
  await expect(restoring).rejects.toMatchObject({
    code: 1,
    stdout: 'Backups from the future are restored only when you name one: 9000-01-01T00-00-00Z.\n',
    stderr: `All backups in ${backups} are from the future.\n`,
  })
})

test.each([
  ['restore', '--nope'],
  ['restore', 'one', 'other'],
  ['backup', '--make-identity='],
])('wrong usage of %s ends with 2: %s', { timeout: 60_000 }, async (...args) => {
  const program = path.join(import.meta.dirname, '..', 'openhour.ts')
  const running = promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...args])
  await expect(running).rejects.toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('See openhour --help.') as string })
})

test('restore --list says when each backup began and which version made it', async () => {
  vi.stubEnv('OPENHOUR_BACKUP_DIRECTORY', path.join(folder, 'backups'))
  const [time, began_at] = ['2026-01-01T08-30-00Z', '2026-01-01T08:30:00Z']
  await mkdir(path.join(folder, 'backups', time), { recursive: true })
  const archive = { bytes: 1, sha256: '' }
  const about = { format: 1, began_at, complete_at: began_at, openhour: '0.0.9', postgres: '18.4', archive, manifest_sha256: '' }
  await writeFile(path.join(folder, 'backups', time, 'backup.json'), JSON.stringify(about))
  await mkdir(path.join(folder, 'backups', '2026-01-01T09-00-00Z'))
  const program = path.join(import.meta.dirname, '..', 'restore.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, '--list'])
  expect(stdout).toBe('2026-01-01T08-30-00Z  2026-01-01 08:30 UTC  0.0.9\n2026-01-01T09-00-00Z  2026-01-01 09:00 UTC  cannot be read\n')
})

test.runIf(process.getuid?.() === 0)('as root, check finds what the owner of the data folder cannot do', async () => {
  const account = await findSharedAccount()
  if (!account) return
  const keyFile = path.join(folder, 'key', 'secrets.key')
  await mkdir(path.dirname(keyFile))
  await makeKeyFile(keyFile)
  await chmod(folder, 0o755)
  const data = path.join(folder, 'data')
  await mkdir(data)
  await chown(data, account.uid, account.gid)
  const find = async (env: NodeJS.ProcessEnv) =>
    (await diagnose({ OPENHOUR_DATA: data, OPENHOUR_KEY_FILE: keyFile, ...env })).filter(({ level }) => level === 'problem')
  expect(await find({ PORT: '443' })).toMatchObject([{ text: expect.stringContaining('Port 443 is open to root only') as string }])
  expect(await find({ PORT: '3000' })).toMatchObject([{ text: expect.stringContaining(`chown ${account.name} ${keyFile}`) as string }])
  await chown(keyFile, account.uid, account.gid)
  expect(await find({ PORT: '3000' })).toEqual([])
  const [missing, none] = [path.join(folder, 'missing'), path.join(folder, 'missing', 'secrets.key')]
  expect(await find({ OPENHOUR_DATA: missing, OPENHOUR_KEY_FILE: none, PORT: '443' })).toEqual([])
})

test('check of an installation for many organisations asks for the directory, and for its key', async () => {
  const { url, drop } = await createTestDatabase()
  const keyFile = path.join(folder, 'secrets.key')
  const many = { OPENHOUR_MODE: 'production', OPENHOUR_DATA: folder, OPENHOUR_KEY_FILE: keyFile, OPENHOUR_DIRECTORY_URL: url }
  expect(await diagnose(many)).toContainEqual({ level: 'problem', text: `the key file ${keyFile} does not exist` })
  await makeKeyFile(keyFile)
  const findings = await diagnose(many)
  expect(findings).toContainEqual({ level: 'ok', text: expect.stringMatching(/^PostgreSQL .* answers$/) as string })
  // Senders, backups and migrations are the organisations' own.
  const warnings = findings.filter(({ level, text }) => level === 'warning' && !text.includes('clock')).map(({ text }) => text)
  expect(warnings).toEqual([expect.stringContaining('OPENHOUR_TRUSTED_PROXIES') as string])
  await drop()
})

test('check and verify accept an address of several servers', async () => {
  const { url, drop } = await createTestDatabase()
  const { host } = new URL(url)
  vi.stubEnv('DATABASE_URL', url.replace(host, `${host},${host}`))
  expect(await diagnose(process.env)).toContainEqual({ level: 'ok', text: 'no migrations are pending' })
  expect(await run('verify')).toEqual({ code: 0, output: 'All guarantees hold.' })
  await drop()
})

test('check does not pass over WAL that is no longer archived', async () => {
  const { url, drop } = await createTestDatabase()
  const client = await connectClient(url, { settings: null })
  // In the place of PostgreSQL's view of that name.
  await client.query(`
    CREATE VIEW pg_stat_archiver AS SELECT '0001' AS last_failed_wal, now() AS last_failed_time, now() - interval '1 hour' AS last_archived_time;
    ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = public, pg_catalog`)
  await client.end()
  const findings = await diagnose({ OPENHOUR_DATA: folder, DATABASE_URL: url })
  expect(findings).toContainEqual({ level: 'warning', text: expect.stringContaining('PostgreSQL cannot archive 0001') as string })
  await drop()
})

test('versions are compared as semantic versioning does', () => {
  for (const [one, other] of [
    ['0.1.10', '0.1.9'],
    ['1.0.0', '0.9.9'],
    ['1.0.0', '1.0.0-rc.2'],
    ['1.0.0-rc.10', '1.0.0-rc.2'],
  ] as const) {
    expect(isNewer(one, other)).toBe(true)
    expect(isNewer(other, one)).toBe(false)
  }
  expect(isNewer('1.0.0', '1.0.0')).toBe(false)
})

test('an archive is refused without checksums, when not listed, when damaged, and without a signature', async () => {
  const archive = path.join(folder, 'openhour-9.0.0-linux-x64.tar.gz')
  await writeFile(archive, 'content')
  const said: string[] = []
  const verify = (signers?: string) => verifyArchive({ archive, signers, say: line => said.push(line) })
  const sums = path.join(folder, 'SHA256SUMS')
  await expect(verify()).rejects.toThrow('There is no')
  await writeFile(sums, '')
  await expect(verify()).rejects.toThrow('does not list')
  await writeFile(sums, `${'0'.repeat(64)}  ${path.basename(archive)}\n`)
  await expect(verify()).rejects.toThrow('is damaged')
  await writeFile(sums, `${createHash('sha256').update('content').digest('hex')}  ${path.basename(archive)}\n`)
  await expect(verify(path.join(folder, 'missing'))).rejects.toThrow('The file of allowed signers')
  await writeFile(path.join(folder, 'signers'), '')
  await expect(verify(path.join(folder, 'signers'))).rejects.toThrow('The signature of')
  await verify()
  expect(said).toEqual(['The checksum matches. The signature was not checked: there is no file of allowed signers.'])
})
