import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { startFeedback } from '../../testing/feedback-sessions.ts'

let o: Awaited<ReturnType<typeof startFeedback>>
let writer: string
let reader: string
let client: string
beforeAll(async () => {
  o = await startFeedback()
  writer = await o.app.signIn(await makeAdmin(o.app.db, ['Feedback Questions Create']))
  reader = await o.app.signIn(await makeAdmin(o.app.db, ['Feedback List']))
  client = await o.app.signIn(await makeUser(o.app.db))
})
afterAll(() => o.app.close())

const list = async (query: Record<string, string> = { type: 'client' }, token = writer) =>
  (await o.app.request('GET /api/feedback-questions', { token, query })).body.data as {
    id: string
    prompt: string
    active: boolean
    revision: number
  }[]
const add = (body: object, token = writer) => o.app.request('POST /api/feedback-questions', { token, body })
const change = (id: string, body: object, token = writer) =>
  o.app.request('PUT /api/feedback-questions/{id}', { params: { id }, body, token })
const retire = (id: string, query = {}, token = writer) =>
  o.app.request('DELETE /api/feedback-questions/{id}', { params: { id }, query, token })
const reorder = (ids: string[], token = writer, type = 'client') =>
  o.app.request('POST /api/feedback-questions/reorder', { token, body: { type, ids } })
const question = { type: 'client', widget: 'select', prompt: 'What mattered?', options: ['Time', 'Words'] }
const unknownId = '01900000-0000-7000-8000-000000000000'

describe('GET /api/feedback-questions', () => {
  it('shows the questions to signed-in people, and retired ones to editors only', async () => {
    const old = (await add({ ...question, type: 'mentor', prompt: 'Old?' })).body
    await retire(old.id)
    const { status, body } = await o.app.request('GET /api/feedback-questions', { token: client })
    expect([status, body.data.filter(({ id }: { id: string }) => id === old.id)]).toEqual([200, []])
    expect((await list({ type: 'mentor', retired: 'true' })).map(({ id }) => id)).toEqual([o.mentorWords.id, old.id])
    expect((await o.app.request('GET /api/feedback-questions', { token: reader, query: { retired: 'true' } })).status).toBe(403)
    expect((await o.app.request('GET /api/feedback-questions', { query: {} })).status).toBe(401)
    expect((await o.app.request('GET /api/feedback-questions', { token: client, query: { type: 'dog' } })).status).toBe(422)
  })
})

describe('POST /api/feedback-questions', () => {
  it('adds a question at the end, also concurrently', async () => {
    const added = await Promise.all([
      add(question),
      add({ ...question, prompt: 'And why?' }),
      add({ type: 'client', widget: 'star', prompt: 'Place' }),
    ])
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(added.map(({ body }) => body.position)).size).toBe(3)
    expect(added[0]!.body).toMatchObject({ ...question, required: false, active: true, revision: 1 })
    expect((await list()).slice(0, 3).map(({ id }) => id)).toEqual([o.stars.id, o.choice.id, o.words.id])
  })

  it('refuses invalid questions and callers without the ability', async () => {
    expect((await add({ ...question, options: ['One'] })).problem.errors).toEqual({ options: ['must offer at least two choices'] })
    expect((await add({ ...question, widget: 'colour' })).problem.errors).toEqual({ options: ['must be colours like #2f7d6d'] })
    expect((await add({ ...question, prompt: ' ' })).problem.errors).toEqual({ prompt: ['must not be empty'] })
    expect((await add({ ...question, answer: 42 })).status).toBe(422)
    expect([(await add(question, '')).status, (await add(question, reader)).status]).toEqual([401, 403])
  })
})

describe('PUT /api/feedback-questions/{id}', () => {
  it('changes the question, and no existing answer', async () => {
    const { token, appointment } = await o.holdOne()
    const { body: added } = await add({ type: 'client', widget: 'radio', prompt: 'Good?', options: ['Yes', 'No'] })
    await o.give(token, appointment.id, [
      { question_id: o.stars.id, value: 5 },
      { question_id: added.id, value: 'Yes' },
    ])
    const changed = await change(added.id, { revision: added.revision, prompt: 'Bad?', options: ['No', 'Yes'], required: false })
    expect([changed.status, changed.body.prompt, changed.body.revision]).toEqual([200, 'Bad?', 2])
    const read = await o.app.request('GET /api/appointment-feedback/{id}', { token, params: { id: appointment.id } })
    expect(read.body.data[0].answers[1]).toEqual({ question_id: added.id, prompt: 'Good?', widget: 'radio', value: 'Yes' })
  })

  it('changes the kind together with its options', async () => {
    const { body: added } = await add(question)
    expect((await change(added.id, { widget: 'colour' })).problem.errors).toEqual({ options: ['must be colours like #2f7d6d'] })
    expect((await change(added.id, { widget: 'star' })).body).toMatchObject({ widget: 'star', options: [] })
  })

  it('refuses stale, unknown and malformed requests and callers without the ability', async () => {
    const { body: added } = await add(question)
    await change(added.id, { required: true, revision: 1 })
    const stale = await change(added.id, { required: false, revision: 1 })
    expect([stale.status, stale.problem.code]).toEqual([409, 'stale'])
    expect((await list()).find(({ id }) => id === added.id)).toMatchObject({ required: true, revision: 2 })
    expect((await change(added.id, { type: 'mentor' })).status).toBe(422)
    expect((await change(unknownId, { required: true })).status).toBe(404)
    expect([(await change(added.id, {}, '')).status, (await change(added.id, {}, reader)).status]).toEqual([401, 403])
  })
})

describe('DELETE /api/feedback-questions/{id}', () => {
  it('retires a question, and restores it at the end', async () => {
    const { body: added } = await add(question)
    const { body: last } = await add({ ...question, prompt: 'Last?' })
    expect((await retire(added.id, { revision: added.revision + 1 })).problem.code).toBe('stale')
    expect((await retire(added.id, { revision: added.revision })).body).toMatchObject({ active: false, revision: 2 })
    expect((await retire(added.id)).body).toMatchObject({ active: false, revision: 2 })
    expect((await list()).map(({ id }) => id)).not.toContain(added.id)
    expect((await change(added.id, { active: true })).body).toMatchObject({ active: true })
    expect((await list()).slice(-2).map(({ id }) => id)).toEqual([last.id, added.id])
    expect([
      (await retire(unknownId)).status,
      (await retire(added.id, {}, '')).status,
      (await retire(added.id, {}, client)).status,
    ]).toEqual([404, 401, 403])
    expect((await retire(added.id, { revision: 'x' })).status).toBe(422)
  })
})

describe('POST /api/feedback-questions/reorder', () => {
  it('applies the complete order, or none', async () => {
    const ids = (await list()).map(({ id }) => id)
    const turned = ids.toReversed()
    const { status, body } = await reorder(turned)
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, turned])
    expect((await list()).map(({ id }) => id)).toEqual(turned)
    for (const wrong of [ids.slice(1), [...ids, unknownId], [ids[0]!, ...ids.slice(0, -1)]])
      expect((await reorder(wrong)).problem.code).toBe('stale')
    expect((await list()).map(({ id }) => id)).toEqual(turned)
    expect((await reorder(ids, writer, 'dog')).status).toBe(422)
    expect([(await reorder(ids, '')).status, (await reorder(ids, reader)).status]).toEqual([401, 403])
  })

  it('leaves the revisions, so that no open form becomes stale', async () => {
    const revisions = async () => Object.fromEntries((await list()).map(({ id, revision }) => [id, revision]))
    const before = await revisions()
    await reorder((await list()).map(({ id }) => id).toReversed())
    expect(await revisions()).toEqual(before)
  })

  it('keeps one order under concurrent reorders; the database refuses two questions at one position', async () => {
    const ids = (await list()).map(({ id }) => id)
    const answers = await Promise.all([reorder(ids.toReversed()), reorder(ids), reorder([...ids.slice(1), ids[0]!])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { rows } = await sql<{
      position: number
    }>`SELECT position FROM feedback_questions WHERE type = 'client' AND active ORDER BY 1`.execute(o.app.db)
    expect(rows.map(({ position }) => position)).toEqual(ids.map((_, index) => index + 1))
    await expect(sql`UPDATE feedback_questions SET position = 1 WHERE type = 'client' AND active`.execute(o.app.db)).rejects.toThrow(
      'feedback_questions_order',
    )
    await expect(sql`UPDATE feedback_questions SET options = '{}' WHERE id = ${o.choice.id}`.execute(o.app.db)).rejects.toThrow(
      'feedback_questions_options',
    )
  })
})
