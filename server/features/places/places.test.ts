import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let token: string
let client: string
let supportType: Awaited<ReturnType<typeof makeSupportType>>
const unknown = '019aa000-0000-7000-8000-000000000000'
let count = 0
const input = (fields: object = {}) => ({
  name: `Branch ${(count += 1)}`,
  kind: 'in_person',
  address: '1 High Street',
  time_zone: 'Europe/London',
  ...fields,
})

beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn(await makeAdmin(app.db, ['Settings Edit']))
  client = await app.signIn(await makeUser(app.db))
  supportType = await makeSupportType(app.db)
})
afterAll(() => app.close())

type Name = Parameters<TestApp['request']>[0]
const act = (name: Name, id: string, body: object = {}, as: string | null = token) =>
  app.request(name, { params: { id }, body, ...(as && { token: as }) })
const create = (fields: object = {}, as: string | null = token) =>
  app.request('POST /api/places', { body: input(fields), ...(as && { token: as }) })
const change = (id: string, body: object, as?: string | null) => act('PUT /api/places/{id}', id, body, as)
const everything = async () => [
  await app.db.selectFrom('places').selectAll().orderBy('id').execute(),
  await app.db.selectFrom('schedules').selectAll().orderBy('id').execute(),
  await app.db.selectFrom('slots').selectAll().orderBy('id').execute(),
  await app.db.selectFrom('audit').selectAll().orderBy('id').execute(),
]
async function refused(answer: () => ReturnType<typeof create>, status: number, code: string) {
  const before = await everything()
  const { status: got, problem } = await answer()
  expect([got, problem.code]).toEqual([status, code])
  expect(await everything()).toEqual(before)
  return problem
}

describe('POST /api/places', () => {
  it('adds a room, and an online place with its link', async () => {
    const { status, body } = await create({ name: 'Town hall' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Town hall', meeting_url: null, active: true, ahead: { sessions: 0, appointments: 0 } })
    const online = await create({ kind: 'online', address: '', meeting_url: 'https://meet.example/room' })
    expect(online.body).toMatchObject({ kind: 'online', meeting_url: 'https://meet.example/room' })
  })

  it.each<[string, object, string]>([
    ['no name', { name: '' }, 'name'],
    ['a room without an address', { address: '' }, 'address'],
    ['a room with a meeting link', { meeting_url: 'https://meet.example/room' }, 'meeting_url'],
    ['a link without TLS', { kind: 'online', meeting_url: 'http://meet.example/room' }, 'meeting_url'],
    ['a script for a link', { kind: 'online', meeting_url: 'javascript:alert(1)' }, 'meeting_url'],
    ['a zone that is none', { time_zone: 'Europe/Nowhere' }, 'time_zone'],
    ['an offset for a zone', { time_zone: '+01:00' }, 'time_zone'],
    ['a region that is none', { holiday_region: 'GB-XX' }, 'holiday_region'],
    ['an empty region', { holiday_region: '' }, 'holiday_region'],
    ['a region far too long', { holiday_region: 'X'.repeat(10_000) }, 'holiday_region'],
    ['another kind', { kind: 'moon' }, 'kind'],
    ['what no place has', { colour: 'x' }, 'colour'],
  ])('refuses %s at its field', async (_, fields, field) => {
    expect(Object.keys((await refused(() => create(fields), 422, 'invalid')).errors!)).toEqual([field])
  })

  it('keeps, changes and removes the region of public holidays', async () => {
    const { body } = await create({ holiday_region: 'GB-ENG' })
    expect(body).toMatchObject({ holiday_region: 'GB-ENG' })
    await refused(() => change(body.id, { holiday_region: 'gb' }), 422, 'invalid')
    expect((await change(body.id, { holiday_region: 'DE' })).body).toMatchObject({ holiday_region: 'DE', told: 0 })
    expect((await change(body.id, { holiday_region: null })).body).toMatchObject({ holiday_region: null })
    // A code that the library no longer knows does not stand in the way of other changes.
    await app.db.updateTable('places').set({ holiday_region: 'XX' }).where('id', '=', body.id).execute()
    const { status } = await change(body.id, { address: '3 High Street', holiday_region: 'XX' })
    expect(status).toBe(200)
    await expect(app.db.updateTable('places').set({ holiday_region: 'gb; x' }).where('id', '=', body.id).execute()).rejects.toThrow(
      'places_holiday_region',
    )
  })

  it('refuses a name in use and callers without the ability', async () => {
    await create({ name: 'Twice' })
    await refused(() => create({ name: 'Twice' }), 409, 'name_taken')
    await refused(() => create({}, null), 401, 'unauthenticated')
    await refused(() => create({}, client), 403, 'missing_ability')
  })
})

describe('GET /api/places', () => {
  it('lists, searches and pages; retired ones last', async () => {
    const [a, b] = [(await create({ name: 'Aaa lodge' })).body, (await create({ name: 'Bbb lodge' })).body]
    await act('POST /api/places/{id}/retire', a.id)
    const names = async (query: Record<string, string | number>) =>
      (await app.request('GET /api/places', { token, query })).body.data.map(({ name }: { name: string }) => name)
    expect(await names({ search: 'LODGE' })).toEqual(['Bbb lodge', 'Aaa lodge'])
    expect(await names({ search: 'lodge', state: 'retired' })).toEqual(['Aaa lodge'])
    expect(await names({ search: 'lodge', per_page: 1, page: 2 })).toEqual(['Aaa lodge'])
    expect((await app.request('GET /api/places/{id}', { token, params: { id: b.id } })).body).toMatchObject({ name: 'Bbb lodge' })
    expect((await app.request('GET /api/places', { token, query: { state: 'gone' } })).status).toBe(422)
    expect((await app.request('GET /api/places', { token, query: { sort: 'zone' } })).status).toBe(422)
    expect((await app.request('GET /api/places/{id}', { token, params: { id: unknown } })).status).toBe(404)
    for (const name of ['GET /api/places', 'GET /api/places/{id}'] as const) {
      expect((await app.request(name, { params: { id: b.id } })).status).toBe(401)
      expect((await app.request(name, { params: { id: b.id }, token: client })).status).toBe(403)
    }
  })
})

describe('the order of places', () => {
  it('is by name, backwards, or by sessions ahead; retired ones come last', async () => {
    const [a, b, c] = [await create({ name: 'Aaa shed' }), await create({ name: 'Bbb shed' }), await create({ name: 'Ccc shed' })]
    await act('POST /api/places/{id}/retire', c.body.id)
    const place = await app.db.selectFrom('places').selectAll().where('id', '=', b.body.id).executeTakeFirstOrThrow()
    const session = { supportType: await makeSupportType(app.db), place, mentors: [await makeMentor(app.db)] }
    await makeSchedule(app.db, { ...session, from: '2030-03-01T09:00', to: '2030-03-01T10:00' })
    const names = async (sort: string) =>
      (await app.request('GET /api/places', { token, query: { search: 'shed', sort } })).body.data.map(({ id }: { id: string }) => id)
    const [first, second, third] = [a.body.id, b.body.id, c.body.id]
    expect([await names('name'), await names('-name'), await names('-ahead')]).toEqual([
      [first, second, third],
      [second, first, third],
      [second, first, third],
    ])
  })
})

describe('PUT /api/places/{id}', () => {
  it('changes the given fields; an online place needs no address, and a room gets no link', async () => {
    const { body: made } = await create()
    const { status, body } = await change(made.id, { kind: 'online', meeting_url: 'https://meet.example/1', revision: made.revision })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...made, kind: 'online', meeting_url: 'https://meet.example/1', revision: made.revision + 1, moved: 0 })
    await refused(() => change(made.id, { kind: 'in_person' }), 422, 'invalid')
    expect((await change(made.id, { kind: 'in_person', meeting_url: null })).status).toBe(200)
  })

  it('refuses a stale revision, a name in use, malformed input and callers without the ability', async () => {
    const [one, other] = [(await create()).body, (await create()).body]
    await change(one.id, { address: '2 High Street' })
    await refused(() => change(one.id, { address: '3', revision: one.revision }), 409, 'stale')
    await refused(() => change(one.id, { name: other.name }), 409, 'name_taken')
    await refused(() => change(one.id, { time_zone: 'Mars' }), 422, 'invalid')
    await refused(() => change(one.id, { address: '3' }, null), 401, 'unauthenticated')
    await refused(() => change(one.id, { address: '3' }, client), 403, 'missing_ability')
    await refused(() => change(unknown, { address: '3' }), 404, 'not_found')
  })
})

describe('another time zone', () => {
  const at = async (
    place: Awaited<ReturnType<typeof makePlace>>,
    from: string,
    to: string,
    mentors?: Awaited<ReturnType<typeof makeMentor>>[],
  ) => makeSchedule(app.db, { supportType, place, mentors: mentors ?? [await makeMentor(app.db)], from, to })
  const instants = async (placeId: string) =>
    (
      await app.db
        .selectFrom('schedules')
        .select(['starts_at', 'local_starts'])
        .where('place_id', '=', placeId)
        .orderBy('local_starts')
        .execute()
    ).map(({ starts_at, local_starts }) => [local_starts, starts_at])

  it('keeps local times of future sessions and recomputes their instants', async () => {
    const place = await makePlace(app.db)
    const mentor = await makeMentor(app.db)
    // Back to back: each moves to where the other one was.
    await at(place, '2026-11-24T09:00', '2026-11-24T10:00', [mentor])
    await at(place, '2026-11-24T10:00', '2026-11-24T11:00', [mentor])
    const { status, body } = await change(place.id, { time_zone: 'Europe/Berlin' })
    expect([status, body.moved, body.time_zone]).toEqual([200, 2, 'Europe/Berlin'])
    expect(await instants(place.id)).toEqual([
      ['2026-11-24T09:00:00', '2026-11-24T08:00:00Z'],
      ['2026-11-24T10:00:00', '2026-11-24T09:00:00Z'],
    ])
    const slots = await app.db
      .selectFrom('slots')
      .select(['starts_at', 'first_serial'])
      .where('mentor_id', '=', mentor.id)
      .orderBy('starts_at')
      .execute()
    expect(slots).toEqual([
      { starts_at: '2026-11-24T08:00:00Z', first_serial: 1 },
      { starts_at: '2026-11-24T08:30:00Z', first_serial: 2 },
      { starts_at: '2026-11-24T09:00:00Z', first_serial: 1 },
      { starts_at: '2026-11-24T09:30:00Z', first_serial: 2 },
    ])
  })

  it('accepts a zone with the same instants although clients are booked', async () => {
    const place = await makePlace(app.db)
    const { slots } = await at(place, '2026-11-24T09:00', '2026-11-24T10:00')
    await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id)
    expect((await change(place.id, { time_zone: 'Europe/Jersey' })).body).toMatchObject({ time_zone: 'Europe/Jersey', moved: 0 })
  })

  it('is refused after any booking, even a cancelled one', async () => {
    const place = await makePlace(app.db)
    const { slots } = await at(place, '2026-11-24T09:00', '2026-11-24T10:00')
    const cancelled = { status: 'cancelled', cancelled_by: 'client', cancelled_at: new Date() } as const
    const { id } = await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id)
    await refused(() => change(place.id, { time_zone: 'Europe/Berlin' }), 409, 'has_schedules')
    await app.db.updateTable('appointments').set(cancelled).where('id', '=', id).execute()
    await refused(() => change(place.id, { time_zone: 'Europe/Berlin' }), 409, 'has_schedules')
  })

  it('is not refused for a seat that is only reserved for the waiting list, and reserves it again', async () => {
    const place = await makePlace(app.db)
    const user = await makeUser(app.db)
    const entry = { user_id: user.id, support_type_id: supportType.id, place_id: place.id, from_date: '2026-11-24', to_date: '2026-11-24' }
    const { id } = await app.db.insertInto('waiting_list').values(entry).returning('id').executeTakeFirstOrThrow()
    // In quiet hours, the seat is not offered yet.
    const { quiet_from, quiet_until } = await app.db.selectFrom('settings').select(['quiet_from', 'quiet_until']).executeTakeFirstOrThrow()
    onTestFinished(async () => void (await app.db.updateTable('settings').set({ quiet_from, quiet_until }).execute()))
    await app.db.updateTable('settings').set({ quiet_from: '00:00', quiet_until: '23:59' }).execute()
    const { schedule } = await at(place, '2026-11-24T09:00', '2026-11-24T10:00')
    const held = async () =>
      (
        await app.db.selectFrom('slots').select(['starts_at', 'held']).where('schedule_id', '=', schedule.id).orderBy('starts_at').execute()
      ).map(({ starts_at, held: seats }) => [starts_at, seats])
    expect(await held()).toEqual([
      ['2026-11-24T09:00:00Z', 1],
      ['2026-11-24T09:30:00Z', 0],
    ])
    expect((await change(place.id, { time_zone: 'Europe/Berlin' })).status).toBe(200)
    expect(await held()).toEqual([
      ['2026-11-24T08:00:00Z', 1],
      ['2026-11-24T08:30:00Z', 0],
    ])
    await app.db.updateTable('waiting_list').set({ state: 'left' }).where('id', '=', id).execute()
    await app.db.deleteFrom('freed_seats').execute()
  })

  it('is refused for a seat that is offered', async () => {
    const place = await makePlace(app.db)
    const { slots } = await at(place, '2026-11-24T09:00', '2026-11-24T10:00')
    const entry = { support_type_id: supportType.id, from_date: '2026-11-24', to_date: '2026-11-24' }
    const offer = { state: 'offered' as const, offered_slot_id: slots[0]!.id, offer_ends_at: '2026-11-24T08:00:00Z' }
    const user = await makeUser(app.db)
    await app.db
      .insertInto('waiting_list')
      .values({ ...entry, ...offer, user_id: user.id })
      .execute()
    await refused(() => change(place.id, { time_zone: 'Europe/Berlin' }), 409, 'has_schedules')
  })

  it('is refused once a session began', async () => {
    const place = await makePlace(app.db)
    await at(place, '2026-11-19T09:00', '2026-11-19T10:00')
    await refused(() => change(place.id, { time_zone: 'Europe/Berlin' }), 409, 'has_schedules')
  })

  it('is refused with who is busy then elsewhere', async () => {
    const [place, elsewhere, mentor] = [await makePlace(app.db), await makePlace(app.db), await makeMentor(app.db, { name: 'Busy Bee' })]
    await at(place, '2026-11-24T10:00', '2026-11-24T11:00', [mentor])
    const { schedule } = await at(elsewhere, '2026-11-24T09:00', '2026-11-24T10:00', [mentor])
    const { clashes } = await refused(() => change(place.id, { time_zone: 'Europe/Berlin' }), 409, 'mentor_busy')
    expect(clashes).toMatchObject([{ mentor: { name: 'Busy Bee' }, schedule_id: schedule.id, reason: 'session' }])
  })

  it('is refused where its clock skips a time, and finds the second of two', async () => {
    const place = await makePlace(app.db, { time_zone: 'UTC' })
    const { schedule } = await at(place, '2027-03-28T01:30', '2027-03-28T03:00')
    expect((await refused(() => change(place.id, { time_zone: 'Europe/London' }), 422, 'invalid')).errors).toHaveProperty('time_zone')
    await app.db.deleteFrom('slots').where('schedule_id', '=', schedule.id).execute()
    await app.db
      .updateTable('schedules')
      .set({ status: 'cancelled', local_starts: '2027-10-31T01:30', local_ends: '2027-10-31T03:00', starts_later: true })
      .where('id', '=', schedule.id)
      .execute()
    expect((await change(place.id, { time_zone: 'Europe/London' })).status).toBe(200)
    expect(await instants(place.id)).toEqual([['2027-10-31T01:30:00', '2027-10-31T01:30:00Z']])
  })

  it('waits for a plan that has read the zone', async () => {
    const place = await makePlace(app.db)
    const mentor = await makeMentor(app.db)
    const planner = await app.signIn(await makeAdmin(app.db))
    const body = {
      support_type_id: supportType.id,
      place_id: place.id,
      starts_at: '2026-11-26T09:00',
      ends_at: '2026-11-26T10:00',
      slot_minutes: 30,
      mentor_ids: [mentor.id],
    }
    const [planned, moved] = await Promise.all([
      app.request('POST /api/schedules', { token: planner, body }),
      change(place.id, { time_zone: 'Europe/Berlin' }),
    ])
    expect([planned.status, moved.status]).toEqual([201, 200])
    expect(await instants(place.id)).toEqual([['2026-11-26T09:00:00', '2026-11-26T08:00:00Z']])
  })
})

describe('retiring', () => {
  it('says what stays, and takes it back', async () => {
    const place = await makePlace(app.db)
    const mentors = [await makeMentor(app.db)]
    const { slots } = await makeSchedule(app.db, { supportType, place, mentors, from: '2026-11-24T09:00', to: '2026-11-24T10:00' })
    await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id)
    const { status, body } = await act('POST /api/places/{id}/retire', place.id, { revision: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ active: false, revision: 2, ahead: { sessions: 1, appointments: 1 } })
    expect((await act('POST /api/places/{id}/reactivate', place.id)).body).toMatchObject({ active: true, revision: 3 })
  })

  it.each<Name>(['POST /api/places/{id}/retire', 'POST /api/places/{id}/reactivate'])('%s refuses the rest', async name => {
    const { body } = await create()
    await refused(() => act(name, body.id, { revision: 99 }), 409, 'stale')
    await refused(() => act(name, body.id, { why: 'so' }), 422, 'invalid')
    await refused(() => act(name, body.id, {}, null), 401, 'unauthenticated')
    await refused(() => act(name, body.id, {}, client), 403, 'missing_ability')
    await refused(() => act(name, unknown), 404, 'not_found')
  })
})
