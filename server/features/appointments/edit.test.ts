import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeAppointment, makeContract, makeMentor, makePlace, makeSupportType, makeUser } from '#database/factories.ts'
import { openDesk, type Desk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())

const put = async (id: string, body: unknown, token = desk.token) => {
  const answer = await desk.app.request('PUT /api/appointments/{id}', { token, params: { id }, body })
  return { ...answer, code: answer.problem.code }
}
const taken = async (slotId: string) =>
  (await desk.app.db.selectFrom('slots').select('taken').where('id', '=', slotId).executeTakeFirstOrThrow()).taken
const outbox = async (id: string) =>
  (await desk.app.db.selectFrom('outbox').select('kind').where('appointment_id', '=', id).orderBy('created_at').execute()).map(
    ({ kind }) => kind,
  )

describe('PUT /api/appointments/{id}', () => {
  test('moves to another slot: keeps the reference, frees one seat, takes one, notifies, and records both times and the reason', async () => {
    const { slots } = await desk.plan()
    const { appointment } = await desk.book(slots[0]!.id)
    const moved = await put(appointment.id, { revision: 1, starts_at: slots[2]!.starts_at, reason: 'Bus is late' })
    expect([moved.status, moved.body.reference, moved.body.starts_at, moved.body.serial]).toEqual([
      200,
      appointment.reference,
      slots[2]!.starts_at,
      3,
    ])
    expect([await taken(slots[0]!.id), await taken(slots[2]!.id)]).toEqual([0, 1])
    expect(await outbox(appointment.id)).toEqual(['appointment_booked', 'appointment_moved'])
    const steps = await desk.history(appointment.id)
    expect(steps.at(-1)).toMatchObject({
      action: 'moved',
      reason: 'Bus is late',
      by: { id: desk.staff.id },
      from: { starts_at: slots[0]!.starts_at, mentor_name: 'Mary Mentor' },
      to: { starts_at: slots[2]!.starts_at },
    })
  })

  test('moves to another mentor and to another schedule, past what clients are held to', async () => {
    const other = await makeMentor(desk.app.db)
    const { schedule, slots } = await desk.plan({ mentors: [desk.mentor, other], from: '2026-11-20T09:30', to: '2026-11-20T10:30' })
    const { appointment } = await desk.book(slots[0]!.id)
    const toOther = await put(appointment.id, { mentor_id: other.id })
    expect([toOther.body.mentor.id, toOther.body.starts_at]).toEqual([other.id, appointment.starts_at])
    const elsewhere = await desk.plan()
    const away = await put(appointment.id, { schedule_id: elsewhere.schedule.id, starts_at: elsewhere.slots[1]!.starts_at })
    expect([away.body.schedule_id, away.body.serial]).toEqual([elsewhere.schedule.id, 2])
    const abroad = await desk.plan({ place: await makePlace(desk.app.db, { time_zone: 'Europe/Berlin' }) })
    await put(appointment.id, { schedule_id: abroad.schedule.id, starts_at: abroad.slots[1]!.starts_at })
    expect((await desk.history(appointment.id)).at(-1)).toMatchObject({
      from: { starts_at: elsewhere.slots[1]!.starts_at, time_zone: 'Europe/London' },
      to: { starts_at: abroad.slots[1]!.starts_at, time_zone: 'Europe/Berlin' },
    })
    const back = await put(appointment.id, { schedule_id: schedule.id })
    expect([back.status, Object.keys(back.problem.errors ?? {})]).toEqual([422, ['starts_at']])
  })

  test('keeps the mentor unless told otherwise, and offers Undo only of a move', async () => {
    const other = await makeMentor(desk.app.db)
    const { slots } = await desk.plan({ mentors: [desk.mentor, other], from: '2026-11-20T12:30', to: '2026-11-20T13:30' })
    const at = (mentorId: string) => slots.filter(({ mentor_id }) => mentor_id === mentorId)
    const [first, later] = at(other.id)
    const { appointment } = await desk.book(first!.id)
    const same = await put(appointment.id, { starts_at: first!.starts_at })
    expect([same.status, same.body.mentor.id, same.body.undo]).toEqual([200, other.id, null])
    const moved = await put(appointment.id, { starts_at: later!.starts_at })
    expect([moved.body.mentor.id, moved.body.starts_at]).toEqual([other.id, later!.starts_at])
    expect(moved.body.undo).not.toBeNull()
    await desk.book(first!.id)
    expect((await put(appointment.id, { starts_at: first!.starts_at })).code).toBe('slot_taken')
    const anyone = await put(appointment.id, { starts_at: first!.starts_at, mentor_id: null })
    expect(anyone.body.mentor.id).toBe(desk.mentor.id)
  })

  test('never leaves the old price after a move to another support type; Undo restores it', async () => {
    const free = await desk.plan({ supportType: await makeSupportType(desk.app.db, { price_amount: 0 }) })
    const { slots, schedule } = await desk.plan()
    const { appointment } = await desk.book(slots[0]!.id, { price_amount: 1500 })
    const at = ({ schedule, slots }: typeof free) => ({ schedule_id: schedule.id, starts_at: slots[0]!.starts_at })
    const [fifteen, none] = [1500, 0].map(amount => ({ amount, currency: 'GBP' }))
    // Within its type it keeps the price at which it was booked.
    expect((await put(appointment.id, { starts_at: slots[1]!.starts_at })).body.price).toEqual(fifteen)
    const moved = await put(appointment.id, at(free))
    expect(moved.body.price).toEqual(none)
    expect((await desk.history(appointment.id)).at(-1)).toMatchObject({ from: { price: fifteen }, to: { price: none } })
    await desk.app.request('POST /api/appointments/move/undo', { token: desk.token, body: { undo: moved.body.undo } })
    expect((await desk.history(appointment.id)).at(-1)).toMatchObject({
      from: { price: none },
      to: { price: fifteen, starts_at: slots[1]!.starts_at },
    })
    await put(appointment.id, at(free))
    const dear = await put(appointment.id, { schedule_id: schedule.id, starts_at: slots[0]!.starts_at })
    expect(dear.body.price).toEqual({ amount: 2500, currency: 'GBP' })
  })

  test('changes no price back under a payment when a move is undone', async () => {
    const dear = await desk.plan()
    const { slots } = await desk.plan({ supportType: await makeSupportType(desk.app.db, { price_amount: 0 }) })
    const { appointment } = await desk.book(slots[0]!.id, { price_amount: 0 })
    const moved = await put(appointment.id, { schedule_id: dear.schedule.id, starts_at: dear.slots[0]!.starts_at })
    await put(appointment.id, { payment: { status: 'paid' } })
    const undone = await desk.app.request('POST /api/appointments/move/undo', { token: desk.token, body: { undo: moved.body.undo } })
    expect(undone.status).toBe(200)
    expect((await desk.history(appointment.id)).at(-1)?.to).toMatchObject({ price: { amount: 2500 }, payment: 'paid' })
  })

  test.each(['paid', 'waived', 'refunded'] as const)('keeps the price of a %s appointment in another support type', async status => {
    const free = await desk.plan({ supportType: await makeSupportType(desk.app.db, { price_amount: 0 }) })
    const { slots } = await desk.plan()
    const { appointment } = await desk.book(slots[0]!.id, { price_amount: 1500, payment_status: status })
    const { body } = await put(appointment.id, { schedule_id: free.schedule.id, starts_at: free.slots[0]!.starts_at })
    expect([body.price.amount, body.payment.status]).toEqual([1500, status])
  })

  test('refuses a taken seat, the client’s other appointment, a past time and an unknown one', async () => {
    const { slots } = await desk.plan()
    const { appointment, user } = await desk.book(slots[0]!.id)
    await desk.book(slots[1]!.id)
    const lost = await put(appointment.id, { starts_at: slots[1]!.starts_at, questions: ['Never written'] })
    expect([lost.status, lost.code]).toEqual([409, 'slot_taken'])
    expect((await desk.history(appointment.id)).length).toBe(1)
    const neighbour = await desk.plan({
      mentors: [await makeMentor(desk.app.db)],
      from: slots[2]!.starts_at.slice(0, 16),
      to: slots[3]!.starts_at.slice(0, 16),
    })
    await makeAppointment(desk.app.db, neighbour.slots[0]!.id, user.id)
    expect((await put(appointment.id, { starts_at: slots[2]!.starts_at })).code).toBe('client_busy')
    const past = await desk.plan({ from: '2026-11-19T09:00', to: '2026-11-19T09:30' })
    const over = await put(appointment.id, { schedule_id: past.schedule.id, starts_at: past.slots[0]!.starts_at })
    expect([over.code, over.problem.reason]).toEqual(['not_bookable', 'past'])
    expect((await put(appointment.id, { starts_at: '2026-12-24T09:07:00Z' })).status).toBe(422)
    expect(await taken(slots[0]!.id)).toBe(1)
  })

  test('questions and payment are steps of their own, with who and when', async () => {
    const { slots } = await desk.plan()
    const { appointment } = await desk.book(slots[0]!.id)
    const both = await put(appointment.id, { revision: 1, questions: ['What now?'], payment: { status: 'paid' } })
    expect(both.body).toMatchObject({
      questions: ['What now?'],
      payment: { status: 'paid', recorded_by: desk.staff.name, recorded_at: '2026-11-20T09:00:00Z' },
      revision: 3,
    })
    expect((await put(appointment.id, { questions: ['What now?'], payment: { status: 'paid' } })).body.revision).toBe(3)
    await put(appointment.id, { payment: { status: 'refunded' }, reason: 'Ill' })
    const steps = await desk.history(appointment.id)
    expect(steps.map(({ action, reason }) => [action, reason])).toEqual([
      ['booked', ''],
      ['questions', ''],
      ['payment', ''],
      ['payment', 'Ill'],
    ])
    expect(steps.at(-1)).toMatchObject({ from: { payment: 'paid' }, to: { payment: 'refunded' } })
    expect(await outbox(appointment.id)).toEqual(['appointment_booked'])
  })

  test('stale, malformed, over, signed out, without the ability, nowhere', async () => {
    const { slots } = await desk.plan()
    const { appointment, user } = await desk.book(slots[0]!.id)
    expect((await put(appointment.id, { revision: 9, payment: { status: 'paid' } })).code).toBe('stale')
    for (const body of [
      { payment: 'paid' },
      { payment: { status: 'gold' } },
      { questions: [''] },
      { status: 'arrived' },
      { starts_at: 'noon' },
      [],
    ])
      expect((await put(appointment.id, body)).status).toBe(422)
    expect((await put(appointment.id, {}, '')).status).toBe(401)
    expect((await put(appointment.id, {}, await desk.app.signIn(user))).status).toBe(403)
    expect((await put(appointment.id, {}, await desk.app.signIn(await makeAdmin(desk.app.db, ['Appointment List'])))).status).toBe(403)
    expect((await put(user.id, { nonsense: true })).status).toBe(404)
    const arrived = await desk.book(slots[1]!.id, { status: 'arrived' })
    expect((await put(arrived.appointment.id, { starts_at: slots[2]!.starts_at })).code).toBe('bad_transition')
    const wrong = await desk.book(slots[2]!.id, { status: 'entered-in-error' })
    expect((await put(wrong.appointment.id, { payment: { status: 'paid' } })).code).toBe('bad_transition')
  })
})

describe('GET /api/appointments/{id}/edit', () => {
  const edit = (id: string, token = desk.token, query: Record<string, string> = {}) =>
    desk.app.request('GET /api/appointments/{id}/edit', { token, params: { id }, query })

  test('the appointment with its history, where it can go, and the client sees who opened it', async () => {
    const { schedule, slots } = await desk.plan()
    const other = await desk.plan()
    const { appointment, user } = await desk.book(slots[0]!.id)
    const { status, body } = await edit(appointment.id)
    expect([status, body.appointment.id, body.schedule.id, body.history.length]).toEqual([200, appointment.id, schedule.id, 1])
    expect(body.slots.map(({ free }: { free: number }) => free)).toEqual([0, 1, 1, 1])
    expect(body.sessions.map(({ id }: { id: string }) => id)).toContain(other.schedule.id)
    const later = await edit(appointment.id, desk.token, { from: '2027-06-01' })
    expect(later.body.sessions).toEqual([])
    const there = await edit(appointment.id, desk.token, { schedule_id: other.schedule.id })
    expect(there.body.slots.every(({ schedule_id }: { schedule_id: string }) => schedule_id === other.schedule.id)).toBe(true)
    const views = await desk.app.db.selectFrom('record_views').select(['viewer_id', 'what']).where('user_id', '=', user.id).execute()
    expect(views).toEqual([{ viewer_id: desk.staff.id, what: 'appointment' }])
  })

  test('401, 403, 404', async () => {
    const { slots } = await desk.plan()
    const { appointment } = await desk.book(slots[0]!.id)
    expect((await edit(appointment.id, '')).status).toBe(401)
    expect((await edit(appointment.id, await desk.app.signIn(desk.mentor))).status).toBe(403)
    expect((await edit(appointment.id, desk.token, { schedule_id: 'x' })).status).toBe(422)
    expect((await edit(appointment.id, desk.token, { from: '2026-02-30' })).status).toBe(422)
    for (const id of ['x', desk.staff.id]) expect((await edit(id)).status).toBe(404)
  })
})

describe('GET /api/appointments/create', () => {
  const create = (query: Record<string, string>, token = desk.token) => desk.app.request('GET /api/appointments/create', { token, query })

  test('returns the slots for staff, the requested mentors, and the client’s missed and open appointments', async () => {
    const { schedule, slots } = await desk.plan()
    const { user } = await desk.book(slots[0]!.id)
    const { status, body } = await create({ schedule_id: schedule.id, user_id: user.id })
    expect([status, body.schedule.id, body.client]).toMatchObject([
      200,
      schedule.id,
      { user: { id: user.id }, missed_recently: 0, open: 1 },
    ])
    expect(body.slots.map(({ free }: { free: number }) => free)).toEqual([0, 1, 1, 1])
    expect(body.mentors.map(({ id }: { id: string }) => id)).toEqual([desk.mentor.id])
    expect((await create({ support_type_id: desk.supportType.id })).body).toMatchObject({ schedule: null, slots: [], client: null })
  })

  test('says how a booking is confirmed, by the client’s addresses, channel and the messages of the organisation', async () => {
    const { db } = desk.app
    const messageTo = async (fields: Parameters<typeof makeUser>[1]) =>
      (await create({ user_id: (await makeUser(db, fields)).id })).body.client.message
    expect(await messageTo({})).toMatchObject({ channels: [expect.any(String)], why: null })
    expect(await messageTo({ channel: 'none' })).toEqual({ channels: [], why: 'not_wanted' })
    expect(await messageTo({ phone: null, email: null })).toEqual({ channels: [], why: 'no_address' })
    await db
      .updateTable('settings')
      .set({ messages_off: ['appointment_booked'] })
      .execute()
    expect(await messageTo({})).toEqual({ channels: [], why: 'switched_off' })
    await db.updateTable('settings').set({ messages_off: [] }).execute()
  })

  test('401, 403, 404, 422', async () => {
    const { schedule } = await desk.plan()
    expect((await create({}, '')).status).toBe(401)
    expect((await create({}, await desk.app.signIn(await makeUser(desk.app.db)))).status).toBe(403)
    expect((await create({ schedule_id: desk.staff.id })).status).toBe(404)
    expect((await create({ schedule_id: schedule.id, user_id: schedule.id })).status).toBe(404)
    expect((await create({ schedule_id: 'x' })).status).toBe(422)
  })
})

test('a booking on the client’s behalf says so: in the history, and in what was accepted for them', async () => {
  const { version } = await makeContract(desk.app.db, { required_for: 'booking' })
  const { schedule, slots } = await desk.plan()
  const user = await makeUser(desk.app.db)
  const offered = await desk.app.request('GET /api/appointments/create', {
    token: desk.token,
    query: { schedule_id: schedule.id, user_id: user.id },
  })
  expect(offered.body.contracts.map(({ version_id }: { version_id: string }) => version_id)).toEqual([version.id])
  const body = { schedule_id: schedule.id, starts_at: slots[0]!.starts_at, user_id: user.id }
  const refused = await desk.app.request('POST /api/appointments', { token: desk.token, body })
  expect([refused.status, refused.problem.code]).toEqual([422, 'contracts_required'])
  const booked = await desk.app.request('POST /api/appointments', {
    token: desk.token,
    body: { ...body, accepted_version_ids: [version.id] },
  })
  expect(booked.status).toBe(201)
  expect(await desk.history(booked.body.id)).toMatchObject([{ action: 'booked', by: { id: desk.staff.id, name: desk.staff.name } }])
  const accepted = await desk.app.db
    .selectFrom('acceptances')
    .select(['user_id', 'recorded_by'])
    .where('version_id', '=', version.id)
    .execute()
  expect(accepted).toEqual([{ user_id: user.id, recorded_by: desk.staff.id }])
  const again = await desk.app.request('GET /api/appointments/create', { token: desk.token, query: { user_id: user.id } })
  expect(again.body.contracts).toEqual([])
})
