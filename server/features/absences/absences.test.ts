import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makePlace, makeSchedule } from '#database/factories.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'

let o: TestOrganisation
let mentorToken: string
let clientToken: string
beforeAll(async () => {
  o = await startOrganisation()
  mentorToken = await o.app.signIn(o.mentors[0])
  clientToken = await o.app.signIn(await o.client())
})
afterAll(() => o.app.close())

const actions = async (id: string) =>
  (await o.app.db.selectFrom('audit').select('action').where('subject_id', '=', id).orderBy('at').execute()).map(({ action }) => action)

describe('closed days', () => {
  const close = (body: Record<string, unknown>, token: string | undefined = o.token) =>
    o.app.request('POST /api/closed-days', { body, token })
  const list = (query = {}, token: string | undefined = o.token) => o.app.request('GET /api/closed-days', { query, token })

  it('close a place, are listed with who is affected, and open it again', async () => {
    const session = {
      supportType: o.supportType,
      place: o.place,
      mentors: [o.mentors[1]],
      from: '2026-12-24T09:00',
      to: '2026-12-24T10:00',
    }
    const { slots } = await makeSchedule(o.app.db, session)
    await makeAppointment(o.app.db, slots[0]!.id, (await o.client()).id)
    const { status, body } = await close({ place_id: o.place.id, date: '2026-12-24', reason: 'Christmas Eve' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ place: { name: 'Town hall' }, date: '2026-12-24', reason: 'Christmas Eve', affected: 1 })
    expect((await list({ place_id: o.place.id, from: '2026-12-01', to: '2026-12-31' })).body).toEqual({
      data: [body],
      meta: { page: 1, per_page: 20, total: 1, last_page: 1 },
      places: [body.place],
    })
    const search = { params: { support_type_id: o.supportType.id }, query: { from: '2026-12-24', date: '2026-12-24' } }
    const closed = await o.app.request('GET /api/search-schedule/{support_type_id}', search)
    expect(closed.body.days).toEqual([{ date: '2026-12-24', free: 0, places: [], why: 'closed_day' }])
    expect(closed.body.schedules[0]).toMatchObject({ availability: 'closed', seats: { free: 0 }, slots: [] })
    expect((await o.app.request('DELETE /api/closed-days/{id}', { params: { id: body.id }, token: o.token })).status).toBe(200)
    expect((await list({ from: '2026-12-24' })).body.meta.total).toBe(0)
    expect((await o.app.request('GET /api/search-schedule/{support_type_id}', search)).body.days[0].free).toBe(1)
    expect(await actions(body.id)).toEqual(['closed', 'opened'])
  })

  it('refuse malformed, unknown and already closed days', async () => {
    expect((await close({ place_id: o.place.id, date: '2026-02-30' })).status).toBe(422)
    expect((await close({ place_id: o.place.id, date: '2026-12-26', more: 1 })).status).toBe(422)
    expect((await close({ place_id: o.admin.id, date: '2026-12-26' })).problem.errors).toHaveProperty('place_id')
    expect((await close({ place_id: o.place.id, date: '2026-12-26' })).status).toBe(201)
    const again = await close({ place_id: o.place.id, date: '2026-12-26' })
    expect([again.status, again.problem.code]).toEqual([409, 'already_closed'])
    const unknown = { params: { id: o.place.id }, token: o.token }
    expect((await o.app.request('DELETE /api/closed-days/{id}', unknown)).status).toBe(404)
    expect((await list({ from: 'soon' })).status).toBe(422)
  })

  it('are entered with Settings Edit, and read by planners and mentors only', async () => {
    const body = { place_id: o.place.id, date: '2026-12-27' }
    expect((await close(body, '')).status).toBe(401)
    expect((await close(body, await o.holderOf('Schedule Edit'))).status).toBe(403)
    expect((await close(body, await o.holderOf('Settings Edit'))).status).toBe(201)
    expect((await list({}, await o.holderOf('Schedule List'))).status).toBe(200)
    expect((await list({}, mentorToken)).status).toBe(200)
    expect((await list({}, clientToken)).status).toBe(403)
    expect((await list({}, '')).status).toBe(401)
  })
})

describe('several absences', () => {
  const enter = async (mentor: { id: string }, date: string) =>
    (
      await o.app.request('POST /api/time-off', {
        body: { mentor_id: mentor.id, starts_at: `${date}T09:00`, ends_at: `${date}T17:00` },
        token: o.token,
      })
    ).body as { id: string; revision: number }
  const remove = (what: 'remove' | 'remove/preview', entries: object[], token: string | undefined = o.token) =>
    o.app.request(`POST /api/time-off/${what}` as 'POST /api/time-off/remove', { body: { entries }, token })

  it('are removed together: each that can be, and why the others stay', async () => {
    const mentor = await o.newMentor()
    const [one, two, stale] = [await enter(mentor, '2027-02-01'), await enter(mentor, '2027-02-02'), await enter(mentor, '2027-02-03')]
    const listed = [one, two, { ...stale, revision: 7 }].map(({ id, revision }) => ({ id, revision }))
    const entries = [...listed, { id: o.place.id }]
    const before = await o.everything()
    const preview = await remove('remove/preview', entries)
    expect(preview.body.entries.map(({ problem }: { problem: { code: string } | null }) => problem?.code)).toEqual([
      undefined,
      undefined,
      'stale',
      'not_found',
    ])
    expect(await o.everything()).toEqual(before)
    const { status, body } = await remove('remove', entries)
    expect([status, body.removed]).toEqual([200, [one.id, two.id]])
    expect(body.skipped.map(({ code }: { code: string }) => code)).toEqual(['stale', 'not_found'])
    expect(await actions(two.id)).toEqual(['entered', 'taken_back'])
    for (const what of ['remove', 'remove/preview'] as const) {
      expect((await remove(what, [])).status).toBe(422)
      expect((await remove(what, listed, mentorToken)).status).toBe(403)
      expect((await remove(what, listed, '')).status).toBe(401)
    }
  })

  it('are listed in the order asked for', async () => {
    const [anna, zoe] = [await o.newMentor('Anna Order'), await o.newMentor('Zoe Order')]
    const entered = [await enter(zoe, '2027-05-01'), await enter(anna, '2027-05-02'), await enter(zoe, '2027-05-03')]
    const order = async (sort: string) => {
      const { body } = await o.app.request('GET /api/time-off', { query: { from: '2027-05-01', to: '2027-05-03', sort }, token: o.token })
      return body.data.map(({ id }: { id: string }) => entered.findIndex(one => one.id === id))
    }
    expect([await order('starts'), await order('-starts'), await order('mentor'), await order('-mentor')]).toEqual([
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [0, 2, 1],
    ])
    const other = await makePlace(o.app.db, { name: 'Annexe' })
    for (const [place, date] of [
      [o.place, '2027-05-04'],
      [other, '2027-05-05'],
      [o.place, '2027-05-06'],
    ] as const)
      await o.app.request('POST /api/closed-days', { body: { place_id: place.id, date }, token: o.token })
    const days = async (sort: string) => {
      const { body } = await o.app.request('GET /api/closed-days', {
        query: { from: '2027-05-04', to: '2027-05-06', sort },
        token: o.token,
      })
      return body.data.map(({ date }: { date: string }) => Number(date.slice(-1)))
    }
    expect([await days('date'), await days('-date'), await days('place'), await days('-place')]).toEqual([
      [4, 5, 6],
      [6, 5, 4],
      [5, 4, 6],
      [4, 6, 5],
    ])
    expect((await o.app.request('GET /api/time-off', { query: { sort: 'reason' }, token: o.token })).status).toBe(422)
    expect((await o.app.request('GET /api/closed-days', { query: { sort: 'reason' }, token: o.token })).status).toBe(422)
  })
})

describe('time off', () => {
  const enter = (body: Record<string, unknown>, token: string | undefined = o.token) => o.app.request('POST /api/time-off', { body, token })
  const list = (query = {}, token: string | undefined = o.token) => o.app.request('GET /api/time-off', { query, token })
  const remove = (id: string, token: string, query = {}) => o.app.request('DELETE /api/time-off/{id}', { params: { id }, query, token })

  it('is entered by a mentor for themselves, with the affected appointments, and removed', async () => {
    const mentor = await o.newMentor('Mara')
    const token = await o.app.signIn(mentor)
    const session = { supportType: o.supportType, place: o.place, mentors: [mentor], from: '2026-11-26T09:00', to: '2026-11-26T10:00' }
    const { schedule, slots } = await makeSchedule(o.app.db, session)
    await makeAppointment(o.app.db, slots[0]!.id, (await o.client()).id)
    const { status, body } = await enter({ starts_at: '2026-11-26T00:00', ends_at: '2026-11-27T00:00', reason: 'Dentist' }, token)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      mentor: { id: mentor.id, name: 'Mara' },
      starts_at: '2026-11-26T00:00:00Z',
      ends_at: '2026-11-27T00:00:00Z',
      time_zone: 'Europe/London',
      reason: 'Dentist',
      affected: 1,
    })
    expect((await list({}, token)).body.data).toEqual([body])
    const booking = { schedule_id: schedule.id, starts_at: slots[1]!.starts_at, user_id: (await o.client()).id }
    const refused = await o.app.request('POST /api/appointments', { body: booking, token: o.token })
    expect([refused.status, refused.problem.code, refused.problem.reason]).toEqual([409, 'not_bookable', 'mentor_away'])
    const planned = await o.app.request('POST /api/schedules', {
      body: o.input({ mentor_ids: [mentor.id], starts_at: '2026-11-26T14:00', ends_at: '2026-11-26T15:00' }),
      token: o.token,
    })
    expect([planned.status, planned.problem.clashes![0]!.reason]).toEqual([409, 'time_off'])
    expect((await remove(body.id, token, { revision: body.revision + 1 })).problem.code).toBe('stale')
    expect((await remove(body.id, token, { revision: body.revision })).status).toBe(200)
    expect((await o.app.request('POST /api/appointments', { body: booking, token: o.token })).status).toBe(201)
    expect(await actions(body.id)).toEqual(['entered', 'taken_back'])
  })

  it('uses the longer span on clock-change days', async () => {
    const token = await o.app.signIn(await o.newMentor())
    const { body } = await enter({ starts_at: '2026-10-25T01:30', ends_at: '2026-10-25T01:45' }, token)
    expect([body.starts_at, body.ends_at]).toEqual(['2026-10-25T00:30:00Z', '2026-10-25T01:45:00Z'])
  })

  it('refuses malformed and empty spans', async () => {
    const input = { mentor_id: o.mentors[0].id, starts_at: '2026-11-27T00:00', ends_at: '2026-11-28T00:00' }
    expect((await enter({ ...input, ends_at: input.starts_at })).problem.errors).toHaveProperty('ends_at')
    expect((await enter({ ...input, ends_at: '2029-01-01T00:00' })).problem.errors).toHaveProperty('ends_at')
    expect((await enter({ ...input, starts_at: 'now' })).status).toBe(422)
    expect((await enter({ ...input, why: 'x' })).status).toBe(422)
    expect((await enter({ ...input, mentor_id: (await o.client()).id })).problem.errors).toHaveProperty('mentor_id')
    expect((await list({ from: '2026-02-30' })).status).toBe(422)
  })

  it('is edited for any mentor with Schedule Edit, read without reason with Schedule List, otherwise only the caller’s own', async () => {
    const [mine, other] = [await o.newMentor(), await o.newMentor()]
    const token = await o.app.signIn(mine)
    const input = { mentor_id: other.id, starts_at: '2026-11-27T09:00', ends_at: '2026-11-27T12:00', reason: 'Flu' }
    expect((await enter(input, '')).status).toBe(401)
    expect((await enter(input, token)).problem.code).toBe('missing_ability')
    expect((await enter({ ...input, mentor_id: undefined }, clientToken)).problem.code).toBe('not_mentor')
    const editor = await o.app.signIn(await makeAdmin(o.app.db, ['Schedule Edit']))
    const { status, body } = await enter(input, editor)
    expect([status, body.reason]).toEqual([201, 'Flu'])
    const read = await list({ mentor_id: other.id }, await o.holderOf('Schedule List'))
    expect(read.body.data).toEqual([{ ...body, reason: null }])
    expect((await list({ mentor_id: other.id }, token)).status).toBe(404)
    expect((await list({}, token)).body.data).toEqual([])
    expect((await list({}, clientToken)).problem.code).toBe('not_mentor')
    expect((await list({}, '')).status).toBe(401)
    expect((await remove(body.id, token)).status).toBe(404)
    expect((await remove(body.id, await o.holderOf('Schedule List'))).status).toBe(404)
    expect((await remove(body.id, editor)).status).toBe(200)
    expect((await remove(body.id, editor)).status).toBe(404)
  })
})
