import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeMentor, makeSupportType, makeUser } from '#database/factories.ts'
import { openDesk, type Desk } from '../../testing/desk.ts'

let desk: Desk
let viewer: { id: string; name: string }
let token: string
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())
beforeEach(async () => {
  await requireReason(true)
  viewer = await makeAdmin(desk.app.db)
  token = await desk.app.signIn(viewer)
})

const requireReason = (record_reason: boolean) => desk.app.db.updateTable('settings').set({ record_reason }).execute()
type Name = Parameters<Desk['app']['request']>[0]

/** The status of every call that opens a person's record or one of their appointments. */
async function reach(user: string, appointment: string, as = token): Promise<Record<string, number>> {
  const ask = (name: Name, sent: object) => desk.app.request(name, { token: as, ...sent })
  const answers = [
    ...(['GET /api/users/{id}', 'GET /api/users/{id}/edit', 'GET /api/users/{id}/record', 'GET /api/users/{id}/export'] as const).map(
      name => [name, ask(name, { params: { id: user } })] as const,
    ),
    ...(
      [
        'GET /api/appointments/{id}',
        'GET /api/appointments/{id}/edit',
        'GET /api/appointments/{id}/calendar',
        'GET /api/appointment-feedback/{id}',
      ] as const
    ).map(name => [name, ask(name, { params: { id: appointment } })] as const),
    ['GET /api/previous-history', ask('GET /api/previous-history', { query: { user_id: user } })] as const,
    ['GET /api/my-profile', ask('GET /api/my-profile', { query: { profileId: user } })] as const,
    ['PUT /api/users/{id}', ask('PUT /api/users/{id}', { params: { id: user }, body: {} })] as const,
    ['PUT /api/appointments/{id}', ask('PUT /api/appointments/{id}', { params: { id: appointment }, body: {} })] as const,
  ]
  return Object.fromEntries(await Promise.all(answers.map(async ([name, answer]) => [name, (await answer).status])))
}
const statuses = (found: Record<string, number>) => [...new Set(Object.values(found))]
const give = (user_id: string, reason = 'The client called about the time', as = token) =>
  desk.app.request('POST /api/record-access', { token: as, body: { user_id, reason } })

async function meet(input: Parameters<Desk['plan']>[0] = {}) {
  const { schedule, slots } = await desk.plan(input)
  const { user, appointment } = await desk.book(slots[0]!.id, { questions: ['A private matter'] })
  return { schedule, slots, user, appointment }
}

describe('a record outside one’s own work', () => {
  it('cannot be opened without a reason', async () => {
    const { user, appointment } = await meet()
    expect(statuses(await reach(user.id, appointment.id))).toEqual([403])
    const { problem } = await desk.app.request('GET /api/appointments/{id}', { token, params: { id: appointment.id } })
    expect(problem).toMatchObject({ code: 'reason_required', user_id: user.id })
    const views = await desk.app.db.selectFrom('record_views').selectAll().where('viewer_id', '=', viewer.id).execute()
    expect(views).toEqual([])
  })

  it('can be opened without one while the organisation does not ask', async () => {
    await requireReason(false)
    const { user, appointment } = await meet()
    expect(statuses(await reach(user.id, appointment.id))).toEqual([200])
  })

  it('is open for an hour after a reason, to this viewer alone, and for this person alone', async () => {
    const [{ user, appointment }, other] = [await meet(), await meet()]
    const { status, body } = await give(user.id)
    expect([status, body]).toEqual([
      201,
      { user_id: user.id, valid_until: new Date(desk.app.clock.now().getTime() + 3_600_000).toISOString() },
    ])
    expect(statuses(await reach(user.id, appointment.id))).toEqual([200])
    expect(statuses(await reach(other.user.id, other.appointment.id))).toEqual([403])
    expect(statuses(await reach(user.id, appointment.id, await desk.app.signIn(await makeAdmin(desk.app.db))))).toEqual([403])
    desk.app.clock.advance(3_600_000)
    token = await desk.app.signIn(viewer)
    expect(statuses(await reach(user.id, appointment.id))).toEqual([403])
  })

  it('cannot be opened by way of a merge preview or a record that was merged', async () => {
    const [stays, goes] = [await makeUser(desk.app.db), await makeUser(desk.app.db)]
    const preview = () => desk.app.request('GET /api/users/{id}/merge', { token, params: { id: stays.id }, query: { other_id: goes.id } })
    await give(stays.id)
    expect((await preview()).problem).toMatchObject({ code: 'reason_required', user_id: goes.id })
    await desk.app.db.updateTable('users').set({ merged_into: stays.id, active: false }).where('id', '=', goes.id).execute()
    const third = await makeAdmin(desk.app.db)
    const as = await desk.app.signIn(third)
    expect((await desk.app.request('GET /api/users/{id}', { token: as, params: { id: goes.id } })).problem.user_id).toBe(stays.id)
    expect((await give(goes.id, 'A question', as)).body.user_id).toBe(stays.id)
    expect((await desk.app.request('GET /api/users/{id}', { token: as, params: { id: goes.id } })).status).toBe(200)
  })

  it('cannot be opened by merging it into a record that may be', async () => {
    const { db } = desk.app
    const [stays, goes] = [await makeUser(db), await makeUser(db, { note: 'A private matter' })]
    const merge = () => desk.app.request('POST /api/users/{id}/merge', { token, params: { id: stays.id }, body: { other_id: goes.id } })
    await give(stays.id)
    expect((await merge()).problem).toMatchObject({ code: 'reason_required', user_id: goes.id })
    const { merged_into } = await db.selectFrom('users').select('merged_into').where('id', '=', goes.id).executeTakeFirstOrThrow()
    expect(merged_into).toBeNull()
    await give(goes.id)
    expect((await merge()).body.note).toBe('A private matter')
  })

  it('is not revealed by the refusal to a person who may not see it', async () => {
    const { appointment } = await meet()
    const client = await desk.app.signIn(await makeUser(desk.app.db))
    expect((await desk.app.request('GET /api/appointments/{id}', { token: client, params: { id: appointment.id } })).status).toBe(404)
  })
})

describe('one’s own work needs no reason', () => {
  it('for mentors: their own clients', async () => {
    const mentor = await makeMentor(desk.app.db)
    const { user, appointment } = await meet({ mentors: [mentor] })
    const as = await desk.app.signIn(mentor)
    for (const name of ['GET /api/appointments/{id}', 'GET /api/appointment-feedback/{id}'] as const)
      expect((await desk.app.request(name, { token: as, params: { id: appointment.id } })).status).toBe(200)
    const { status, body } = await desk.app.request('GET /api/previous-history', { token: as, query: { user_id: user.id } })
    expect([status, body.appointments[0].questions]).toEqual([200, ['A private matter']])
  })

  it('for staff: appointments within a day of now, and those that they booked', async () => {
    const now = desk.app.clock.now().getTime()
    const date = new Date(now + 6 * 3_600_000).toISOString().slice(0, 10)
    const mentors = [await makeMentor(desk.app.db)]
    const { user, appointment } = await meet({ mentors, from: `${date}T17:00`, to: `${date}T18:00` })
    expect(statuses(await reach(user.id, appointment.id))).toEqual([200])
    const { slots } = await desk.plan()
    const booked = await desk.book(slots[0]!.id, { booked_by: viewer.id, created_at: new Date(now) })
    expect(statuses(await reach(booked.user.id, booked.appointment.id))).toEqual([200])
  })

  it('for clients: their own record', async () => {
    const { user, appointment } = await meet()
    const as = await desk.app.signIn(user)
    expect((await desk.app.request('GET /api/appointments/{id}', { token: as, params: { id: appointment.id } })).status).toBe(200)
    expect((await desk.app.request('GET /api/my-profile', { token: as })).body.appointments.data[0].questions).toEqual(['A private matter'])
  })
})

describe('an appointment of a confidential support type', () => {
  const confidential = async () => meet({ supportType: await makeSupportType(desk.app.db, { confidential: true }) })
  beforeEach(() => requireReason(false))

  it('cannot be opened or exported without a reason, whatever is set', async () => {
    const { user, appointment } = await confidential()
    const refused = Object.entries(await reach(user.id, appointment.id)).flatMap(([name, status]) => (status === 403 ? [name] : []))
    expect(refused).toEqual([
      'GET /api/users/{id}/record',
      'GET /api/users/{id}/export',
      'GET /api/appointments/{id}',
      'GET /api/appointments/{id}/edit',
      'GET /api/appointments/{id}/calendar',
      'GET /api/appointment-feedback/{id}',
      'PUT /api/appointments/{id}',
    ])
    await give(user.id)
    expect(statuses(await reach(user.id, appointment.id))).toEqual([200])
  })

  it('does not show what was written to its client without a reason', async () => {
    const { user, appointment } = await confidential()
    const about = { user_id: user.id, appointment_id: appointment.id, state: 'failed' as const, phone_by: '2026-11-30T09:00:00Z' }
    const { id } = await desk.app.db
      .insertInto('outbox')
      .values({ kind: 'appointment_cancelled', ...about, body: 'A private matter' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const read = () => desk.app.request('GET /api/messages/{id}', { token, params: { id } })
    expect((await read()).problem).toMatchObject({ code: 'reason_required', user_id: user.id })
    for (const told of [true, false]) {
      const { status, body } = await desk.app.request('POST /api/messages/{id}/told', { token, params: { id }, body: { told } })
      expect([status, body.text]).toEqual([200, null])
    }
    await give(user.id)
    expect((await read()).body.text).toBe('A private matter')
  })

  it('does not show its questions in a list or after a write without a reason', async () => {
    const { user, appointment, schedule } = await confidential()
    const read = async () => {
      const answers = await Promise.all([
        desk.app.request('GET /api/appointments', { token, query: { schedule_id: schedule.id } }),
        desk.app.request('GET /api/previous-history', { token, query: { user_id: user.id } }),
        desk.app.request('GET /api/my-profile', { token, query: { profileId: user.id } }),
      ])
      return answers.map(({ status, body }) => [status, JSON.stringify(body).includes('A private matter')])
    }
    expect(await read()).toEqual(Array.from({ length: 3 }, () => [200, false]))
    const cancelled = await desk.app.request('POST /api/appointments/{id}/status', {
      token,
      params: { id: appointment.id },
      body: { status: 'cancelled', reason: 'Closed' },
    })
    expect([cancelled.status, cancelled.body.questions]).toEqual([200, []])
    await give(user.id)
    expect(await read()).toEqual(Array.from({ length: 3 }, () => [200, true]))
  })
})

describe('a reason', () => {
  it('is read by the person, and not after the viewer or the person was erased', async () => {
    const { user } = await meet()
    const as = await desk.app.signIn(user)
    const reasons = async () => {
      const { body } = await desk.app.request('GET /api/my-profile/views', { token: as })
      return body.data.map((view: { viewer: object; what: string; reason: string | null }) => [view.viewer, view.what, view.reason])
    }
    await give(user.id, '  The client called about the time ')
    expect(await reasons()).toEqual([[{ id: viewer.id, name: viewer.name }, 'reason', 'The client called about the time']])
    const eraser = await desk.app.signIn(await makeAdmin(desk.app.db))
    await give(viewer.id, 'Left the organisation', eraser)
    expect((await desk.app.request('POST /api/users/{id}/erase', { token: eraser, params: { id: viewer.id } })).status).toBe(200)
    expect((await reasons())[0].slice(1)).toEqual(['reason', null])
    const about = await desk.app.db.selectFrom('record_views').select('reason').where('user_id', '=', viewer.id).execute()
    expect(about.filter(({ reason }) => reason !== null)).toEqual([])
  })

  it('cannot be given by a person who may open no records, nor about oneself, a stranger to the system or with no words', async () => {
    const { user } = await meet()
    const outsiders = [await makeUser(desk.app.db), desk.mentor, await makeAdmin(desk.app.db, ['Settings Edit'])]
    for (const person of outsiders) expect((await give(user.id, 'Rude words', await desk.app.signIn(person))).status).toBe(403)
    expect((await give(viewer.id)).problem.code).toBe('not_yourself')
    expect((await give('019aa000-0000-7000-8000-000000000000')).status).toBe(404)
    for (const reason of ['', ' a ', 'x'.repeat(501)]) expect((await give(user.id, reason)).status).toBe(422)
    const views = await desk.app.db.selectFrom('record_views').selectAll().where('user_id', '=', user.id).execute()
    expect(views).toEqual([])
  })

  it('is not given by a GET', async () => {
    const { user } = await meet()
    const answer = await desk.app.http.inject({
      url: `/api/record-access?user_id=${user.id}&reason=Curious`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(404)
  })
})
