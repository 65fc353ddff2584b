import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const contenders = 200
const rounds = 20
let app: TestApp
let url: string
let tokens: string[]

beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  tokens = []
  for (let index = 0; index < contenders; index += 1) tokens.push(await app.signIn(await makeUser(app.db)))
  // Limits per client are not tested here: the same 200 people compete in every round.
  await app.db.updateTable('settings').set({ max_open: 100 }).execute()
})
afterAll(() => app.close())

async function book(token: string, body: object): Promise<{ status: number; code: string | undefined; nearest: unknown[] | undefined }> {
  const answer = await fetch(`${url}/api/appointments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, nearest } = (await answer.json()) as { code?: string; nearest?: unknown[] }
  return { status: answer.status, code, nearest }
}

test(`${contenders} people at once want one seat: one gets it, ${rounds} times`, async () => {
  const supportType = await makeSupportType(app.db)
  const place = await makePlace(app.db)
  const mentor = await makeMentor(app.db)
  const { schedule, slots } = await makeSchedule(app.db, {
    supportType,
    place,
    mentors: [mentor],
    from: '2026-12-01T08:00',
    to: '2026-12-01T18:30',
  })
  for (const slot of slots.slice(0, rounds)) {
    const answers = await Promise.all(tokens.map(token => book(token, { schedule_id: schedule.id, starts_at: slot.starts_at })))
    const won = answers.filter(({ status }) => status === 201)
    const lost = answers.filter(({ status, code, nearest }) => status === 409 && code === 'slot_taken' && nearest!.length <= 3)
    expect([won.length, lost.length]).toEqual([1, contenders - 1])
    const rows = await app.db.selectFrom('appointments').select('id').where('slot_id', '=', slot.id).execute()
    expect(rows).toHaveLength(1)
  }
}, 120_000)

test('several seats and any mentor: as many winners as seats, each with a serial of their own', async () => {
  const supportType = await makeSupportType(app.db)
  const mentors = [await makeMentor(app.db), await makeMentor(app.db)]
  const { schedule, slots } = await makeSchedule(app.db, {
    supportType,
    place: await makePlace(app.db),
    mentors,
    from: '2026-12-02T09:00',
    to: '2026-12-02T09:30',
    seats: 5,
  })
  const answers = await Promise.all(tokens.map(token => book(token, { schedule_id: schedule.id, starts_at: slots[0]!.starts_at })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  const serials = await app.db
    .selectFrom('appointments')
    .select('serial')
    .where('schedule_id', '=', schedule.id)
    .orderBy('serial')
    .execute()
  expect(serials.map(({ serial }) => serial)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
}, 60_000)

test('a client who takes any mentor is not refused while one of them has a free seat throughout', async () => {
  const { db } = app
  const session = { supportType: await makeSupportType(db), place: await makePlace(db), from: '2026-12-06T09:00', to: '2026-12-06T09:30' }
  const { schedule, slots } = await makeSchedule(db, { ...session, mentors: [await makeMentor(db), await makeMentor(db)] })
  // In the order in which bookings lock them.
  const [free, full] = slots.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const holder = await makeUser(db)
  const held = await makeAppointment(db, full!.id, holder.id)
  const taking = await db.startTransaction().execute()
  await makeAppointment(taking, free!.id, (await makeUser(db)).id)
  const body = { schedule_id: schedule.id, starts_at: free!.starts_at }
  const booking = app.request('POST /api/appointments', { token: await app.signIn(await makeUser(db)), body })
  await waitForLocks(app.db)
  // The other mentor's seat becomes free before the first one is taken.
  const token = await app.signIn(holder)
  expect((await app.request('POST /api/appointments/{id}/cancel', { token, params: { id: held.id }, body: {} })).status).toBe(200)
  await taking.commit().execute()
  expect(await booking).toMatchObject({ status: 201, body: { mentor: { id: full!.mentor_id } } })
})

test.each(['the client', 'staff'])('a move by %s waits for a booking of the same client, and neither is a deadlock', async mover => {
  const { db } = app
  const session = { supportType: await makeSupportType(db), place: await makePlace(db), from: '2026-12-03T09:00', to: '2026-12-03T10:00' }
  const hour = await makeSchedule(db, { ...session, mentors: [await makeMentor(db)], slotMinutes: 60 })
  const halves = await makeSchedule(db, { ...session, mentors: [await makeMentor(db)], slotMinutes: 30 })
  const later = await makeSchedule(db, { ...session, mentors: [await makeMentor(db)], from: '2026-12-04T09:00', to: '2026-12-04T09:30' })
  const client = await makeUser(db)
  const appointment = await makeAppointment(db, later.slots[0]!.id, client.id)

  // A batch with two bookings of the same client.
  const booking = await db.startTransaction().execute()
  await booking.selectFrom('users').select('id').where('id', '=', client.id).forNoKeyUpdate().execute()
  await makeAppointment(booking, halves.slots[0]!.id, client.id)
  const body = { schedule_id: hour.schedule.id, starts_at: hour.slots[0]!.starts_at }
  const moving =
    mover === 'staff'
      ? app.request('PUT /api/appointments/{id}', { token: await app.signIn(await makeAdmin(db)), params: { id: appointment.id }, body })
      : app.request('POST /api/appointments/{id}/move', { token: await app.signIn(client), params: { id: appointment.id }, body })
  await waitForLocks(app.db)
  await makeAppointment(booking, halves.slots[1]!.id, client.id)
  await booking.commit().execute()
  expect((await moving).problem).toMatchObject({ status: 409, code: 'client_busy' })
})

test('a status change waits for concurrent changes of the same client’s appointments', async () => {
  const { db } = app
  const session = { supportType: await makeSupportType(db), place: await makePlace(db), from: '2026-12-05T09:00', to: '2026-12-05T10:00' }
  const { slots } = await makeSchedule(db, { ...session, mentors: [await makeMentor(db)] })
  const client = await makeUser(db)
  const appointment = await makeAppointment(db, slots[0]!.id, client.id)
  const token = await app.signIn(await makeAdmin(db))
  const other = await db.startTransaction().execute()
  await other.selectFrom('users').select('id').where('id', '=', client.id).forNoKeyUpdate().execute()
  const arriving = app.request('POST /api/appointments/{id}/status', {
    token,
    params: { id: appointment.id },
    body: { status: 'entered-in-error', reason: 'Twice' },
  })
  await waitForLocks(app.db)
  await other.rollback().execute()
  expect((await arriving).status).toBe(200)
})

test.each(['the client', 'staff'])('a cancellation by %s that waits while the client is marked as missed is refused', async by => {
  const { db } = app
  const session = { supportType: await makeSupportType(db), place: await makePlace(db), from: '2026-12-08T09:00', to: '2026-12-08T10:00' }
  const { slots } = await makeSchedule(db, { ...session, mentors: [await makeMentor(db)] })
  const client = await makeUser(db)
  const { id } = await makeAppointment(db, slots[0]!.id, client.id)
  const marking = await db.startTransaction().execute()
  await marking.updateTable('appointments').set({ status: 'noshow' }).where('id', '=', id).execute()
  const cancelling =
    by === 'staff'
      ? app.request('POST /api/appointments/{id}/status', {
          token: await app.signIn(await makeAdmin(db)),
          params: { id },
          body: { status: 'cancelled', reason: 'Ill' },
        })
      : app.request('POST /api/appointments/{id}/cancel', { token: await app.signIn(client), params: { id }, body: {} })
  await waitForLocks(app.db)
  await marking.commit().execute()
  expect((await cancelling).problem).toMatchObject({ status: 409, code: 'bad_transition' })
  const row = await db.selectFrom('appointments').select(['status', 'cancelled_by']).where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 'noshow', cancelled_by: null })
})

test.each(['the client', 'staff'])('a move by %s that PostgreSQL ends because of a deadlock is tried again', async mover => {
  const { db } = app
  const session = { supportType: await makeSupportType(db), place: await makePlace(db), from: '2026-12-07T09:00', to: '2026-12-07T10:00' }
  const { schedule, slots } = await makeSchedule(db, { ...session, mentors: [await makeMentor(db)], slotMinutes: 30 })
  const client = await makeUser(db)
  const appointment = await makeAppointment(db, slots[0]!.id, client.id)
  const other = await db.startTransaction().execute()
  // So PostgreSQL ends the move, which looks for deadlocks after a second.
  await sql`SET LOCAL deadlock_timeout = '1min'`.execute(other)
  await other.selectFrom('slots').select('id').where('id', '=', slots[1]!.id).forNoKeyUpdate().execute()
  const [params, body] = [{ id: appointment.id }, { schedule_id: schedule.id, starts_at: slots[1]!.starts_at }]
  const moving =
    mover === 'staff'
      ? app.request('PUT /api/appointments/{id}', { token: await app.signIn(await makeAdmin(db)), params, body })
      : app.request('POST /api/appointments/{id}/move', { token: await app.signIn(client), params, body })
  await waitForLocks(app.db)
  await other.selectFrom('users').select('id').where('id', '=', client.id).forNoKeyUpdate().execute()
  await other.commit().execute()
  expect(await moving).toMatchObject({ status: 200, body: { starts_at: slots[1]!.starts_at } })
})
