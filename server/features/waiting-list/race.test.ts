import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { listenToDatabase } from '../../platform/live.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts'
import { updateWaitingList } from './job.ts'

let app: TestApp
let supportType: Awaited<ReturnType<typeof makeSupportType>>
let place: Awaited<ReturnType<typeof makePlace>>
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  place = await makePlace(app.db)
})
afterAll(() => app.close())

async function newClient() {
  const user = await makeUser(app.db)
  return { user, token: await app.signIn(user) }
}

/** A full slot, its client, and clients on the waiting list for it. */
async function plan(waiting: number) {
  app.clock.set('2026-11-20T09:00:00Z')
  supportType = await makeSupportType(app.db)
  const mentors = [await makeMentor(app.db)]
  const { schedule, slots } = await makeSchedule(app.db, { supportType, place, mentors, from: '2026-12-04T09:00', to: '2026-12-04T09:30' })
  const holder = await newClient()
  const appointment = await makeAppointment(app.db, slots[0]!.id, holder.user.id)
  const line = []
  for (let index = 0; index < waiting; index += 1) {
    const client = await newClient()
    const body = { support_type_id: supportType.id, from_date: '2026-12-04', to_date: '2026-12-04' }
    line.push({ ...client, id: (await app.request('POST /api/waiting-list', { token: client.token, body })).body.id as string })
  }
  const cancel = () => app.request('POST /api/appointments/{id}/cancel', { token: holder.token, params: { id: appointment.id } })
  return { slot: slots[0]!, schedule, line, cancel }
}
const update = () => updateWaitingList({ db: app.db, clock: app.clock })
const accept = ({ id, token }: { id: string; token: string }) =>
  app.request('POST /api/waiting-list/{id}/accept', { token, params: { id } })
const book = (token: string, { schedule, slot }: Awaited<ReturnType<typeof plan>>) =>
  app.request('POST /api/appointments', { token, body: { schedule_id: schedule.id, starts_at: slot.starts_at } })
const holdersOf = (slotId: string) =>
  app.db.selectFrom('appointments').select('user_id').where('slot_id', '=', slotId).where('status', '=', 'booked').execute()
const stateOf = async (id: string) =>
  (await app.db.selectFrom('waiting_list').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const offered = async (id: string) =>
  await expect.poll(async () => (await update(), stateOf(id)), { timeout: 5000, interval: 10 }).toBe('offered')

const wasOffered = async (id: string) =>
  await expect
    .poll(async () => (await update(), app.db.selectFrom('waiting_offers').select('id').where('entry_id', '=', id).execute()), {
      timeout: 5000,
      interval: 10,
    })
    .toHaveLength(1)

test('reserves a freed seat for the waiting client under concurrent bookings, and never streams it as free', async () => {
  const live = await listenToDatabase(app.url)
  for (let round = 0; round < 2; round += 1) {
    const time = await plan(2)
    const told: number[] = []
    const note = (change: { schedule_id: string; free: number }) => {
      if (change.schedule_id === time.schedule.id) told.push(change.free)
    }
    live.on('seats', note)
    const besiegers = await Promise.all(Array.from({ length: 15 }, newClient))
    const [answers] = await Promise.all([
      Promise.all(besiegers.map(async ({ token }) => [(await book(token, time)).status, (await book(token, time)).status])),
      time.cancel(),
      update(),
    ])
    expect(new Set(answers.flat())).toEqual(new Set([409]))
    await offered(time.line[0]!.id)
    const [accepted, again, ...others] = await Promise.all([
      accept(time.line[0]!),
      accept(time.line[0]!),
      ...besiegers.map(({ token }) => book(token, time)),
    ])
    expect([accepted.status, again.status, again.body.id]).toEqual([201, 201, accepted.body.id])
    expect(others.every(({ status }) => status === 409)).toBe(true)
    expect(await holdersOf(time.slot.id)).toEqual([{ user_id: time.line[0]!.user.id }])
    await expect.poll(() => told.length).toBeGreaterThan(0)
    expect(new Set(told)).toEqual(new Set([0]))
    live.off('seats', note)
  }
  await live.close()
}, 60_000)

test('never offers a seat to a person to whom another server is offering one', async () => {
  const time = await plan(2)
  const [first, second] = [time.line[0]!, time.line[1]!]
  const elsewhere = { support_type_id: (await makeSupportType(app.db)).id, from_date: '2026-12-04', to_date: '2026-12-04' }
  const { id } = await app.db
    .insertInto('waiting_list')
    .values({ ...elsewhere, user_id: first.user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const otherServer = await app.db.startTransaction().execute()
  await otherServer.selectFrom('waiting_list').select('id').where('id', '=', id).forUpdate().execute()
  await time.cancel()
  await offered(second.id)
  await otherServer.commit().execute()
  expect(await stateOf(first.id)).toBe('waiting')
})

test('accepting at the moment of expiry either succeeds or expires, and never loses the seat', async () => {
  for (let round = 0; round < 4; round += 1) {
    const time = await plan(2)
    const [first, second] = [time.line[0]!, time.line[1]!]
    await time.cancel()
    await offered(first.id)
    // The request is in time by its server's clock, and another server's clock ends the offer at
    // the same moment.
    const late = { now: () => new Date('2026-11-20T10:00:00Z') }
    const [answer] = await Promise.all([accept(first), updateWaitingList({ db: app.db, clock: late })])
    const seat = await app.db.selectFrom('slots').select(['taken', 'held']).where('id', '=', time.slot.id).executeTakeFirstOrThrow()
    expect(seat.taken + seat.held).toBe(1)
    if (answer.status === 201) {
      expect([seat.taken, await stateOf(first.id)]).toEqual([1, 'taken'])
    } else {
      expect([answer.problem.code, seat.taken]).toEqual(['offer_ended', 0])
      await wasOffered(second.id)
    }
  }
}, 60_000)

test('concurrent leaving, declining, reordering and updating neither deadlock nor lose a seat', async () => {
  const time = await plan(6)
  await time.cancel()
  await offered(time.line[0]!.id)
  for (const client of time.line) {
    const params = { id: client.id }
    await Promise.all([
      update(),
      app.request('POST /api/waiting-list/{id}/decline', { token: client.token, params }),
      app.request('DELETE /api/waiting-list/{id}', { token: client.token, params }),
      update(),
    ])
    const seat = await app.db.selectFrom('slots').select(['taken', 'held']).where('id', '=', time.slot.id).executeTakeFirstOrThrow()
    expect(seat.taken).toBe(0)
    expect(seat.held).toBeLessThanOrEqual(1)
  }
  const seat = () => app.db.selectFrom('slots').select(['taken', 'held']).where('id', '=', time.slot.id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await update(), seat()), { timeout: 5000, interval: 10 }).toEqual({ taken: 0, held: 0 })
  expect((await book((await newClient()).token, time)).status).toBe(201)
}, 60_000)

test.each([
  'retiring the support type',
  'a closed day',
  'time off',
  'deactivating the mentor',
  'taking the mentor’s role',
  'cancelling the session',
])('an offer that is made during %s does not stay open', async change => {
  const { db } = app
  const token = await app.signIn(await makeAdmin(db))
  place = await makePlace(db) // which the closed day is for
  const time = await plan(1)
  const { id } = time.line[0]!
  const params = (of: { id: string }) => ({ token, params: { id: of.id } })
  const { mentor_id } = time.slot
  const changes: Record<string, () => Promise<TestAnswer>> = {
    'retiring the support type': () => app.request('POST /api/support-types/{id}/retire', { ...params(supportType), body: {} }),
    'a closed day': () =>
      app.request('POST /api/closed-days', { token, body: { place_id: place.id, date: '2026-12-04', reason: 'Works' } }),
    'time off': () =>
      app.request('POST /api/time-off', {
        token,
        body: { mentor_id, starts_at: '2026-12-04T00:00', ends_at: '2026-12-05T00:00', reason: '' },
      }),
    'deactivating the mentor': () => app.request('POST /api/users/{id}/deactivate', { ...params({ id: mentor_id }), body: {} }),
    'taking the mentor’s role': () => app.request('POST /api/role-assign-update', { token, body: { user_id: mentor_id, role_ids: [] } }),
    'cancelling the session': () => app.request('POST /api/schedules/{id}/cancel', { ...params(time.schedule), body: { reason: 'Ill' } }),
  }
  // Holds up the worker after it has changed the entry.
  const holding = await db.startTransaction().execute()
  await sql`LOCK TABLE waiting_offers IN SHARE MODE`.execute(holding)
  expect((await time.cancel()).status).toBe(200)
  await waitForLocks(db)
  const changing = changes[change]!()
  await Promise.race([changing, waitForLocks(db, 2)])
  await holding.commit().execute()
  expect((await changing).status).toBeLessThan(300)
  const offers = () => db.selectFrom('waiting_offers').select('id').where('entry_id', '=', id).execute()
  await expect.poll(offers).toHaveLength(1)
  expect(await stateOf(id)).toBe('waiting')
  const seat = await db.selectFrom('slots').select(['taken', 'held']).where('id', '=', time.slot.id).executeTakeFirstOrThrow()
  expect(seat).toEqual({ taken: 0, held: 0 })
})
