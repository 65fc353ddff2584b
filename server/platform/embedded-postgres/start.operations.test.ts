import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findEmbeddedPostgres } from './attach.ts'
import { isAlive, waitUntil } from './processes.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

let folder: string
let dataDirectory: string
let started: EmbeddedPostgres[]
const isRoot = process.getuid?.() === 0

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour embedded '))
  await chmod(folder, 0o711)
  dataDirectory = path.join(folder, 'data')
  started = []
})

afterEach(async () => {
  for (const database of started) await database.stop()
  await rm(folder, { recursive: true })
})

async function start(throwaway = true, directory = dataDirectory, lines: string[] = []) {
  const database = await startEmbeddedPostgres({ dataDirectory: directory, log: line => lines.push(line), throwaway })
  started.push(database)
  return database
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end())
  return rows[0] && Object.values(rows[0])[0]
}

/** Starts the database from another process and returns a function that kills that process. */
async function startElsewhere() {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, 'killed-owner.child.ts'), dataDirectory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [url] = (await once(child.stdout, 'data')) as [Buffer]
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { url: url.toString().trim(), kill }
}

async function readServerId(): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

test('keeps its data over a stop and a start, durably and in UTF-8', async () => {
  const first = await start(false)
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS value')
  expect(await ask(first.url, 'SHOW fsync')).toBe('on')
  expect(await ask(first.url, 'SHOW synchronous_commit')).toBe('on')
  expect(await ask(first.url, "SELECT upper('éø')")).toBe('ÉØ')
  const server = await readServerId()
  await first.stop()
  expect(isAlive(server)).toBe(false)
  const second = await start(false)
  expect(second.adopted).toBe(false)
  expect(await ask(second.url, 'SELECT value FROM kept')).toBe(7)
})

test('stores the password readable by its owner only, and requires it', async () => {
  const { url } = await start()
  expect((await stat(path.join(dataDirectory, 'postgres.password'))).mode & 0o777).toBe(0o600)
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('adopts the server that outlived a killed process', async () => {
  const { url, kill } = await startElsewhere()
  await ask(url, 'CREATE TABLE kept AS SELECT 7 AS value')
  const server = await readServerId()
  await kill()
  const next = await start()
  expect(next).toMatchObject({ adopted: true, url })
  expect(await ask(next.url, 'SELECT value FROM kept')).toBe(7)
  await next.stop()
  expect(isAlive(server)).toBe(false)
})

test('replaces a surviving server that refuses its password', async () => {
  const { url, kill } = await startElsewhere()
  await ask(url, "ALTER ROLE openhour PASSWORD 'changed-behind-its-back'")
  const server = await readServerId()
  await kill()
  await expect(start()).rejects.toThrow(/does not let Openhour in with the password in .*: password authentication failed/)
  expect(isAlive(server)).toBe(false)
})

test('refuses a folder that another live process owns', async () => {
  const { kill } = await startElsewhere()
  await expect(start()).rejects.toThrow(/Another Openhour \(process \d+\) is already using the data folder/)
  await kill()
  expect((await start()).adopted).toBe(true)
})

test('refuses a folder whose owner runs in another container, where its process id means nothing', async () => {
  const { kill } = await startElsewhere()
  const mark = path.join(dataDirectory, 'owner.json')
  await writeFile(mark, JSON.stringify({ ...(JSON.parse(await readFile(mark, 'utf8')) as object), pid: process.ppid, birth: 'another' }))
  await expect(start()).rejects.toThrow(/Another Openhour \(process \d+\) is already using the data folder/)
  await kill()
  expect((await start()).adopted).toBe(true)
  expect((await readdir(dataDirectory)).filter(name => name.startsWith('owner.'))).toHaveLength(2)
})

test('looking for the server of another container leaves its files alone', async () => {
  await (await start()).stop()
  const file = path.join(dataDirectory, 'postgres', 'postmaster.pid')
  await writeFile(file, `${process.ppid}\n${path.dirname(file)}\n1\n5432\n\n127.0.0.1\n\nready\n`)
  expect(await findEmbeddedPostgres(dataDirectory)).toMatchObject({ url: undefined })
  expect(existsSync(file)).toBe(true)
})

test('ignores an owner whose process id was reused', async () => {
  await mkdir(dataDirectory)
  await writeFile(path.join(dataDirectory, 'owner.json'), JSON.stringify({ pid: process.ppid, birth: 'another boot' }))
  await start()
})

test('removes stale files of a killed server and of a reused process id', async () => {
  const first = await start()
  const file = path.join(dataDirectory, 'postgres', 'postmaster.pid')
  const server = await readServerId()
  process.kill(server, 'SIGKILL')
  await waitUntil(() => !isAlive(server), 10_000)
  await first.stop()
  const second = await start()
  expect(second.adopted).toBe(false)
  await second.stop()
  await writeFile(file, `${process.ppid}\n${path.dirname(file)}\n1\n5432\n\n127.0.0.1\n\nready\n`)
  expect((await start()).adopted).toBe(false)
})

/** Kills the server and waits until it has ended. */
async function killServer(): Promise<number> {
  const server = await readServerId()
  process.kill(server, 'SIGKILL')
  await waitUntil(() => !isAlive(server), 10_000)
  return server
}

test('restarts a server that ended unexpectedly at the same address, repeatedly, and stops the new one', async () => {
  const lines: string[] = []
  const database = await start(true, dataDirectory, lines)
  for (let time = 1; time <= 2; time += 1) {
    const killed = await killServer()
    expect(await waitUntil(() => lines.filter(line => line === 'PostgreSQL runs again.').length === time, 20_000)).toBe(true)
    expect(lines).toContain(`PostgreSQL (process ${killed}) ended by itself; Openhour starts it again.`)
    expect(database.tries()).toBe(0)
    expect(await ask(database.url, 'SELECT 1')).toBe(1)
  }
  const server = await readServerId()
  await database.stop()
  expect(isAlive(server)).toBe(false)
})

test('retries while the server cannot start, reports it once, and can be stopped during the retries', async () => {
  const lines: string[] = []
  const database = await start(true, dataDirectory, lines)
  const control = path.join(dataDirectory, 'postgres', 'global', 'pg_control')
  await rename(control, `${control}.away`)
  await killServer()
  expect(await waitUntil(() => database.tries() >= 2, 20_000)).toBe(true)
  expect(lines.filter(line => line.includes('PostgreSQL did not start.'))).toHaveLength(1)
  await rename(`${control}.away`, control)
  expect(await waitUntil(() => database.tries() === 0, 20_000)).toBe(true)
  expect(await ask(database.url, 'SELECT 1')).toBe(1)

  await rename(control, `${control}.away`)
  await killServer()
  expect(await waitUntil(() => database.tries() >= 1, 20_000)).toBe(true)
  await database.stop()
  await rename(`${control}.away`, control)
  expect((await start()).adopted).toBe(false)
})

test('recreates a cluster whose creation was interrupted', async () => {
  await mkdir(path.join(dataDirectory, 'postgres.new', 'base'), { recursive: true })
  const { url } = await start()
  expect(await ask(url, 'SELECT 1')).toBe(1)
})

test('reports the reason when the server does not start', async () => {
  await (await start()).stop()
  await rm(path.join(dataDirectory, 'postgres', 'global', 'pg_control'))
  await expect(start()).rejects.toThrow(/PostgreSQL did not start. The end of its log, .*\n[^]*pg_control/)
})

test.runIf(isRoot)('as root, uses another folder if its unprivileged user cannot enter, and finds it again', async () => {
  await chmod(folder, 0o700)
  const lines: string[] = []
  const first = await start(true, dataDirectory, lines)
  const place = /^The database is kept in (\S+):/.exec(lines[0] ?? '')?.[1] as string
  try {
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS value')
    await first.stop()
    await chmod(folder, 0o711)
    const second = await start(true, dataDirectory, lines)
    expect(lines.filter(line => line.startsWith(`The database is kept in ${place}:`))).toHaveLength(2)
    expect(await ask(second.url, 'SELECT value FROM kept')).toBe(7)
    await second.stop()
  } finally {
    await rm(place, { recursive: true })
  }
  await chmod(folder, 0o700)
  expect(await findEmbeddedPostgres(dataDirectory)).toBeUndefined()
  expect(existsSync(place), 'a folder that only a start may create').toBe(false)
})
