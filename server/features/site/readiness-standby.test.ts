import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/embedded-postgres/start.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let folder: string
let postgres: EmbeddedPostgres
let app: TestApp
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-standby-'))
  await chmod(folder, 0o711)
  postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: () => {}, throwaway: true })
  await migrate(postgres.url)
  app = await startTestApp({ databaseOf: postgres })
})
afterAll(async () => {
  await app.close()
  await postgres.stop()
  await rm(folder, { recursive: true })
})

async function setStandby(name: string) {
  await sql`ALTER SYSTEM SET synchronous_standby_names = ${sql.lit(name)}`.execute(app.db)
  await sql`SELECT pg_reload_conf()`.execute(app.db)
}

async function ask() {
  const { status, problem, headers } = await app.request('GET /api/health/ready')
  return { status, reason: problem.reason, detail: problem.detail, retryAfter: headers['retry-after'] }
}

test('is not ready while commits wait for a synchronous standby, and is when it is back', async () => {
  expect((await ask()).status).toBe(200)
  await sql`CREATE TABLE written (n int)`.execute(app.db)
  await setStandby('absent')
  // The new setting reaches each session at its next statement.
  await expect
    .poll(
      async () =>
        (await sql<{ names: string }>`SELECT current_setting('synchronous_standby_names') AS names`.execute(app.db)).rows[0]!.names,
    )
    .toBe('absent')
  // Sessions of a server that commits without waiting, as in tests, would not wait for a standby either.
  const write = () =>
    app.db.transaction().execute(async trx => {
      await sql`SET LOCAL synchronous_commit = on`.execute(trx)
      await sql`INSERT INTO written VALUES (1)`.execute(trx)
    })
  // Commits wait from when the checkpointer has read the setting, so the first ones may not.
  const back = new AbortController()
  const writeMeanwhile = async () => {
    while (!back.signal.aborted) await write()
  }
  const writing = writeMeanwhile()
  await expect.poll(ask).toEqual({
    status: 503,
    reason: 'standby_away',
    detail: 'The database waits for its synchronous standby: nothing can be booked.',
    retryAfter: '2',
  })
  back.abort()
  await setStandby('')
  await writing
  await expect.poll(async () => (await ask()).status).toBe(200)
})
