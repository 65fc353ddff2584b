import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

// It is 09:00 on Friday 20 November 2026 in London.
let app: TestApp
type Made<Make extends (...args: never[]) => unknown> = Awaited<ReturnType<Make>>
let ana: Made<typeof makeMentor>
let ben: Made<typeof makeMentor>
let career: Made<typeof makeSupportType>
let cv: Made<typeof makeSupportType>
let place: Made<typeof makePlace>
let tokens: { ana: string; ben: string; client: string; desk: string }
const sessions: Record<string, Made<typeof makeSchedule>> = {}

beforeAll(async () => {
  app = await startTestApp()
  const { db } = app
  career = await makeSupportType(db, { name: 'Career advice' })
  cv = await makeSupportType(db, { name: 'CV check' })
  place = await makePlace(db, { name: 'Town hall' })
  ana = await makeMentor(db, { name: 'Ana' }, [career.id, cv.id])
  ben = await makeMentor(db, { name: 'Ben' }, [career.id])
  await db.insertInto('feedback_questions').values({ type: 'mentor', widget: 'star', prompt: 'How was it?', position: 1 }).execute()
  const client = await makeUser(db)
  tokens = {
    ana: await app.signIn(ana),
    ben: await app.signIn(ben),
    client: await app.signIn(client),
    desk: await app.signIn(await makeAdmin(db, ['Schedule List'])),
  }
  const session = async (name: string, from: string, to: string, mentors = [ana], fields = {}, supportType = career) => {
    sessions[name] = await makeSchedule(db, { supportType, place, mentors, from, to, fields })
  }
  await session('long ago', '2026-10-01T09:00', '2026-10-01T10:00')
  await session('yesterday', '2026-11-19T09:00', '2026-11-19T10:00')
  await session('now', '2026-11-20T08:30', '2026-11-20T10:30', [ben, ana])
  await session('draft', '2026-11-20T14:00', '2026-11-20T15:00', [ana], { status: 'draft' })
  await session('cancelled', '2026-11-21T09:00', '2026-11-21T10:00', [ana], { status: 'cancelled', cancel_reason: 'Snow' })
  await session('later', '2026-11-24T09:00', '2026-11-24T10:00', [ana], {}, cv)
  await session('ben alone', '2026-11-25T09:00', '2026-11-25T10:00', [ben])
  await session('next year', '2027-06-01T09:00', '2027-06-01T10:00')
})
afterAll(() => app.close())

const slotOf = (name: string, mentor: { id: string }, index = 0) =>
  sessions[name]!.slots.filter(({ mentor_id }) => mentor_id === mentor.id).toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))[
    index
  ]!
const names = (data: { id: string }[]) => data.map(({ id }) => Object.entries(sessions).find(([, { schedule }]) => schedule.id === id)?.[0])
const unknownId = '019aa000-0000-7000-8000-000000000000'

describe('GET /api/mentor-schedule', () => {
  const list = (query: Record<string, string> = {}, token = tokens.ana) => app.request('GET /api/mentor-schedule', { query, token })

  it('shows the mentor’s own sessions from today on, with their slots and counts', async () => {
    const [came, waits, other] = await Promise.all([makeUser(app.db), makeUser(app.db), makeUser(app.db)])
    await makeAppointment(app.db, slotOf('now', ana).id, came.id, { status: 'fulfilled' })
    await makeAppointment(app.db, slotOf('now', ana, 2).id, waits.id)
    await makeAppointment(app.db, slotOf('now', ben).id, other.id)
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toMatchObject({ mentor: { id: ana.id, name: 'Ana' }, from: '2026-11-20', to: '2027-01-19' })
    expect(names(body.data)).toEqual(['now', 'cancelled', 'later'])
    expect(body.data[0].seats.total).toBe(8)
    expect(body.data[0].slots).toHaveLength(4)
    expect(body.data[0].slots.map(({ mentor, free }: { mentor: { id: string }; free: number }) => [mentor.id, free])).toEqual(
      [0, 1, 0, 1].map(free => [ana.id, free]),
    )
    expect(body.data[0].counts).toEqual({
      seats: 4,
      free: 2,
      pending: 0,
      booked: 1,
      arrived: 0,
      fulfilled: 1,
      noshow: 0,
      cancelled: 0,
      to_review: 1,
    })
    expect(names((await list({ from: '2026-11-01', to: '2026-11-19' })).body.data)).toEqual(['yesterday'])
    expect((await list({ from: '2199-12-31' })).body.to).toBe('2199-12-31')
  })

  it('keeps past clients of a mentor who was replaced on the roster', async () => {
    const { schedule, slots } = await makeSchedule(app.db, {
      supportType: career,
      place,
      mentors: [ana],
      from: '2026-11-02T09:00',
      to: '2026-11-02T09:30',
    })
    await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id, { status: 'fulfilled' })
    await app.db.deleteFrom('schedule_mentors').where('schedule_id', '=', schedule.id).execute()
    expect((await list({ from: '2026-11-02', to: '2026-11-02' })).body.data).toMatchObject([{ id: schedule.id, counts: { fulfilled: 1 } }])
  })

  it('does not ask for feedback without questions, or about clients whose record the mentor may no longer open', async () => {
    const held = { supportType: career, place, mentors: [ana], from: '2026-05-04T09:00', to: '2026-05-04T10:00' }
    const [first, second] = (await makeSchedule(app.db, held)).slots
    const [former, returned] = [await makeUser(app.db), await makeUser(app.db)]
    const [gone, known] = [
      await makeAppointment(app.db, first!.id, former.id, { status: 'fulfilled' }),
      await makeAppointment(app.db, second!.id, returned.id, { status: 'fulfilled' }),
    ]
    const toReview = async () => (await list({ from: '2026-05-04', to: '2026-05-04' })).body.data[0].counts.to_review
    const setAsked = (active: boolean) => app.db.updateTable('feedback_questions').set({ active }).execute()
    expect(await toReview()).toBe(0)
    const again = { ...held, from: '2026-10-05T09:00', to: '2026-10-05T09:30' }
    await makeAppointment(app.db, (await makeSchedule(app.db, again)).slots[0]!.id, returned.id, { status: 'fulfilled' })
    expect(await toReview()).toBe(1)
    await setAsked(false)
    expect(await toReview()).toBe(0)
    await setAsked(true)
    const open = async ({ id }: { id: string }) =>
      (await app.request('GET /api/feedback/create', { query: { appointment_id: id }, token: tokens.ana })).status
    expect([await open(gone), await open(known)]).toEqual([404, 200])
  })

  it('shows another mentor’s with Schedule List only', async () => {
    const { status, body } = await list({ user: ben.id }, tokens.desk)
    expect([status, names(body.data)]).toEqual([200, ['now', 'ben alone']])
    expect((await list({ user: ben.id })).problem.code).toBe('missing_ability')
    expect((await list({ user: unknownId }, tokens.desk)).status).toBe(404)
  })

  it('names no client to holders of Schedule List', async () => {
    const client = await makeUser(app.db)
    const { status, problem } = await list({ user: client.id }, tokens.desk)
    expect([status, problem.code]).toEqual([404, 'not_found'])
  })

  it('is for mentors', async () => {
    expect((await app.request('GET /api/mentor-schedule')).status).toBe(401)
    expect((await list({}, tokens.client)).problem).toMatchObject({ status: 403, code: 'not_mentor' })
    expect((await list({}, tokens.desk)).body.data).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    ['user', { user: 'me' }],
    ['from', { from: 'today' }],
    ['from', { from: '0000-01-01' }],
    ['to', { from: '2026-11-20', to: '2026-11-19' }],
    ['to', { from: '2026-01-01', to: '2027-01-03' }],
  ])('refuses a wrong %s', async (field, query) => {
    const { status, problem } = await list(query)
    expect([status, Object.keys(problem.errors!)]).toEqual([422, [field]])
  })
})

describe('GET /api/mentor-appointments', () => {
  const list = (query: Record<string, string>, token = tokens.ana) => app.request('GET /api/mentor-appointments', { query, token })

  it('shows who comes to oneself, found by phone', async () => {
    const [cora, dan] = [
      await makeUser(app.db, { name: 'Cora', phone: '+447700912345' }),
      await makeUser(app.db, { name: 'Dan', phone: '+447700955123' }),
    ]
    const { schedule, slots } = await makeSchedule(app.db, {
      supportType: career,
      place,
      mentors: [ana, ben],
      from: '2026-11-26T09:00',
      to: '2026-11-26T11:00',
    })
    const at = (mentor: { id: string }, index: number) => slots.filter(({ mentor_id }) => mentor_id === mentor.id)[index]!.id
    await makeAppointment(app.db, at(ana, 1), dan.id)
    await makeAppointment(app.db, at(ana, 0), cora.id, { questions: ['Shall I move?'] })
    await makeAppointment(app.db, at(ben, 2), (await makeUser(app.db)).id)
    await makeAppointment(app.db, at(ana, 2), (await makeUser(app.db)).id, { status: 'entered-in-error' })
    const { status, body } = await list({ schedule_id: schedule.id })
    expect(status).toBe(200)
    expect(body.schedule).toMatchObject({ id: schedule.id, counts: { seats: 4, booked: 2 } })
    expect(body.data).toMatchObject([
      { user: { name: 'Cora' }, questions: ['Shall I move?'], mentor: { id: ana.id } },
      { user: { name: 'Dan' } },
    ])
    expect((await list({ schedule_id: schedule.id, phone: '07700 912' })).body.data).toMatchObject([{ user: { name: 'Cora' } }])
    expect((await list({ schedule_id: schedule.id }, tokens.ben)).body.data).toHaveLength(1)
  })

  it('returns only the mentor’s own sessions', async () => {
    expect((await list({ schedule_id: sessions['ben alone']!.schedule.id })).status).toBe(404)
    expect((await list({ schedule_id: sessions.draft!.schedule.id })).status).toBe(404)
    expect((await list({ schedule_id: unknownId })).status).toBe(404)
  })

  it('is for mentors, and asks for a session', async () => {
    const schedule_id = sessions.now!.schedule.id
    expect((await app.request('GET /api/mentor-appointments', { query: { schedule_id } })).status).toBe(401)
    expect((await list({ schedule_id }, tokens.desk)).problem.code).toBe('not_mentor')
    expect((await list({})).status).toBe(422)
    expect((await list({ schedule_id: 'now' })).status).toBe(422)
    expect((await list({ schedule_id, phone: 'ab' })).status).toBe(422)
  })

  it('lets a mentor read the history of their own clients only, who can see that it was read', async () => {
    const [mine, theirs] = [await makeUser(app.db), await makeUser(app.db)]
    await makeAppointment(app.db, slotOf('yesterday', ana).id, mine.id, { status: 'fulfilled' })
    await makeAppointment(app.db, slotOf('ben alone', ben).id, theirs.id)
    const history = (user_id: string) => app.request('GET /api/previous-history', { query: { user_id }, token: tokens.ana })
    expect((await history(mine.id)).body.appointments).toHaveLength(1)
    expect((await history(theirs.id)).status).toBe(404)
    const views = await app.db.selectFrom('record_views').select(['viewer_id', 'user_id', 'what']).where('what', '=', 'history').execute()
    expect(views).toEqual([{ viewer_id: ana.id, user_id: mine.id, what: 'history' }])
  })
})

describe('GET /api/mentor-list', () => {
  const list = async (query: Record<string, string> = {}) => (await app.request('GET /api/mentor-list', { query })).body.data

  it('names the next time that a client could book, with what leads there', async () => {
    const [first, second] = await list()
    // Two hours' notice: 11:00 is the earliest, so `now`, which ends at 10:30, offers nothing.
    expect(first).toMatchObject({
      name: 'Ana',
      next_available_at: '2026-11-24T09:00:00Z',
      next_available: {
        schedule_id: sessions.later!.schedule.id,
        support_type_id: cv.id,
        starts_at: '2026-11-24T09:00:00Z',
        time_zone: 'Europe/London',
      },
    })
    expect(second).toMatchObject({ name: 'Ben', support_types: [{ name: 'Career advice' }] })
    expect(await list({ support_type_id: cv.id })).toMatchObject([{ name: 'Ana' }])
  })

  it('names no next time of a retired support type', async () => {
    const retired = await makeSupportType(app.db, { active: false })
    const [mentor, span] = [await makeMentor(app.db, { name: 'Zoe' }), { from: '2026-11-23T09:00', to: '2026-11-23T10:00' }]
    await makeSchedule(app.db, { supportType: retired, place, mentors: [mentor], ...span })
    expect((await list()).find(({ id }: { id: string }) => id === mentor.id)).toMatchObject({
      next_available_at: null,
      next_available: null,
    })
  })

  it('shows a support type that the mentor does not offer while a time of it is free', async () => {
    const other = await makeSupportType(app.db, { name: 'Housing' })
    const typesOfBen = async () => (await list())[1].support_types.map(({ name }: { name: string }) => name)
    const before = await typesOfBen()
    const session = { supportType: other, place, mentors: [ben], from: '2026-12-08T09:00', to: '2026-12-08T09:30' }
    const { slots } = await makeSchedule(app.db, session)
    expect(await typesOfBen()).toEqual([...before, 'Housing'])
    expect(await list({ support_type_id: other.id })).toMatchObject([{ name: 'Ben' }])
    await makeAppointment(app.db, slots[0]!.id, (await makeUser(app.db)).id)
    expect(await typesOfBen()).toEqual(before)
    expect(await list({ support_type_id: other.id })).toEqual([])
  })

  it('shows a rating from five clients on, however many stars each gives, of the mentor’s own sessions', async () => {
    const ask = (position: number) =>
      app.db
        .insertInto('feedback_questions')
        .values({ type: 'client', widget: 'star', prompt: 'How was it?', position })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [question, second] = [await ask(98), await ask(99)]
    const { slots } = await makeSchedule(app.db, {
      supportType: career,
      place,
      mentors: [ben],
      from: '2026-11-03T09:00',
      to: '2026-11-03T12:00',
    })
    for (const [index, stars] of ['5', '4', '5', '3', '5'].entries()) {
      const client = await makeUser(app.db)
      const appointment = await makeAppointment(app.db, slots[index]!.id, client.id, { status: 'fulfilled' })
      expect((await list())[1].rating).toBeNull()
      const given = { type: 'client' as const, appointment_id: appointment.id, author_id: client.id }
      const { id } = await app.db.insertInto('feedback').values(given).returning('id').executeTakeFirstOrThrow()
      const answer = { feedback_id: id, prompt: 'How was it?', widget: 'star' as const, value: stars }
      const answers = [question.id, second.id].map((question_id, at) => ({ ...answer, question_id, position: at + 1 }))
      await app.db.insertInto('feedback_answers').values(answers).execute()
    }
    expect((await list())[1].rating).toEqual({ average: 4.4, count: 5 })
    expect((await list())[0].rating).toBeNull()
  })

  it('publishes no rating of one client, however often they come, nor stars of mentors who book their own times', async () => {
    const cleo = await makeMentor(app.db, { name: 'Cleo' })
    const { slots } = await makeSchedule(app.db, {
      supportType: cv,
      place,
      mentors: [cleo],
      from: '2026-11-04T09:00',
      to: '2026-11-04T17:00',
    })
    const ratingOf = async () => (await list()).find(({ id }: { id: string }) => id === cleo.id).rating
    const rate = async (author: { id: string }, slot: string, value = 5) => {
      const { id } = await makeAppointment(app.db, slot, author.id, { status: 'fulfilled' })
      const answers = [{ question_id: question.id, value }]
      const token = await app.signIn(author)
      expect((await app.request('POST /api/feedback', { token, body: { appointment_id: id, type: 'client', answers } })).status).toBe(201)
    }
    await app.db.updateTable('feedback_questions').set({ active: false }).where('type', '=', 'client').execute()
    const asked = { type: 'client' as const, widget: 'star' as const, prompt: 'How was it?', position: 97 }
    const question = await app.db.insertInto('feedback_questions').values(asked).returning('id').executeTakeFirstOrThrow()
    const [one, ...others] = await Promise.all(Array.from({ length: 5 }, () => makeUser(app.db)))
    for (const { id } of slots.slice(0, 5)) await rate(one!, id)
    for (const { id } of slots.slice(5, 8)) await rate(cleo, id, 1)
    for (const [index, other] of others.entries()) {
      expect(await ratingOf()).toBeNull()
      await rate(other, slots[8 + index]!.id)
    }
    expect(await ratingOf()).toEqual({ average: 5, count: 9 })
    const stars = async () => (await app.db.selectFrom('mentor_ratings').selectAll().where('mentor_id', '=', cleo.id).execute())[0]
    const nine = { mentor_id: cleo.id, feedbacks: 9, stars: 9, star_sum: 45 }
    expect(await stars()).toEqual(nine)
    // Own stars count for another mentor only, also where records are merged, and can be taken back.
    const own = app.db.selectFrom('feedback').select('id').where('author_id', '=', cleo.id).where('mentor_id', '=', cleo.id).orderBy('id')
    const { id: feedbackId } = await own.executeTakeFirstOrThrow()
    const write = (author_id: string) => app.db.updateTable('feedback').set({ author_id }).where('id', '=', feedbackId).execute()
    await write(one!.id)
    expect(await stars()).toEqual({ ...nine, feedbacks: 10, stars: 10, star_sum: 46 })
    await write(cleo.id)
    expect(await stars()).toEqual(nine)
    await sql`UPDATE feedback_answers SET value = '2' WHERE feedback_id = ${feedbackId}`.execute(app.db)
    expect(await stars()).toEqual(nine)
  })

  it('refuses what is no support type’s id', async () => {
    expect((await app.request('GET /api/mentor-list', { query: { support_type_id: 'cv' } })).status).toBe(422)
  })
})
