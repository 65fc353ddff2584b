import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeAdmin, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let path: string
let session: Awaited<ReturnType<typeof makeSchedule>>

beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  const supportType = await makeSupportType(app.db)
  session = await makeSchedule(app.db, {
    supportType,
    place: await makePlace(app.db),
    mentors: [await makeMentor(app.db)],
    from: '2026-12-01T09:00',
    to: '2026-12-01T12:00',
  })
  path = `/api/search-schedule/${supportType.id}`
})
afterAll(() => app.close())

/** Like a browser, without invalidating the cache. */
const ask = (etag?: string) => app.http.inject({ url: path, headers: etag ? { 'if-none-match': etag } : {} })
const freeSeats = (answer: Awaited<ReturnType<typeof ask>>) => (answer.json() as { days: { free: number }[] }).days[0]?.free

test('a public list has an ETag, is not sent again to a client that has it, and shows a booking from the next request on', async () => {
  const first = await ask()
  const etag = String(first.headers.etag)
  expect([first.statusCode, first.headers['cache-control'], freeSeats(first)]).toEqual([200, 'no-cache', 6])
  const again = await ask(etag)
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])

  const token = await app.signIn(await makeUser(app.db))
  const booked = await app.http.inject({
    method: 'POST',
    url: '/api/appointments',
    headers: { authorization: `Bearer ${token}` },
    payload: { schedule_id: session.schedule.id, starts_at: session.slots[0]!.starts_at },
  })
  expect(booked.statusCode).toBe(201)
  const after = await ask(etag)
  expect([after.statusCode, freeSeats(after)]).toEqual([200, 5])
  expect(after.headers.etag).not.toBe(etag)
})

test('the database notifies of changes by another server', async () => {
  const other = await startTestApp({ now: '2026-11-20T09:00:00Z', databaseOf: app })
  try {
    const etag = String((await ask()).headers.etag)
    const token = await other.signIn(await makeUser(app.db))
    const { status } = await other.request('POST /api/appointments', {
      token,
      body: { schedule_id: session.schedule.id, starts_at: session.slots[1]!.starts_at },
    })
    expect(status).toBe(201)
    await vi.waitFor(async () => expect((await ask(etag)).statusCode).toBe(200))
    expect(freeSeats(await ask())).toBe(4)
  } finally {
    await other.close()
  }
})

test('the database notifies of a change that is neither a seat nor a session', async () => {
  const other = await startTestApp({ now: '2026-11-20T09:00:00Z', databaseOf: app })
  const nameHere = async () => ((await ask()).json() as { support_type: { name: string } }).support_type.name
  try {
    const before = await nameHere()
    const token = await other.signIn(await makeAdmin(app.db))
    const id = path.split('/').at(-1)!
    const { status } = await other.request('PUT /api/support-types/{id}', { token, params: { id }, body: { name: 'Advice', revision: 1 } })
    expect(status).toBe(200)
    expect(before).not.toBe('Advice')
    await vi.waitFor(async () => expect(await nameHere()).toBe('Advice'))
  } finally {
    await other.close()
  }
})

test('time itself changes what can be booked: an answer is never older than the minute', async () => {
  const before = await ask()
  app.clock.set('2026-12-01T08:30:00Z')
  const after = await ask(String(before.headers.etag))
  expect([after.statusCode, freeSeats(after)! < freeSeats(before)!]).toEqual([200, true])
})
