import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Selectable } from 'kysely'
import { makeAppointment, makePlace, makeSchedule } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import type { Database } from '#database/types.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'

type User = Selectable<Database['users']>
type Sheet = Awaited<ReturnType<typeof makeSchedule>>

let o: TestOrganisation
/**
 * The absent mentor has 24 November, 09:00 to 10:00, in half hours; the free mentor has the same time and
 * the afternoon.
 */
let [ill, free, first, second]: User[] = []
let day: { ill: Sheet; free: Sheet; later: Sheet }
/** A client at 09:00 and one at 09:30, both with the absent mentor. */
let booked: Selectable<Database['appointments']>[]

beforeAll(async () => {
  o = await startOrganisation()
})
afterAll(() => o.app.close())
beforeEach(async () => {
  ill = await o.newMentor('Ill')
  free = await o.newMentor('Free')
  first = await o.client('First')
  second = await o.client('Second')
  const plan = (mentor: User, from: string, to: string) =>
    makeSchedule(o.app.db, {
      supportType: o.supportType,
      place: o.place,
      mentors: [mentor],
      from: `2026-11-24T${from}`,
      to: `2026-11-24T${to}`,
    })
  // Sessions of other tests are no alternatives here.
  await o.app.db.updateTable('slots').set({ live: false }).where('taken', '=', 0).execute()
  day = { ill: await plan(ill, '09:00', '10:00'), free: await plan(free, '09:00', '09:30'), later: await plan(free, '14:00', '15:00') }
  booked = [
    await makeAppointment(o.app.db, day.ill.slots[0]!.id, first.id),
    await makeAppointment(o.app.db, day.ill.slots[1]!.id, second.id),
  ]
})

const propose = (query: Record<string, string>, token: string | undefined = o.token) =>
  o.app.request('GET /api/reassigning', { query, token })
const apply = (body: Record<string, unknown>, token: string | undefined = o.token, headers = {}) =>
  o.app.request('POST /api/reassigning', { body, token, headers })
const illsDay = () => ({ mentor_id: ill!.id, date: '2026-11-24' })
const moveTo = (index: number, slot: Sheet['slots'][number]) => ({
  appointment_id: booked[index]!.id,
  revision: booked[index]!.revision,
  action: 'move',
  schedule_id: slot.schedule_id,
  starts_at: slot.starts_at,
  mentor_id: slot.mentor_id,
})
const plan = () => ({
  ...illsDay(),
  reason: 'Your mentor is ill.',
  decisions: [moveTo(0, day.free.slots[0]!), moveTo(1, day.later.slots[0]!)],
})
const outboxOf = async (userId: string) =>
  (await o.app.db.selectFrom('outbox').select('kind').where('user_id', '=', userId).orderBy('created_at').execute()).map(({ kind }) => kind)

describe('GET /api/reassigning', () => {
  it('proposes another mentor at the same time, then another time, with what else is free', async () => {
    const { status, body } = await propose(illsDay())
    expect(status).toBe(200)
    expect(body.about).toMatchObject({ mentor: { name: 'Ill' }, date: '2026-11-24', can_record: true })
    const chosen = body.appointments.map(({ user, options, proposal }: { user: User; options: never[]; proposal: number }) => [
      user.name,
      options[proposal],
    ])
    expect(chosen).toMatchObject([
      ['First', { mentor: { name: 'Free' }, starts_at: '2026-11-24T09:00:00Z', same_time: true, free: 1 }],
      ['Second', { mentor: { name: 'Free' }, starts_at: '2026-11-24T14:00:00Z', same_time: false }],
    ])
    expect(body.appointments[0].options).toHaveLength(3)
  })

  it('does not leave out clients who are already here or whose time has started', async () => {
    const [here, running] = booked
    const ask = async (now: string) => {
      o.app.clock.set(now)
      const token = await o.app.signIn(o.admin)
      const { body } = await propose(illsDay(), token)
      const { body: list } = await o.app.request('GET /api/dashboard/{list}', { token, params: { list: 'unassigned' } })
      const { body: off } = await o.app.request('GET /api/time-off', { token, query: { from: '2026-11-24', mentor_id: ill!.id } })
      const idsOf = (some: { id: string }[]) => some.map(({ id }) => id).filter(id => booked.some(one => one.id === id))
      return { open: idsOf(body.appointments), started: idsOf(body.started), unassigned: idsOf(list.data), affected: off.data[0].affected }
    }
    const before = o.app.clock.now().toISOString()
    const times = { starts_at: '2026-11-24T08:00:00Z', ends_at: '2026-11-24T12:00:00Z' }
    await o.app.db
      .insertInto('time_off')
      .values({ mentor_id: ill!.id, ...times, created_by: o.admin.id } as never)
      .execute()
    await o.app.db.updateTable('appointments').set({ status: 'arrived' }).where('id', '=', here!.id).execute()
    const both = [here!.id, running!.id]
    expect(await ask('2026-11-24T08:50:00Z')).toEqual({ open: [running!.id], started: [here!.id], unassigned: both, affected: 2 })
    expect(await ask('2026-11-24T09:29:00Z')).toEqual({ open: [running!.id], started: [here!.id], unassigned: both, affected: 2 })
    expect(await ask('2026-11-24T09:45:00Z')).toEqual({ open: [], started: [running!.id], unassigned: [running!.id], affected: 1 })
    expect(await ask('2026-11-24T10:00:00Z')).toEqual({ open: [], started: [], unassigned: [], affected: 0 })
    o.app.clock.set(before)
  })

  it('warns of an option that leaves its mentor too little time to travel, but not from what does not take place', async () => {
    await o.app.db.updateTable('settings').set({ travel_minutes: 30 }).execute()
    const elsewhere = await makePlace(o.app.db)
    const plan = (from: string, to: string) =>
      makeSchedule(o.app.db, {
        supportType: o.supportType,
        place: elsewhere,
        mentors: [free!],
        from: `2026-11-24T${from}`,
        to: `2026-11-24T${to}`,
      })
    const before = await plan('11:20', '13:50')
    await plan('15:10', '15:40')
    const travelAt = async (query: Record<string, string>, time: string) => {
      const { body } = await propose(query)
      const { options } = body.appointments[0] as { options: { starts_at: string; travel: object[] }[] }
      return options.find(({ starts_at }) => starts_at === `2026-11-24T${time}:00Z`)?.travel
    }
    const first = { schedule_id: before.schedule.id, mentor: { id: free!.id }, place: { id: elsewhere.id }, is_before: true, minutes: 10 }
    expect(await travelAt(illsDay(), '14:00')).toMatchObject([first])
    expect(await travelAt(illsDay(), '14:30')).toMatchObject([{ is_before: false, minutes: 10 }])
    expect(await travelAt(illsDay(), '09:00')).toEqual([])
    await makeAppointment(o.app.db, before.slots[0]!.id, (await o.client()).id)
    expect(await travelAt({ schedule_id: before.schedule.id }, '14:00')).toEqual([])
    await o.app.db.updateTable('settings').set({ travel_minutes: 0 }).execute()
    expect(await travelAt(illsDay(), '14:00')).toEqual([])
  })

  it('is about a session, a mentor’s part of it, time off or a closed day as well', async () => {
    const names = async (query: Record<string, string>) => {
      const { body } = await propose(query)
      return body.appointments.map(({ user }: { user: User }) => user.name)
    }
    expect(await names({ schedule_id: day.ill.schedule.id })).toEqual(['First', 'Second'])
    expect(await names({ schedule_id: day.ill.schedule.id, mentor_id: ill!.id })).toEqual(['First', 'Second'])
    const off = await o.app.request('POST /api/time-off', {
      body: { mentor_id: ill!.id, starts_at: '2026-11-24T09:30', ends_at: '2026-11-24T12:00' },
      token: o.token,
    })
    expect(await names({ time_off_id: off.body.id })).toEqual(['Second'])
    const closed = await o.app.request('POST /api/closed-days', { body: { place_id: o.place.id, date: '2026-11-24' }, token: o.token })
    const { body } = await propose({ closed_day_id: closed.body.id })
    expect(body.appointments.map(({ user, proposal }: { user: User; proposal: null }) => [user.name, proposal])).toEqual(
      expect.arrayContaining([
        ['First', null],
        ['Second', null],
      ]),
    )
    await o.app.db.deleteFrom('closed_days').execute()
  })

  it('says what it needs, and does not know what there is not', async () => {
    expect((await propose({})).status).toBe(422)
    expect((await propose({ date: '2026-11-24' })).problem.errors).toHaveProperty('mentor_id')
    expect((await propose({ ...illsDay(), time_off_id: ill!.id })).status).toBe(422)
    expect((await propose({ ...illsDay(), date: '2026-02-30' })).status).toBe(422)
    const unknown: Record<string, string>[] = [
      { schedule_id: ill!.id },
      { time_off_id: ill!.id },
      { closed_day_id: ill!.id },
      { mentor_id: first!.id, date: '2026-11-24' },
    ]
    for (const query of unknown) expect((await propose(query)).status).toBe(404)
    expect((await propose({ schedule_id: day.ill.schedule.id, mentor_id: free!.id })).status).toBe(404)
  })

  it('does not move a client to another time who could keep their own', async () => {
    const other = await o.newMentor('Other')
    const plan = (mentor: User, from: string, to: string) =>
      makeSchedule(o.app.db, {
        supportType: o.supportType,
        place: o.place,
        mentors: [mentor],
        from: `2026-12-01T${from}`,
        to: `2026-12-01T${to}`,
      })
    const session = await plan(ill!, '09:00', '10:30')
    await plan(other, '09:30', '11:00')
    for (const each of session.slots) await makeAppointment(o.app.db, each.id, (await o.client()).id)
    const { body } = await propose({ schedule_id: session.schedule.id })
    const proposed = body.appointments.map(({ options, proposal }: { options: { starts_at: string }[]; proposal: number }) =>
      options[proposal]!.starts_at.slice(11, 16),
    )
    expect(proposed).toEqual(['10:30', '09:30', '10:00'])
  })

  it('requires Schedule Edit and Appointment Edit', async () => {
    expect((await propose(illsDay(), '')).status).toBe(401)
    expect((await propose(illsDay(), await o.holderOf('Schedule Edit'))).status).toBe(403)
    expect((await propose(illsDay(), await o.holderOf('Appointment Edit'))).status).toBe(403)
    expect((await propose(illsDay(), await o.holderOf('Schedule Edit', 'Appointment Edit'))).status).toBe(200)
  })
})

describe('POST /api/reassigning', () => {
  it('lists everyone to phone whose message the organisation has switched off', async () => {
    const { decisions, ...rest } = plan()
    const setOff = (messages_off: string[]) => o.app.db.updateTable('settings').set({ messages_off }).execute()
    await setOff(['appointment_moved', 'mentor_reassigned'])
    const { body } = await apply({ ...rest, decisions: [decisions[0], { appointment_id: booked[1]!.id, revision: 1, action: 'cancel' }] })
    await setOff([])
    expect(body.outcomes).toMatchObject([
      { name: 'First', told_by: [], phone: { why: 'no_way', name: 'First', number: first!.phone } },
      { name: 'Second', told_by: ['sms'], phone: null },
    ])
    expect(body.mentors).toMatchObject([
      { name: 'Free', told_by: [] },
      { name: 'Ill', told_by: [] },
    ])
  })

  it('moves, cancels and notifies in one transaction, records the absence, and lists people to phone', async () => {
    await o.app.db
      .updateTable('users')
      .set({ phone: null, contact_name: 'Daughter', contact_phone: '+447700900999', email: null })
      .where('id', '=', second!.id)
      .execute()
    const { status, body } = await apply({
      ...plan(),
      record_time_off: true,
      decisions: [moveTo(0, day.free.slots[0]!), { appointment_id: booked[1]!.id, revision: 1, action: 'cancel' }],
    })
    expect(status).toBe(200)
    expect(body.outcomes).toMatchObject([
      {
        name: 'First',
        action: 'move',
        before: { mentor: 'Ill', starts_at: '2026-11-24T09:00:00Z' },
        after: { mentor: 'Free', starts_at: '2026-11-24T09:00:00Z' },
        told_by: ['sms'],
        phone: null,
      },
      { name: 'Second', action: 'cancel', after: null, told_by: [], phone: { why: 'no_way', name: 'Daughter', number: '+447700900999' } },
    ])
    expect(body.mentors).toMatchObject([
      { name: 'Free', taken_over: 1, told_by: ['sms'] },
      { name: 'Ill', taken_over: 0, told_by: ['sms'] },
    ])
    const rows = await o.app.db
      .selectFrom('appointments')
      .selectAll()
      .where(
        'id',
        'in',
        booked.map(({ id }) => id),
      )
      .orderBy('starts_at')
      .execute()
    expect(rows.map(({ id, reference, status: state, mentor_id }) => [id, reference, state, mentor_id])).toEqual([
      [booked[0]!.id, booked[0]!.reference, 'booked', free!.id],
      [booked[1]!.id, booked[1]!.reference, 'cancelled', ill!.id],
    ])
    expect(await outboxOf(first!.id)).toEqual(['appointment_booked', 'appointment_moved'])
    expect(await outboxOf(second!.id)).toEqual(['appointment_booked', 'appointment_cancelled'])
    expect([await outboxOf(ill!.id), await outboxOf(free!.id)]).toEqual([['mentor_reassigned'], ['mentor_reassigned']])
    const off = await o.app.db.selectFrom('time_off').selectAll().where('mentor_id', '=', ill!.id).executeTakeFirstOrThrow()
    expect([off.id, off.starts_at, off.ends_at]).toEqual([body.time_off_ids[0], '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z'])
    const blocked = await o.app.db.selectFrom('slots').select('blocked').where('mentor_id', '=', ill!.id).execute()
    expect(blocked).toEqual([{ blocked: 'mentor_away' }, { blocked: 'mentor_away' }])
    expect((await propose(illsDay())).body).toMatchObject({ about: { can_record: false }, appointments: [] })
    const audit = await o.app.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'reassigned')
      .where('subject_id', '=', ill!.id)
      .execute()
    expect(audit).toMatchObject([{ actor_id: o.admin.id, reason: 'Your mentor is ill.', after: { moved: 1, cancelled: 1, kept: 0 } }])
  })

  it('records the day of the place, not of the organisation, as time off', async () => {
    const place = await makePlace(o.app.db, { time_zone: 'America/New_York' })
    const plan = (from: string, to: string) => makeSchedule(o.app.db, { supportType: o.supportType, place, mentors: [ill!], from, to })
    const [evening, morning, late] = [
      await plan('2027-03-13T20:00', '2027-03-13T22:00'),
      await plan('2027-03-14T10:00', '2027-03-14T12:00'),
      await plan('2027-03-14T21:00', '2027-03-14T22:00'),
    ]
    const { id } = await makeAppointment(o.app.db, evening.slots[0]!.id, first!.id)
    const { body } = await apply({
      mentor_id: ill!.id,
      date: '2027-03-14',
      reason: 'Your mentor is ill.',
      record_time_off: true,
      decisions: [],
    })
    const off = await o.app.db.selectFrom('time_off').selectAll().where('id', 'in', body.time_off_ids).execute()
    expect(off.map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual([['2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z']])
    const blocked = async (schedule: Sheet) =>
      new Set(
        (await o.app.db.selectFrom('slots').select('blocked').where('schedule_id', '=', schedule.schedule.id).execute()).map(
          row => row.blocked,
        ),
      )
    expect([await blocked(evening), await blocked(morning), await blocked(late)]).toEqual([
      new Set([null]),
      new Set(['mentor_away']),
      new Set(['mentor_away']),
    ])
    const left = await o.app.request('GET /api/time-off', { token: o.token, query: { mentor_id: ill!.id } })
    expect(left.body.data).toMatchObject([{ affected: 0 }])
    expect(await o.app.db.selectFrom('appointments').select('status').where('id', '=', id).execute()).toEqual([{ status: 'booked' }])
  })

  it('keeps the requested mentor, and does not touch kept appointments', async () => {
    await o.app.db.updateTable('appointments').set({ requested_mentor_id: ill!.id }).where('id', '=', booked[0]!.id).execute()
    booked[0]!.revision += 1
    const decisions = [moveTo(0, day.free.slots[0]!), { appointment_id: booked[1]!.id, revision: 1, action: 'keep' }]
    const { body } = await apply({ ...plan(), decisions })
    expect(body.outcomes[1]).toMatchObject({ action: 'keep', told_by: [], phone: null })
    const rows = await o.app.db
      .selectFrom('appointments')
      .selectAll()
      .where(
        'id',
        'in',
        booked.map(({ id }) => id),
      )
      .orderBy('starts_at')
      .execute()
    expect(rows[0]).toMatchObject({ requested_mentor_id: ill!.id, mentor_id: free!.id })
    expect(rows[1]).toMatchObject({ status: 'booked', mentor_id: ill!.id, revision: 1 })
  })

  it('lists people to phone if a message may come too late', async () => {
    o.app.clock.set('2026-11-24T08:00:00Z')
    try {
      const token = await o.app.signIn(o.admin)
      const { body } = await apply(plan(), token)
      expect(body.outcomes.map(({ phone }: { phone: { why: string } }) => phone?.why)).toEqual(['soon', 'soon'])
    } finally {
      o.app.clock.set('2026-11-20T09:00:00Z')
    }
  })

  it('answers the same request again with the same, once carried out', async () => {
    const headers = { 'idempotency-key': `again-${ill!.id}` }
    const [once, again] = [await apply(plan(), o.token, headers), await apply(plan(), o.token, headers)]
    expect([once.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(once.body)
    expect(await outboxOf(first!.id)).toEqual(['appointment_booked', 'appointment_moved'])
  })

  const refused = async (body: Record<string, unknown>) => {
    const before = await o.everything()
    const off = await o.app.db.selectFrom('time_off').selectAll().execute()
    const answer = await apply(body)
    expect(await o.everything()).toEqual(before)
    expect(await o.app.db.selectFrom('time_off').selectAll().execute()).toEqual(off)
    return answer
  }

  it('changes nothing if a client has booked the proposed seat, and names the affected appointment', async () => {
    const client = await o.client('Quicker')
    const booking = { schedule_id: day.free.schedule.id, starts_at: day.free.slots[0]!.starts_at }
    expect((await o.app.request('POST /api/appointments', { body: booking, token: await o.app.signIn(client) })).status).toBe(201)
    const { status, problem } = await refused({ ...plan(), record_time_off: true })
    expect([status, problem.code]).toEqual([409, 'plan_outdated'])
    expect(problem.failed).toEqual([{ appointment_id: booked[0]!.id, reference: booked[0]!.reference, name: 'First', why: 'slot_taken' }])
  })

  it('changes nothing where an appointment came, changed or went since', async () => {
    const [kept, late] = [plan(), await o.client('Late')]
    const { decisions } = kept
    const undecided = await refused({ ...kept, decisions: decisions.slice(1) })
    expect(undecided.problem.failed).toMatchObject([{ appointment_id: booked[0]!.id, name: 'First', why: 'undecided' }])
    const stale = await refused({ ...kept, decisions: [{ ...decisions[0], revision: 7 }, decisions[1]] })
    expect(stale.problem.failed).toMatchObject([{ name: 'First', why: 'changed' }])
    const alien = await makeAppointment(o.app.db, day.later.slots[1]!.id, late.id)
    const foreign = await refused({ ...kept, decisions: [...decisions, { appointment_id: alien.id, revision: 1, action: 'cancel' }] })
    expect(foreign.problem.failed).toMatchObject([{ appointment_id: alien.id, why: 'no_longer_affected' }])
  })

  it('changes nothing if a client would have overlapping appointments, another support type, or no mentor', async () => {
    await makeAppointment(o.app.db, day.later.slots[1]!.id, first!.id)
    await o.app.db.updateTable('slots').set({ seats: 2 }).where('id', '=', day.later.slots[1]!.id).execute()
    const busy = await refused({ ...plan(), decisions: [moveTo(0, day.later.slots[1]!), moveTo(1, day.later.slots[0]!)] })
    expect(busy.problem.failed).toMatchObject([{ name: 'First', why: 'client_busy' }])
    const own = await refused({
      ...plan(),
      record_time_off: true,
      decisions: [moveTo(0, day.ill.slots[1]!), moveTo(1, day.later.slots[0]!)],
    })
    expect(own.problem.failed).toMatchObject([{ name: 'First', why: 'mentor_away' }])
    const nowhere = { ...moveTo(0, day.later.slots[0]!), mentor_id: ill!.id }
    expect((await refused({ ...plan(), decisions: [nowhere, moveTo(1, day.later.slots[0]!)] })).problem.failed).toMatchObject([
      { why: 'not_bookable' },
    ])
  })

  it('says what is malformed', async () => {
    expect((await apply({ ...plan(), reason: ' ' })).problem.errors).toHaveProperty('reason')
    expect((await apply({ ...plan(), decisions: [...plan().decisions, plan().decisions[0]] })).problem.errors).toHaveProperty('decisions')
    expect((await apply({ ...plan(), decisions: [{ appointment_id: booked[0]!.id, revision: 1, action: 'move' }] })).status).toBe(422)
    expect((await apply({ ...plan(), date: undefined })).status).toBe(422)
    const closed = { schedule_id: day.ill.schedule.id, reason: 'x', decisions: [], record_time_off: true }
    expect((await apply(closed)).problem.errors).toHaveProperty('record_time_off')
  })

  it('requires Schedule Edit and Appointment Edit', async () => {
    expect((await apply(plan(), '')).status).toBe(401)
    expect((await apply(plan(), await o.holderOf('Schedule Edit'))).status).toBe(403)
    expect((await apply({ ...plan(), mentor_id: first!.id })).status).toBe(404)
  })
})

describe('two at once', () => {
  it('applies one of two concurrent plans; the other one is outdated', async () => {
    const answers = await Promise.all([
      apply(plan()),
      apply({ ...plan(), decisions: [moveTo(0, day.later.slots[0]!), moveTo(1, day.later.slots[1]!)] }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.problem.code).toBe('plan_outdated')
    expect(await outboxOf(first!.id)).toEqual(['appointment_booked', 'appointment_moved'])
    expect(await outboxOf(second!.id)).toEqual(['appointment_booked', 'appointment_moved'])
  })

  it('crossing plans of two mentors for the same seats never half happen', async () => {
    const [other, client] = [await o.newMentor('Other'), await o.client('Third')]
    const sheet = await makeSchedule(o.app.db, {
      supportType: o.supportType,
      place: o.place,
      mentors: [other],
      from: '2026-11-24T09:00',
      to: '2026-11-24T09:30',
    })
    const theirs = await makeAppointment(o.app.db, sheet.slots[0]!.id, client.id)
    const rival = {
      mentor_id: other.id,
      date: '2026-11-24',
      reason: 'Ill too.',
      decisions: [{ ...moveTo(0, day.later.slots[0]!), appointment_id: theirs.id }],
    }
    const answers = await Promise.all([apply(plan()), apply(rival)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const won = answers[0]!.status === 200
    const rows = await o.app.db
      .selectFrom('appointments')
      .select(['id', 'slot_id'])
      .where(
        'id',
        'in',
        [...booked, theirs].map(({ id }) => id),
      )
      .execute()
    const slotOf = (id: string) => rows.find(row => row.id === id)!.slot_id
    expect([slotOf(booked[0]!.id), slotOf(booked[1]!.id), slotOf(theirs.id)]).toEqual(
      won
        ? [day.free.slots[0]!.id, day.later.slots[0]!.id, sheet.slots[0]!.id]
        : [day.ill.slots[0]!.id, day.ill.slots[1]!.id, day.later.slots[0]!.id],
    )
  })

  it('writes nothing partially if a client books the proposed seat while the plan waits', async () => {
    const client = await o.client('Quicker')
    const trx = await o.app.db.startTransaction().execute()
    await makeAppointment(trx, day.later.slots[0]!.id, client.id)
    const answer = apply({ ...plan(), record_time_off: true })
    await waitForLocks(o.app.db)
    await trx.commit().execute()
    const { status, problem } = await answer
    expect([status, problem.code]).toEqual([409, 'plan_outdated'])
    expect(problem.failed).toMatchObject([{ name: 'Second', why: 'slot_taken' }])
    expect(await outboxOf(first!.id)).toEqual(['appointment_booked'])
    expect(await o.app.db.selectFrom('time_off').select('id').where('mentor_id', '=', ill!.id).execute()).toEqual([])
  })

  it('refuses the plan if a client has booked the absent mentor in the meantime', async () => {
    await o.app.db.updateTable('slots').set({ seats: 2 }).where('id', '=', day.ill.slots[1]!.id).execute()
    const client = await o.client('Late')
    const trx = await o.app.db.startTransaction().execute()
    await makeAppointment(trx, day.ill.slots[1]!.id, client.id)
    const answer = apply({ ...plan(), record_time_off: true })
    await waitForLocks(o.app.db)
    await trx.commit().execute()
    const { status, problem } = await answer
    expect([status, problem.code]).toEqual([409, 'plan_outdated'])
    expect(problem.failed).toMatchObject([{ name: 'Late', why: 'undecided' }])
  })
})
