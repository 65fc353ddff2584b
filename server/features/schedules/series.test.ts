import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace } from '#database/factories.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())

type Input = Record<string, unknown>
const plan = (input: Input, token = o.token) => o.app.request('POST /api/schedules', { body: o.input(input), token })
const preview = (input: Input, token = o.token) => o.app.request('POST /api/schedules/preview', { body: o.input(input), token })

interface Previewed {
  date: string
  starts_at: string | null
  ends_at: string | null
  seats: number
  problem: string | null
  field: string | null
  choices: string[]
  clashes: { reason: string }[]
}
const previewed = async (input: Input) => (await preview(input)).body.sessions as Previewed[]

/** A request for a mentor that no other test uses. */
const forNew = async (input: Input): Promise<Input> => ({ mentor_ids: [(await o.newMentor()).id], ...input })
/** Sundays at 01:30 in London, around the day on which the clocks go forward. */
const spring = (input: Input = {}) =>
  forNew({ starts_at: '2027-03-21T01:30', ends_at: '2027-03-21T03:30', repeat: 'FREQ=WEEKLY;COUNT=4', ...input })
/** The same around the day on which the clocks go back: 31 October is the second date. */
const autumn = (input: Input = {}) =>
  forNew({ starts_at: '2027-10-24T01:30', ends_at: '2027-10-24T03:30', repeat: 'FREQ=WEEKLY;COUNT=3', ...input })

/** All sessions of the series that contains this one. */
async function seriesOf(id: string) {
  const { series_id } = await o.app.db.selectFrom('schedules').select('series_id').where('id', '=', id).executeTakeFirstOrThrow()
  return o.app.db.selectFrom('schedules').selectAll().where('series_id', '=', series_id).orderBy('starts_at').execute()
}

/** Plans, and expects exactly the sessions and seats of the preview. */
async function planAsPreviewed(input: Input) {
  const sessions = await previewed(input)
  expect(sessions.flatMap(({ problem, clashes }) => [...(problem ? [problem] : []), ...clashes])).toEqual([])
  const { status, body } = await plan(input)
  expect([status, body.created]).toEqual([201, sessions.length])
  const rows = await seriesOf(body.id)
  expect(rows.map(row => [row.local_date, row.starts_at, row.ends_at])).toEqual(
    sessions.map(({ date, starts_at, ends_at }) => [date, starts_at, ends_at]),
  )
  for (const [index, { id }] of rows.entries()) {
    const slots = await o.app.db.selectFrom('slots').select('seats').where('schedule_id', '=', id).execute()
    expect(slots.reduce((sum, { seats }) => sum + seats, 0)).toBe(sessions[index]!.seats)
  }
  return rows
}

/** Expects 422 at this field, in the preview too, and nothing written. */
async function expectRefused(input: Input, errors: Record<string, string[]>) {
  const before = await o.everything()
  for (const { status, problem } of [await plan(input), await preview(input)]) {
    expect([status, problem.code, problem.errors]).toEqual([422, 'invalid', errors])
  }
  expect(await o.everything()).toEqual(before)
}

describe('a series that skips dates', () => {
  it('is planned when the skipped date has a nonexistent time', async () => {
    const input = await spring({ skip_dates: ['2027-03-28'] })
    const rows = await planAsPreviewed(input)
    expect(rows.map(row => row.starts_at)).toEqual(['2027-03-21T01:30:00Z', '2027-04-04T00:30:00Z', '2027-04-11T00:30:00Z'])
  })

  it('counts skipped dates like EXDATE, without adding one at the end', async () => {
    const rows = await planAsPreviewed(await forNew({ repeat: 'FREQ=DAILY;COUNT=4', skip_dates: ['2026-11-26', '2026-11-27'] }))
    expect(rows.map(row => row.local_date)).toEqual(['2026-11-24', '2026-11-25'])
    const until = await planAsPreviewed(await forNew({ repeat: 'FREQ=DAILY;UNTIL=20261127', skip_dates: ['2026-11-25'] }))
    expect(until.map(row => row.local_date)).toEqual(['2026-11-24', '2026-11-26', '2026-11-27'])
  })

  it('skips its first date and keeps its local time for the others', async () => {
    const input = await spring({ starts_at: '2027-03-28T01:30', ends_at: '2027-03-28T03:30', skip_dates: ['2027-03-28'] })
    const { body } = await plan(input)
    expect(body).toMatchObject({ created: 3, starts_at: '2027-04-04T00:30:00Z' })
  })

  it('is planned around a closed day, time off or another session', async () => {
    const place = await makePlace(o.app.db, { time_zone: 'Asia/Kathmandu' })
    const mentor = await o.newMentor()
    const own = { place_id: place.id, mentor_ids: [mentor.id] }
    await o.app.db.insertInto('closed_days').values({ place_id: place.id, date: '2026-11-25' }).execute()
    await o.app.db
      .insertInto('time_off')
      .values({ mentor_id: mentor.id, starts_at: '2026-11-26T00:00:00Z', ends_at: '2026-11-27T00:00:00Z' })
      .execute()
    expect((await plan({ ...own, starts_at: '2026-11-28T11:00', ends_at: '2026-11-28T13:00' })).status).toBe(201)
    const input = { ...own, repeat: 'FREQ=DAILY;COUNT=6' }
    const blocked = (await previewed(input)).filter(({ clashes }) => clashes.length > 0)
    expect(blocked.map(({ date, clashes }) => [date, clashes[0]!.reason])).toEqual([
      ['2026-11-25', 'closed_day'],
      ['2026-11-26', 'time_off'],
      ['2026-11-28', 'session'],
    ])
    expect((await plan(input)).status).toBe(409)
    const rows = await planAsPreviewed({ ...input, skip_dates: blocked.map(({ date }) => date) })
    expect(rows.map(row => row.local_date)).toEqual(['2026-11-24', '2026-11-27', '2026-11-29'])
  })

  it('writes no session, slot, audit entry or calendar event for a skipped date', async () => {
    const mentor = await o.newMentor()
    const place = await makePlace(o.app.db, { time_zone: 'Europe/London' })
    const { body } = await plan({
      place_id: place.id,
      mentor_ids: [mentor.id],
      repeat: 'FREQ=DAILY;COUNT=3',
      skip_dates: ['2026-11-25'],
      status: 'published',
    })
    const rows = await seriesOf(body.id)
    expect(rows.map(row => row.local_date)).toEqual(['2026-11-24', '2026-11-26'])
    const slots = await o.app.db.selectFrom('slots').select('starts_at').where('mentor_id', '=', mentor.id).execute()
    expect(new Set(slots.map(({ starts_at }) => starts_at.slice(0, 10)))).toEqual(new Set(['2026-11-24', '2026-11-26']))
    const audit = await o.app.db
      .selectFrom('audit')
      .select(['action', 'subject_id'])
      .where('subject', '=', 'schedule')
      .where('action', '=', 'planned')
      .execute()
    expect(
      audit
        .map(({ subject_id }) => subject_id)
        .filter(id => rows.some(row => row.id === id))
        .toSorted(),
    ).toEqual(rows.map(({ id }) => id).toSorted())
    const feed = await o.app.request('POST /api/places/{id}/calendars', { token: o.token, params: { id: place.id } })
    const token = /calendars\/([\w-]{43})\.ics$/.exec(feed.body.address as string)![1]!
    const calendar = String((await o.app.request('GET /api/calendars/{token}.ics', { params: { token } })).body)
    const begins = calendar.match(/DTSTART[^\r\n]*202611(?:24|25|26)T\d+/g)!
    expect(new Set(begins.map(line => line.slice(line.indexOf('202611'), line.indexOf('202611') + 8)))).toEqual(
      new Set(['20261124', '20261126']),
    )
    expect(calendar).not.toMatch(/RRULE|EXDATE/)
  })

  it('returns the same series for the same key, and refuses the key with other skipped dates', async () => {
    const input = await forNew({ repeat: 'FREQ=DAILY;COUNT=3', skip_dates: ['2026-11-25'] })
    const send = (change: Input) =>
      o.app.request('POST /api/schedules', {
        body: o.input({ ...input, ...change }),
        token: o.token,
        headers: { 'idempotency-key': 'series-1' },
      })
    const [first, again, other] = [await send({}), await send({}), await send({ skip_dates: ['2026-11-26'] })]
    expect([first.status, again.status, other.status]).toEqual([201, 201, 409])
    expect(again.body.id).toBe(first.body.id)
    expect(other.problem.code).toBe('idempotency_mismatch')
    expect(await seriesOf(first.body.id)).toHaveLength(2)
  })

  it.each<[string, Input, Record<string, string[]>]>([
    ['a date outside the series', { skip_dates: ['2026-11-25', '2026-12-01'] }, { 'skip_dates.1': ['is not a date of the series'] }],
    ['a date after COUNT', { skip_dates: ['2026-11-27'] }, { 'skip_dates.0': ['is not a date of the series'] }],
    ['a date twice', { skip_dates: ['2026-11-25', '2026-11-25'] }, { 'skip_dates.1': ['names a date twice'] }],
    ['every date', { skip_dates: ['2026-11-24', '2026-11-25', '2026-11-26'] }, { skip_dates: ['leaves no date of the series'] }],
    ['the only date', { repeat: 'FREQ=DAILY;COUNT=1', skip_dates: ['2026-11-24'] }, { skip_dates: ['leaves no date of the series'] }],
    [
      'skipped dates without a series',
      { repeat: undefined, skip_dates: ['2026-11-24'] },
      { skip_dates: ['is only for a series: repeat is missing'] },
    ],
    ['what is no date', { skip_dates: ['2026-11-31'] }, { 'skip_dates.0': ['must be a date like 2026-11-24'] }],
  ])('refuses to leave out %s, and writes nothing', async (_, change, errors) => {
    await expectRefused({ repeat: 'FREQ=DAILY;COUNT=3', ...change }, errors)
  })

  it('limits the number of skipped dates', async () => {
    const dates = Array.from({ length: 201 }, (_, day) => new Date(Date.UTC(2026, 10, 24 + day)).toISOString().slice(0, 10))
    const { status, problem } = await plan({ repeat: 'FREQ=DAILY;COUNT=200', skip_dates: dates })
    expect([status, Object.keys(problem.errors!)]).toEqual([422, ['skip_dates']])
    const most = await forNew({ repeat: 'FREQ=DAILY;COUNT=200', skip_dates: dates.slice(0, 199) })
    expect((await plan(most)).body.created).toBe(1)
    expect((await plan({ repeat: 'FREQ=DAILY;COUNT=201', skip_dates: dates.slice(0, 50) })).problem.errors).toEqual({
      repeat: ['makes more than 200 sessions'],
    })
  })

  it('plans all or none of the remaining dates', async () => {
    const before = await o.everything()
    const input = await autumn({ starts_at: '2027-03-21T01:30', ends_at: '2027-03-21T03:30', repeat: 'FREQ=WEEKLY;COUNT=3' })
    const { status, problem } = await plan({ ...input, skip_dates: ['2027-03-21'] })
    expect([status, problem.code, problem.choices]).toEqual([422, 'time_skipped', ['2027-03-28T00:59', '2027-03-28T02:00']])
    expect(problem.message).toBe('On 28 March 2027 the clock skips 01:30. Please choose one of its neighbours, or leave that date out.')
    expect(await o.everything()).toMatchObject(before as object)
  })

  it('grants no additional permissions', async () => {
    const input = await spring({ skip_dates: ['2027-03-28'] })
    for (const call of ['POST /api/schedules', 'POST /api/schedules/preview'] as const) {
      expect((await o.app.request(call, { body: o.input(input) })).status).toBe(401)
      expect((await o.app.request(call, { body: o.input(input), token: await o.holderOf('Schedule List', 'Schedule Edit') })).status).toBe(
        403,
      )
    }
    expect((await plan(input, await o.holderOf('Schedule Create'))).status).toBe(201)
  })
})

describe('a series with an ambiguous time on one date', () => {
  it.each([
    ['earlier', '2027-10-31T00:30:00Z', false, 6],
    ['later', '2027-10-31T01:30:00Z', true, 4],
  ])('is not stopped by it once the %s is chosen', async (_, choice, isLater, seats) => {
    const input = await autumn()
    const [, doubtful] = await previewed(input)
    expect(doubtful).toEqual({
      date: '2027-10-31',
      starts_at: null,
      ends_at: null,
      seats: 0,
      problem: 'time_repeated',
      field: 'starts_at',
      choices: ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'],
      clashes: [],
      travel: [],
      busy_mentors: [],
    })
    const rows = await planAsPreviewed({ ...input, chosen_times: [{ date: '2027-10-31', starts_at: choice }] })
    expect(rows.map(row => row.starts_at)).toEqual(['2027-10-24T00:30:00Z', choice, '2027-11-07T01:30:00Z'])
    expect(rows[1]).toMatchObject({ local_starts: '2027-10-31T01:30:00', starts_later: isLater })
    const slots = await o.app.db.selectFrom('slots').select('id').where('schedule_id', '=', rows[1]!.id).execute()
    expect(slots).toHaveLength(seats)
  })

  it('accepts either choice for a skipped time on that date only', async () => {
    for (const [choice, starts_at, local] of [
      ['2027-03-28T00:59', '2027-03-28T00:59:00Z', '2027-03-28T00:59:00'],
      ['2027-03-28T02:00', '2027-03-28T01:00:00Z', '2027-03-28T02:00:00'],
    ] as const) {
      const input = await spring({ chosen_times: [{ date: '2027-03-28', starts_at: choice }] })
      const rows = await planAsPreviewed(input)
      expect(rows.map(row => row.starts_at)).toEqual(['2027-03-21T01:30:00Z', starts_at, '2027-04-04T00:30:00Z', '2027-04-11T00:30:00Z'])
      expect(rows[1]!.local_starts).toBe(local)
    }
  })

  it('accepts a choice in any spelling', async () => {
    for (const starts_at of ['2027-10-31T01:30:00+00:00', '2027-10-31T03:30:00+02:00', '2027-10-31T01:30:20Z']) {
      const rows = await planAsPreviewed(await autumn({ chosen_times: [{ date: '2027-10-31', starts_at }] }))
      expect(rows[1]!.starts_at).toBe('2027-10-31T01:30:00Z')
    }
  })

  it('accepts a choice for the first date too', async () => {
    const input = await autumn({ starts_at: '2027-10-31T01:30', ends_at: '2027-10-31T03:30' })
    expect((await plan(input)).problem.code).toBe('time_repeated')
    const rows = await planAsPreviewed({ ...input, chosen_times: [{ date: '2027-10-31', starts_at: '2027-10-31T01:30:00Z' }] })
    expect(rows.map(row => row.starts_at)).toEqual(['2027-10-31T01:30:00Z', '2027-11-07T01:30:00Z', '2027-11-14T01:30:00Z'])
    const { body } = await preview({ ...input, chosen_times: [{ date: '2027-10-31', starts_at: '2027-10-31T00:30:00Z' }] })
    expect([body.slots_per_session, body.sessions.map(({ seats }: Previewed) => seats)]).toEqual([4, [6, 4, 4]])
    const asInstant = await autumn({ starts_at: '2027-10-31T00:30:00Z', ends_at: '2027-10-31T03:30' })
    expect((await planAsPreviewed(asInstant)).map(row => row.starts_at)[0]).toBe('2027-10-31T00:30:00Z')
    await expectRefused(
      { ...asInstant, chosen_times: [{ date: '2027-10-31', starts_at: '2027-10-31T01:30:00Z' }] },
      { 'chosen_times.0.starts_at': ['is not ambiguous on this date'] },
    )
  })

  it('accepts a choice for the end of a night session, by its start date', async () => {
    const input = await forNew({
      starts_at: '2027-11-05T22:30',
      ends_at: '2027-11-06T01:30',
      repeat: 'FREQ=DAILY;COUNT=3',
      place_id: (await makePlace(o.app.db, { time_zone: 'America/St_Johns' })).id,
    })
    expect((await previewed(input))[1]).toMatchObject({
      date: '2027-11-06',
      problem: 'time_repeated',
      field: 'ends_at',
      choices: ['2027-11-07T04:00:00Z', '2027-11-07T05:00:00Z'],
    })
    const rows = await planAsPreviewed({ ...input, chosen_times: [{ date: '2027-11-06', ends_at: '2027-11-07T05:00:00Z' }] })
    expect(rows[1]).toMatchObject({ local_ends: '2027-11-07T01:30:00', ends_later: true, ends_at: '2027-11-07T05:00:00Z' })
  })

  it('asks about both ends in turn, and offers only valid choices', async () => {
    const input = await autumn({ starts_at: '2027-10-24T01:10', ends_at: '2027-10-24T01:50' })
    const chosen = (starts_at: string, ends_at?: string) => ({ ...input, chosen_times: [{ date: '2027-10-31', starts_at, ends_at }] })
    expect((await previewed(input))[1]).toMatchObject({ field: 'starts_at', choices: ['2027-10-31T00:10:00Z', '2027-10-31T01:10:00Z'] })
    expect((await previewed(chosen('2027-10-31T00:10:00Z')))[1]).toMatchObject({
      field: 'ends_at',
      choices: ['2027-10-31T00:50:00Z', '2027-10-31T01:50:00Z'],
    })
    expect((await previewed(chosen('2027-10-31T01:10:00Z')))[1]).toMatchObject({ field: 'ends_at', choices: ['2027-10-31T01:50:00Z'] })
    expect((await plan(chosen('2027-10-31T01:10:00Z'))).problem.code).toBe('time_repeated')
    const rows = await planAsPreviewed(chosen('2027-10-31T01:10:00Z', '2027-10-31T01:50:00Z'))
    expect(rows[1]).toMatchObject({ starts_later: true, ends_later: true })
  })

  it('lists a date on which the clock change leaves no session, and skips it', async () => {
    const input = await spring({ starts_at: '2027-03-21T00:30', ends_at: '2027-03-21T02:30', slot_minutes: 120 })
    expect((await previewed(input)).map(({ date, problem, choices }) => [date, problem, choices])).toEqual([
      ['2027-03-21', null, []],
      ['2027-03-28', 'no_session', []],
      ['2027-04-04', null, []],
      ['2027-04-11', null, []],
    ])
    const refused = await plan(input)
    expect([refused.status, refused.problem.errors]).toEqual([
      422,
      { slot_minutes: ['on 28 March 2027: is longer than the whole session'] },
    ])
    expect(await planAsPreviewed({ ...input, skip_dates: ['2027-03-28'] })).toHaveLength(3)
    const short = await spring({ starts_at: '2027-03-21T01:30', ends_at: '2027-03-21T02:30', slot_minutes: 31 })
    expect((await previewed(short))[1]).toMatchObject({ problem: 'time_skipped', choices: ['2027-03-28T00:59'] })
  })

  it('lists past dates, and skips them', async () => {
    const input = await forNew({ starts_at: '2026-11-19T09:00', ends_at: '2026-11-19T12:00', repeat: 'FREQ=DAILY;COUNT=3' })
    expect((await previewed(input)).map(({ problem }) => problem)).toEqual(['past', null, null])
    expect((await plan(input)).problem.errors).toEqual({ starts_at: ['on 19 November 2026: lies in the past'] })
    expect(await planAsPreviewed({ ...input, skip_dates: ['2026-11-19'] })).toHaveLength(2)
    expect((await preview({ ...input, slot_minutes: 400 })).problem.errors).toEqual({
      slot_minutes: ['on 19 November 2026: is longer than the whole session'],
    })
  })

  const october = '2027-10-31'
  const earlier = '2027-10-31T00:30:00Z'
  const offered = 'must be 2027-10-31T00:30:00Z or 2027-10-31T01:30:00Z'
  it.each<[string, Input[], Input, Record<string, string[]>]>([
    ['a time that is not a choice', [{ date: october, starts_at: '2027-10-31T02:30:00Z' }], {}, { 'chosen_times.0.starts_at': [offered] }],
    ['the ambiguous time itself', [{ date: october, starts_at: '2027-10-31T01:30' }], {}, { 'chosen_times.0.starts_at': [offered] }],
    [
      'the same local time on another date',
      [{ date: october, starts_at: '2027-10-24T00:30:00Z' }],
      {},
      { 'chosen_times.0.starts_at': [offered] },
    ],
    [
      'an unambiguous time',
      [{ date: october, starts_at: earlier, ends_at: '2027-10-31T03:30:00Z' }],
      {},
      { 'chosen_times.0.ends_at': ['is not ambiguous on this date'] },
    ],
    [
      'a date that is certain',
      [{ date: '2027-10-24', starts_at: '2027-10-24T00:30:00Z' }],
      {},
      { 'chosen_times.0.starts_at': ['is not ambiguous on this date'] },
    ],
    ['a date that is none', [{ date: '2027-10-30', starts_at: earlier }], {}, { 'chosen_times.0.date': ['is not a date of the series'] }],
    [
      'a date that is left out',
      [{ date: october, starts_at: earlier }],
      { skip_dates: [october] },
      { 'chosen_times.0.date': ['is left out by skip_dates'] },
    ],
    [
      'a date twice',
      [
        { date: october, starts_at: earlier },
        { date: october, starts_at: '2027-10-31T01:30:00Z' },
      ],
      {},
      { 'chosen_times.1.date': ['names a date twice'] },
    ],
    ['nothing', [{ date: october }], {}, { 'chosen_times.0': ['needs starts_at or ends_at'] }],
    [
      'without a series',
      [{ date: october, starts_at: earlier }],
      { repeat: undefined, starts_at: '2027-10-31T01:30', ends_at: '2027-10-31T03:30' },
      { chosen_times: ['is only for a series: repeat is missing'] },
    ],
    ['what is no time', [{ date: october, starts_at: 'the second' }], {}, { 'chosen_times.0.starts_at': ['has the wrong form'] }],
    ['an unknown field', [{ date: october, offset: '+01:00' }], {}, { 'chosen_times.0.offset': ['is not a known field'] }],
  ])('refuses to choose %s, and writes nothing', async (_, chosen_times, change, errors) => {
    const times = { starts_at: '2027-10-24T01:30', ends_at: '2027-10-24T03:30', repeat: 'FREQ=WEEKLY;COUNT=3' }
    await expectRefused({ ...times, chosen_times, ...change }, errors)
  })
})

describe('public holidays', () => {
  const easter = async (input: Input = {}) => {
    const place = await makePlace(o.app.db, { time_zone: 'Europe/London', holiday_region: 'GB-ENG' })
    const fields = { place_id: place.id, starts_at: '2027-03-22T09:00', ends_at: '2027-03-22T12:00', repeat: 'FREQ=DAILY;COUNT=9' }
    return forNew({ ...fields, ...input })
  }
  const [friday, monday] = [
    { date: '2027-03-26', name: 'Good Friday' },
    { date: '2027-03-29', name: 'Easter Monday' },
  ]

  it('names those of the place, also of dates that are left out, and plans on them nevertheless', async () => {
    const input = await easter()
    expect((await preview(input)).body.holidays).toEqual([friday, monday])
    const without = { ...input, skip_dates: ['2027-03-26'] }
    expect((await preview(without)).body.holidays).toEqual([friday, monday])
    expect(await planAsPreviewed(without)).toHaveLength(8)
  })

  it('has none without a region, and in a session alone that of its date', async () => {
    expect((await preview(await easter({ place_id: (await makePlace(o.app.db)).id }))).body.holidays).toEqual([])
    const alone = { repeat: null, starts_at: '2027-03-29T09:00', ends_at: '2027-03-29T12:00' }
    expect((await preview(await easter(alone))).body.holidays).toEqual([monday])
  })

  it('takes the date on the clock of the place', async () => {
    const place = await makePlace(o.app.db, { time_zone: 'Pacific/Auckland', holiday_region: 'NZ' })
    // It is still 31 December in UTC.
    const input = await easter({ place_id: place.id, starts_at: '2026-12-31T20:00:00Z', ends_at: '2026-12-31T22:00:00Z', repeat: null })
    expect((await preview(input)).body.holidays).toEqual([{ date: '2027-01-01', name: "New Year's Day" }])
  })

  it('answers for 200 dates', async () => {
    const { status, body } = await preview(await easter({ repeat: 'FREQ=WEEKLY;COUNT=200' }))
    expect([status, body.sessions.length, body.holidays[0]]).toEqual([200, 200, monday])
  })
})
