import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { updateWaitingList } from '../waiting-list/job.ts'

const now = '2026-11-20T09:00:00Z'
let app: TestApp
let staff: string
let supportType: Awaited<ReturnType<typeof makeSupportType>>
let place: Awaited<ReturnType<typeof makePlace>>
/** Two ordinary times of 30 minutes, and two of an hour that are kept for appointments with an interpreter. */
let usual: Awaited<ReturnType<typeof makeSchedule>>
let kept: Awaited<ReturnType<typeof makeSchedule>>

beforeAll(async () => {
  app = await startTestApp({ now })
  staff = await app.signIn(await makeAdmin(app.db))
  place = await makePlace(app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(now)
  supportType = await makeSupportType(app.db, { interpreted_minutes: 60 })
  usual = await plan('2026-12-04T09:00', '2026-12-04T10:00')
  kept = await plan('2026-12-04T13:00', '2026-12-04T15:00', true)
})

const plan = async (from: string, to: string, interpreted = false) =>
  makeSchedule(app.db, {
    supportType,
    place,
    mentors: [await makeMentor(app.db)],
    from,
    to,
    slotMinutes: interpreted ? 60 : 30,
    fields: { interpreted },
  })
const somali = { spoken_language: 'so', needs_interpreter: true }
async function newClient(fields: object = {}) {
  const user = await makeUser(app.db, fields)
  return { user, token: await app.signIn(user) }
}
const timeOf = ({ schedule, slots }: typeof usual, index = 0) => ({ schedule_id: schedule.id, starts_at: slots[index]!.starts_at })
const book = (token: string, time: object, more: object = {}) =>
  app.request('POST /api/appointments', { token, body: { ...time, ...more } })
const outcome = ({ status, problem }: Awaited<ReturnType<typeof book>>) => [status, problem.code, problem.reason]
const refused = [409, 'not_bookable', 'interpreted']
const change = (id: string, body: object) => app.request('PUT /api/appointments/{id}', { token: staff, params: { id }, body })
const move = (token: string, id: string, time: object) =>
  app.request('POST /api/appointments/{id}/move', { token, params: { id }, body: time })

describe('a time that is kept for appointments with an interpreter', () => {
  test('is not booked by a client who needs none, whether they say so or not', async () => {
    const { token } = await newClient({ spoken_language: 'so' })
    expect(outcome(await book(token, timeOf(kept)))).toEqual(refused)
    expect(outcome(await book(token, timeOf(kept), { interpreter_language: null }))).toEqual(refused)
    const needs = await newClient(somali)
    expect(outcome(await book(needs.token, timeOf(kept), { interpreter_language: null }))).toEqual(refused)
  })

  test('is booked in its full length by a client who needs one, by their profile or for this appointment', async () => {
    const { body } = await book((await newClient(somali)).token, timeOf(kept))
    expect(body).toMatchObject({ interpreter_language: 'so', ends_at: '2026-12-04T14:00:00Z' })
    expect((await book((await newClient()).token, timeOf(kept, 1), { interpreter_language: 'ar' })).status).toBe(201)
    expect((await book((await newClient(somali)).token, timeOf(usual))).status).toBe(201)
  })

  test('is not booked at the desk for a client who needs none, known or new', async () => {
    const { user } = await newClient()
    expect(outcome(await book(staff, timeOf(kept), { user_id: user.id }))).toEqual(refused)
    expect(outcome(await book(staff, timeOf(kept), { new_client: { name: 'Hodan' } }))).toEqual(refused)
    expect(await app.db.selectFrom('users').select('id').where('name', '=', 'Hodan').execute()).toEqual([])
    expect((await book(staff, timeOf(kept), { user_id: user.id, interpreter_language: 'so' })).status).toBe(201)
  })

  test('goes to one of many at once, and to none who needs no interpreter', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, (_, index) => newClient(index % 2 === 0 ? somali : {})))
    const answers = await Promise.all(clients.map(({ token }) => book(token, timeOf(kept))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter((_, index) => index % 2 === 1).map(outcome)).toEqual(Array.from({ length: 6 }, () => refused))
    expect(answers.filter(({ problem }) => problem?.code === 'slot_taken')).toHaveLength(5)
  })

  test('is decided with the need at that moment, while the profile changes', async () => {
    const { user, token } = await newClient(somali)
    const trx = await app.db.startTransaction().execute()
    await trx.updateTable('users').set({ needs_interpreter: false }).where('id', '=', user.id).execute()
    const waiting = book(token, timeOf(kept))
    await trx.commit().execute()
    expect(outcome(await waiting)).toEqual(refused)
  })

  test('offers another of its kind when it is taken', async () => {
    await book((await newClient(somali)).token, timeOf(kept))
    const { problem } = await book((await newClient(somali)).token, timeOf(kept))
    expect(problem.nearest).toEqual([expect.objectContaining(timeOf(kept, 1))])
    await book((await newClient()).token, timeOf(usual))
    const { problem: other } = await book((await newClient()).token, timeOf(usual))
    expect(other.nearest).toEqual([expect.objectContaining(timeOf(usual, 1))])
  })
})

describe('moving', () => {
  test('between the lengths changes the end; into a kept time it needs an interpreter', async () => {
    const [plain, needs] = [await newClient(), await newClient(somali)]
    const { body: first } = await book(plain.token, timeOf(usual))
    expect(outcome(await move(plain.token, first.id, timeOf(kept)))).toEqual(refused)
    expect(outcome(await change(first.id, timeOf(kept)))).toEqual(refused)
    const { body: second } = await book(needs.token, timeOf(usual, 1))
    expect((await move(needs.token, second.id, timeOf(kept))).body.ends_at).toBe('2026-12-04T14:00:00Z')
    expect((await move(needs.token, second.id, timeOf(usual, 1))).body.ends_at).toBe('2026-12-04T10:00:00Z')
  })

  test('by staff together with the need is decided with the new need, all or nothing', async () => {
    const { body: booked } = await book((await newClient()).token, timeOf(usual))
    expect((await change(booked.id, { ...timeOf(kept), interpreter_language: 'so' })).body).toMatchObject({
      interpreter_language: 'so',
      ...timeOf(kept),
    })
    expect(outcome(await change(booked.id, { ...timeOf(kept, 1), interpreter_language: null }))).toEqual(refused)
    const { body } = await app.request('GET /api/appointments/{id}', { token: staff, params: { id: booked.id } })
    expect(body.appointment).toMatchObject({ interpreter_language: 'so', ...timeOf(kept) })
  })

  test('is not undone into a kept time after the need is gone; the client who needs none keeps a booked time', async () => {
    const { body: booked } = await book((await newClient(somali)).token, timeOf(kept))
    const away = await change(booked.id, timeOf(usual))
    await change(booked.id, { interpreter_language: null })
    const undo = () => app.request('POST /api/appointments/move/undo', { token: staff, body: { undo: away.body.undo } })
    const first = await undo()
    expect([first.status, first.problem.code]).toEqual([409, 'bad_transition'])
    const { body: other } = await book((await newClient(somali)).token, timeOf(kept, 1))
    expect((await change(other.id, { interpreter_language: null })).body).toMatchObject(timeOf(kept, 1))
    expect(outcome(await change(other.id, timeOf(kept)))).toEqual(refused)
  })
})

describe('the waiting list', () => {
  const days = { from_date: '2026-12-04', to_date: '2026-12-04' }
  const join = async (client: { token: string }) => {
    const { status, body, problem } = await app.request('POST /api/waiting-list', {
      token: client.token,
      body: { support_type_id: supportType.id, ...days },
    })
    return { status, id: body?.id as string, code: problem?.code }
  }
  const stateOf = async (id: string) =>
    (await app.db.selectFrom('waiting_list').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  const reaches = async (id: string, state: string) => {
    await expect
      .poll(async () => (await updateWaitingList({ db: app.db, clock: app.clock }), stateOf(id)), { timeout: 5000, interval: 20 })
      .toBe(state)
  }

  test('offers a freed kept time to the first who needs an interpreter, and never to those before them', async () => {
    for (const { id } of usual.slots) await makeAppointment(app.db, id, (await newClient()).user.id)
    const holders = await Promise.all(kept.slots.map(async () => newClient(somali)))
    const booked = await Promise.all(holders.map(async ({ token }, index) => (await book(token, timeOf(kept, index))).body.id as string))
    const [plain, needs] = [await newClient(), await newClient(somali)]
    const [first, second] = [await join(plain), await join(needs)]
    await app.request('POST /api/appointments/{id}/cancel', { token: holders[0]!.token, params: { id: booked[0]! } })
    await reaches(second.id, 'offered')
    expect(await stateOf(first.id)).toBe('waiting')
    // The need is gone before the offer is accepted: the offer stays open, and nothing is booked.
    const needsNow = (needs_interpreter: boolean) =>
      app.db.updateTable('users').set({ needs_interpreter }).where('id', '=', needs.user.id).execute()
    await needsNow(false)
    const accept = () => app.request('POST /api/waiting-list/{id}/accept', { token: needs.token, params: { id: second.id } })
    expect(outcome(await accept())).toEqual(refused)
    expect(await stateOf(second.id)).toBe('offered')
    await needsNow(true)
    expect([(await accept()).status, await stateOf(second.id)]).toEqual([201, 'taken'])
  })

  test('is open to a client for whom only kept times are left, and not to one who could book them', async () => {
    for (const { id } of usual.slots) await makeAppointment(app.db, id, (await newClient()).user.id)
    expect((await join(await newClient())).status).toBe(201)
    expect(await join(await newClient(somali))).toMatchObject({ status: 409, code: 'times_free' })
  })

  test('offers the times of a session that is no longer kept', async () => {
    for (const { id } of usual.slots) await makeAppointment(app.db, id, (await newClient()).user.id)
    const { id } = await join(await newClient())
    const session = { id: kept.schedule.id }
    expect((await app.request('PUT /api/schedules/{id}', { token: staff, params: session, body: { interpreted: false } })).status).toBe(200)
    // After the time for Undo.
    app.clock.set('2026-11-20T09:10:00Z')
    await reaches(id, 'offered')
  })
})

describe('the search', () => {
  const search = (query: Record<string, string> = {}, token?: string) =>
    app.request(token ? 'GET /api/appointments/times/{support_type_id}' : 'GET /api/search-schedule/{support_type_id}', {
      params: { support_type_id: supportType.id },
      query: { date: '2026-12-04', ...query },
      ...(token && { token }),
    })

  test('leaves kept times out unless an interpreter is needed, for clients and staff', async () => {
    for (const token of [undefined, staff]) {
      const { body: all } = await search({}, token)
      expect([all.days.map(({ free }: { free: number }) => free), all.schedules.length]).toEqual([[2], 1])
      const { body } = await search({ interpreter: 'true' }, token)
      expect(body.days).toEqual([expect.objectContaining({ free: 4 })])
      expect(body.schedules.map(({ interpreted }: { interpreted: boolean }) => interpreted)).toEqual([false, true])
      expect(body.support_type.interpreted_minutes).toBe(60)
    }
    expect((await search({ interpreter: 'yes' })).status).toBe(422)
  })

  test('shows others no day that has only kept times', async () => {
    await app.db.updateTable('schedules').set({ status: 'draft' }).where('id', '=', usual.schedule.id).execute()
    const { body } = await search()
    expect([body.days, body.schedules, body.mentors]).toEqual([[], [], []])
  })
})

describe('sessions', () => {
  test('are kept only for a support type with a length for it; the mark is copied, changed and restored', async () => {
    const other = await makeSupportType(app.db)
    const input = {
      place_id: place.id,
      mentor_ids: [(await makeMentor(app.db)).id],
      starts_at: '2026-12-07T09:00',
      ends_at: '2026-12-07T11:00',
      slot_minutes: 60,
      interpreted: true,
    }
    const create = (support_type_id: string) => app.request('POST /api/schedules', { token: staff, body: { ...input, support_type_id } })
    const wrong = await create(other.id)
    expect([wrong.status, Object.keys(wrong.problem.errors ?? {})]).toEqual([422, ['interpreted']])
    const { body: made } = await create(supportType.id)
    expect(made.interpreted).toBe(true)
    const copied = await app.request('POST /api/schedules/copy', { token: staff, body: { schedule_ids: [made.id], days: 7 } })
    const copy = await app.db.selectFrom('schedules').selectAll().where('id', '=', copied.body.schedules[0].id).executeTakeFirstOrThrow()
    expect(copy).toMatchObject({ interpreted: true, slot_minutes: 60 })
    const put = (body: object) => app.request('PUT /api/schedules/{id}', { token: staff, params: { id: made.id }, body })
    expect((await put({ support_type_id: other.id })).problem.errors).toHaveProperty('interpreted')
    const changed = await put({ interpreted: false })
    expect(changed.body.interpreted).toBe(false)
    await app.request('POST /api/schedules/change/undo', { token: staff, body: { undo: changed.body.undo } })
    const read = await app.request('GET /api/schedules/{id}/edit', { token: staff, params: { id: made.id } })
    expect(read.body.schedule.interpreted).toBe(true)
  })

  test('of weekly hours are kept, and planned again when that changes', async () => {
    const hours = {
      place_id: place.id,
      mentor_id: (await makeMentor(app.db)).id,
      ranges: [{ weekday: 1, starts: '09:00', ends: '11:00', support_type_id: supportType.id }],
      slot_minutes: 60,
      from_date: '2026-12-07',
      until_date: '2026-12-07',
    }
    const { body: made } = await app.request('POST /api/weekly-hours', { token: staff, body: { ...hours, interpreted: true } })
    const planned = () =>
      app.db.selectFrom('schedules').select('interpreted').where('series_id', '=', made.id).where('status', '=', 'published').execute()
    expect([made.interpreted, await planned()]).toEqual([true, [{ interpreted: true }]])
    const { mentor_id: _, from_date: __, ...fields } = hours
    const put = (body: object) =>
      app.request('PUT /api/weekly-hours/{id}', {
        token: staff,
        params: { id: made.id },
        body: { ...fields, break_minutes: 0, seats_per_slot: 1, ...body },
      })
    expect((await put({})).body).toMatchObject({ interpreted: true, cancelled: 0 })
    expect((await put({ interpreted: false })).body).toMatchObject({ interpreted: false, cancelled: 1 })
    expect(await planned()).toEqual([{ interpreted: false }])
  })

  test('that are kept from now on leave booked clients their times', async () => {
    const { body: booked } = await book((await newClient()).token, timeOf(usual))
    const put = { token: staff, params: { id: usual.schedule.id }, body: { interpreted: true } }
    expect((await app.request('PUT /api/schedules/{id}', put)).status).toBe(200)
    const { body } = await app.request('GET /api/appointments/{id}', { token: staff, params: { id: booked.id } })
    expect(body.appointment).toMatchObject({ status: 'booked', ...timeOf(usual) })
    expect(outcome(await book((await newClient()).token, timeOf(usual, 1)))).toEqual(refused)
  })
})

test('a support type’s length with an interpreter is longer than without', async () => {
  const put = (body: object) => app.request('PUT /api/support-types/{id}', { token: staff, params: { id: supportType.id }, body })
  for (const body of [{ interpreted_minutes: 30 }, { slot_minutes: 60 }]) {
    const { status, problem } = await put(body)
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['interpreted_minutes']])
  }
  expect((await put({ interpreted_minutes: 481 })).status).toBe(422)
  expect((await put({ interpreted_minutes: 75 })).body.interpreted_minutes).toBe(75)
  expect((await put({ interpreted_minutes: null })).body.interpreted_minutes).toBeNull()
  const price = { amount: 0, currency: 'GBP' }
  const created = { name: 'Short', colour: '#2f7d6d', slot_minutes: 30, interpreted_minutes: 20, price }
  expect((await app.request('POST /api/support-types', { token: staff, body: created })).status).toBe(422)
})
