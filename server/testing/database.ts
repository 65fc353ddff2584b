import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The migrated, empty database that every test database is copied from. No connection may stay open
     * to it.
     */
    templateDatabaseUrl: string
  }
}

/** A database of a test file's own. */
export interface TestDatabase {
  url: string
  /** Ends what is still connected and removes the database. */
  drop(): Promise<void>
}

/**
 * Copies the migrated template into a fresh database: about 20 ms, against some hundred for running the
 * migrations.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = new URL(inject('templateDatabaseUrl'))
  const template = url.pathname.slice(1)
  const name = `test_${randomBytes(6).toString('hex')}`
  const run = (sql: string) => runAlone(Object.assign(new URL(url), { pathname: '/postgres' }).href, sql)
  // Half the time of copying by way of the log.
  await run(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function runAlone(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
