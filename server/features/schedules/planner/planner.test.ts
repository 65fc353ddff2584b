import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makePlace, makeSchedule } from '#database/factories.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())

const week = { from: '2026-11-23', to: '2026-11-29' }
const read = async (query: object = {}, token = o.token) =>
  (await o.app.request('GET /api/planner', { query: { ...week, ...query }, token })).body
const plan = async (change: Record<string, unknown> = {}) => {
  const { body, status } = await o.app.request('POST /api/schedules', { body: o.input(change), token: o.token })
  expect(status).toBe(201)
  return body as { id: string; revision: number }
}
/** A session of a new mentor on a day of its own. */
async function session(date: string, fields: object = {}) {
  const mentor = await o.newMentor()
  const { supportType, place } = o
  const made = await makeSchedule(o.app.db, {
    supportType,
    place,
    mentors: [mentor],
    from: `${date}T09:00`,
    to: `${date}T11:00`,
    fields,
  })
  return { ...made, mentor, id: made.schedule.id }
}
const post = (name: 'publish' | 'discard', schedules: object[], token = o.token) =>
  o.app.request(`POST /api/schedules/${name}`, { body: { schedules }, token })

describe('GET /api/planner', () => {
  it('lists sessions on the clock of the place, with absences, closed days and busy times', async () => {
    const { id, mentor, slots } = await session('2026-11-25')
    await makeAppointment(o.app.db, slots[0]!.id, (await o.client()).id)
    const gone = await session('2026-11-25', { status: 'cancelled' })
    const away = { mentor_id: mentor.id, starts_at: '2026-11-26T09:00', ends_at: '2026-11-26T10:30', reason: 'A private matter' }
    expect((await o.app.request('POST /api/time-off', { body: away, token: o.token })).status).toBe(201)
    await o.app.request('POST /api/closed-days', { body: { place_id: o.place.id, date: '2026-11-27' }, token: o.token })
    const planner = await read({}, await o.holderOf('Schedule List'))
    const ids = planner.sessions.map((one: { id: string }) => one.id)
    expect(ids).toContain(id)
    expect(ids).not.toContain(gone.id)
    expect(planner.sessions.find((one: { id: string }) => one.id === id)).toMatchObject({
      starts_local: '2026-11-25T09:00',
      ends_local: '2026-11-25T11:00',
      mentor_ids: [mentor.id],
      seats: { total: 4, taken: 1 },
    })
    expect(planner.away).toEqual([
      { mentor_id: mentor.id, starts_local: '2026-11-26T09:00', ends_local: '2026-11-26T10:30', kind: 'time_off' },
    ])
    expect(planner.closed).toEqual([{ place_id: o.place.id, date: '2026-11-27', reason: '' }])
    expect(JSON.stringify(planner)).not.toContain('A private matter')
  })

  it('filters by mentor, and still offers every mentor as a row', async () => {
    const { id, mentor } = await session('2026-11-24')
    const planner = await read({ mentor_id: mentor.id })
    expect(planner.sessions.map((one: { id: string }) => one.id)).toEqual([id])
    expect(planner.mentors.map(({ name }: { name: string }) => name)).toContain('Ana')
  })

  it('refuses more than a week, an empty span and distant dates', async () => {
    for (const query of [{ to: '2026-11-30' }, { to: '2026-11-22' }, { from: '1800-01-01' }])
      expect((await o.app.request('GET /api/planner', { query: { ...week, ...query }, token: o.token })).status).toBe(422)
  })

  it('sums up each day of a month', async () => {
    const { slots, mentor } = await session('2027-02-03')
    await session('2027-02-03', { status: 'draft' })
    await makeAppointment(o.app.db, slots[0]!.id, (await o.client()).id)
    const days = async (query: object = {}) =>
      (await o.app.request('GET /api/planner/days', { query: { from: '2027-02-01', to: '2027-02-28', ...query }, token: o.token })).body
        .data
    expect(await days()).toHaveLength(28)
    expect((await days())[2]).toEqual({ date: '2027-02-03', sessions: 2, drafts: 1, seats: 8, taken: 1, closed: [] })
    expect((await days({ mentor_id: mentor.id }))[2]).toMatchObject({ sessions: 1, seats: 4 })
  })
})

describe('GET /api/mentor-planner', () => {
  const own = async (mentor: { id: string }, query: Record<string, string> = week) =>
    o.app.request('GET /api/mentor-planner', { query, token: await o.app.signIn(mentor) })

  it('a mentor never sees another mentor’s sessions, seats, absences or drafts in the own week', async () => {
    const [me, other] = [await o.newMentor('Me'), await o.newMentor('Someone Else')]
    const { supportType, place } = o
    const at = { supportType, place, from: '2026-12-08T09:00', to: '2026-12-08T10:00' }
    const shared = await makeSchedule(o.app.db, { ...at, mentors: [me, other] })
    const away = { starts_at: '2026-12-09T09:00', ends_at: '2026-12-09T10:00', reason: 'A private matter' }
    for (const mentor_id of [me.id, other.id])
      expect((await o.app.request('POST /api/time-off', { body: { ...away, mentor_id }, token: o.token })).status).toBe(201)
    const elsewhere = await makePlace(o.app.db, { name: 'A secret place' })
    const theirs = await makeSchedule(o.app.db, {
      ...at,
      place: elsewhere,
      from: '2026-12-10T09:00',
      to: '2026-12-10T10:00',
      mentors: [other],
    })
    const draft = await makeSchedule(o.app.db, {
      ...at,
      from: '2026-12-10T13:00',
      to: '2026-12-10T14:00',
      mentors: [me],
      fields: { status: 'draft' },
    })
    const theirSlot = shared.slots.find(({ mentor_id }) => mentor_id === other.id)!
    await makeAppointment(o.app.db, theirSlot.id, (await o.client('Their Client')).id)
    const query = { from: '2026-12-07', to: '2026-12-13' }
    const { status, body } = await own(me, query)
    expect(status).toBe(200)
    const seats = shared.slots.filter(({ mentor_id }) => mentor_id === me.id).length
    expect(body.sessions).toMatchObject([
      { id: shared.schedule.id, mentor_ids: [me.id], starts_local: '2026-12-08T09:00', seats: { total: seats, taken: 0 } },
    ])
    expect(body.away).toMatchObject([{ mentor_id: me.id, starts_local: '2026-12-09T09:00', kind: 'time_off' }])
    expect(body.mentors).toMatchObject([{ id: me.id }])
    for (const leak of [other.id, 'Their Client', 'A private matter', 'A secret place', theirs.schedule.id, draft.schedule.id])
      expect(JSON.stringify(body)).not.toContain(leak)
    // A mentor cannot ask for another one.
    const asked = await own(me, { ...query, mentor_id: other.id })
    expect(JSON.stringify(asked.body ?? asked.problem)).not.toContain(other.id)
  })

  it('counts own clients, and shows closed days of own places', async () => {
    const { mentor, slots, id } = await session('2026-12-15')
    await makeAppointment(o.app.db, slots[0]!.id, (await o.client()).id)
    const closed = { place_id: o.place.id, date: '2026-12-16', reason: 'Painting' }
    expect((await o.app.request('POST /api/closed-days', { body: closed, token: o.token })).status).toBe(201)
    const { body } = await own(mentor, { from: '2026-12-14', to: '2026-12-20' })
    expect(body).toMatchObject({ sessions: [{ id, seats: { total: 4, taken: 1 } }], closed: [closed] })
    expect(body.places).toHaveLength(1)
  })

  it('refuses staff without a mentor’s role, a former mentor at once, and more than a week', async () => {
    const mentor = await o.newMentor()
    const token = await o.app.signIn(mentor)
    const ask = (query: Record<string, string>) => o.app.request('GET /api/mentor-planner', { query, token })
    expect((await ask({ ...week, to: '2026-11-30' })).status).toBe(422)
    expect((await ask(week)).status).toBe(200)
    await o.app.db.deleteFrom('role_assignments').where('user_id', '=', mentor.id).execute()
    expect((await ask(week)).status).toBe(403)
    expect((await o.app.request('GET /api/mentor-planner', { query: week, token: o.token })).status).toBe(403)
  })
})

describe('POST /api/schedules/{id}/preview', () => {
  const preview = (id: string, body: object, token = o.token) =>
    o.app.request('POST /api/schedules/{id}/preview', { params: { id }, body, token })

  it('names every obstacle and every affected client at once, and stores nothing', async () => {
    const { id, mentor, slots } = await session('2026-12-01')
    const { appointment } = { appointment: await makeAppointment(o.app.db, slots[0]!.id, (await o.client('Booked Client')).id) }
    await plan({ mentor_ids: [mentor.id], starts_at: '2026-12-01T14:00', ends_at: '2026-12-01T15:00' })
    const before = await o.everything()
    const { status, body } = await preview(id, { starts_at: '2026-12-01T13:00', ends_at: '2026-12-01T15:00', revision: 1 })
    expect(status).toBe(200)
    expect(body.moving).toMatchObject([{ appointment_id: appointment.id, name: 'Booked Client' }])
    expect(body.clashes).toMatchObject([{ mentor: { id: mentor.id }, reason: 'session' }])
    expect(await o.everything()).toEqual(before)
    const saved = await o.app.request('PUT /api/schedules/{id}', {
      params: { id },
      body: { starts_at: body.starts_at, ends_at: body.ends_at },
      token: o.token,
    })
    expect(saved.problem.code).toBe('has_bookings')
  })

  it('lets a longer session keep its clients, and refuses a version that is not the newest', async () => {
    const { id, slots } = await session('2026-12-02')
    await makeAppointment(o.app.db, slots[0]!.id, (await o.client()).id)
    expect((await preview(id, { ends_at: '2026-12-02T12:00' })).body).toMatchObject({ booked: [], clashes: [], offered: false })
    expect((await preview(id, { ends_at: '2026-12-02T12:00', revision: 7 })).problem.code).toBe('stale')
  })
})

describe('POST /api/schedules/publish', () => {
  it('publishes each draft that can be, and says why others cannot', async () => {
    const [draft, stale, open] = [
      await session('2026-12-03', { status: 'draft' }),
      await session('2026-12-03', { status: 'draft' }),
      await session('2026-12-03'),
    ]
    const { body } = await post('publish', [
      { id: draft.id, revision: 1 },
      { id: stale.id, revision: 2 },
      { id: open.id, revision: 1 },
    ])
    expect(body.published).toEqual([draft.id])
    expect(body.skipped).toMatchObject([
      { id: stale.id, code: 'stale' },
      { id: open.id, code: 'bad_transition' },
    ])
  })
})

describe('POST /api/schedules/discard', () => {
  it('undoes planning without a message', async () => {
    const mentor = await o.newMentor()
    const { id, revision } = await plan({ mentor_ids: [mentor.id], starts_at: '2026-12-04T09:00', ends_at: '2026-12-04T12:00' })
    const { outbox } = (await o.everything()) as { outbox: unknown }
    expect((await post('discard', [{ id, revision }])).body).toEqual({ discarded: 1 })
    expect(((await o.everything()) as { outbox: unknown }).outbox).toEqual(outbox)
    // The mentor is free again.
    await plan({ mentor_ids: [mentor.id], starts_at: '2026-12-04T09:00', ends_at: '2026-12-04T12:00' })
  })

  it('gives its reason in the language of the staff', async () => {
    const { id, revision } = await plan({
      mentor_ids: [(await o.newMentor()).id],
      starts_at: '2026-12-07T09:00',
      ends_at: '2026-12-07T12:00',
    })
    const german = await makeAdmin(o.app.db, ['Schedule Edit'])
    await o.app.db.updateTable('users').set({ locale: 'de' }).where('id', '=', german.id).execute()
    expect((await post('discard', [{ id, revision }], await o.app.signIn(german))).status).toBe(200)
    const row = await o.app.db.selectFrom('schedules').select('cancel_reason').where('id', '=', id).executeTakeFirst()
    expect(row?.cancel_reason).toBe('Rückgängig gemacht')
  })

  it('undoes a whole series by the sessions that planning named', async () => {
    const mentor = await o.newMentor()
    const times = { starts_at: '2027-05-04T09:00', ends_at: '2027-05-04T12:00', repeat: 'FREQ=WEEKLY;COUNT=3' }
    const made = await o.app.request('POST /api/schedules', { body: o.input({ mentor_ids: [mentor.id], ...times }), token: o.token })
    expect(made.body.planned).toHaveLength(3)
    expect((await post('discard', made.body.planned)).body).toEqual({ discarded: 3 })
    const left = await read({ from: '2027-05-04', to: '2027-05-04', mentor_id: mentor.id })
    expect(left.sessions).toEqual([])
  })

  it('keeps all sessions when a client booked one of them, or one is not new', async () => {
    const [fine, booked] = [
      await plan({ mentor_ids: [(await o.newMentor()).id], starts_at: '2026-12-05T09:00', ends_at: '2026-12-05T12:00' }),
      await session('2026-12-05', { created_at: '2026-11-20T08:59:00Z' }),
    ]
    await makeAppointment(o.app.db, booked.slots[0]!.id, (await o.client()).id)
    const old = await session('2026-12-06', { created_at: '2026-11-20T07:59:00Z' })
    const before = await o.everything()
    const known = { id: fine.id, revision: fine.revision }
    expect((await post('discard', [known, { id: booked.id, revision: 1 }])).problem.code).toBe('has_bookings')
    expect((await post('discard', [known, { id: old.id, revision: 1 }])).problem.code).toBe('bad_transition')
    expect((await post('discard', [{ ...known, revision: 9 }])).problem.code).toBe('stale')
    expect(await o.everything()).toEqual(before)
  })
})

describe('POST /api/schedules/copy', () => {
  const copy = (schedule_ids: string[], days: number, rest = '') =>
    o.app.request(`POST /api/schedules/copy${rest}` as 'POST /api/schedules/copy', { body: { schedule_ids, days }, token: o.token })

  it('copies sessions as drafts by the clock of the place, without bookings', async () => {
    // The clock goes forward on 28 March 2027.
    const { id, slots } = await session('2027-03-24', { note: 'Ring twice', booking_opens_at: '2027-03-20T08:00:00Z' })
    await makeAppointment(o.app.db, slots[0]!.id, (await o.client()).id)
    const { status, body } = await copy([id], 7)
    expect([status, body.schedules.length]).toEqual([201, 1])
    const [made] = (await o.app.db.selectFrom('schedules').selectAll().where('id', '=', body.schedules[0].id).execute()) as object[]
    expect(made).toMatchObject({
      status: 'draft',
      note: 'Ring twice',
      starts_at: '2027-03-31T08:00:00Z',
      local_starts: '2027-03-31T09:00:00',
      booking_opens_at: '2027-03-27T08:00:00Z',
      series_id: null,
    })
    expect((await read({ from: '2027-03-31', to: '2027-03-31' })).sessions).toMatchObject([{ seats: { total: 4, taken: 0 } }])
  })

  it('never makes more than 10,000 slots at once', async () => {
    const mentor = await o.newMentor()
    const day = { mentor_ids: [mentor.id], starts_at: '2027-04-01T00:00', ends_at: '2027-04-01T23:55', slot_minutes: 480 }
    await plan({ ...day, repeat: 'FREQ=DAILY;COUNT=36' })
    const all = (await o.app.db.selectFrom('schedule_mentors').select('schedule_id').where('mentor_id', '=', mentor.id).execute()).map(
      row => row.schedule_id,
    )
    expect(all.length).toBe(36)
    // A copy is cut into slots again: the originals need not have them.
    await o.app.db.updateTable('schedules').set({ slot_minutes: 5 }).where('id', 'in', all).execute()
    const { status, problem } = await copy(all, 40)
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['schedule_ids']])
  })

  it('previews what stands in the way, and then copies all or none', async () => {
    const [free, busy] = [await session('2027-01-12'), await session('2027-01-12')]
    await plan({ mentor_ids: [busy.mentor.id], starts_at: '2027-01-13T10:00', ends_at: '2027-01-13T12:00' })
    const before = await o.everything()
    const { copies } = (await copy([free.id, busy.id], 1, '/preview')).body
    expect(copies.map((one: { clashes: object[] }) => one.clashes.length).toSorted()).toEqual([0, 1])
    expect((await copy([free.id, busy.id], 1)).problem.code).toBe('mentor_busy')
    expect((await copy([free.id, o.place.id], 1)).problem.code).toBe('not_found')
    expect(await o.everything()).toEqual(before)
    expect((await copy([free.id], -70, '/preview')).body.copies).toMatchObject([{ problem: 'past' }])
    expect((await copy([free.id], -70)).status).toBe(422)
  })
})
