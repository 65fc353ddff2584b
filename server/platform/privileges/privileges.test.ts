import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handOver } from '../embedded-postgres/hand-over.ts'
import { findDedicatedAccount, findSharedAccount, readAccounts } from './accounts.ts'

const isRoot = process.getuid?.() === 0
let folder: string
let running: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-privileges-'))
  await chmod(folder, 0o755)
  running = []
})

afterEach(async () => {
  for (const child of running) await stop(child)
  await rm(folder, { recursive: true })
})

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** The real server with an empty production database, once it listens. */
async function startServer(settings: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, '../../main.ts')], {
    env: {
      ...env,
      PORT: '0',
      OPENHOUR_MODE: 'production',
      OPENHOUR_LOG: 'silent',
      OPENHOUR_DRAIN: '0',
      OPENHOUR_DATA: folder,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (!output.includes('Openhour is ready')) {
    if (child.exitCode !== null) throw new Error(output)
    await pause(50)
  }
  return { child, output }
}

/** The real, effective, saved and file-system user ids of a process. */
async function userIdsOf(pid: number): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split('\t').map(Number) ?? []
}

const postmasterPid = async () => Number.parseInt(await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10)

test.runIf(isRoot && process.platform === 'linux')('neither the server nor PostgreSQL runs as root', { timeout: 60_000 }, async () => {
  const { child } = await startServer()
  const openhour = (await readAccounts()).find(({ name }) => name === 'openhour')
  expect(openhour).toBeDefined()
  const all = Array.from({ length: 4 }, () => openhour?.uid)
  expect(await userIdsOf(child.pid ?? 0)).toEqual(all)
  expect(await userIdsOf(await postmasterPid())).toEqual(all)
  for (const name of await readdir(folder)) expect([name, (await stat(path.join(folder, name))).uid]).toEqual([name, openhour?.uid])
})

test.runIf(isRoot && process.platform === 'linux')(
  'a folder that belonged to root and nobody is not left with them',
  { timeout: 60_000 },
  async () => {
    const first = await startServer()
    await stop(first.child)
    const nobody = (await readAccounts()).find(({ name }) => name === 'nobody')
    await giveTo(path.join(folder, 'postgres'), nobody?.uid ?? 0)
    for (const name of ['', 'postgres.password', 'secrets.key']) await chown(path.join(folder, name), 0, 0)
    const second = await startServer()
    const openhour = (await readAccounts()).find(({ name }) => name === 'openhour')
    expect(await userIdsOf(second.child.pid ?? 0)).toContain(openhour?.uid)
    for (const name of ['', 'postgres', 'postgres/PG_VERSION', 'postgres.password', 'secrets.key'])
      expect([name, (await stat(path.join(folder, name))).uid]).toEqual([name, openhour?.uid])
  },
)

test.runIf(isRoot && process.platform === 'linux')(
  'a key file that only root can read does not make the secrets unreadable',
  { timeout: 60_000 },
  async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'openhour-keys-'))
    try {
      const { output } = await startServer({ OPENHOUR_KEY_FILE: path.join(elsewhere, 'secrets.key') })
      expect(output).toContain('WARNING: Openhour keeps running as root. The user openhour cannot read the key file')
      expect(await userIdsOf(await postmasterPid())).not.toContain(0)
    } finally {
      await rm(elsewhere, { recursive: true })
    }
  },
)

test.runIf(isRoot)('the handover takes nothing that is not Openhour’s, and follows no link', async () => {
  const account = await findSharedAccount()
  if (!account) return
  const secret = path.join(folder, 'the-operators.txt')
  await writeFile(secret, 'kept')
  await symlink(secret, path.join(folder, 'secrets.key'))
  await writeFile(path.join(folder, 'postgres.log'), '')
  await handOver(folder, account)
  expect((await stat(path.join(folder, 'postgres.log'))).uid).toBe(account.uid)
  expect((await stat(folder)).uid).toBe(account.uid)
  expect((await stat(secret)).uid).toBe(0)
})

test.runIf(isRoot)('two processes that start at once do not create the user twice', async () => {
  const found = await Promise.all([1, 2, 3].map(() => findDedicatedAccount(() => undefined)))
  expect(new Set(found.map(account => account?.uid)).size).toBe(1)
  expect((await readAccounts()).filter(({ name }) => name === 'openhour')).toHaveLength(1)
})

async function giveTo(directory: string, uid: number): Promise<void> {
  await chown(directory, uid, uid)
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true }))
    await chown(path.join(entry.parentPath, entry.name), uid, uid)
}
