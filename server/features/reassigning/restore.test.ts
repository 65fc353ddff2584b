import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { holdMs } from '../undo/commands.ts'

let o: Organisation
let token: string
beforeAll(async () => void (o = await openOrganisation()))
beforeEach(async () => void (token = await o.app.signIn(o.staff)))
afterAll(() => o.close())

const undo = async (id: string, as = token) => {
  const { status, problem } = await o.app.request('POST /api/reassigning/undo', { ...(as && { token: as }), body: { undo: id } })
  return status === 200 ? status : [status, problem.code]
}
const later = async (ms: number) => {
  o.app.clock.advance(ms)
  for (let batch = 0; batch < 2; batch += 1) await o.send()
}
const stateOf = async (ids: readonly string[]) => ({
  appointments: await o.db
    .selectFrom('appointments')
    .select(['id', 'slot_id', 'room', 'status', 'status_before', 'starts_at', 'mentor_id', 'cancelled_by', 'cancel_reason'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute(),
  slots: await o.db.selectFrom('slots').select(['id', 'taken', 'held', 'blocked', 'live']).orderBy('id').execute(),
  timeOff: await o.db.selectFrom('time_off').selectAll().execute(),
})

/** The first mentor is ill: one client moves to the other mentor, the next takes the seat left, the third is cancelled. */
async function day() {
  const { schedule, slots } = await o.plan()
  const at = (index: number) => String(slots[index]!.starts_at)
  const other = await o.plan({ mentors: [o.mentors[1]], from: at(0).slice(0, 16), to: String(slots[0]!.ends_at).slice(0, 16) })
  const users = [await o.client(), await o.client(), await o.client()]
  const booked = []
  for (const [index, user] of users.entries()) booked.push(await makeAppointment(o.db, slots[index]!.id, user.id))
  await later(0)
  const [first, second, third] = booked.map(({ id, revision }) => ({ appointment_id: id, revision }))
  const decisions = [
    { ...first, action: 'move', schedule_id: other.schedule.id, starts_at: at(0), mentor_id: o.mentors[1].id },
    { ...second, action: 'keep' },
    { ...third, action: 'cancel' },
  ]
  return { schedule, slots, other, users, decisions, ids: booked.map(({ id }) => id) }
}
const apply = async (body: object) => {
  const answer = await o.app.request('POST /api/reassigning', { token, body: { reason: 'Ill', ...body } })
  expect(answer.status).toBe(200)
  return answer.body.undo as string
}

describe('POST /api/reassigning/undo', () => {
  it('gives all appointments their mentor and time back, removes the time off, and tells no one', async () => {
    const { slots, decisions, ids } = await day()
    const before = await stateOf(ids)
    const letters = o.mail.letters.length
    const date = String(slots[0]!.starts_at).slice(0, 10)
    const id = await apply({ mentor_id: o.mentors[0].id, date, decisions, record_time_off: true })
    const after = await stateOf(ids)
    expect([after.timeOff.length, after.appointments.map(({ status }) => status).toSorted()]).toEqual([
      1,
      ['booked', 'booked', 'cancelled'],
    ])
    await later(10_000)
    expect(await undo(id)).toBe(200)
    expect(await stateOf(ids)).toEqual(before)
    await later(60_000)
    expect(o.mail.letters.length).toBe(letters)
    expect(await undo(id)).toEqual([404, 'not_found'])
  })

  it('is refused once a client was told or an appointment has changed', async () => {
    const told = await day()
    const id = await apply({ schedule_id: told.schedule.id, decisions: told.decisions })
    await later(holdMs)
    const before = await stateOf(told.ids)
    expect(await undo(id)).toEqual([409, 'undo_over'])
    expect(await stateOf(told.ids)).toEqual(before)
    const changed = await day()
    const other = await apply({ schedule_id: changed.schedule.id, decisions: changed.decisions })
    const params = { id: changed.ids[0]! }
    expect(
      (await o.app.request('POST /api/appointments/{id}/status', { token, params, body: { status: 'cancelled', reason: 'Ill' } })).status,
    ).toBe(200)
    expect(await undo(other)).toEqual([409, 'undo_over'])
  })

  it('is refused once another client has the seat', async () => {
    const { schedule, slots, decisions, ids } = await day()
    const id = await apply({ schedule_id: schedule.id, decisions })
    await makeAppointment(o.db, slots[0]!.id, (await o.client()).id)
    const before = await stateOf(ids)
    expect(await undo(id)).toEqual([409, 'undo_over'])
    expect(await stateOf(ids)).toEqual(before)
  })

  it('does not move a client back to a session that is at another time now', async () => {
    const { schedule, slots, decisions, ids } = await day()
    const id = await apply({ schedule_id: schedule.id, decisions })
    const shift = (at: string) => new Date(Date.parse(at) + 4 * 3_600_000).toISOString()
    const body = { starts_at: shift(schedule.starts_at), ends_at: shift(schedule.ends_at), move_clients: [ids[1]] }
    expect((await o.app.request('PUT /api/schedules/{id}', { token, params: { id: schedule.id }, body })).status).toBe(200)
    expect(await undo(id)).toEqual([409, 'undo_over'])
    const moved = await o.db.selectFrom('appointments').select('slot_id').where('id', '=', ids[0]!).executeTakeFirstOrThrow()
    expect(moved.slot_id).not.toBe(slots[0]!.id)
  })

  it('refuses callers without both abilities, and other callers', async () => {
    const { schedule, decisions } = await day()
    const id = await apply({ schedule_id: schedule.id, decisions })
    const holding = async (...abilities: Parameters<typeof makeAdmin>[1][]) => o.app.signIn(await makeAdmin(o.db, ...abilities))
    expect(await undo(id, await holding(['Schedule Edit']))).toEqual([403, 'missing_ability'])
    expect(await undo(id, await holding(['Schedule Edit', 'Appointment Edit']))).toEqual([404, 'not_found'])
    expect(await undo(id, '')).toEqual([401, 'unauthenticated'])
    expect(await undo('today')).toEqual([422, 'invalid'])
  })
})
