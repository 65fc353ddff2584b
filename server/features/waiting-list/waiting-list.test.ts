import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  makeAdmin,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { updateWaitingList } from './job.ts'

const now = '2026-11-20T09:00:00Z'
let app: TestApp
let supportType: Awaited<ReturnType<typeof makeSupportType>>
let place: Awaited<ReturnType<typeof makePlace>>
let staff: string

beforeAll(async () => {
  app = await startTestApp({ now })
  place = await makePlace(app.db)
  staff = await app.signIn(await makeAdmin(app.db, ['Appointment List', 'Appointment Edit']))
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(now)
  supportType = await makeSupportType(app.db)
})

const days = { from_date: '2026-12-04', to_date: '2026-12-04' }
/** A full slot on 4 December, with its client. */
async function fullTime({ from = '2026-12-04T09:00', to = '2026-12-04T09:30', seats = 1, fields = {} } = {}) {
  const mentor = await makeMentor(app.db)
  const { schedule, slots } = await makeSchedule(app.db, { supportType, place, mentors: [mentor], from, to, seats, fields })
  const holders = []
  for (let seat = 0; seat < seats; seat += 1) {
    const holder = await newClient()
    holders.push({ ...holder, appointment: await makeAppointment(app.db, slots[0]!.id, holder.user.id) })
  }
  return { mentor, schedule, slot: slots[0]!, holders, holder: holders[0]! }
}
async function newClient() {
  const user = await makeUser(app.db)
  return { user, token: await app.signIn(user) }
}
async function join(input: Record<string, unknown> = {}) {
  const client = await newClient()
  const { status, body } = await app.request('POST /api/waiting-list', {
    token: client.token,
    body: { support_type_id: supportType.id, ...days, ...input },
  })
  expect(status).toBe(201)
  return { ...client, id: body.id as string }
}
const cancel = (holder: { token: string; appointment: { id: string } }) =>
  app.request('POST /api/appointments/{id}/cancel', { token: holder.token, params: { id: holder.appointment.id } })
const update = () => updateWaitingList({ db: app.db, clock: app.clock })
const stateOf = async (id: string) =>
  (await app.db.selectFrom('waiting_list').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
/** The background job also updates the list, so tests wait for a state, not for a time. */
const reaches = async (id: string, state: string) =>
  await expect.poll(async () => (await update(), stateOf(id)), { timeout: 5000, interval: 20 }).toBe(state)
const seatsOf = async (slotId: string) =>
  app.db.selectFrom('slots').select(['taken', 'held']).where('id', '=', slotId).executeTakeFirstOrThrow()
const released = async (slotId: string) =>
  await expect.poll(async () => (await update(), seatsOf(slotId)), { timeout: 5000, interval: 20 }).toEqual({ taken: 0, held: 0 })
const book = (token: string, time: { schedule: { id: string }; slot: { starts_at: string } }) =>
  app.request('POST /api/appointments', { token, body: { schedule_id: time.schedule.id, starts_at: time.slot.starts_at } })
const act = (what: 'accept' | 'decline', { id, token }: { id: string; token: string }, body?: unknown) =>
  app.request(`POST /api/waiting-list/{id}/${what}`, { token, params: { id }, ...(body !== undefined && { body }) })
const read = async ({ id, token }: { id: string; token: string }) =>
  (await app.request('GET /api/waiting-list/{id}', { token, params: { id } })).body
const messages = async (userId: string) =>
  (await app.db.selectFrom('outbox').select('kind').where('user_id', '=', userId).orderBy('created_at').execute()).map(({ kind }) => kind)

describe('GET /api/appointments/{id}/waiting', () => {
  const waitingFor = (id: string, token = staff) => app.request('GET /api/appointments/{id}/waiting', { token, params: { id } })

  test('counts the clients whom the seat of an appointment suits', async () => {
    const time = await fullTime()
    expect((await waitingFor(time.holder.appointment.id)).body).toEqual({ waiting: 0, too_late: false })
    await join()
    await join({ mentor_id: time.mentor.id })
    await join({ mentor_id: (await makeMentor(app.db)).id })
    await join({ from_date: '2026-12-11', to_date: '2026-12-12' })
    expect((await waitingFor(time.holder.appointment.id)).body).toEqual({ waiting: 2, too_late: false })
  })

  test('leaves out clients whom a policy keeps from booking', async () => {
    const { holder } = await fullTime()
    const client = await join()
    const times = { supportType: await makeSupportType(app.db), place, mentors: [await makeMentor(app.db)] }
    const { slots } = await makeSchedule(app.db, { ...times, from: '2026-12-07T09:00', to: '2026-12-07T10:30' })
    for (const { id } of slots) await makeAppointment(app.db, id, client.user.id)
    expect((await waitingFor(holder.appointment.id)).body.waiting).toBe(0)
  })

  test('says when it is too late to offer the seat', async () => {
    const { holder } = await fullTime({ from: '2026-12-04T15:00', to: '2026-12-04T15:30' })
    await join()
    const { notice_minutes } = await app.db.selectFrom('settings').select('notice_minutes').executeTakeFirstOrThrow()
    const lastOffer = Date.parse('2026-12-04T15:00:00Z') - (notice_minutes + 5) * 60_000
    app.clock.set(new Date(lastOffer).toISOString())
    const token = await app.signIn(await makeAdmin(app.db, ['Appointment Edit']))
    expect((await waitingFor(holder.appointment.id, token)).body).toEqual({ waiting: 1, too_late: false })
    app.clock.set(new Date(lastOffer + 1).toISOString())
    expect((await waitingFor(holder.appointment.id, token)).body).toEqual({ waiting: 1, too_late: true })
  })

  test('refuses visitors, clients, malformed ids and unknown appointments', async () => {
    const { holder } = await fullTime()
    expect((await waitingFor(holder.appointment.id, holder.token)).status).toBe(403)
    expect((await app.request('GET /api/appointments/{id}/waiting', { params: { id: holder.appointment.id } })).status).toBe(401)
    expect((await waitingFor('none')).status).toBe(404)
    expect((await waitingFor(holder.user.id)).status).toBe(404)
  })
})

describe('POST /api/waiting-list', () => {
  test('joins behind earlier entries', async () => {
    await fullTime()
    const first = await join()
    const second = await join({ to_date: '2026-12-10', place_id: place.id })
    expect(await read(first)).toMatchObject({ state: 'waiting', ahead: 0, offer: null, place: null, user: { id: first.user.id } })
    expect(await read(second)).toMatchObject({ state: 'waiting', ahead: 1, place: { id: place.id } })
    expect((await read(await join({ from_date: '2026-12-11', to_date: '2026-12-12' }))).ahead).toBe(0)
  })

  test('puts no client behind their own entries, nor twice behind another client', async () => {
    await fullTime()
    const first = await join()
    const again = async (from_date: string) => {
      const body = { support_type_id: supportType.id, from_date, to_date: '2026-12-10' }
      return (await app.request('POST /api/waiting-list', { token: first.token, body })).body.id as string
    }
    const later = await again('2026-12-03')
    expect(await read({ id: later, token: first.token })).toMatchObject({ state: 'waiting', ahead: 0 })
    expect(await read(await join({ to_date: '2026-12-10' }))).toMatchObject({ ahead: 1 })
  })

  test('puts no client behind those who wait for mentors of another language', async () => {
    await fullTime()
    const somali = await makeMentor(app.db, { working_languages: ['so'] })
    const arabic = await makeMentor(app.db, { working_languages: ['en', 'ar'] })
    await join({ language: 'so' })
    const aheadOf = async (input: object) => {
      const entry = await join({ ...input })
      const { ahead } = await read(entry)
      await app.request('DELETE /api/waiting-list/{id}', { token: entry.token, params: { id: entry.id } })
      return ahead
    }
    expect(await aheadOf({ language: 'ar' })).toBe(0)
    expect(await aheadOf({ mentor_id: arabic.id })).toBe(0)
    expect([await aheadOf({ language: 'so' }), await aheadOf({}), await aheadOf({ mentor_id: somali.id })]).toEqual([1, 1, 1])
    await app.db
      .updateTable('users')
      .set({ working_languages: ['ar', 'so'] })
      .where('id', '=', arabic.id)
      .execute()
    expect(await aheadOf({ language: 'ar' })).toBe(1)
    await join({ mentor_id: somali.id })
    expect(await aheadOf({ language: 'ar' })).toBe(1)
  })

  test('refuses visitors, malformed requests, past days and inactive choices', async () => {
    const { token } = await newClient()
    const post = async (body: object, as = token) => {
      const { status, problem } = await app.request('POST /api/waiting-list', {
        ...(as && { token: as }),
        body: { support_type_id: supportType.id, ...days, ...body },
      })
      return [status, problem.code, ...Object.keys(problem.errors ?? {})]
    }
    expect(await post({}, '')).toEqual([401, 'unauthenticated'])
    expect(await post({ from_date: 'tomorrow' })).toEqual([422, 'invalid', 'from_date'])
    expect(await post({ colour: 'red' })).toEqual([422, 'invalid', 'colour'])
    expect(await post({ from_date: '2026-11-18', to_date: '2026-11-20' })).toEqual([422, 'invalid', 'from_date'])
    expect(await post({ to_date: '2026-12-03' })).toEqual([422, 'invalid', 'to_date'])
    expect(await post({ to_date: '2027-03-31' })).toEqual([422, 'invalid', 'to_date'])
    expect(await post({ mentor_id: (await makeUser(app.db)).id })).toEqual([422, 'invalid', 'mentor_id'])
    expect(await post({ place_id: (await makePlace(app.db, { active: false })).id })).toEqual([422, 'invalid', 'place_id'])
    expect(await post({ support_type_id: place.id })).toEqual([422, 'invalid', 'support_type_id'])
  })

  test('refuses duplicate days, too many entries, and days with free times', async () => {
    const { mentor } = await fullTime()
    const { token } = await join()
    const post = async (input: object) =>
      (await app.request('POST /api/waiting-list', { token, body: { support_type_id: supportType.id, ...days, ...input } })).problem.code
    expect(await post({ mentor_id: mentor.id })).toBe('already_waiting')
    for (const day of ['05', '06', '07', '08']) expect(await post({ to_date: `2026-12-${day}` })).toBeUndefined()
    expect(await post({ to_date: '2026-12-09' })).toBe('too_many_waiting')

    const speaker = await makeMentor(app.db)
    await makeSchedule(app.db, {
      supportType,
      place,
      mentors: [speaker],
      from: '2026-12-20T09:00',
      to: '2026-12-20T10:00',
    })
    const other = await newClient()
    const input = { support_type_id: supportType.id, from_date: '2026-12-20', to_date: '2026-12-20' }
    expect((await app.request('POST /api/waiting-list', { token: other.token, body: input })).problem.code).toBe('times_free')
    expect((await app.request('POST /api/waiting-list', { token: other.token, body: { ...input, mentor_id: mentor.id } })).status).toBe(201)
    const asks = { ...input, language: 'cy', interpreter: true }
    const welsh = await app.request('POST /api/waiting-list', { token: (await newClient()).token, body: asks })
    expect(welsh).toMatchObject({ status: 201, body: { language: 'cy', interpreter: true } })
    await app.db
      .updateTable('users')
      .set({ working_languages: ['cy'] })
      .where('id', '=', speaker.id)
      .execute()
    expect((await app.request('POST /api/waiting-list', { token: (await newClient()).token, body: asks })).problem.code).toBe('times_free')
  })
})

describe('a freed seat', () => {
  test('is offered to the first entry only', async () => {
    const time = await fullTime()
    const [first, second] = [await join(), await join()]
    await cancel(time.holder)
    // Regardless of the background job, the seat was never free.
    expect(await seatsOf(time.slot.id)).toEqual({ taken: 0, held: 1 })
    expect((await book((await newClient()).token, time)).problem.code).toBe('slot_taken')
    await reaches(first.id, 'offered')
    expect(await read(first)).toMatchObject({
      state: 'offered',
      offer: {
        schedule_id: time.schedule.id,
        starts_at: time.slot.starts_at,
        until: '2026-11-20T10:00:00Z',
        mentor: { id: time.mentor.id },
      },
    })
    expect(await read(second)).toMatchObject({ state: 'waiting', offer: null, ahead: 1 })
    expect(await messages(first.user.id)).toEqual(['waiting_offer'])
    const search = await app.request('GET /api/search-schedule/{support_type_id}', {
      params: { support_type_id: supportType.id },
      query: { from: days.from_date, to: days.to_date, date: days.from_date },
    })
    expect(search.body.days).toMatchObject([{ free: 0, why: 'full' }])
    expect(search.body.schedules[0].slots[0].free).toBe(0)
  })

  test('is offered to the next entry when declined or expired, and finally released', async () => {
    const time = await fullTime()
    const [first, second] = [await join(), await join()]
    await cancel(time.holder)
    await reaches(first.id, 'offered')
    expect((await act('decline', first)).body).toMatchObject({ state: 'waiting', ahead: 0, offer: null })
    expect(await seatsOf(time.slot.id)).toEqual({ taken: 0, held: 1 })
    await reaches(second.id, 'offered')

    app.clock.set('2026-11-20T10:00:00Z')
    expect(await read(second)).toMatchObject({ state: 'waiting', offer: null })
    expect((await act('accept', second)).problem.code).toBe('offer_ended')
    await reaches(second.id, 'waiting')
    await released(time.slot.id)
    expect(await read(second)).toMatchObject({ unanswered: 1, ahead: 1 })
    expect(await messages(second.user.id)).toEqual(['waiting_offer', 'waiting_offer_ended'])
    expect((await book((await newClient()).token, time)).status).toBe(201)
  })

  test('does not cost the place of a client whom no message about it has reached', async () => {
    const time = await fullTime()
    const [first, second] = [await join(), await join()]
    await cancel(time.holder)
    await reaches(first.id, 'offered')
    // The gateway is down.
    await app.db.updateTable('outbox').set({ attempts: 3 }).where('user_id', '=', first.user.id).execute()
    app.clock.set('2026-11-20T10:00:00Z')
    await reaches(second.id, 'offered')
    expect(await read(first)).toMatchObject({ state: 'waiting', unanswered: 0, ahead: 0, offer: null })
    expect(await messages(first.user.id)).toEqual(['waiting_offer'])
    app.clock.set('2026-11-20T11:00:00Z')
    await reaches(second.id, 'waiting')
    expect(await messages(second.user.id)).toEqual(['waiting_offer', 'waiting_offer_ended'])
  })

  test.each([
    ['an approval is refused', { status: 'cancelled', cancelled_by: 'organisation' }],
    ['an appointment was an error', { status: 'entered-in-error' }],
  ])('is offered when %s', async (_, change) => {
    const time = await fullTime()
    const client = await join()
    await app.db
      .updateTable('appointments')
      .set(change as never)
      .where('id', '=', time.holder.appointment.id)
      .execute()
    await reaches(client.id, 'offered')
  })

  test('is offered after a move, and for a new or published session', async () => {
    const time = await fullTime()
    const client = await join()
    const later = await makeSchedule(app.db, {
      supportType,
      place,
      mentors: [time.mentor],
      from: '2026-12-11T09:00',
      to: '2026-12-11T09:30',
    })
    const moved = await app.request('POST /api/appointments/{id}/move', {
      token: time.holder.token,
      params: { id: time.holder.appointment.id },
      body: { schedule_id: later.schedule.id, starts_at: later.slots[0]!.starts_at },
    })
    expect(moved.status).toBe(200)
    await reaches(client.id, 'offered')

    const [next, last] = [
      await join({ from_date: '2026-12-14', to_date: '2026-12-14' }),
      await join({ from_date: '2026-12-15', to_date: '2026-12-15' }),
    ]
    const session = { supportType, place, mentors: [await makeMentor(app.db)] }
    const fresh = await makeSchedule(app.db, { ...session, from: '2026-12-14T09:00', to: '2026-12-14T11:00' })
    await reaches(next.id, 'offered')
    expect((await Promise.all(fresh.slots.map(({ id }) => seatsOf(id)))).map(({ held }) => held)).toEqual([1, 0, 0, 0])
    const draft = await makeSchedule(app.db, { ...session, from: '2026-12-15T09:00', to: '2026-12-15T10:00', fields: { status: 'draft' } })
    await update()
    expect(await stateOf(last.id)).toBe('waiting')
    await app.db.updateTable('schedules').set({ status: 'published' }).where('id', '=', draft.schedule.id).execute()
    await reaches(last.id, 'offered')
  })

  test('skips entries for another day, mentor or place, busy clients, and clients who may not book', async () => {
    const time = await fullTime()
    const other = await fullTime({ from: '2026-12-04T09:00', to: '2026-12-04T09:30' })
    const [wrongDay, wrongMentor, wrongPlace] = [
      await join({ from_date: '2026-12-05', to_date: '2026-12-06' }),
      await join({ mentor_id: other.mentor.id }),
      await join({ place_id: (await makePlace(app.db)).id }),
    ]
    const busy = await join()
    const elsewhere = await makeSchedule(app.db, {
      supportType: await makeSupportType(app.db),
      place,
      mentors: [await makeMentor(app.db)],
      from: '2026-12-04T09:15',
      to: '2026-12-04T09:45',
    })
    await makeAppointment(app.db, elsewhere.slots[0]!.id, busy.user.id)
    const missing = await join()
    for (const date of ['2026-10-01', '2026-10-02', '2026-10-05']) {
      const past = await makeSchedule(app.db, {
        supportType,
        place,
        mentors: [await makeMentor(app.db)],
        from: `${date}T09:00`,
        to: `${date}T09:30`,
      })
      await makeAppointment(app.db, past.slots[0]!.id, missing.user.id, { status: 'noshow' })
    }
    const right = await join({ mentor_id: time.mentor.id, place_id: place.id })
    await cancel(time.holder)
    await reaches(right.id, 'offered')
    for (const { id } of [wrongDay, wrongMentor, wrongPlace, busy, missing]) expect(await stateOf(id)).toBe('waiting')
  })

  test('is not offered to the client who gave it back, but to the next one', async () => {
    const time = await fullTime()
    const body = { support_type_id: supportType.id, ...days }
    const { body: own } = await app.request('POST /api/waiting-list', { token: time.holder.token, body })
    const next = await join()
    expect((await read(next)).ahead).toBe(1)
    await cancel(time.holder)
    await reaches(next.id, 'offered')
    expect(await stateOf(own.id)).toBe('waiting')
    await act('decline', next)
    await released(time.slot.id)
    expect(await stateOf(own.id)).toBe('waiting')
  })

  test('is not offered to the client who freed it, nor while its mentor is away', async () => {
    const time = await fullTime()
    await app.request('POST /api/waiting-list', {
      token: time.holder.token,
      body: { support_type_id: supportType.id, ...days, to_date: '2026-12-05' },
    })
    await cancel(time.holder)
    expect(await seatsOf(time.slot.id)).toEqual({ taken: 0, held: 0 })

    supportType = await makeSupportType(app.db)
    const away = await fullTime()
    const waiting = await join({ mentor_id: away.mentor.id })
    const absence = { mentor_id: away.mentor.id, starts_at: '2026-12-04T00:00:00Z', ends_at: '2026-12-05T00:00:00Z' }
    await app.db.insertInto('time_off').values(absence).execute()
    await cancel(away.holder)
    expect(await seatsOf(away.slot.id)).toEqual({ taken: 0, held: 0 })
    expect(await stateOf(waiting.id)).toBe('waiting')
    await app.db.deleteFrom('time_off').where('mentor_id', '=', away.mentor.id).execute()
    await reaches(waiting.id, 'offered')
    await app.db.insertInto('time_off').values(absence).execute()
    expect(await stateOf(waiting.id)).toBe('waiting')
    await released(away.slot.id)
    await app.db.deleteFrom('time_off').where('mentor_id', '=', away.mentor.id).execute()

    const gone = await fullTime()
    await join({ mentor_id: gone.mentor.id })
    await app.db.updateTable('users').set({ active: false }).where('id', '=', gone.mentor.id).execute()
    await cancel(gone.holder)
    expect(await seatsOf(gone.slot.id)).toEqual({ taken: 0, held: 0 })
  })

  test('is reserved during quiet hours and offered in the morning, unless that is too late', async () => {
    app.clock.set('2026-11-20T22:00:00Z')
    const [time, soon] = [await fullTime(), await fullTime({ from: '2026-11-21T09:30', to: '2026-11-21T10:00' })]
    const [first, early] = [await join(), await join({ from_date: '2026-11-21', to_date: '2026-11-21' })]
    await app.db.updateTable('settings').set({ change_minutes: 0 }).execute()
    await cancel(time.holder)
    await cancel(soon.holder)
    await released(soon.slot.id)
    expect(await stateOf(early.id)).toBe('waiting')
    expect([await stateOf(first.id), await seatsOf(time.slot.id)]).toEqual(['waiting', { taken: 0, held: 1 }])
    app.clock.set('2026-11-21T08:00:00Z')
    await reaches(first.id, 'offered')
    expect((await read(first)).offer.until).toBe('2026-11-21T09:00:00Z')
    await app.db.updateTable('settings').set({ change_minutes: 720 }).execute()
  })

  test('is reserved once per entry; further seats are public at once, also at night', async () => {
    app.clock.set('2026-11-20T22:00:00Z')
    const time = await fullTime({ seats: 3 })
    await join()
    for (const holder of time.holders) await cancel(holder)
    await expect.poll(async () => (await update(), seatsOf(time.slot.id)), { timeout: 5000 }).toEqual({ taken: 0, held: 1 })
  })
})

test('a reserved seat does not prevent changes of its session, and stays reserved if the change is refused', async () => {
  app.clock.set('2026-11-20T22:00:00Z')
  const time = await fullTime()
  await join()
  await cancel(time.holder)
  const planner = await app.signIn(await makeAdmin(app.db, ['Schedule Edit']))
  const change = async (body: object) =>
    (await app.request('PUT /api/schedules/{id}', { token: planner, params: { id: time.schedule.id }, body })).status
  const kept = async () =>
    (
      await app.db
        .selectFrom('slots')
        .select(({ fn }) => fn.sum<number>('held').as('held'))
        .where('schedule_id', '=', time.schedule.id)
        .executeTakeFirstOrThrow()
    ).held
  await makeSchedule(app.db, {
    supportType: await makeSupportType(app.db),
    place,
    mentors: [time.mentor],
    from: '2026-12-04T10:00',
    to: '2026-12-04T11:00',
  })
  expect([await change({ ends_at: '2026-12-04T10:30' }), Number(await kept())]).toEqual([409, 1])
  expect([await change({ ends_at: '2026-12-04T10:00' }), Number(await kept())]).toEqual([200, 1])
  expect([await change({ slot_minutes: 60 }), Number(await kept())]).toEqual([200, 1])
})

test.each(['support type', 'place'])('offers the seats of a session that gets another %s to those who wait for it', async name => {
  app.clock.set('2026-11-20T22:00:00Z')
  const time = await fullTime({ seats: 2 })
  const before = await join({ place_id: place.id })
  for (const holder of time.holders) await cancel(holder)
  await expect.poll(async () => (await update(), seatsOf(time.slot.id)), { timeout: 5000 }).toEqual({ taken: 0, held: 1 })
  const other = { support_type_id: supportType.id, place_id: (await makePlace(app.db)).id }
  if (name === 'support type') Object.assign(other, { support_type_id: (await makeSupportType(app.db)).id, place_id: place.id })
  const after = [await join(other), await join(other)]
  const planner = await app.signIn(await makeAdmin(app.db, ['Schedule Edit']))
  const changed = await app.request('PUT /api/schedules/{id}', { token: planner, params: { id: time.schedule.id }, body: other })
  expect([changed.status, await seatsOf(time.slot.id)]).toEqual([200, { taken: 0, held: 2 }])
  app.clock.set('2026-11-23T09:00:00Z')
  for (const { id } of after) await reaches(id, 'offered')
  expect(await stateOf(before.id)).toBe('waiting')
})

describe('a change after which clients can no longer accept an offer', () => {
  const changeSession = async (id: string, body: object) => {
    const planner = await app.signIn(await makeAdmin(app.db, ['Schedule Edit']))
    const changed = await app.request('PUT /api/schedules/{id}', { token: planner, params: { id }, body })
    expect(changed.status).toBe(200)
    return () => app.request('POST /api/schedules/change/undo', { token: planner, body: { undo: changed.body.undo } })
  }
  const outcomes = async (entry_id: string) =>
    (await app.db.selectFrom('waiting_offers').select('outcome').where('entry_id', '=', entry_id).orderBy('made_at').execute()).map(
      ({ outcome }) => outcome,
    )
  const changes = [
    ['keeps a session for appointments with an interpreter', { interpreted: true }],
    ['opens booking later', { booking_opens_at: '2026-11-25T09:00' }],
  ] as const
  beforeEach(async () => {
    supportType = await makeSupportType(app.db, { interpreted_minutes: 60 })
  })
  const offered = async () => {
    const time = await fullTime()
    const [first, second] = [await join(), await join()]
    await cancel(time.holder)
    await reaches(first.id, 'offered')
    return { time, first, second }
  }

  test.each(changes)('withdraws it without a penalty when it %s', async (_, body) => {
    const { time, first, second } = await offered()
    await changeSession(time.schedule.id, body)
    expect(await read(first)).toMatchObject({ state: 'waiting', offer: null, ahead: 0, unanswered: 0 })
    expect(await outcomes(first.id)).toEqual(['withdrawn'])
    expect(await messages(first.user.id)).toEqual(['waiting_offer', 'waiting_offer_ended'])
    app.clock.advance(60_000)
    await update()
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['waiting', 'waiting'])
  })

  test.each(changes)('is undone together with the withdrawal when it %s', async (_, body) => {
    const { time, first, second } = await offered()
    const before = (await read(first)).offer
    const undo = await changeSession(time.schedule.id, body)
    expect((await undo()).status).toBe(200)
    expect((await read(first)).offer).toEqual(before)
    expect([await stateOf(second.id), await seatsOf(time.slot.id)]).toEqual(['waiting', { taken: 0, held: 1 }])
    expect((await act('accept', first)).status).toBe(201)
  })

  test('keeps the offer of a client who needs an interpreter, and every offer that stays open', async () => {
    const { time, first } = await offered()
    await app.db.updateTable('users').set({ needs_interpreter: true, spoken_language: 'uk' }).where('id', '=', first.user.id).execute()
    await changeSession(time.schedule.id, { interpreted: true, booking_opens_at: '2026-11-19T09:00', note: 'Room 4' })
    expect([await stateOf(first.id), await outcomes(first.id)]).toEqual(['offered', [null]])
  })
})

describe('a session that crosses midnight', () => {
  const night = { from: '2026-12-31T22:00', to: '2027-01-01T02:00' }
  const [eve, newYear] = ['2026-12-31', '2027-01-01'].map(date => ({ from_date: date, to_date: date }))

  test('a waiting client for 1 January is offered the slot at 00:30 of a session that began on 31 December', async () => {
    const { slots } = await makeSchedule(app.db, { supportType, place, mentors: [await makeMentor(app.db)], ...night })
    const holders = []
    for (const slot of slots) {
      const client = await newClient()
      holders.push({ ...client, appointment: await makeAppointment(app.db, slot.id, client.user.id) })
    }
    const [late, early] = [await join(eve), await join(newYear)]
    expect((await cancel(holders[5]!)).status).toBe(200)
    await reaches(early.id, 'offered')
    expect([(await read(early)).offer.starts_at, await stateOf(late.id)]).toEqual(['2027-01-01T00:30:00Z', 'waiting'])
    expect((await cancel(holders[3]!)).status).toBe(200)
    await reaches(late.id, 'offered')
    expect((await read(late)).offer.starts_at).toBe('2026-12-31T23:30:00Z')
  })

  test('reserves a time on its own date for each entry on publication', async () => {
    const [early, late] = [await join(newYear), await join(eve)]
    await makeSchedule(app.db, { supportType, place, mentors: [await makeMentor(app.db)], ...night })
    await reaches(early.id, 'offered')
    await reaches(late.id, 'offered')
    expect([(await read(early)).offer.starts_at, (await read(late)).offer.starts_at]).toEqual([
      '2027-01-01T00:00:00Z',
      '2026-12-31T22:00:00Z',
    ])
    const client = await newClient()
    const ask = (input: object) =>
      app.request('POST /api/waiting-list', { token: client.token, body: { support_type_id: supportType.id, ...input } })
    // Free times are left on either date, so joining the list is refused.
    expect([(await ask(eve!)).status, (await ask(newYear!)).status]).toEqual([409, 409])
  })

  test('offers 1 January to a client who has an appointment on 31 December', async () => {
    const { slots } = await makeSchedule(app.db, { supportType, place, mentors: [await makeMentor(app.db)], ...night })
    const holders = []
    for (const slot of slots.slice(1)) {
      const client = await newClient()
      holders.push({ ...client, appointment: await makeAppointment(app.db, slot.id, client.user.id) })
    }
    const client = await join(newYear)
    await makeAppointment(app.db, slots[0]!.id, client.user.id)
    await cancel(holders.at(-1)!)
    await reaches(client.id, 'offered')
  })
})

describe('POST /api/waiting-list/{id}/accept', () => {
  async function offered() {
    const time = await fullTime()
    const client = await join()
    await cancel(time.holder)
    await reaches(client.id, 'offered')
    return { ...time, client }
  }

  test('creates the appointment once for repeated requests', async () => {
    const { client, slot, mentor } = await offered()
    const { status, body } = await act('accept', client, { questions: ['Where do I begin?'] })
    expect([status, body.status, body.mentor.id, body.questions]).toEqual([201, 'booked', mentor.id, ['Where do I begin?']])
    expect(await seatsOf(slot.id)).toEqual({ taken: 1, held: 0 })
    expect((await act('accept', client)).body.id).toBe(body.id)
    expect(await read(client)).toMatchObject({ state: 'taken', appointment_id: body.id })
    expect(await messages(client.user.id)).toEqual(['waiting_offer', 'appointment_booked'])
  })

  test('applies the booking rules, and a refusal keeps the offer', async () => {
    const { client, slot } = await offered()
    const { version, contract } = await makeContract(app.db, { required_for: 'booking' })
    const refused = await act('accept', client)
    expect([refused.status, refused.problem.code, refused.problem.contracts]).toEqual([422, 'contracts_required', [version.id]])
    expect([await stateOf(client.id), await seatsOf(slot.id)]).toEqual(['offered', { taken: 0, held: 1 }])
    expect((await act('accept', client, { accepted_version_ids: [version.id] })).status).toBe(201)
    await app.db.updateTable('contracts').set({ required_for: null }).where('id', '=', contract.id).execute()

    const busy = await offered()
    const other = await makeSchedule(app.db, {
      supportType: await makeSupportType(app.db),
      place,
      mentors: [await makeMentor(app.db)],
      from: '2026-12-04T09:00',
      to: '2026-12-04T09:30',
    })
    await makeAppointment(app.db, other.slots[0]!.id, busy.client.user.id)
    expect((await act('accept', busy.client)).problem.code).toBe('client_busy')
    expect(await stateOf(busy.client.id)).toBe('offered')
  })

  test('accepts and declines no offer that replaced the one seen', async () => {
    const { client, schedule } = await offered()
    const { schedule_id, starts_at, mentor } = (await read(client)).offer
    const seen = { schedule_id, starts_at, mentor_id: mentor.id }
    const other = await fullTime({ from: '2026-12-04T15:00', to: '2026-12-04T15:30' })
    await app.request('POST /api/schedules/{id}/cancel', {
      token: await app.signIn(await makeAdmin(app.db, ['Schedule Edit'])),
      params: { id: schedule.id },
      body: { reason: 'The room is closed.' },
    })
    await cancel(other.holder)
    await expect.poll(async () => (await update(), (await read(client)).offer?.schedule_id)).toBe(other.schedule.id)
    for (const what of ['accept', 'decline'] as const) {
      const { status, problem } = await act(what, client, { offer: seen })
      expect([status, problem.code]).toEqual([409, 'offer_ended'])
    }
    expect([await stateOf(client.id), await seatsOf(other.slot.id)]).toEqual(['offered', { taken: 0, held: 1 }])
    const shown = { schedule_id: other.schedule.id, starts_at: other.slot.starts_at, mentor_id: other.mentor.id }
    expect((await act('accept', client, { offer: shown })).body.starts_at).toBe('2026-12-04T15:00:00Z')
  })

  test('declines the offer seen, and keeps waiting', async () => {
    const { client, schedule, slot, mentor } = await offered()
    const offer = { schedule_id: schedule.id, starts_at: slot.starts_at, mentor_id: mentor.id }
    expect((await act('decline', client, { offer })).body).toMatchObject({ state: 'waiting', offer: null })
  })

  test('refuses other people, malformed requests, visitors and entries without an offer', async () => {
    const { client } = await offered()
    const other = await newClient()
    expect((await act('accept', { id: client.id, token: other.token })).status).toBe(404)
    expect((await act('decline', { id: client.id, token: other.token })).status).toBe(404)
    expect((await app.request('GET /api/waiting-list/{id}', { token: staff, params: { id: client.id } })).status).toBe(404)
    expect((await app.request('POST /api/waiting-list/{id}/accept', { params: { id: client.id } })).status).toBe(401)
    expect((await act('accept', client, { price: 0 })).status).toBe(422)
    const waiting = await join({ from_date: '2026-12-24', to_date: '2026-12-24' })
    for (const what of ['accept', 'decline'] as const) {
      const { status, problem } = await act(what, waiting)
      expect([status, problem.code]).toEqual([409, 'offer_ended'])
    }
  })
})

describe('leaving', () => {
  test('is possible at any time, once, and offers the seat to the next entry', async () => {
    const time = await fullTime()
    const [first, second] = [await join(), await join()]
    await cancel(time.holder)
    await reaches(first.id, 'offered')
    const leave = ({ id }: { id: string }, token?: string) =>
      app.request('DELETE /api/waiting-list/{id}', { ...(token && { token }), params: { id } })
    expect((await leave(first)).status).toBe(401)
    expect((await leave(first, second.token)).status).toBe(404)
    expect((await leave(first, first.token)).body).toMatchObject({ state: 'left', offer: null })
    expect((await leave(first, first.token)).problem.code).toBe('waiting_ended')
    await reaches(second.id, 'offered')
  })

  test('follows deactivation, erasure and the end of the days', async () => {
    const time = await fullTime()
    const [first, second, third] = [await join(), await join(), await join()]
    await cancel(time.holder)
    await reaches(first.id, 'offered')
    await app.db.updateTable('users').set({ active: false }).where('id', '=', first.user.id).execute()
    expect(await stateOf(first.id)).toBe('left')
    await reaches(second.id, 'offered')
    await app.db.selectNoFrom(({ fn, val }) => fn('erase_person', [val(second.user.id), val(second.user.id)]).as('done')).execute()
    expect(await stateOf(second.id)).toBe('left')
    await reaches(third.id, 'offered')
    const past = await join({ from_date: '2026-12-01', to_date: '2026-12-02' })
    app.clock.set('2026-12-03T12:00:00Z')
    await update()
    expect(await stateOf(past.id)).toBe('waiting')
    app.clock.set('2026-12-04T12:00:00Z')
    await update()
    expect(await stateOf(past.id)).toBe('expired')
  })
})

test('says why a client is passed over, and only while they are', async () => {
  const client = await join()
  expect((await read(client)).passed_over).toBeNull()
  const times = { supportType: await makeSupportType(app.db), place, mentors: [await makeMentor(app.db)] }
  const { slots } = await makeSchedule(app.db, { ...times, from: '2026-12-07T09:00', to: '2026-12-07T10:30' })
  const open = []
  for (const { id } of slots) open.push(await makeAppointment(app.db, id, client.user.id))
  expect(await read(client)).toMatchObject({ passed_over: 'too_many_open', ahead: 0 })
  const body = { support_type_id: supportType.id, from_date: '2026-12-11', to_date: '2026-12-11' }
  expect((await app.request('POST /api/waiting-list', { token: client.token, body })).body.passed_over).toBe('too_many_open')
  const listed = async () => (await app.request('GET /api/waiting-list', { token: client.token })).body.data[0].passed_over
  expect(await listed()).toBe('too_many_open')
  await cancel({ ...client, appointment: open[0]! })
  expect([(await read(client)).passed_over, await listed()]).toEqual([null, null])
  const past = await makeSchedule(app.db, { ...times, from: '2026-11-16T09:00', to: '2026-11-16T10:30' })
  for (const { id } of past.slots) await makeAppointment(app.db, id, client.user.id, { status: 'noshow' })
  expect((await read(client)).passed_over).toBe('missed_too_many')
  await app.request('DELETE /api/waiting-list/{id}', { token: client.token, params: { id: client.id } })
  expect((await read(client)).passed_over).toBeNull()
})

test('ends an entry after three unanswered offers', async () => {
  const client = await join({ to_date: '2026-12-30' })
  for (const [round, day] of ['07', '08', '09'].entries()) {
    app.clock.set(`2026-11-2${round + 1}T09:00:00Z`)
    await makeSchedule(app.db, {
      supportType,
      place,
      mentors: [await makeMentor(app.db)],
      from: `2026-12-${day}T09:00`,
      to: `2026-12-${day}T09:30`,
    })
    await reaches(client.id, 'offered')
    app.clock.advance(3_600_000)
    await reaches(client.id, round === 2 ? 'expired' : 'waiting')
  }
})

test('offers a seat again after the organisation withdrew the offer, not after the client declined', async () => {
  const { holder, slot } = await fullTime()
  const [declines, first, second] = [await join(), await join(), await join()]
  await cancel(holder)
  await reaches(declines.id, 'offered')
  await act('decline', declines)
  await reaches(first.id, 'offered')
  const closed = await app.db
    .insertInto('closed_days')
    .values({ place_id: place.id, date: '2026-12-04', created_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await reaches(first.id, 'waiting')
  await app.db.deleteFrom('closed_days').where('id', '=', closed.id).execute()
  await reaches(first.id, 'offered')
  expect([await stateOf(declines.id), await stateOf(second.id), await seatsOf(slot.id)]).toEqual([
    'waiting',
    'waiting',
    { taken: 0, held: 1 },
  ])
})

test('cancelling a session withdraws its offers and reservations; its entries stay', async () => {
  const time = await fullTime()
  const client = await join()
  await cancel(time.holder)
  await reaches(client.id, 'offered')
  const planner = await app.signIn(await makeAdmin(app.db, ['Schedule Edit']))
  const { status } = await app.request('POST /api/schedules/{id}/cancel', {
    token: planner,
    params: { id: time.schedule.id },
    body: { reason: 'The room is flooded' },
  })
  expect(status).toBe(200)
  expect([await stateOf(client.id), await seatsOf(time.slot.id)]).toEqual(['waiting', { taken: 0, held: 0 }])
  expect(await messages(client.user.id)).toEqual(['waiting_offer', 'waiting_offer_ended'])
})

describe('staff', () => {
  const list = (token: string | undefined, query: Record<string, string> = {}) =>
    app.request('GET /api/waiting-list', {
      ...(token && { token }),
      query: { whose: 'everyone', support_type_id: supportType.id, ...query },
    })
  const staffDo = (what: 'reorder' | 'remove', id: string, body: object, token = staff) =>
    app.request(`POST /api/waiting-list/{id}/${what}`, { token, params: { id }, body })

  test('see all entries in order; clients see their own', async () => {
    const [first, second] = [await join(), await join({ to_date: '2026-12-20' })]
    expect((await list(staff)).body.data.map((entry: { id: string }) => entry.id)).toEqual([first.id, second.id])
    expect((await list(staff, { date: '2026-12-20' })).body.data).toHaveLength(1)
    expect((await list(staff, { search: first.user.name.toUpperCase() })).body.meta.total).toBeGreaterThanOrEqual(1)
    expect((await list(staff, { search: first.user.phone!.slice(4) })).body.data).toMatchObject([{ id: first.id }])
    expect((await list(first.token)).status).toBe(403)
    expect((await list(undefined)).status).toBe(401)
    expect((await list(staff, { date: 'soon' })).status).toBe(422)
    const own = await app.request('GET /api/waiting-list', { token: second.token })
    expect(own.body).toMatchObject({ data: [{ id: second.id }], meta: { total: 1 } })
  })

  test('download what the filters leave, in the order of the list; each person is logged', async () => {
    const [first, second] = [await join(), await join({ to_date: '2026-12-20', language: 'ar', interpreter: true })]
    await app.db.updateTable('users').set({ name: '=Zed Quill' }).where('id', '=', first.user.id).execute()
    const exporter = await makeAdmin(app.db, ['Appointment List', 'User Export'])
    const token = await app.signIn(exporter)
    const read = async (query: Record<string, string>, by: string | undefined = token) =>
      app.request('GET /api/waiting-list/export', { query: { support_type_id: supportType.id, ...query }, ...(by && { token: by }) })
    const lines = String((await read({ sort: '-since' })).body).split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('"Name","Phone","Kind of support"')
    expect(lines[1]).toContain(second.user.name)
    expect(lines[1]).toContain('"Arabic","yes","2026-12-04"')
    expect(lines[2]).toMatch(/^"'=Zed Quill",.*"2026-12-04","2026-12-04",.*,"1","Waiting"$/)
    expect(String((await read({ date: '2026-12-20' })).body)).not.toContain('Zed')
    const views = await app.db.selectFrom('record_views').select(['user_id', 'what']).where('viewer_id', '=', exporter.id).execute()
    expect(new Set(views.map(({ user_id, what }) => `${user_id} ${what}`))).toEqual(
      new Set([`${first.user.id} waiting`, `${second.user.id} waiting`]),
    )
    const sees = await app.signIn(await makeAdmin(app.db, ['Appointment List']))
    const exports = await app.signIn(await makeAdmin(app.db, ['User Export']))
    const refused = [await read({}, sees), await read({}, exports), await read({}, first.token), await read({}, '')]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 401])
    expect((await read({ sort: 'name' })).status).toBe(422)
  })

  test('sort by the time of joining or the first day, in both directions', async () => {
    const [first, second, third] = [await join({ to_date: '2026-12-20' }), await join(), await join()]
    await app.db.updateTable('waiting_list').set({ from_date: '2026-12-01' }).where('id', '=', second.id).execute()
    await app.db.updateTable('waiting_list').set({ from_date: '2026-12-02' }).where('id', '=', third.id).execute()
    const ids = async (sort: string) => (await list(staff, { sort })).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('since')).toEqual([first.id, second.id, third.id])
    expect(await ids('-since')).toEqual([third.id, second.id, first.id])
    expect(await ids('day')).toEqual([second.id, third.id, first.id])
    expect(await ids('-day')).toEqual([first.id, third.id, second.id])
    expect((await list(staff, { sort: 'name' })).status).toBe(422)
  })

  test('reorder with a reason, which is stored', async () => {
    const [first, second, third] = [await join(), await join(), await join()]
    const moved = await staffDo('reorder', third.id, { before_id: first.id, reason: 'Has an exam that week' })
    expect([moved.status, moved.body.ahead]).toEqual([200, 0])
    expect((await list(staff)).body.data.map((entry: { id: string }) => entry.id)).toEqual([third.id, first.id, second.id])
    const kept = await app.db
      .selectFrom('audit')
      .select(['reason', 'before', 'after', 'person_id'])
      .where('subject_id', '=', third.id)
      .where('action', '=', 'reordered')
      .execute()
    expect(kept).toEqual([{ reason: 'Has an exam that week', before: { place: 3 }, after: { place: 1 }, person_id: third.user.id }])

    expect((await staffDo('reorder', second.id, { before_id: null, reason: '' })).status).toBe(422)
    expect((await staffDo('reorder', second.id, { before_id: place.id, reason: 'Why not' })).problem.errors).toHaveProperty('before_id')
    expect((await staffDo('reorder', second.id, { before_id: null, reason: 'Why not', revision: 99 })).problem.code).toBe('stale')
    expect((await staffDo('reorder', place.id, { before_id: null, reason: 'Why not' })).status).toBe(404)
    const onlySees = await app.signIn(await makeAdmin(app.db, ['Appointment List']))
    expect((await staffDo('reorder', second.id, { before_id: null, reason: 'Why not' }, onlySees)).status).toBe(403)
  })

  test('remove with a reason; the client is notified', async () => {
    const client = await join()
    expect((await staffDo('remove', client.id, {})).status).toBe(422)
    expect((await staffDo('remove', client.id, { reason: 'Rang and asked' })).body.state).toBe('removed')
    expect((await staffDo('remove', client.id, { reason: 'Rang and asked' })).problem.code).toBe('waiting_ended')
    expect(await messages(client.user.id)).toEqual(['waiting_removed'])
    expect((await list(staff, { state: 'ended' })).body.data).toMatchObject([{ id: client.id, state: 'removed' }])
  })

  test('remove several with one reason: each that still waits, and why the others stay', async () => {
    const [first, second, left] = [await join(), await join(), await join()]
    await app.request('DELETE /api/waiting-list/{id}', { token: left.token, params: { id: left.id } })
    await app.db.updateTable('users').set({ channel: 'none' }).where('id', '=', second.user.id).execute()
    const missing = '01900000-0000-7000-8000-000000000000'
    const entries = [{ id: first.id, revision: 1 }, { id: left.id }, { id: missing }, { id: second.id }]
    const preview = (body: object, token?: string) =>
      app.request('POST /api/waiting-list/remove/preview', { body, ...(token && { token }) })
    const remove = (body: object, token?: string) => app.request('POST /api/waiting-list/remove', { body, ...(token && { token }) })
    expect((await preview({ entries }, staff)).body.entries).toMatchObject([
      { id: first.id, problem: null, message: { channels: ['sms'], why: null } },
      { id: left.id, problem: { code: 'waiting_ended' }, message: null },
      { id: missing, problem: { code: 'not_found' } },
      { id: second.id, problem: null, message: { channels: [], why: 'not_wanted' } },
    ])
    expect(await stateOf(first.id)).toBe('waiting')
    const stale = await remove({ reason: 'Moved away', entries: [{ id: first.id, revision: 9 }] }, staff)
    expect([stale.body.removed, stale.body.skipped[0].code]).toEqual([[], 'stale'])
    const done = await remove({ reason: 'Moved away', entries }, staff)
    expect([done.status, done.body.removed]).toEqual([200, [first.id, second.id]])
    expect(done.body.skipped.map(({ code }: { code: string }) => code)).toEqual(['waiting_ended', 'not_found'])
    expect(await messages(first.user.id)).toEqual(['waiting_removed'])
    const kept = await app.db
      .selectFrom('audit')
      .select('reason')
      .where('subject_id', '=', second.id)
      .where('action', '=', 'removed')
      .execute()
    expect(kept).toEqual([{ reason: 'Moved away' }])

    expect((await remove({ reason: ' ', entries }, staff)).status).toBe(422)
    expect((await remove({ reason: 'Why not', entries: [entries[0], entries[0]] }, staff)).status).toBe(422)
    const onlySees = await app.signIn(await makeAdmin(app.db, ['Appointment List']))
    for (const [token, status] of [
      [onlySees, 403],
      [first.token, 403],
      [undefined, 401],
    ] as const) {
      expect((await preview({ entries }, token)).status).toBe(status)
      expect((await remove({ reason: 'Why not', entries }, token)).status).toBe(status)
    }
  })
})
