import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeUser } from '#database/factories.ts'
import type { Platform } from '../platform/http/platform.ts'
import { readSettings } from '../platform/config.ts'
import { findEmbeddedPostgres } from '../platform/embedded-postgres/attach.ts'
import { connect } from '../platform/database/connection.ts'
import { makeKeyFile } from '../platform/secrets/key-file.ts'
import { type RunningOpenhour, startOpenhour } from '../start.ts'
import { type TestDatabase, createTestDatabase } from '../testing/database.ts'

let database: TestDatabase
let folder: string
let keyFile: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-start-'))
  keyFile = path.join(folder, 'secrets.key')
  await makeKeyFile(keyFile)
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** Starts on the test's database as an operator would. */
async function launch(mode: 'demo' | 'production', env: Record<string, string> = {}): Promise<RunningOpenhour> {
  const read = readSettings({
    DATABASE_URL: database.url,
    OPENHOUR_MODE: mode,
    OPENHOUR_KEY_FILE: keyFile,
    OPENHOUR_LOG_LEVEL: 'silent',
    PORT: '0',
    OPENHOUR_WORKER: 'off',
    ...env,
  })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return startOpenhour({ settings: read.settings })
}

async function start(mode: 'demo' | 'production'): Promise<void> {
  await (await launch(mode)).stop({ atOnce: true })
}

test('production does not start on a database that a demo started on', async () => {
  await start('demo')
  await expect(start('production')).rejects.toThrow(
    'This database belongs to the demo, and Openhour was started as production. Set DATABASE_URL to another database to start as production, or OPENHOUR_MODE=demo to go on with this one.',
  )
  await start('demo')
})

test('a demo does not start on a database of production, recorded or from before modes were recorded', async () => {
  const { db, close } = connect(database.url, { onError: () => undefined })
  await makeUser(db)
  await close()
  await expect(start('demo')).rejects.toThrow('This database belongs to production, and Openhour was started as a demo.')
  await start('production')
  await expect(start('demo')).rejects.toThrow('or OPENHOUR_MODE=production to go on with this one.')
})

test('a server that only sends messages answers health checks and metrics, and nothing else', async () => {
  const { address, stop } = await launch('production', {
    OPENHOUR_WORKER: 'only',
    OPENHOUR_METRICS_TOKEN: 'a-token-of-32-characters-or-more-1',
  })
  const ask = async (url: string) => (await fetch(address + url)).status
  expect([await ask('/api/health/live'), await ask('/api/health/ready')]).toEqual([200, 200])
  expect([await ask('/metrics'), await ask('/api/site'), await ask('/')]).toEqual([401, 404, 404])
  await stop({ atOnce: true })
})

test('a start that ends early stops its PostgreSQL, also where another step of stopping fails', async () => {
  const data = path.join(folder, 'data')
  const read = readSettings({ OPENHOUR_DATA: data, OPENHOUR_LOG_LEVEL: 'silent', PORT: '0', OPENHOUR_WORKER: 'off' })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  await chmod(folder, 0o755)
  const prepare = ({ live }: Platform) => {
    vi.spyOn(live, 'close').mockRejectedValue(new Error('the connection is lost'))
    return Promise.reject(new Error('the disk is full'))
  }
  await expect(startOpenhour({ settings: read.settings, prepare })).rejects.toThrow('the disk is full')
  expect(await findEmbeddedPostgres(data)).toMatchObject({ url: undefined })
}, 60_000)
