import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { giveRole, makeAdmin, makeMentor, makeSupportType } from '#database/factories.ts'
import { startFeedback } from '../../testing/feedback-sessions.ts'

let o: Awaited<ReturnType<typeof startFeedback>>
let ana: Awaited<ReturnType<typeof makeMentor>>
let ben: typeof ana
let cleo: typeof ana
let tax: Awaited<ReturnType<typeof makeSupportType>>

/**
 * Ana: six of career, stars 5 5 5 5 4 3. Ben: eight of tax, all 4. Cleo: three of career, all 1.
 */
beforeAll(async () => {
  o = await startFeedback()
  tax = await makeSupportType(o.app.db, { name: 'Tax' })
  ana = await makeMentor(o.app.db, { name: 'Ana' })
  ben = await makeMentor(o.app.db, { name: 'Ben' })
  cleo = await makeMentor(o.app.db, { name: '=Cleo' })
  await say(ana, [5, 5, 5, 5, 4, 3], '2026-09-10T12:00:00Z', 'Calm, with the garden on the first evening')
  await say(ben, [4, 4, 4, 4, 4, 4, 4, 4], '2026-10-10T12:00:00Z', '=HYPERLINK("http://evil.example","the garden")', tax)
  await say(cleo, [1, 1, 1], '2026-10-31T23:30:00Z', '')
})
afterAll(() => o.app.close())

async function say(mentor: typeof ana, stars: number[], at: string, words: string, type = o.supportType) {
  const held = await o.hold(mentor, stars.length, { type })
  for (const [index, { client, appointment }] of held.entries()) {
    const { body } = await o.give(await o.app.signIn(client), appointment.id, [
      { question_id: o.stars.id, value: stars[index] },
      { question_id: o.choice.id, value: index === 0 ? 'No' : 'Yes' },
      { question_id: o.words.id, value: words },
    ])
    await o.app.db.updateTable('feedback').set({ created_at: at }).where('id', '=', body.id).execute()
  }
}

const read = (query: Record<string, string | number> = {}, token = o.token) =>
  o.app.request('GET /api/feedback', { token, query: { type: 'client', ...query } })
const summary = async (query: Record<string, string | number> = {}) => (await read(query)).body.summary
const shown = async (query: Record<string, string>) => {
  const { count, average, withheld, questions } = await summary(query)
  return { count, average, withheld, first: questions[0]?.distribution.map((bar: { count: number }) => bar.count) }
}

describe('GET /api/feedback', () => {
  it('lists feedback newest first with its session and the summary', async () => {
    const { status, body } = await read({ per_page: 4 })
    expect([status, body.meta]).toEqual([200, { page: 1, per_page: 4, total: 17, last_page: 5 }])
    expect(body.data[0]).toMatchObject({ type: 'client', low: true, needs_look: true, looked: null, session: { mentor: { id: cleo.id } } })
    expect(body.summary).toMatchObject({ count: 17, average: 3.65, withheld: false, fewest: 5, needs_look: 3 })
    const [stars, choice, words] = body.summary.questions
    expect(stars).toMatchObject({ prompt: 'How helpful was it?', current: true, count: 17, average: 3.65 })
    expect(stars.distribution).toEqual([
      { value: '5', count: 4 },
      { value: '4', count: 9 },
      { value: '3', count: 1 },
      { value: '2', count: 0 },
      { value: '1', count: 3 },
    ])
    expect(choice.distribution).toEqual([
      { value: 'Yes', count: 14 },
      { value: 'No', count: 3 },
    ])
    expect(words).toMatchObject({ widget: 'text', count: 14, average: null, distribution: [] })
    expect(body.summary.words).toContainEqual({ word: 'garden', count: 14 })
    // Of more than one author, but words that say nothing.
    const shownWords = body.summary.words.map(({ word }: { word: string }) => word)
    for (const word of ['with', 'first', 'evening']) expect(shownWords).not.toContain(word)
  })

  it('shows no word of one author, however often they say it', async () => {
    const { app, token, stars, words, hold, give } = await startFeedback()
    onTestFinished(() => app.close())
    const held = await hold(await makeMentor(app.db), 6)
    for (const [index, { client, appointment }] of held.entries()) {
      const value = index < 2 ? 'An otter in the garden' : 'The garden'
      await give(await app.signIn(client), appointment.id, [
        { question_id: stars.id, value: 5 },
        { question_id: words.id, value },
      ])
    }
    const [first, second] = held.map(({ client }) => client.id)
    await app.db.updateTable('feedback').set({ author_id: first }).where('author_id', '=', second!).execute()
    const { body } = await app.request('GET /api/feedback', { token, query: { type: 'client' } })
    expect(body.summary.words).toEqual([{ word: 'garden', count: 6 }])
  })

  it('filters by the answers of every bar, without changing the charts', async () => {
    const total = async (query: Record<string, string>) => (await read(query)).body.meta.total
    expect(await total({ question_id: o.stars.id, value: '4', prompt: 'How helpful was it?' })).toBe(9)
    expect(await total({ question_id: o.stars.id, value: '4', prompt: 'Other words' })).toBe(0)
    expect(await total({ word: 'garden' })).toBe(14)
    expect(await total({ word: 'gard' })).toBe(0)
    expect(await total({ word: '(?:[\\' })).toBe(14) // symbols are no words
    expect(await total({ support_type_id: tax.id })).toBe(8)
    expect(await total({ needs_look: 'true' })).toBe(3)
    // 23:30 in London on the last day of October.
    expect(await total({ from: '2026-10-31', to: '2026-10-31' })).toBe(3)
    expect(await total({ from: '2026-11-01' })).toBe(0)
    expect(await summary({ question_id: o.stars.id, value: '4' })).toEqual(await summary())
  })

  it('hides figures of fewer than five answers about one mentor, and figures that reveal them', async () => {
    const { mentors, mentors_withheld, months, support_types } = await summary()
    // Cleo has three; the total less Ana and Ben would reveal them, so the next smallest is hidden
    // too.
    expect(mentors).toEqual([{ mentor: { id: ben.id, name: 'Ben' }, count: 8, average: 4 }])
    expect(mentors_withheld).toBe(2)
    expect(months.map(({ month, count, average }: never) => [month, count, average])).toEqual([
      ['2026-09', 6, 4.5],
      ['2026-10', 11, 3.18],
    ])
    expect(support_types.map(({ count }: { count: number }) => count)).toEqual([9, 8])
    expect(await shown({ mentor_id: ben.id })).toEqual({ count: 8, average: 4, withheld: false, first: [0, 8, 0, 0, 0] })
    expect(await shown({ mentor_id: cleo.id })).toEqual({ count: 0, average: null, withheld: true, first: undefined })
    expect(await shown({ mentor_id: ana.id })).toMatchObject({ withheld: true })
    expect(await shown({ mentor_id: ana.id, support_type_id: o.supportType.id })).toMatchObject({ withheld: true })
    // By days that only one mentor has.
    expect(await shown({ from: '2026-10-31' })).toMatchObject({ withheld: true })
    expect(await shown({ to: '2026-09-30' })).toMatchObject({ withheld: false, count: 6 })
  })

  it('summarises each selection, including feedback given just before', async () => {
    // Sent directly, because the test client invalidates the cache before each request.
    const ask = async (query: Record<string, string>) => {
      const headers = { authorization: `Bearer ${o.token}` }
      const answer = await o.app.http.inject({ url: '/api/feedback', query: { type: 'mentor', ...query }, headers })
      const { meta, data, summary: of } = answer.json() as { meta: { total: number }; data: unknown[]; summary: { count: number } }
      return [meta.total, data.length, of.count]
    }
    const dora = await makeMentor(o.app.db)
    const held = await o.hold(dora, 6)
    const token = await o.app.signIn(dora)
    const note = (index: number) =>
      o.app.http.inject({
        method: 'POST',
        url: '/api/feedback',
        headers: { authorization: `Bearer ${token}` },
        payload: { appointment_id: held[index]!.appointment.id, answers: [{ question_id: o.mentorWords.id, value: 'Go on' }] },
      })
    for (const index of [0, 1, 2, 3, 4]) expect((await note(index)).statusCode).toBe(201)
    expect(await ask({})).toEqual([5, 5, 5])
    expect(await ask({ mentor_id: dora.id })).toEqual([5, 5, 5])
    expect(await ask({ mentor_id: ana.id })).toEqual([0, 0, 0])
    expect(await ask({ word: 'nothing' })).toEqual([0, 0, 5])
    expect(await ask({ from: '2026-11-21' })).toEqual([0, 0, 0])
    expect((await note(5)).statusCode).toBe(201)
    expect(await ask({ mentor_id: dora.id })).toEqual([6, 6, 6])
    expect(await ask({})).toEqual([6, 6, 6])
  })

  it('counts another wording as another question', async () => {
    const id = o.choice.id
    const body = { prompt: 'Never again?', options: ['No', 'Yes'] }
    await o.app.request('PUT /api/feedback-questions/{id}', { token: o.token, params: { id }, body })
    const { questions } = await summary()
    expect(questions.at(-1)).toMatchObject({ question_id: id, prompt: 'Again?', current: false, count: 17 })
    expect(questions.at(-1).distribution[0]).toEqual({ value: 'Yes', count: 14 })
  })

  it('requires Feedback List, and refuses malformed filters', async () => {
    const other = await o.app.signIn(await makeAdmin(o.app.db, ['Feedback Create']))
    expect([(await read({}, '')).status, (await read({}, other)).status]).toEqual([401, 403])
    for (const query of [{ type: 'dog' }, { from: '2026-02-30' }, { page: 0 }, { mentor_id: 'me' }, { needs_look: 'perhaps' }])
      expect((await read(query as never)).status).toBe(422)
  })
})

describe('GET /api/feedback/export', () => {
  const exported = (query: Record<string, string>, token = o.token) => o.app.request('GET /api/feedback/export', { token, query })

  it('writes a CSV file without formulas', async () => {
    const { status, body, headers } = await exported({ support_type_id: tax.id })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="feedback-2026-11-20.csv"')
    const lines = (body as string).split('\r\n')
    expect(lines).toHaveLength(1 + 8 + 1)
    expect(lines[0]).toBe(
      '\ufeff"Given on","By","Name","Written down by","Session","Kind of support","Mentor","Needs a look","Needs a reason","How helpful was it?","Again?","What else?"',
    )
    expect(lines[1]).toMatch(/^"2026-10-10 13:00","Client",/)
    expect(lines[1]).toMatch(/,"4","(Yes|No)","'=HYPERLINK\(""http:\/\/evil\.example"",""the garden""\)"$/)
    expect((await exported({ mentor_id: cleo.id })).body).toContain(`"'=Cleo"`)
  })

  it('requires Feedback List and User Export, as every file that names clients', async () => {
    expect([(await exported({}, '')).status, (await exported({ from: 'x' })).status]).toEqual([401, 422])
    for (const [held, missing] of [
      ['Feedback List', 'User Export'],
      ['User Export', 'Feedback List'],
    ] as const) {
      const { status, problem } = await exported({}, await o.app.signIn(await makeAdmin(o.app.db, [held])))
      expect([status, problem.missing_abilities]).toEqual([403, [missing]])
    }
  })
})

describe('feedback about a confidential session', () => {
  const secret = 'I told them about the divorce'
  let held: { client: { id: string; name: string }; appointment: { id: string } }[]
  let type: typeof tax
  let eve: typeof ana
  let about: { support_type_id: string }
  const exported = async (query: Record<string, string>, token = o.token) =>
    (await o.app.request('GET /api/feedback/export', { token, query })).body as string
  const reader = async () => o.app.signIn(await makeAdmin(o.app.db, ['Feedback List', 'User Export']))
  const recordReason = (token: string, user_id: string) =>
    o.app.request('POST /api/record-access', { token, body: { user_id, reason: 'A complaint' } })

  beforeAll(async () => {
    type = await makeSupportType(o.app.db, { name: 'Family', confidential: true })
    eve = await makeMentor(o.app.db, { name: 'Eve' })
    about = { support_type_id: type.id }
    held = await o.hold(eve, 6, { type })
    for (const { client, appointment } of held)
      await o.give(await o.app.signIn(client), appointment.id, [
        { question_id: o.stars.id, value: 1 },
        { question_id: o.words.id, value: secret },
      ])
  })

  it('does not show its words or its author in the list without a reason', async () => {
    const token = await reader()
    const { status, body } = await read(about, token)
    expect([status, body.meta.total, body.data.length, body.unsearched]).toEqual([200, 6, 6, 0])
    expect(body.data[0]).toMatchObject({ withheld: true, author: null, answers: [], entered_by: null, needs_look: true })
    expect(body.data[0].session).toMatchObject({ client: null, mentor: { id: eve.id } })
    const text = JSON.stringify(body)
    expect([text.includes('divorce'), held.some(({ client }) => text.includes(client.id) || text.includes(client.name))]).toEqual([
      false,
      false,
    ])
    const views = await o.app.db
      .selectFrom('record_views')
      .selectAll()
      .where(
        'user_id',
        'in',
        held.map(({ client }) => client.id),
      )
      .execute()
    expect(views).toEqual([])
  })

  it('does not show them in the CSV file without a reason', async () => {
    const file = await exported(about, await reader())
    const lines = file.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 6)
    expect(lines[1]).toMatch(/^"[^"]+","Client","","","[^"]+","Family","Eve","yes","yes"(,"")+$/)
    expect([file.includes('divorce'), held.some(({ client }) => file.includes(client.name))]).toEqual([false, false])
  })

  it('is not found by a search for its content', async () => {
    const token = await reader()
    const searches: Record<string, string>[] = [{ word: 'divorce' }, { question_id: o.stars.id, value: '1' }]
    for (const search of searches) {
      const { body } = await read({ ...about, ...search }, token)
      expect([body.meta.total, body.data, body.unsearched]).toEqual([0, [], 6])
      expect(await exported({ ...about, ...search }, token)).toMatch(
        /^.+\r\n"Not searched, because a reason is needed to read it: 6"(,"")+\r\n$/,
      )
    }
    expect((await read({ ...about, needs_look: 'true' }, token)).body.meta.total).toBe(6)
    expect(JSON.stringify((await read({}, token)).body.summary.words)).not.toContain('divorce')
    expect((await read(about, token)).body.summary.words).toEqual([])
  })

  it('is in no figure, so that two periods do not tell the answers of one client', async () => {
    const token = await reader()
    const to = (date: string, query = {}) => summary({ ...query, to: date })
    const { id } = (await read(about, token)).body.data[0]
    await o.app.db.updateTable('feedback').set({ created_at: '2026-11-22T12:00:00Z' }).where('id', '=', id).execute()
    for (const query of [about, {}, { mentor_id: eve.id }]) {
      const [before, after] = [await to('2026-11-21', query), await to('2026-11-22', query)]
      expect(after.left_out - before.left_out).toBe(1)
      expect({ ...after, left_out: 0, needs_look: 0 }).toEqual({ ...before, left_out: 0, needs_look: 0 })
    }
    expect(await to('2026-11-22', about)).toMatchObject({ count: 0, average: null, questions: [], months: [], support_types: [] })
    const { body } = await o.app.request('GET /api/dashboard', { token: o.token })
    // Cleo's three in the days before; Eve's are not counted.
    expect(body.rating).toMatchObject({ average: null, count: 3 })
  })

  it('cannot be marked as reviewed without a reason', async () => {
    const token = await reader()
    const id = (await read(about, token)).body.data[0].id
    const look = () => o.app.request('POST /api/feedback/{id}/looked', { token, params: { id } })
    const { status, problem } = await look()
    expect([status, problem.code]).toEqual([403, 'reason_required'])
    await recordReason(token, problem.user_id!)
    expect((await look()).body).toMatchObject({ withheld: false, needs_look: false })
  })

  it('is read, found and exported after a reason, for that person only', async () => {
    const [token, { client, appointment }] = [await reader(), held[2]!]
    await recordReason(token, client.id)
    const { body } = await read(about, token)
    const shownNow = body.data.filter(({ withheld }: { withheld: boolean }) => !withheld)
    expect(shownNow).toMatchObject([{ appointment_id: appointment.id, author: { id: client.id } }])
    expect((await read({ ...about, word: 'divorce' }, token)).body).toMatchObject({ meta: { total: 1 }, unsearched: 5 })
    expect((await exported(about, token)).split(secret)).toHaveLength(2)
    const views = await o.app.db.selectFrom('record_views').select('what').where('user_id', '=', client.id).execute()
    expect(views).toContainEqual({ what: 'feedback' })
  })

  it('is read without a reason by its mentor, while the client is theirs', async () => {
    await giveRole(o.app.db, eve.id, { abilities: ['Feedback List'] })
    const { body } = await read(about, await o.app.signIn(eve))
    expect(body.data.map(({ withheld }: { withheld: boolean }) => withheld)).toEqual(Array.from({ length: 6 }, () => false))
  })
})
