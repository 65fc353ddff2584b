import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeAppointment, makePlace } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())
afterEach(() => o.clearWaitingList())

interface Session {
  id: string
  revision: number
  date: string
  starts_at: string
  ends_at: string
  changed_alone: boolean
  booked: { name: string }[]
}

/** Published Tuesdays from 24 November on, 09:00 to 11:00 in hours, of a new mentor. */
async function tuesdays(input: Record<string, unknown> = {}) {
  const mentor = await o.newMentor()
  const body = o.input({
    ends_at: '2026-11-24T11:00',
    slot_minutes: 60,
    mentor_ids: [mentor.id],
    repeat: 'FREQ=WEEKLY;COUNT=3',
    ...input,
  })
  const { status, body: planned } = await o.app.request('POST /api/schedules', { body, token: o.token })
  expect(status).toBe(201)
  return { id: planned.id as string, mentor }
}
const sessionsOf = async (id: string) =>
  (await o.app.request('GET /api/schedules/{id}/series', { params: { id }, token: o.token })).body.sessions as Session[]
const pick = (sessions: readonly Session[]) => sessions.map(({ id, revision }) => ({ id, revision }))
const change = (id: string, body: object, token = o.token) =>
  o.app.request('PUT /api/schedules/{id}/series', { params: { id }, body, token })
const preview = async (id: string, body: object) =>
  (await o.app.request('POST /api/schedules/{id}/series/preview', { params: { id }, body, token: o.token })).body.sessions as {
    id: string
    date: string
    starts_at: string | null
    problem: string | null
    field: string | null
    choices: string[]
    clashes: { reason: string }[]
    moving: { name: string }[]
    staying: { name: string }[]
  }[]
const slotsOf = (id: string) =>
  o.app.db.selectFrom('slots').selectAll().where('schedule_id', '=', id).where('live', '=', true).orderBy('starts_at').execute()
async function book(scheduleId: string, index = 0, name = 'Client') {
  const client = await o.client(name)
  return { client, ...(await makeAppointment(o.app.db, (await slotsOf(scheduleId))[index]!.id, client.id)) }
}
const messagesTo = async (userId: string) =>
  (await o.app.db.selectFrom('outbox').select('kind').where('user_id', '=', userId).orderBy('id').execute()).map(({ kind }) => kind)
const at = (starts: string, ends: string, move_days = 0) => ({ times: { starts, ends, move_days } })

/** Expects this refusal and an unchanged database. */
async function refused(id: string, body: object, status: number, code: string) {
  const before = await o.everything()
  const answer = await change(id, body)
  expect([answer.status, answer.problem.code]).toEqual([status, code])
  expect(await o.everything()).toEqual(before)
  return answer.problem
}

describe('GET /api/schedules/{id}/series', () => {
  it('lists what is left of the series with its clients', async () => {
    const { id } = await tuesdays()
    const [first, second] = await sessionsOf(id)
    await book(second!.id, 1, 'Iris')
    await o.app.request('POST /api/schedules/{id}/cancel', { params: { id: first!.id }, body: { reason: 'Ill' }, token: o.token })
    const left = await sessionsOf(id)
    expect(left.map(({ date, booked }) => [date, booked.map(({ name }) => name)])).toEqual([
      ['2026-12-01', ['Iris']],
      ['2026-12-08', []],
    ])
    const edit = await o.app.request('GET /api/schedules/{id}/edit', { params: { id: second!.id }, token: o.token })
    expect(edit.body.others_in_series).toBe(1)
  })

  it('says how many later sessions it does not list', async () => {
    const mentor = await o.newMentor()
    const day = { mentor_ids: [mentor.id], ends_at: '2026-11-24T11:00', slot_minutes: 120, repeat: 'FREQ=DAILY;COUNT=200' }
    const { body: first } = await o.app.request('POST /api/schedules', { body: o.input(day), token: o.token })
    for (const [year, count] of [
      [2027, 200],
      [2028, 3],
    ]) {
      const later = { starts_at: `${year}-11-24T09:00`, ends_at: `${year}-11-24T11:00`, repeat: `FREQ=DAILY;COUNT=${count}` }
      const body = o.input({ ...day, ...later, series_of: first.id })
      expect((await o.app.request('POST /api/schedules', { body, token: o.token })).status).toBe(201)
    }
    const { body } = await o.app.request('GET /api/schedules/{id}/series', { params: { id: first.id }, token: o.token })
    expect([body.sessions.length, body.more]).toEqual([400, 3])
  })

  it('is empty for a single session', async () => {
    const { id } = await tuesdays({ repeat: null })
    expect(await sessionsOf(id)).toEqual([])
    const edit = await o.app.request('GET /api/schedules/{id}/edit', { params: { id }, token: o.token })
    expect(edit.body.others_in_series).toBe(0)
  })

  it('marks a session that was changed by itself, and no other', async () => {
    const { id } = await tuesdays()
    const [, second] = await sessionsOf(id)
    await o.app.request('PUT /api/schedules/{id}', { params: { id: second!.id }, body: { note: 'Room 4' }, token: o.token })
    expect((await sessionsOf(id)).map(session => session.changed_alone)).toEqual([false, true, false])
    await change(id, { change: { note: 'Room 5' }, sessions: pick(await sessionsOf(id)) })
    expect((await sessionsOf(id)).map(session => session.changed_alone)).toEqual([false, true, false])
  })
})

describe('PUT /api/schedules/{id}/series', () => {
  it('changes the listed sessions and leaves the others', async () => {
    const { id } = await tuesdays()
    const [first, ...following] = await sessionsOf(id)
    const input = { change: { ...at('10:00', '13:00', 1), note: 'Wednesdays' }, sessions: pick(following) }
    const previewed = await preview(id, input)
    expect(previewed.map(({ date, starts_at, problem }) => [date, starts_at, problem])).toEqual([
      ['2026-12-02', '2026-12-02T10:00:00Z', null],
      ['2026-12-09', '2026-12-09T10:00:00Z', null],
    ])
    const { status, body } = await change(id, input)
    expect([status, body]).toEqual([200, { changed: 2, moved: 0, undo: expect.any(String) }])
    const after = await sessionsOf(id)
    expect(after.map(({ starts_at, revision }) => [starts_at, revision])).toEqual([
      [first!.starts_at, 1],
      ['2026-12-02T10:00:00Z', 2],
      ['2026-12-09T10:00:00Z', 2],
    ])
    expect(await slotsOf(following[0]!.id)).toHaveLength(3)
    const audit = await o.app.db.selectFrom('audit').select('action').where('subject_id', '=', following[1]!.id).orderBy('at').execute()
    expect(audit.map(({ action }) => action)).toEqual(['planned', 'changed'])
  })

  it('keeps the local time on both sides of a clock change', async () => {
    const { id } = await tuesdays({ starts_at: '2027-03-23T09:00', ends_at: '2027-03-23T11:00', repeat: 'FREQ=WEEKLY;COUNT=2' })
    await change(id, { change: at('14:00', '16:00'), sessions: pick(await sessionsOf(id)) })
    expect((await sessionsOf(id)).map(({ starts_at }) => starts_at)).toEqual(['2027-03-23T14:00:00Z', '2027-03-30T13:00:00Z'])
  })

  it('asks about a time that the clock skips on one date, and takes only what it offered', async () => {
    const { id } = await tuesdays({ starts_at: '2027-03-21T09:00', ends_at: '2027-03-21T11:00', repeat: 'FREQ=WEEKLY;COUNT=2' })
    const sessions = await sessionsOf(id)
    const input = { change: at('01:30', '04:00'), sessions: pick(sessions) }
    const [, skipped] = await preview(id, input)
    expect(skipped).toMatchObject({ problem: 'time_skipped', field: 'starts_at', choices: ['2027-03-28T00:59', '2027-03-28T02:00'] })
    await refused(id, input, 422, 'time_skipped')
    const chosen = (starts_at: string) => ({ ...input, chosen_times: [{ id: sessions[1]!.id, starts_at }] })
    await refused(id, chosen('2027-03-28T03:00'), 422, 'invalid')
    expect((await change(id, chosen('2027-03-28T02:00'))).status).toBe(200)
    expect((await sessionsOf(id)).map(({ starts_at }) => starts_at)).toEqual(['2027-03-21T01:30:00Z', '2027-03-28T01:00:00Z'])
  })

  it('moves booked clients with their session only if the caller says so, and tells them', async () => {
    const { id } = await tuesdays()
    const sessions = await sessionsOf(id)
    const { client, id: appointment } = await book(sessions[1]!.id, 1, 'Iris')
    const input = { change: at('09:30', '11:30', 2), sessions: pick(sessions) }
    const previewed = await preview(id, input)
    expect(previewed.map(({ problem, moving }) => [problem, moving.map(({ name }) => name)])).toEqual([
      [null, []],
      [null, ['Iris']],
      [null, []],
    ])
    expect((await refused(id, input, 409, 'has_bookings')).booked).toMatchObject([{ name: 'Iris' }])
    const { status, body } = await change(id, { ...input, move_clients: [appointment] })
    expect([status, body]).toEqual([200, { changed: 3, moved: 1, undo: expect.any(String) }])
    const moved = await o.app.db.selectFrom('appointments').selectAll().where('id', '=', appointment).executeTakeFirstOrThrow()
    expect([moved.starts_at, moved.status]).toEqual(['2026-12-03T10:30:00Z', 'booked'])
    expect(await messagesTo(client.id)).toContain('appointment_moved')
  })

  it('moves sessions of one mentor onto each other’s old times', async () => {
    const { id } = await tuesdays({ repeat: 'FREQ=DAILY;COUNT=4' })
    const sessions = await sessionsOf(id)
    const move_clients = [(await book(sessions[0]!.id)).id, (await book(sessions[2]!.id)).id]
    for (const days of [1, -1]) {
      const { status } = await change(id, { change: at('09:00', '11:00', days), sessions: pick(await sessionsOf(id)), move_clients })
      expect(status).toBe(200)
    }
    expect((await sessionsOf(id)).map(({ starts_at }) => starts_at)).toEqual(sessions.map(({ starts_at }) => starts_at))
  })

  it('does not move a client onto another appointment', async () => {
    const { id } = await tuesdays()
    const [first] = await sessionsOf(id)
    const { client, id: appointment } = await book(first!.id, 0, 'Iris')
    const other = await tuesdays({ starts_at: '2026-11-24T14:00', ends_at: '2026-11-24T15:00', repeat: null })
    await makeAppointment(o.app.db, (await slotsOf(other.id))[0]!.id, client.id)
    const input = { change: at('14:00', '16:00'), sessions: pick([first!]), move_clients: [appointment] }
    expect(await preview(id, input)).toMatchObject([{ problem: 'client_busy', staying: [{ name: 'Iris' }] }])
    await refused(id, input, 409, 'client_busy')
  })

  it('refuses to strand a client, and names the session and the client', async () => {
    const { id } = await tuesdays()
    const sessions = await sessionsOf(id)
    const { id: appointment } = await book(sessions[2]!.id, 1, 'Iris')
    const shorter = { change: at('09:00', '10:00'), sessions: pick(sessions) }
    expect((await preview(id, shorter)).map(({ problem, staying }) => [problem, staying.map(({ name }) => name)])).toEqual([
      [null, []],
      [null, []],
      ['has_bookings', ['Iris']],
    ])
    await refused(id, { ...shorter, move_clients: [appointment] }, 409, 'has_bookings')
    const elsewhere = { change: { place_id: (await makePlace(o.app.db)).id }, sessions: pick(sessions) }
    await refused(id, elsewhere, 409, 'has_bookings')
    expect((await change(id, { ...elsewhere, sessions: pick(sessions.slice(0, 2)) })).status).toBe(200)
  })

  it('refuses clashes with other sessions, time off and closed days', async () => {
    const { id, mentor } = await tuesdays()
    const sessions = await sessionsOf(id)
    await tuesdays({ mentor_ids: [mentor.id], starts_at: '2026-11-24T12:00', ends_at: '2026-11-24T13:00', repeat: null })
    await o.app.db
      .insertInto('time_off')
      .values({ mentor_id: mentor.id, starts_at: '2026-12-01T12:00:00Z', ends_at: '2026-12-01T18:00:00Z' })
      .execute()
    const input = { change: at('12:00', '14:00'), sessions: pick(sessions) }
    expect((await preview(id, input)).map(({ problem, clashes }) => [problem, clashes.map(({ reason }) => reason)])).toEqual([
      ['mentor_busy', ['session']],
      ['mentor_busy', ['time_off']],
      [null, []],
    ])
    expect((await refused(id, input, 409, 'mentor_busy')).clashes).toHaveLength(1)
    const twice = { change: at('09:00', '11:00', 7), sessions: pick(sessions.slice(0, 1)) }
    expect(await preview(id, twice)).toMatchObject([{ problem: 'mentor_busy', clashes: [{ reason: 'session' }] }])
    await refused(id, twice, 409, 'mentor_busy')
  })

  it('refuses a session of another series, a single one, and one that is named twice', async () => {
    const { id } = await tuesdays()
    const other = await tuesdays({ repeat: null })
    const sessions = pick(await sessionsOf(id))
    const foreign = { id: other.id, revision: 1 }
    await refused(id, { change: { note: 'x' }, sessions: [...sessions, foreign] }, 422, 'invalid')
    await refused(other.id, { change: { note: 'x' }, sessions: [foreign] }, 422, 'invalid')
    await refused(id, { change: { note: 'x' }, sessions: [sessions[0], sessions[0]] }, 422, 'invalid')
    await refused(id, { change: { note: 'x' }, sessions: [] }, 422, 'invalid')
    await refused('019aa000-0000-7000-8000-000000000000', { change: { note: 'x' }, sessions: [foreign] }, 404, 'not_found')
  })

  it('never changes a session that is over or cancelled', async () => {
    const { id } = await tuesdays()
    const sessions = await sessionsOf(id)
    const { starts_at, ends_at } = { starts_at: '2026-11-19T09:00:00Z', ends_at: '2026-11-19T11:00:00Z' }
    await o.app.db.updateTable('schedules').set({ starts_at, ends_at }).where('id', '=', sessions[0]!.id).execute()
    const { revision } = await o.app.db
      .selectFrom('schedules')
      .select('revision')
      .where('id', '=', sessions[0]!.id)
      .executeTakeFirstOrThrow()
    expect((await sessionsOf(id)).map(session => session.id)).toEqual(sessions.slice(1).map(session => session.id))
    const over = [{ id: sessions[0]!.id, revision }, ...pick(sessions.slice(1))]
    await refused(id, { change: { note: 'x' }, sessions: over }, 409, 'bad_transition')
  })

  it('lets one of two planners change a series; the other sees that it changed', async () => {
    const { id } = await tuesdays()
    const sessions = pick(await sessionsOf(id))
    const answers = await Promise.all([
      change(id, { change: { note: 'One' }, sessions }),
      change(id, { change: at('12:00', '14:00'), sessions: sessions.toReversed() }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.problem.code).toBe('stale')
    expect((await sessionsOf(id)).map(({ revision }) => revision)).toEqual([2, 2, 2])
  })

  it('refuses when a client books a removed time while the change waits', async () => {
    const { id } = await tuesdays()
    const sessions = await sessionsOf(id)
    const client = await o.client()
    const [slot] = await slotsOf(sessions[2]!.id)
    const trx = await o.app.db.startTransaction().execute()
    await makeAppointment(trx, slot!.id, client.id)
    const asked = change(id, { change: at('10:00', '11:00'), sessions: pick(sessions) })
    await waitForLocks(o.app.db)
    await trx.commit().execute()
    expect((await asked).problem.code).toBe('has_bookings')
  })
})

describe('POST /api/schedules/{id}/series/cancel', () => {
  const cancel = (id: string, body: object) =>
    o.app.request('POST /api/schedules/{id}/series/cancel', { params: { id }, body, token: o.token })

  it('cancels the listed sessions and tells every client', async () => {
    const { id } = await tuesdays()
    const [first, ...following] = await sessionsOf(id)
    await book(first!.id)
    const { client } = await book(following[0]!.id)
    await book(following[1]!.id)
    const { status, body } = await cancel(id, { reason: 'The room is lost', sessions: pick(following) })
    expect([status, body]).toEqual([200, { cancelled: 2, told: 2, undo: expect.any(String) }])
    expect((await sessionsOf(id)).map(session => session.id)).toEqual([first!.id])
    expect(await messagesTo(client.id)).toContain('appointment_cancelled')
    const kept = await o.app.db.selectFrom('appointments').select('status').where('schedule_id', '=', first!.id).execute()
    expect(kept).toEqual([{ status: 'booked' }])
  })

  it('never tells a mentor more than once of one cancellation', async () => {
    const { id, mentor } = await tuesdays()
    const sessions = await sessionsOf(id)
    expect((await cancel(id, { reason: 'The room is lost', sessions: pick(sessions) })).status).toBe(200)
    const told = await o.app.db.selectFrom('outbox').select(['kind', 'detail']).where('user_id', '=', mentor.id).execute()
    const [first, ...more] = sessions.map(session => session.id)
    expect(told).toEqual([{ kind: 'session_cancelled', detail: { schedule_id: first, more } }])
  })

  it('refuses a session that changed since, and needs a reason', async () => {
    const { id } = await tuesdays()
    const sessions = pick(await sessionsOf(id))
    await change(id, { change: { note: 'x' }, sessions: sessions.slice(1) })
    const before = await o.everything()
    expect((await cancel(id, { reason: 'Ill', sessions })).problem.code).toBe('stale')
    expect((await cancel(id, { reason: ' ', sessions })).status).toBe(422)
    expect(await o.everything()).toEqual(before)
  })
})

describe('POST /api/schedules with series_of', () => {
  it('extends a series, which then changes as a whole', async () => {
    const { id, mentor } = await tuesdays()
    const more = { starts_at: '2026-12-15T09:00', ends_at: '2026-12-15T11:00', repeat: 'FREQ=WEEKLY;COUNT=2', series_of: id }
    await tuesdays({ ...more, mentor_ids: [mentor.id] })
    await tuesdays({ ...more, mentor_ids: [mentor.id], repeat: null, starts_at: '2026-12-29T09:00', ends_at: '2026-12-29T11:00' })
    const sessions = await sessionsOf(id)
    expect(sessions.map(({ date }) => date)).toEqual(['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'])
    expect((await change(id, { change: { note: 'x' }, sessions: pick(sessions) })).body.changed).toBe(6)
  })

  it('refuses a session without a series, and an unknown one', async () => {
    const { id } = await tuesdays({ repeat: null })
    const before = await o.everything()
    for (const series_of of [id, '019aa000-0000-7000-8000-000000000000']) {
      const body = o.input({ series_of, mentor_ids: [o.mentors[1].id] })
      const { status, problem } = await o.app.request('POST /api/schedules', { body, token: o.token })
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['series_of']])
    }
    expect(await o.everything()).toEqual(before)
  })
})
