import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  makeAdmin,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const now = '2026-11-20T09:00:00Z'
let app: TestApp
let supportType: Awaited<ReturnType<typeof makeSupportType>>
let place: Awaited<ReturnType<typeof makePlace>>
let mentor: Awaited<ReturnType<typeof makeMentor>>

beforeAll(async () => {
  app = await startTestApp({ now })
  supportType = await makeSupportType(app.db, { price_amount: 2500 })
  place = await makePlace(app.db)
  mentor = await makeMentor(app.db)
})
afterAll(() => app.close())

let day = 0
/** A session of one mentor from nine to ten, on a new day from two weeks ahead. */
async function planSession(input: Partial<Parameters<typeof makeSchedule>[1]> = {}) {
  const date = new Date(Date.UTC(2026, 11, 4 + day)).toISOString().slice(0, 10)
  day += 1
  return makeSchedule(app.db, { supportType, place, mentors: [mentor], from: `${date}T09:00`, to: `${date}T10:00`, ...input })
}
async function newClient() {
  const user = await makeUser(app.db)
  return { user, token: await app.signIn(user) }
}
const taken = async (slotId: string) =>
  (await app.db.selectFrom('slots').select('taken').where('id', '=', slotId).executeTakeFirstOrThrow()).taken
const countAppointments = async () =>
  Number(
    (
      await app.db
        .selectFrom('appointments')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('POST /api/appointments', () => {
  test('books a seat with reference, serial, price, audit and outbox rows', async () => {
    const { schedule, slots } = await planSession()
    const { user, token } = await newClient()
    const { status, body } = await app.request('POST /api/appointments', {
      token,
      body: { schedule_id: schedule.id, starts_at: slots[1]!.starts_at, questions: ['שלום — how do I start? 🙂'] },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'booked',
      serial: 2,
      user: { id: user.id },
      mentor: { id: mentor.id },
      requested_mentor_id: null,
      questions: ['שלום — how do I start? 🙂'],
      price: { amount: 2500, currency: 'GBP' },
      time_zone: 'Europe/London',
      can: { cancel: true, move: true },
    })
    expect(body.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(await taken(slots[1]!.id)).toBe(1)
    const outbox = await app.db.selectFrom('outbox').select('kind').where('appointment_id', '=', body.id).execute()
    expect(outbox).toEqual([{ kind: 'appointment_booked' }])
    const audit = await app.db.selectFrom('audit').select(['action', 'actor_id']).where('subject_id', '=', body.id).execute()
    expect(audit).toEqual([{ action: 'booked', actor_id: user.id }])
  })

  test.each([
    ['any mentor', false],
    ['one mentor', true],
  ])('is pending with %s where the support type needs approval', async (_, named) => {
    const { schedule, slots } = await planSession({ supportType: await makeSupportType(app.db, { needs_approval: true }) })
    const { token } = await newClient()
    const { status, body } = await app.request('POST /api/appointments', {
      token,
      body: { schedule_id: schedule.id, starts_at: slots[0]!.starts_at, ...(named && { mentor_id: mentor.id }) },
    })
    expect([status, body.status]).toEqual([201, 'pending'])
  })

  test('refuses visitors, malformed bodies, unknown fields and times that are none of the session, and writes nothing', async () => {
    const { schedule, slots } = await planSession()
    const { token } = await newClient()
    const good = { schedule_id: schedule.id, starts_at: slots[0]!.starts_at }
    const before = await countAppointments()
    const post = async (body: unknown, as: string | undefined = token) => {
      const answer = await app.request('POST /api/appointments', { ...(as && { token: as }), body })
      return [answer.status, answer.problem.code, Object.keys(answer.problem.errors ?? {})]
    }
    expect(await post(good, '')).toEqual([401, 'unauthenticated', []])
    expect(await post({ ...good, starts_at: 'tomorrow' })).toEqual([422, 'invalid', ['starts_at']])
    expect(await post({ ...good, starts_at: 5 })).toEqual([422, 'invalid', ['starts_at']])
    expect(await post({ ...good, price: 0 })).toEqual([422, 'invalid', ['price']])
    expect(await post({ ...good, schedule_id: 'x' })).toEqual([422, 'invalid', ['schedule_id']])
    expect(await post({ ...good, questions: ['a\u0000b'] })).toEqual([422, 'invalid', ['questions.0']])
    expect(await post([])).toEqual([422, 'invalid', ['body']])
    expect(await post({ ...good, starts_at: '2026-12-04T09:15:00Z' })).toEqual([422, 'invalid', ['starts_at']])
    expect(await post({ ...good, mentor_id: (await makeMentor(app.db)).id })).toEqual([422, 'invalid', ['starts_at']])
    expect(await post({ ...good, schedule_id: '01900000-0000-7000-8000-000000000000' })).toEqual([404, 'not_found', []])
    const draft = await planSession({ fields: { status: 'draft' } })
    expect(await post({ schedule_id: draft.schedule.id, starts_at: draft.slots[0]!.starts_at })).toEqual([404, 'not_found', []])
    expect(await post({ ...good, user_id: (await makeUser(app.db)).id })).toEqual([403, 'missing_ability', []])
    expect(await post({ ...good, new_client: { name: 'New Client' } })).toEqual([403, 'missing_ability', []])
    expect(await countAppointments()).toBe(before)
  })

  test('refuses a taken seat with up to three nearest free times', async () => {
    const { schedule, slots } = await planSession({ from: '2027-03-01T09:00', to: '2027-03-01T11:00' })
    await makeAppointment(app.db, slots[1]!.id, (await makeUser(app.db)).id)
    const { token } = await newClient()
    const { status, problem } = await app.request('POST /api/appointments', {
      token,
      body: { schedule_id: schedule.id, starts_at: slots[1]!.starts_at },
    })
    expect([status, problem.code]).toEqual([409, 'slot_taken'])
    expect(problem.nearest?.map(time => time.starts_at)).toEqual([slots[0]!.starts_at, slots[2]!.starts_at, slots[3]!.starts_at])
  })

  test('takes any free mentor, and only the one asked for', async () => {
    const other = await makeMentor(app.db)
    const { schedule, slots } = await planSession({ mentors: [mentor, other] })
    const starts_at = slots[0]!.starts_at
    const first = await app.request('POST /api/appointments', {
      token: (await newClient()).token,
      body: { schedule_id: schedule.id, starts_at, mentor_id: other.id },
    })
    expect([first.status, first.body.mentor.id, first.body.requested_mentor_id, first.body.serial]).toEqual([201, other.id, other.id, 2])
    const same = await app.request('POST /api/appointments', {
      token: (await newClient()).token,
      body: { schedule_id: schedule.id, starts_at, mentor_id: other.id },
    })
    expect([same.status, same.problem.code]).toEqual([409, 'slot_taken'])
    const any = await app.request('POST /api/appointments', {
      token: (await newClient()).token,
      body: { schedule_id: schedule.id, starts_at },
    })
    expect([any.status, any.body.mentor.id, any.body.serial]).toEqual([201, mentor.id, 1])
  })

  // Requests with a mentor are written in a batch, those without are decided one by one: the same rules
  // apply.
  test.each([
    ['any mentor', false],
    ['one mentor', true],
  ])('holds the organisation’s policies for %s: two at once, notice, opening, past, three open, three missed', async (_, named) => {
    const plan = async (input: Parameters<typeof planSession>[0] = {}) => planSession({ mentors: [await makeMentor(app.db)], ...input })
    const book = async (token: string, session: Awaited<ReturnType<typeof planSession>>, index = 0) => {
      const { status, problem } = await app.request('POST /api/appointments', {
        token,
        body: {
          schedule_id: session.schedule.id,
          starts_at: session.slots[index]!.starts_at,
          ...(named && { mentor_id: session.slots[index]!.mentor_id }),
        },
      })
      return [status, problem.code, problem.reason]
    }
    const { token } = await newClient()
    const twice = await plan({ mentors: [await makeMentor(app.db), await makeMentor(app.db)] })
    expect(await book(token, twice)).toEqual([201, undefined, undefined])
    expect(await book(token, twice)).toEqual([409, 'client_busy', undefined])
    const neighbour = twice.slots.findIndex(
      slot => slot.starts_at === twice.slots[0]!.starts_at && slot.mentor_id !== twice.slots[0]!.mentor_id,
    )
    expect(await book(token, twice, neighbour)).toEqual([409, 'client_busy', undefined])

    // 11:00 London is exactly two hours ahead and can be booked; 10:59 could not.
    const soon = await plan({ from: '2026-11-20T10:30', to: '2026-11-20T11:30' })
    expect(await book(token, soon)).toEqual([409, 'not_bookable', 'notice'])
    expect(await book(token, soon, 1)).toEqual([201, undefined, undefined])
    expect(await book(token, await plan({ fields: { booking_opens_at: '2026-11-20T09:00:01Z' } }))).toEqual([
      409,
      'not_bookable',
      'not_open_yet',
    ])
    expect(await book(token, await plan({ from: '2026-11-20T08:00', to: '2026-11-20T09:00' }))).toEqual([409, 'not_bookable', 'past'])
    const cancelled = await plan({ fields: { status: 'cancelled' } })
    expect(await book(token, cancelled)).toEqual([409, 'not_bookable', 'cancelled'])

    expect(await book(token, await plan())).toEqual([201, undefined, undefined])
    expect(await book(token, await plan())).toEqual([403, 'too_many_open', undefined])

    const missing = await newClient()
    for (const date of ['2026-08-23', '2026-09-01', '2026-10-01']) {
      const { slots } = await plan({ from: `${date}T15:00`, to: `${date}T15:30` })
      await makeAppointment(app.db, slots[0]!.id, missing.user.id, { status: 'noshow' })
    }
    expect(await book(missing.token, await plan())).toEqual([403, 'missed_too_many', undefined])
    await app.db
      .updateTable('appointments')
      .set({ excused_at: now, excused_by: mentor.id })
      .where('user_id', '=', missing.user.id)
      .where('starts_at', '<', '2026-08-24T00:00:00Z')
      .execute()
    expect(await book(missing.token, await plan())).toEqual([201, undefined, undefined])
  })

  test.each([
    ['any mentor', false],
    ['one mentor', true],
  ])('books at no other price than the client saw, for %s', async (_, named) => {
    const type = await makeSupportType(app.db, { price_amount: 700, price_currency: 'GBP' })
    const { schedule, slots } = await planSession({ supportType: type, mentors: [await makeMentor(app.db)] })
    const { token } = await newClient()
    const book = (price?: object) =>
      app.request('POST /api/appointments', {
        token,
        body: {
          schedule_id: schedule.id,
          starts_at: slots[0]!.starts_at,
          ...(named && { mentor_id: slots[0]!.mentor_id }),
          ...(price && { price }),
        },
      })
    await app.db.updateTable('support_types').set({ price_amount: 900 }).where('id', '=', type.id).execute()
    for (const price of [
      { amount: 700, currency: 'GBP' },
      { amount: 900, currency: 'EUR' },
    ]) {
      const { status, problem } = await book(price)
      expect([status, problem.code]).toEqual([409, 'price_changed'])
    }
    expect((await book({ amount: 900 })).status).toBe(422)
    expect(await taken(slots[0]!.id)).toBe(0)
    const { status, body } = await book({ amount: 900, currency: 'GBP' })
    expect([status, body.price.amount]).toEqual([201, 900])
  })

  test.each([
    ['any mentor', false],
    ['one mentor', true],
  ])('wants the current version of what booking requires for %s, and records what was accepted', async (_, named) => {
    const own = await startTestApp({ now })
    try {
      const type = await makeSupportType(own.db)
      const { schedule, slots } = await makeSchedule(own.db, {
        supportType: type,
        place: await makePlace(own.db),
        mentors: [await makeMentor(own.db)],
        from: '2026-12-01T09:00',
        to: '2026-12-01T10:00',
      })
      const required = await makeContract(own.db, { required_for: 'booking', body: 'We keep what you say to ourselves.' })
      const other = await makeContract(own.db, {})
      const next = await own.db
        .insertInto('contract_versions')
        .values({ contract_id: required.contract.id, version: 2, title: 'Second', body: 'Newer.', published_at: now })
        .returningAll()
        .executeTakeFirstOrThrow()
      const user = await makeUser(own.db)
      const token = await own.signIn(user)
      const book = (accepted_version_ids?: string[]) =>
        own.request('POST /api/appointments', {
          token,
          body: {
            schedule_id: schedule.id,
            starts_at: slots[0]!.starts_at,
            ...(named && { mentor_id: slots[0]!.mentor_id }),
            accepted_version_ids,
          },
          headers: { 'user-agent': 'Test agent' },
        })
      for (const ids of [undefined, [], [required.version.id], [other.version.id]]) {
        const { status, problem } = await book(ids)
        expect([status, problem.code, problem.contracts]).toEqual([422, 'contracts_required', [next.id]])
      }
      expect(await own.db.selectFrom('acceptances').selectAll().execute()).toEqual([])
      expect((await book([next.id, other.version.id])).status).toBe(201)
      const accepted = await own.db.selectFrom('acceptances').selectAll().where('version_id', '=', next.id).executeTakeFirstOrThrow()
      expect(accepted).toMatchObject({
        user_id: user.id,
        sha256: next.sha256,
        ip: '127.0.0.1',
        user_agent: 'Test agent',
        recorded_by: user.id,
        accepted_at: '2026-11-20T09:00:00Z',
      })
      const mine = await own.request('GET /api/my-profile/acceptances', { token })
      expect(mine.body.data).toContainEqual({
        id: accepted.id,
        key: required.contract.key,
        title: 'Second',
        version: 2,
        version_id: next.id,
        language: 'en',
        binding_language: 'en',
        sha256: next.sha256,
        required_for: 'booking',
        accepted_at: '2026-11-20T09:00:00Z',
        by_staff: false,
      })
      const others = await own.request('GET /api/my-profile/acceptances', { token: await own.signIn(await makeUser(own.db)) })
      expect(others.body.data).toEqual([])
    } finally {
      await own.close()
    }
  })

  test('staff book for clients without policies, and for new clients; a refused booking creates no person', async () => {
    const admin = await makeAdmin(app.db, ['Appointment Create', 'Appointment List'])
    const token = await app.signIn(admin)
    const { schedule, slots } = await planSession({ from: '2026-11-20T09:30', to: '2026-11-20T10:30' })
    const body = { schedule_id: schedule.id, starts_at: slots[0]!.starts_at }
    const created = await app.request('POST /api/appointments', { token, body: { ...body, new_client: { name: 'Without a phone' } } })
    expect([created.status, created.body.user.name, created.body.user.phone]).toEqual([201, 'Without a phone', null])
    const people = async () =>
      Number(
        (
          await app.db
            .selectFrom('users')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const before = await people()
    const lost = await app.request('POST /api/appointments', { token, body: { ...body, new_client: { name: 'Too late' } } })
    expect([lost.status, lost.problem.code, await people()]).toEqual([409, 'slot_taken', before])
    const known = await makeUser(app.db)
    const twice = await app.request('POST /api/appointments', {
      token,
      body: { ...body, starts_at: slots[1]!.starts_at, new_client: { name: 'Twin', phone: known.phone } },
    })
    expect([twice.status, twice.problem.code]).toEqual([409, 'phone_taken'])
    const wrong = await app.request('POST /api/appointments', { token, body: { ...body, new_client: { name: 'Odd', phone: '12' } } })
    expect([wrong.status, Object.keys(wrong.problem.errors ?? {})]).toEqual([422, ['new_client.phone']])
    const forKnown = await app.request('POST /api/appointments', {
      token,
      body: { ...body, starts_at: slots[1]!.starts_at, user_id: known.id },
    })
    expect([forKnown.status, forKnown.body.user.id]).toEqual([201, known.id])
  })

  test('the same Idempotency-Key and body give the same answer; another body 409; a lost answer is found again', async () => {
    const { schedule, slots } = await planSession()
    const { user, token } = await newClient()
    const body = { schedule_id: schedule.id, starts_at: slots[0]!.starts_at }
    const post = (sent: object, key: string) =>
      app.request('POST /api/appointments', { token, body: sent, headers: { 'idempotency-key': key } })
    const first = await post(body, 'k-1')
    const again = await post(body, 'k-1')
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    const other = await post({ ...body, starts_at: slots[1]!.starts_at }, 'k-1')
    expect([other.status, other.problem.code]).toEqual([409, 'idempotency_mismatch'])
    expect((await post(body, 'with space')).status).toBe(422)
    // As after a server crash between the commit and the response.
    await app.db
      .updateTable('idempotency_keys')
      .set({ status: null, answer: null, created_at: '2026-11-20T08:59:00Z' })
      .where('actor', '=', user.id)
      .execute()
    const recovered = await post(body, 'k-1')
    expect([recovered.status, recovered.body.id]).toEqual([201, first.body.id])
    const parallel = await Promise.all(Array.from({ length: 5 }, () => post({ ...body, starts_at: slots[1]!.starts_at }, 'k-2')))
    expect(
      parallel
        .filter(({ status }) => status === 201)
        .every(({ body: made }) => made.id === parallel.find(({ status }) => status === 201)!.body.id),
    ).toBe(true)
    expect(parallel.every(({ status, problem }) => status === 201 || problem.code === 'in_progress')).toBe(true)
    expect(await taken(slots[1]!.id)).toBe(1)
  })
})

describe('an Idempotency-Key of a booking', () => {
  afterEach(() => app.clock.set(now))

  test('gives the same answer for 24 hours, and then books again', async () => {
    const { schedule, slots } = await planSession()
    const { user } = await newClient()
    const post = async (slot: number) =>
      app.request('POST /api/appointments', {
        token: await app.signIn(user),
        body: { schedule_id: schedule.id, starts_at: slots[slot]!.starts_at },
        headers: { 'idempotency-key': 'k-day' },
      })
    const first = await post(0)
    expect(first.status).toBe(201)
    // The response is stored in the background; an earlier repetition would restart the 24 hours.
    const stored = () => app.db.selectFrom('idempotency_keys').select('status').where('actor', '=', user.id).executeTakeFirst()
    await expect.poll(stored).toEqual({ status: 201 })
    app.clock.advance(23 * 3_600_000 + 59 * 60_000)
    const again = await post(0)
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
    expect((await post(1)).problem.code).toBe('idempotency_mismatch')
    app.clock.advance(2 * 60_000)
    const second = await post(1)
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
  })
})

describe('cancel and move', () => {
  async function booked(from = '2026-12-20T09:00', to = '2026-12-20T10:00') {
    const session = await makeSchedule(app.db, { supportType, place, mentors: [await makeMentor(app.db)], from, to })
    const { user, token } = await newClient()
    const appointment = await makeAppointment(app.db, session.slots[0]!.id, user.id)
    return { ...session, user, token, appointment }
  }

  test('a client cancels: the seat is free, the message queued, the history kept', async () => {
    const { appointment, token, slots } = await booked()
    const cancelled = await app.request('POST /api/appointments/{id}/cancel', {
      token,
      params: { id: appointment.id },
      body: { reason: 'Feeling better', revision: 1 },
    })
    expect([cancelled.status, cancelled.body.status, cancelled.body.cancelled]).toEqual([
      200,
      'cancelled',
      { by: 'client', reason: 'Feeling better', at: '2026-11-20T09:00:00Z' },
    ])
    expect(await taken(slots[0]!.id)).toBe(0)
    const again = await app.request('POST /api/appointments/{id}/cancel', { token, params: { id: appointment.id } })
    expect([again.status, again.problem.code]).toEqual([409, 'bad_transition'])
    const { body } = await app.request('GET /api/appointments/{id}', { token, params: { id: appointment.id } })
    expect(body.history.map((step: { action: string }) => step.action)).toEqual(['booked', 'cancelled'])
  })

  test('a client moves: same id and reference, one seat given back, one taken', async () => {
    const { appointment, token, slots, schedule } = await booked()
    const move = (body: object) => app.request('POST /api/appointments/{id}/move', { token, params: { id: appointment.id }, body })
    const moved = await move({ schedule_id: schedule.id, starts_at: slots[1]!.starts_at, revision: 1 })
    expect([moved.status, moved.body.id, moved.body.reference, moved.body.starts_at, moved.body.serial]).toEqual([
      200,
      appointment.id,
      appointment.reference,
      slots[1]!.starts_at,
      2,
    ])
    expect([await taken(slots[0]!.id), await taken(slots[1]!.id)]).toEqual([0, 1])
    const stale = await move({ schedule_id: schedule.id, starts_at: slots[0]!.starts_at, revision: 1 })
    expect([stale.status, stale.problem.code]).toEqual([409, 'stale'])
    await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id)
    const lost = await move({ schedule_id: schedule.id, starts_at: slots[0]!.starts_at })
    expect([lost.status, lost.problem.code]).toEqual([409, 'slot_taken'])
    expect((await move({ schedule_id: schedule.id })).status).toBe(422)
    expect(await taken(slots[1]!.id)).toBe(1)
  })

  test('exactly twelve hours before is in time, a second later is not', async () => {
    const { appointment, token } = await booked('2026-11-20T21:00', '2026-11-20T22:00')
    const late = await booked('2026-11-20T20:59', '2026-11-20T21:59')
    const refused = await app.request('POST /api/appointments/{id}/cancel', { token: late.token, params: { id: late.appointment.id } })
    expect([refused.status, refused.problem.code, refused.problem.message]).toEqual([409, 'too_late', expect.stringContaining('12 hours')])
    expect((await app.request('POST /api/appointments/{id}/cancel', { token, params: { id: appointment.id } })).status).toBe(200)
  })

  test('refuses another person’s appointment with 404 for any body, also to staff, and unknown ids', async () => {
    const { appointment, schedule, slots } = await booked()
    const admin = await app.signIn(await makeAdmin(app.db))
    for (const token of [(await newClient()).token, admin]) {
      for (const id of [appointment.id, 'x', '01900000-0000-7000-8000-000000000000']) {
        for (const body of [{ schedule_id: schedule.id, starts_at: slots[1]!.starts_at }, { nonsense: true }]) {
          expect((await app.request('POST /api/appointments/{id}/move', { token, params: { id }, body })).status).toBe(404)
          expect((await app.request('POST /api/appointments/{id}/cancel', { token, params: { id }, body })).status).toBe(404)
        }
      }
    }
    expect((await app.request('POST /api/appointments/{id}/cancel', { params: { id: appointment.id } })).status).toBe(401)
  })
})

describe('reading', () => {
  test('shows own and mentored appointments, and all with Appointment List; otherwise 404', async () => {
    const { slots } = await planSession()
    const { user, token } = await newClient()
    const appointment = await makeAppointment(app.db, slots[0]!.id, user.id)
    const read = async (as: string) =>
      (await app.request('GET /api/appointments/{id}', { token: as, params: { id: appointment.id } })).status
    expect(await read(token)).toBe(200)
    expect(await read(await app.signIn(mentor))).toBe(200)
    expect(await read(await app.signIn(await makeAdmin(app.db, ['Appointment List'])))).toBe(200)
    expect(await read(await app.signIn(await makeAdmin(app.db, ['Schedule List'])))).toBe(404)
    expect(await read((await newClient()).token)).toBe(404)
    const file = await app.request('GET /api/appointments/{id}/calendar', { token, params: { id: appointment.id } })
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(file.body).toContain(`UID:${appointment.id}@openhour`)
    expect(file.body).toContain(`DTSTART:${appointment.starts_at.replaceAll(/[-:]/g, '')}`)
    expect(file.body).not.toContain(supportType.name)
    await app.db.updateTable('users').set({ locale: 'fr' }).where('id', '=', user.id).execute()
    const french = await app.request('GET /api/appointments/{id}/calendar', { token, params: { id: appointment.id } })
    expect(french.body).toMatch(/SUMMARY:Rendez-vous avec .*DESCRIPTION:Référence .*DESCRIPTION:Rendez-vous avec /s)
    expect(
      (await app.request('GET /api/appointments/{id}/calendar', { token: (await newClient()).token, params: { id: appointment.id } }))
        .status,
    ).toBe(404)
  })

  test('previous history: support types for visitors, own appointments, a mentor’s clients, staff', async () => {
    const visitor = await app.request('GET /api/previous-history')
    expect([visitor.status, visitor.body.appointments, visitor.body.last_appointment, visitor.body.support_types.length > 0]).toEqual([
      200,
      [],
      null,
      true,
    ])
    const { slots } = await planSession({ from: '2026-11-02T09:00', to: '2026-11-02T10:00' })
    const { user, token } = await newClient()
    const appointment = await makeAppointment(app.db, slots[0]!.id, user.id, { status: 'fulfilled' })
    const own = await app.request('GET /api/previous-history', { token })
    expect([own.body.last_appointment.id, own.body.appointments[0].feedbacks]).toEqual([appointment.id, []])
    const of = async (as?: string) =>
      (await app.request('GET /api/previous-history', { ...(as && { token: as }), query: { user_id: user.id } })).status
    expect(await of()).toBe(401)
    expect(await of(await app.signIn(mentor))).toBe(200)
    expect(await of(await app.signIn(await makeMentor(app.db)))).toBe(404)
    expect(await of(await app.signIn(await makeAdmin(app.db, ['Appointment List'])))).toBe(200)
    expect(await of((await newClient()).token)).toBe(404)
  })
})
