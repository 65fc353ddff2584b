import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, makeSupportType, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())

const plan = (change: Record<string, unknown> = {}, token = o.token) =>
  o.app.request('POST /api/schedules', { body: o.input(change), token })
const preview = (change: Record<string, unknown> = {}) =>
  o.app.request('POST /api/schedules/preview', { body: o.input(change), token: o.token })
const slotsOf = (id: string) => o.app.db.selectFrom('slots').selectAll().where('schedule_id', '=', id).orderBy('first_serial').execute()
/** A request for a mentor that no other test uses. */
const forNew = async (change: Record<string, unknown> = {}) => ({ mentor_ids: [(await o.newMentor()).id], ...change })

describe('POST /api/schedules', () => {
  it('plans a session with its roster, slots and an audit row', async () => {
    const [ana, ben] = [await o.newMentor('Ana'), await o.newMentor('Ben')]
    const { status, body } = await plan({
      mentor_ids: [ben.id, ana.id],
      break_minutes: 10,
      seats_per_slot: 2,
      note: 'Bring a CV',
      status: 'draft',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      created: 1,
      support_type: { id: o.supportType.id },
      place: { id: o.place.id },
      time_zone: 'Europe/London',
      starts_at: '2026-11-24T09:00:00Z',
      ends_at: '2026-11-24T12:00:00Z',
      mentors: [{ id: ben.id, name: 'Ben', photo: null }, { id: ana.id }],
      status: 'draft',
      availability: 'closed',
      seats: { total: 16, taken: 0, free: 16 },
      note: 'Bring a CV',
      booking_opens_at: null,
      revision: 1,
    })
    const slots = await slotsOf(body.id)
    expect(slots.slice(0, 3).map(({ mentor_id, starts_at, seats, first_serial }) => [mentor_id, starts_at, seats, first_serial])).toEqual([
      [ben.id, '2026-11-24T09:00:00Z', 2, 1],
      [ana.id, '2026-11-24T09:00:00Z', 2, 3],
      [ben.id, '2026-11-24T09:40:00Z', 2, 5],
    ])
    const audit = await o.app.db.selectFrom('audit').selectAll().where('subject_id', '=', body.id).execute()
    expect(audit).toMatchObject([{ action: 'planned', subject: 'schedule', actor_id: o.admin.id }])
  })

  it('accepts an instant, and drops seconds', async () => {
    const later = await plan(await forNew({ starts_at: '2027-07-01T10:00:30+02:00', ends_at: '2027-07-01T11:00:00.500Z' }))
    expect(later.status).toBe(201)
    expect(later.body).toMatchObject({ starts_at: '2027-07-01T08:00:00Z', ends_at: '2027-07-01T11:00:00Z' })
    const row = await o.app.db.selectFrom('schedules').selectAll().where('id', '=', later.body.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      local_starts: '2027-07-01T09:00:00',
      local_ends: '2027-07-01T12:00:00',
      local_date: '2027-07-01',
      series_id: null,
    })
  })

  it('reads when booking opens on the place’s clock', async () => {
    const { body } = await plan(
      await forNew({ starts_at: '2027-07-01T10:00', ends_at: '2027-07-01T11:00', booking_opens_at: '2027-06-01T08:00' }),
    )
    expect(body).toMatchObject({ booking_opens_at: '2027-06-01T07:00:00Z', availability: 'closed' })
    const skipped = await plan(await forNew({ booking_opens_at: '2026-03-29T01:30' }))
    expect([skipped.status, skipped.problem.code]).toEqual([422, 'time_skipped'])
    expect(Object.keys(skipped.problem.errors!)).toEqual(['booking_opens_at'])
  })

  it('returns the same session for the same key', async () => {
    const input = await forNew()
    const send = () =>
      o.app.request('POST /api/schedules', { body: o.input(input), token: o.token, headers: { 'idempotency-key': 'plan-1' } })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).toBe(first.body.id)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an invalid time', { starts_at: 'soon' }, 'starts_at'],
    ['an invalid day', { ends_at: '2026-11-31T09:00' }, 'ends_at'],
    ['a year out of bounds', { starts_at: '0000-11-24T09:00' }, 'starts_at'],
    ['an end before the start', { ends_at: '2026-11-24T08:00' }, 'ends_at'],
    ['more than a day', { ends_at: '2026-11-25T09:01' }, 'ends_at'],
    ['no room for a slot', { slot_minutes: 181 }, 'slot_minutes'],
    ['too short slots', { slot_minutes: 4 }, 'slot_minutes'],
    ['a number as text', { slot_minutes: '30' }, 'slot_minutes'],
    ['no seats', { seats_per_slot: 0 }, 'seats_per_slot'],
    ['a long break', { break_minutes: 241 }, 'break_minutes'],
    ['no mentor', { mentor_ids: [] }, 'mentor_ids'],
    ['the past', { starts_at: '2026-11-20T07:00', ends_at: '2026-11-20T09:00' }, 'starts_at'],
    ['an invalid rule', { repeat: 'every week' }, 'repeat'],
    ['a rule without end', { repeat: 'FREQ=DAILY' }, 'repeat'],
    ['a rule with too many dates', { repeat: 'FREQ=DAILY;COUNT=201' }, 'repeat'],
    [
      'a rule that never ends in time',
      { starts_at: '2199-12-30T22:00', ends_at: '2199-12-31T06:00', repeat: 'FREQ=DAILY;COUNT=2' },
      'repeat',
    ],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['a status of its own', { status: 'cancelled' }, 'status'],
    ['U+0000', { note: 'a\u0000b' }, 'note'],
    ['no id', { place_id: 'here' }, 'place_id'],
  ])('refuses %s at its field, and writes nothing', async (_, change, field) => {
    const before = await o.everything()
    const answer = await plan(change)
    expect([answer.status, answer.problem.code]).toEqual([422, 'invalid'])
    expect(Object.keys(answer.problem.errors!)).toEqual([field])
    expect(await o.everything()).toEqual(before)
  })

  it('refuses inactive mentors, places and support types, each at its field', async () => {
    const { db } = o.app
    const gone = await makePlace(db, { active: false })
    const old = await makeSupportType(db, { active: false })
    const [client, left] = [await makeUser(db), await o.newMentor()]
    await db.updateTable('users').set({ active: false }).where('id', '=', left.id).execute()
    for (const mentor of [client, left]) {
      const answer = await plan({ place_id: gone.id, support_type_id: old.id, mentor_ids: [o.mentors[0].id, mentor.id] })
      expect([answer.status, answer.problem.code]).toEqual([422, 'invalid'])
      expect(Object.keys(answer.problem.errors!)).toEqual(['support_type_id', 'place_id', 'mentor_ids'])
    }
    const unknownMentor = await plan({ mentor_ids: ['019aa000-0000-7000-8000-000000000000'] })
    expect(Object.keys(unknownMentor.problem.errors!)).toEqual(['mentor_ids'])
  })

  it('refuses the same mentor twice, regardless of case', async () => {
    const { id } = await o.newMentor()
    const answer = await plan({ mentor_ids: [id, id.toUpperCase()] })
    expect([answer.status, answer.problem.errors]).toEqual([422, { mentor_ids: ['names a mentor twice'] }])
    expect((await plan({ mentor_ids: [id.toUpperCase()] })).status).toBe(201)
  })

  it('refuses callers without the ability', async () => {
    expect((await o.app.request('POST /api/schedules', { body: o.input() })).status).toBe(401)
    expect((await plan({}, await o.holderOf('Schedule List', 'Schedule Edit'))).status).toBe(403)
    expect((await plan(await forNew(), await o.holderOf('Schedule Create'))).status).toBe(201)
  })
})

describe('a series', () => {
  it.each([
    ['Europe/London', '2027-03-21T09:00', ['2027-03-21T09:00:00Z', '2027-03-28T08:00:00Z', '2027-04-04T08:00:00Z']],
    ['Europe/London', '2027-10-24T09:00', ['2027-10-24T08:00:00Z', '2027-10-31T09:00:00Z', '2027-11-07T09:00:00Z']],
    ['America/St_Johns', '2027-03-07T09:00', ['2027-03-07T12:30:00Z', '2027-03-14T11:30:00Z', '2027-03-21T11:30:00Z']],
    ['America/St_Johns', '2027-10-31T09:00', ['2027-10-31T11:30:00Z', '2027-11-07T12:30:00Z', '2027-11-14T12:30:00Z']],
    ['Asia/Kathmandu', '2027-03-21T09:00', ['2027-03-21T03:15:00Z', '2027-03-28T03:15:00Z', '2027-04-04T03:15:00Z']],
  ])('keeps the local clock in %s from %s on', async (zone, starts_at, expected) => {
    const place = await makePlace(o.app.db, { time_zone: zone })
    const ends_at = starts_at.replace('09:00', '11:00')
    const input = await forNew({ place_id: place.id, starts_at, ends_at, repeat: 'FREQ=WEEKLY;COUNT=3' })
    const previewed = await preview(input)
    expect(previewed.body.sessions.map((session: { starts_at: string }) => session.starts_at)).toEqual(expected)
    const { status, body } = await plan(input)
    expect([status, body.created, body.starts_at]).toEqual([201, 3, expected[0]])
    const { series_id } = await o.app.db.selectFrom('schedules').select('series_id').where('id', '=', body.id).executeTakeFirstOrThrow()
    const series = await o.app.db.selectFrom('schedules').selectAll().where('series_id', '=', series_id).orderBy('starts_at').execute()
    expect(series.map(row => row.starts_at)).toEqual(expected)
    expect(new Set(series.map(row => row.local_starts.slice(11)))).toEqual(new Set(['09:00:00']))
    const audit = await o.app.db
      .selectFrom('audit')
      .select('action')
      .where(
        'subject_id',
        'in',
        series.map(({ id }) => id),
      )
      .execute()
    expect(audit).toHaveLength(3)
  })

  it('refuses the series for a date whose time is skipped, and names it', async () => {
    const before = await o.everything()
    const input = { starts_at: '2027-03-21T01:30', ends_at: '2027-03-21T03:30', repeat: 'FREQ=WEEKLY;COUNT=2' }
    const { status, problem } = await plan(input)
    expect([status, problem.code]).toEqual([422, 'time_skipped'])
    expect(problem.message).toContain('28 March 2027')
    expect(problem.errors).toEqual({ starts_at: ['On 28 March 2027 the clock skips 01:30.'] })
    expect(problem.choices).toEqual(['2027-03-28T00:59', '2027-03-28T02:00'])
    expect(await o.everything()).toEqual(before)
    const { status: ok, body } = await preview(input)
    expect(ok).toBe(200)
    expect(body.sessions).toMatchObject([
      { date: '2027-03-21', problem: null },
      { date: '2027-03-28', starts_at: null, ends_at: null, problem: 'time_skipped', clashes: [], travel: [], busy_mentors: [] },
    ])
    expect(await o.everything()).toEqual(before)
  })

  it('refuses the series for a date whose time is repeated, and names it', async () => {
    const { status, problem } = await plan({ starts_at: '2027-10-30T23:30', ends_at: '2027-10-31T01:30' })
    expect([status, problem.code, Object.keys(problem.errors!)]).toEqual([422, 'time_repeated', ['ends_at']])
    const repeated = await plan({ starts_at: '2027-10-24T01:30', ends_at: '2027-10-24T03:30', repeat: 'FREQ=WEEKLY;COUNT=2' })
    expect([repeated.status, repeated.problem.code]).toEqual([422, 'time_repeated'])
    expect(repeated.problem.message).toContain('31 October 2027')
  })

  it('writes 200 sessions at once', async () => {
    const { status, body } = await plan(await forNew({ repeat: 'FREQ=DAILY;COUNT=200' }))
    expect([status, body.created]).toEqual([201, 200])
    const big = await plan(await forNew({ slot_minutes: 5, ends_at: '2026-11-25T09:00', repeat: 'FREQ=DAILY;COUNT=200' }))
    expect(big.problem.errors).toEqual({ repeat: ['makes more than 10000 slots at once'] })
  })
})

describe('on the days when the clocks change', () => {
  it('offers two choices for a skipped time', async () => {
    const { status, problem } = await plan({ starts_at: '2027-03-28T01:30', ends_at: '2027-03-28T04:00' })
    expect([status, problem.code]).toEqual([422, 'time_skipped'])
    expect(problem.choices).toEqual(['2027-03-28T00:59', '2027-03-28T02:00'])
    const chosen = await plan(await forNew({ starts_at: problem.choices![1], ends_at: '2027-03-28T04:00' }))
    expect([chosen.status, chosen.body.starts_at]).toEqual([201, '2027-03-28T01:00:00Z'])
  })

  it('asks which occurrence of a repeated time, and stores the choice', async () => {
    const { status, problem } = await plan({ starts_at: '2027-10-31T01:30', ends_at: '2027-10-31T03:00' })
    expect([status, problem.code]).toEqual([422, 'time_repeated'])
    expect(problem.choices).toEqual(['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'])
    for (const [index, choice] of problem.choices!.entries()) {
      const { status: planned, body } = await plan(await forNew({ starts_at: choice, ends_at: '2027-10-31T03:00' }))
      expect([planned, body.starts_at]).toEqual([201, choice])
      expect(body.seats.total).toBe(index === 0 ? 5 : 3)
      const row = await o.app.db.selectFrom('schedules').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ local_starts: '2027-10-31T01:30:00', starts_later: index === 1, ends_later: false })
    }
  })
})

describe('clashes', () => {
  it('names the busy mentor, the time on the planned session’s clock and the obstacle, and writes nothing', async () => {
    const mentor = await o.newMentor('Cleo')
    const other = await makePlace(o.app.db, { time_zone: 'America/St_Johns' })
    const first = await plan({ mentor_ids: [mentor.id], place_id: other.id, starts_at: '2026-11-24T06:00', ends_at: '2026-11-24T07:00' })
    const before = await o.everything()
    const { status, problem } = await plan({ mentor_ids: [o.mentors[1].id, mentor.id] })
    expect([status, problem.code]).toEqual([409, 'mentor_busy'])
    expect(problem.clashes).toEqual([
      {
        mentor: { id: mentor.id, name: 'Cleo' },
        starts_at: '2026-11-24T09:30:00Z',
        ends_at: '2026-11-24T10:30:00Z',
        time_zone: 'Europe/London',
        schedule_id: first.body.id,
        reason: 'session',
      },
    ])
    expect(await o.everything()).toEqual(before)
  })

  it('allows adjacent sessions, and ignores cancelled ones', async () => {
    const mentor_ids = [(await o.newMentor()).id]
    const { body } = await plan({ mentor_ids })
    expect((await plan({ mentor_ids, starts_at: '2026-11-24T12:00', ends_at: '2026-11-24T13:00' })).status).toBe(201)
    await o.app.request('POST /api/schedules/{id}/cancel', { params: { id: body.id }, body: { reason: 'Ill' }, token: o.token })
    expect((await plan({ mentor_ids })).status).toBe(201)
  })

  it('finds time off and closed days by the place’s local dates', async () => {
    const mentor = await o.newMentor('Dora')
    const place = await makePlace(o.app.db, { time_zone: 'Asia/Kathmandu' })
    await o.app.db
      .insertInto('time_off')
      .values({ mentor_id: mentor.id, starts_at: '2026-12-01T00:00:00Z', ends_at: '2026-12-02T00:00:00Z' })
      .execute()
    await o.app.db.insertInto('closed_days').values({ place_id: place.id, date: '2026-12-04' }).execute()
    const input = {
      mentor_ids: [mentor.id],
      place_id: place.id,
      starts_at: '2026-11-30T22:00',
      ends_at: '2026-12-01T00:00',
      repeat: 'FREQ=DAILY;COUNT=5',
    }
    const { status, body } = await preview(input)
    expect(status).toBe(200)
    expect(body.sessions.map((session: { clashes: { reason: string }[] }) => session.clashes.map(({ reason }) => reason))).toEqual([
      [],
      ['time_off'],
      [],
      [],
      ['closed_day'],
    ])
    expect(body.sessions[4].clashes[0]).toMatchObject({
      starts_at: '2026-12-03T18:15:00Z',
      ends_at: '2026-12-04T18:15:00Z',
      schedule_id: null,
    })
    const refused = await plan(input)
    expect([refused.status, refused.problem.code, refused.problem.clashes!.length]).toEqual([409, 'mentor_busy', 2])
  })

  it('names at most 50 clashes', async () => {
    const mentor_ids = [(await o.newMentor()).id]
    const input = { mentor_ids, repeat: 'FREQ=DAILY;COUNT=60' }
    expect((await plan(input)).status).toBe(201)
    expect((await plan(input)).problem.clashes).toHaveLength(50)
    expect((await preview(input)).body.sessions.every((session: { clashes: unknown[] }) => session.clashes.length === 1)).toBe(true)
  })
})

describe('a race for a mentor', () => {
  it('has one winner of many concurrent plans', async () => {
    const [one, two] = [await o.newMentor(), await o.newMentor()]
    const inputs = [0, 5, 10, 15, 20, 25].map(minute => ({
      mentor_ids: minute % 2 === 0 ? [one.id, two.id] : [two.id, one.id],
      starts_at: `2026-11-24T09:${String(minute).padStart(2, '0')}`,
    }))
    const answers = await Promise.all(inputs.map(input => plan(input)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
    for (const { status, problem } of answers)
      if (status === 409) expect([problem.code, problem.clashes!.length]).toEqual(['mentor_busy', 2])
  })

  it('is enforced by the constraint against direct writes', async () => {
    const mentor = await o.newMentor()
    const other = await plan(await forNew({ starts_at: '2026-12-20T09:00', ends_at: '2026-12-20T10:00' }))
    const before = (await slotsOf(other.body.id)).length
    let answer: ReturnType<typeof plan> | undefined
    await o.app.db.transaction().execute(async trx => {
      await trx
        .insertInto('slots')
        .values({
          schedule_id: other.body.id,
          mentor_id: mentor.id,
          roster: 1,
          starts_at: '2026-11-24T10:10:00Z',
          ends_at: '2026-11-24T10:20:00Z',
          seats: 1,
          first_serial: 9,
        })
        .execute()
      answer = plan({ mentor_ids: [mentor.id] })
      await waitForLocks(o.app.db)
    })
    const { status, problem } = await answer!
    expect([status, problem.code]).toEqual([409, 'mentor_busy'])
    expect(problem.clashes).toMatchObject([{ mentor: { id: mentor.id }, starts_at: '2026-11-24T10:10:00Z', schedule_id: other.body.id }])
    expect(await slotsOf(other.body.id)).toHaveLength(before + 1)
    expect(await o.app.db.selectFrom('schedule_mentors').selectAll().where('mentor_id', '=', mentor.id).execute()).toEqual([])
  })
})

describe('POST /api/schedules/preview', () => {
  it('shows every date and stores nothing', async () => {
    const before = await o.everything()
    const { status, body } = await preview(await forNew({ repeat: 'FREQ=WEEKLY;COUNT=2', seats_per_slot: 3 }))
    expect(status).toBe(200)
    const free = { seats: 18, problem: null, field: null, choices: [], clashes: [], travel: [], busy_mentors: [] }
    expect(body).toEqual({
      sessions: [
        { date: '2026-11-24', starts_at: '2026-11-24T09:00:00Z', ends_at: '2026-11-24T12:00:00Z', ...free },
        { date: '2026-12-01', starts_at: '2026-12-01T09:00:00Z', ends_at: '2026-12-01T12:00:00Z', ...free },
      ],
      slots_per_session: 6,
      seats_per_session: 18,
      holidays: [],
    })
    expect(await o.everything()).toEqual(before)
  })

  it('checks like planning, and refuses callers who cannot plan', async () => {
    expect((await preview({ slot_minutes: 181 })).status).toBe(422)
    expect((await o.app.request('POST /api/schedules/preview', { body: o.input() })).status).toBe(401)
    const token = await o.holderOf('Schedule List')
    expect((await o.app.request('POST /api/schedules/preview', { body: o.input(), token })).status).toBe(403)
  })
})
