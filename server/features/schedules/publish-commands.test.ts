import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { holdMs } from '../undo/commands.ts'

let o: Organisation
let token: string
beforeAll(async () => void (o = await openOrganisation()))
beforeEach(async () => void (token = await o.app.signIn(o.staff)))
afterAll(() => o.close())

const draft = async () => (await o.plan({ fields: { status: 'draft' } })).schedule
const rowOf = (id: string) => o.db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const publish = async (...schedules: { id: string; revision: number }[]) => {
  const body = { schedules: schedules.map(({ id, revision }) => ({ id, revision })) }
  return (await o.app.request('POST /api/schedules/publish', { token, body })).body as { published: string[]; undo: string | null }
}
const undo = async (id: string | null, as = token) => {
  const { status, problem } = await o.app.request('POST /api/schedules/publish/undo', { ...(as && { token: as }), body: { undo: id } })
  return status === 200 ? status : [status, problem.code]
}

describe('POST /api/schedules/publish/undo', () => {
  it('makes all of them drafts again, once', async () => {
    const [one, two, stale] = [await draft(), await draft(), await draft()]
    const done = await publish(one, two, { ...stale, revision: 7 })
    expect(done.published).toEqual([one.id, two.id])
    expect(await undo(done.undo)).toBe(200)
    expect([(await rowOf(one.id)).status, (await rowOf(two.id)).status]).toEqual(['draft', 'draft'])
    const audit = await o.db.selectFrom('audit').select(['action', 'actor_id']).where('subject_id', '=', two.id).orderBy('at').execute()
    expect(audit.slice(-2)).toEqual(['published', 'unpublished'].map(action => ({ action, actor_id: o.staff.id })))
    expect(await undo(done.undo)).toEqual([404, 'not_found'])
    expect((await publish({ ...stale, revision: 7 })).undo).toBeNull()
  })

  it('undoes publishing of a single session, without an offer to the waiting list', async () => {
    const { schedule, slots } = await o.plan({ fields: { status: 'draft' } })
    const waiting = await o.client()
    const date = String(slots[0]!.starts_at).slice(0, 10)
    const entry = { user_id: waiting.id, support_type_id: o.supportType.id, from_date: date, to_date: date }
    await o.db.insertInto('waiting_list').values(entry).execute()
    const held = async () =>
      (await o.db.selectFrom('slots').select('held').where('schedule_id', '=', schedule.id).execute()).reduce((n, { held: h }) => n + h, 0)
    const answer = await o.app.request('POST /api/schedules/{id}/publish', { token, params: { id: schedule.id }, body: {} })
    expect([answer.status, await held()]).toEqual([200, 1])
    expect(await undo(answer.body.undo)).toBe(200)
    expect([(await rowOf(schedule.id)).status, await held()]).toEqual(['draft', 0])
    o.app.clock.advance(holdMs)
    await o.send()
    expect(await o.of(waiting)).toEqual([])
  })

  it('is refused once a client has booked, a session has changed, or ten minutes are over', async () => {
    const { schedule, slots } = await o.plan({ fields: { status: 'draft' } })
    const booked = await publish(schedule, await draft())
    await makeAppointment(o.db, slots[0]!.id, (await o.client()).id)
    expect(await undo(booked.undo)).toEqual([409, 'undo_over'])
    expect((await rowOf(schedule.id)).status).toBe('published')
    const other = await draft()
    const changed = await publish(other)
    await o.app.request('PUT /api/schedules/{id}', { token, params: { id: other.id }, body: { note: 'Ring twice.' } })
    expect(await undo(changed.undo)).toEqual([409, 'undo_over'])
    const late = await publish(await draft())
    o.app.clock.advance(600_001)
    expect(await undo(late.undo)).toEqual([409, 'undo_over'])
  })

  it('refuses other callers', async () => {
    const { undo: id } = await publish(await draft())
    expect(await undo(id, await o.app.signIn(await makeAdmin(o.db)))).toEqual([404, 'not_found'])
    expect(await undo(id, await o.app.signIn(await makeAdmin(o.db, ['Schedule List'])))).toEqual([403, 'missing_ability'])
    expect(await undo(id, '')).toEqual([401, 'unauthenticated'])
    expect(await undo('today')).toEqual([422, 'invalid'])
  })
})
