import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { makeAppointment, makePlace } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'
import { planWeeklyHours } from './job.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())
const start = '2026-11-20T09:00:00Z'
afterEach(async () => {
  o.app.clock.set(start)
  await o.app.db.updateTable('weekly_hours').set({ ended_at: start }).where('ended_at', 'is', null).execute()
})

const range = (weekday: number, starts = '09:00', ends = '12:00') => ({ weekday, starts, ends, support_type_id: o.supportType.id })
const fields = () => ({ place_id: o.place.id, slot_minutes: 60, break_minutes: 0, seats_per_slot: 1, until_date: '2026-12-10' })
/** Mondays and Thursdays for three weeks, of a new mentor. */
async function enter() {
  const mentor = await o.newMentor()
  const body = { ...fields(), mentor_id: mentor.id, ranges: [range(1), range(4)], from_date: '2026-11-20' }
  const hours = (await o.app.request('POST /api/weekly-hours', { body, token: o.token })).body
  return { mentor, id: hours.id as string, revision: hours.revision as number }
}
const change = (id: string, body: object) =>
  o.app.request('PUT /api/weekly-hours/{id}', { params: { id }, body: { ...fields(), ...body }, token: o.token })
const preview = (id: string, body: object) =>
  o.app.request('POST /api/weekly-hours/{id}/preview', { params: { id }, body: { ...fields(), ...body }, token: o.token })
const ahead = async (id: string) =>
  (
    await o.app.db
      .selectFrom('schedules')
      .select(['id', 'local_starts'])
      .where('series_id', '=', id)
      .where('status', '<>', 'cancelled')
      .orderBy('starts_at')
      .execute()
  ).map(session => ({ ...session, when: session.local_starts.slice(0, 16) }))
const times = async (id: string) => (await ahead(id)).map(({ when }) => when)
const book = async (schedule: { id: string }, db = o.app.db) => {
  const slot = await db.selectFrom('slots').select('id').where('schedule_id', '=', schedule.id).limit(1).executeTakeFirstOrThrow()
  return makeAppointment(db, slot.id, (await o.client()).id)
}
const told = (id: string) =>
  o.app.db.selectFrom('outbox').select('detail').where('user_id', '=', id).where('kind', '=', 'session_cancelled').execute()
const planned = ['2026-11-23T09:00', '2026-11-26T09:00', '2026-11-30T09:00', '2026-12-03T09:00', '2026-12-07T09:00', '2026-12-10T09:00']

it('never replaces a session of a time that stays the same', async () => {
  const { id, mentor } = await enter()
  const before = await ahead(id)
  const moved = { starts_at: '2026-11-24T09:00', ends_at: '2026-11-24T12:00' }
  await o.app.request('PUT /api/schedules/{id}', { params: { id: before[0]!.id }, body: moved, token: o.token })
  const { status, body } = await change(id, { ranges: [range(1), range(6)] })
  expect([status, body.cancelled, body.left, body.sessions_ahead]).toEqual([200, 3, 0, 6])
  const after = await ahead(id)
  expect(after.map(({ when }) => when)).toEqual([
    '2026-11-21T09:00',
    '2026-11-24T09:00',
    '2026-11-28T09:00',
    '2026-11-30T09:00',
    '2026-12-05T09:00',
    '2026-12-07T09:00',
  ])
  expect(after.filter(({ id: one }) => before.some(old => old.id === one)).map(({ when }) => when)).toEqual([
    '2026-11-24T09:00',
    '2026-11-30T09:00',
    '2026-12-07T09:00',
  ])
  expect(await told(mentor.id)).toMatchObject([{ detail: { more: [expect.any(String), expect.any(String)] } }])
})

it('never cancels a booked session, nor plans over it', async () => {
  const { id } = await enter()
  const appointment = await book((await ahead(id))[0]!)
  const { body } = await change(id, { ranges: [range(1, '10:00', '13:00')] })
  expect([body.cancelled, body.left]).toEqual([5, 1])
  expect(body.skipped).toEqual([{ date: '2026-11-23', starts: '10:00', reason: 'session', holiday: null }])
  expect(await times(id)).toEqual(['2026-11-23T09:00', '2026-11-30T10:00', '2026-12-07T10:00'])
  const row = await o.app.db.selectFrom('appointments').select('status').where('id', '=', appointment.id).executeTakeFirstOrThrow()
  expect(row.status).toBe('booked')
})

it('does not cancel a session that is booked while it waits', async () => {
  const { id } = await enter()
  const trx = await o.app.db.startTransaction().execute()
  await book((await ahead(id))[1]!, trx)
  const asked = change(id, { ranges: [range(1)] })
  await waitForLocks(o.app.db)
  await trx.commit().execute()
  const { body } = await asked
  expect([body.cancelled, body.left]).toEqual([2, 1])
})

it('plans every session again where the length of slots changes, without a message for a day that keeps one', async () => {
  const { id, mentor } = await enter()
  const { body } = await change(id, { ranges: [range(1), range(4)], slot_minutes: 30, break_minutes: 5 })
  expect([body.cancelled, body.sessions_ahead, body.slot_minutes]).toEqual([6, 6, 30])
  expect(await times(id)).toEqual(planned)
  expect(await told(mentor.id)).toEqual([])
})

it('moves to another place, and ends earlier or later', async () => {
  const { id } = await enter()
  const place = await makePlace(o.app.db)
  expect((await change(id, { ranges: [range(1), range(4)], place_id: place.id })).body.place.id).toBe(place.id)
  const shorter = await change(id, { ranges: [range(1), range(4)], place_id: place.id, until_date: '2026-11-26' })
  expect([shorter.body.cancelled, await times(id)]).toEqual([4, planned.slice(0, 2)])
  await change(id, { ranges: [range(1), range(4)], place_id: place.id, until_date: null })
  expect(await times(id)).toHaveLength(16)
  await planWeeklyHours(o.app)
  expect(await times(id)).toHaveLength(16)
})

it('does not bring back a session that was cancelled', async () => {
  const { id } = await enter()
  const [first] = await ahead(id)
  await o.app.request('POST /api/schedules/{id}/cancel', { params: { id: first!.id }, body: { reason: 'Ill' }, token: o.token })
  await change(id, { ranges: [range(1), range(2)] })
  expect((await times(id))[0]).toBe('2026-11-24T09:00')
})

it.each([
  ['times that overlap', () => ({ ranges: [range(1), range(1, '11:00', '13:00')] }), 'ranges.1.ends'],
  ['a last day before the first', () => ({ ranges: [range(1)], until_date: '2026-11-19' }), 'until_date'],
  ['a time without room for a slot', () => ({ ranges: [range(1)], slot_minutes: 181 }), 'slot_minutes'],
  ['an unknown place', () => ({ ranges: [range(1)], place_id: o.supportType.id }), 'place_id'],
  ['an unknown support type', () => ({ ranges: [{ ...range(1), support_type_id: o.place.id }] }), 'ranges.0.support_type_id'],
])('refuses %s, and writes nothing', async (_, body, field) => {
  const { id } = await enter()
  const before = await o.everything()
  const { status, problem } = await change(id, body())
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]])
  expect(await o.everything()).toEqual(before)
})

it('changes only what the caller saw, and nothing that has ended', async () => {
  const { id, revision } = await enter()
  const answers = await Promise.all([1, 2].map(day => change(id, { ranges: [range(day)], revision })))
  expect(answers.map(({ status, problem }) => [status, problem.code]).toSorted()).toEqual([
    [200, undefined],
    [409, 'stale'],
  ])
  await o.app.request('POST /api/weekly-hours/{id}/end', { params: { id }, body: { sessions: 'keep' }, token: o.token })
  expect((await change(id, { ranges: [range(3)] })).problem.code).toBe('bad_transition')
})

it('plans nothing more for a mentor who has left, and says so', async () => {
  const { id, mentor } = await enter()
  const before = await times(id)
  await o.app.db.updateTable('users').set({ active: false }).where('id', '=', mentor.id).execute()
  const { status, problem } = await change(id, { ranges: [range(3)] })
  expect([status, problem.code, problem.detail]).toEqual([
    409,
    'bad_transition',
    'The mentor is no longer active. These weekly hours can only be ended.',
  ])
  expect(await times(id)).toEqual(before)
})

it('lists no hours whose last day is over', async () => {
  const { id } = await enter()
  const list = async () =>
    (await o.app.request('GET /api/weekly-hours', { token: await o.app.signIn(o.admin) })).body.data.map(
      (hours: { id: string }) => hours.id,
    )
  o.app.clock.set('2026-12-10T23:00:00Z')
  expect(await list()).toEqual([id])
  o.app.clock.set('2026-12-11T09:00:00Z')
  expect(await list()).toEqual([])
})

it.each([
  ['a new time', () => ({ ranges: [range(1), range(6)] })],
  ['a later start', () => ({ ranges: [range(1, '10:00', '13:00'), range(4)] })],
  ['shorter slots', () => ({ ranges: [range(1), range(4)], slot_minutes: 30 })],
  ['an earlier last day', () => ({ ranges: [range(1), range(4)], until_date: '2026-11-28' })],
  ['a later last day', () => ({ ranges: [range(1), range(4)], until_date: '2026-12-24' })],
  ['the same hours', () => ({ ranges: [range(1), range(4)] })],
])('previews %s as the change does it, and writes nothing', async (_, body) => {
  const { id, mentor } = await enter()
  const before = await ahead(id)
  await book(before[0]!)
  await o.app.request('POST /api/schedules/{id}/cancel', { params: { id: before[2]!.id }, body: { reason: 'Ill' }, token: o.token })
  const away = { mentor_id: mentor.id, starts_at: '2026-11-28T00:00', ends_at: '2026-11-29T00:00' }
  expect((await o.app.request('POST /api/time-off', { body: away, token: o.token })).status).toBe(201)
  const everything = await o.everything()
  const scheduled = await ahead(id)
  const { status, body: seen } = await preview(id, body())
  expect(status).toBe(200)
  expect(await o.everything()).toEqual(everything)

  const { body: done } = await change(id, body())
  expect([seen.cancelled.length, seen.left.length, seen.skipped]).toEqual([done.cancelled, done.left, done.skipped])
  const after = await ahead(id)
  const isThere = (session: { id: string }) => after.some(one => one.id === session.id)
  const gone = scheduled.filter(session => !isThere(session)).map(session => session.when)
  expect(seen.cancelled.map((one: { date: string; starts: string }) => `${one.date}T${one.starts}`)).toEqual(gone)
  expect(seen.sessions).toBe(after.filter(session => !scheduled.some(old => old.id === session.id)).length)
  expect(seen.kept + seen.left.length).toBe(scheduled.length - gone.length)
  expect(seen.left.every((one: { clients: number }) => one.clients === 1)).toBe(true)
})

it('refuses a preview as it refuses the change', async () => {
  const { id, revision } = await enter()
  const wrong = await preview(id, { ranges: [range(1), range(1, '11:00', '13:00')] })
  expect([wrong.status, Object.keys(wrong.problem.errors ?? {})]).toEqual([422, ['ranges.1.ends']])
  await change(id, { ranges: [range(2)], revision })
  expect((await preview(id, { ranges: [range(1)], revision })).problem.code).toBe('stale')
  await o.app.request('POST /api/weekly-hours/{id}/end', { params: { id }, body: { sessions: 'keep' }, token: o.token })
  expect((await preview(id, { ranges: [range(3)] })).problem.code).toBe('bad_transition')
})

it('previews new hours as they are planned', async () => {
  const mentor = await o.newMentor()
  const body = { ...fields(), mentor_id: mentor.id, ranges: [range(1), range(4)], from_date: '2026-11-20' }
  const away = { mentor_id: mentor.id, starts_at: '2026-11-26T00:00', ends_at: '2026-11-27T00:00' }
  await o.app.request('POST /api/time-off', { body: away, token: o.token })
  const seen = (await o.app.request('POST /api/weekly-hours/preview', { body, token: o.token })).body
  const done = (await o.app.request('POST /api/weekly-hours', { body, token: o.token })).body
  expect(seen).toEqual({ until: '2026-12-10', sessions: done.sessions_ahead, skipped: done.skipped, travel: [] })
  expect([seen.sessions, seen.skipped.length]).toEqual([5, 1])
})
