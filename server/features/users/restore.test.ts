import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { holdMs } from '../undo/commands.ts'

let o: Organisation
let token: string
beforeAll(async () => void (o = await openOrganisation()))
beforeEach(async () => void (token = await o.app.signIn(o.staff)))
afterAll(() => o.close())

const undo = async (id: string | null, as = token) => {
  const { status, problem } = await o.app.request('POST /api/users/deactivate/undo', { ...(as && { token: as }), body: { undo: id } })
  return status === 200 ? status : [status, problem.code]
}
const later = async (ms: number) => {
  o.app.clock.advance(ms)
  for (let batch = 0; batch < 2; batch += 1) await o.send()
}
const deactivate = async (...ids: string[]) => {
  const body = { users: ids.map(id => ({ id })), open_appointments: 'cancel', reason: 'Moved away' }
  const answer = await o.app.request('POST /api/users/deactivate', { token, body })
  expect([answer.status, answer.body.deactivated]).toEqual([200, ids])
  return answer.body.undo as string
}
const stateOf = async () => ({
  users: await o.db.selectFrom('users').select(['id', 'active']).orderBy('id').execute(),
  slots: await o.db.selectFrom('slots').select(['id', 'live', 'taken', 'held']).orderBy('id').execute(),
  appointments: await o.db
    .selectFrom('appointments')
    .select(['id', 'status', 'status_before', 'slot_id', 'cancelled_by'])
    .orderBy('id')
    .execute(),
  waiting: await o.db.selectFrom('waiting_list').select(['id', 'state', 'position', 'offered_slot_id']).orderBy('id').execute(),
})
const wait = async (user: { id: string }, slot: { id: string; starts_at: unknown }, offered: boolean) => {
  const date = String(slot.starts_at).slice(0, 10)
  await o.db
    .insertInto('waiting_list')
    .values({
      user_id: user.id,
      support_type_id: o.supportType.id,
      from_date: date,
      to_date: date,
      ...(offered && { state: 'offered', offered_slot_id: slot.id, offer_ends_at: new Date(o.app.clock.now().getTime() + 7_200_000) }),
    })
    .execute()
}

describe('POST /api/users/deactivate/undo', () => {
  it('brings people back with their appointments, waiting entries and free times, and tells no one', async () => {
    const mentor = await makeMentor(o.db, { name: 'May Mentor' })
    const { slots } = await o.plan({ mentors: [mentor] })
    const { user, slots: others } = await o.book()
    const offered = await o.client()
    await wait(offered, slots[1]!, true)
    await wait(user, others[2]!, true)
    await later(0)
    const before = await stateOf()
    const letters = o.mail.letters.length
    const login = await o.app.signIn(user)
    const id = await deactivate(mentor.id, user.id)
    const after = await stateOf()
    expect(after.slots.filter(({ live }) => !live).length).toBeGreaterThanOrEqual(4)
    expect(after.appointments.at(-1)).toMatchObject({ status: 'cancelled' })
    expect(after.waiting.map(({ state }) => state)).toEqual(['waiting', 'left'])
    await later(10_000)
    expect(await undo(id)).toBe(200)
    expect(await stateOf()).toEqual(before)
    // A login that was ended is not opened again.
    expect((await o.app.request('GET /api/my-session', { token: login })).status).toBe(401)
    await later(60_000)
    expect(o.mail.letters.length).toBe(letters)
    expect(await undo(id)).toEqual([404, 'not_found'])
    await o.db.deleteFrom('waiting_list').execute()
  })

  it('undoes deactivating one person; a person who was inactive needs no Undo', async () => {
    const { id } = await o.client()
    const post = () => o.app.request('POST /api/users/{id}/deactivate', { token, params: { id }, body: {} })
    const done = await post()
    expect([(await post()).body.undo, await undo(done.body.undo)]).toEqual([null, 200])
    expect((await o.app.request('GET /api/users/{id}', { token, params: { id } })).body).toMatchObject({ active: true })
  })

  it('is refused once a client was told', async () => {
    const { user } = await o.book()
    await later(0)
    const id = await deactivate(user.id)
    await later(holdMs)
    expect(await undo(id)).toEqual([409, 'undo_over'])
    expect((await o.db.selectFrom('users').select('active').where('id', '=', user.id).executeTakeFirst())?.active).toBe(false)
  })

  it('is refused once the person, a seat or a session has changed', async () => {
    const { user, slots } = await o.book()
    const seat = await deactivate(user.id)
    await makeAppointment(o.db, slots[0]!.id, (await o.client()).id)
    expect(await undo(seat)).toEqual([409, 'undo_over'])
    const back = await o.client()
    const person = await deactivate(back.id)
    await o.app.request('POST /api/users/{id}/reactivate', { token, params: { id: back.id }, body: {} })
    expect(await undo(person)).toEqual([409, 'undo_over'])
    const mentor = await makeMentor(o.db)
    const { schedule } = await o.plan({ mentors: [mentor, o.mentors[1]] })
    const gone = await deactivate(mentor.id)
    await o.app.request('PUT /api/schedules/{id}', { token, params: { id: schedule.id }, body: { note: 'Ring twice.' } })
    expect(await undo(gone)).toEqual([409, 'undo_over'])
  })

  it('is refused once a seat that was on offer is at a place that the client never knew', async () => {
    const { schedule, slots } = await o.plan()
    const waiting = await o.client()
    await wait(waiting, slots[0]!, true)
    await later(0)
    const action = await deactivate(waiting.id)
    const body = { place_id: (await makePlace(o.db)).id }
    expect((await o.app.request('PUT /api/schedules/{id}', { token, params: { id: schedule.id }, body })).status).toBe(200)
    expect(await undo(action)).toEqual([409, 'undo_over'])
    await o.db.deleteFrom('waiting_list').execute()
  })

  it('is refused once another person has the number', async () => {
    const { id, phone } = await o.client()
    const action = await deactivate(id)
    await o.client({ phone })
    expect(await undo(action)).toEqual([409, 'undo_over'])
  })

  it('refuses other callers', async () => {
    const action = await deactivate((await o.client()).id)
    expect(await undo(action, await o.app.signIn(await makeAdmin(o.db)))).toEqual([404, 'not_found'])
    expect(await undo(action, await o.app.signIn(await makeAdmin(o.db, ['User List'])))).toEqual([403, 'missing_ability'])
    expect(await undo(action, '')).toEqual([401, 'unauthenticated'])
    expect(await undo('today')).toEqual([422, 'invalid'])
  })
})
