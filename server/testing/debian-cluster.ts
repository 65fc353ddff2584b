import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#database/migrate.ts'
import { startDebianPostgres } from './debian.ts'

/** Vitest's global set-up for `npm run check -- --only debian`: as cluster.ts, with Debian's PostgreSQL. */
export default async function startDebianCluster(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startDebianPostgres()
  const template = Object.assign(new URL(url), { pathname: '/openhour' }).href
  try {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('CREATE DATABASE openhour').finally(() => client.end())
    await migrate(template)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('templateDatabaseUrl', template)
  return stop
}
