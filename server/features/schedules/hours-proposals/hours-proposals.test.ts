import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin, makeMentor, makePlace } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'

let o: TestOrganisation
let coordinator: string
beforeAll(async () => {
  o = await startOrganisation()
  coordinator = await o.holderOf('Schedule Create')
})
afterAll(() => o.app.close())

const range = (weekday: number, starts = '09:00', ends = '12:00') => ({ weekday, starts, ends, support_type_id: o.supportType.id })
const hours = (change: object = {}) => ({
  place_id: o.place.id,
  ranges: [range(1)],
  slot_minutes: 60,
  break_minutes: 0,
  seats_per_slot: 1,
  from_date: '2026-11-20',
  until_date: null,
  ...change,
})
/** A mentor and their token. */
async function newMentor() {
  const mentor = await makeMentor(o.app.db, { name: 'Mia' })
  return { mentor, token: await o.app.signIn(mentor) }
}
const propose = (token: string, change: object = {}) =>
  o.app.request('POST /api/mentor-proposals', { body: { ...hours(), note: 'Mornings suit me.', ...change }, token })
/** A mentor with an open proposal. */
async function proposed(change: object = {}) {
  const { mentor, token } = await newMentor()
  return { mentor, token, id: (await propose(token, change)).body.id as string }
}
const own = async (token: string) => (await o.app.request('GET /api/mentor-proposals', { token })).body
const open = async (token = coordinator) => (await o.app.request('GET /api/hours-proposals', { token })).body.data as { id: string }[]
const approve = (id: string, body: object = {}, token = coordinator) =>
  o.app.request('POST /api/hours-proposals/{id}/approve', { params: { id }, body, token })
const decline = (id: string, reason = 'The rooms are full.', token = coordinator) =>
  o.app.request('POST /api/hours-proposals/{id}/decline', { params: { id }, body: { reason }, token })
const withdraw = (id: string, token: string) => o.app.request('POST /api/mentor-proposals/{id}/withdraw', { params: { id }, token })
const preview = (id: string, token = coordinator) => o.app.request('GET /api/hours-proposals/{id}/preview', { params: { id }, token })
const hoursPlanned = (mentor: { id: string }) =>
  o.app.db.selectFrom('weekly_hours').selectAll().where('mentor_id', '=', mentor.id).execute()
const told = (mentor: { id: string }) =>
  o.app.db.selectFrom('outbox').select('kind').where('user_id', '=', mentor.id).where('kind', '=', 'hours_decided').execute()
const audited = async (id: string) =>
  (await o.app.db.selectFrom('audit').select(['action', 'person_id', 'reason']).where('subject_id', '=', id).orderBy('id').execute()).map(
    row => [row.action, row.person_id, row.reason],
  )

describe('POST /api/mentor-proposals', () => {
  it('does not take the same hours twice while they are open, in any order of their times', async () => {
    const { token } = await newMentor()
    const ranges = [range(1), range(3)]
    const [one, other] = await Promise.all([propose(token, { ranges }), propose(token, { ranges: ranges.toReversed(), note: 'Again' })])
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([201, 409])
    const first = one.status === 201 ? one : other
    const again = await propose(token, { ranges })
    expect([again.status, again.problem.code]).toEqual([409, 'bad_transition'])
    expect((await own(token)).data.map(({ id }: { id: string }) => id)).toEqual([first.body.id])
    expect((await propose(token, { ranges: [range(1)] })).status).toBe(201)
    expect((await propose(token, { ranges, until_date: '2027-11-20' })).status).toBe(201)
    expect((await withdraw(first.body.id, token)).status).toBe(200)
    expect((await propose(token, { ranges })).status).toBe(201)
  })

  it('proposes hours for the caller, and plans nothing', async () => {
    const { mentor, token } = await newMentor()
    const { status, body } = await propose(token)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      mentor: { id: mentor.id },
      place: { name: 'Town hall' },
      ranges: [{ weekday: 1, starts: '09:00', ends: '12:00', support_type: { name: 'Career advice' } }],
      note: 'Mornings suit me.',
      state: 'open',
      reason: '',
      decided_at: null,
    })
    expect((await own(token)).data).toEqual([body])
    expect((await open()).map(({ id }) => id)).toContain(body.id)
    expect(await hoursPlanned(mentor)).toEqual([])
    expect(await audited(body.id)).toEqual([['entered', mentor.id, '']])
  })

  it('offers what is in use, first what the mentor helps with', async () => {
    const mentor = await makeMentor(o.app.db, {}, [o.supportType.id])
    const { places, support_types } = await own(await o.app.signIn(mentor))
    expect(places).toContainEqual({ id: o.place.id, name: 'Town hall' })
    expect(support_types[0]).toMatchObject({ id: o.supportType.id })
  })

  it.each([
    ['another mentor’s hours', () => ({ mentor_id: o.mentors[0].id }), 'mentor_id'],
    ['times that overlap', () => ({ ranges: [range(1), range(1, '11:00', '13:00')] }), 'ranges.1.ends'],
    ['a last day before the first', () => ({ until_date: '2026-11-19' }), 'until_date'],
    ['a slot longer than the time', () => ({ slot_minutes: 181 }), 'slot_minutes'],
    ['an unknown place', () => ({ place_id: o.supportType.id }), 'place_id'],
    ['an unknown support type', () => ({ ranges: [{ ...range(1), support_type_id: o.place.id }] }), 'ranges.0.support_type_id'],
    ['too long a note', () => ({ note: 'x'.repeat(501) }), 'note'],
  ])('refuses %s', async (_, change, field) => {
    const { token } = await newMentor()
    const { status, problem } = await propose(token, change())
    expect(status).toBe(422)
    expect(JSON.stringify(problem.errors)).toContain(field)
    expect((await own(token)).data).toEqual([])
  })

  it('keeps at most 20 open, also of requests at the same time', async () => {
    const { token } = await newMentor()
    const another = (minutes: number) => propose(token, { slot_minutes: minutes })
    for (let count = 0; count < 18; count += 1) await another(10 + count)
    const answers = await Promise.all([31, 32, 33, 34].map(another))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
    const { data } = await own(token)
    await withdraw(data[0].id, token)
    expect((await another(35)).status).toBe(201)
  })

  it('refuses a person whose mentor role has just ended', async () => {
    const { mentor, token } = await newMentor()
    await o.app.db.deleteFrom('role_assignments').where('user_id', '=', mentor.id).execute()
    expect((await propose(token)).status).toBe(403)
  })
})

describe('POST /api/mentor-proposals/{id}/withdraw', () => {
  it('withdraws an open one, once', async () => {
    const { id, token, mentor } = await proposed()
    expect((await withdraw(id, token)).status).toBe(200)
    expect((await own(token)).data).toMatchObject([{ id, state: 'withdrawn' }])
    expect((await withdraw(id, token)).problem.code).toBe('bad_transition')
    expect((await approve(id)).problem).toMatchObject({ code: 'bad_transition', detail: 'This proposal was already withdrawn.' })
    expect(await audited(id)).toEqual([
      ['entered', mentor.id, ''],
      ['withdrawn', mentor.id, ''],
    ])
    expect(await told(mentor)).toEqual([])
  })

  it('neither shows nor withdraws another mentor’s', async () => {
    const { id } = await proposed()
    const { token } = await newMentor()
    expect((await own(token)).data).toEqual([])
    expect((await withdraw(id, token)).status).toBe(404)
    expect((await preview(id, token)).status).toBe(403)
    expect((await open()).map(proposal => proposal.id)).toContain(id)
  })
})

describe('POST /api/hours-proposals/{id}/approve', () => {
  it('plans the weekly hours and tells the mentor', async () => {
    const { id, mentor, token } = await proposed()
    const { status, body } = await approve(id)
    expect([status, body.sessions_ahead, body.mentor.id]).toEqual([200, 8, mentor.id])
    expect((await hoursPlanned(mentor)).map(row => row.id)).toEqual([body.id])
    expect((await own(token)).data).toMatchObject([{ id, state: 'approved' }])
    expect((await open()).map(proposal => proposal.id)).not.toContain(id)
    expect(await told(mentor)).toHaveLength(1)
    expect((await audited(id)).map(([action]) => action)).toEqual(['entered', 'approved'])
    expect((await audited(body.id)).map(([action]) => action)).toEqual(['planned'])
  })

  it('takes other hours instead, always of the proposal’s mentor', async () => {
    const { id, mentor } = await proposed()
    expect((await approve(id, { hours: { ...hours(), mentor_id: o.mentors[0].id } })).status).toBe(422)
    const { body } = await approve(id, { hours: hours({ ranges: [range(2)], slot_minutes: 30 }) })
    expect([body.mentor.id, body.ranges[0].weekday, body.slot_minutes]).toEqual([mentor.id, 2, 30])
  })

  it('refuses hours that cannot be planned any more, and decides nothing', async () => {
    const place = await makePlace(o.app.db)
    const { id, mentor } = await proposed({ place_id: place.id })
    await o.app.db.updateTable('places').set({ active: false }).where('id', '=', place.id).execute()
    const { status, problem } = await approve(id)
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['place_id']])
    expect([await hoursPlanned(mentor), await told(mentor)]).toEqual([[], []])
    expect((await approve(id, { hours: hours() })).status).toBe(200)
  })

  it('lets one of two coordinators win', async () => {
    const { id, mentor } = await proposed()
    const other = await o.holderOf('Schedule Create')
    const trx = await o.app.db.startTransaction().execute()
    await trx.selectFrom('users').select('id').where('id', '=', mentor.id).forUpdate().execute()
    const asked = [approve(id), approve(id, {}, other), decline(id, 'No.', other)]
    await waitForLocks(o.app.db, 3)
    await trx.commit().execute()
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await hoursPlanned(mentor)).length).toBeLessThanOrEqual(1)
    expect(await told(mentor)).toHaveLength(1)
  })

  it('refuses the proposal of a mentor who has left, and lists it no more', async () => {
    const { id, mentor } = await proposed()
    await o.app.db.deleteFrom('role_assignments').where('user_id', '=', mentor.id).execute()
    expect((await open()).map(proposal => proposal.id)).not.toContain(id)
    for (const { status, problem } of [await approve(id), await decline(id)])
      expect([status, problem.code, problem.detail]).toEqual([
        409,
        'bad_transition',
        'The mentor is no longer active, so this proposal has ended.',
      ])
    expect((await preview(id)).body).toMatchObject({ sessions: 0, skipped: { length: 8 } })
    expect(await hoursPlanned(mentor)).toEqual([])
  })

  it('needs Schedule Create: Schedule List and Schedule Edit do not decide', async () => {
    const { id, mentor } = await proposed()
    const reader = await o.holderOf('Schedule List', 'Schedule Edit')
    expect((await o.app.request('GET /api/hours-proposals', { token: reader })).status).toBe(403)
    for (const { status } of [await preview(id, reader), await approve(id, {}, reader), await decline(id, 'No.', reader)])
      expect(status).toBe(403)
    expect(await hoursPlanned(mentor)).toEqual([])
  })

  it('sends no message about the coordinator’s own proposal', async () => {
    const person = await makeAdmin(o.app.db, ['Schedule Create'])
    await giveRole(o.app.db, person.id, { is_mentor: true })
    const token = await o.app.signIn(person)
    const { body } = await propose(token)
    expect((await approve(body.id, {}, token)).status).toBe(200)
    expect(await told(person)).toEqual([])
  })
})

describe('POST /api/hours-proposals/{id}/decline', () => {
  it('needs a reason, which the mentor reads', async () => {
    const { id, mentor, token } = await proposed()
    expect((await decline(id, ' ')).status).toBe(422)
    expect((await decline(id)).status).toBe(200)
    expect((await own(token)).data).toMatchObject([{ id, state: 'declined', reason: 'The rooms are full.' }])
    expect(await told(mentor)).toHaveLength(1)
    expect(await audited(id)).toEqual([
      ['entered', mentor.id, ''],
      ['declined', mentor.id, 'The rooms are full.'],
    ])
    expect((await approve(id)).problem.code).toBe('bad_transition')
    expect(await hoursPlanned(mentor)).toEqual([])
  })
})

describe('GET /api/hours-proposals/{id}/preview', () => {
  it('says exactly what approving then plans and skips, and writes nothing', async () => {
    const place = await makePlace(o.app.db)
    const { id, mentor } = await proposed({ place_id: place.id, until_date: '2026-12-21', ranges: [range(1), range(3, '14:00', '15:00')] })
    const busy = o.input({ mentor_ids: [mentor.id], starts_at: '2026-11-30T10:00', ends_at: '2026-11-30T11:00' })
    await o.app.request('POST /api/schedules', { body: busy, token: o.token })
    await o.app.db.insertInto('closed_days').values({ place_id: place.id, date: '2026-12-07' }).execute()
    await o.app.db
      .insertInto('time_off')
      .values({ mentor_id: mentor.id, starts_at: '2026-12-14T08:00:00Z', ends_at: '2026-12-14T10:00:00Z' })
      .execute()
    const before = await o.everything()
    const { status, body } = await preview(id)
    expect([status, body]).toEqual([
      200,
      {
        until: '2026-12-21',
        sessions: 6,
        skipped: [
          { date: '2026-11-30', starts: '09:00', reason: 'session', holiday: null },
          { date: '2026-12-07', starts: '09:00', reason: 'closed_day', holiday: null },
          { date: '2026-12-14', starts: '09:00', reason: 'time_off', holiday: null },
        ],
        travel: [],
      },
    ])
    expect(await o.everything()).toEqual(before)
    const planned = await approve(id)
    expect([planned.body.sessions_ahead, planned.body.skipped]).toEqual([6, body.skipped])
  })

  it('leaves out public holidays at the place, as approving does, unless told otherwise', async () => {
    const place = await makePlace(o.app.db)
    await o.app.db.updateTable('places').set({ holiday_region: 'GB-ENG' }).where('id', '=', place.id).execute()
    const christmas = { place_id: place.id, ranges: [range(5)], from_date: '2026-12-18', until_date: '2026-12-26' }
    const { id } = await proposed(christmas)
    const skipped = [{ date: '2026-12-25', starts: '09:00', reason: 'holiday', holiday: 'Christmas Day' }]
    expect((await preview(id)).body).toMatchObject({ sessions: 1, skipped })
    expect((await approve(id)).body).toMatchObject({ sessions_ahead: 1, skipped })
    const { id: other } = await proposed({ ...christmas, leave_out_holidays: false })
    expect((await preview(other)).body).toMatchObject({ sessions: 2, skipped: [] })
    expect((await approve(other)).body).toMatchObject({ sessions_ahead: 2, skipped: [], leave_out_holidays: false })
  })

  it('names dates whose support type or place is no longer offered', async () => {
    const place = await makePlace(o.app.db)
    const { id } = await proposed({ place_id: place.id, until_date: '2026-11-30' })
    await o.app.db.updateTable('places').set({ active: false }).where('id', '=', place.id).execute()
    expect((await preview(id)).body).toMatchObject({ sessions: 0, skipped: [{ reason: 'not_offered' }, { reason: 'not_offered' }] })
  })
})

it('counts open proposals on the dashboard for those who may decide', async () => {
  await proposed()
  const waiting = (await open()).length
  const count = async (token: string) => (await o.app.request('GET /api/dashboard', { token })).body.hours_proposals
  expect(waiting).toBeGreaterThan(0)
  expect(await count(await o.holderOf('Schedule Create'))).toBe(waiting)
  expect(await count(await o.holderOf('Schedule List'))).toBeNull()
})
