import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#database/migrate.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts'

/**
 * Vitest's global set-up: one throwaway PostgreSQL for the whole run, migrated once, that test databases
 * are copied from.
 */
export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(await chooseParentFolder(), 'openhour-tests-'))
  // Started as root, PostgreSQL runs as another user, who must be able to pass.
  await chmod(folder, 0o711)
  const dismiss = watchOver(folder)
  const database = await startEmbeddedPostgres({ dataDirectory: folder, log: () => undefined, throwaway: true })
  const stop = async () => {
    await database.stop()
    await rm(folder, { recursive: true })
    dismiss()
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

/**
 * Linux's folder in memory where it has room, else the temporary one. Each test database is a thousand files, made and
 * deleted within seconds; on ext4 that is a sixth of the processor time of all tests.
 */
async function chooseParentFolder(): Promise<string> {
  const inMemory = '/dev/shm'
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return Math.min(room, freemem()) > 4 * 2 ** 30 ? inMemory : tmpdir()
}

/**
 * PostgreSQL is made to outlive a killed Openhour, but not a killed test run. A shell that waits for its
 * input to close, which happens however this process ends, then stops the server and removes the folder.
 * Returns a function that dismisses it.
 */
function watchOver(folder: string): () => void {
  if (process.platform === 'win32') return () => undefined
  const script = 'cat; kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")" && sleep 1; rm -rf "$1"'
  const guard = spawn('sh', ['-c', script, 'sh', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  // In Node this is a socket, which would otherwise keep the process waiting.
  ;(guard.stdin as Socket).unref()
  return () => guard.stdin.end()
}
