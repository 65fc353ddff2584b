import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAdmin, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let staff: string
let supportType: Awaited<ReturnType<typeof makeSupportType>>
let somali: Awaited<ReturnType<typeof makeMentor>>
let session: Awaited<ReturnType<typeof makeSchedule>>
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  staff = await app.signIn(await makeAdmin(app.db))
})
afterAll(() => app.close())

const somaliClient = { spoken_language: 'so', needs_interpreter: true }
/** The first free time of the day, with its two mentors. */
beforeEach(async () => {
  supportType = await makeSupportType(app.db)
  somali = await makeMentor(app.db, { working_languages: ['en', 'so'] })
  const mentors = [await makeMentor(app.db, { working_languages: ['en'] }), somali]
  session = await makeSchedule(app.db, {
    supportType,
    place: await makePlace(app.db),
    mentors,
    from: '2026-11-20T15:00',
    to: '2026-11-20T16:00',
  })
})

async function book(client: Parameters<typeof makeUser>[1], answer: object = {}) {
  const user = await makeUser(app.db, client)
  const time = { schedule_id: session.schedule.id, starts_at: session.slots[0]!.starts_at }
  return app.request('POST /api/appointments', { token: await app.signIn(user), body: { ...time, ...answer } })
}

describe('a booking', () => {
  test('needs the interpreter that the client asks for, or none, whatever their profile says', async () => {
    const asked = await book({}, { interpreter_language: 'ar' })
    expect([asked.status, asked.body.interpreter_language]).toEqual([201, 'ar'])
    expect((await book(somaliClient, { interpreter_language: null })).body.interpreter_language).toBeNull()
  })

  test('without an answer needs the interpreter of the client’s profile', async () => {
    expect((await book(somaliClient)).body.interpreter_language).toBe('so')
    expect((await book({ spoken_language: 'so' })).body.interpreter_language).toBeNull()
  })

  test('refuses what is no language', async () => {
    const { status, problem } = await book({}, { interpreter_language: 'klingon' })
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['interpreter_language']])
  })

  test('shows staff the need in the day, its list as CSV and the history after a change', async () => {
    const { body: booked } = await book(somaliClient)
    const day = await app.request('GET /api/day', { token: staff })
    expect(day.body.appointments).toContainEqual(expect.objectContaining({ id: booked.id, interpreter_language: 'so' }))
    const csv = await app.request('GET /api/dashboard/{list}/export', { params: { list: 'today' }, token: staff })
    expect(csv.body).toMatch(new RegExp(`"${booked.reference}".*"Somali"`))
    const change = (body: object, token = staff) =>
      app.request('PUT /api/appointments/{id}', { params: { id: booked.id }, body: { revision: booked.revision, ...body }, token })
    expect((await change({ interpreter_language: 'ar' }, '')).status).toBe(401)
    expect((await change({ interpreter_language: 'ar' })).body.interpreter_language).toBe('ar')
    expect((await change({ interpreter_language: null })).problem.code).toBe('stale')
    const { body } = await app.request('GET /api/appointments/{id}', { params: { id: booked.id }, token: staff })
    expect(body.history.map(({ action }: { action: string }) => action)).toContain('interpreter')
  })
})

describe('a person’s languages', () => {
  test('are changed by themselves; an interpreter needs a language', async () => {
    const token = await app.signIn(await makeUser(app.db))
    const change = (body: object) => app.request('PUT /api/my-profile', { token, body })
    expect((await change({ needs_interpreter: true })).problem.errors).toHaveProperty('spoken_language')
    expect((await change({ ...somaliClient, working_languages: ['so', 'en', 'so'] })).body).toMatchObject({
      ...somaliClient,
      working_languages: ['so', 'en'],
    })
    // Without a preferred language, no interpreter is needed.
    expect((await change({ spoken_language: null })).body).toMatchObject({ spoken_language: null, needs_interpreter: false })
    expect((await change({ spoken_language: 'so', working_languages: ['xx'] })).status).toBe(422)
  })

  test('are changed by staff who may edit the person', async () => {
    const { id } = await makeUser(app.db)
    const change = (body: object) => app.request('PUT /api/users/{id}', { params: { id }, token: staff, body })
    expect((await change(somaliClient)).body).toMatchObject(somaliClient)
    expect((await change({ spoken_language: null, needs_interpreter: true })).status).toBe(422)
    const created = await app.request('POST /api/users', { token: staff, body: { name: 'Hodan', ...somaliClient } })
    expect([created.status, created.body.spoken_language]).toEqual([201, 'so'])
  })
})

describe('a search by language', () => {
  const search = (query: Record<string, string>) =>
    app.request('GET /api/search-schedule/{support_type_id}', { params: { support_type_id: supportType.id }, query })

  test('counts and lists only times of mentors who speak it', async () => {
    const all = await search({ date: '2026-11-20' })
    expect(all.body.languages.toSorted()).toEqual(['en', 'so'])
    expect(all.body.days).toEqual([expect.objectContaining({ free: 4 })])
    const { body } = await search({ date: '2026-11-20', language: 'so' })
    expect(body.days).toEqual([expect.objectContaining({ free: 2 })])
    const mentors = body.schedules[0].slots.map(({ mentor }: { mentor: { id: string } }) => mentor.id)
    expect(new Set(mentors)).toEqual(new Set([somali.id]))
    expect((await search({ date: '2026-11-20', language: 'cy' })).body.schedules).toEqual([])
    expect((await search({ language: "so'" })).status).toBe(422)
  })

  test('lists the mentors who speak it', async () => {
    const list = async (query: Record<string, string>) =>
      (await app.request('GET /api/mentor-list', { query })).body.data.map(({ id }: { id: string }) => id) as string[]
    expect(await list({ support_type_id: supportType.id })).not.toContain('none')
    expect((await list({ language: 'so' })).includes(somali.id)).toBe(true)
    expect(await list({ language: 'cy' })).toEqual([])
  })
})
