import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

const cluster = inject('templateDatabaseUrl')
const at = (name: string) => Object.assign(new URL(cluster), { pathname: `/${name}` }).href

/** Runs statements on a connection of its own and returns the last one's rows. */
export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query<Row>(sql)
    .then(result => [result].flat().at(-1)?.rows ?? [])
    .finally(() => client.end())
}

/** Creates a database without any tables. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await query(at('postgres'), `CREATE DATABASE ${name}`)
  return { url: at(name), drop: async () => void (await query(at('postgres'), `DROP DATABASE ${name} WITH (FORCE)`)) }
}
