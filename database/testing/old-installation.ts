import pg from 'pg'
import { readMigrations } from '../migration-files.ts'

/**
 * Brings an empty database to the state of an installation from before the baseline: its migrations up to
 * `last`, each recorded.
 */
export async function createOldInstallation(url: string, last = 72): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      'CREATE TABLE migrations (number int PRIMARY KEY, title text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    for (const { number, title, sql, sha256 } of (await readMigrations()).filter(migration => migration.number <= last)) {
      await client.query(sql)
      await client.query('INSERT INTO migrations (number, title, sha256) VALUES ($1, $2, $3)', [number, title, sha256])
    }
  } finally {
    await client.end()
  }
}
