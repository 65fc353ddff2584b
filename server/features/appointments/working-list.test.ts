import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeMentor, makeUser } from '#database/factories.ts'
import { openDesk, type Desk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())

describe('GET /api/appointments', () => {
  const list = (query: Record<string, string>, token = desk.token) => desk.app.request('GET /api/appointments', { token, query })

  test('the day in order: appointments, slots with free seats, who was asked for how often', async () => {
    const other = await makeMentor(desk.app.db, { name: 'Oscar Other' })
    const { schedule, slots } = await desk.plan({ mentors: [desk.mentor, other] })
    const asked = await desk.book(slots[1]!.id, { requested_mentor_id: other.id })
    await desk.book(slots[2]!.id, { requested_mentor_id: desk.mentor.id })
    await desk.book(slots[3]!.id, { requested_mentor_id: other.id })
    const gone = await desk.book(slots[0]!.id, {
      requested_mentor_id: desk.mentor.id,
      status: 'cancelled',
      cancelled_by: 'client',
      cancelled_at: '2026-11-20T08:00:00Z',
    })
    const { status, body } = await list({ schedule_id: schedule.id })
    expect([status, body.schedule.id, body.mentors.map(({ name }: { name: string }) => name)]).toEqual([
      200,
      schedule.id,
      ['Mary Mentor', 'Oscar Other'],
    ])
    expect(body.data.map(({ serial }: { serial: number }) => serial)).toEqual([1, 2, 3, 4])
    expect(body.data[0]).toMatchObject({ id: gone.appointment.id, status: 'cancelled' })
    expect(body.slots.map(({ free }: { free: number }) => free)).toEqual([1, 0, 0, 0, 1, 1, 1, 1])
    expect(body.requested_mentors.map(({ mentor, count }: { mentor: { name: string }; count: number }) => [mentor.name, count])).toEqual([
      ['Oscar Other', 2],
      ['Mary Mentor', 1],
    ])
    const found = async (query: Record<string, string>) =>
      (await list({ schedule_id: schedule.id, ...query })).body.data.map(({ id }: { id: string }) => id)
    expect(await found({ status: 'cancelled' })).toEqual([gone.appointment.id])
    expect(await found({ search: asked.appointment.reference.toLowerCase() })).toEqual([asked.appointment.id])
    expect(await found({ search: asked.user.name.toUpperCase() })).toContain(asked.appointment.id)
    expect(await found({ search: `0${asked.user.phone!.slice(3)}` })).toEqual([asked.appointment.id])
    expect(await found({ search: '%' })).toEqual([])
    expect(await found({ search: '\\' })).toEqual([])
  })

  test('a draft and a session that is over have nothing free', async () => {
    const draft = await desk.plan({ fields: { status: 'draft' } })
    const past = await desk.plan({ from: '2026-11-19T09:00', to: '2026-11-19T10:00' })
    for (const { schedule } of [draft, past]) {
      const { body } = await list({ schedule_id: schedule.id })
      expect(body.slots.every(({ free }: { free: number }) => free === 0)).toBe(true)
    }
  })

  test('401, 403, 404 and 422', async () => {
    const { schedule } = await desk.plan()
    expect((await list({ schedule_id: schedule.id }, '')).status).toBe(401)
    expect((await list({ schedule_id: schedule.id }, await desk.app.signIn(await makeUser(desk.app.db)))).status).toBe(403)
    expect((await list({ schedule_id: schedule.id }, await desk.app.signIn(desk.mentor))).status).toBe(403)
    expect((await list({ schedule_id: desk.staff.id })).status).toBe(404)
    for (const query of [{}, { schedule_id: 'x' }, { schedule_id: schedule.id, status: 'gone' }])
      expect((await list(query as Record<string, string>)).status).toBe(422)
  })
})

describe('GET /api/find-users', () => {
  const find = (phone: string, token = desk.token) => desk.app.request('GET /api/find-users', { token, query: { phone } })

  test('finds digits anywhere in the number, as people type them; ten at most, active people only', async () => {
    const anna = await makeUser(desk.app.db, { name: 'Anna', phone: '+447911123456' })
    await makeUser(desk.app.db, { name: 'Gone', phone: '+447911123457', active: false })
    const names = async (typed: string) => (await find(typed)).body.data.map(({ name }: { name: string }) => name)
    for (const typed of ['911123', '07911 123', '+44 (0)7911 123456', '00447911'])
      expect([typed, await names(typed)]).toEqual([typed, ['Anna']])
    for (let index = 0; index < 12; index += 1)
      await makeUser(desk.app.db, { name: `Many ${String(index).padStart(2, '0')}`, phone: `+4479223000${String(index).padStart(2, '0')}` })
    await makeUser(desk.app.db, { name: 'Ends with it', phone: '+447000079223' })
    expect((await names('79223')).length).toBe(10)
    expect((await names('79223'))[0]).toBe('Ends with it')
    expect(Object.keys((await find('911123')).body.data[0])).not.toContain('password_hash')
    expect((await find('911123')).body.data[0]).toMatchObject({ id: anna.id, phone: '+447911123456' })
  })

  test('401, 403 and 422 below three digits', async () => {
    expect((await find('911', '')).status).toBe(401)
    expect((await find('911', await desk.app.signIn(await makeAdmin(desk.app.db, ['Appointment List'])))).status).toBe(403)
    for (const typed of ['', '07', 'Anna', '9'.repeat(50)]) expect([typed, (await find(typed)).status]).toEqual([typed, 422])
  })
})
