import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import type { Dashboard } from '#contract/dashboard.ts'
import { codeBudgetJob } from '../sessions/codes/budget-job.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

/** It is 09:00 on Friday 20 November 2026 in London. */
let app: TestApp
let supportType: Awaited<ReturnType<typeof makeSupportType>>
let place: Awaited<ReturnType<typeof makePlace>>
let token: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  supportType = await makeSupportType(app.db)
  place = await makePlace(app.db)
  token = await app.signIn(await makeAdmin(app.db))
  await fillDays()
})
afterAll(() => app.close())

async function plan(date: string, from: string, to: string, mentor?: { id: string }) {
  const mentors = [(mentor ?? (await makeMentor(app.db))) as Awaited<ReturnType<typeof makeMentor>>]
  return (await makeSchedule(app.db, { supportType, place, mentors, from: `${date}T${from}`, to: `${date}T${to}` })).slots
}
async function book(name: string, slotId: string | undefined, fields: Parameters<typeof makeAppointment>[3] = {}) {
  const made = await makeAppointment(app.db, slotId ?? '', (await makeUser(app.db, { name })).id, fields)
  ids[name] = made.id
  return made
}

async function fillDays() {
  const { db } = app
  const morning = await plan('2026-11-20', '07:00', '12:00')
  await book('over', morning[0]?.id, { created_at: '2026-11-10T07:00:00Z' })
  await book('done', morning[1]?.id, { status: 'fulfilled', created_at: '2026-11-16T07:30:00Z' })
  await book('missed today', morning[2]?.id, { status: 'noshow' })
  await book('came', morning[3]?.id, { status: 'arrived', created_at: '2026-11-18T08:30:00Z' })
  await book('next', morning[6]?.id)
  const evening = await plan('2026-11-20', '23:00', '23:30')
  await book('late', evening[0]?.id)
  await book('asks', (await plan('2026-12-01', '09:00', '09:30'))[0]?.id, { status: 'pending' })
  await book('asked too late', (await plan('2026-11-19', '09:00', '09:30'))[0]?.id, { status: 'pending' })

  const ill = await makeMentor(db)
  const [first, , third] = await plan('2026-12-02', '09:00', '11:00', ill)
  await book('stranded', first?.id)
  await book('after', third?.id)
  await db
    .insertInto('time_off')
    .values({ mentor_id: ill.id, starts_at: '2026-12-02T08:00:00Z', ends_at: '2026-12-02T09:30:00Z' })
    .execute()
  const gone = await makeMentor(db)
  // Ahead also of the database's own clock, by which times are blocked.
  await book('left alone', (await plan('2099-12-03', '09:00', '10:00', gone))[0]?.id)
  await db.updateTable('users').set({ active: false }).where('id', '=', gone.id).execute()
  await book('shut out', (await plan('2026-12-04', '09:00', '10:00'))[0]?.id)
  await db.insertInto('closed_days').values({ place_id: place.id, date: '2026-12-04' }).execute()

  const past = await plan('2026-10-25', '09:00', '11:00')
  await book('missed', past[0]?.id, { status: 'noshow' })
  await book('kept', past[1]?.id, { status: 'fulfilled', created_at: '2026-10-15T09:30:00Z' })
  const before = await plan('2026-10-10', '09:00', '10:00')
  await book('missed before', before[0]?.id, { status: 'noshow' })
  const question = await db
    .insertInto('feedback_questions')
    .values({ type: 'client', widget: 'star', prompt: 'How?', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [name, value, at] of [
    ['done', '5', '2026-11-20T08:00:00Z'],
    ['kept', '2', '2026-11-01T08:00:00Z'],
    ['missed before', '1', '2026-10-11T08:00:00Z'],
    ['stranded', '1', '2026-10-12T08:00:00Z'],
  ] as const) {
    const author = await makeUser(db)
    const said = await db
      .insertInto('feedback')
      .values({ type: 'client', appointment_id: ids[name] ?? '', author_id: author.id, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('feedback_answers')
      .values({ feedback_id: said.id, question_id: question.id, prompt: 'How?', widget: 'star', value, position: 0 })
      .execute()
  }
  // One client with two entries.
  const entry = { user_id: ids.over ? (await makeUser(db)).id : '', support_type_id: supportType.id, to_date: '2026-12-31' }
  await db
    .insertInto('waiting_list')
    .values(['2026-12-01', '2026-12-31'].map(from_date => ({ ...entry, from_date })))
    .execute()
}

const dashboard = (as: string | undefined = token) => app.request('GET /api/dashboard', as ? { token: as } : {})
const list = (name: string, query: Record<string, number> = {}, as = token) =>
  app.request('GET /api/dashboard/{list}', { params: { list: name }, query, token: as })
const names = async (name: string) => {
  const { status, body } = await list(name)
  expect(status).toBe(200)
  expect(body.meta.total).toBe(body.data.length)
  return body.data.map(({ user }: { user: { name: string } }) => user.name)
}

describe('GET /api/dashboard/{list}/export', () => {
  const exported = async (list: string, abilities: string[], query: Record<string, string> = {}) =>
    app.request('GET /api/dashboard/{list}/export', {
      params: { list },
      query,
      token: await app.signIn(await makeAdmin(app.db, abilities)),
    })

  it('writes the appointments of a list as CSV', async () => {
    const lines = ((await exported('missed', ['Appointment List', 'User Export'])).body as string).split('\r\n')
    expect(lines[0]).toBe(
      '\ufeff"Reference","Start","End","Time zone","Name","Phone","Kind of support","Mentor","Place","Status","Interpreter"',
    )
    expect(lines.slice(1, -1).map(line => line.split(',')[4])).toEqual((await names('missed')).map((name: string) => `"${name}"`))
  })

  it('refuses other lists and orders, and everyone without both abilities', async () => {
    expect((await exported('none', ['Appointment List', 'User Export'])).status).toBe(404)
    expect((await exported('today', ['Appointment List', 'User Export'], { sort: 'name' })).status).toBe(422)
    expect((await exported('today', ['Appointment List'])).status).toBe(403)
    expect((await exported('today', ['User Export'])).status).toBe(403)
    expect((await app.request('GET /api/dashboard/{list}/export', { params: { list: 'today' } })).status).toBe(401)
  })
})

describe('GET /api/dashboard', () => {
  it('counts the day, the week and the last 30 days in the organisation’s zone', async () => {
    const { status, body } = await dashboard()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      date: '2026-11-20',
      time_zone: 'Europe/London',
      free_today: 5,
      pending: 1,
      unassigned: 3,
      unclosed: 3,
      waiting_list: 1,
      missed: { part: 2, whole: 5, before: { part: 1, whole: 1 } },
      waiting_days: { median: 4, before: null },
      rating: { average: 3.5, count: 2, before: 1 },
    })
    const { next, ...counts } = body.today
    expect(next.map(({ user }: { user: { name: string } }) => user.name)).toEqual(['next', 'late'])
    expect(counts).toEqual({ to_come: 2, arrived: 0, took_place: 1, missed: 1 })
    expect(body.week).toHaveLength(7)
    expect(body.week.slice(0, 3)).toEqual([
      { date: '2026-11-20', seats: 11, taken: 6 },
      { date: '2026-11-21', seats: 0, taken: 0 },
      { date: '2026-11-22', seats: 0, taken: 0 },
    ])
  })

  it('begins the day where the organisation is', async () => {
    await app.db.updateTable('settings').set({ time_zone: 'Pacific/Auckland' }).execute()
    expect((await dashboard()).body).toMatchObject({ date: '2026-11-20', today: { to_come: 1 } })
    await app.db.updateTable('settings').set({ time_zone: 'Europe/London' }).execute()
  })

  it('gives each figure to those who may look behind it, and the others nothing', async () => {
    const of = async (...abilities: string[]) => {
      const { status, body } = await dashboard(await app.signIn(await makeAdmin(app.db, abilities)))
      expect(status).toBe(200)
      return Object.keys(body).filter(name => body[name] !== null && name !== 'date' && name !== 'time_zone')
    }
    expect(await of()).toEqual([])
    expect(await of('Report View')).toEqual([])
    expect(await of('Schedule List', 'Appointment List')).toEqual([
      'today',
      'free_today',
      'pending',
      'unassigned',
      'unclosed',
      'waiting_list',
      'calendars_failing',
    ])
    expect(await of('Report View', 'Feedback List')).toEqual(['rating'])
    expect(await of('Report View', 'Schedule List')).toEqual(['free_today', 'calendars_failing', 'week'])
    expect(await of('Report View', 'Appointment List')).toEqual([
      'today',
      'pending',
      'unassigned',
      'unclosed',
      'waiting_list',
      'missed',
      'waiting_days',
    ])
  })

  it('warns those who change settings once half of the day’s codes are sent', async () => {
    const setter = await app.signIn(await makeAdmin(app.db, ['Settings Edit']))
    const spend = (spent: number) =>
      sql`INSERT INTO text_days (day, what, spent) VALUES ('2026-11-20', 'codes', ${spent}) ON CONFLICT (day, what) DO UPDATE SET spent = ${spent}`.execute(
        app.db,
      )
    await spend(499)
    expect((await dashboard(setter)).body.codes_sent).toBeNull()
    await spend(500)
    expect((await dashboard(setter)).body.codes_sent).toBe(500)
    expect((await dashboard(await app.signIn(await makeAdmin(app.db, ['Report View'])))).body.codes_sent).toBeNull()
    const warnings: object[] = []
    const { run } = codeBudgetJob(facts => warnings.push(facts))
    for (let turn = 0; turn < 2; turn += 1) await run(app.platform, new AbortController().signal)
    expect(warnings).toEqual([{ sent: 500, most: 1000 }])
    await sql`DELETE FROM text_days`.execute(app.db)
  })

  it('counts once for all who may see the same, never for those who may not, and tells each what they may do', async () => {
    // Like a browser, without invalidating the cache.
    const ask = async (as: string) =>
      (await app.http.inject({ url: '/api/dashboard', headers: { authorization: `Bearer ${as}` } })).json() as Dashboard
    const abilities = ['Schedule List', 'Appointment List', 'Report View', 'Feedback List', 'Appointment Edit']
    const [editor, reader, reporter] = await Promise.all(
      [abilities, abilities.slice(0, -1), ['Report View']].map(async some => app.signIn(await makeAdmin(app.db, some))),
    )
    app.platform.cache.invalidate()
    const edited = await ask(editor!)
    const [first] = edited.today!.next
    await app.db
      .updateTable('appointments')
      .set({ questions: ['Why?'] })
      .where('id', '=', first!.id)
      .execute()
    const rate = (star_sum: number) => app.db.updateTable('feedback').set({ star_sum }).where('star_sum', 'in', [1, 4]).execute()
    await rate(4)
    const read = await ask(reader!)
    expect([edited.rating?.before, read.rating?.before]).toEqual([1, 1])
    expect(read.today).toMatchObject({ to_come: 2, next: [{ id: first!.id, questions: ['Why?'] }, {}] })
    expect([first!.can.edit, read.today!.next[0]!.can.edit]).toMatchObject([true, { code: 'staff_only' }])
    app.clock.advance(1000)
    expect((await ask(reader!)).rating?.before).toBe(4)
    await rate(1)
    expect(await ask(reporter!)).toMatchObject({ today: null, pending: null, free_today: null, week: null, missed: null, rating: null })
  })

  it('shows no average of fewer than five answers about one mentor', async () => {
    const date = (created_at: string) =>
      app.db.updateTable('feedback').set({ created_at }).where('appointment_id', '=', ids.stranded!).execute()
    const rating = async () => {
      app.platform.cache.invalidate()
      return (await dashboard()).body.rating
    }
    await date('2026-01-01T08:00:00Z')
    expect(await rating()).toEqual({ average: 3.5, count: 2, before: null })
    await date('2026-10-12T08:00:00Z')
    expect(await rating()).toEqual({ average: 3.5, count: 2, before: 1 })
  })

  it('is for administrators', async () => {
    expect((await dashboard('')).status).toBe(401)
    expect((await dashboard(await app.signIn(await makeUser(app.db)))).problem.code).toBe('missing_ability')
    expect((await dashboard(await app.signIn(await makeMentor(app.db)))).status).toBe(403)
  })
})

describe('GET /api/dashboard/{list}', () => {
  it.each<[string, string[]]>([
    ['today', ['over', 'done', 'missed today', 'came', 'next', 'late']],
    ['pending', ['asks']],
    ['unassigned', ['stranded', 'shut out', 'left alone']],
    ['unclosed', ['came', 'over', 'asked too late']],
    ['missed', ['missed today', 'missed']],
    ['waited', ['kept', 'done', 'came']],
  ])('%s shows what its figure counts', async (name, expected) => {
    expect(await names(name)).toEqual(expected)
  })

  it('pages', async () => {
    const { body } = await list('today', { page: 2, per_page: 4 })
    expect(body.meta).toEqual({ page: 2, per_page: 4, total: 6, last_page: 2 })
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([ids.next, ids.late])
  })

  it('is for holders of Appointment List; other lists there are none', async () => {
    expect((await app.request('GET /api/dashboard/{list}', { params: { list: 'today' } })).status).toBe(401)
    expect((await list('today', {}, await app.signIn(await makeAdmin(app.db, ['Report View'])))).status).toBe(403)
    expect((await list('everything')).status).toBe(404)
    expect((await list('today', { page: 0 })).status).toBe(422)
  })
})

describe('GET /api/find', () => {
  const find = (text: string, as = token) => app.request('GET /api/find', { query: { text }, token: as })

  it('finds people by name and number, and an appointment by its reference as people say it', async () => {
    const user = await makeUser(app.db, { name: 'Zoë Quill', phone: '+447700912345' })
    const made = await makeAppointment(app.db, (await plan('2027-01-11', '09:00', '09:30'))[0]!.id, user.id)
    expect((await find('quill zoe')).body.users).toEqual([{ id: user.id, name: 'Zoë Quill', phone: '+447700912345', photo: null }])
    for (const typed of ['07700 912 345', '+44 (0)7700 912345']) expect((await find(typed)).body.users).toHaveLength(1)
    const spoken = `${made.reference.slice(0, 4).toLowerCase()} ${made.reference.slice(4)}`
    const { body } = await find(spoken)
    expect(body.appointments).toMatchObject([
      { id: made.id, reference: made.reference, user: { name: 'Zoë Quill' }, time_zone: 'Europe/London' },
    ])
    expect((await find('')).body).toEqual({ users: [], appointments: [] })
    expect((await find('%')).body.users).toEqual([])
  })

  it('finds only what the person asking may list', async () => {
    const { reference } = await app.db
      .selectFrom('appointments')
      .select('reference')
      .where('id', '=', ids.next ?? '')
      .executeTakeFirstOrThrow()
    const lister = await app.signIn(await makeAdmin(app.db, ['User List']))
    const desk = await app.signIn(await makeAdmin(app.db, ['Appointment List']))
    expect((await find('next', lister)).body.users).toHaveLength(1)
    expect((await find(reference, lister)).body.appointments).toEqual([])
    expect((await find('next', desk)).body.users).toEqual([])
    expect((await find(reference, desk)).body.appointments).toHaveLength(1)
  })

  it('is for administrators', async () => {
    expect((await app.request('GET /api/find', { query: { text: 'a' } })).status).toBe(401)
    expect((await find('next', await app.signIn(await makeUser(app.db)))).status).toBe(403)
    expect((await find('x'.repeat(101))).status).toBe(422)
    expect((await app.request('GET /api/find', { token })).status).toBe(422)
  })
})

describe('a session that crosses midnight', () => {
  const overnight = async (from: string, to: string) =>
    (await makeSchedule(app.db, { supportType, place, mentors: [await makeMentor(app.db)], from: `${from}T22:00`, to: `${to}T02:00` }))
      .slots

  it('counts each of its times on its own day', async () => {
    const week = async () => (await dashboard()).body.week.map(({ seats, taken }: { seats: number; taken: number }) => [seats, taken])
    const [before, day] = [await week(), [0, 6]]
    await overnight('2026-11-19', '2026-11-20')
    const last = await overnight('2026-11-26', '2026-11-27')
    await book('at night', last[3]?.id)
    await book('a week ahead', last[4]?.id)
    const after = await week()
    const more = after.map(([seats, taken]: [number, number], index: number) => [seats - before[index][0], taken - before[index][1]])
    expect(day.map(index => more[index])).toEqual([
      [4, 0],
      [4, 1],
    ])
  })

  it('counts as free today only its times of today', async () => {
    const free = async () => (await dashboard()).body.free_today
    const before = await free()
    await overnight('2026-11-20', '2026-11-21')
    expect((await free()) - before).toBe(4)
  })

  it('does not list an appointment on the day before a closed day, nor hide one on the closed day itself', async () => {
    const slots = await overnight('2026-12-10', '2026-12-11')
    await book('the evening before', slots[1]?.id)
    await book('in the night', slots[5]?.id)
    await app.db.insertInto('closed_days').values({ place_id: place.id, date: '2026-12-11' }).execute()
    const listed = await names('unassigned')
    expect([listed.includes('in the night'), listed.includes('the evening before')]).toEqual([true, false])
  })
})
