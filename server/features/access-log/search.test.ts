import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
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
