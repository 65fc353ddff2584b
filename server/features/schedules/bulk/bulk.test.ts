import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAppointment, makePlace, makeSchedule } from '#database/factories.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())

/** A published session of a new mentor, 09:00 to 11:00. */
async function session(date: string, fields: object = {}, mentors?: Awaited<ReturnType<TestOrganisation['newMentor']>>[]) {
  const roster = mentors ?? [await o.newMentor()]
  const { supportType, place } = o
  const times = { from: `${date}T09:00`, to: `${date}T11:00` }
  const made = await makeSchedule(o.app.db, { supportType, place, mentors: roster, ...times, fields })
  return { id: made.schedule.id, revision: made.schedule.revision, mentor: roster[0]!, slots: made.slots }
}
const listed = (...sessions: { id: string; revision: number }[]) => sessions.map(({ id, revision }) => ({ id, revision }))
type Action = 'change/preview' | 'change' | 'cancel/preview' | 'cancel'
const post = (action: Action, body: object, token: string | undefined = o.token) =>
  o.app.request(`POST /api/schedules/${action}` as 'POST /api/schedules/change', { body, token })
const unknown = { id: '01900000-0000-7000-8000-000000000000', revision: 1 }

describe('POST /api/schedules/change', () => {
  it('puts another mentor in the place of one in every roster, and says what stands in the way', async () => {
    const [leaving, next] = [await o.newMentor(), await o.newMentor()]
    const [other] = [await o.newMentor()]
    const free = await session('2026-12-01', {}, [leaving, other])
    const busy = await session('2026-12-02', {}, [leaving])
    const clash = await session('2026-12-02', {}, [next])
    const booked = await session('2026-12-03', {}, [leaving])
    await makeAppointment(o.app.db, booked.slots[0]!.id, (await o.client('Iris')).id)
    const foreign = await session('2026-12-04')
    const stale = { ...(await session('2026-12-05', {}, [leaving])), revision: 7 }
    const mentor = { from: leaving.id, to: next.id }
    const before = await o.everything()
    const { status, body } = await post('change/preview', { mentor, sessions: listed(free, busy, booked, foreign, stale, unknown) })
    expect(status).toBe(200)
    expect(body.sessions.map((one: { problem: { code: string } | null }) => one.problem?.code)).toEqual([
      undefined,
      'mentor_busy',
      'has_bookings',
      'invalid',
      'stale',
      'not_found',
    ])
    expect(body.sessions[1].clashes).toMatchObject([{ mentor: { id: next.id }, schedule_id: clash.id }])
    expect(body.sessions[2].booked).toMatchObject([{ name: 'Iris' }])
    for (const [one, refusal, code] of [
      [busy, 409, 'mentor_busy'],
      [booked, 409, 'has_bookings'],
      [foreign, 422, 'invalid'],
      [stale, 409, 'stale'],
      [unknown, 404, 'not_found'],
      [free, 422, 'invalid'],
    ] as const) {
      const refused = await post('change', { mentor, sessions: listed(free, one) })
      expect([refused.status, refused.problem.code]).toEqual([refusal, code])
    }
    expect(await o.everything()).toEqual(before)
    expect((await post('change', { mentor, sessions: listed(free) })).body).toMatchObject({ changed: 1 })
    const roster = await o.app.db
      .selectFrom('schedule_mentors')
      .select('mentor_id')
      .where('schedule_id', '=', free.id)
      .orderBy('roster')
      .execute()
    expect(roster.map(({ mentor_id }) => mentor_id)).toEqual([next.id, other.id])
  })

  it('never gives a mentor two of the changed sessions at one time', async () => {
    const lagos = await makePlace(o.app.db, { time_zone: 'Africa/Lagos' })
    const mentor = await o.newMentor()
    const here = await session('2026-12-08', {}, [mentor])
    const { schedule: there } = await makeSchedule(o.app.db, {
      supportType: o.supportType,
      place: lagos,
      mentors: [mentor],
      from: '2026-12-08T08:00',
      to: '2026-12-08T10:00',
    })
    const body = { place_id: (await makePlace(o.app.db)).id, sessions: listed(here, there) }
    const preview = await post('change/preview', body)
    expect(preview.body.sessions.flatMap((one: { clashes: object[] }) => one.clashes)).toMatchObject([{ reason: 'itself' }])
    expect((await post('change', body)).problem.code).toBe('mentor_busy')
  })

  it('moves sessions to another place by its clock, and not with clients', async () => {
    const lagos = await makePlace(o.app.db, { time_zone: 'Africa/Lagos' })
    const [empty, booked] = [await session('2026-12-10'), await session('2026-12-11')]
    await makeAppointment(o.app.db, booked.slots[0]!.id, (await o.client()).id)
    const { body } = await post('change/preview', { place_id: lagos.id, sessions: listed(empty, booked) })
    expect(body.sessions).toMatchObject([
      { problem: null, starts_at: '2026-12-10T08:00:00Z' },
      { problem: { code: 'has_bookings' }, starts_at: null },
    ])
    expect((await post('change', { place_id: lagos.id, sessions: listed(empty) })).body).toMatchObject({ changed: 1 })
    const [row] = await o.app.db.selectFrom('schedules').selectAll().where('id', '=', empty.id).execute()
    expect(row).toMatchObject({ place_id: lagos.id, local_starts: '2026-12-10T09:00:00', starts_at: '2026-12-10T08:00:00Z' })
  })

  it('marks sessions of a series as changed alone', async () => {
    const mentor = await o.newMentor()
    const body = o.input({
      mentor_ids: [mentor.id],
      starts_at: '2027-01-04T09:00',
      ends_at: '2027-01-04T11:00',
      repeat: 'FREQ=DAILY;COUNT=2',
    })
    const { body: planned } = await o.app.request('POST /api/schedules', { body, token: o.token })
    const place = await makePlace(o.app.db)
    await post('change', { place_id: place.id, sessions: listed(planned as { id: string; revision: number }) })
    const series = await o.app.request('GET /api/schedules/{id}/series', { params: { id: planned.id }, token: o.token })
    expect(series.body.sessions.map((one: { changed_alone: boolean }) => one.changed_alone)).toEqual([true, false])
  })

  it('refuses a request without a change, and other abilities', async () => {
    const one = await session('2026-12-14')
    expect((await post('change', { sessions: listed(one) })).status).toBe(422)
    expect((await post('change', { mentor: { from: one.mentor.id, to: one.mentor.id }, sessions: listed(one) })).status).toBe(422)
    expect((await post('change', { place_id: o.place.id, sessions: [] })).status).toBe(422)
    const planner = await o.holderOf('Schedule Create')
    expect((await post('change', { place_id: o.place.id, sessions: listed(one) }, planner)).status).toBe(403)
    expect((await o.app.request('POST /api/schedules/change', { body: { place_id: o.place.id, sessions: listed(one) } })).status).toBe(401)
  })
})

describe('POST /api/schedules/cancel', () => {
  it('names whom it would tell, and then tells exactly them', async () => {
    const client = await o.client('Iris')
    const [first, second] = [await session('2026-12-15'), await session('2026-12-16')]
    const draft = await session('2026-12-17', { status: 'draft' })
    for (const { slots } of [first, second]) await makeAppointment(o.app.db, slots[0]!.id, client.id)
    const sessions = listed(first, second, draft)
    const { body } = await post('cancel/preview', { sessions })
    expect(body.sessions).toMatchObject([
      { problem: null, clients: [{ name: 'Iris', user_id: client.id }], mentors: [{ id: first.mentor.id }] },
      { problem: null, clients: [{ name: 'Iris' }], mentors: [{ id: second.mentor.id }] },
      { problem: null, clients: [], mentors: [] },
    ])
    expect((await post('cancel', { reason: 'Flood', sessions })).body).toEqual({ cancelled: 3, told: 1, undo: expect.any(String) })
    const told = await o.app.db
      .selectFrom('outbox')
      .select('user_id')
      .where('kind', 'in', ['session_cancelled', 'appointment_cancelled'])
      .execute()
    expect(new Set(told.map(({ user_id }) => user_id))).toEqual(new Set([client.id, first.mentor.id, second.mentor.id]))
  })

  it('names and tells clients whose appointment runs already, and none whose appointment is over', async () => {
    const running = await session('2026-11-20')
    for (const { starts_at, id } of running.slots) await makeAppointment(o.app.db, id, (await o.client(starts_at)).id)
    o.app.clock.set('2026-11-20T09:45:00Z')
    const { body } = await post('cancel/preview', { sessions: listed(running) })
    const unended = running.slots.filter(({ ends_at }) => ends_at > '2026-11-20T09:45:15Z').map(({ starts_at }) => starts_at)
    expect(unended.length).toBeLessThan(running.slots.length)
    expect(body.sessions[0].clients.map(({ starts_at }: { starts_at: string }) => starts_at)).toEqual(unended)
    expect((await post('cancel', { reason: 'Flood', sessions: listed(running) })).body.told).toBe(unended.length)
    o.app.clock.set('2026-11-20T09:00:00Z')
  })

  it('cancels all or none, and says which ones cannot be', async () => {
    const fine = await session('2026-12-18')
    const gone = await session('2026-12-18', { status: 'cancelled' })
    const stale = { ...(await session('2026-12-18')), revision: 9 }
    const before = await o.everything()
    const { body } = await post('cancel/preview', { sessions: listed(fine, gone, stale, unknown) })
    expect(body.sessions.map((one: { problem: { code: string } | null }) => one.problem?.code)).toEqual([
      undefined,
      'bad_transition',
      'stale',
      'not_found',
    ])
    for (const [one, code] of [
      [gone, 'bad_transition'],
      [stale, 'stale'],
      [unknown, 'not_found'],
      [fine, 'invalid'],
    ] as const)
      expect((await post('cancel', { reason: 'Flood', sessions: listed(fine, one) })).problem.code).toBe(code)
    expect((await post('cancel', { reason: ' ', sessions: listed(fine) })).status).toBe(422)
    expect(await o.everything()).toEqual(before)
  })
})
