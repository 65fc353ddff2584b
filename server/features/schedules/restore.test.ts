import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { holdMs } from '../undo/commands.ts'

let o: Organisation
let token: string
beforeAll(async () => void (o = await openOrganisation()))
beforeEach(async () => void (token = await o.app.signIn(o.staff)))
afterAll(() => o.close())

const unknown = '019aa000-0000-7000-8000-000000000000'
const cancel = async (...ids: string[]): Promise<string> => {
  const rows = await o.db.selectFrom('schedules').select(['id', 'revision']).where('id', 'in', ids).execute()
  const { status, body } = await o.app.request('POST /api/schedules/cancel', { token, body: { reason: 'Flood', sessions: rows } })
  expect(status).toBe(200)
  return body.undo
}
const undo = async (id: string, as: string | undefined = token) => {
  const { status, problem } = await o.app.request('POST /api/schedules/cancel/undo', { ...(as && { token: as }), body: { undo: id } })
  return status === 200 ? status : [status, problem.code]
}
/** All that a cancellation changes, without what counts changes. */
const stateOf = async (...ids: string[]) => ({
  sessions: await o.db.selectFrom('schedules').select(['id', 'status', 'cancel_reason']).where('id', 'in', ids).orderBy('id').execute(),
  slots: await o.db
    .selectFrom('slots')
    .select(['id', 'live', 'taken', 'held', 'blocked'])
    .where('schedule_id', 'in', ids)
    .orderBy('id')
    .execute(),
  appointments: await o.db
    .selectFrom('appointments')
    .select(['id', 'status', 'status_before', 'seat', 'serial', 'cancelled_by', 'cancelled_at', 'cancel_reason', 'room'])
    .where('schedule_id', 'in', ids)
    .orderBy('id')
    .execute(),
  times: await o.db
    .selectFrom('mentor_times as t')
    .innerJoin('slots as s', 's.id', 't.slot_id')
    .selectAll('t')
    .where('s.schedule_id', 'in', ids)
    .orderBy('t.slot_id')
    .execute(),
  taken: await o.db.selectFrom('schedule_seats').selectAll().where('schedule_id', 'in', ids).where('taken', '>', 0).execute(),
})
const later = async (ms: number) => {
  o.app.clock.advance(ms)
  for (let batch = 0; batch < 2; batch += 1) await o.send()
}
const kinds = async (user: { id: string }) => (await o.of(user)).map(({ kind, state }) => `${kind} ${state}`)

/** A session with two clients in one slot, of whom the one on the second seat is the only one left. */
async function session() {
  const { schedule, slots } = await o.plan({ seats: 2 })
  const [gone, second, third] = [await o.client(), await o.client(), await o.client()]
  const first = await makeAppointment(o.db, slots[0]!.id, gone.id)
  await makeAppointment(o.db, slots[0]!.id, second.id)
  await makeAppointment(o.db, slots[1]!.id, third.id, { status: 'pending' })
  await sql`UPDATE appointments SET status = 'cancelled', cancelled_by = 'client', cancelled_at = now() WHERE id = ${first.id}`.execute(
    o.db,
  )
  await later(0)
  return { id: schedule.id, slots, gone, second, third }
}

describe('POST /api/schedules/cancel/undo', () => {
  it('restores sessions, seats and clients, and tells no one', async () => {
    const [one, two] = [await session(), await session()]
    const { schedule: draft } = await o.plan({ fields: { status: 'draft' } })
    const ids = [one.id, two.id, draft.id]
    const before = await stateOf(...ids)
    const letters = o.mail.letters.length
    const id = await cancel(...ids)
    await later(10_000)
    expect(await undo(id)).toBe(200)
    expect(await stateOf(...ids)).toEqual(before)
    await later(60_000)
    expect(o.mail.letters.length).toBe(letters)
    expect(await kinds(one.second)).toEqual(['appointment_booked sent', 'appointment_cancelled dropped'])
    expect((await o.of(one.third)).at(-1)).toMatchObject({ state: 'dropped', why: 'undone' })
    const audit = await o.db.selectFrom('audit').select(['subject', 'actor_id']).where('action', '=', 'restored').execute()
    expect(audit.map(({ subject }) => subject).toSorted()).toEqual([...Array(4).fill('appointment'), ...Array(3).fill('schedule')])
    expect(new Set(audit.map(({ actor_id }) => actor_id))).toEqual(new Set([o.staff.id]))
    expect(await undo(id)).toEqual([404, 'not_found'])
  })

  it('is refused once a message has left', async () => {
    const { id, second } = await session()
    const action = await cancel(id)
    await later(holdMs)
    expect((await kinds(second)).at(-1)).toBe('appointment_cancelled sent')
    const before = await stateOf(id)
    expect(await undo(action)).toEqual([409, 'undo_over'])
    expect(await stateOf(id)).toEqual(before)
  })

  it('is refused after ten minutes when no one was to be told', async () => {
    const { schedule } = await o.plan({ fields: { status: 'draft' } })
    const action = await cancel(schedule.id)
    o.app.clock.advance(600_001)
    expect(await undo(action)).toEqual([409, 'undo_over'])
  })

  it('either undoes or tells, when both come at the same moment', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { id, second } = await session()
      const letters = o.mail.to(second.email!).length
      const action = await cancel(id)
      o.app.clock.advance(holdMs)
      const [answer] = await Promise.all([undo(action), o.send(), o.send()])
      await later(60_000)
      const [row] = (await stateOf(id)).sessions
      const told = o.mail.to(second.email!).length - letters
      expect([answer, row!.status, told]).toEqual(answer === 200 ? [200, 'published', 0] : [[409, 'undo_over'], 'cancelled', 1])
    }
  })

  it('keeps its messages from workers while it is under way', async () => {
    const { id, second } = await session()
    const letters = o.mail.to(second.email!).length
    const action = await cancel(id)
    const blocker = await o.db.startTransaction().execute()
    await sql`SELECT FROM schedules WHERE id = ${id} FOR UPDATE`.execute(blocker)
    const answer = undo(action)
    await waitForLocks(o.db)
    await later(holdMs)
    await blocker.commit().execute()
    expect(await answer).toBe(200)
    await later(60_000)
    expect(o.mail.to(second.email!).length).toBe(letters)
  })

  it('waits for a worker that is leasing one of the messages, and then is refused', async () => {
    const { id } = await session()
    const action = await cancel(id)
    const worker = await o.db.startTransaction().execute()
    await sql`UPDATE outbox SET lease = gen_random_uuid(), attempts = 1 WHERE action_id = ${action} AND kind = 'appointment_cancelled'`.execute(
      worker,
    )
    const answer = undo(action)
    await waitForLocks(o.db)
    await worker.commit().execute()
    expect(await answer).toEqual([409, 'undo_over'])
  })

  it('refuses to take the time of a new appointment or session', async () => {
    const { id, slots, second } = await session()
    const action = await cancel(id)
    const other = await o.plan({
      mentors: [o.mentors[1]],
      from: String(slots[0]!.starts_at).slice(0, 16),
      to: String(slots[0]!.ends_at).slice(0, 16),
    })
    const taken = await makeAppointment(o.db, other.slots[0]!.id, second.id)
    const before = await stateOf(id)
    expect(await undo(action)).toEqual([409, 'client_busy'])
    expect(await stateOf(id)).toEqual(before)
    await sql`UPDATE appointments SET status = 'cancelled', cancelled_by = 'client' WHERE id = ${taken.id}`.execute(o.db)
    await o.plan({ from: String(slots[0]!.starts_at).slice(0, 16), to: String(slots[0]!.ends_at).slice(0, 16) })
    expect(await undo(action)).toEqual([409, 'mentor_busy'])
    expect(await stateOf(id)).toEqual(before)
  })

  it('restores appointments in a blocked time, and offers of the waiting list', async () => {
    const { id, slots, second, third } = await session()
    const waiting = await o.client()
    const date = String(slots[2]!.starts_at).slice(0, 10)
    const { id: entry } = await o.db
      .insertInto('waiting_list')
      .values({
        user_id: waiting.id,
        support_type_id: o.supportType.id,
        from_date: date,
        to_date: date,
        state: 'offered',
        offered_slot_id: slots[2]!.id,
        offer_ends_at: new Date(o.app.clock.now().getTime() + 7_200_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await later(0)
    await o.db
      .insertInto('time_off')
      .values({ mentor_id: o.mentors[0].id, starts_at: slots[0]!.starts_at, ends_at: slots[1]!.ends_at, created_by: o.staff.id } as never)
      .execute()
    const told = () => [second, third, waiting].flatMap(({ email }) => o.mail.to(email!)).length
    const letters = told()
    const before = await stateOf(id)
    const offer = () =>
      o.db
        .selectFrom('waiting_list')
        .select(['state', 'offered_slot_id', 'offer_ends_at'])
        .where('id', '=', entry)
        .executeTakeFirstOrThrow()
    const offered = await offer()
    const action = await cancel(id)
    expect((await offer()).state).toBe('waiting')
    expect(await undo(action)).toBe(200)
    expect([await stateOf(id), await offer()]).toEqual([before, offered])
    await later(holdMs)
    expect(told()).toBe(letters)
    await o.db.deleteFrom('time_off').execute()
  })

  it('restores clients on a day that was closed meanwhile, and opens no free seat', async () => {
    const { id, slots, second } = await session()
    const { place_id } = await o.db.selectFrom('schedules').select('place_id').where('id', '=', id).executeTakeFirstOrThrow()
    const before = await stateOf(id)
    const action = await cancel(id)
    const date = slots[0]!.starts_at.slice(0, 10)
    await o.db.insertInto('closed_days').values({ place_id, date }).execute()
    expect(await undo(action)).toBe(200)
    const after = await stateOf(id)
    expect(after.slots).toEqual(before.slots.map(slot => ({ ...slot, blocked: 'closed_day' })))
    expect(after.appointments).toEqual(before.appointments)
    expect(await kinds(second)).toEqual(['appointment_booked sent', 'appointment_cancelled dropped'])
    await o.db.deleteFrom('closed_days').where('place_id', '=', place_id).execute()
  })

  it('sends a confirmation that the cancellation had replaced', async () => {
    const { schedule, user } = await o.book()
    const action = await cancel(schedule.id)
    await later(1000)
    expect(await kinds(user)).toEqual(['appointment_booked dropped', 'appointment_cancelled waiting'])
    expect(await undo(action)).toBe(200)
    await later(holdMs)
    expect(await kinds(user)).toEqual(['appointment_booked sent', 'appointment_cancelled dropped'])
  })

  it('refuses other callers, and what is no action of theirs', async () => {
    const { id } = await session()
    const action = await cancel(id)
    const another = await o.app.signIn(await makeAdmin(o.db))
    expect(await undo(action, another)).toEqual([404, 'not_found'])
    expect(await undo(unknown)).toEqual([404, 'not_found'])
    expect(await undo(action, await o.app.signIn(await makeAdmin(o.db, ['Schedule List'])))).toEqual([403, 'missing_ability'])
    expect(await undo(action, await o.app.signIn(await makeUser(o.db)))).toEqual([403, 'missing_ability'])
    expect(await undo(action, '')).toEqual([401, 'unauthenticated'])
    expect(await undo('today')).toEqual([422, 'invalid'])
    const waiting = await o.app.request('POST /api/waiting-list/remove/undo', { token, body: { undo: action } })
    expect([waiting.status, waiting.problem.code]).toEqual([404, 'not_found'])
    expect(await undo(action)).toBe(200)
  })
})
