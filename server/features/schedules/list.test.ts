import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAppointment, makePlace, makeSchedule, makeSupportType } from '#database/factories.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'

let o: TestOrganisation
/** Ids by what they are. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  o = await startOrganisation()
  const { db } = o.app
  const otherType = await makeSupportType(db, { name: 'Counselling', needs_approval: true })
  const otherPlace = await makePlace(db, {
    name: 'Online',
    kind: 'online',
    meeting_url: 'https://meet.example/1',
    time_zone: 'America/St_Johns',
  })
  const session = async (name: string, from: string, to: string, fields = {}, more = {}) => {
    const made = await makeSchedule(db, { supportType: o.supportType, place: o.place, mentors: [o.mentors[0]], from, to, fields, ...more })
    ids[name] = made.schedule.id
    return made
  }
  await session('older', '2026-11-10T09:00', '2026-11-10T10:00')
  await session('old', '2026-11-12T09:00', '2026-11-12T10:00')
  await session('running', '2026-11-20T08:00', '2026-11-20T12:00')
  await session('soon', '2026-11-20T12:00', '2026-11-20T12:30', {}, { mentors: [o.mentors[1]] })
  const full = await session('full', '2026-11-23T09:00', '2026-11-23T09:30')
  await makeAppointment(db, full.slots[0]!.id, (await o.client()).id)
  await session('draft', '2026-11-24T09:00', '2026-11-24T10:00', { status: 'draft' })
  await session('unopened', '2026-11-25T09:00', '2026-11-25T10:00', { booking_opens_at: '2026-11-21T00:00:00Z' })
  await session(
    'elsewhere',
    '2026-11-25T22:00',
    '2026-11-25T23:00',
    {},
    { place: otherPlace, supportType: otherType, mentors: [o.mentors[1], o.mentors[0]] },
  )
})
afterAll(() => o.app.close())

const list = (query: Record<string, string | number> = {}, token = o.token) => o.app.request('GET /api/schedules', { query, token })
const names = async (query: Record<string, string | number>) => {
  const { status, body } = await list(query)
  expect(status).toBe(200)
  const nameOf = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]))
  return body.data.map(({ id }: { id: string }) => nameOf[id])
}

describe('GET /api/schedules', () => {
  it.each<[string, string[]]>([
    ['all', ['running', 'soon', 'full', 'draft', 'unopened', 'elsewhere', 'old', 'older']],
    ['available', ['running', 'soon', 'elsewhere']],
    ['full', ['full']],
    ['closed', ['draft', 'unopened']],
    ['past', ['old', 'older']],
  ])('availability %s: future ones soonest first, past ones latest first', async (availability, expected) => {
    // The notice period is two hours: `running` can be booked at 11:00 and 11:30, `soon` at 12:00.
    expect(await names({ availability })).toEqual(expected)
  })

  it('by start in one direction, past ones among them, page by page', async () => {
    const byStart = ['older', 'old', 'running', 'soon', 'full', 'draft', 'unopened', 'elsewhere']
    expect(await names({ sort: 'starts' })).toEqual(byStart)
    expect(await names({ sort: '-starts' })).toEqual(byStart.toReversed())
    expect(await names({ sort: '-starts', per_page: 3, page: 2 })).toEqual(byStart.toReversed().slice(3, 6))
    expect(await names({ sort: '-starts', availability: 'available' })).toEqual(['elsewhere', 'soon', 'running'])
    expect((await list({ sort: 'mentor' })).status).toBe(422)
  })

  it('finds words of support type, place, mentor and note, without regard to case, accents and order', async () => {
    await o.app.db.updateTable('schedules').set({ note: 'Bring your CV, café opens at 100%' }).where('id', '=', ids.draft!).execute()
    expect(await names({ search: 'counsel' })).toEqual(['elsewhere'])
    expect(await names({ search: 'ÓNLINE' })).toEqual(['elsewhere'])
    expect(await names({ search: 'ben' })).toEqual(['soon', 'elsewhere'])
    expect(await names({ search: 'ben career' })).toEqual(['soon'])
    expect(await names({ search: 'hall be' })).toEqual(['soon'])
    expect(await names({ search: ' CAFE  cv ' })).toEqual(['draft'])
    // Wildcards are letters, short words are beginnings, and every word has to be there.
    for (const search of ['%', '_', 'afé cv en', 'nothing', 'ben nothing']) expect(await names({ search })).toEqual([])
    expect(await names({ search: '100%' })).toEqual(['draft'])
    expect(await names({ search: 'ben', availability: 'available', sort: '-starts', per_page: 1 })).toEqual(['elsewhere'])
    const { db } = o.app
    await db.updateTable('users').set({ phone: '+447700900777', email: 'hidden@example.org' }).where('id', '=', o.mentors[1].id).execute()
    expect([await names({ search: '07700900777' }), await names({ search: 'hidden' })]).toEqual([[], []])
    expect((await list({ search: 'x'.repeat(101) })).status).toBe(422)
  })

  it('filters by support type, place, mentor and local dates', async () => {
    const { body } = await list({ availability: 'available' })
    const { support_type_id, place, mentors } = body.data.at(-1)
    expect(mentors.map(({ id }: { id: string }) => id)).toEqual([o.mentors[1].id, o.mentors[0].id])
    expect(await names({ support_type_id })).toEqual(['elsewhere'])
    expect(await names({ place_id: place.id })).toEqual(['elsewhere'])
    expect(await names({ mentor_id: o.mentors[1].id })).toEqual(['soon', 'elsewhere'])
    // Its local date is the 25th, though it is the 26th in UTC.
    expect(await names({ from: '2026-11-24', to: '2026-11-25' })).toEqual(['draft', 'unopened', 'elsewhere'])
    expect(await names({ from: '2026-11-26' })).toEqual([])
    expect(await names({ to: '2026-11-10' })).toEqual(['older'])
    expect(await names({ from: '2026-11-24', to: '2026-11-24', availability: 'closed', mentor_id: o.mentors[0].id })).toEqual(['draft'])
  })

  it('returns pages', async () => {
    const { body } = await list({ page: 2, per_page: 3 })
    expect(body.meta).toEqual({ page: 2, per_page: 3, total: 8, last_page: 3 })
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([ids.draft, ids.unopened, ids.elsewhere])
    expect((await list({ page: 9 })).body).toEqual({ data: [], meta: { page: 9, per_page: 20, total: 8, last_page: 1 } })
  })

  it('shows all of a schedule', async () => {
    const { body } = await list({ availability: 'full' })
    expect(body.data[0]).toMatchObject({
      id: ids.full,
      support_type: { name: 'Career advice', price: { amount: 0, currency: 'GBP' }, needs_approval: false },
      place: { name: 'Town hall', time_zone: 'Europe/London' },
      mentors: [{ id: o.mentors[0].id, name: 'Ana', photo: null }],
      starts_at: '2026-11-23T09:00:00Z',
      availability: 'full',
      seats: { total: 1, taken: 1, free: 0 },
    })
  })

  it.each<[string, Record<string, string>]>([
    ['availability', { availability: 'some' }],
    ['place_id', { place_id: 'here' }],
    ['from', { from: '24.11.2026' }],
    ['from', { from: '0000-01-01' }],
    ['to', { to: '9999-12-31' }],
    ['page', { page: '0' }],
    ['per_page', { per_page: '101' }],
  ])('refuses a wrong %s', async (field, query) => {
    const { status, problem } = await list(query)
    expect([status, Object.keys(problem.errors!)]).toEqual([422, [field]])
  })

  it('refuses callers without the ability', async () => {
    expect((await o.app.request('GET /api/schedules')).status).toBe(401)
    expect((await list({}, await o.holderOf('Schedule Create', 'Schedule Edit'))).status).toBe(403)
    expect((await list({}, await o.holderOf('Schedule List'))).status).toBe(200)
  })
})

describe('GET /api/schedules/create', () => {
  const form = (token = o.token) => o.app.request('GET /api/schedules/create', { token })

  it('offers active mentors, places and support types', async () => {
    await makePlace(o.app.db, { name: 'Closed for good', active: false })
    const { status, body } = await form()
    expect(status).toBe(200)
    expect(body.support_types.map(({ name }: { name: string }) => name)).toEqual(['Career advice', 'Counselling'])
    expect(body.places.map(({ name }: { name: string }) => name)).toEqual(['Online', 'Town hall'])
    expect(body.mentors).toEqual([
      { id: o.mentors[0].id, name: 'Ana', photo: null, support_type_ids: [o.supportType.id] },
      { id: o.mentors[1].id, name: 'Ben', photo: null, support_type_ids: [o.supportType.id] },
    ])
    expect(body.defaults).toEqual({ slot_minutes: 30, break_minutes: 0, seats_per_slot: 1, place_id: null, support_type_id: null })
  })

  it('refuses callers without the ability', async () => {
    expect((await o.app.request('GET /api/schedules/create')).status).toBe(401)
    expect((await form(await o.holderOf('Schedule List'))).status).toBe(403)
    expect((await form(await o.holderOf('Schedule Create'))).status).toBe(200)
  })
})

describe('GET /api/schedules/{id}/edit', () => {
  const edit = (id: string, token = o.token) => o.app.request('GET /api/schedules/{id}/edit', { params: { id }, token })

  it('shows booked clients, and inactive objects that the schedule has', async () => {
    const { db } = o.app
    const place = await makePlace(db, { name: 'Gone' })
    const mentor = await o.newMentor('Gone')
    const { schedule, slots } = await makeSchedule(db, {
      supportType: o.supportType,
      place,
      mentors: [mentor],
      from: '2026-12-01T09:00',
      to: '2026-12-01T10:00',
      seats: 2,
    })
    const [ann, bob] = [await o.client('Ann'), await o.client('Bob')]
    await makeAppointment(db, slots[1]!.id, ann.id, { status: 'pending' })
    await makeAppointment(db, slots[0]!.id, bob.id)
    const left = await makeAppointment(db, slots[0]!.id, (await o.client('Left')).id)
    await db
      .updateTable('appointments')
      .set({ status: 'cancelled', cancelled_by: 'client', cancelled_at: new Date() })
      .where('id', '=', left.id)
      .execute()
    await db.updateTable('places').set({ active: false }).where('id', '=', place.id).execute()
    await db.updateTable('users').set({ active: false }).where('id', '=', mentor.id).execute()

    const { status, body } = await edit(schedule.id)
    expect(status).toBe(200)
    expect(body.schedule).toMatchObject({ id: schedule.id, seats: { total: 4, taken: 2 } })
    expect(body.booked).toMatchObject([
      { name: 'Bob', starts_at: '2026-12-01T09:00:00Z', mentor: { id: mentor.id, name: 'Gone', photo: null } },
      { name: 'Ann', starts_at: '2026-12-01T09:30:00Z' },
    ])
    expect(body.places.map(({ name }: { name: string }) => name)).toContain('Gone')
    expect(body.mentors.at(-1)).toEqual({ id: mentor.id, name: 'Gone', photo: null, support_type_ids: [] })
    expect(body.defaults).toMatchObject({ seats_per_slot: 2, place_id: place.id })
  })

  it('refuses callers without the ability, and unknown ids', async () => {
    expect((await o.app.request('GET /api/schedules/{id}/edit', { params: { id: ids.draft! } })).status).toBe(401)
    expect((await edit(ids.draft!, await o.holderOf('Schedule List'))).status).toBe(403)
    expect((await edit('019aa000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await edit('here')).status).toBe(404)
    expect((await edit(ids.draft!.toUpperCase())).status).toBe(200)
  })
})
