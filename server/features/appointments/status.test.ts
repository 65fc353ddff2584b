import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeMentor, makeUser } from '#database/factories.ts'
import { openDesk, type Desk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())

/** A client booked in a session that began half an hour ago. */
let minutes = 0
async function arriveLate(fields = {}) {
  minutes += 60
  const at = (offset: number) => new Date(Date.UTC(2026, 10, 20, 8, 30) - minutes * 60_000 + offset * 60_000).toISOString().slice(0, 16)
  const { slots } = await desk.plan({ from: at(0), to: at(30) })
  return desk.book(slots[0]!.id, fields)
}
const give = async (id: string, body: object, token = desk.token) => {
  const answer = await desk.app.request('POST /api/appointments/{id}/status', { token, params: { id }, body })
  return { ...answer, code: answer.problem.code }
}

describe('POST /api/appointments/{id}/status', () => {
  test('staff check in, mark done, and undo step by step; the history says who and when', async () => {
    const { appointment } = await arriveLate()
    const arrived = await give(appointment.id, { status: 'arrived', revision: 1 })
    expect([arrived.status, arrived.body.status, arrived.body.can.undo, arrived.body.can.statuses]).toEqual([
      200,
      'arrived',
      'booked',
      ['fulfilled', 'entered-in-error'],
    ])
    const done = await give(appointment.id, { status: 'fulfilled', revision: 2 })
    expect([done.body.status, done.body.can.undo]).toEqual(['fulfilled', 'arrived'])
    expect((await give(appointment.id, { status: 'booked' })).code).toBe('bad_transition')
    expect((await give(appointment.id, { status: 'arrived' })).body.can.undo).toBe('booked')
    const back = await give(appointment.id, { status: 'booked' })
    expect([back.body.can.undo, back.body.can.statuses]).toEqual([
      null,
      ['arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error'],
    ])
    const steps = await desk.history(appointment.id)
    expect(steps.map(({ action }) => action)).toEqual(['booked', 'arrived', 'fulfilled', 'arrived', 'booked'])
    expect(steps[1]!.by).toEqual({ id: desk.staff.id, name: desk.staff.name })
  })

  test('a stale revision changes nothing; malformed bodies and missing reasons are 422', async () => {
    const { appointment } = await arriveLate()
    expect((await give(appointment.id, { status: 'arrived', revision: 7 })).code).toBe('stale')
    for (const body of [{}, { status: 'gone' }, { status: 'arrived', revision: 'x' }, { status: 'arrived', other: 1 }, []])
      expect((await give(appointment.id, body)).status).toBe(422)
    for (const status of ['cancelled', 'entered-in-error']) {
      const refused = await give(appointment.id, { status, reason: '  ' })
      expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([422, ['reason']])
    }
    expect((await desk.history(appointment.id)).length).toBe(1)
  })

  test('Undo takes back no later step of a colleague, but bears a payment', async () => {
    const { appointment } = await arriveLate()
    await give(appointment.id, { status: 'noshow' })
    await give(appointment.id, { status: 'booked' })
    await give(appointment.id, { status: 'arrived' })
    const late = await give(appointment.id, { from: 'noshow', status: 'booked' })
    expect([late.status, late.code, late.problem.detail]).toEqual([
      409,
      'undo_over',
      'Something has changed since, so this can’t be undone.',
    ])
    const all = { from: 'noshow', status: 'booked', appointments: [{ id: appointment.id }] }
    const { body } = await desk.app.request('POST /api/appointments/status', { token: desk.token, body: all })
    expect([body.changed, body.skipped.map(({ code }: { code: string }) => code)]).toEqual([[], ['undo_over']])
    const payment = { payment: { status: 'paid' } }
    const paid = await desk.app.request('PUT /api/appointments/{id}', { token: desk.token, params: { id: appointment.id }, body: payment })
    expect([paid.status, paid.body.status]).toEqual([200, 'arrived'])
    expect((await give(appointment.id, { from: 'arrived', status: 'booked' })).body.status).toBe('booked')
  })

  test('no client is missed before the start', async () => {
    const { slots } = await desk.plan()
    const { appointment } = await desk.book(slots[0]!.id)
    expect((await give(appointment.id, { status: 'noshow' })).code).toBe('bad_transition')
  })

  test('a session days ahead cannot be marked as arrived or done, and its client can still change it', async () => {
    const { slots } = await desk.plan()
    const { appointment, user } = await desk.book(slots[0]!.id)
    const read = async (token: string) =>
      (await desk.app.request('GET /api/appointments/{id}', { token, params: { id: appointment.id } })).body.appointment.can
    for (const token of [desk.token, await desk.app.signIn(desk.mentor)]) {
      const refused = [await give(appointment.id, { status: 'arrived' }, token), await give(appointment.id, { status: 'fulfilled' }, token)]
      expect(refused.map(({ status, problem }) => [status, problem.code, problem.message])).toEqual([
        [409, 'bad_transition', 'Check-in opens 2 hours before the start.'],
        [409, 'bad_transition', 'This is possible after the start.'],
      ])
      expect((await read(token)).statuses).not.toContain('arrived')
      expect((await read(token)).statuses).not.toContain('fulfilled')
    }
    expect(await read(await desk.app.signIn(user))).toMatchObject({ cancel: true, move: true })
  })

  test('check-in opens exactly two hours before the start; done only from the start on', async () => {
    // The desk's clock stands at 09:00.
    const inTime = await desk.plan({ from: '2026-11-20T11:00', to: '2026-11-20T11:30', mentors: [await makeMentor(desk.app.db)] })
    const early = await desk.plan({ from: '2026-11-20T11:01', to: '2026-11-20T11:31', mentors: [await makeMentor(desk.app.db)] })
    const [soon, later] = [await desk.book(inTime.slots[0]!.id), await desk.book(early.slots[0]!.id)]
    expect((await give(later.appointment.id, { status: 'arrived' })).code).toBe('bad_transition')
    const arrived = await give(soon.appointment.id, { status: 'arrived' })
    expect([arrived.status, arrived.body.can.statuses, arrived.body.can.undo]).toEqual([200, ['entered-in-error'], 'booked'])
    expect((await give(soon.appointment.id, { status: 'fulfilled' })).code).toBe('bad_transition')
  })

  test('the mentor says who came, and nothing else; another mentor finds nothing', async () => {
    const { appointment } = await arriveLate()
    const mentor = await desk.app.signIn(desk.mentor)
    const seen = await desk.app.request('GET /api/appointments/{id}', { token: mentor, params: { id: appointment.id } })
    expect(seen.body.appointment.can).toMatchObject({
      statuses: ['arrived', 'fulfilled', 'noshow'],
      undo: null,
      cancel: { code: 'staff_only' },
    })
    expect((await give(appointment.id, { status: 'cancelled', reason: 'x' }, mentor)).code).toBe('bad_transition')
    expect((await give(appointment.id, { status: 'entered-in-error', reason: 'x' }, mentor)).code).toBe('bad_transition')
    expect((await give(appointment.id, { status: 'noshow' }, mentor)).body.status).toBe('noshow')
    expect((await give(appointment.id, { status: 'booked' }, mentor)).body.status).toBe('booked')
    expect((await give(appointment.id, { status: 'arrived' }, await desk.app.signIn(await makeMentor(desk.app.db)))).status).toBe(404)
  })

  test('visitors 401; who may only look 403, the client too; strangers 404 whatever the body', async () => {
    const { appointment, user } = await arriveLate()
    expect((await give(appointment.id, { status: 'arrived' }, '')).status).toBe(401)
    const reader = await desk.app.signIn(await makeAdmin(desk.app.db, ['Appointment List']))
    expect((await give(appointment.id, { status: 'arrived' }, reader)).code).toBe('missing_ability')
    expect((await give(appointment.id, { status: 'arrived' }, await desk.app.signIn(user))).code).toBe('missing_ability')
    const stranger = await desk.app.signIn(await makeUser(desk.app.db))
    expect((await give(appointment.id, { nonsense: true }, stranger)).status).toBe(404)
    expect((await give('01900000-0000-7000-8000-000000000000', { status: 'arrived' })).status).toBe(404)
  })

  test('approves or refuses a request with a reason; the client is notified, and a refusal frees the seat', async () => {
    const { slots } = await desk.plan()
    const first = await desk.book(slots[0]!.id, { status: 'pending' })
    expect((await give(first.appointment.id, { status: 'arrived' })).code).toBe('bad_transition')
    expect((await give(first.appointment.id, { status: 'booked' })).body.status).toBe('booked')
    const second = await desk.book(slots[1]!.id, { status: 'pending' })
    const refused = await give(second.appointment.id, { status: 'cancelled', reason: 'We do not offer this.' })
    expect(refused.body.cancelled).toEqual({ by: 'organisation', reason: 'We do not offer this.', at: '2026-11-20T09:00:00Z' })
    expect(refused.body.can).toMatchObject({ undo: null, statuses: ['entered-in-error'] })
    const slot = await desk.app.db.selectFrom('slots').select('taken').where('id', '=', slots[1]!.id).executeTakeFirstOrThrow()
    expect(slot.taken).toBe(0)
    const told = await desk.app.db
      .selectFrom('outbox')
      .select('kind')
      .where('appointment_id', 'in', [first.appointment.id, second.appointment.id])
      .orderBy('created_at')
      .execute()
    expect(told.map(({ kind }) => kind)).toEqual([
      'appointment_requested',
      'appointment_approved',
      'appointment_requested',
      'appointment_cancelled',
    ])
  })

  test('entered in error is the end, also for what was cancelled', async () => {
    const { slots } = await desk.plan()
    const { appointment } = await desk.book(slots[0]!.id)
    await give(appointment.id, { status: 'cancelled', reason: 'Ill' })
    const ended = await give(appointment.id, { status: 'entered-in-error', reason: 'Booked twice by mistake' })
    expect([ended.body.status, ended.body.can.statuses, ended.body.can.edit.code]).toEqual(['entered-in-error', [], 'entered_in_error'])
    expect((await give(appointment.id, { status: 'booked' })).code).toBe('bad_transition')
  })

  test('ten at once: one step is taken, the others find that it is gone', async () => {
    const { appointment } = await arriveLate()
    const answers = await Promise.all(Array.from({ length: 10 }, () => give(appointment.id, { status: 'arrived', revision: 1 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect((await desk.history(appointment.id)).length).toBe(2)
  })
})

describe('POST /api/appointments/{id}/excuse', () => {
  const excuse = async (id: string, body?: object, token = desk.token) => {
    const answer = await desk.app.request('POST /api/appointments/{id}/excuse', { token, params: { id }, body })
    return { ...answer, code: answer.problem.code }
  }

  test('an excused appointment no longer counts, until it does again; undoing the miss forgets the excuse', async () => {
    const { appointment, user } = await arriveLate({ status: 'noshow' })
    const missed = async () =>
      (await desk.app.request('GET /api/my-profile', { token: await desk.app.signIn(user) })).body.missed_recently as number
    expect(await missed()).toBe(1)
    const excused = await excuse(appointment.id, { reason: 'The train stood still', revision: 1 })
    expect([excused.status, excused.body.excused_at, await missed()]).toEqual([200, '2026-11-20T09:00:00Z', 0])
    expect((await excuse(appointment.id)).body.revision).toBe(excused.body.revision)
    expect((await excuse(appointment.id, { excused: false })).body.excused_at).toBe(null)
    expect(await missed()).toBe(1)
    await excuse(appointment.id)
    expect((await give(appointment.id, { status: 'booked' })).body.excused_at).toBe(null)
    expect((await desk.history(appointment.id)).map(({ action, reason }) => [action, reason])).toEqual([
      ['booked', ''],
      ['excused', 'The train stood still'],
      ['counted', ''],
      ['excused', ''],
      ['booked', ''],
    ])
  })

  test('401, 403, 404, 422, stale, and 409 for what was not missed', async () => {
    const { appointment, user } = await arriveLate()
    expect((await excuse(appointment.id)).code).toBe('bad_transition')
    expect((await excuse(appointment.id, { revision: 9 })).code).toBe('stale')
    expect((await excuse(appointment.id, { excused: 'yes' })).status).toBe(422)
    expect((await excuse(appointment.id, {}, '')).status).toBe(401)
    expect((await excuse(appointment.id, {}, await desk.app.signIn(user))).status).toBe(403)
    expect((await excuse(user.id, {})).status).toBe(404)
  })
})
