import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeAppointment, makeSchedule } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())
afterEach(() => o.clearWaitingList())

const unknown = '019aa000-0000-7000-8000-000000000000'
const publish = (id: string, body?: object, token = o.token) =>
  o.app.request('POST /api/schedules/{id}/publish', { params: { id }, token, ...(body && { body }) })
const cancel = (id: string, body: object = { reason: 'The mentor is ill' }, token = o.token) =>
  o.app.request('POST /api/schedules/{id}/cancel', { params: { id }, body, token })

async function session(fields: object = {}, from = '2026-11-24T09:00', to = '2026-11-24T11:00') {
  const mentors = [await o.newMentor()]
  const { schedule, slots } = await makeSchedule(o.app.db, {
    supportType: o.supportType,
    place: o.place,
    mentors,
    from,
    to,
    seats: 2,
    fields,
  })
  return { id: schedule.id, slots }
}
const book = async (slotId: string, fields = {}) => {
  const client = await o.client()
  const appointment = await makeAppointment(o.app.db, slotId, client.id, fields)
  return { ...appointment, client }
}

describe('POST /api/schedules/{id}/publish', () => {
  it('opens a draft for booking', async () => {
    const { id } = await session({ status: 'draft' })
    const { status, body } = await publish(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, status: 'published', availability: 'available', revision: 2 })
    const audit = await o.app.db.selectFrom('audit').selectAll().where('subject_id', '=', id).execute()
    expect(audit).toMatchObject([{ action: 'published', actor_id: o.admin.id }])
  })

  it('refuses schedules that are not future drafts', async () => {
    const published = await session()
    const cancelled = await session({ status: 'cancelled' })
    const past = await session({ status: 'draft' }, '2026-11-19T09:00', '2026-11-19T11:00')
    for (const { id } of [published, cancelled, past]) {
      const before = await o.everything()
      const { status, problem } = await publish(id)
      expect([status, problem.code]).toEqual([409, 'bad_transition'])
      expect(await o.everything()).toEqual(before)
    }
  })

  it('refuses a stale revision and unknown fields', async () => {
    const { id } = await session({ status: 'draft' })
    const stale = await publish(id, { revision: 7 })
    expect([stale.status, stale.problem.code]).toEqual([409, 'stale'])
    expect((await publish(id, { status: 'published' })).status).toBe(422)
    expect((await publish(id, { revision: 1 })).status).toBe(200)
  })

  it('refuses callers without the ability, and unknown ids', async () => {
    const { id } = await session({ status: 'draft' })
    expect((await o.app.request('POST /api/schedules/{id}/publish', { params: { id } })).status).toBe(401)
    expect((await publish(id, undefined, await o.holderOf('Schedule Create'))).status).toBe(403)
    expect((await publish(unknown)).status).toBe(404)
    expect((await publish('here')).status).toBe(404)
  })
})

describe('POST /api/schedules/{id}/cancel', () => {
  it('cancels every future appointment and notifies every client', async () => {
    const { id, slots } = await session()
    const booked = [
      await book(slots[0]!.id),
      await book(slots[0]!.id, { status: 'pending' }),
      await book(slots[1]!.id, { status: 'arrived' }),
    ]
    const before = await o.app.db.selectFrom('outbox').select('id').execute()
    const { status, body } = await cancel(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, status: 'cancelled', availability: 'closed', told: 3, seats: { total: 0, taken: 0, free: 0 } })

    const appointments = await o.app.db.selectFrom('appointments').selectAll().where('schedule_id', '=', id).execute()
    for (const appointment of appointments) {
      expect(appointment).toMatchObject({
        status: 'cancelled',
        cancelled_by: 'organisation',
        cancelled_at: '2026-11-20T09:00:00Z',
        cancel_reason: 'The mentor is ill',
        changed_by: o.admin.id,
      })
    }
    const told = await o.app.db.selectFrom('outbox').selectAll().where('kind', '=', 'appointment_cancelled').execute()
    expect(new Set(told.map(row => row.user_id))).toEqual(new Set(booked.map(({ client }) => client.id)))
    expect(await o.app.db.selectFrom('outbox').select('id').execute()).toHaveLength(before.length + 3 + 1)
    const mentors = await o.app.db.selectFrom('outbox').select('user_id').where('kind', '=', 'session_cancelled').execute()
    expect(mentors).toEqual([{ user_id: appointments[0]!.mentor_id }])
    const audit = await o.app.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'cancelled')
      .where('subject_id', 'in', [id, ...booked.map(row => row.id)])
      .execute()
    expect(audit).toHaveLength(4)
    for (const row of audit) expect(row).toMatchObject({ actor_id: o.admin.id, reason: 'The mentor is ill' })
    const live = await o.app.db.selectFrom('slots').select('id').where('schedule_id', '=', id).where('live', '=', true).execute()
    expect(live).toEqual([])
  })

  it('keeps past appointments and their slots, and tells clients whose appointment is running', async () => {
    const { id, slots } = await session({}, '2026-11-20T07:00', '2026-11-20T11:00')
    const kept = [await book(slots[0]!.id, { status: 'fulfilled' }), await book(slots[1]!.id, { status: 'noshow' })]
    const unmarked = await book(slots[0]!.id)
    const starting = await book(slots[4]!.id)
    const coming = await book(slots[5]!.id)
    const { status, body } = await cancel(id)
    expect([status, body.told]).toEqual([200, 2])
    const statuses = await o.app.db.selectFrom('appointments').select(['id', 'status']).where('schedule_id', '=', id).execute()
    expect(new Map(statuses.map(row => [row.id, row.status]))).toEqual(
      new Map([
        [kept[0]!.id, 'fulfilled'],
        [kept[1]!.id, 'noshow'],
        [unmarked.id, 'booked'],
        [starting.id, 'cancelled'],
        [coming.id, 'cancelled'],
      ]),
    )
    const live = await o.app.db
      .selectFrom('slots')
      .select('id')
      .where('schedule_id', '=', id)
      .where('live', '=', true)
      .orderBy('starts_at')
      .execute()
    expect(live.map(slot => slot.id)).toEqual([slots[0]!.id, slots[1]!.id])
  })

  it('returns offers to the waiting list', async () => {
    const { id, slots } = await session()
    const { db } = o.app
    const offer = await db
      .insertInto('waiting_list')
      .values({
        user_id: (await o.client()).id,
        support_type_id: o.supportType.id,
        from_date: '2026-11-24',
        to_date: '2026-11-24',
        state: 'offered',
        offered_slot_id: slots[2]!.id,
        offer_ends_at: '2026-11-21T00:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await cancel(id)).body.told).toBe(0)
    const after = await db.selectFrom('waiting_list').selectAll().where('id', '=', offer.id).executeTakeFirstOrThrow()
    expect(after).toMatchObject({ state: 'waiting', offered_slot_id: null, offer_ends_at: null })
    expect(await db.selectFrom('slots').select('held').where('id', '=', slots[2]!.id).executeTakeFirst()).toEqual({ held: 0 })
  })

  it('includes clients who book or cancel at the same moment', async () => {
    const { id, slots } = await session()
    const early = await book(slots[0]!.id)
    let answer: ReturnType<typeof cancel> | undefined
    const late = await o.client('Late')
    await o.app.db.transaction().execute(async trx => {
      await makeAppointment(trx, slots[3]!.id, late.id)
      answer = cancel(id)
      await waitForLocks(o.app.db)
    })
    expect(await answer!).toMatchObject({ status: 200, body: { told: 2 } })
    const told = await o.app.db
      .selectFrom('outbox')
      .select('user_id')
      .where('kind', '=', 'appointment_cancelled')
      .where('user_id', 'in', [early.client.id, late.id])
      .execute()
    expect(told).toHaveLength(2)
  })

  it('keeps the appointment of a client who moves to another session at the same moment', async () => {
    const [{ id, slots }, elsewhere] = [await session(), await session()]
    const moving = await book(slots[0]!.id)
    let answer: ReturnType<typeof cancel> | undefined
    await o.app.db.transaction().execute(async trx => {
      await trx.updateTable('appointments').set({ slot_id: elsewhere.slots[0]!.id }).where('id', '=', moving.id).execute()
      answer = cancel(id)
      await waitForLocks(o.app.db)
    })
    expect(await answer!).toMatchObject({ status: 200, body: { told: 0 } })
    const after = await o.app.db.selectFrom('appointments').selectAll().where('id', '=', moving.id).executeTakeFirstOrThrow()
    expect(after).toMatchObject({ status: 'booked', schedule_id: elsewhere.id })
  })

  it('cancels once when requested concurrently', async () => {
    const { id, slots } = await session()
    await book(slots[0]!.id)
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  })

  it('refuses cancelled and past sessions, and a stale revision', async () => {
    const cancelled = await session({ status: 'cancelled' })
    const past = await session({}, '2026-11-20T08:00', '2026-11-20T09:00')
    const present = await session()
    const before = await o.everything()
    for (const [id, body, code] of [
      [cancelled.id, { reason: 'x' }, 'bad_transition'],
      [past.id, { reason: 'x' }, 'bad_transition'],
      [present.id, { reason: 'x', revision: 4 }, 'stale'],
    ] as const) {
      const { status, problem } = await cancel(id, body)
      expect([status, problem.code]).toEqual([409, code])
    }
    expect(await o.everything()).toEqual(before)
  })

  it('requires a reason', async () => {
    const { id } = await session()
    for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }]) {
      const { status, problem } = await cancel(id, body)
      expect([status, Object.keys(problem.errors!)]).toEqual([422, ['reason']])
    }
  })

  it('refuses callers without the ability, and unknown ids', async () => {
    const { id } = await session()
    expect((await o.app.request('POST /api/schedules/{id}/cancel', { params: { id }, body: { reason: 'x' } })).status).toBe(401)
    expect((await cancel(id, { reason: 'x' }, await o.holderOf('Schedule Create'))).status).toBe(403)
    expect((await cancel(unknown)).status).toBe(404)
    expect((await cancel('here', {})).status).toBe(404)
  })
})
