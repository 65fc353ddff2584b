import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

interface Migration {
  number: number
  title: string
  sql: string
  sha256: string
}

const shipped = new URL('./migrations/', import.meta.url)

/** The numbered migrations that this version carries, in order. */
export async function readMigrations(directory: URL = shipped): Promise<Migration[]> {
  const files = (await readdir(directory)).filter(name => /^\d{4}-.*\.sql$/.test(name)).toSorted()
  return Promise.all(
    files.map(async name => {
      const sql = await readFile(new URL(name, directory), 'utf8')
      return { number: Number(name.slice(0, 4)), title: name.slice(5, -4), sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings a database to this version's schema: all missing migrations in one transaction, one server at a time.
 * Refuses (throws, with what to do) a PostgreSQL older than 15, a database that a newer version wrote, and one whose past migrations differ from ours.
 */
export async function migrate(url: string, directory: URL = shipped): Promise<void> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const version = Number((await client.query<{ server_version_num: string }>('SHOW server_version_num')).rows[0]?.server_version_num)
    if (version < 150_000) throw new Error(`Openhour needs PostgreSQL 15 or newer; this one is ${Math.floor(version / 10_000)}.`)
    await client.query('BEGIN')
    await client.query("SELECT pg_advisory_xact_lock(hashtext('openhour.migrate'))")
    await client.query(
      `CREATE TABLE IF NOT EXISTS migrations (number int PRIMARY KEY, title text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
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
    for (const migration of migrations.filter(({ number }) => !applied.some(past => past.number === number))) {
      await client.query(migration.sql)
      await client.query('INSERT INTO migrations (number, title, sha256) VALUES ($1, $2, $3)', [
        migration.number,
        migration.title,
        migration.sha256,
      ])
    }
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
