import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'

// Databases of their own, and empty: the ones that tests are usually given are migrated already.
const cluster = inject('templateDatabaseUrl')
const at = (name: string) => Object.assign(new URL(cluster), { pathname: `/${name}` }).href

let name: string
let url: string
let folder: string
let copied: URL

beforeEach(async () => {
  name = `migrate_${randomBytes(6).toString('hex')}`
  url = at(name)
  await ask(at('postgres'), `CREATE DATABASE ${name}`)
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-migrations-'))
  await cp(new URL('./migrations/', import.meta.url), folder, { recursive: true })
  copied = pathToFileURL(`${folder}/`)
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  await ask(at('postgres'), `DROP DATABASE ${name} WITH (FORCE)`)
})

async function ask<Row extends pg.QueryResultRow>(where: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: where })
  await client.connect()
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const applied = () =>
  ask<{ number: number; title: string; sha256: string; applied_at: Date }>(url, 'SELECT * FROM migrations ORDER BY number')
const tables = async () =>
  (await ask<{ name: string }>(url, "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'")).map(
    row => row.name,
  )

describe('migrating', () => {
  it('brings an empty database to the present schema, every migration in order and under its own name', async () => {
    await migrate(url)
    const files = (await readdir(new URL('./migrations/', import.meta.url))).toSorted()
    const rows = await applied()
    expect(rows.map(({ number, title }) => `${String(number).padStart(4, '0')}-${title}.sql`)).toEqual(files)
    expect(rows.map(({ number }) => number)).toEqual(files.map((_, index) => index + 1))
    expect(await tables()).toEqual(
      expect.arrayContaining(['settings', 'users', 'slots', 'appointments', 'audit', 'outbox', 'waiting_list']),
    )
    expect(await ask(url, 'SELECT count(*)::int AS count FROM settings')).toEqual([{ count: 1 }])
  })

  it('twice is harmless', async () => {
    await migrate(url)
    const before = await applied()
    await migrate(url)
    expect(await applied()).toEqual(before)
  })

  it('adds what is new to a database in use', async () => {
    await migrate(url, copied)
    await ask(url, "INSERT INTO users (name) VALUES ('Ana')")
    await writeFile(path.join(folder, '9000-later.sql'), 'ALTER TABLE users ADD COLUMN later int NOT NULL DEFAULT 7')
    await migrate(url, copied)
    expect(await ask(url, 'SELECT name, later FROM users')).toEqual([{ name: 'Ana', later: 7 }])
  })

  it('that fails leaves everything as it was', async () => {
    await migrate(url, copied)
    await writeFile(path.join(folder, '9000-good.sql'), 'CREATE TABLE good ()')
    await writeFile(path.join(folder, '9001-bad.sql'), 'CREATE TABLE bad (); SELECT 1 / 0')
    const before = await applied()
    await expect(migrate(url, copied)).rejects.toMatchObject({ code: '22012' })
    expect(await applied()).toEqual(before)
    expect(await tables()).not.toEqual(expect.arrayContaining(['good']))
  })

  it('that fails at the first leaves the database empty', async () => {
    await writeFile(path.join(folder, '0001-foundation.sql'), 'CREATE TABLE half (); SELECT 1 / 0')
    await expect(migrate(url, copied)).rejects.toThrow(/division by zero/)
    expect(await tables()).toEqual([])
  })
})

describe('refused', () => {
  it('is a database that a newer version wrote', async () => {
    await writeFile(path.join(folder, '9000-later.sql'), 'CREATE TABLE later ()')
    await migrate(url, copied)
    await expect(migrate(url)).rejects.toThrow(/newer Openhour \(migration 9000\)/)
    expect(await tables()).toContain('later')
  })

  it('is a past migration that reads differently now', async () => {
    await migrate(url)
    const [first] = await readMigrations()
    await writeFile(path.join(folder, '0001-foundation.sql'), `${first!.sql}\n`)
    await writeFile(path.join(folder, '9000-later.sql'), 'CREATE TABLE later ()')
    await expect(migrate(url, copied)).rejects.toThrow(/Migration 1 in the database differs/)
    expect(await tables()).not.toContain('later')
  })
})

describe('while people work', () => {
  const connect = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }

  it('nobody waits behind a migration that waits, and it comes again until it can go', async () => {
    await migrate(url, copied)
    await writeFile(path.join(folder, '9000-later.sql'), 'ALTER TABLE users ADD COLUMN later int')
    const [report, reader] = [await connect(), await connect()]
    await report.query('BEGIN; SELECT FROM users')
    const migrating = migrate(url, copied)
    const waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(async () => (await reader.query(waits)).rowCount, { interval: 5 }).toBe(1)
    await reader.query('SELECT FROM users')
    expect((await applied()).at(-1)!.number).not.toBe(9000)
    await report.query('COMMIT')
    await migrating
    expect((await applied()).at(-1)!.number).toBe(9000)
    await Promise.all([report.end(), reader.end()])
  })

  it('what is being written is there for a migration that copies it', async () => {
    await migrate(url, copied)
    await writeFile(path.join(folder, '9000-copy.sql'), 'CREATE TABLE copied AS SELECT name FROM users')
    const [writer, reader] = [await connect(), await connect()]
    await writer.query("BEGIN; INSERT INTO users (name) VALUES ('Ana')")
    const migrating = migrate(url, copied)
    const waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(async () => (await reader.query(waits)).rowCount, { interval: 5 }).toBe(1)
    await writer.query('COMMIT')
    await migrating
    expect(await ask(url, 'SELECT name FROM copied')).toEqual([{ name: 'Ana' }])
    await Promise.all([writer.end(), reader.end()])
  })

  it('an index is built beside them, and anew where building it was cut short', async () => {
    await migrate(url, copied)
    await ask(url, "INSERT INTO users (name) VALUES ('Ana'), ('Ana')")
    await writeFile(path.join(folder, '9000-index.sql'), 'CREATE UNIQUE INDEX CONCURRENTLY tried ON users (name);')
    await writeFile(path.join(folder, '9001-after.sql'), 'CREATE TABLE after_it ()')
    await expect(migrate(url, copied)).rejects.toMatchObject({ code: '23505' })
    expect(await tables()).not.toContain('after_it')
    await ask(url, "UPDATE users SET name = 'Ben' WHERE id = (SELECT min(id::text)::uuid FROM users)")
    await migrate(url, copied)
    expect(await ask(url, "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'tried'::regclass")).toEqual([{ valid: true }])
    expect((await applied()).slice(-2).map(({ number }) => number)).toEqual([9000, 9001])
  })
})

describe('at the same time', () => {
  it('six connections migrate once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
    expect(await applied()).toHaveLength((await readMigrations()).length)
  })

  it('two processes migrate once', async () => {
    const [module, target] = [new URL('./migrate.ts', import.meta.url).href, JSON.stringify(url)]
    const script = `await (await import(${JSON.stringify(module)})).migrate(${target})`
    const run = () =>
      new Promise<string>(resolve => {
        const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
          stdio: ['ignore', 'ignore', 'pipe'],
        })
        let errors = ''
        child.stderr.on('data', chunk => (errors += chunk))
        child.on('close', code => resolve(`${code}${errors}`))
      })
    expect(await Promise.all([run(), run()])).toEqual(['0', '0'])
    expect(await applied()).toHaveLength((await readMigrations()).length)
  })
})
