import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { shutDown } from '../../platform/http/graceful-shutdown.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { openDatabaseProxy } from '../../testing/database-proxy.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

async function ask(server = app) {
  const { status, problem, headers } = await server.request('GET /api/health/ready')
  return { status, reason: problem.reason, detail: problem.detail, retryAfter: headers['retry-after'] }
}

test('is ready', async () => {
  expect((await app.request('GET /api/health/ready')).body).toEqual({ status: 'ok' })
})

test('is not while the database lacks migrations, and is when it has newer ones besides', async () => {
  await sql`UPDATE migrations SET number = 9002 WHERE number = 2`.execute(app.db)
  expect(await ask()).toEqual({
    status: 503,
    reason: 'migrations_missing',
    detail: 'The database lacks migrations of this version: 2.',
    retryAfter: '2',
  })
  await sql`INSERT INTO migrations SELECT 2, title, sha256 FROM migrations WHERE number = 9002`.execute(app.db)
  expect((await ask()).status).toBe(200)
})

test('is not while the database is away, and does not say where it is', async () => {
  const way = await openDatabaseProxy(app.url)
  const second = await startTestApp({ databaseOf: way })
  try {
    expect((await ask(second)).status).toBe(200)
    way.cut()
    expect(await ask(second)).toEqual({ status: 503, reason: 'database_away', detail: 'The database does not answer.', retryAfter: '2' })
  } finally {
    await second.close()
    await way.close()
  }
})

test('a database that can only be read is not ready, and what would be written is refused with 503 rather than failing', async () => {
  const admin = await makeAdmin(app.db)
  const token = await app.signIn(admin)
  await sql`ALTER DATABASE ${sql.id(new URL(app.url).pathname.slice(1))} SET default_transaction_read_only = on`.execute(app.db)
  // Its connections are new, so they are read-only, as after a primary was demoted.
  const second = await startTestApp({ databaseOf: app })
  try {
    expect(await ask(second)).toEqual({
      status: 503,
      reason: 'database_read_only',
      detail: 'The database can be read but not written: nothing can be booked.',
      retryAfter: '2',
    })
    const body = { name: 'Here', kind: 'in_person', address: '1 Street', time_zone: 'Europe/London' }
    for (const headers of [{}, { 'idempotency-key': 'one' }] as Record<string, string>[]) {
      const refused = await second.request('POST /api/places', { token, headers, body })
      expect([refused.status, refused.problem.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
    }
    const joined = await second.request('POST /api/join', { body: { phone: '+447700900123' } })
    expect([joined.status, joined.problem.code]).toEqual([503, 'unavailable'])
    expect((await second.request('GET /api/places', { token })).status).toBe(200)
  } finally {
    await second.close()
  }
})

test('is not ready once it stops, answers remaining requests, and closes their connections', async () => {
  const base = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const leaving = shutDown(app.http, 0)
  expect(await ask()).toEqual({
    status: 503,
    reason: 'stopping',
    detail: 'This server was told to stop; others take its place.',
    retryAfter: '2',
  })
  const answer = await fetch(`${base}/api/site`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await leaving
  await expect(fetch(`${base}/api/site`)).rejects.toThrow('fetch failed')
})
