import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { wholeRecordAbilities } from '#contract/whole-record.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { lockClientOf } from '../appointments/lock-commands.ts'

type Row = Awaited<ReturnType<typeof makeUser>>
let app: TestApp
let admin: Row
let token: string
let clerk: string
let user: Row
let mentor: Row
let slots: Awaited<ReturnType<typeof makeSchedule>>['slots']
let supportType: Awaited<ReturnType<typeof makeSupportType>>

beforeAll(async () => {
  app = await startTestApp()
  admin = await makeAdmin(app.db)
  token = await app.signIn(admin)
  clerk = await app.signIn(await makeAdmin(app.db, ['User List', ...wholeRecordAbilities.erase]))
  supportType = await makeSupportType(app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await makeUser(app.db)
  mentor = await makeMentor(app.db)
  const [from, to] = ['2026-12-01T09:00', '2026-12-01T12:00']
  slots = (await makeSchedule(app.db, { supportType, place: await makePlace(app.db), mentors: [mentor], from, to })).slots
})

const post = (what: 'deactivate' | 'reactivate' | 'erase', id: string, body: object | undefined = {}, as: string | null = token) =>
  app.request(`POST /api/users/{id}/${what}`, { params: { id }, body, ...(as && { token: as }) })
const isIn = async (as: string) => (await app.request('GET /api/my-session', { token: as })).status === 200
const slotOf = (index: number) =>
  app.db.selectFrom('slots').select(['taken', 'held', 'live']).where('id', '=', slots[index]!.id).executeTakeFirstOrThrow()
const statusOf = async (id: string) =>
  (await app.db.selectFrom('appointments').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const rowOf = (id: string) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('deactivate and reactivate', () => {
  it('ends every session at once, stores the reason, and can be undone', async () => {
    const own = await app.signIn(user)
    const answer = await post('deactivate', user.id, { revision: 1, reason: 'Moved away' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ active: false, sessions: [], revision: 2 })
    expect(await isIn(own)).toBe(false)
    expect((await post('deactivate', user.id)).body).toMatchObject({ active: false, revision: 2 })
    expect((await post('reactivate', user.id, { revision: 2 })).body).toMatchObject({ active: true })
    expect((await post('reactivate', user.id)).body).toMatchObject({ active: true, revision: 3 })
    expect(await isIn(own)).toBe(false)
    const audit = await app.db.selectFrom('audit').select(['action', 'reason']).where('person_id', '=', user.id).orderBy('at').execute()
    expect(audit).toEqual([
      { action: 'deactivated', reason: 'Moved away' },
      { action: 'reactivated', reason: '' },
    ])
  })

  it('requires a decision about open appointments and applies it', async () => {
    const appointment = await makeAppointment(app.db, slots[0]!.id, user.id)
    const asked = await post('deactivate', user.id)
    expect(asked.problem).toMatchObject({
      status: 409,
      code: 'has_bookings',
      booked: [{ appointment_id: appointment.id, reference: appointment.reference }],
    })
    expect((await rowOf(user.id)).active).toBe(true)
    expect((await post('deactivate', user.id, { open_appointments: 'keep' })).body).toMatchObject({
      active: false,
      ahead: { appointments: 1 },
    })
    await post('reactivate', user.id)
    expect((await post('deactivate', user.id, { open_appointments: 'cancel' })).body).toMatchObject({ ahead: { appointments: 0 } })
    expect(await statusOf(appointment.id)).toBe('cancelled')
    expect(await slotOf(0)).toMatchObject({ taken: 0 })
  })

  it('never deadlocks with a change of an appointment, which locks the client first', async () => {
    const appointment = await makeAppointment(app.db, slots[0]!.id, user.id)
    const change = await app.db.startTransaction().execute()
    await lockClientOf(change, appointment.id)
    const answer = post('deactivate', user.id, { open_appointments: 'cancel' })
    await waitForLocks(app.db)
    await change.updateTable('appointments').set({ change_reason: 'Moved' }).where('id', '=', appointment.id).execute()
    await change.commit().execute()
    expect((await answer).status).toBe(200)
  })

  it('withdraws a mentor’s free times and leaves those that are booked', async () => {
    await makeAppointment(app.db, slots[0]!.id, user.id)
    expect((await post('deactivate', mentor.id)).body).toMatchObject({ active: false, ahead: { with_them: 1 } })
    expect(await slotOf(0)).toMatchObject({ taken: 1, live: true })
    expect(await slotOf(1)).toMatchObject({ live: false })
  })

  it('lets waiting entries go and gives a held seat back', async () => {
    await app.db
      .insertInto('waiting_list')
      .values({
        user_id: user.id,
        support_type_id: supportType.id,
        from_date: '2026-12-01',
        to_date: '2026-12-02',
        state: 'offered',
        offered_slot_id: slots[2]!.id,
        offer_ends_at: '2026-11-20T10:00:00Z',
      })
      .execute()
    expect(await slotOf(2)).toMatchObject({ held: 1 })
    await post('deactivate', user.id)
    expect(await slotOf(2)).toMatchObject({ held: 0 })
  })

  it('refuses a number that another person has taken in the meantime', async () => {
    await post('deactivate', user.id)
    const next = await makeUser(app.db, { name: 'Next Owner', phone: user.phone })
    expect((await post('reactivate', user.id)).problem).toMatchObject({ status: 409, code: 'phone_taken', taken_by: { id: next.id } })
  })

  it('refuses oneself, who holds more, what is stale, and the last administrator', async () => {
    expect((await post('deactivate', admin.id)).problem).toMatchObject({ status: 409, code: 'not_yourself' })
    expect((await post('deactivate', admin.id, {}, clerk)).problem).toMatchObject({ status: 403, code: 'outranked' })
    expect((await post('deactivate', user.id, { revision: 9 })).problem).toMatchObject({ status: 409, code: 'stale' })
    expect((await post('reactivate', user.id, { revision: 9 })).status).toBe(200)
  })

  it('keeps one administrator, also of two who deactivate each other', async () => {
    const own = await startTestApp()
    const [one, two] = [await makeAdmin(own.db), await makeAdmin(own.db)]
    const [first, second] = [await own.signIn(one), await own.signIn(two)]
    const end = (id: string, as: string) => own.request('POST /api/users/{id}/deactivate', { params: { id }, body: {}, token: as })
    const answers = await Promise.all([end(two.id, first), end(one.id, second)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { count } = await own.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('active', '=', true)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
    await own.close()
  })

  it('is 401 signed out, 403 without User Edit, 404 unknown, 422 malformed', async () => {
    const reader = await app.signIn(await makeAdmin(app.db, ['User List']))
    for (const what of ['deactivate', 'reactivate', 'erase'] as const) {
      expect((await post(what, user.id, {}, null)).status).toBe(401)
      expect((await post(what, user.id, {}, reader)).status).toBe(403)
      expect((await post(what, crypto.randomUUID())).status).toBe(404)
      expect((await post(what, user.id, { revision: 'x' })).status).toBe(422)
    }
    expect((await post('deactivate', user.id, { open_appointments: 'forget' })).status).toBe(422)
  })
})

describe('DELETE /api/users/{id}/sessions', () => {
  const end = (id: string, as: string | null = token) =>
    app.request('DELETE /api/users/{id}/sessions', { params: { id }, ...(as && { token: as }) })

  it('logs a person out everywhere, unless they hold more abilities', async () => {
    const own = await app.signIn(user)
    expect((await end(user.id, clerk)).status).toBe(200)
    expect(await isIn(own)).toBe(false)
    expect((await end(admin.id, clerk)).problem).toMatchObject({ status: 403, code: 'outranked' })
    expect(await isIn(token)).toBe(true)
    expect((await end(user.id, null)).status).toBe(401)
    expect((await end(crypto.randomUUID())).status).toBe(404)
    expect((await end(user.id, await app.signIn(user))).status).toBe(403)
  })
})

describe('POST /api/users/{id}/erase', () => {
  it('is refused without each of its abilities, by name, and erases nothing', async () => {
    for (const left of wholeRecordAbilities.erase) {
      const abilities = wholeRecordAbilities.erase.filter(name => name !== left)
      const { problem } = await post('erase', user.id, {}, await app.signIn(await makeAdmin(app.db, abilities)))
      expect(problem).toMatchObject({ status: 403, code: 'missing_ability', missing_abilities: [left] })
    }
    expect((await rowOf(user.id)).erased_at).toBeNull()
  })

  it('cancels what is open with its seats freed, blanks words, name and photo, and keeps times', async () => {
    const session = { supportType, place: await makePlace(app.db), mentors: [mentor], from: '2026-10-05T09:00', to: '2026-10-05T10:00' }
    const past = await makeAppointment(app.db, (await makeSchedule(app.db, session)).slots[0]!.id, user.id, { status: 'fulfilled' })
    const open = await makeAppointment(app.db, slots[0]!.id, user.id, { questions: ['My secret'] })
    await app.db.updateTable('users').set({ name: 'Wilma Traceable' }).where('id', '=', user.id).execute()
    const old = await makeUser(app.db, { name: 'Wilma Formerly', active: false, merged_into: user.id })
    const question = await app.db
      .insertInto('feedback_questions')
      .values({ type: 'client', widget: 'text', prompt: 'How was it?', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [type, author_id] of [
      ['client', user.id],
      ['mentor', mentor.id],
    ] as const) {
      const feedback = await app.db
        .insertInto('feedback')
        .values({ type, appointment_id: past.id, author_id })
        .returning('id')
        .executeTakeFirstOrThrow()
      await app.db
        .insertInto('feedback_answers')
        .values({
          feedback_id: feedback.id,
          question_id: question.id,
          prompt: 'How was it?',
          widget: 'text',
          value: 'Words of Wilma',
          position: 1,
        })
        .execute()
    }
    const own = await app.signIn(user)

    const answer = await post('erase', user.id)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ name: 'Erased person', phone: null, active: false, can: { edit: { code: 'record_closed' } } })
    expect(answer.body.erased_at).not.toBeNull()
    expect(await isIn(own)).toBe(false)
    expect(await statusOf(open.id)).toBe('cancelled')
    expect(await statusOf(past.id)).toBe('fulfilled')
    expect(await slotOf(0)).toMatchObject({ taken: 0 })
    expect(await app.db.selectFrom('feedback_answers').select('value').execute()).toEqual([{ value: '' }, { value: '' }])
    expect(await rowOf(old.id)).toMatchObject({ name: 'Erased person', phone: null })
    const waiting = await app.db.selectFrom('outbox').select('id').where('user_id', '=', user.id).where('state', '=', 'waiting').execute()
    expect(waiting).toEqual([])
    const search = await app.request('GET /api/users', { query: { search: 'Wilma' }, token })
    expect(search.body.data).toEqual([])
    expect((await post('erase', user.id)).problem).toMatchObject({ status: 409, code: 'record_closed' })
  })

  it('is refused for a mentor with booked clients, and names the appointments', async () => {
    const appointment = await makeAppointment(app.db, slots[0]!.id, user.id)
    const answer = await post('erase', mentor.id)
    expect(answer.problem).toMatchObject({ status: 409, code: 'has_bookings', booked: [{ appointment_id: appointment.id }] })
    expect((await rowOf(mentor.id)).active).toBe(true)
    expect(await slotOf(1)).toMatchObject({ live: true })
  })

  it('is refused for a mentor whose client is here or whose appointment has started, until it is over', async () => {
    const before = app.clock.now().toISOString()
    const here = await makeAppointment(app.db, slots[0]!.id, user.id, { status: 'arrived' })
    const started = await makeAppointment(app.db, slots[1]!.id, (await makeUser(app.db)).id)
    const eraseAt = async (now: string) => {
      app.clock.set(now)
      return post('erase', mentor.id, {}, await app.signIn(admin))
    }
    expect((await eraseAt('2026-12-01T09:40:00Z')).problem).toMatchObject({
      code: 'has_bookings',
      booked: [{ appointment_id: started.id }],
    })
    app.clock.set(before)
    expect((await eraseAt('2026-12-01T09:10:00Z')).problem).toMatchObject({
      code: 'has_bookings',
      booked: [{ appointment_id: here.id }, { appointment_id: started.id }],
    })
    expect((await eraseAt('2026-12-01T12:00:00Z')).status).toBe(200)
    app.clock.set(before)
  })

  it('refuses oneself, who holds more, and what is stale', async () => {
    expect((await post('erase', admin.id)).problem).toMatchObject({ status: 409, code: 'not_yourself' })
    expect((await post('erase', admin.id, {}, clerk)).problem).toMatchObject({ status: 403, code: 'outranked' })
    expect((await post('erase', user.id, { revision: 9 })).problem).toMatchObject({ status: 409, code: 'stale' })
  })
})
