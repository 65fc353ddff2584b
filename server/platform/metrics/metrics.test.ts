import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { nameOf } from '../backup/stored-backups.ts'
import { runJob, startJobs } from '../jobs.ts'
import { openOrganisationState } from '../directory/organisation-state.ts'

let app: TestApp
let backups: string
beforeAll(async () => {
  backups = await mkdtemp(path.join(tmpdir(), 'openhour-metrics-'))
  app = await startTestApp({ env: { OPENHOUR_BACKUP_DIRECTORY: backups } })
})
afterAll(async () => {
  await app.close()
  await rm(backups, { recursive: true })
})

const scrape = async (from = app) => (await from.http.inject({ url: '/metrics' })).body
/** The value of one line, by its name and labels as they stand there. */
const valueOf = (text: string, line: string) => {
  const found = text.split('\n').find(one => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

test('every metric and label of the example dashboard and alerts is one that there is', async () => {
  const jobs = startJobs(app.platform, [{ name: 'tried', everySeconds: 60, run: async () => {} }], () => {})
  await jobs.close()
  await app.request('GET /api/site')
  const ofMany = await openOrganisationState({ countOpen: () => 0, readUse: () => [] }).register.metrics()
  const text = `${await scrape()}\n${ofMany}`
  const has = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name, kind]) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map(part => `${name}${part}`) : [name!],
    ),
  )
  const labels = new Set(['cluster', 'state', 'instance', 'job', 'name', 'le', 'code', 'by', 'batch', 'pool', 'outcome', 'call', 'status'])
  const documents = new URL('../../../docs/operations/', import.meta.url)
  const dashboard = JSON.parse(await readFile(new URL('dashboard.json', documents), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const expressions = [
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...[...(await readFile(new URL('alerts.yml', documents), 'utf8')).matchAll(/^\s+expr: (.+)$/gm)].map(([, expr]) => expr!),
  ]
  expect(expressions.length).toBeGreaterThan(25)
  const named = (expr: string) => expr.match(/\b(openhour|nodejs|process)_\w+/g) ?? []
  expect(expressions.flatMap(named).filter(name => !has.has(name))).toEqual([])
  // And nothing of ours is left out of both.
  const ours = [...has].filter(name => name.startsWith('openhour_')).map(name => name.replace(/_(bucket|sum|count)$/, ''))
  const shown = new Set(expressions.flatMap(named).map(name => name.replace(/_(bucket|sum|count)$/, '')))
  expect(ours.filter(name => !shown.has(name))).toEqual([])
  for (const expr of expressions) {
    const used = [...expr.matchAll(/\bby \(([^)]*)\)/g)]
      .flatMap(([, list]) => list!.split(','))
      .concat([...expr.matchAll(/(\w+)=~?"/g)].map(([, one]) => one!))
    expect([expr, used.map(one => one.trim()).filter(one => !labels.has(one))]).toEqual([expr, []])
  }
})

test('counts bookings, what went together, waits and refusals', async () => {
  const before = await scrape()
  const { schedule, slots } = await makeSchedule(app.db, {
    supportType: await makeSupportType(app.db),
    place: await makePlace(app.db),
    mentors: [await makeMentor(app.db)],
    from: '2026-12-01T09:00',
    to: '2026-12-01T10:00',
  })
  const token = await app.signIn(await makeUser(app.db))
  const body = { schedule_id: schedule.id, starts_at: slots[0]!.starts_at, mentor_id: slots[0]!.mentor_id }
  expect((await app.request('POST /api/appointments', { token, body })).status).toBe(201)
  expect((await app.request('POST /api/appointments', { token, body })).problem.code).toBe('client_busy')
  const after = await scrape()
  const grown = (line: string) => (valueOf(after, line) ?? 0) - (valueOf(before, line) ?? 0)
  expect(grown('openhour_bookings_total{by="client"}')).toBe(1)
  expect(grown('openhour_refusals_total{code="client_busy"}')).toBe(1)
  expect(grown('openhour_batch_size_sum{batch="bookings"}')).toBe(2)
  expect(grown('openhour_answer_seconds_count{call="POST /api/appointments",status="201"}')).toBe(1)
  expect(grown('openhour_pool_wait_seconds_count{pool="prepared"}')).toBeGreaterThan(0)
})

test('tells since when a job has succeeded, or since when it fails', async () => {
  let works = false
  const run = async () => {
    if (!works) throw new Error('no')
  }
  const runOnce = () => runJob(app.platform, { name: 'failing', everySeconds: 60, run }, new AbortController().signal, () => {})
  const readSince = async () => valueOf(await scrape(), 'openhour_job_last_success_timestamp_seconds{name="failing"}') ?? 0
  await runOnce()
  const since = await readSince()
  expect(since).toBeGreaterThan(1.7e9)
  await runOnce()
  expect(await readSince()).toBe(since)
  expect(valueOf(await scrape(), 'openhour_job_seconds_count{name="failing",outcome="failed"}')).toBe(2)
  works = true
  await runOnce()
  expect(await readSince()).toBeGreaterThan(since)
})

test('what alerts count begins at 0, so that the first is an increase', async () => {
  const text = await scrape()
  expect(valueOf(text, 'openhour_job_seconds_count{name="tried",outcome="failed"}')).toBe(0)
  // Other tests of this process may have counted some already.
  for (const line of ['openhour_refusals_total{code="unexpected"}', 'openhour_messages_total{outcome="failed"}'])
    expect([line, valueOf(text, line)]).toEqual([line, expect.any(Number)])
})

test('tells how many messages wait and for how long, and how old the newest backup is', async () => {
  await sql`DELETE FROM outbox`.execute(app.db)
  expect(valueOf(await scrape(), 'openhour_outbox_oldest_seconds')).toBe(0)
  await sql`INSERT INTO outbox (kind, due_at) VALUES ('x', '2026-11-20T08:55:00Z'), ('x', '2026-11-20T10:00:00Z')`.execute(app.db)
  const first = await scrape()
  expect([valueOf(first, 'openhour_outbox_waiting'), valueOf(first, 'openhour_outbox_oldest_seconds')]).toEqual([2, 300])
  await sql`UPDATE outbox SET tried_since = '2026-11-20T08:50:00Z', due_at = '2026-11-20T09:10:00Z'`.execute(app.db)
  expect(valueOf(await scrape(), 'openhour_outbox_oldest_seconds')).toBe(600)
  expect(valueOf(first, 'openhour_backup_age_seconds')).toBe(-1)
  await mkdir(path.join(backups, nameOf(new Date('2026-11-20T08:50:00Z'))))
  await mkdir(path.join(backups, nameOf(new Date('2026-11-20T09:10:00Z'))))
  expect(valueOf(await scrape(), 'openhour_backup_age_seconds')).toBe(600)
})

test('backups that cannot be read count as none', async () => {
  const other = await startTestApp({ env: { OPENHOUR_BACKUP_DIRECTORY: import.meta.filename }, databaseOf: app })
  expect(valueOf(await scrape(other), 'openhour_backup_age_seconds')).toBe(-1)
  await other.close()
})

test('a database that does not answer in time counts as down', async () => {
  await app.db.transaction().execute(async trx => {
    await sql`LOCK TABLE outbox`.execute(trx)
    expect(valueOf(await scrape(), 'openhour_database_up')).toBe(0)
  })
  expect(valueOf(await scrape(), 'openhour_database_up')).toBe(1)
})

test('a database that is away is told, and what it would tell is left out', async () => {
  const other = await startTestApp()
  await sql`ALTER TABLE outbox RENAME TO gone`.execute(other.db)
  const text = await scrape(other)
  expect(valueOf(text, 'openhour_database_up')).toBe(0)
  expect(valueOf(text, 'openhour_outbox_waiting')).toBeUndefined()
  await other.close()
})

test('is served to programs on this machine, or to callers with the token', async () => {
  const status = async (from: TestApp, how: { headers?: Record<string, string>; remoteAddress?: string }) =>
    (await from.http.inject({ url: '/metrics', ...how })).statusCode
  expect(await status(app, {})).toBe(200)
  expect(await status(app, { remoteAddress: '192.0.2.7' })).toBe(404)
  expect(await status(app, { headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(421)
  const token = 'a-token-for-prometheus-1'
  const guarded = await startTestApp({ env: { OPENHOUR_METRICS_TOKEN: token } })
  expect(await status(guarded, {})).toBe(401)
  expect(await status(guarded, { headers: { authorization: 'Bearer a-token-for-prometheus-2' } })).toBe(401)
  expect(await status(guarded, { headers: { authorization: `Bearer ${token}` }, remoteAddress: '192.0.2.7' })).toBe(200)
  await guarded.close()
})

test('in production no request reads the metrics without the token, whatever it says about its way', async () => {
  const production = { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' }
  const without = await startTestApp({ env: production, databaseOf: app })
  for (const headers of [
    {},
    { via: '1.1 proxy' },
    { 'x-real-ip': '203.0.113.7' },
    { 'x-forwarded-proto': 'https' },
    { host: 'book.example.org' },
  ])
    expect((await without.http.inject({ url: '/metrics', headers })).statusCode).toBe(404)
  await without.close()
  const token = 'a-token-for-prometheus-1'
  const guarded = await startTestApp({ env: { ...production, OPENHOUR_METRICS_TOKEN: token }, databaseOf: app })
  const ask = async (headers: Record<string, string>) => (await guarded.http.inject({ url: '/metrics', headers })).statusCode
  expect(await ask({})).toBe(401)
  expect(await ask({ authorization: `Bearer ${token}`, host: 'book.example.org', via: '1.1 proxy' })).toBe(200)
  await guarded.close()
})
