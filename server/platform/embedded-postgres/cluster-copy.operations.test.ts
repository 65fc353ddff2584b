import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { access, chmod, mkdtemp, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clusterCopy } from './cluster-copy.ts'
import { DatabaseStartError } from './start-error.ts'
import { startEmbeddedPostgres } from './start.ts'

let folder: string
let dataDirectory: string
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-copy-'))
  await chmod(folder, 0o711)
  dataDirectory = path.join(folder, 'data')
  await run('CREATE TABLE kept (value int)')
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await run('TRUNCATE kept; INSERT INTO kept VALUES (1)')
})

/** Runs statements on the database, which is stopped afterwards. */
async function run(statements: string): Promise<unknown[]> {
  const { url, stop } = await startEmbeddedPostgres({ dataDirectory, log: () => {}, throwaway: false })
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ value: number }>(statements)
    return (rows ?? []).map(({ value }) => value)
  } finally {
    await client.end()
    await stop()
  }
}

test('takes the database back to the moment of the copy, once', async () => {
  const copy = clusterCopy(dataDirectory)
  await copy.make()
  await run('INSERT INTO kept VALUES (2); CREATE TABLE newer (value int)')
  await copy.putBack()
  expect(await run('SELECT value FROM kept')).toEqual([1])
  expect(await run(`SELECT to_regclass('newer')::text AS value`)).toEqual([null])
  await expect(copy.putBack()).rejects.toThrow('ENOENT')
  expect(await run('SELECT value FROM kept')).toEqual([1])
})

test('is removed, with nothing else', async () => {
  const copy = clusterCopy(dataDirectory)
  await copy.make()
  const { copy: where } = await copy.locate()
  expect(await exists(where)).toBe(true)
  await copy.remove()
  expect(await exists(where)).toBe(false)
  expect(await run('SELECT value FROM kept')).toEqual([1])
})

test('replaces an older copy, and a link in its place is not followed', async () => {
  const copy = clusterCopy(dataDirectory)
  const { copy: where } = await copy.locate()
  const elsewhere = path.join(folder, 'elsewhere')
  await writeFile(elsewhere, 'untouched')
  await symlink(elsewhere, where)
  await copy.make()
  await run('INSERT INTO kept VALUES (2)')
  await copy.make()
  await run('INSERT INTO kept VALUES (3)')
  await copy.putBack()
  expect(await run('SELECT value FROM kept ORDER BY value')).toEqual([1, 2])
  expect(await exists(elsewhere)).toBe(true)
})

test('prepared while the database runs, it is that of the moment when it is completed', async () => {
  const copy = clusterCopy(dataDirectory)
  const { url, stop } = await startEmbeddedPostgres({ dataDirectory, log: () => {}, throwaway: false })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const insert = (value: number) => client.query('INSERT INTO kept SELECT $1 FROM generate_series(1, 10000)', [value])
  const preparing = copy.prepare()
  for (const value of [5, 6, 7]) await insert(value)
  await preparing
  await client.query('DELETE FROM kept WHERE value = 6')
  await client.query('VACUUM kept')
  await insert(8)
  await client.end()
  await stop()
  await copy.make()
  await run('TRUNCATE kept')
  await copy.putBack()
  expect(await run('SELECT value, count(*) FROM kept GROUP BY value ORDER BY value')).toEqual([1, 5, 7, 8])
})

test.runIf(process.getuid?.() === 0)('its files belong to the account that PostgreSQL runs as, and others cannot read them', async () => {
  const copy = clusterCopy(dataDirectory)
  await copy.make()
  expect(process.geteuid?.()).toBe(0)
  const { copy: where, cluster } = await copy.locate()
  const [made, original] = [await stat(where), await stat(cluster)]
  expect([made.uid, made.gid, made.mode & 0o777]).toEqual([original.uid, original.gid, 0o700])
  expect(original.uid).not.toBe(0)
  const { uid, mode } = await stat(path.join(where, 'PG_VERSION'))
  expect([uid, mode & 0o077]).toEqual([original.uid, 0])
  await copy.remove()
})

test('is made of no database that is running, and of one that a killed Openhour left after it has ended', async () => {
  const copy = clusterCopy(dataDirectory)
  const script = path.join(import.meta.dirname, 'killed-owner.child.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDirectory], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [address] = (await once(child.stdout, 'data')) as [Buffer]
  await expect(copy.make()).rejects.toThrow(DatabaseStartError)
  const client = new pg.Client({ connectionString: address.toString().trim() })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('INSERT INTO kept VALUES (4)')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await copy.make()
  await run('TRUNCATE kept')
  await copy.putBack()
  expect(await run('SELECT value FROM kept ORDER BY value')).toEqual([1, 4])
})

test('is refused where there is too little room', async () => {
  const copy = clusterCopy(dataDirectory)
  await expect(copy.refuseWithoutRoom()).resolves.toBeUndefined()
  const { cluster } = await copy.locate()
  // A sparse file, larger than the disk.
  const huge = path.join(cluster, 'huge')
  await writeFile(huge, '')
  await truncate(huge, 2 ** 43)
  await expect(copy.refuseWithoutRoom()).rejects.toThrow('too little room')
  await rm(huge)
})
