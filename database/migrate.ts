import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

interface Migration {
  number: number
  title: string
  sql: string
  sha256: string
  /** Whether it is one statement that PostgreSQL runs beside everybody else's work, in no transaction. */
  beside: boolean
}

const shipped = new URL('./migrations/', import.meta.url)

/** The numbered migrations that this version carries, in order. */
export async function readMigrations(directory: URL = shipped): Promise<Migration[]> {
  const files = (await readdir(directory)).filter(name => /^\d{4}-.*\.sql$/.test(name)).toSorted()
  return Promise.all(
    files.map(async name => {
      const sql = await readFile(new URL(name, directory), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      return { number: Number(name.slice(0, 4)), title: name.slice(5, -4), sql, sha256, beside: /\bCONCURRENTLY\b/.test(sql) }
    }),
  )
}

/**
 * A migration waits this long for a lock, since everybody who comes after it waits behind it, and then lets them pass and tries again.
 * In milliseconds.
 */
const lockTimeout = 1000
const [firstPause, longestPause] = [500, 8000]
/** After so long something holds on to what it should have let go. In milliseconds. */
const patience = 120_000
/** What can be tried again: a lock not had in time, a deadlock. */
const passing = new Set(['55P03', '40P01'])

/**
 * Brings a database to this version's schema, one server at a time: all missing migrations in one transaction, but for those that run beside (`CONCURRENTLY`), between
 * which there are several. Refuses (throws, with what to do) a PostgreSQL older than 15, a database that a newer version wrote, and one whose past migrations differ from ours.
 */
export async function migrate(url: string, directory: URL = shipped): Promise<void> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const version = Number((await client.query<{ server_version_num: string }>('SHOW server_version_num')).rows[0]?.server_version_num)
    if (version < 150_000) throw new Error(`Openhour needs PostgreSQL 15 or newer; this one is ${Math.floor(version / 10_000)}.`)
    // Plans of large tables would be compiled first, for seconds.
    await client.query('SET jit = off')
    await waitForOthers(client)
    const missing = await listMissing(client, migrations)
    for (const together of groupTogether(missing)) await tryAgain(() => apply(client, together))
  } finally {
    await client.end()
  }
}

/** Asked again and again rather than waited for: a statement that waits is one that indexes built beside others wait for. The lock goes with the connection. */
async function waitForOthers(client: pg.Client): Promise<void> {
  const take = "SELECT pg_try_advisory_lock(hashtext('openhour.migrate')) AS mine"
  while (!(await client.query<{ mine: boolean }>(take)).rows[0]?.mine) await pause(50)
}

async function listMissing(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: tables } = await client.query("SELECT WHERE to_regclass('migrations') IS NOT NULL")
  if (tables.length === 0) return [...migrations]
  const applied = (await client.query<{ number: number; sha256: string }>('SELECT number, sha256 FROM migrations')).rows
  for (const past of applied) {
    const ours = migrations.find(({ number }) => number === past.number)
    if (!ours)
      throw new Error(`The database was written by a newer Openhour (migration ${past.number}). Start that version, or restore a backup.`)
    if (ours.sha256 !== past.sha256)
      throw new Error(
        `Migration ${past.number} in the database differs from this version's. Start the version that wrote it, or restore a backup.`,
      )
  }
  return migrations.filter(({ number }) => !applied.some(past => past.number === number))
}

/** In order, each that runs beside by itself. */
function groupTogether(missing: readonly Migration[]): Migration[][] {
  const groups: Migration[][] = []
  for (const migration of missing) {
    const last = groups.at(-1)
    if (last && !migration.beside && !last[0]?.beside) last.push(migration)
    else groups.push([migration])
  }
  return groups
}

async function apply(client: pg.Client, together: readonly Migration[]): Promise<void> {
  const [first] = together
  if (first?.beside) {
    await dropHalfBuilt(client)
    await client.query(first.sql)
    await writeDown(client, first)
    return
  }
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = ${lockTimeout}`)
    await keepFromWriting(client)
    await client.query(
      `CREATE TABLE IF NOT EXISTS migrations (number int PRIMARY KEY, title text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    for (const migration of together) {
      await client.query(migration.sql)
      await writeDown(client, migration)
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/**
 * Nobody writes while migrations run: what one copies is all there is, and two that need several tables, or a booking that does, never wait for each other crosswise.
 * People go on reading.
 */
async function keepFromWriting(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: string | null }>(
    `SELECT string_agg(format('%I', relname), ', ' ORDER BY relname) AS tables FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  if (rows[0]?.tables) await client.query(`LOCK TABLE ${rows[0].tables} IN SHARE ROW EXCLUSIVE MODE`)
}

const writeDown = (client: pg.Client, { number, title, sha256 }: Migration) =>
  client.query('INSERT INTO migrations (number, title, sha256) VALUES ($1, $2, $3)', [number, title, sha256])

/** An index whose building was cut short stays behind under its name, of no use to anybody. */
async function dropHalfBuilt(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid')
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY ${name}`)
}

async function tryAgain(work: () => Promise<void>): Promise<void> {
  const latest = performance.now() + patience
  for (let wait = firstPause; ; wait = Math.min(2 * wait, longestPause)) {
    try {
      return await work()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (!passing.has(code ?? '')) throw error
      if (performance.now() > latest) {
        throw new Error(
          `The database cannot be brought to this version's schema: something holds a lock for minutes (${message}). Look in pg_stat_activity, end it, and start again.`,
          { cause: error },
        )
      }
      await pause(wait)
    }
  }
}
