import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  giveRole,
  makeAdmin,
  makeAppointment,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  token = await app.signIn(await makeAdmin(app.db, ['Appointment Create']))
})
afterAll(() => app.close())

const searchOf =
  (supportTypeId: string) =>
  (query = {}, as: string | undefined = token) =>
    app.request('GET /api/appointments/times/{support_type_id}', { token: as, params: { support_type_id: supportTypeId }, query })

describe('GET /api/appointments/times/{support_type_id}', () => {
  test('counts what staff may book: a running time, a time within the notice and one before booking opens', async () => {
    const supportType = await makeSupportType(app.db)
    const place = await makePlace(app.db, { kind: 'online', meeting_url: 'https://meet.example.org/secret' })
    const mentor = await makeMentor(app.db)
    const plan = (from: string, to: string, fields = {}) =>
      makeSchedule(app.db, { supportType, place, mentors: [mentor], from, to, fields })
    // In London, half hours: 08:30 is over, 08:45 runs, 09:15 is within the notice.
    await plan('2026-11-20T08:00', '2026-11-20T08:30')
    const running = await plan('2026-11-20T08:45', '2026-11-20T09:45')
    await plan('2026-11-23T09:00', '2026-11-23T10:00', { booking_opens_at: '2026-11-22T09:00:00Z' })
    await plan('2026-11-24T09:00', '2026-11-24T10:00', { status: 'draft' })
    const full = await plan('2026-11-25T09:00', '2026-11-25T09:30')
    for (const slot of full.slots) await makeAppointment(app.db, slot.id, (await makeUser(app.db)).id)
    const search = searchOf(supportType.id)

    const { status, body } = await search({ date: '2026-11-20' })
    expect([status, body.days]).toEqual([
      200,
      [
        { date: '2026-11-20', free: 2, places: [place.id], why: null },
        { date: '2026-11-23', free: 2, places: [place.id], why: null },
        { date: '2026-11-25', free: 0, places: [], why: 'full' },
      ],
    ])
    const slots = body.schedules.flatMap((schedule: { slots: { starts_at: string; free: number; bookable: boolean }[] }) => schedule.slots)
    expect(slots.map(({ starts_at, free, bookable }: (typeof slots)[number]) => [starts_at, free, bookable])).toEqual(
      running.slots.map(({ starts_at }) => [starts_at, 1, true]),
    )
    expect(JSON.stringify(body)).not.toContain('secret')
    const open = await app.request('GET /api/search-schedule/{support_type_id}', { params: { support_type_id: supportType.id } })
    expect(open.body.days.map(({ free }: { free: number }) => free)).toEqual([0, 0, 0])
  })

  test('keeps only a weekday and a part of the day, on the clock of the place', async () => {
    const supportType = await makeSupportType(app.db)
    // 12:00 there is 06:15 in UTC.
    const place = await makePlace(app.db, { time_zone: 'Asia/Kathmandu' })
    const mentors = [await makeMentor(app.db)]
    for (const day of ['2026-11-25', '2026-11-26', '2026-12-03'])
      await makeSchedule(app.db, { supportType, place, mentors, from: `${day}T11:00`, to: `${day}T13:00` })
    const search = searchOf(supportType.id)
    const daysOf = async (query: object) => {
      const { body } = await search({ from: '2026-11-20', ...query })
      return body.days.map(({ date, free }: { date: string; free: number }) => [date, free])
    }
    expect(await daysOf({ weekday: 4, part: 'afternoon' })).toEqual([
      ['2026-11-26', 2],
      ['2026-12-03', 2],
    ])
    expect(await daysOf({ part: 'evening' })).toEqual([])
    expect(await daysOf({ weekday: 3 })).toEqual([['2026-11-25', 4]])
    const { body } = await search({ date: '2026-11-26', part: 'morning' })
    expect(body.schedules[0].slots.map(({ starts_at }: { starts_at: string }) => starts_at)).toEqual([
      '2026-11-26T05:15:00Z',
      '2026-11-26T05:45:00Z',
    ])
  })

  test('is closed to visitors, clients and mentors, and to a role that has just been taken away', async () => {
    const supportType = await makeSupportType(app.db)
    const search = searchOf(supportType.id)
    const staff = await makeUser(app.db)
    await giveRole(app.db, staff.id, { abilities: ['Appointment Create'] })
    const own = await app.signIn(staff)
    expect((await search({}, own)).status).toBe(200)
    await app.db.deleteFrom('role_assignments').where('user_id', '=', staff.id).execute()
    const others = [staff, await makeUser(app.db), await makeMentor(app.db), await makeAdmin(app.db, ['Schedule List', 'User List'])]
    for (const person of others) expect((await search({}, await app.signIn(person))).status).toBe(403)
    expect((await search({}, own)).status).toBe(403)
    expect(
      (await app.request('GET /api/appointments/times/{support_type_id}', { params: { support_type_id: supportType.id } })).status,
    ).toBe(401)
    for (const query of [
      { weekday: '0' },
      { weekday: '8' },
      { weekday: '1.5' },
      { part: 'night' },
      { from: '2026-12-01', to: '2026-11-01' },
    ])
      expect((await search(query)).status).toBe(422)
    expect((await searchOf('00000000-0000-7000-8000-000000000000')()).status).toBe(404)
  })
})

test('staff who lose a seat are offered the nearest times that staff may book', async () => {
  const supportType = await makeSupportType(app.db)
  const place = await makePlace(app.db)
  const { schedule, slots } = await makeSchedule(app.db, {
    supportType,
    place,
    mentors: [await makeMentor(app.db)],
    from: '2026-11-20T09:00',
    to: '2026-11-20T10:30',
  })
  await makeAppointment(app.db, slots[1]!.id, (await makeUser(app.db)).id)
  const client = await makeUser(app.db)
  const lost = await app.request('POST /api/appointments', {
    token,
    body: { schedule_id: schedule.id, starts_at: slots[1]!.starts_at, user_id: client.id },
  })
  expect([lost.status, lost.problem.code]).toEqual([409, 'slot_taken'])
  // All of them are within the notice for clients.
  expect(lost.problem.nearest!.map(({ starts_at }) => starts_at)).toEqual([slots[0]!.starts_at, slots[2]!.starts_at])
})
