import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { leaseDue, type LeasedMessage } from '../messages/outbox-commands.ts'
import { holdMs } from '../undo/commands.ts'
import { mintScope } from '../../platform/scope.ts'
import { updateWaitingList } from '../waiting-list/job.ts'

let o: Organisation
let token: string
beforeAll(async () => void (o = await openOrganisation()))
beforeEach(async () => void (token = await o.app.signIn(o.staff)))
afterAll(() => o.close())

const unknown = '019aa000-0000-7000-8000-000000000000'
const later = async (ms: number) => {
  o.app.clock.advance(ms)
  for (let batch = 0; batch < 2; batch += 1) await o.send()
}
const undo = async (what: 'move' | 'status', id: string, as = token) => {
  const { status, problem } = await o.app.request(`POST /api/appointments/${what}/undo`, { token: as, body: { undo: id } })
  return status === 200 ? status : [status, problem.code]
}
const stateOf = (id: string) =>
  o.db
    .selectFrom('appointments')
    .select(['status', 'status_before', 'slot_id', 'starts_at', 'seat', 'serial', 'room', 'cancelled_by', 'cancel_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const told = async (user: { id: string }) =>
  (await o.of(user)).map(({ kind, state, why }) => [kind.replace('appointment_', ''), state, why])
const letters = ({ email }: { email: string | null }) => o.mail.to(email!).length
/** A client who waits for any time of a session's day. */
async function waiter(startsAt: string) {
  const user = await o.client()
  const date = startsAt.slice(0, 10)
  const entry = { user_id: user.id, support_type_id: o.supportType.id, from_date: date, to_date: date }
  const { id } = await o.db.insertInto('waiting_list').values(entry).returning('id').executeTakeFirstOrThrow()
  return { user, id }
}
const leave = (id: string) =>
  o.db.updateTable('waiting_list').set({ state: 'left', offered_slot_id: null, offer_ends_at: null }).where('id', '=', id).execute()
const entryState = async (id: string) =>
  (await o.db.selectFrom('waiting_list').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

/** A booked client who has got the confirmation. */
async function booked() {
  const one = await o.book()
  await later(0)
  return { ...one, id: one.appointment.id }
}
const move = async (id: string, { schedule_id, starts_at }: { schedule_id: string; starts_at: string }) => {
  const { status, body } = await o.app.request('PUT /api/appointments/{id}', { token, params: { id }, body: { schedule_id, starts_at } })
  expect(status).toBe(200)
  return body.undo as string
}

/** Moves a session with the client of its last time to four hours later. */
const dragSession = async ({
  schedule: { id, starts_at, ends_at },
  slots,
}: Pick<Awaited<ReturnType<typeof booked>>, 'schedule' | 'slots'>) => {
  const { id: other } = await makeAppointment(o.db, slots.at(-1)!.id, (await o.client()).id)
  const shift = (at: string) => new Date(Date.parse(at) + 4 * 3_600_000).toISOString()
  const body = { starts_at: shift(starts_at), ends_at: shift(ends_at), move_clients: [other] }
  expect((await o.app.request('PUT /api/schedules/{id}', { token, params: { id }, body })).status).toBe(200)
}

describe('POST /api/appointments/move/undo', () => {
  it('restores time, seat and meeting room, and tells no one', async () => {
    const { id, user, slots } = await booked()
    const before = await stateOf(id)
    const sent = letters(user)
    const waiting = await waiter(before.starts_at)
    const action = await move(id, slots[1]!)
    expect((await stateOf(id)).room).not.toBe(before.room)
    await later(5000)
    await updateWaitingList(o.app.platform)
    // The seat is reserved, not offered yet: Undo takes it back.
    expect(await entryState(waiting.id)).toBe('waiting')
    expect(await undo('move', action)).toBe(200)
    expect(await stateOf(id)).toEqual(before)
    await later(holdMs)
    await later(60_000)
    expect(letters(user)).toBe(sent)
    expect(await told(user)).toEqual([
      ['booked', 'sent', null],
      ['moved', 'dropped', 'superseded'],
      ['moved', 'dropped', 'undone'],
    ])
    await leave(waiting.id)
  })

  it('keeps no action of a move that was refused', async () => {
    const { id, slots } = await booked()
    await makeAppointment(o.db, slots[1]!.id, (await o.client()).id)
    const body = { schedule_id: slots[1]!.schedule_id, starts_at: slots[1]!.starts_at }
    const count = () => o.db.selectFrom('undoable_actions').select('id').execute()
    const before = await count()
    const { status } = await o.app.request('PUT /api/appointments/{id}', { token, params: { id }, body })
    expect([status, await count()]).toEqual([409, before])
  })

  it('sends one message of a move that stays, and offers its old seat', async () => {
    const { id, user, slots } = await booked()
    const sent = letters(user)
    const waiting = await waiter(slots[0]!.starts_at)
    await move(id, slots[1]!)
    await later(holdMs)
    await updateWaitingList(o.app.platform)
    expect([letters(user) - sent, await entryState(waiting.id)]).toEqual([1, 'offered'])
  })

  it('sends a correction once the move was told', async () => {
    const { id, user, slots } = await booked()
    const sent = letters(user)
    const action = await move(id, slots[1]!)
    await later(holdMs)
    expect(letters(user) - sent).toBe(1)
    expect(await undo('move', action)).toBe(200)
    await later(holdMs)
    expect(letters(user) - sent).toBe(2)
    expect((await told(user)).slice(1)).toEqual([
      ['moved', 'sent', null],
      ['moved', 'sent', null],
    ])
  })

  it('waits for a message that is being sent at that moment, and then sends the correction', async () => {
    const { id, user, slots } = await booked()
    const sent = letters(user)
    const action = await move(id, slots[1]!)
    o.app.clock.advance(holdMs)
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    let arrived = () => {}
    const arrives = new Promise<void>(resolve => (arrived = resolve))
    o.mail.behave({
      onLetter: async () => {
        arrived()
        await held
        return 'take' as const
      },
    })
    const sending = o.send()
    await arrives
    expect(await undo('move', action)).toBe(200)
    await later(holdMs)
    expect((await told(user)).slice(1)).toEqual([
      ['moved', 'sending', null],
      ['moved', 'waiting', null],
    ])
    release()
    await sending
    o.mail.behave({})
    await later(10_000)
    expect(letters(user) - sent).toBe(2)
    expect((await told(user)).slice(1)).toEqual([
      ['moved', 'sent', null],
      ['moved', 'sent', null],
    ])
  })

  it('sends nothing when a worker has leased the message and then dies', async () => {
    const { id, user, slots } = await booked()
    const sent = letters(user)
    const action = await move(id, slots[1]!)
    o.app.clock.advance(holdMs)
    const scope = mintScope({ person: null, now: o.app.clock.now(), ip: null, userAgent: '', browser: false })
    const leased: LeasedMessage[] = await leaseDue(o.db, scope, 8)
    expect(leased.map(({ kind }) => kind)).toContain('appointment_moved')
    expect(await undo('move', action)).toBe(200)
    await later(holdMs)
    expect((await told(user)).at(-1)).toEqual(['moved', 'waiting', null])
    await later(10 * 60_000)
    await later(10_000)
    expect(letters(user)).toBe(sent)
    expect((await told(user)).slice(1)).toEqual([
      ['moved', 'dropped', 'superseded'],
      ['moved', 'dropped', 'undone'],
    ])
  })

  it('confirms a booking that was moved back before its confirmation left', async () => {
    const { user, appointment, slots } = await o.book()
    const action = await move(appointment.id, slots[1]!)
    await o.send()
    expect(await undo('move', action)).toBe(200)
    await later(holdMs)
    await later(10_000)
    expect(letters(user)).toBe(1)
  })

  it('refuses where the seat or the client’s time is gone, or the appointment has changed', async () => {
    const { id, slots } = await booked()
    const action = await move(id, slots[1]!)
    const other = await makeAppointment(o.db, slots[0]!.id, (await o.client()).id)
    const before = await stateOf(id)
    expect(await undo('move', action)).toEqual([409, 'slot_taken'])
    await sql`UPDATE appointments SET status = 'cancelled', cancelled_by = 'client' WHERE id = ${other.id}`.execute(o.db)
    await sql`DELETE FROM freed_seats`.execute(o.db)
    const { user_id } = await o.db.selectFrom('appointments').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()
    const times = { from: slots[0]!.starts_at.slice(0, 16), to: slots[0]!.ends_at.slice(0, 16) }
    const elsewhere = await o.plan({ mentors: [o.mentors[1]], ...times })
    const busy = await makeAppointment(o.db, elsewhere.slots[0]!.id, user_id)
    expect(await undo('move', action)).toEqual([409, 'client_busy'])
    expect(await stateOf(id)).toEqual(before)
    await sql`UPDATE appointments SET status = 'cancelled', cancelled_by = 'client' WHERE id IN (${busy.id}, ${id})`.execute(o.db)
    expect(await undo('move', action)).toEqual([409, 'bad_transition'])
  })

  it('does not take back the later move of a colleague', async () => {
    const { id, slots } = await booked()
    const action = await move(id, slots[1]!)
    token = await o.app.signIn(await makeAdmin(o.db))
    await move(id, slots[2]!)
    expect(await undo('move', action, await o.app.signIn(o.staff))).toEqual([409, 'bad_transition'])
    expect((await stateOf(id)).slot_id).toBe(slots[2]!.id)
  })

  it.each<[string, (from: Awaited<ReturnType<Organisation['plan']>>, mentor_id: string) => Promise<unknown>]>([
    [
      'time off',
      ({ schedule: { starts_at, ends_at } }, mentor_id) => o.db.insertInto('time_off').values({ mentor_id, starts_at, ends_at }).execute(),
    ],
    [
      'a closed day',
      ({ schedule: { place_id, local_date } }) =>
        o.db.insertInto('closed_days').values({ place_id: place_id!, date: local_date!, created_by: null }).execute(),
    ],
    ['the time of a former mentor', (_from, mentor_id) => o.db.deleteFrom('role_assignments').where('user_id', '=', mentor_id).execute()],
  ])('does not move a client back into %s', async (_what, block) => {
    const mentor = await makeMentor(o.db)
    const from = await o.plan({ mentors: [mentor] })
    const { id } = await makeAppointment(o.db, from.slots[0]!.id, (await o.client()).id)
    const { slots } = await o.plan()
    const action = await move(id, slots[0]!)
    await block(from, mentor.id)
    expect(await undo('move', action)).toEqual([409, 'bad_transition'])
    expect((await stateOf(id)).slot_id).toBe(slots[0]!.id)
  })

  it('moves a client back whose mentor was away before the move', async () => {
    const { id, slots } = await booked()
    const { mentor_id, starts_at, ends_at } = slots[0]!
    const { id: off } = await o.db
      .insertInto('time_off')
      .values({ mentor_id, starts_at, ends_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const action = await move(id, slots[1]!)
    expect(await undo('move', action)).toBe(200)
    expect((await stateOf(id)).slot_id).toBe(slots[0]!.id)
    await o.db.deleteFrom('time_off').where('id', '=', off).execute()
  })

  it('does not move a client back to a session that is at another time now', async () => {
    const { id, slots, schedule } = await booked()
    const elsewhere = await o.plan()
    const action = await move(id, elsewhere.slots[0]!)
    await dragSession({ schedule, slots })
    expect(await undo('move', action)).toEqual([409, 'undo_over'])
    expect((await stateOf(id)).slot_id).not.toBe(slots[0]!.id)
  })
})

describe('a session that is moved and moved back', () => {
  const change = async (id: string, body: object) => {
    const { status, body: saved } = await o.app.request('PUT /api/schedules/{id}', { token, params: { id }, body })
    expect(status).toBe(200)
    return saved.revision as number
  }
  const times = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }, days: number) => {
    const shift = (at: string) => new Date(Date.parse(at) + days * 86_400_000).toISOString()
    return { starts_at: shift(starts_at), ends_at: shift(ends_at) }
  }

  it('tells its clients nothing, and tells them of both once the first message was sent', async () => {
    for (const [wait, expected] of [
      [5000, 0],
      [holdMs, 2],
    ] as const) {
      const { id, user, schedule } = await booked()
      const sent = letters(user)
      const body = { ...times(schedule, 60), move_clients: [id] }
      const revision = await change(schedule.id, body)
      await later(wait)
      await change(schedule.id, { ...times(schedule, 0), move_clients: [id], revision })
      await later(holdMs)
      await later(10_000)
      expect(letters(user) - sent).toBe(expected)
    }
  })

  it('tells where the client ends up, when that is another time', async () => {
    const { id, user, schedule } = await booked()
    const sent = letters(user)
    const revision = await change(schedule.id, { ...times(schedule, 61), move_clients: [id] })
    await change(schedule.id, { ...times(schedule, 62), move_clients: [id], revision })
    await later(holdMs)
    expect(letters(user) - sent).toBe(1)
  })
})

describe('POST /api/appointments/status/undo', () => {
  it('is not offered for a step that tells no one', async () => {
    const { slots } = await o.plan()
    const { id } = await makeAppointment(o.db, slots[0]!.id, (await o.client()).id)
    await sql`UPDATE appointments SET status = 'pending' WHERE id = ${id}`.execute(o.db)
    expect(await answer('entered-in-error', id)).toBeNull()
  })

  const answer = async (status: string, ...ids: string[]) => {
    const body = { status, reason: 'Full', appointments: ids.map(id => ({ id })) }
    return (await o.app.request('POST /api/appointments/status', { token, body })).body.undo as string | null
  }

  it('takes back approvals, refusals and cancellations, and tells no one', async () => {
    for (const [from, to] of [
      ['pending', 'booked'],
      ['pending', 'cancelled'],
      ['booked', 'cancelled'],
    ] as const) {
      const { slots } = await o.plan({ seats: 2 })
      const [first, second] = [await o.client(), await o.client()]
      const ids = [await makeAppointment(o.db, slots[0]!.id, first.id), await makeAppointment(o.db, slots[0]!.id, second.id)].map(
        ({ id }) => id,
      )
      await sql`UPDATE appointments SET status = ${from} WHERE id = ANY (${ids}::uuid[]) AND status <> ${from}`.execute(o.db)
      await later(0)
      const before = await Promise.all(ids.map(stateOf))
      const sent = letters(first) + letters(second)
      const waiting = await waiter(slots[0]!.starts_at)
      const action = await answer(to, ...ids)
      await updateWaitingList(o.app.platform)
      expect(await entryState(waiting.id)).toBe('waiting')
      expect(await undo('status', action!)).toBe(200)
      expect(await Promise.all(ids.map(stateOf))).toEqual(before)
      await later(holdMs)
      await later(60_000)
      expect(letters(first) + letters(second)).toBe(sent)
      expect(await undo('status', action!)).toEqual([404, 'not_found'])
      await leave(waiting.id)
    }
  })

  it('is offered only for steps that tell the client', async () => {
    const { id, slots } = await booked()
    o.app.clock.set(slots[0]!.starts_at)
    token = await o.app.signIn(o.staff)
    expect(await answer('arrived', id)).toBeNull()
    const single = await o.app.request('POST /api/appointments/{id}/status', { token, params: { id }, body: { status: 'booked' } })
    expect([single.status, single.body.undo]).toEqual([200, null])
  })

  it('is refused once a client was told, and all or none', async () => {
    const [one, two] = [await booked(), await booked()]
    const action = await answer('cancelled', one.id, two.id)
    await later(holdMs)
    const before = await stateOf(one.id)
    expect(await undo('status', action!)).toEqual([409, 'undo_over'])
    expect(await stateOf(one.id)).toEqual(before)
  })

  it('gives another seat of the time where a new client has the old one', async () => {
    const { appointment, slots } = await o.book({}, { seats: 2 })
    const action = await answer('cancelled', appointment.id)
    await makeAppointment(o.db, slots[0]!.id, (await o.client()).id)
    expect(await undo('status', action!)).toBe(200)
    expect(await stateOf(appointment.id)).toMatchObject({ status: 'booked', seat: 2 })
  })

  it('is refused where another client has the seat', async () => {
    const [one, two] = [await booked(), await booked()]
    const action = await answer('cancelled', one.id, two.id)
    await makeAppointment(o.db, two.slots[0]!.id, (await o.client()).id)
    expect(await undo('status', action!)).toEqual([409, 'slot_taken'])
    expect((await stateOf(one.id)).status).toBe('cancelled')
  })

  it.each([['time'], ['place']])('does not book a cancelled client at another %s than they know', async what => {
    const { id, schedule, slots } = await booked()
    const action = await answer('cancelled', id)
    const before = await stateOf(id)
    if (what === 'time') await dragSession({ schedule, slots })
    else {
      const body = { place_id: (await makePlace(o.db)).id }
      expect((await o.app.request('PUT /api/schedules/{id}', { token, params: { id: schedule.id }, body })).status).toBe(200)
    }
    expect(await undo('status', action!)).toEqual([409, 'undo_over'])
    expect(await stateOf(id)).toEqual(before)
  })

  it('refuses other callers', async () => {
    const { id } = await booked()
    const action = (await answer('cancelled', id))!
    expect(await undo('status', action, await o.app.signIn(await makeAdmin(o.db)))).toEqual([404, 'not_found'])
    expect(await undo('status', unknown)).toEqual([404, 'not_found'])
    expect(await undo('move', action)).toEqual([404, 'not_found'])
    expect(await undo('status', action, await o.app.signIn(await makeAdmin(o.db, ['Appointment List'])))).toEqual([403, 'missing_ability'])
    expect(await undo('status', action, '')).toEqual([401, 'unauthenticated'])
    expect(await undo('status', 'today')).toEqual([422, 'invalid'])
    expect(await undo('status', action)).toBe(200)
  })
})

it('keeps the link of an online appointment', async () => {
  const place = await makePlace(o.db, { kind: 'online', address: '', meeting_url: 'https://meet.example.org/{room}' })
  const { appointment, slots } = await o.book({}, { place })
  const link = async () =>
    (await o.app.request('GET /api/appointments/{id}/edit', { token, params: { id: appointment.id } })).body.appointment.meeting_url
  const before = await link()
  await undo('move', await move(appointment.id, slots[1]!))
  expect(await link()).toBe(before)
})
