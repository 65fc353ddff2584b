import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { makeAdmin, makeAppointment, makePlace, makeSupportType } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { holdMs } from '../undo/commands.ts'
import { updateWaitingList } from './job.ts'

let o: Organisation
let token: string
let kind: Awaited<ReturnType<typeof makeSupportType>>
beforeAll(async () => void (o = await openOrganisation()))
beforeEach(async () => {
  token = await o.app.signIn(o.staff)
  kind = await makeSupportType(o.db)
})
afterAll(() => o.close())

const unknown = '019aa000-0000-7000-8000-000000000000'
const later = async (ms: number) => {
  o.app.clock.advance(ms)
  await updateWaitingList(o.app.platform)
  for (let batch = 0; batch < 2; batch += 1) await o.send()
}
const remove = async (...ids: string[]) => {
  const { status, body } = await o.app.request('POST /api/waiting-list/remove', {
    token,
    body: { reason: 'Moved away', entries: ids.map(id => ({ id })) },
  })
  expect(status).toBe(200)
  return body.undo as string
}
const undo = async (id: string, as = token) => {
  const { status, problem } = await o.app.request('POST /api/waiting-list/remove/undo', { token: as, body: { undo: id } })
  return status === 200 ? status : [status, problem.code]
}
const stateOf = (id: string) =>
  o.db
    .selectFrom('waiting_list')
    .select(['state', 'position', 'offered_slot_id', 'offer_ends_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const kinds = async (user: { id: string }) => (await o.of(user)).map(({ kind, state }) => `${kind} ${state}`)
async function waiting() {
  const user = await o.client()
  const entry = { user_id: user.id, support_type_id: kind.id, from_date: '2027-03-01', to_date: '2027-12-31' }
  const { id } = await o.db.insertInto('waiting_list').values(entry).returning('id').executeTakeFirstOrThrow()
  return { user, id }
}
/** A seat that is offered to the first of two entries. */
async function offered() {
  const first = await waiting()
  const { slots } = await o.plan({ supportType: kind, from: `2027-05-0${(day += 1)}T09:00`, to: `2027-05-0${day}T09:30` })
  await later(1000)
  const second = await waiting()
  expect((await stateOf(first.id)).state).toBe('offered')
  return { first, second, slot: slots[0]! }
}
let day = 0

describe('POST /api/waiting-list/remove/undo', () => {
  it('puts several entries back in their positions, and tells no one', async () => {
    const [one, two, three] = [await waiting(), await waiting(), await waiting()]
    const before = [await stateOf(one.id), await stateOf(two.id)]
    const action = await remove(one.id, two.id, unknown)
    await later(10_000)
    expect(await undo(action)).toBe(200)
    expect([await stateOf(one.id), await stateOf(two.id)]).toEqual(before)
    await later(60_000)
    expect([await kinds(one.user), await kinds(two.user), await kinds(three.user)]).toEqual([
      ['waiting_removed dropped'],
      ['waiting_removed dropped'],
      [],
    ])
    const audit = await o.db.selectFrom('audit').select('person_id').where('action', '=', 'restored').execute()
    expect(new Set(audit.map(({ person_id }) => person_id))).toEqual(new Set([one.user.id, two.user.id]))
    expect(await undo(action)).toEqual([404, 'not_found'])
  })

  it('restores an offer before the seat is offered to the next in line', async () => {
    const { first, second } = await offered()
    const before = await stateOf(first.id)
    const action = await remove(first.id)
    await later(10_000)
    expect((await stateOf(second.id)).state).toBe('waiting')
    expect(await undo(action)).toBe(200)
    expect(await stateOf(first.id)).toEqual(before)
    await later(60_000)
    expect([await kinds(first.user), await kinds(second.user)]).toEqual([
      ['waiting_offer sent', 'waiting_removed dropped', 'waiting_offer dropped'],
      [],
    ])
  })

  it('offers the seat to the next in line when the removal stays', async () => {
    const { first, second } = await offered()
    const action = await remove(first.id)
    await later(holdMs)
    expect((await stateOf(second.id)).state).toBe('offered')
    expect(await kinds(first.user)).toEqual(['waiting_offer sent', 'waiting_removed sent'])
    expect(await undo(action)).toEqual([409, 'undo_over'])
    expect((await stateOf(first.id)).state).toBe('removed')
  })

  it('refuses where the client has joined again or the offered seat is taken', async () => {
    const one = await waiting()
    const again = await remove(one.id)
    const { support_type_id, from_date, to_date } = { support_type_id: kind.id, from_date: '2027-03-01', to_date: '2027-12-31' }
    await o.db.insertInto('waiting_list').values({ user_id: one.user.id, support_type_id, from_date, to_date }).execute()
    expect(await undo(again)).toEqual([409, 'already_waiting'])
    kind = await makeSupportType(o.db)
    const { first, slot } = await offered()
    const taken = await remove(first.id)
    await o.db.deleteFrom('freed_seats').execute()
    await makeAppointment(o.db, slot.id, (await o.client()).id)
    expect(await undo(taken)).toEqual([409, 'slot_taken'])
    expect((await stateOf(first.id)).state).toBe('removed')
  })

  it('offers no seat again at a time or place that the client never knew', async () => {
    const move = ({ id }: { id: string }) =>
      sql`UPDATE slots SET starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour' WHERE id = ${id}`.execute(o.db)
    const changePlace = async ({ schedule_id: id }: { schedule_id: string }) => {
      const body = { place_id: (await makePlace(o.db)).id }
      expect((await o.app.request('PUT /api/schedules/{id}', { token, params: { id }, body })).status).toBe(200)
    }
    for (const change of [move, changePlace]) {
      kind = await makeSupportType(o.db)
      const { id } = await waiting()
      const { slots } = await o.plan({ supportType: kind, from: `2027-05-0${(day += 1)}T09:00`, to: `2027-05-0${day}T09:30` })
      await later(1000)
      expect((await stateOf(id)).state).toBe('offered')
      const action = await remove(id)
      await change(slots[0]!)
      expect(await undo(action)).toEqual([409, 'undo_over'])
      expect((await stateOf(id)).state).toBe('removed')
    }
  })

  it('refuses other callers, and a person who was deactivated', async () => {
    const { id, user } = await waiting()
    const { body } = await o.app.request('POST /api/waiting-list/{id}/remove', { token, params: { id }, body: { reason: 'Moved away' } })
    const action = body.undo as string
    expect(await undo(action, await o.app.signIn(await makeAdmin(o.db)))).toEqual([404, 'not_found'])
    expect(await undo(unknown)).toEqual([404, 'not_found'])
    expect(await undo(action, await o.app.signIn(await makeAdmin(o.db, ['Appointment List'])))).toEqual([403, 'missing_ability'])
    expect(await undo(action, '')).toEqual([401, 'unauthenticated'])
    expect(await undo('today')).toEqual([422, 'invalid'])
    await o.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
    expect(await undo(action)).toEqual([409, 'waiting_ended'])
  })
})
