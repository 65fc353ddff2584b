import type pg from 'pg'
import { connectClient } from './connect/client.ts'
import { demoSuffixes } from './demo/write-people.ts'

/** What a database belongs to: the public demo, or an organisation. */
export type DatabaseMode = 'demo' | 'production'

/**
 * Records the mode of a migrated database at its first use and returns the recorded mode. A database
 * from before the mark counts as a demo when it holds one of the demo's
 * staff or mentors, whose ids never change, and as production when it holds any other person. Of several
 * servers that start together, the first one decides.
 */
export async function claimMode(url: string, wanted: DatabaseMode): Promise<DatabaseMode> {
  const client = await connectClient(url)
  try {
    const mode = (await hasDemoPerson(client)) ? 'demo' : (await hasPerson(client)) ? 'production' : wanted
    await client.query('INSERT INTO installation (mode) VALUES ($1) ON CONFLICT DO NOTHING', [mode])
    const { rows } = await client.query<{ mode: DatabaseMode }>('SELECT mode FROM installation')
    return rows[0]?.mode ?? mode
  } finally {
    await client.end()
  }
}

const hasPerson = async (client: pg.Client): Promise<boolean> => (await client.query('SELECT FROM users LIMIT 1')).rowCount === 1

/** An id begins with its time, which differs from demo to demo; the rest is always the same. */
const hasDemoPerson = async (client: pg.Client): Promise<boolean> =>
  (await client.query('SELECT FROM users WHERE substr(id::text, 15) = ANY ($1) LIMIT 1', [demoSuffixes()])).rowCount === 1
