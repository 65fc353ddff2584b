import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { callNames, calls } from '#contract/calls.ts'
import { makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { openWrites, type Write } from '../testing/writes.ts'

/** Derived from the contract, so that it is complete. */
const idempotent = callNames.filter(name => (calls[name] as Call).idempotent) as Write[]

/**
 * A way to PostgreSQL that loses one answer when armed: the first one to a commit, or to a booking, which
 * is one statement of its own. It is carried out, and the connection ends before the answer arrives.
 */
async function openLossyWay(url: string) {
  let armed = false
  let lost = 0
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(url)
  const server = createServer(socket => {
    const onward = connect(Number(port), hostname)
    for (const end of [socket, onward]) sockets.add(end.on('error', () => undefined))
    let swallow = false
    socket.on('data', chunk => {
      const text = chunk.toString('latin1')
      if (armed && (/^Q....commit\0/s.test(text) || text.includes('book appointments '))) {
        armed = false
        swallow = true
      }
      onward.write(chunk)
    })
    onward.on('data', chunk => {
      if (!swallow) return void socket.write(chunk)
      lost += 1
      socket.destroy()
      onward.destroy()
    })
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href,
    loseNextAnswer: () => void (armed = true),
    lost: () => lost,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

let app: TestApp
let way: Awaited<ReturnType<typeof openLossyWay>>
let far: TestApp
let writes: Awaited<ReturnType<typeof openWrites>>
let key: string
let count = 0

beforeAll(async () => {
  app = await startTestApp()
  writes = await openWrites(app)
  way = await openLossyWay(app.url)
  far = await startTestApp({ databaseOf: way })
})
afterAll(async () => {
  await far.close()
  way.close()
  await app.close()
})
beforeEach(() => {
  key = `key-${(count += 1)}`
})

/** An accepted request, and a way to repeat it exactly. */
async function prepare(name: Write) {
  const { params, body, token } = await writes.samples[name]()
  return (server: TestApp) => {
    const asker = token === undefined ? writes.token : token
    return server.request(name, {
      ...(params && { params }),
      body,
      headers: { 'idempotency-key': key },
      ...(asker !== null && { token: asker }),
    })
  }
}

/** Number of rows of each table, without the access log, which records repeated views. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{
    name: string
  }>`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'record_views'`.execute(
    app.db,
  )
  const counted = tables.map(({ name }) => sql`SELECT ${name} AS name, count(*) AS count FROM ${sql.table(name)}`)
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counted, sql` UNION ALL `)}`.execute(app.db)
  return Object.fromEntries(rows.map(row => [row.name, row.count]))
}

describe.each(idempotent)('%s', name => {
  test('a commit whose answer was lost is not carried out again', async () => {
    const send = await prepare(name)
    const before = await countRows()
    way.loseNextAnswer()
    const lost = way.lost()
    expect((await send(far)).status).toBe(503)
    expect(way.lost()).toBe(lost + 1)
    const done = await countRows()
    expect(done).not.toEqual(before)
    const again = await send(far)
    expect(again.status).toBe(calls[name].answer.status)
    expect((await send(app)).body).toEqual(again.body)
    expect(await countRows()).toEqual(done)
  })

  test('requests at the same time, at two servers, get one answer and no 409', async () => {
    const send = await prepare(name)
    const answers = await Promise.all([app, far, app, far, app].map(send))
    const first = answers[0]!
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(calls[name].answer.status))
    for (const { body } of answers) expect(body).toEqual(first.body)
  })
})

test("a client's booking whose answer was lost is not made again", async () => {
  const supportType = await makeSupportType(app.db)
  const session = { supportType, place: await makePlace(app.db), mentors: [await makeMentor(app.db, {}, [supportType.id])] }
  const { schedule } = await makeSchedule(app.db, { ...session, from: '2026-12-01T09:00', to: '2026-12-01T10:00' })
  const token = await app.signIn(await makeUser(app.db))
  const book = (server: TestApp) =>
    server.request('POST /api/appointments', {
      token,
      headers: { 'idempotency-key': key },
      body: { schedule_id: schedule.id, starts_at: '2026-12-01T09:00:00Z' },
    })
  way.loseNextAnswer()
  expect((await book(far)).status).toBe(503)
  const again = await book(far)
  expect(again.status).toBe(201)
  expect((await book(app)).body).toEqual(again.body)
  expect(await app.db.selectFrom('appointments').select('id').where('schedule_id', '=', schedule.id).execute()).toHaveLength(1)
})

test('a refusal keeps nothing: neither the work before it nor the key', async () => {
  const send = await prepare('POST /api/places')
  const blocked = await app.db.selectFrom('audit').select('id').execute()
  const body = { name: 'Twice', kind: 'in_person', address: '1 Street', time_zone: 'Europe/London' }
  const create = () => app.request('POST /api/places', { token: writes.token, body, headers: { 'idempotency-key': key } })
  await makePlace(app.db, { name: 'Twice' })
  expect((await create()).problem.code).toBe('name_taken')
  expect(await app.db.selectFrom('audit').select('id').execute()).toHaveLength(blocked.length)
  expect(await app.db.selectFrom('idempotency_keys').select('key').where('key', '=', key).execute()).toEqual([])
  expect((await send(app)).status).toBe(201)
  expect((await create()).problem.code).toBe('idempotency_mismatch')
})
