import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makeUser } from '#database/factories.ts'
import { openDesk, type Desk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())

test('shows concurrent callers only their own appointments', async () => {
  const { app } = desk
  const clients = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { slots } = await desk.plan()
      const { user, appointment } = await desk.book(slots[0]!.id, { status: 'fulfilled' })
      await app.db.insertInto('feedback').values({ type: 'client', appointment_id: appointment.id, author_id: user.id }).execute()
      return { token: await app.signIn(user), expected: [{ appointment: appointment.id, authors: [user.id] }] }
    }),
  )
  const newcomer = await makeUser(app.db)
  clients.push({ token: await app.signIn(newcomer), expected: [] })

  const shown = await Promise.all(
    clients.map(async ({ token }) => {
      const { body } = await app.request('GET /api/previous-history', { token })
      const list: { id: string; feedbacks: { author: { id: string } }[] }[] = body.appointments
      return list.map(({ id, feedbacks }) => ({ appointment: id, authors: feedbacks.map(({ author }) => author.id) }))
    }),
  )
  expect(shown).toEqual(clients.map(({ expected }) => expected))
})

describe('confidential content', () => {
  type Made = Awaited<ReturnType<typeof makeMentor>>
  const secret = 'I think about leaving'
  const told = 'What the mentor wrote'
  let asked = 0

  /** A past session of that mentor with questions, answers and feedback. */
  async function met(mentor: Made, user: { id: string }, date: string) {
    const { db } = desk.app
    const { slots } = await desk.plan({ mentors: [mentor], from: `${date}T09:00`, to: `${date}T10:00` })
    const appointment = await makeAppointment(db, slots[0]!.id, user.id, {
      status: 'fulfilled',
      questions: [secret],
      change_reason: secret,
    })
    const question = await db
      .insertInto('feedback_questions')
      .values({ type: 'client', widget: 'text', prompt: 'How was it?', position: (asked += 1) })
      .returningAll()
      .executeTakeFirstOrThrow()
    for (const [type, author, value] of [
      ['client', user.id, secret],
      ['mentor', mentor.id, told],
    ] as const) {
      const { id } = await db
        .insertInto('feedback')
        .values({ type, appointment_id: appointment.id, author_id: author })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('feedback_answers')
        .values({ feedback_id: id, question_id: question.id, prompt: question.prompt, widget: 'text', value, position: 1 })
        .execute()
    }
    return appointment
  }

  /** A client with one session with each of two mentors. */
  async function meetTwo() {
    const { db } = desk.app
    const [mine, other, user] = [await makeMentor(db), await makeMentor(db, { name: 'Olive Other' }), await makeUser(db)]
    const own = await met(mine, user, '2026-11-02')
    const others = await met(other, user, '2026-11-03')
    return { mine, other, user, own, others, token: await desk.app.signIn(mine) }
  }

  const read = async (token: string, user_id?: string) =>
    (await desk.app.request('GET /api/previous-history', { token, query: user_id ? { user_id } : {} })).body
  const authors = (body: { appointments: { id: string; feedbacks: { author: { id: string } }[] }[] }) =>
    Object.fromEntries(body.appointments.map(({ id, feedbacks }) => [id, feedbacks.map(({ author }) => author.id)]))

  test('hides sessions with another mentor: questions, feedback, the mentor and the support type', async () => {
    const { user, own, others, mine, token } = await meetTwo()
    const body = await read(token, user.id)
    expect(body.appointments.map(({ id }: { id: string }) => id)).toEqual([own.id])
    expect(body.last_appointment.id).toBe(own.id)
    expect(body.sessions_with_others).toEqual([{ starts_at: others.starts_at, time_zone: 'Europe/London' }])
    expect(JSON.stringify(body)).not.toMatch(/Olive/)
    expect(JSON.stringify(body)).not.toContain(others.id)
    expect(authors(body)).toEqual({ [own.id]: [mine.id] })
  })

  test('a mentor cannot read what their own client answered about them', async () => {
    const { user, token, own } = await meetTwo()
    const body = await read(token, user.id)
    expect(body.appointments[0]).toMatchObject({ id: own.id, questions: [secret], feedback: { client: true, mentor: true } })
    expect(JSON.stringify(body.appointments[0].feedbacks)).not.toContain(secret)
    expect(JSON.stringify(body.appointments[0].feedbacks)).toContain(told)
  })

  test('a mentor sees of others only the sessions that took place', async () => {
    const { other, user, token } = await meetTwo()
    const { slots } = await desk.plan({ mentors: [other], from: '2026-11-05T09:00', to: '2026-11-05T11:00' })
    const ahead = await desk.plan({ mentors: [other] })
    const { db } = desk.app
    await makeAppointment(db, slots[0]!.id, user.id, { status: 'noshow' })
    await makeAppointment(db, slots[1]!.id, user.id, { status: 'entered-in-error' })
    await makeAppointment(db, slots[2]!.id, user.id, { status: 'pending' })
    await makeAppointment(db, ahead.slots[0]!.id, user.id)
    expect((await read(token, user.id)).sessions_with_others).toHaveLength(1)
  })

  test('a mentor does not see the steps of an appointment while it was another mentor’s', async () => {
    const { app } = desk
    const [mine, other] = [await makeMentor(app.db), await makeMentor(app.db)]
    const [first, second] = [await desk.plan({ mentors: [other] }), await desk.plan({ mentors: [mine] })]
    const { user, appointment } = await desk.book(first.slots[0]!.id)
    const params = { id: appointment.id }
    const body = (at: typeof first, mentor: Made, reason: string) => ({
      schedule_id: at.schedule.id,
      starts_at: at.slots[0]!.starts_at,
      mentor_id: mentor.id,
      reason,
    })
    await app.request('PUT /api/appointments/{id}', { token: desk.token, params, body: { questions: ['Another matter'], reason: secret } })
    const moved = await app.request('PUT /api/appointments/{id}', { token: desk.token, params, body: body(second, mine, 'Moved') })
    expect(moved.status).toBe(200)
    const steps = async (token: string) =>
      (await app.request('GET /api/appointments/{id}', { token, params })).body.history.map(({ reason }: { reason: string }) => reason)
    expect(await steps(await app.signIn(mine))).toEqual(['Moved'])
    expect(await steps(await app.signIn(user))).toEqual(['', secret, 'Moved'])
  })

  test('the front desk cannot read feedback without Feedback List, and reads all of it with it', async () => {
    const { app } = desk
    const { user, own, others, mine, other } = await meetTwo()
    const frontDesk = await app.signIn(await makeAdmin(app.db, ['Schedule List', 'Appointment List']))
    const body = await read(frontDesk, user.id)
    expect(authors(body)).toEqual({ [others.id]: [], [own.id]: [] })
    expect(body.sessions_with_others).toBeUndefined()
    const reader = await app.signIn(await makeAdmin(app.db, ['Appointment List', 'Feedback List']))
    expect(authors(await read(reader, user.id))).toEqual({ [others.id]: [user.id, other.id], [own.id]: [user.id, mine.id] })
  })

  test('a client reads their own words, and not what mentors wrote about them', async () => {
    const { user, own, others } = await meetTwo()
    const body = await read(await desk.app.signIn(user))
    expect(authors(body)).toEqual({ [others.id]: [user.id], [own.id]: [user.id] })
    expect(JSON.stringify(body)).not.toContain(told)
  })
})
