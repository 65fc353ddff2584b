import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAppointment, makePlace } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../../testing/messages.ts'
import { holdMs } from '../../undo/commands.ts'

let o: Organisation
let token: string
beforeAll(async () => void (o = await openOrganisation()))
beforeEach(async () => void (token = await o.app.signIn(o.staff)))
afterAll(() => o.close())

const undo = async (id: string) => {
  const { status, problem } = await o.app.request('POST /api/schedules/change/undo', { token, body: { undo: id } })
  return status === 200 ? status : [status, problem.code]
}
const listed = (ids: readonly string[]) => o.db.selectFrom('schedules').select(['id', 'revision']).where('id', 'in', ids).execute()
const changeSeveral = async (ids: string[], change: object) => {
  const body = { ...change, sessions: await listed(ids) }
  const answer = await o.app.request('POST /api/schedules/change', { token, body })
  expect(answer.status).toBe(200)
  return answer.body.undo as string
}
/** What clients and staff see of sessions. */
const stateOf = async (ids: readonly string[]) => ({
  sessions: await o.db
    .selectFrom('schedules')
    .select(['id', 'place_id', 'starts_at', 'ends_at', 'local_starts', 'note', 'meeting_url', 'seats_per_slot', 'changed_alone', 'status'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute(),
  rosters: await o.db
    .selectFrom('schedule_mentors')
    .selectAll()
    .where('schedule_id', 'in', ids)
    .orderBy('schedule_id')
    .orderBy('roster')
    .execute(),
  slots: await o.db
    .selectFrom('slots')
    .select(['schedule_id', 'mentor_id', 'starts_at', 'ends_at', 'seats', 'taken', 'held'])
    .where('schedule_id', 'in', ids)
    .where('live', '=', true)
    .orderBy('starts_at')
    .execute(),
  appointments: await o.db
    .selectFrom('appointments')
    .select(['id', 'status', 'starts_at', 'mentor_id', 'seat', 'serial'])
    .where('schedule_id', 'in', ids)
    .orderBy('id')
    .execute(),
})
const later = async (ms: number) => {
  o.app.clock.advance(ms)
  for (let batch = 0; batch < 2; batch += 1) await o.send()
}
/** Two sessions of one series; a client is booked in the second. */
async function series() {
  const [first, second] = [await o.plan(), await o.plan()]
  const ids = [first.schedule.id, second.schedule.id]
  await sql`UPDATE schedules SET series_id = ${ids[0]} WHERE id = ANY (${ids}::uuid[])`.execute(o.db)
  const user = await o.client()
  const appointment = await makeAppointment(o.db, second.slots[1]!.id, user.id)
  await later(0)
  return { first, second, ids, user, appointment }
}
const moveSeries = async ({ ids, appointment }: Awaited<ReturnType<typeof series>>) => {
  const times = { starts: '13:00', ends: '15:00', move_days: 0 }
  const body = { change: { times }, sessions: await listed(ids), move_clients: [appointment.id] }
  const answer = await o.app.request('PUT /api/schedules/{id}/series', { token, params: { id: ids[0]! }, body })
  expect([answer.status, answer.body]).toMatchObject([200, { changed: 2, moved: 1 }])
  return answer.body.undo as string
}

describe('POST /api/schedules/change/undo', () => {
  it('gives sessions their mentors and places back', async () => {
    const own = await series()
    const ids = [own.ids[0]!, (await o.plan()).schedule.id]
    const before = await stateOf(ids)
    const mentor = await changeSeveral(ids, { mentor: { from: o.mentors[0].id, to: o.mentors[1].id } })
    expect((await stateOf(ids)).rosters.map(({ mentor_id }) => mentor_id)).toEqual([o.mentors[1].id, o.mentors[1].id])
    expect(await undo(mentor)).toBe(200)
    expect(await stateOf(ids)).toEqual(before)
    const place = await changeSeveral(ids, { place_id: (await makePlace(o.db, { time_zone: 'Asia/Kathmandu' })).id })
    expect(await stateOf(ids)).not.toEqual(before)
    expect(await undo(place)).toBe(200)
    expect(await stateOf(ids)).toEqual(before)
    expect(await undo(place)).toEqual([404, 'not_found'])
  })

  it('gives a series its times back with its clients, and tells no one', async () => {
    const own = await series()
    const before = await stateOf(own.ids)
    const letters = o.mail.letters.length
    const id = await moveSeries(own)
    expect(await stateOf(own.ids)).not.toEqual(before)
    await later(10_000)
    expect(await undo(id)).toBe(200)
    expect(await stateOf(own.ids)).toEqual(before)
    await later(60_000)
    expect(o.mail.letters.length).toBe(letters)
  })

  it('gives a session all its fields back', async () => {
    const { schedule } = await o.plan()
    const before = await stateOf([schedule.id])
    const body = { note: 'Ring twice.', seats_per_slot: 3, starts_at: String(schedule.starts_at).replace('T09:00', 'T10:00') }
    const answer = await o.app.request('PUT /api/schedules/{id}', { token, params: { id: schedule.id }, body })
    expect(answer.status).toBe(200)
    expect(await stateOf([schedule.id])).not.toEqual(before)
    expect(await undo(answer.body.undo)).toBe(200)
    expect(await stateOf([schedule.id])).toEqual(before)
  })

  it('is refused once a client was told', async () => {
    const own = await series()
    const id = await moveSeries(own)
    await later(holdMs)
    const before = await stateOf(own.ids)
    expect((await o.of(own.user)).at(-1)).toMatchObject({ kind: 'appointment_moved', state: 'sent' })
    expect(await undo(id)).toEqual([409, 'undo_over'])
    expect(await stateOf(own.ids)).toEqual(before)
  })

  it('is refused once a session has changed or another client has booked', async () => {
    const own = await series()
    const id = await moveSeries(own)
    const free = await o.db.selectFrom('slots').select('id').where('schedule_id', '=', own.ids[0]!).where('live', '=', true).execute()
    await makeAppointment(o.db, free[0]!.id, (await o.client()).id)
    expect(await undo(id)).toEqual([409, 'undo_over'])
    const { schedule } = await o.plan()
    const changed = await changeSeveral([schedule.id], { mentor: { from: o.mentors[0].id, to: o.mentors[1].id } })
    await o.app.request('PUT /api/schedules/{id}', { token, params: { id: schedule.id }, body: { note: 'Ring twice.' } })
    expect(await undo(changed)).toEqual([409, 'undo_over'])
  })

  it('refuses to take the time of another session', async () => {
    const { schedule, slots } = await o.plan()
    const id = await changeSeveral([schedule.id], { mentor: { from: o.mentors[0].id, to: o.mentors[1].id } })
    const [from, to] = [String(slots[0]!.starts_at).slice(0, 16), String(slots[0]!.ends_at).slice(0, 16)]
    await o.plan({ from, to })
    const before = await stateOf([schedule.id])
    expect(await undo(id)).toEqual([409, 'mentor_busy'])
    expect(await stateOf([schedule.id])).toEqual(before)
  })
})
