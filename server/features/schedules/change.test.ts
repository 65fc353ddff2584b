import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeAppointment, makePlace, makeSchedule, makeSupportType } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())
afterEach(() => o.clearWaitingList())

const change = (id: string, body: object, token = o.token) => o.app.request('PUT /api/schedules/{id}', { params: { id }, body, token })
const plannedSlots = (id: string) =>
  o.app.db
    .selectFrom('slots')
    .selectAll()
    .where('schedule_id', '=', id)
    .where('live', '=', true)
    .orderBy('starts_at')
    .orderBy('roster')
    .execute()
const serials = async (id: string) => (await plannedSlots(id)).map(slot => slot.first_serial)

/** A published morning of two new mentors, 09:00 to 11:00 in half hours: eight slots. */
async function morning(options: { seats?: number; fields?: object; mentorCount?: number } = {}) {
  const mentors = [await o.newMentor('Ana'), await o.newMentor('Ben')].slice(0, options.mentorCount ?? 2)
  const { supportType, place } = o
  const made = await makeSchedule(o.app.db, { supportType, place, mentors, from: '2026-11-24T09:00', to: '2026-11-24T11:00', ...options })
  return { id: made.schedule.id, slots: made.slots, mentors }
}
const book = async (slotId: string, name = 'Client', fields = {}) => makeAppointment(o.app.db, slotId, (await o.client(name)).id, fields)

/** Expects this refusal and an unchanged database. */
async function refused(id: string, body: object, status: number, code: string) {
  const before = await o.everything()
  const answer = await change(id, body)
  expect([answer.status, answer.problem.code]).toEqual([status, code])
  expect(await o.everything()).toEqual(before)
  return answer.problem
}

describe('PUT /api/schedules/{id}', () => {
  it('changes the given fields only', async () => {
    const { id, slots } = await morning()
    const { status, body } = await change(id, { note: 'Room 4', booking_opens_at: '2026-11-21T08:00', revision: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ note: 'Room 4', booking_opens_at: '2026-11-21T08:00:00Z', starts_at: '2026-11-24T09:00:00Z', revision: 2 })
    expect((await plannedSlots(id)).map(slot => slot.id)).toEqual(slots.map(slot => slot.id))
    const audit = await o.app.db.selectFrom('audit').selectAll().where('subject_id', '=', id).execute()
    expect(audit).toMatchObject([
      {
        action: 'changed',
        actor_id: o.admin.id,
        before: { note: '', booking_opens_at: null },
        after: { note: 'Room 4', booking_opens_at: '2026-11-21T08:00:00Z' },
      },
    ])
    expect((await change(id, { booking_opens_at: null })).body.booking_opens_at).toBeNull()
  })

  it('writes nothing for a change without an effect', async () => {
    const { id, mentors } = await morning()
    const before = await o.everything()
    const same = {
      starts_at: '2026-11-24T09:00',
      ends_at: '2026-11-24T11:00:00Z',
      slot_minutes: 30,
      mentor_ids: mentors.map(mentor => mentor.id),
      note: '',
    }
    expect((await change(id, same)).status).toBe(200)
    expect((await change(id, {})).status).toBe(200)
    expect(await o.everything()).toEqual(before)
  })

  it('keeps the same slots, adds new ones and removes free ones', async () => {
    const { id, slots, mentors } = await morning()
    const cancelled = await book(slots[0]!.id)
    await o.app.db
      .updateTable('appointments')
      .set({ status: 'cancelled', cancelled_by: 'client', cancelled_at: new Date() })
      .where('id', '=', cancelled.id)
      .execute()
    const { status, body } = await change(id, { starts_at: '2026-11-24T09:30', ends_at: '2026-11-24T11:30' })
    expect([status, body.seats]).toEqual([200, { total: 8, taken: 0, free: 8 }])
    const after = await plannedSlots(id)
    expect(after.slice(0, 6).map(slot => slot.id)).toEqual(slots.slice(2).map(slot => slot.id))
    expect(after.map(slot => slot.first_serial)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const dead = await o.app.db.selectFrom('slots').select('id').where('schedule_id', '=', id).where('live', '=', false).execute()
    expect(dead).toEqual([{ id: slots[0]!.id }])
    const row = await o.app.db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ local_starts: '2026-11-24T09:30:00', starts_at: '2026-11-24T09:30:00Z' })
    expect((await change(id, { mentor_ids: [mentors[1]!.id] })).body.mentors).toMatchObject([{ name: 'Ben' }])
    expect(await serials(id)).toEqual([1, 2, 3, 4])
  })

  it('keeps local times when moved to a place in another zone', async () => {
    const { id } = await morning()
    const place = await makePlace(o.app.db, { time_zone: 'America/St_Johns' })
    const { body } = await change(id, { place_id: place.id })
    expect(body).toMatchObject({ time_zone: 'America/St_Johns', starts_at: '2026-11-24T12:30:00Z', ends_at: '2026-11-24T14:30:00Z' })
    expect((await plannedSlots(id))[0]!.starts_at).toBe('2026-11-24T12:30:00Z')
  })

  it('numbers new seats after the highest number once a client is booked', async () => {
    const { id, slots, mentors } = await morning({ mentorCount: 1 })
    const booked = await book(slots[1]!.id)
    const joining = await o.newMentor('Cleo')
    expect((await change(id, { mentor_ids: [joining.id, mentors[0]!.id] })).status).toBe(200)
    expect(await serials(id)).toEqual([5, 1, 6, 2, 7, 3, 8, 4])
    // A booked slot that gains seats: its client keeps the number, and the next seat gets a new
    // one.
    expect((await change(id, { seats_per_slot: 2 })).status).toBe(200)
    const second = await book(slots[1]!.id)
    const appointments = await o.app.db.selectFrom('appointments').select(['id', 'serial']).where('schedule_id', '=', id).execute()
    expect(appointments.find(row => row.id === booked.id)!.serial).toBe(2)
    expect(second.serial).toBeGreaterThan(8)
    const taken = (await plannedSlots(id)).flatMap(slot => [slot.first_serial, slot.first_serial + 1])
    expect(new Set(taken).size).toBe(taken.length)
    expect(Math.min(...taken)).toBe(9)
  })

  it('removes free seats, and names clients who would lose a seat', async () => {
    const { id, slots } = await morning({ seats: 3 })
    const [first, second] = [await book(slots[0]!.id, 'First'), await book(slots[0]!.id, 'Second')]
    const { booked, message } = await refused(id, { seats_per_slot: 1 }, 409, 'has_bookings')
    expect(message).toBe('At one of the times more seats are booked than would remain. Nothing was changed.')
    expect(booked).toEqual([{ appointment_id: second.id, reference: second.reference, name: 'Second', starts_at: '2026-11-24T09:00:00Z' }])
    expect((await change(id, { seats_per_slot: 2 })).body.seats).toEqual({ total: 16, taken: 2, free: 14 })
    await o.app.db
      .updateTable('appointments')
      .set({ status: 'cancelled', cancelled_by: 'client', cancelled_at: new Date() })
      .where('id', '=', first.id)
      .execute()
    // One client holds the second seat: they keep it, and its number stays.
    expect((await change(id, { seats_per_slot: 1 })).body.seats).toEqual({ total: 8, taken: 1, free: 7 })
    const kept = await o.app.db.selectFrom('appointments').select(['seat', 'serial']).where('id', '=', second.id).executeTakeFirstOrThrow()
    expect(kept).toEqual({ seat: 2, serial: second.serial })
    expect((await plannedSlots(id))[0]).toMatchObject({ seats: 1, taken: 1 })
    await expect(book(slots[0]!.id)).rejects.toThrow(/no result|full/)
    // With two seats again, the free seat gets a number that no client has had.
    expect((await change(id, { seats_per_slot: 2 })).status).toBe(200)
    const third = await book(slots[0]!.id, 'Third')
    expect([third.seat, third.serial > 22]).toEqual([1, true])
  })

  it.each<[string, (made: Awaited<ReturnType<typeof morning>>) => Promise<object> | object]>([
    ['a later start', () => ({ starts_at: '2026-11-24T09:30' })],
    ['other slots', () => ({ slot_minutes: 40 })],
    ['a break', () => ({ slot_minutes: 25, break_minutes: 5 })],
    ['another day', () => ({ starts_at: '2026-11-25T09:00', ends_at: '2026-11-25T11:00' })],
    ['another mentor', ({ mentors }) => ({ mentor_ids: [mentors[1]!.id] })],
    ['another place', async () => ({ place_id: (await makePlace(o.app.db)).id })],
    ['another support type', async () => ({ support_type_id: (await makeSupportType(o.app.db)).id })],
  ])('refuses %s that would remove booked times, with the list', async (_, stranding) => {
    const made = await morning()
    const { id, reference } = await book(made.slots[0]!.id, 'Zoë')
    const { booked } = await refused(made.id, await stranding(made), 409, 'has_bookings')
    expect(booked).toMatchObject([{ appointment_id: id, reference, name: 'Zoë', starts_at: '2026-11-24T09:00:00Z' }])
  })

  it('refuses to remove a seat that is on offer', async () => {
    const { id, slots } = await morning()
    await o.app.db
      .insertInto('waiting_list')
      .values({
        user_id: (await o.client()).id,
        support_type_id: o.supportType.id,
        from_date: '2026-11-24',
        to_date: '2026-11-24',
        state: 'offered',
        offered_slot_id: slots[0]!.id,
        offer_ends_at: '2026-11-21T00:00:00Z',
      })
      .execute()
    const problem = await refused(id, { starts_at: '2026-11-24T09:30' }, 409, 'has_bookings')
    expect(problem.booked).toEqual([])
    expect(problem.message).toContain('waiting list')
  })

  it('refuses clashes of new times only', async () => {
    const { id, mentors, slots } = await morning({ mentorCount: 1 })
    const busy = await o.newMentor('Busy')
    const other = {
      supportType: o.supportType,
      place: o.place,
      mentors: [busy, mentors[0]!],
      from: '2026-11-24T13:00',
      to: '2026-11-24T14:00',
    }
    await makeSchedule(o.app.db, other)
    await book(slots[0]!.id)
    const { clashes } = await refused(id, { ends_at: '2026-11-24T13:30' }, 409, 'mentor_busy')
    expect(clashes).toMatchObject([{ mentor: { id: mentors[0]!.id }, starts_at: '2026-11-24T13:00:00Z', reason: 'session' }])
    expect((await change(id, { ends_at: '2026-11-24T13:00' })).status).toBe(200)
    // A day closed after planning refuses new times, but not a change of the note.
    await o.app.db.insertInto('closed_days').values({ place_id: o.place.id, date: '2026-11-24' }).execute()
    expect((await change(id, { note: 'As planned' })).status).toBe(200)
    expect((await refused(id, { starts_at: '2026-11-24T08:30' }, 409, 'mentor_busy')).clashes).toMatchObject([{ reason: 'closed_day' }])
    await o.app.db.deleteFrom('closed_days').execute()
  })

  it('refuses a stale revision', async () => {
    const { id } = await morning()
    await change(id, { note: 'First' })
    await refused(id, { note: 'Second', revision: 1 }, 409, 'stale')
    expect((await change(id, { note: 'Second', revision: 2 })).status).toBe(200)
  })

  it('refuses cancelled and past schedules', async () => {
    const cancelled = await morning({ fields: { status: 'cancelled' } })
    await refused(cancelled.id, { note: 'Late' }, 409, 'bad_transition')
    const mentor = await o.newMentor()
    const past = { supportType: o.supportType, place: o.place, mentors: [mentor], from: '2026-11-20T08:00', to: '2026-11-20T09:00' }
    const { schedule } = await makeSchedule(o.app.db, past)
    await refused(schedule.id, { note: 'Late' }, 409, 'bad_transition')
  })

  it('asks about times that a clock change makes ambiguous', async () => {
    const { id } = await morning()
    const skipped = await refused(id, { starts_at: '2027-03-28T01:15', ends_at: '2027-03-28T03:00' }, 422, 'time_skipped')
    expect(skipped.choices).toEqual(['2027-03-28T00:59', '2027-03-28T02:00'])
    const repeated = await refused(id, { starts_at: '2027-10-31T00:00', ends_at: '2027-10-31T01:15' }, 422, 'time_repeated')
    expect(repeated.choices).toEqual(['2027-10-31T00:15:00Z', '2027-10-31T01:15:00Z'])
    const later = await change(id, { starts_at: '2027-10-31T00:00', ends_at: repeated.choices![1] })
    expect(later.body).toMatchObject({ starts_at: '2027-10-30T23:00:00Z', ends_at: '2027-10-31T01:15:00Z' })
    // The chosen occurrence stays when another field changes.
    expect((await change(id, { note: 'Night' })).body.ends_at).toBe('2027-10-31T01:15:00Z')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an end before the start', { ends_at: '2026-11-24T08:00' }, 'ends_at'],
    ['no room for a slot', { slot_minutes: 121 }, 'slot_minutes'],
    ['the past', { starts_at: '2026-11-20T07:00', ends_at: '2026-11-20T08:00' }, 'starts_at'],
    ['no mentor', { mentor_ids: [] }, 'mentor_ids'],
    ['a status', { status: 'draft' }, 'status'],
    ['a repeat rule', { repeat: 'FREQ=DAILY;COUNT=2' }, 'repeat'],
    ['an invalid time', { starts_at: 'soon' }, 'starts_at'],
    ['an unknown place', { place_id: '019aa000-0000-7000-8000-000000000000' }, 'place_id'],
  ])('refuses %s at its field', async (_, body, field) => {
    const { id } = await morning()
    expect(Object.keys((await refused(id, body, 422, 'invalid')).errors!)).toEqual([field])
  })

  it('requires a mentor if a schedule has none left', async () => {
    const { id } = await morning()
    await o.app.db.deleteFrom('schedule_mentors').where('schedule_id', '=', id).execute()
    expect(Object.keys((await refused(id, { note: 'Alone' }, 422, 'invalid')).errors!)).toEqual(['mentor_ids'])
  })

  it('keeps an inactive mentor, but adds none', async () => {
    const { id, mentors } = await morning()
    const left = await o.newMentor()
    await o.app.db.updateTable('users').set({ active: false }).where('id', 'in', [left.id, mentors[0]!.id]).execute()
    const staying = mentors.map(mentor => mentor.id)
    expect((await change(id, { mentor_ids: staying.toReversed() })).status).toBe(200)
    await refused(id, { mentor_ids: [...staying, left.id] }, 422, 'invalid')
  })

  it('refuses callers without the ability, and unknown ids', async () => {
    const { id } = await morning()
    expect((await o.app.request('PUT /api/schedules/{id}', { params: { id }, body: {} })).status).toBe(401)
    expect((await change(id, {}, await o.holderOf('Schedule List', 'Schedule Create'))).status).toBe(403)
    expect((await change(id, { note: 'Mine' }, await o.holderOf('Schedule Edit'))).status).toBe(200)
    expect((await change('019aa000-0000-7000-8000-000000000000', { whatever: 1 })).status).toBe(404)
    expect((await change('here', {})).status).toBe(404)
  })
})

describe('a concurrent booking', () => {
  it.each<[string, object]>([
    ['that commits while its slot is removed', { starts_at: '2026-11-24T09:30' }],
    ['that commits while seats are removed', { seats_per_slot: 1 }],
  ])('%s is not stranded', async (_, body) => {
    const { id, slots } = await morning({ seats: 2 })
    await book(slots[0]!.id)
    let answer: ReturnType<typeof change> | undefined
    await o.app.db.transaction().execute(async trx => {
      const late = await o.client('Late')
      await makeAppointment(trx, slots[0]!.id, late.id)
      answer = change(id, body)
      await waitForLocks(o.app.db)
    })
    const { status, problem } = await answer!
    expect([status, problem.code]).toEqual([409, 'has_bookings'])
    expect(problem.booked!.map(({ name }) => name)).toContain('Late')
    expect(await plannedSlots(id)).toHaveLength(slots.length)
  })

  it('takes a seat in a planned slot or is refused, without a 500, during changes', async () => {
    const { id, slots } = await morning({ seats: 2 })
    const clients = await Promise.all(slots.map(() => o.client()))
    const tokens = await Promise.all(clients.map(client => o.app.signIn(client)))
    const bookings = slots.map((slot, index) =>
      o.app.request('POST /api/appointments', {
        token: tokens[index],
        body: { schedule_id: id, starts_at: slot.starts_at, mentor_id: slot.mentor_id },
      }),
    )
    const changes = [{ starts_at: '2026-11-24T10:00' }, { slot_minutes: 20 }, { seats_per_slot: 1 }, { ends_at: '2026-11-24T10:00' }].map(
      body => change(id, body),
    )
    const answers = await Promise.all([...bookings, ...changes])
    for (const { status } of answers) expect([200, 201, 409, 422]).toContain(status)
    const stranded = await o.app.db
      .selectFrom('appointments as a')
      .innerJoin('slots as s', 's.id', 'a.slot_id')
      .select('a.id')
      .where('a.schedule_id', '=', id)
      .where(sql<boolean>`holds_seat(a.status) AND (NOT s.live OR s.taken > s.seats)`)
      .execute()
    expect(stranded).toEqual([])
  })
})
