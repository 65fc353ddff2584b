import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { startFeedback } from '../../testing/feedback-sessions.ts'

let o: Awaited<ReturnType<typeof startFeedback>>
beforeAll(async () => void (o = await startFeedback()))
afterAll(() => o.app.close())

const form = (token: string, query: Record<string, string>) => o.app.request('GET /api/feedback/create', { token, query })
const said = () => [
  { question_id: o.stars.id, value: 5, revision: o.stars.revision },
  { question_id: o.words.id, value: '  Calm and clear.  ' },
]

describe('GET /api/feedback/create', () => {
  it('returns the client’s and the mentor’s own questions, by id or reference', async () => {
    const { token, mentorToken, appointment } = await o.holdOne()
    const client = await form(token, { appointment_id: appointment.id })
    expect([client.status, client.body.type, client.body.for_other]).toEqual([200, 'client', false])
    expect(client.body.questions.map(({ id }: { id: string }) => id)).toEqual([o.stars.id, o.choice.id, o.words.id])
    const mentor = await form(mentorToken, {
      reference: `${appointment.reference.slice(0, 4)} - ${appointment.reference.slice(4)}`.toLowerCase(),
    })
    expect([mentor.status, mentor.body.type, mentor.body.appointment.id]).toEqual([200, 'mentor', appointment.id])
  })

  it('does not reveal to other people whether the appointment exists', async () => {
    const { appointment, token } = await o.holdOne()
    const stranger = await o.app.signIn(await makeUser(o.app.db))
    const answers = [
      await form(stranger, { appointment_id: appointment.id }),
      await form(stranger, { reference: appointment.reference }),
      await form(stranger, { reference: '00000000' }),
      await form(stranger, { reference: 'nothing like it' }),
    ]
    expect(answers.map(({ status, problem }) => [status, problem.code, problem.message])).toEqual(
      answers.map(() => [404, 'not_found', 'We could not find that, or you do not have access to it.']),
    )
    expect((await form('', { appointment_id: appointment.id })).status).toBe(401)
    expect((await form(token, {})).problem.errors).toEqual({ appointment_id: ['is required'] })
    expect((await form(token, { appointment_id: appointment.id, type: 'mentor' })).problem.code).toBe('missing_ability')
  })

  it('allows staff with Feedback Create either type', async () => {
    const { appointment } = await o.holdOne()
    const staff = await o.app.signIn(await makeAdmin(o.app.db, ['Feedback Create']))
    const answer = await form(staff, { appointment_id: appointment.id, type: 'mentor' })
    expect([answer.status, answer.body.type, answer.body.for_other]).toEqual([200, 'mentor', true])
    expect((await form(staff, { appointment_id: appointment.id })).body.type).toBe('client')
  })
})

describe('give_feedback of an appointment', () => {
  it('is true for the client and the mentor, each while there are questions for them', async () => {
    const { app, holdOne, give, stars } = await startFeedback()
    onTestFinished(() => app.close())
    const { token, mentorToken, appointment } = await holdOne()
    const may = async () => {
      const own = (await app.request('GET /api/appointments/{id}', { params: { id: appointment.id }, token })).body.appointment
      const query = { schedule_id: appointment.schedule_id }
      const { data } = (await app.request('GET /api/mentor-appointments', { query, token: mentorToken })).body
      return [own.can.give_feedback, data.find(({ id }: { id: string }) => id === appointment.id).can.give_feedback]
    }
    const setActive = (active: boolean, type: 'client' | 'mentor') =>
      app.db.updateTable('feedback_questions').set({ active }).where('type', '=', type).execute()
    expect(await may()).toEqual([true, true])
    await setActive(false, 'client')
    const unasked = { code: 'no_questions', message: 'There are no feedback questions yet.' }
    expect(await may()).toEqual([unasked, true])
    await setActive(true, 'client')
    await setActive(false, 'mentor')
    expect(await may()).toEqual([true, unasked])
    await setActive(true, 'mentor')
    await give(token, appointment.id, [{ question_id: stars.id, value: 5 }])
    expect(await may()).toMatchObject([{ code: 'already_given' }, true])
  })
})

describe('POST /api/feedback', () => {
  it('stores the answers with the wording of the questions', async () => {
    const { token, client, appointment } = await o.holdOne()
    const { status, body } = await o.give(token, appointment.id, [...said(), { question_id: o.choice.id, value: '' }])
    expect(status).toBe(201)
    expect(body).toMatchObject({ type: 'client', appointment_id: appointment.id, author: { id: client.id, name: client.name } })
    expect(body.answers).toEqual([
      { question_id: o.stars.id, prompt: 'How helpful was it?', widget: 'star', value: '5' },
      { question_id: o.words.id, prompt: 'What else?', widget: 'text', value: 'Calm and clear.' },
    ])
    const again = await form(token, { appointment_id: appointment.id })
    expect([again.status, again.problem.code]).toEqual([409, 'already_given'])
    const audit = await o.app.db.selectFrom('audit').select(['action', 'person_id']).where('subject_id', '=', body.id).execute()
    expect(audit).toEqual([{ action: 'given', person_id: client.id }])
  })

  it('stores one per type under concurrent requests', async () => {
    const { token, mentorToken, appointment } = await o.holdOne()
    const answers = await Promise.all(Array.from({ length: 8 }, () => o.give(token, appointment.id, said())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    expect(new Set(answers.map(({ problem }) => problem.code))).toEqual(new Set([undefined, 'already_given']))
    expect((await o.give(mentorToken, appointment.id, [{ question_id: o.mentorWords.id, value: 'More of it' }])).status).toBe(201)
  })

  it('refuses feedback before the session has taken place', async () => {
    const { token, appointment } = await o.holdOne()
    const set = (status: 'booked' | 'noshow') =>
      o.app.db.updateTable('appointments').set({ status }).where('id', '=', appointment.id).execute()
    await set('booked')
    expect((await form(token, { appointment_id: appointment.id })).status).toBe(200) // it has begun, and staff set no other status
    await set('noshow')
    const missed = await o.give(token, appointment.id, said())
    expect([missed.status, missed.problem.code]).toEqual([409, 'not_held'])
    expect((await form(token, { appointment_id: appointment.id })).problem.code).toBe('not_held')
  })

  it('returns the error of each question, and stores nothing', async () => {
    const { token, appointment } = await o.holdOne()
    const wrong = [
      { question_id: o.stars.id, value: 6 },
      { question_id: o.choice.id, value: 'Perhaps' },
      { question_id: o.mentorWords.id, value: 'Not mine' },
    ]
    const { status, problem } = await o.give(token, appointment.id, wrong)
    expect(status).toBe(422)
    expect(problem.errors).toEqual({
      [`answers.${o.stars.id}`]: ['must be 1 to 5 stars'],
      [`answers.${o.choice.id}`]: ['must be one of the choices'],
      [`answers.${o.mentorWords.id}`]: ['is not asked'],
    })
    expect((await o.give(token, appointment.id, [])).problem.errors).toEqual({ [`answers.${o.stars.id}`]: ['please answer this'] })
    expect((await o.give(token, appointment.id, said(), { stars: 5 })).problem.errors).toEqual({ stars: ['is not a known field'] })
    expect((await o.give(token, appointment.id, [...said(), ...said()])).status).toBe(422)
    expect((await form(token, { appointment_id: appointment.id })).status).toBe(200)
  })

  it('refuses an answer to an outdated wording', async () => {
    const { token, appointment } = await o.holdOne()
    const answer = await o.give(token, appointment.id, [{ question_id: o.stars.id, value: '5', revision: o.stars.revision + 1 }])
    expect([answer.status, answer.problem.code]).toEqual([409, 'stale'])
  })

  it('refuses everyone but the client, the mentor and staff', async () => {
    const { client, appointment, mentorToken } = await o.holdOne()
    expect((await o.give('', appointment.id, said())).status).toBe(401)
    const stranger = await o.app.signIn(await makeAdmin(o.app.db, ['Feedback List']))
    expect((await o.give(stranger, appointment.id, said())).status).toBe(404)
    expect((await o.give(mentorToken, appointment.id, said(), { type: 'client' })).problem.code).toBe('missing_ability')
    const written = await o.give(o.token, appointment.id, said())
    expect(written.body.author.id).toBe(client.id)
    const row = await o.app.db.selectFrom('feedback').select('entered_by').where('id', '=', written.body.id).executeTakeFirstOrThrow()
    expect(row.entered_by).toBe(o.admin.id)
  })
})

describe('a low score', () => {
  it('notifies administrators who read feedback once, and stays open until reviewed', async () => {
    const { app } = o
    const reader = await makeAdmin(app.db, ['Feedback List'])
    const other = await makeAdmin(app.db, ['Schedule List'])
    const { token, appointment } = await o.holdOne()
    const { body } = await o.give(token, appointment.id, [{ question_id: o.stars.id, value: 2 }])
    const told = await app.db.selectFrom('outbox').selectAll().where('kind', '=', 'low_feedback').execute()
    expect(told.filter(({ user_id }) => user_id === reader.id || user_id === o.admin.id)).toHaveLength(2)
    expect(told.filter(({ user_id }) => user_id === other.id || user_id === appointment.user_id)).toEqual([])
    expect(told.every(({ appointment_id }) => appointment_id === appointment.id)).toBe(true)

    const [readerToken, otherToken] = [await app.signIn(reader), await app.signIn(other)]
    const look = (id: string, by: string) => app.request('POST /api/feedback/{id}/looked', { params: { id }, token: by })
    const waiting = await app.request('GET /api/feedback', { token: readerToken, query: { needs_look: 'true' } })
    expect(waiting.body.data.map(({ id }: { id: string }) => id)).toEqual([body.id])
    expect(waiting.body.summary.needs_look).toBe(1)
    expect([(await look(body.id, '')).status, (await look(body.id, otherToken)).status]).toEqual([401, 403])
    expect((await look(appointment.id, readerToken)).status).toBe(404)
    expect((await look(body.id, readerToken)).body).toMatchObject({ low: true, needs_look: false, looked: { by: { id: reader.id } } })
    expect((await look(body.id, o.token)).body.looked.by.id).toBe(reader.id)
  })
})

describe('GET /api/appointment-feedback/{id}', () => {
  it('shows staff everything, and client and mentor their own answers without the reviewer', async () => {
    const { app } = o
    const { token, mentorToken, client, appointment } = await o.holdOne()
    await o.give(token, appointment.id, said())
    await o.give(mentorToken, appointment.id, [{ question_id: o.mentorWords.id, value: 'Ask about the plan' }])
    const read = (by: string) => app.request('GET /api/appointment-feedback/{id}', { params: { id: appointment.id }, token: by })
    const types = async (by: string) => (await read(by)).body.data.map(({ type }: { type: string }) => type)
    expect([await types(token), await types(mentorToken), await types(o.token)]).toEqual([['client'], ['mentor'], ['client', 'mentor']])
    expect(Object.keys((await read(token)).body.data[0])).not.toContain('needs_look')
    expect((await read(o.token)).body.appointment).toMatchObject({ id: appointment.id, user: { id: client.id, name: client.name } })
    const views = await app.db.selectFrom('record_views').select(['viewer_id', 'what']).where('user_id', '=', client.id).execute()
    const byMentor = { viewer_id: appointment.mentor_id, what: 'feedback' }
    expect(views).toEqual([byMentor, { viewer_id: o.admin.id, what: 'feedback' }])
    expect((await read(await app.signIn(await makeUser(app.db)))).status).toBe(404)
    expect((await read('')).status).toBe(401)
  })
})
