import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let token: string
let staff: { id: string }

beforeAll(async () => {
  app = await startTestApp({ env: { OPENHOUR_RATE_LIMIT: 'on' } })
  staff = await makeAdmin(app.db, ['Appointment Create', 'User List'])
  token = await app.signIn(staff)
})
afterAll(() => app.close())

const searches = [
  ['GET /api/find-users', { phone: '700900' }, 120],
  ['GET /api/find', { text: 'Searched' }, 240],
] as const

describe.each(searches)('%s', (name, query, max) => {
  it('shows no one without logging it for that person', async () => {
    const found = await makeUser(app.db, { name: `Searched ${name}`, phone: `+4470090012${max}` })
    await makeUser(app.db, { name: 'Other' })
    const { status, body } = await app.request(name, { query, token })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain(found.id)
    const views = () =>
      app.db
        .selectFrom('record_views')
        .select(['user_id', 'what'])
        .where('viewer_id', '=', staff.id)
        .where('user_id', '=', found.id)
        .execute()
    expect(await views()).toEqual([{ user_id: found.id, what: 'search' }])
    await app.request(name, { query, token })
    expect(await views()).toHaveLength(1)
    app.clock.advance(3_600_001)
    token = await app.signIn(staff)
    await app.request(name, { query, token })
    expect(await views()).toHaveLength(2)
  })

  it('cannot be repeated without end by one person, whatever their address and token', async () => {
    const searcher = await makeAdmin(app.db, ['Appointment Create', 'User List'])
    const tokens = await Promise.all([app.signIn(searcher), app.signIn(searcher)])
    const ask = (index: number) =>
      app.http.inject({
        url: name.slice(4),
        query,
        headers: { authorization: `Bearer ${tokens[index % 2]}` },
        remoteAddress: `198.51.${index >> 8}.${index & 255}`,
      })
    expect((await ask(0)).statusCode).toBe(200)
    await sql`UPDATE request_counts SET count = ${max - 1} WHERE key = ${`${name} ${searcher.id}`}`.execute(app.db)
    expect([(await ask(1)).statusCode, (await ask(2)).statusCode]).toEqual([200, 429])
    expect((await ask(3)).headers['retry-after']).toBe('900')
    expect((await app.request(name, { query, token })).status).toBe(200)
  })
})

/** Refusals of a number that a person on file has. */
const refused = [
  ['POST /api/users', 'phone_taken', (phone: string) => ({ body: { name: 'Searching', phone } })],
  ['PUT /api/users/{id}', 'phone_taken', (phone: string, id: string) => ({ params: { id }, body: { phone } })],
  ['POST /api/invitations', 'person_exists', (phone: string) => ({ body: { name: 'Searching', phone, channel: 'print' } })],
] as const

describe.each(refused)('the refusal of %s', (name, code, requestFor) => {
  const ask = async (holder: { phone: string | null }, as: string) => {
    const { id } = await makeUser(app.db, { phone: null })
    const { problem } = await app.request(name, { ...requestFor(holder.phone ?? '', id), token: as })
    expect(problem).toMatchObject({ status: 409, code })
    return problem
  }
  const makeHolder = () => makeUser(app.db, { name: 'Has It', phone_verified_at: null })
  const makeSearcher = async () => {
    const searcher = await makeAdmin(app.db)
    return { searcher, as: await app.signIn(searcher) }
  }

  it('names no one without logging it for that person', async () => {
    const holder = await makeHolder()
    const { searcher, as } = await makeSearcher()
    expect((await ask(holder, as)).taken_by).toEqual({ id: holder.id, name: 'Has It' })
    const views = await app.db.selectFrom('record_views').select(['user_id', 'what']).where('viewer_id', '=', searcher.id).execute()
    expect(views).toEqual([{ user_id: holder.id, what: 'search' }])
  })

  it('names no one once the limit of searches for people is reached', async () => {
    const { searcher, as } = await makeSearcher()
    await ask(await makeHolder(), as)
    await sql`UPDATE request_counts SET count = 119 WHERE key = ${`GET /api/find-users ${searcher.id}`}`.execute(app.db)
    expect((await ask(await makeHolder(), as)).taken_by).toBeDefined()
    const last = await makeHolder()
    const problem = await ask(last, as)
    expect(problem.taken_by).toBeUndefined()
    expect(JSON.stringify(problem)).not.toContain('Has It')
    expect(await app.db.selectFrom('record_views').select('id').where('user_id', '=', last.id).execute()).toEqual([])
    expect((await app.request('GET /api/find-users', { query: { phone: '700900' }, token: as })).status).toBe(429)
  })
})

/** Requests that say whether a number is someone's, without naming the person. `told`: what says so. */
const unnamed = [
  ['POST /api/appointments', ['Appointment Create'], 'phone_taken'],
  ['POST /api/invitations/preview', ['User Edit'], 'person_exists'],
] as const

describe.each(unnamed)('the answer of %s', (name, abilities, told) => {
  const open = async () => {
    const caller = await makeAdmin(app.db, [...abilities])
    const as = await app.signIn(caller)
    // No such session, so that nothing is written whatever the number.
    const full = { schedule_id: caller.id, starts_at: '2026-12-01T09:00:00.000Z' }
    const ask = (phone: string) =>
      app.request(name, {
        token: as,
        body:
          name === 'POST /api/appointments' ? { ...full, new_client: { name: 'Probe', phone } } : { text: `Probe, ${phone}`, print: true },
      })
    const counted = async () =>
      (await app.db.selectFrom('request_counts').select('count').where('key', '=', `GET /api/find-users ${caller.id}`).executeTakeFirst())
        ?.count
    const exhaust = () => sql`UPDATE request_counts SET count = 120 WHERE key = ${`GET /api/find-users ${caller.id}`}`.execute(app.db)
    return { caller, as, ask, counted, exhaust }
  }

  it('does not tell whether numbers are clients without logging it and without end', async () => {
    const holder = await makeUser(app.db, { name: 'Has It', phone_verified_at: null })
    const { caller, ask, counted, exhaust } = await open()
    const { problem, body } = await ask(holder.phone ?? '')
    expect(JSON.stringify(problem ?? body)).toContain(told)
    expect(JSON.stringify(problem ?? body)).not.toContain('Has It')
    const views = await app.db.selectFrom('record_views').select(['user_id', 'what']).where('viewer_id', '=', caller.id).execute()
    expect(views).toEqual([{ user_id: holder.id, what: 'search' }])
    const before = (await counted()) ?? 0
    await ask('+447700911111')
    expect(await counted()).toBe(before + 1)
    await exhaust()
    for (const phone of [holder.phone ?? '', '+447700911111']) expect((await ask(phone)).status).toBe(429)
  })
})

it('counts each line of a preview that is someone’s', async () => {
  const caller = await makeAdmin(app.db, ['User Edit'])
  const holders = [await makeUser(app.db), await makeUser(app.db), await makeUser(app.db)]
  const text = [...holders.map(({ phone }) => `Known, ${phone}`), 'New, +447700922222'].join('\n')
  await app.request('POST /api/invitations/preview', { token: await app.signIn(caller), body: { text, print: true } })
  const { rows } = await sql<{ count: number }>`SELECT count FROM request_counts WHERE key = ${`GET /api/find-users ${caller.id}`}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ count: 4 }])
})

it('does not count new clients who are booked', async () => {
  const supportType = await makeSupportType(app.db)
  const session = { supportType, place: await makePlace(app.db), mentors: [await makeMentor(app.db)] }
  const { schedule, slots } = await makeSchedule(app.db, { ...session, from: '2026-12-01T09:00', to: '2026-12-01T10:00' })
  const caller = await makeAdmin(app.db, ['Appointment Create'])
  const body = {
    schedule_id: schedule.id,
    starts_at: new Date(slots[0]!.starts_at).toISOString(),
    new_client: { name: 'New', phone: '+447700933333' },
  }
  expect((await app.request('POST /api/appointments', { token: await app.signIn(caller), body })).status).toBe(201)
  const { rows } = await sql<{ count: number }>`SELECT count FROM request_counts WHERE key = ${`GET /api/find-users ${caller.id}`}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ count: 0 }])
})

it('lets no one search for people by the form that gives roles without end', async () => {
  const caller = await makeAdmin(app.db, ['RoleAssign Edit'])
  const as = await app.signIn(caller)
  const ask = (query = {}) => app.request('GET /api/role-assign/create', { query, token: as })
  expect((await ask({ search: 'Searched' })).status).toBe(200)
  await sql`UPDATE request_counts SET count = 120 WHERE key = ${`GET /api/find-users ${caller.id}`}`.execute(app.db)
  expect((await ask({ search: 'Searched' })).status).toBe(429)
  expect((await ask()).status).toBe(200)
})

it('does not tell of a person in a line that no invitation can be sent to', async () => {
  const { phone } = await makeUser(app.db)
  const as = await app.signIn(await makeAdmin(app.db, ['User Edit']))
  const { body } = await app.request('POST /api/invitations/batch', { token: as, body: { text: `Probe, ${phone}` } })
  expect(body.skipped).toMatchObject([{ problem: 'channel_unavailable', person: null }])
})
