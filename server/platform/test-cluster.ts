import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#database/migrate.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start.ts'

/** Vitest's global set-up: one throwaway PostgreSQL for the whole run, migrated once, that test databases are copied from. */
export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-tests-'))
  // Started as root, PostgreSQL runs as another user, who must be able to pass.
  await chmod(folder, 0o711)
  const database = await startEmbeddedPostgres({ dataDirectory: folder, log: () => undefined, throwaway: true })
  const stop = async () => {
    await database.stop()
    await rm(folder, { recursive: true })
  }
  try {
    await migrate(database.url)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('templateDatabaseUrl', database.url)
  return stop
}
