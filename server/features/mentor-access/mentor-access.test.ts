import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAppointment, makeMentor } from '#database/factories.ts'
import { addressPlace } from '../busy-calendars/queries.ts'
import { openDesk, type Desk } from '../../testing/desk.ts'

// Decision record 048: a mentor reads a client's record while both have a seat together and the mentor's
// role lasts.

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())

type Person = { id: string }

/** A mentor with one session and a client in it. */
async function meet(fields: Parameters<Desk['book']>[1] = {}) {
  const { app } = desk
  const mentor = await makeMentor(app.db)
  const { schedule, slots } = await desk.plan({ mentors: [mentor] })
  const { user, appointment } = await desk.book(slots[0]!.id, { questions: ['A private matter'], ...fields })
  return { mentor, token: await app.signIn(mentor), client: user, appointment, schedule, slots }
}
type Met = Awaited<ReturnType<typeof meet>>

const endRole = (mentor: Person) => desk.app.db.deleteFrom('role_assignments').where('user_id', '=', mentor.id).execute()
const enterInError = (id: string) =>
  desk.app.db.updateTable('appointments').set({ status: 'entered-in-error' }).where('id', '=', id).execute()
const cancel = async ({ client, appointment }: Pick<Met, 'client' | 'appointment'>) => {
  const sent = { token: await desk.app.signIn(client), params: { id: appointment.id } }
  expect((await desk.app.request('POST /api/appointments/{id}/cancel', sent)).status).toBe(200)
}

/** The status of every call that shows or changes something of a client to their mentor. */
async function reach({ token, client, appointment }: Pick<Met, 'token' | 'client' | 'appointment'>) {
  const { app } = desk
  const { id } = appointment
  const params = { id }
  const statusOf = async (...sent: Parameters<typeof app.request>) => (await app.request(sent[0], { token, ...sent[1] })).status
  return {
    appointment: await statusOf('GET /api/appointments/{id}', { params }),
    calendar: await statusOf('GET /api/appointments/{id}/calendar', { params }),
    history: await statusOf('GET /api/previous-history', { query: { user_id: client.id } }),
    feedback: await statusOf('GET /api/appointment-feedback/{id}', { params }),
    form: await statusOf('GET /api/feedback/create', { query: { appointment_id: id, type: 'mentor' } }),
    formByReference: await statusOf('GET /api/feedback/create', { query: { reference: appointment.reference } }),
    words: await statusOf('POST /api/feedback', { body: { appointment_id: id, answers: [] } }),
    status: await statusOf('POST /api/appointments/{id}/status', { params, body: { status: 'arrived' } }),
  }
}

const nothing = {
  appointment: 404,
  calendar: 404,
  history: 404,
  feedback: 404,
  form: 404,
  formByReference: 404,
  words: 404,
  status: 404,
}

/** The clients whom the mentor sees in a session. */
async function listed({ token, schedule }: Pick<Met, 'token' | 'schedule'>): Promise<string[]> {
  const { body } = await desk.app.request('GET /api/mentor-appointments', { token, query: { schedule_id: schedule.id } })
  return body.data.map(({ user }: { user: Person }) => user.id)
}

test('a mentor reads the record of a client who holds a seat with them', async () => {
  const met = await meet()
  expect(await reach(met)).toEqual({
    ...nothing,
    appointment: 200,
    calendar: 200,
    history: 200,
    feedback: 200,
    form: 409,
    formByReference: 409,
    words: 409,
    status: expect.any(Number),
  })
  expect(await listed(met)).toEqual([met.client.id])
})

describe('a former mentor', () => {
  test('cannot read an appointment, its calendar file, its history or its feedback, nor change its status', async () => {
    const met = await meet({ status: 'fulfilled' })
    await desk.app.db
      .insertInto('feedback')
      .values({ type: 'mentor', appointment_id: met.appointment.id, author_id: met.mentor.id })
      .execute()
    expect(await reach(met)).toMatchObject({ appointment: 200, feedback: 200 })
    await endRole(met.mentor)
    expect(await reach(met)).toEqual(nothing)
    const { status, body } = await desk.app.request('GET /api/mentor-appointments', {
      token: met.token,
      query: { schedule_id: met.schedule.id },
    })
    expect([status, body.code]).toEqual([403, 'not_mentor'])
    expect((await desk.app.request('GET /api/mentor-schedule', { token: met.token })).status).toBe(403)
  })

  test('cannot read them once the role that they hold is no mentor’s role any more', async () => {
    const met = await meet()
    const { role_id } = await desk.app.db
      .selectFrom('role_assignments')
      .select('role_id')
      .where('user_id', '=', met.mentor.id)
      .executeTakeFirstOrThrow()
    await desk.app.db.updateTable('roles').set({ is_mentor: false }).where('id', '=', role_id).execute()
    expect(await reach(met)).toEqual(nothing)
  })

  test('cannot read the history of a client until the role is back', async () => {
    const met = await meet()
    const { role_id } = await desk.app.db
      .selectFrom('role_assignments')
      .select('role_id')
      .where('user_id', '=', met.mentor.id)
      .executeTakeFirstOrThrow()
    await endRole(met.mentor)
    expect((await desk.app.request('GET /api/previous-history', { token: met.token, query: { user_id: met.client.id } })).status).toBe(404)
    await desk.app.db.insertInto('role_assignments').values({ user_id: met.mentor.id, role_id }).execute()
    expect((await reach(met)).history).toBe(200)
  })

  test('cannot remove time off or a calendar of the time as a mentor', async () => {
    const { mentor, token } = await meet()
    const { db, clock } = desk.app
    const off = { mentor_id: mentor.id, starts_at: '2027-12-01T09:00:00Z', ends_at: '2027-12-01T17:00:00Z' }
    const { id } = await db.insertInto('time_off').values(off).returning('id').executeTakeFirstOrThrow()
    const address = desk.app.platform.secrets.seal(addressPlace(mentor.id), 'https://example.org/own.ics')
    const calendar = { mentor_id: mentor.id, address, added_at: clock.now(), due_at: clock.now() }
    await db.insertInto('busy_calendars').values(calendar).execute()
    await endRole(mentor)
    const params = { id: mentor.id }
    expect((await desk.app.request('DELETE /api/time-off/{id}', { token, params: { id } })).status).toBe(404)
    expect((await desk.app.request('POST /api/busy-calendars/{id}/read', { token, params })).status).toBe(404)
    expect((await desk.app.request('DELETE /api/busy-calendars/{id}', { token, params })).status).toBe(404)
  })
})

describe('a mentor whose client cancelled', () => {
  test('cannot read the record of a client who booked and cancelled at once', async () => {
    const met = await meet()
    await cancel(met)
    expect(await reach(met)).toEqual(nothing)
    expect(await listed(met)).toEqual([])
    expect((await reach({ ...met, token: await desk.app.signIn(met.client) })).appointment).toBe(200)
  })

  test('cannot find the client by phone in the session', async () => {
    const met = await meet()
    await cancel(met)
    const query = { schedule_id: met.schedule.id, phone: met.client.phone!.slice(-4) }
    expect((await desk.app.request('GET /api/mentor-appointments', { token: met.token, query })).body.data).toEqual([])
  })

  test('sees the cancelled appointment of a client who has another seat with them', async () => {
    const met = await meet()
    const { schedule, slots } = await desk.plan({ mentors: [met.mentor] })
    await makeAppointment(desk.app.db, slots[0]!.id, met.client.id)
    await cancel(met)
    expect(await listed(met)).toEqual([met.client.id])
    expect(await listed({ token: met.token, schedule })).toEqual([met.client.id])
    expect(await reach(met)).toMatchObject({ appointment: 200, history: 200, status: 409 })
  })
})

test('a mentor cannot read an appointment that was entered in error', async () => {
  const met = await meet()
  await enterInError(met.appointment.id)
  expect(await reach(met)).toEqual(nothing)
})

test('a mentor whose appointment went to another mentor cannot read it, and the other one can', async () => {
  const met = await meet()
  const other = await makeMentor(desk.app.db)
  const { schedule, slots } = await desk.plan({ mentors: [other] })
  const moved = await desk.app.request('PUT /api/appointments/{id}', {
    token: desk.token,
    params: { id: met.appointment.id },
    body: { schedule_id: schedule.id, starts_at: slots[0]!.starts_at, mentor_id: other.id },
  })
  expect(moved.status).toBe(200)
  expect(await reach(met)).toEqual(nothing)
  expect(await listed(met)).toEqual([])
  expect(await reach({ ...met, token: await desk.app.signIn(other) })).toMatchObject({ appointment: 200, history: 200 })
})

test('a mentor cannot read the record of another mentor’s client', async () => {
  const [met, other] = [await meet(), await meet()]
  expect(await reach({ ...met, token: other.token })).toEqual(nothing)
})

describe('after mentor_access_days', () => {
  test('a mentor cannot read the record any more, to the second', async () => {
    const { app } = desk
    const before = app.clock.now().toISOString()
    const met = await meet({ status: 'fulfilled' })
    const end = Date.parse(met.slots[0]!.ends_at) + 180 * 24 * 60 * 60 * 1000
    try {
      app.clock.set(new Date(end - 1000).toISOString())
      const token = await app.signIn(met.mentor)
      expect(await reach({ ...met, token })).toMatchObject({ appointment: 200, history: 200 })
      app.clock.set(new Date(end).toISOString())
      expect(await reach({ ...met, token })).toEqual(nothing)
      expect(await listed({ ...met, token })).toEqual([])
    } finally {
      app.clock.set(before)
    }
  })

  test('the days are the setting’s, from the next request on', async () => {
    const { app } = desk
    const before = app.clock.now().toISOString()
    const met = await meet({ status: 'fulfilled' })
    try {
      app.clock.set(new Date(Date.parse(met.slots[0]!.ends_at) + 3 * 24 * 60 * 60 * 1000).toISOString())
      const token = await app.signIn(met.mentor)
      expect((await reach({ ...met, token })).appointment).toBe(200)
      await app.db.updateTable('settings').set({ mentor_access_days: 2 }).execute()
      expect(await reach({ ...met, token })).toEqual(nothing)
    } finally {
      await app.db.updateTable('settings').set({ mentor_access_days: 180 }).execute()
      app.clock.set(before)
    }
  })
})
