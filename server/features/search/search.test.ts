import type { SearchedSlot } from '#contract/search.ts'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
})
afterAll(() => app.close())

describe('GET /api/search-schedule/{support_type_id}', () => {
  test('offers no mentor who has left in the filter', async () => {
    const [supportType, place] = [await makeSupportType(app.db), await makePlace(app.db)]
    const [mentor, left] = [await makeMentor(app.db), await makeMentor(app.db)]
    await makeSchedule(app.db, { supportType, place, mentors: [mentor, left], from: '2026-11-21T09:00', to: '2026-11-21T10:00' })
    await app.db.updateTable('users').set({ active: false }).where('id', '=', left.id).execute()
    const params = { support_type_id: supportType.id }
    const token = await app.signIn(await makeAdmin(app.db, ['Appointment Create']))
    for (const { body } of [
      await app.request('GET /api/search-schedule/{support_type_id}', { params }),
      await app.request('GET /api/appointments/times/{support_type_id}', { params, token }),
    ])
      expect(body.mentors.map(({ id }: { id: string }) => id)).toEqual([mentor.id])
  })

  test('counts each local day’s free seats in the place’s zone, and says why there are none', async () => {
    const supportType = await makeSupportType(app.db)
    const place = await makePlace(app.db, { time_zone: 'Asia/Kathmandu', kind: 'online', meeting_url: 'https://meet.example.org/secret' })
    const [mentor, other] = [await makeMentor(app.db), await makeMentor(app.db)]
    const plan = (from: string, to: string, fields = {}) =>
      makeSchedule(app.db, { supportType, place, mentors: [mentor, other], from, to, fields })
    await plan('2026-11-21T00:30', '2026-11-21T01:30') // still the 20th in UTC
    const full = await plan('2026-11-22T09:00', '2026-11-22T09:30')
    for (const slot of full.slots) await makeAppointment(app.db, slot.id, (await makeUser(app.db)).id)
    await plan('2026-11-23T09:00', '2026-11-23T10:00', { booking_opens_at: '2026-11-22T09:00:00Z' })
    await plan('2026-11-20T15:00', '2026-11-20T16:30') // 09:15 to 10:45 UTC: inside the two hours
    await plan('2026-11-19T09:00', '2026-11-19T10:00')
    await plan('2026-11-24T09:00', '2026-11-24T10:00', { status: 'draft' })
    const search = (query = {}) =>
      app.request('GET /api/search-schedule/{support_type_id}', { params: { support_type_id: supportType.id }, query })

    const { status, body } = await search({ from: '2026-11-19' })
    expect(status).toBe(200)
    expect(body.days).toEqual([
      { date: '2026-11-19', free: 0, places: [], why: 'past' },
      { date: '2026-11-20', free: 0, places: [], why: 'notice' },
      { date: '2026-11-21', free: 4, places: [place.id], why: null },
      { date: '2026-11-22', free: 0, places: [], why: 'full' },
      { date: '2026-11-23', free: 0, places: [], why: 'not_open_yet' },
    ])
    expect(body.mentors.map(({ id }: { id: string }) => id).toSorted()).toEqual([mentor.id, other.id].toSorted())
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(body.schedules).toBeUndefined()

    const day = await search({ date: '2026-11-21', mentor_id: other.id })
    expect(day.body.schedules).toHaveLength(1)
    expect(day.body.schedules[0].slots).toEqual([
      expect.objectContaining({
        starts_at: '2026-11-20T18:45:00Z',
        serial: 2,
        free: 1,
        seats: 1,
        bookable: true,
        mentor: { id: other.id, name: other.name, photo: null },
      }),
      expect.objectContaining({ starts_at: '2026-11-20T19:15:00Z', serial: 4 }),
    ])
    expect(JSON.stringify(day.body)).not.toContain('secret')
    const slotsOf = async (date: string) => (await search({ date })).body.schedules[0].slots as SearchedSlot[]
    expect((await slotsOf('2026-11-20')).map(({ free }) => free)).not.toContain(1)
    // Booking is not open yet, so a freed seat is not bookable.
    expect(new Set((await slotsOf('2026-11-23')).map(({ bookable }) => bookable))).toEqual(new Set([false]))
  })

  test('does not hide the second day of a session that crosses midnight, and lists each time under its own date', async () => {
    const supportType = await makeSupportType(app.db)
    const place = await makePlace(app.db, { time_zone: 'America/St_Johns' })
    await makeSchedule(app.db, {
      supportType,
      place,
      mentors: [await makeMentor(app.db)],
      from: '2027-12-31T22:00',
      to: '2028-01-01T02:00',
    })
    const search = async (query: Record<string, string>) =>
      (await app.request('GET /api/search-schedule/{support_type_id}', { params: { support_type_id: supportType.id }, query })).body
    const starts = async (date: string) =>
      (await search({ date })).schedules.flatMap(({ slots }: { slots: { starts_at: string }[] }) => slots.map(({ starts_at }) => starts_at))
    expect((await search({ from: '2027-12-30' })).days).toMatchObject([
      { date: '2027-12-31', free: 4 },
      { date: '2028-01-01', free: 4 },
    ])
    expect((await search({ from: '2028-01-01' })).days).toMatchObject([{ date: '2028-01-01', free: 4, places: [place.id] }])
    expect(await starts('2027-12-31')).toEqual([
      '2028-01-01T01:30:00Z',
      '2028-01-01T02:00:00Z',
      '2028-01-01T02:30:00Z',
      '2028-01-01T03:00:00Z',
    ])
    expect(await starts('2028-01-01')).toEqual([
      '2028-01-01T03:30:00Z',
      '2028-01-01T04:00:00Z',
      '2028-01-01T04:30:00Z',
      '2028-01-01T05:00:00Z',
    ])
    expect(await starts('2028-01-02')).toEqual([])
  })

  test('refuses unknown support types and impossible spans', async () => {
    const supportType = await makeSupportType(app.db)
    const hidden = await makeSupportType(app.db, { active: false })
    const search = async (id: string, query = {}) => {
      const { status, problem } = await app.request('GET /api/search-schedule/{support_type_id}', {
        params: { support_type_id: id },
        query,
      })
      return [status, ...Object.keys(problem.errors ?? {})]
    }
    expect(await search(supportType.id)).toEqual([200])
    expect(await search(hidden.id)).toEqual([404])
    expect(await search('nonsense')).toEqual([404])
    expect(await search(supportType.id, { from: '2026-02-30' })).toEqual([422, 'from'])
    expect(await search(supportType.id, { from: '2026-12-01', to: '2026-11-30' })).toEqual([422, 'to'])
    expect(await search(supportType.id, { from: '2026-01-01', to: '2026-12-31' })).toEqual([422, 'to'])
    expect(await search(supportType.id, { mentor_id: "'; DROP TABLE slots" })).toEqual([422, 'mentor_id'])
  })
})

test('an open page hears of every seat of its support type, of no other and of no draft', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  const [supportType, otherType] = [await makeSupportType(app.db), await makeSupportType(app.db)]
  const place = await makePlace(app.db)
  const mine = await makeSchedule(app.db, {
    supportType,
    place,
    mentors: [await makeMentor(app.db)],
    from: '2026-12-01T09:00',
    to: '2026-12-01T10:00',
  })
  const other = await makeSchedule(app.db, {
    supportType: otherType,
    place,
    mentors: [await makeMentor(app.db)],
    from: '2026-12-01T09:00',
    to: '2026-12-01T10:00',
  })

  const draft = await makeSchedule(app.db, {
    supportType,
    place,
    mentors: [await makeMentor(app.db)],
    from: '2026-12-02T09:00',
    to: '2026-12-02T10:00',
    fields: { status: 'draft' },
  })

  const stream = await fetch(`${url}/api/search-schedule/${supportType.id}/live`)
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hear = async (wanted: RegExp) => {
    while (!wanted.test(heard)) heard += (await reader.read()).value ?? ''
  }
  await hear(/retry/)
  await makeAppointment(app.db, other.slots[0]!.id, (await makeUser(app.db)).id)
  await app.db.updateTable('slots').set({ seats: 2 }).where('schedule_id', '=', draft.schedule.id).execute()
  const appointment = await makeAppointment(app.db, mine.slots[0]!.id, (await makeUser(app.db)).id)
  await hear(/"free" ?: ?0/)
  await app.db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'client' }).where('id', '=', appointment.id).execute()
  await hear(/"free" ?: ?1/)
  expect(heard).toContain(mine.schedule.id)
  expect(heard).not.toContain(other.schedule.id)
  expect(heard).not.toContain(draft.schedule.id)
  await reader.cancel()
})

describe('GET /api/nearest-times', () => {
  const now = '2026-11-20T09:00:00Z'
  const nearest = async (time: { schedule_id: string; starts_at: string }, more: { language?: string; token?: string } = {}) => {
    const { token, language } = more
    const query = { schedule_id: time.schedule_id, starts_at: time.starts_at, ...(language && { language }) }
    const { status, body } = await app.request(token ? 'GET /api/appointments/nearest-times' : 'GET /api/nearest-times', { token, query })
    expect(status).toBe(200)
    return (body.nearest as { starts_at: string; mentor: { id: string } }[]).map(({ starts_at, mentor }) => [starts_at, mentor.id])
  }

  test('shows other days before a booking is refused, nearest first, and only mentors of the language', async () => {
    app.clock.set(now)
    const [supportType, place] = [await makeSupportType(app.db), await makePlace(app.db)]
    const [plain, somali] = [await makeMentor(app.db), await makeMentor(app.db, { working_languages: ['en', 'so'] })]
    const plan = (from: string, to: string, mentors = [plain]) => makeSchedule(app.db, { supportType, place, mentors, from, to })
    const { slots } = await plan('2026-12-04T09:00', '2026-12-04T09:30')
    await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id)
    expect(await nearest(slots[0]!)).toEqual([])
    const later = await plan('2026-12-20T09:00', '2026-12-20T10:00', [plain, somali])
    const [first, second] = later.slots.filter(({ mentor_id }) => mentor_id === plain.id).map(({ starts_at }) => starts_at)
    expect(await nearest(slots[0]!)).toEqual([
      [first, plain.id],
      [second, plain.id],
    ])
    const [spoken, all] = await Promise.all([nearest(slots[0]!, { language: 'so' }), nearest(slots[0]!)])
    expect(spoken).toEqual([
      [first, somali.id],
      [second, somali.id],
    ])
    expect(all.map(([, mentor]) => mentor)).toEqual([plain.id, plain.id])
  })

  test('offers times inside the notice to staff alone', async () => {
    app.clock.set(now)
    const [supportType, place, mentor] = [await makeSupportType(app.db), await makePlace(app.db), await makeMentor(app.db)]
    const { slots } = await makeSchedule(app.db, {
      supportType,
      place,
      mentors: [mentor],
      from: '2026-11-20T09:30',
      to: '2026-11-20T10:30',
    })
    const token = await app.signIn(await makeAdmin(app.db, ['Appointment Create']))
    await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id)
    expect(await nearest(slots[0]!)).toEqual([])
    expect(await nearest(slots[0]!, { token })).toEqual([[slots[1]!.starts_at, mentor.id]])
  })

  test('offers clients no time of a retired support type, which only staff still book', async () => {
    app.clock.set(now)
    const [supportType, place, mentor] = [await makeSupportType(app.db), await makePlace(app.db), await makeMentor(app.db)]
    const span = { from: '2026-12-04T09:00', to: '2026-12-04T10:00' }
    const { slots } = await makeSchedule(app.db, { supportType, place, mentors: [mentor], ...span })
    const times = slots.map(({ starts_at }) => [starts_at, mentor.id])
    expect(await nearest(slots[0]!)).toEqual(times)
    await app.db.updateTable('support_types').set({ active: false }).where('id', '=', supportType.id).execute()
    expect(await nearest(slots[0]!)).toEqual([])
    expect(await nearest(slots[0]!, { token: await app.signIn(await makeAdmin(app.db, ['Appointment Create'])) })).toEqual(times)
  })

  test('answers nothing for an unknown session, and refuses what is no time', async () => {
    expect(await nearest({ schedule_id: '019aa000-0000-7000-8000-000000000000', starts_at: now })).toEqual([])
    const query = { schedule_id: '019aa000-0000-7000-8000-000000000000', starts_at: 'soon' }
    expect((await app.request('GET /api/nearest-times', { query })).status).toBe(422)
  })
})
