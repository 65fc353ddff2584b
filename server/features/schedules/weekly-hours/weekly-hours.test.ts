import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeAppointment, makePlace } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'
import { planWeeklyHours } from './job.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())
const start = '2026-11-20T09:00:00Z'
afterEach(async () => {
  o.app.clock.set(start)
  await o.app.db.updateTable('weekly_hours').set({ ended_at: start }).where('ended_at', 'is', null).execute()
})

/** Mondays from nine to twelve at the Town hall, from 23 November 2026 on, of a new mentor. */
async function mondays(change: Record<string, unknown> = {}, token = o.token) {
  const mentor_id = (await o.newMentor()).id
  const ranges = [{ weekday: 1, starts: '09:00', ends: '12:00', support_type_id: o.supportType.id }]
  const body = { mentor_id, place_id: o.place.id, ranges, slot_minutes: 60, from_date: '2026-11-20', ...change }
  return o.app.request('POST /api/weekly-hours', { body, token })
}
const sessionsOf = (id: string) =>
  o.app.db.selectFrom('schedules').selectAll().where('series_id', '=', id).where('status', '<>', 'cancelled').orderBy('starts_at').execute()
const datesOf = async (id: string) => (await sessionsOf(id)).map(({ local_date }) => local_date)
const listed = async (id: string) =>
  (
    (await o.app.request('GET /api/weekly-hours', { token: await o.app.signIn(o.admin) })).body.data as {
      id: string
      skipped: unknown[]
      revision: number
    }[]
  ).find(hours => hours.id === id)
const end = (id: string, body: object, token = o.token) => o.app.request('POST /api/weekly-hours/{id}/end', { params: { id }, body, token })
const run = () => planWeeklyHours(o.app)
const mondaysOf = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04', '2027-01-11']

describe('POST /api/weekly-hours', () => {
  it('plans and publishes eight weeks of sessions as one series', async () => {
    const { status, body } = await mondays()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ranges: [{ weekday: 1, starts: '09:00', ends: '12:00', support_type: { name: 'Career advice' } }],
      sessions_ahead: 8,
      clients_ahead: 0,
      planned_until: '2027-01-11',
      skipped: [],
      until_date: null,
    })
    expect(await datesOf(body.id)).toEqual(mondaysOf)
    const [first] = await sessionsOf(body.id)
    expect(first).toMatchObject({ status: 'published', starts_at: '2026-11-23T09:00:00Z', slot_minutes: 60 })
    const series = await o.app.request('GET /api/schedules/{id}/series', { params: { id: first!.id }, token: o.token })
    expect(series.body.sessions).toHaveLength(8)
  })

  it('plans several times a week, between its first and last day, on the place’s clock', async () => {
    const ranges = [
      { weekday: 4, starts: '14:00', ends: '18:00', support_type_id: o.supportType.id },
      { weekday: 1, starts: '09:00', ends: '12:00', support_type_id: o.supportType.id },
    ]
    const { body } = await mondays({ ranges, from_date: '2026-11-26', until_date: '2026-12-03' })
    expect((await sessionsOf(body.id)).map(({ local_starts }) => local_starts.slice(0, 16))).toEqual([
      '2026-11-26T14:00',
      '2026-11-30T09:00',
      '2026-12-03T14:00',
    ])
  })

  it('never plans over another session, time off or a closed day, and says what it skipped and why', async () => {
    const mentor_id = (await o.newMentor()).id
    const place = await makePlace(o.app.db)
    const busy = o.input({ mentor_ids: [mentor_id], starts_at: '2026-11-30T10:00', ends_at: '2026-11-30T11:00' })
    await o.app.request('POST /api/schedules', { body: busy, token: o.token })
    await o.app.db.insertInto('closed_days').values({ place_id: place.id, date: '2026-12-07' }).execute()
    await o.app.db
      .insertInto('time_off')
      .values({ mentor_id, starts_at: '2026-12-14T08:00:00Z', ends_at: '2026-12-14T10:00:00Z' })
      .execute()
    const { body } = await mondays({ mentor_id, place_id: place.id, until_date: '2026-12-21' })
    expect(await datesOf(body.id)).toEqual(['2026-11-23', '2026-12-21'])
    expect(body.skipped).toEqual([
      { date: '2026-11-30', starts: '09:00', reason: 'session', holiday: null },
      { date: '2026-12-07', starts: '09:00', reason: 'closed_day', holiday: null },
      { date: '2026-12-14', starts: '09:00', reason: 'time_off', holiday: null },
    ])
    await o.app.db.deleteFrom('closed_days').where('place_id', '=', place.id).execute()
    await run()
    expect(await datesOf(body.id)).toEqual(['2026-11-23', '2026-12-07', '2026-12-21'])
    expect((await listed(body.id))!.skipped).toHaveLength(2)
  })

  it('skips a date on which the clock skips or repeats a time', async () => {
    o.app.clock.set('2027-03-19T09:00:00Z')
    const ranges = [{ weekday: 7, starts: '01:30', ends: '04:00', support_type_id: o.supportType.id }]
    const spring = await mondays({ ranges, from_date: '2027-03-19', until_date: '2027-04-04' }, await o.app.signIn(o.admin))
    expect(spring.body.skipped).toEqual([{ date: '2027-03-28', starts: '01:30', reason: 'time_skipped', holiday: null }])
    o.app.clock.set('2027-10-22T09:00:00Z')
    const autumn = await mondays({ ranges, from_date: '2027-10-22', until_date: '2027-11-07' }, await o.app.signIn(o.admin))
    expect(autumn.body.skipped).toEqual([{ date: '2027-10-31', starts: '01:30', reason: 'time_repeated', holiday: null }])
  })

  it.each([
    ['times that overlap', { ranges: ['09:00-12:00', '11:00-13:00'] }, 'ranges.1.ends'],
    ['a time that ends before it starts', { ranges: ['12:00-09:00'] }, 'ranges.0.ends'],
    ['a last day before the first', { until_date: '2026-11-19' }, 'until_date'],
    ['no times', { ranges: [] }, 'ranges'],
    ['a time without room for a slot', { ranges: ['09:00-12:00', '13:00-13:59'], slot_minutes: 60 }, 'slot_minutes'],
    ['a person who is no mentor', { mentor_id: 'client' }, 'mentor_id'],
    ['an unknown place', { place_id: '019aa000-0000-7000-8000-000000000000' }, 'place_id'],
    ['an unknown support type', { type: '019aa000-0000-7000-8000-000000000000' }, 'ranges.0.support_type_id'],
  ])('refuses %s, and writes nothing', async (_, { ranges, type, ...change }: Record<string, unknown>, field) => {
    const support_type_id = type ?? o.supportType.id
    const times = ((ranges as string[] | undefined) ?? ['09:00-12:00']).map(text => {
      const [starts, ends] = text.split('-')
      return { weekday: 1, starts, ends, support_type_id }
    })
    const own = change.mentor_id === 'client' ? { mentor_id: (await o.client()).id } : {}
    const before = await o.everything()
    const { status, problem } = await mondays({ ranges: times, ...change, ...own })
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]])
    expect(await o.everything()).toEqual(before)
    expect(await o.app.db.selectFrom('weekly_hours').select('id').where('ended_at', 'is', null).execute()).toEqual([])
  })
})

describe('the job of weekly hours', () => {
  it('plans what comes within reach, and nothing twice', async () => {
    const { body } = await mondays()
    await run()
    expect(await datesOf(body.id)).toEqual(mondaysOf)
    o.app.clock.set('2026-11-27T09:00:00Z')
    await run()
    expect(await datesOf(body.id)).toEqual([...mondaysOf, '2027-01-18'])
  })

  it('does not bring back a session that was cancelled or moved', async () => {
    const { body } = await mondays()
    const [first, second] = await sessionsOf(body.id)
    await o.app.request('POST /api/schedules/{id}/cancel', { params: { id: first!.id }, body: { reason: 'Ill' }, token: o.token })
    const moved = { starts_at: '2026-12-02T09:00', ends_at: '2026-12-02T12:00' }
    expect((await o.app.request('PUT /api/schedules/{id}', { params: { id: second!.id }, body: moved, token: o.token })).status).toBe(200)
    await run()
    expect(await datesOf(body.id)).toEqual(['2026-12-02', ...mondaysOf.slice(2)])
  })

  it('plans as far ahead as the settings say', async () => {
    await o.app.db.updateTable('settings').set({ plan_ahead_weeks: 2 }).execute()
    const { body } = await mondays()
    expect(await datesOf(body.id)).toEqual(mondaysOf.slice(0, 2))
    await o.app.db.updateTable('settings').set({ plan_ahead_weeks: 3 }).execute()
    await run()
    expect(await datesOf(body.id)).toEqual(mondaysOf.slice(0, 3))
    await o.app.db.updateTable('settings').set({ plan_ahead_weeks: 8 }).execute()
  })

  it('plans every date once when several servers run it at the same time', async () => {
    const { body } = await mondays()
    o.app.clock.set('2026-12-18T09:00:00Z')
    await Promise.all([run(), run(), run()])
    expect(await datesOf(body.id)).toEqual([...mondaysOf, '2027-01-18', '2027-01-25', '2027-02-01', '2027-02-08'])
  })

  it('plans nothing for a mentor who has left, and says so', async () => {
    const mentor = await o.newMentor()
    const { body } = await mondays({ mentor_id: mentor.id, until_date: '2027-01-20' })
    await o.app.db.updateTable('users').set({ active: false }).where('id', '=', mentor.id).execute()
    o.app.clock.set('2026-11-27T09:00:00Z')
    await run()
    expect(await datesOf(body.id)).toEqual(mondaysOf)
    expect((await listed(body.id))!.skipped).toEqual([{ date: '2027-01-18', starts: '09:00', reason: 'not_offered', holiday: null }])
  })
})

describe('POST /api/weekly-hours/{id}/end', () => {
  async function withClient() {
    const { body } = await mondays()
    const [first] = await sessionsOf(body.id)
    const slot = await o.app.db.selectFrom('slots').select('id').where('schedule_id', '=', first!.id).limit(1).executeTakeFirstOrThrow()
    const client = await o.client()
    await makeAppointment(o.app.db, slot.id, client.id)
    return { id: body.id as string, client, slot }
  }

  it('keeps planned sessions, and plans no more', async () => {
    const { id } = await withClient()
    expect((await end(id, { sessions: 'keep' })).body).toEqual({ cancelled: 0, told: 0 })
    o.app.clock.set('2026-12-18T09:00:00Z')
    await run()
    expect(await datesOf(id)).toEqual(mondaysOf)
    expect(await listed(id)).toBeUndefined()
  })

  it('cancels sessions without bookings only', async () => {
    const { id } = await withClient()
    expect((await end(id, { sessions: 'cancel_free' })).body).toEqual({ cancelled: 7, told: 0 })
    expect(await datesOf(id)).toEqual(mondaysOf.slice(0, 1))
  })

  it('does not cancel a session that is booked while it waits', async () => {
    const { body } = await mondays()
    const [first] = await sessionsOf(body.id)
    const slot = await o.app.db.selectFrom('slots').select('id').where('schedule_id', '=', first!.id).limit(1).executeTakeFirstOrThrow()
    const trx = await o.app.db.startTransaction().execute()
    await makeAppointment(trx, slot.id, (await o.client()).id)
    const asked = end(body.id, { sessions: 'cancel_free' })
    await waitForLocks(o.app.db)
    await trx.commit().execute()
    expect((await asked).body.cancelled).toBe(7)
    expect(await datesOf(body.id)).toEqual(mondaysOf.slice(0, 1))
  })

  it('cancels all with a reason, and tells the clients', async () => {
    const { id, client } = await withClient()
    expect((await end(id, { sessions: 'cancel_all' })).status).toBe(422)
    expect((await end(id, { sessions: 'cancel_all', reason: 'She moves away' })).body).toEqual({ cancelled: 8, told: 1 })
    const messages = await o.app.db.selectFrom('outbox').select('kind').where('user_id', '=', client.id).execute()
    expect(messages.map(({ kind }) => kind)).toContain('appointment_cancelled')
  })

  it('ends once, and only what the caller saw', async () => {
    const { body } = await mondays()
    expect((await end(body.id, { sessions: 'keep', revision: body.revision + 1 })).problem.code).toBe('stale')
    const answers = await Promise.all([
      end(body.id, { sessions: 'cancel_free', revision: body.revision }),
      end(body.id, { sessions: 'keep', revision: body.revision }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await end(body.id, { sessions: 'keep' })).problem.code).toBe('bad_transition')
    expect((await end('019aa000-0000-7000-8000-000000000000', { sessions: 'keep' })).problem.code).toBe('not_found')
  })
})

describe('public holidays', () => {
  /** A place in England: 28 December 2026 is the substitute for Boxing Day. */
  const englishPlace = () => makePlace(o.app.db, { time_zone: 'Europe/London', holiday_region: 'GB-ENG' })
  const boxingDay = { date: '2026-12-28', starts: '09:00', reason: 'holiday', holiday: 'Boxing Day (substitute day)' }
  const withoutHoliday = mondaysOf.filter(date => date !== boxingDay.date)
  const set = (id: string, region: string | null) =>
    o.app.db.updateTable('places').set({ holiday_region: region }).where('id', '=', id).execute()
  const change = (id: string, place: string, fields: object) =>
    o.app.request('PUT /api/weekly-hours/{id}', {
      params: { id },
      body: {
        place_id: place,
        ranges: [{ weekday: 1, starts: '09:00', ends: '12:00', support_type_id: o.supportType.id }],
        slot_minutes: 60,
        break_minutes: 0,
        seats_per_slot: 1,
        until_date: null,
        ...fields,
      },
      token: o.token,
    })

  it('are left out unless the planner wants them, with the name as reason', async () => {
    const place = await englishPlace()
    const { status, body } = await mondays({ place_id: place.id })
    expect([status, body.sessions_ahead]).toEqual([201, 7])
    expect(body).toMatchObject({ leave_out_holidays: true, skipped: [boxingDay] })
    expect(await datesOf(body.id)).toEqual(withoutHoliday)
    await run()
    expect((await listed(body.id))?.skipped).toEqual([boxingDay])

    const planned = await mondays({ place_id: place.id, leave_out_holidays: false })
    expect(planned.body).toMatchObject({ leave_out_holidays: false, skipped: [] })
    expect(await datesOf(planned.body.id)).toEqual(mondaysOf)
  })

  it('follow a region that changes: what is planned stays, what was left out is planned', async () => {
    const place = await englishPlace()
    const [early, late] = [(await mondays({ place_id: place.id })).body, (await mondays({ from_date: '2026-12-20' })).body]
    await set(place.id, null)
    await set(o.place.id, 'GB-ENG')
    try {
      await run()
      expect(await datesOf(early.id)).toEqual(mondaysOf)
      expect((await listed(early.id))?.skipped).toEqual([])
      expect(await datesOf(late.id)).toContain(boxingDay.date)
    } finally {
      await set(o.place.id, null)
    }
  })

  it('turned on later, cancel free sessions on them and keep booked ones', async () => {
    const place = await englishPlace()
    const free = (await mondays({ place_id: place.id, leave_out_holidays: false })).body
    const booked = (await mondays({ place_id: place.id, leave_out_holidays: false })).body
    const session = (await sessionsOf(booked.id)).find(({ local_date }) => local_date === boxingDay.date)!
    const slot = await o.app.db.selectFrom('slots').selectAll().where('schedule_id', '=', session.id).executeTakeFirstOrThrow()
    await makeAppointment(o.app.db, slot.id, (await o.client()).id)
    // Another change leaves the choice as it is.
    expect((await change(free.id, place.id, {})).body).toMatchObject({ leave_out_holidays: false, cancelled: 0, skipped: [] })
    expect((await change(free.id, place.id, { leave_out_holidays: true })).body).toMatchObject({
      cancelled: 1,
      left: 0,
      skipped: [boxingDay],
    })
    expect((await change(booked.id, place.id, { leave_out_holidays: true })).body).toMatchObject({ cancelled: 0, left: 1, skipped: [] })
    expect(await datesOf(booked.id)).toEqual(mondaysOf)
    expect((await change(free.id, place.id, { leave_out_holidays: false })).body).toMatchObject({ sessions_ahead: 8, skipped: [] })
  })
})
