import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { spawn } from 'node:child_process'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectClient } from './connect/client.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { createEmptyDatabase, query } from './testing/empty-database.ts'
import { createTestDatabase } from '#server/testing/database.ts'

/** A migrated database. */
let url: string
let drop: () => Promise<void>
/** A copy of the shipped files, for tests that add or change one. */
let folder: string
let copied: URL

beforeEach(async () => {
  ;({ url, drop } = await createTestDatabase())
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-migrations-'))
  for (const part of ['migrations', 'schema'])
    await cp(new URL(`./${part}/`, import.meta.url), path.join(folder, part), { recursive: true })
  copied = pathToFileURL(`${folder}/`)
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  await drop()
})

/** An empty database instead of the migrated one. */
async function startEmpty() {
  await drop()
  ;({ url, drop } = await createEmptyDatabase())
}

const addMigration = (file: string, sql: string) => writeFile(path.join(folder, 'migrations', file), sql)
const addDefinition = (sql: string) => writeFile(path.join(folder, 'schema/functions/added.sql'), sql)

const applied = () =>
  query<{ number: number; title: string; sha256: string; applied_at: Date }>(url, 'SELECT * FROM migrations ORDER BY number')
const tables = async () =>
  (await query<{ name: string }>(url, "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'")).map(
    row => row.name,
  )

describe('migrating', () => {
  it('creates the present schema in an empty database and records every numbered migration', async () => {
    await startEmpty()
    await migrate(url)
    const rows = await applied()
    expect(rows.map(({ number, title, sha256 }) => ({ number, title, sha256 }))).toEqual(
      (await readMigrations()).map(({ number, title, sha256 }) => ({ number, title, sha256 })),
    )
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
    expect(await tables()).toEqual(
      expect.arrayContaining(['settings', 'users', 'slots', 'appointments', 'audit', 'outbox', 'waiting_list']),
    )
    expect(await query(url, 'SELECT count(*)::int AS count FROM settings')).toEqual([{ count: 1 }])
  })

  it('changes nothing when repeated', async () => {
    const before = await applied()
    await migrate(url)
    expect(await applied()).toEqual(before)
  })

  it('applies a new migration to a database in use', async () => {
    await query(url, "INSERT INTO users (name) VALUES ('Ana')")
    await addMigration('9000-later.sql', 'ALTER TABLE users ADD COLUMN later int NOT NULL DEFAULT 7')
    await migrate(url, copied)
    expect(await query(url, 'SELECT name, later FROM users')).toEqual([{ name: 'Ana', later: 7 }])
  })

  it('changes nothing when a migration fails', async () => {
    await addMigration('9000-good.sql', 'CREATE TABLE good ()')
    await addMigration('9001-bad.sql', 'CREATE TABLE bad (); SELECT 1 / 0')
    const before = await applied()
    await expect(migrate(url, copied)).rejects.toMatchObject({ code: '22012' })
    expect(await applied()).toEqual(before)
    expect(await tables()).not.toEqual(expect.arrayContaining(['good']))
  })

  it('leaves a new database empty when the schema fails', async () => {
    await startEmpty()
    await writeFile(path.join(folder, 'schema/tables/99-half.sql'), 'CREATE TABLE half (); SELECT 1 / 0')
    await expect(migrate(url, copied)).rejects.toThrow(/division by zero/)
    expect(await tables()).toEqual([])
  })
})

describe('refuses', () => {
  it('a database that a newer version wrote', async () => {
    await addMigration('9000-later.sql', 'CREATE TABLE later ()')
    await migrate(url, copied)
    await expect(migrate(url)).rejects.toThrow(/newer Openhour \(migration 9000\)/)
    expect(await tables()).toContain('later')
  })

  it('functions of a newer release, also where it never had its own there', async () => {
    await startEmpty()
    await addDefinition("CREATE FUNCTION added() RETURNS text LANGUAGE sql AS $$ SELECT 'new' $$")
    await migrate(url, copied, { release: '0.10.0' })
    await expect(migrate(url, undefined, { release: '0.9.1' })).rejects.toThrow(/A newer Openhour has replaced this version's functions/)
    await migrate(url, undefined, { release: '0.9.1', allowsNewer: true })
    expect(await query(url, 'SELECT added()')).toEqual([{ added: 'new' }])
    await migrate(url, undefined, { release: '0.10.1-rc.1' })
    await migrate(url, copied, { release: '0.11.0' })
    expect(await query(url, 'SELECT added()')).toEqual([{ added: 'new' }])
  })

  it('nothing, and changes nothing, where a newer version may have written the database', async () => {
    await addMigration('9000-later.sql', 'CREATE TABLE later ()')
    await addDefinition("CREATE FUNCTION added() RETURNS text LANGUAGE sql AS $$ SELECT 'new' $$")
    await migrate(url, copied)
    const before = await query(url, 'SELECT * FROM schema_definitions ORDER BY kind, name')
    await migrate(url, undefined, { allowsNewer: true })
    expect(await query(url, 'SELECT * FROM schema_definitions ORDER BY kind, name')).toEqual(before)
    await query(url, 'DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations WHERE number < 9000)')
    await expect(migrate(url, undefined, { allowsNewer: true })).rejects.toThrow(/newer Openhour \(migration 9000\)/)
  })

  it('a past migration whose file has changed', async () => {
    const [first] = await readMigrations()
    await writeFile(path.join(folder, 'migrations/before-baseline/0001-foundation.sql'), `${first!.sql}\n`)
    await addMigration('9000-later.sql', 'CREATE TABLE later ()')
    await expect(migrate(url, copied)).rejects.toThrow(/Migration 1 in the database differs/)
    expect(await tables()).not.toContain('later')
  })

  it('a database whose functions a newer version has replaced', async () => {
    await addDefinition("CREATE FUNCTION added() RETURNS text LANGUAGE sql AS $$ SELECT 'new' $$")
    await migrate(url, copied)
    await expect(migrate(url)).rejects.toThrow(/A newer Openhour has replaced this version's functions/)
    expect(await query(url, 'SELECT added()')).toEqual([{ added: 'new' }])
  })

  it('earlier functions, unless a new migration comes with them', async () => {
    await addDefinition("CREATE FUNCTION added() RETURNS text LANGUAGE sql AS $$ SELECT 'new' $$")
    await migrate(url, copied)
    await rm(path.join(folder, 'schema/functions/added.sql'))
    await expect(migrate(url, copied)).rejects.toThrow(/A newer Openhour has replaced/)
    await addMigration('9000-back.sql', '-- Back to the functions of the version before the last one.')
    await migrate(url, copied)
    await migrate(url, copied)
    expect(await query(url, "SELECT retired_at IS NOT NULL AS retired FROM schema_definitions WHERE name = 'added'")).toEqual([
      { retired: true },
    ])
  })

  it('a statement with CONCURRENTLY next to another one, before it runs anything', async () => {
    await startEmpty()
    await addMigration('9000-two.sql', 'CREATE TABLE two (); CREATE INDEX CONCURRENTLY tried ON users (name)')
    await expect(migrate(url, copied)).rejects.toThrow(/must be the only one in its file/)
    expect(await tables()).toEqual([])
  })
})

describe('functions, views and triggers', () => {
  const added = async () => (await query<{ value: string }>(url, 'SELECT added()::text AS value'))[0]?.value
  const changeTo = async (sql: string) => {
    await addDefinition(sql)
    await migrate(url, copied)
  }
  const schemaFile = (name: string) => path.join(folder, 'schema', name)

  it('replaces a function, also with another return type, parameter name or parameter type', async () => {
    await changeTo("CREATE FUNCTION added() RETURNS text LANGUAGE sql AS $$ SELECT 'a' $$")
    expect(await added()).toBe('a')
    await changeTo("CREATE FUNCTION added() RETURNS text LANGUAGE sql AS $$ SELECT 'b' $$")
    expect(await added()).toBe('b')
    await changeTo('CREATE FUNCTION added() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$')
    expect(await added()).toBe('1')
    await changeTo('CREATE FUNCTION added(n int DEFAULT 2) RETURNS int LANGUAGE sql AS $$ SELECT n $$')
    expect(await added()).toBe('2')
    await changeTo('CREATE FUNCTION added(m int DEFAULT 3) RETURNS int LANGUAGE sql AS $$ SELECT m $$')
    expect(await added()).toBe('3')
  })

  it('keeps a function that is replaced under other parameter types for a day, for servers of the version before', async () => {
    await changeTo('CREATE FUNCTION added(n int) RETURNS int LANGUAGE sql AS $$ SELECT n $$')
    await changeTo("CREATE FUNCTION added(n text) RETURNS text LANGUAGE sql AS $$ SELECT n || '!' $$")
    const signatures = "SELECT oid::regprocedure::text AS signature FROM pg_proc WHERE proname = 'added' ORDER BY 1"
    expect(await query(url, "SELECT added(5) AS before, added('a'::text) AS now")).toEqual([{ before: 5, now: 'a!' }])
    await query(url, "UPDATE schema_definitions SET retired_at = retired_at - interval '25 hours'")
    await migrate(url, copied)
    expect(await query(url, signatures)).toEqual([{ signature: 'added(text)' }])
  })

  it('creates functions that call each other in any order', async () => {
    await changeTo(
      'CREATE FUNCTION added() RETURNS int LANGUAGE sql AS $$ SELECT later() $$; CREATE FUNCTION later() RETURNS int LANGUAGE sql AS $$ SELECT 4 $$',
    )
    expect(await added()).toBe('4')
  })

  it('replaces a view and a constraint trigger, and drops a trigger that is no longer in the files with its function', async () => {
    const code = 'CREATE FUNCTION added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$'
    const constraint = 'CREATE CONSTRAINT TRIGGER added AFTER INSERT ON users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW'
    const triggers = () => query(url, "SELECT tgdeferrable AS deferrable FROM pg_trigger WHERE tgname = 'added'")
    await changeTo(`${code}; ${constraint} EXECUTE FUNCTION added(); CREATE VIEW added_view AS SELECT 1 AS one`)
    await changeTo(`${code}; ${constraint} WHEN (NEW.active) EXECUTE FUNCTION added(); CREATE VIEW added_view AS SELECT 2 AS two`)
    expect(await triggers()).toEqual([{ deferrable: true }])
    expect(await query(url, 'SELECT * FROM added_view')).toEqual([{ two: 2 }])
    await changeTo(`${code}; CREATE TRIGGER added AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION added()`)
    expect(await triggers()).toEqual([{ deferrable: false }])
    await rm(schemaFile('functions/added.sql'))
    await addDefinition('CREATE FUNCTION other() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$')
    await migrate(url, copied)
    expect(await triggers()).toEqual([])
    expect(await query(url, "SELECT to_regproc('added') AS found")).toEqual([{ found: null }])
  })

  it('applies migrations and definitions in one transaction', async () => {
    await addMigration('9000-table.sql', 'CREATE TABLE added_table (id int)')
    await addDefinition(
      'CREATE FUNCTION added() RETURNS added_table LANGUAGE sql AS $$ no such statement $$; CREATE VIEW added_view AS SELECT missing FROM users',
    )
    await expect(migrate(url, copied)).rejects.toThrow(/missing/)
    expect(await tables()).not.toContain('added_table')
    await changeTo('CREATE FUNCTION added() RETURNS added_table LANGUAGE sql AS $$ SELECT 1 $$')
    expect(await added()).toBe('(1)')
  })

  it('creates a trigger again that a migration dropped together with its table', async () => {
    await addMigration(
      '9000-again.sql',
      'DROP TABLE freed_seats; CREATE TABLE freed_seats (id uuid PRIMARY KEY DEFAULT new_id(), slot_id uuid NOT NULL)',
    )
    await migrate(url, copied)
    expect(
      await query(url, "SELECT tgname FROM pg_trigger WHERE tgrelid = 'freed_seats'::regclass AND NOT tgisinternal ORDER BY 1"),
    ).toEqual([{ tgname: 'freed_seats_hold' }, { tgname: 'freed_seats_reject_truncate' }])
  })

  it('refuses a function that is defined twice', async () => {
    const once = await readFile(schemaFile('functions/shared.sql'), 'utf8')
    await addDefinition(once)
    await expect(migrate(url, copied)).rejects.toThrow(/defines a function, view or trigger twice/)
  })
})

describe('while clients work', () => {
  const connect = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }

  it('lets clients pass while a migration waits for a lock, and retries until it gets it', async () => {
    await addMigration('9000-later.sql', 'ALTER TABLE users ADD COLUMN later int')
    const [report, reader] = [await connect(), await connect()]
    await report.query('BEGIN; SELECT FROM users')
    const migrating = migrate(url, copied)
    const waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(async () => (await reader.query(waits)).rowCount, { interval: 5, timeout: 15_000 }).toBe(1)
    await reader.query('SELECT FROM users')
    expect((await applied()).at(-1)!.number).not.toBe(9000)
    await report.query('COMMIT')
    await migrating
    expect((await applied()).at(-1)!.number).toBe(9000)
    await Promise.all([report.end(), reader.end()])
  })

  it('waits for a transaction that writes before it copies a table', async () => {
    await addMigration('9000-copy.sql', 'CREATE TABLE copied AS SELECT name FROM users')
    const [writer, reader] = [await connect(), await connect()]
    await writer.query("BEGIN; INSERT INTO users (name) VALUES ('Ana')")
    const migrating = migrate(url, copied)
    const waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(async () => (await reader.query(waits)).rowCount, { interval: 5, timeout: 15_000 }).toBe(1)
    await writer.query('COMMIT')
    await migrating
    expect(await query(url, 'SELECT name FROM copied')).toEqual([{ name: 'Ana' }])
    await Promise.all([writer.end(), reader.end()])
  })

  it('builds an index outside a transaction, and builds it again after an interruption', async () => {
    await query(url, "INSERT INTO users (name) VALUES ('Ana'), ('Ana')")
    await addMigration('9000-index.sql', 'CREATE UNIQUE INDEX CONCURRENTLY tried ON users (name);')
    await addMigration('9001-after.sql', 'CREATE TABLE after_it ()')
    await expect(migrate(url, copied)).rejects.toMatchObject({ code: '23505' })
    expect(await tables()).not.toContain('after_it')
    await query(url, "UPDATE users SET name = 'Ben' WHERE id = (SELECT min(id::text)::uuid FROM users)")
    await migrate(url, copied)
    expect(await query(url, "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'tried'::regclass")).toEqual([{ valid: true }])
    expect((await applied()).slice(-2).map(({ number }) => number)).toEqual([9000, 9001])
  })

  it("keeps other owners' invalid indexes", async () => {
    await query(url, "INSERT INTO users (name) VALUES ('Ana'), ('Ana')")
    await query(url, 'CREATE SCHEMA other; CREATE TABLE other.names AS SELECT name FROM users')
    await query(url, 'CREATE UNIQUE INDEX CONCURRENTLY theirs ON users (name)').catch(() => undefined)
    await query(url, 'CREATE UNIQUE INDEX CONCURRENTLY tried ON other.names (name)').catch(() => undefined)
    await addMigration('9000-index.sql', '-- Finds people.\nCREATE INDEX CONCURRENTLY tried ON users (name);')
    await migrate(url, copied)
    const invalid = 'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid ORDER BY 1'
    expect(await query(url, invalid)).toEqual([{ name: 'other.tried' }, { name: 'theirs' }])
  })

  it('runs a migration in the transaction when only a comment says CONCURRENTLY', async () => {
    await addMigration('9000-comment.sql', '-- Not CONCURRENTLY.\nCREATE TABLE half (); SELECT 1 / 0')
    await expect(migrate(url, copied)).rejects.toMatchObject({ code: '22012' })
    expect(await tables()).not.toContain('half')
  })
})

describe('at the same time', () => {
  it('says that it waits for another server, and which connection holds the lock, and can be told to stop', async () => {
    await startEmpty()
    const other = await connectClient(url)
    const { rows } = await other.query<{ pid: number }>("SELECT pg_backend_pid() AS pid, pg_advisory_lock(hashtext('openhour.migrate'))")
    const stopped = new AbortController()
    try {
      const lines: string[] = []
      const migrating = migrate(url, copied, { say: line => lines.push(line), signal: stopped.signal })
      await expect
        .poll(() => lines, { timeout: 10_000 })
        .toEqual([
          expect.stringMatching(
            new RegExp(
              `^Waiting for another server to migrate the database \\(PostgreSQL's process ${rows[0]?.pid}, connected since 20.* UTC\\)\\.$`,
            ),
          ),
        ])
      stopped.abort()
      await expect(migrating).rejects.toMatchObject({ name: 'AbortError' })
      expect(await tables()).toEqual([])
    } finally {
      await other.end()
    }
  })

  it('migrates once over six connections', async () => {
    await startEmpty()
    await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
    expect(await applied()).toHaveLength((await readMigrations()).length)
  })

  it('migrates once in two processes', async () => {
    await startEmpty()
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
