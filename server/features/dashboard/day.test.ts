import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Day } from '#contract/day.ts'
import { openDesk, type Desk } from '../../testing/desk.ts'
import { makeAdmin, makeMentor, makePlace } from '#database/factories.ts'

/** It is 09:00 on Friday 20 November 2026 in London. */
let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())

const today = async (now = '2026-11-20T09:00:00Z'): Promise<Day> => {
  desk.app.clock.set(now)
  const { status, body } = await desk.app.request('GET /api/day', { token: await desk.app.signIn(desk.staff) })
  expect(status).toBe(200)
  return body
}
const planToday = async (from: string, to: string, date = '2026-11-20') =>
  desk.plan({ from: `${date}T${from}`, to: `${date}T${to}`, mentors: [await makeMentor(desk.app.db)] })
const setStatus = async (id: string, status: string) =>
  expect(
    (
      await desk.app.request('POST /api/appointments/{id}/status', {
        token: await desk.app.signIn(desk.staff),
        params: { id },
        body: { status },
      })
    ).status,
  ).toBe(200)

test('lists today’s appointments of all sessions by time, and no questions', async () => {
  const { slots } = await planToday('10:00', '12:00')
  const other = await planToday('09:30', '10:00')
  const tomorrow = await planToday('00:00', '00:30', '2026-11-21')
  const late = await desk.book(slots[1]?.id ?? '', { questions: ['A private matter'] })
  const early = await desk.book(other.slots[0]?.id ?? '')
  const gone = await desk.book(slots[2]?.id ?? '', { status: 'cancelled', cancelled_by: 'client' })
  const next = await desk.book(tomorrow.slots[0]?.id ?? '')
  const day = await today()
  expect(day).toMatchObject({ date: '2026-11-20', time_zone: 'Europe/London' })
  const ids = day.appointments.map(({ id }) => id)
  expect(ids).toEqual([early.appointment.id, late.appointment.id])
  expect(ids).not.toContain(gone.appointment.id)
  expect(ids).not.toContain(next.appointment.id)
  expect(day.total).toBe(2)
  expect(JSON.stringify(day)).not.toContain('A private matter')
})

test('tells since when a client has been here, and nothing after Undo', async () => {
  const { slots } = await planToday('10:00', '11:00')
  const { appointment } = await desk.book(slots[0]?.id ?? '')
  const arrivedAt = async () => (await today()).appointments.find(({ id }) => id === appointment.id)?.arrived_at
  const checkIns = async () => (await desk.history(appointment.id)).filter(({ action }) => action === 'arrived').map(({ at }) => at)
  expect(await arrivedAt()).toBeNull()
  await setStatus(appointment.id, 'arrived')
  expect(await arrivedAt()).toBe((await checkIns())[0])
  await setStatus(appointment.id, 'booked')
  expect(await arrivedAt()).toBeNull()
  await setStatus(appointment.id, 'arrived')
  expect(await checkIns()).toHaveLength(2)
  expect(await arrivedAt()).toBe((await checkIns())[1])
})

test('counts and lists a client as here until the appointment ends', async () => {
  const { slots } = await planToday('13:00', '13:30')
  const { appointment } = await desk.book(slots[0]?.id ?? '')
  desk.app.clock.set('2026-11-20T12:50:00Z')
  await setStatus(appointment.id, 'arrived')
  const token = await desk.app.signIn(await makeAdmin(desk.app.db))
  const isListed = async (now: string) => {
    const { appointments } = await today(now)
    const listed = appointments.filter(({ arrived_at }) => arrived_at !== null)
    const { body } = await desk.app.request('GET /api/dashboard', { token })
    expect(body.today.arrived).toBe(listed.length)
    return listed.some(({ id }) => id === appointment.id)
  }
  expect(await isListed('2026-11-20T13:29:59Z')).toBe(true)
  expect(await isListed('2026-11-20T13:30:00Z')).toBe(false)
})

test('an appointment that runs at midnight does not vanish before it ends', async () => {
  const mentor = await makeMentor(desk.app.db)
  const { slots } = await desk.plan({ from: '2026-11-20T23:45', to: '2026-11-21T00:30', mentors: [mentor], fields: { slot_minutes: 45 } })
  const { appointment } = await desk.book(slots[0]?.id ?? '')
  desk.app.clock.set('2026-11-20T23:50:00Z')
  await setStatus(appointment.id, 'arrived')
  const isShown = async (now: string) => {
    const day = await today(now)
    const { body: dashboard } = await desk.app.request('GET /api/dashboard', { token: await desk.app.signIn(desk.staff) })
    const { body: own } = await desk.app.request('GET /api/mentor-day', { token: await desk.app.signIn(mentor) })
    return [day.appointments, dashboard.today.next, own.appointments].map((list: { id: string }[]) =>
      list.some(({ id }) => id === appointment.id),
    )
  }
  expect(await isShown('2026-11-21T00:01:00Z')).toEqual([true, true, true])
  expect(await isShown('2026-11-21T00:30:00Z')).toEqual([false, false, false])
})

test('a free time that runs at midnight does not vanish before it ends', async () => {
  const mentor = await makeMentor(desk.app.db)
  const { schedule } = await desk.plan({
    from: '2026-12-20T23:45',
    to: '2026-12-21T00:30',
    mentors: [mentor],
    fields: { slot_minutes: 45 },
  })
  const freeAt = async (now: string) => {
    const { free } = await today(now)
    const { body: dashboard } = await desk.app.request('GET /api/dashboard', { token: await desk.app.signIn(await makeAdmin(desk.app.db)) })
    const { body: own } = await desk.app.request('GET /api/mentor-day', { token: await desk.app.signIn(mentor) })
    const isListed = ({ schedule_id }: { schedule_id: string }) => schedule_id === schedule.id
    return [free.filter(isListed).length, own.free.filter(isListed).length, dashboard.free_today]
  }
  expect(await freeAt('2026-12-20T23:50:00Z')).toEqual([1, 1, 1])
  expect(await freeAt('2026-12-21T00:01:00Z')).toEqual([1, 1, 1])
  expect(await freeAt('2026-12-21T00:30:00Z')).toEqual([0, 0, 0])
})

test('tells open desks that the day changed, and nothing about whom', async () => {
  const { slots } = await planToday('17:00', '18:00')
  const { appointment } = await desk.book(slots[0]?.id ?? '')
  desk.app.clock.set('2026-11-20T16:30:00Z')
  const token = await desk.app.signIn(desk.staff)
  await desk.app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = desk.app.http.server.address() as AddressInfo
  const open = (as: string, call = 'day') =>
    fetch(`http://127.0.0.1:${port}/api/${call}/live`, { headers: { authorization: `Bearer ${as}` } })
  const mentor = await desk.app.signIn(await makeMentor(desk.app.db))
  expect((await desk.app.request('GET /api/day/live', { token: mentor })).status).toBe(403)
  expect((await desk.app.request('GET /api/mentor-day/live', { token })).status).toBe(403)
  const read = async (answer: Response) => {
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe('retry: 2000\n\n')
    return reader
  }
  const [stream, mentors] = [await read(await open(token)), await read(await open(mentor, 'mentor-day'))]
  await setStatus(appointment.id, 'arrived')
  expect((await stream.read()).value).toBe('event: changed\ndata: {}\n\n')
  expect((await mentors.read()).value).toBe('event: changed\ndata: {}\n\n')
  await desk.book(slots[1]?.id ?? '')
  for (const reader of [stream, mentors]) expect((await reader.read()).value).toBe('event: changed\ndata: {}\n\n')
  await Promise.all([stream.cancel(), mentors.cancel()])
})

test('does not pass off a time kept for interpreted appointments as any other', async () => {
  const mentors = [await makeMentor(desk.app.db)]
  const { schedule } = await desk.plan({ from: '2026-11-20T20:00', to: '2026-11-20T20:30', mentors, fields: { interpreted: true } })
  const other = await planToday('20:00', '20:30')
  const { free } = await today()
  const markOf = (id: string) => free.filter(({ schedule_id }) => schedule_id === id).map(({ interpreted }) => interpreted)
  expect([markOf(schedule.id), markOf(other.schedule.id)]).toEqual([[true], [false]])
})

test('offers no time that staff cannot book', async () => {
  const { schedule, slots } = await planToday('15:00', '16:30')
  await desk.book(slots[0]?.id ?? '')
  const draft = await desk.plan({
    from: '2026-11-20T15:00',
    to: '2026-11-20T15:30',
    mentors: [await makeMentor(desk.app.db)],
    fields: { status: 'draft' },
  })
  const freeOf = ({ free }: Day, id: string) => free.filter(({ schedule_id }) => schedule_id === id).map(({ starts_at }) => starts_at)
  const day = await today()
  expect(freeOf(day, schedule.id)).toEqual(['2026-11-20T15:30:00Z', '2026-11-20T16:00:00Z'])
  expect(freeOf(day, draft.schedule.id)).toEqual([])
  // A time that is running can still be booked, one that is over cannot; the dashboard counts the same.
  const running = await today('2026-11-20T15:45:00Z')
  const { body: dashboard } = await desk.app.request('GET /api/dashboard', { token: await desk.app.signIn(await makeAdmin(desk.app.db)) })
  expect(dashboard.free_today).toBe(running.free.reduce((sum, { free }) => sum + free, 0))
  expect(freeOf(running, schedule.id)).toEqual(['2026-11-20T15:30:00Z', '2026-11-20T16:00:00Z'])
  expect(freeOf(await today('2026-11-20T16:00:00Z'), schedule.id)).toEqual(['2026-11-20T16:00:00Z'])
  await desk.app.db.insertInto('closed_days').values({ place_id: desk.place.id, date: '2026-11-20' }).execute()
  expect(freeOf(await today('2026-11-20T16:00:01Z'), schedule.id)).toEqual([])
})

test('a mentor’s own day has no other mentor’s clients or free times', async () => {
  const [me, other] = [await makeMentor(desk.app.db), await makeMentor(desk.app.db, { name: 'Another Mentor' })]
  const { slots } = await desk.plan({
    place: await makePlace(desk.app.db),
    from: '2026-11-20T18:00',
    to: '2026-11-20T19:00',
    mentors: [me, other],
  })
  const [mine, theirs] = [me, other].map(({ id }) => slots.filter(({ mentor_id }) => mentor_id === id)) as [typeof slots, typeof slots]
  const own = await desk.book(mine[0]?.id ?? '', { questions: ['A private matter'] })
  const cancelled = await desk.book(mine[1]?.id ?? '', { status: 'cancelled', cancelled_by: 'client' })
  const foreign = await desk.book(theirs[0]?.id ?? '')
  desk.app.clock.set('2026-11-20T17:00:00Z')
  const token = await desk.app.signIn(me)
  const { status, body } = await desk.app.request('GET /api/mentor-day', { token })
  expect(status).toBe(200)
  expect(body).toMatchObject({ date: '2026-11-20', total: 1, appointments: [{ id: own.appointment.id, meeting_url: null }] })
  expect(body.free.map(({ starts_at }: { starts_at: string }) => starts_at)).toEqual(['2026-11-20T18:30:00Z'])
  for (const leak of [other.id, foreign.user.id, foreign.appointment.id, cancelled.appointment.id, 'A private matter'])
    expect(JSON.stringify(body)).not.toContain(leak)
  const staff = await desk.app.request('GET /api/mentor-day', { token: await desk.app.signIn(desk.staff) })
  expect(staff.status).toBe(403)
})
