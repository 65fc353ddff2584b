import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAppointment } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'
import { planWeeklyHours } from './job.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())

const range = (weekday: number, starts = '09:00', ends = '12:00') => ({ weekday, starts, ends, support_type_id: o.supportType.id })
async function enter(change: Record<string, unknown> = {}) {
  const mentor_id = (await o.newMentor()).id
  const body = { mentor_id, place_id: o.place.id, ranges: [range(1)], slot_minutes: 60, from_date: '2026-11-20', ...change }
  const answer = await o.app.request('POST /api/weekly-hours', { body, token: o.token })
  return { ...answer, mentor_id: body.mentor_id }
}
const end = (id: string, body: object) => o.app.request('POST /api/weekly-hours/{id}/end', { params: { id }, body, token: o.token })
const ahead = async (id: string) =>
  (await o.app.db.selectFrom('schedules').select('id').where('series_id', '=', id).where('status', '=', 'published').execute()).length
const run = () => planWeeklyHours(o.app)

it('never holds a mentor for thousands of slots at once, and goes on with the next run', async () => {
  const { body } = await enter({ slot_minutes: 5, ranges: [range(1, '00:00', '23:55')] })
  // 287 slots a day.
  expect(await ahead(body.id)).toBe(7)
  await run()
  expect(await ahead(body.id)).toBe(8)
  // The runs of the next tests would plan them for seconds, and hold no lock that those wait for.
  expect((await end(body.id, { sessions: 'keep' })).status).toBe(200)
})

it('leaves no session behind when the hours end while a run plans', async () => {
  const { body, mentor_id } = await enter()
  o.app.clock.set('2026-12-18T09:00:00Z')
  const token = await o.app.signIn(o.admin)
  const trx = await o.app.db.startTransaction().execute()
  await trx.selectFrom('users').select('id').where('id', '=', mentor_id).forUpdate().execute()
  const planning = run()
  await waitForLocks(o.app.db)
  const asked = o.app.request('POST /api/weekly-hours/{id}/end', {
    params: { id: body.id },
    body: { sessions: 'cancel_all', reason: 'She moves away' },
    token,
  })
  await waitForLocks(o.app.db, 2)
  await trx.commit().execute()
  await planning
  expect((await asked).body.cancelled).toBe(8)
  await run()
  const left = await o.app.db
    .selectFrom('schedules')
    .select('local_date')
    .where('series_id', '=', body.id)
    .where('status', '=', 'published')
    .where('starts_at', '>', '2026-12-18T09:00:00Z')
    .execute()
  expect(left).toEqual([])
  o.app.clock.set('2026-11-20T09:00:00Z')
})

it('does not cancel a session whose seat is offered to the waiting list', async () => {
  const { body } = await enter()
  const slot = await o.app.db
    .selectFrom('slots')
    .innerJoin('schedules', 'schedules.id', 'slots.schedule_id')
    .where('series_id', '=', body.id)
    .select('slots.id')
    .orderBy('slots.starts_at')
    .executeTakeFirstOrThrow()
  const waiting = { support_type_id: o.supportType.id, user_id: (await o.client()).id, from_date: '2026-11-20', to_date: '2026-12-31' }
  await o.app.db
    .insertInto('waiting_list')
    .values({ ...waiting, state: 'offered', offered_slot_id: slot.id, offer_ends_at: '2026-11-20T12:00:00Z' })
    .execute()
  expect((await end(body.id, { sessions: 'cancel_free' })).body).toEqual({ cancelled: 7, told: 0 })
  expect(await ahead(body.id)).toBe(1)
  await o.clearWaitingList()
})

it('never tells a client of a cancellation twice, and keeps what has begun', async () => {
  const { body } = await enter({ ranges: [range(5, '08:00', '12:00'), range(1)] })
  const slots = await o.app.db
    .selectFrom('slots')
    .innerJoin('schedules', 'schedules.id', 'slots.schedule_id')
    .where('series_id', '=', body.id)
    .select(['slots.id', 'slots.starts_at'])
    .orderBy('slots.starts_at')
    .execute()
  const running = slots.find(({ starts_at }) => starts_at === '2026-11-20T10:00:00Z')!
  const client = await o.client()
  const kept = await makeAppointment(o.app.db, running.id, client.id)
  const gone = await makeAppointment(o.app.db, slots.find(({ starts_at }) => starts_at > '2026-11-22')!.id, client.id)
  expect((await end(body.id, { sessions: 'cancel_all', reason: 'Ill' })).body.told).toBe(1)
  const told = await o.app.db.selectFrom('outbox').select('appointment_id').where('kind', '=', 'appointment_cancelled').execute()
  expect(told).toEqual([{ appointment_id: gone.id }])
  const row = await o.app.db.selectFrom('appointments').select('status').where('id', '=', kept.id).executeTakeFirstOrThrow()
  expect(row.status).toBe('booked')
})
