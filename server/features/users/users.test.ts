import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  giveRole,
  makeAdmin,
  makeAppointment,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSupportType,
  makeUser,
} from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof makeUser>>
let token: string
/** May edit people, and nothing else. */
let clerk: string
let reader: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await makeAdmin(app.db)
  token = await app.signIn(admin)
  clerk = await app.signIn(await makeAdmin(app.db, ['User List', 'User Edit']))
  reader = await app.signIn(await makeAdmin(app.db, ['User List']))
})
afterAll(() => app.close())

const list = async (query: Record<string, string | number>, as = token) => app.request('GET /api/users', { query, token: as })
const namesOf = async (query: Record<string, string | number>) =>
  (await list(query)).body.data.map(({ name }: { name: string }) => name) as string[]
const open = (id: string, as = token) => app.request('GET /api/users/{id}', { params: { id }, token: as })
const create = (body: unknown, as = token) => app.request('POST /api/users', { body, token: as })
const change = (id: string, body: object, as = token) => app.request('PUT /api/users/{id}', { params: { id }, body, token: as })

describe('GET /api/users', () => {
  beforeAll(async () => {
    await makeUser(app.db, { name: 'Zoë Ångström-Quill', phone: '+447700912345', email: 'zoe.quill@Example.org' })
    await makeUser(app.db, { name: 'Quillon Østergaard', phone: null, contact_name: 'Zelda Straße', contact_phone: '+447700955555' })
    await makeUser(app.db, { name: 'Adam Quilt', active: false })
  })

  it('says when each person comes, to holders of Appointment List alone', async () => {
    const client = await makeUser(app.db, { name: 'Visitor Quince' })
    const where = {
      supportType: await makeSupportType(app.db),
      place: await makePlace(app.db, { time_zone: 'Etc/UTC' }),
      mentors: [await makeMentor(app.db)],
    }
    const hours = (count: number) => new Date(app.clock.now().getTime() + count * 3_600_000).toISOString().slice(0, 16)
    for (const [from, status] of [
      [-72, 'noshow'],
      [-48, 'fulfilled'],
      [24, 'booked'],
      [12, 'entered-in-error'],
    ] as const) {
      const { slots } = await makeSchedule(app.db, { ...where, from: hours(from), to: hours(from + 1) })
      await makeAppointment(app.db, slots[0]!.id, client.id, { status })
    }
    const visitsOf = async (as: string) => (await list({ search: 'quince' }, as)).body.data[0].visits
    const visits = await visitsOf(token)
    expect(visits.missed).toBe(1)
    expect([visits.last_at, visits.next_at].map(at => Math.round((Date.parse(at) - app.clock.now().getTime()) / 3_600_000))).toEqual([
      -48, 24,
    ])
    expect(await visitsOf(reader)).toBeNull()
  })

  it('finds by parts of the name in any order, without accents, and by the contact', async () => {
    expect(await namesOf({ search: 'quil' })).toEqual(['Adam Quilt', 'Quillon Østergaard', 'Zoë Ångström-Quill'])
    expect(await namesOf({ search: 'QUILL angstrom' })).toEqual(['Zoë Ångström-Quill'])
    expect(await namesOf({ search: 'oster' })).toEqual(['Quillon Østergaard'])
    expect(await namesOf({ search: 'strasse' })).toEqual(['Quillon Østergaard'])
    expect(await namesOf({ search: 'ån qui' })).toEqual(['Zoë Ångström-Quill'])
    expect(await namesOf({ search: 'unheard' })).toEqual([])
  })

  it('finds by any digits of a phone, however they are typed, and by parts of the e-mail address', async () => {
    for (const search of [
      '07700 912345',
      '+44 7700 912345',
      '+44 (0)7700 912345',
      '0044 (0) 7700 912345',
      '912-345',
      '9123',
      'quill@example',
      'ZOE.',
    ])
      expect([search, await namesOf({ search })]).toEqual([search, ['Zoë Ångström-Quill']])
    expect(await namesOf({ search: '955555' })).toEqual(['Quillon Østergaard'])
  })

  it('takes what a pattern would make of typed signs for the signs themselves', async () => {
    expect(await namesOf({ search: 'q%l' })).toEqual([])
    expect(await namesOf({ search: '___' })).toEqual([])
    expect((await list({ search: '\\' })).status).toBe(200)
  })

  it('filters by state and role, pages, and counts', async () => {
    expect(await namesOf({ search: 'quil', state: 'inactive' })).toEqual(['Adam Quilt'])
    expect(await namesOf({ search: 'quil', state: 'active' })).toEqual(['Quillon Østergaard', 'Zoë Ångström-Quill'])
    const { body } = await list({ search: 'quil', per_page: 2, page: 2 })
    expect(body).toMatchObject({ data: [{ name: 'Zoë Ångström-Quill' }], meta: { page: 2, per_page: 2, total: 3, last_page: 2 } })
    const role = await giveRole(app.db, (await makeUser(app.db, { name: 'Holder of Much' })).id, { abilities: ['Report View'] })
    expect((await list({ role_id: role.id })).body).toMatchObject({
      data: [{ name: 'Holder of Much', roles: [{ id: role.id, name: role.name }] }],
      meta: { total: 1 },
    })
    expect((await list({ page: 400 })).body).toMatchObject({ data: [], meta: { page: 400 } })
  })

  it('lists the remaining record for a merged one, and no merged or erased records', async () => {
    const stands = await makeUser(app.db, { name: 'Marigold Standing' })
    await makeUser(app.db, { name: 'Goldie Formerly', active: false, merged_into: stands.id })
    await makeUser(app.db, { name: 'Gone Formerly', active: false, erased_at: '2026-11-01T00:00:00Z' })
    expect(await namesOf({ search: 'goldie' })).toEqual(['Marigold Standing'])
    expect(await namesOf({ search: 'formerly' })).toEqual(['Marigold Standing'])
    expect((await list({ search: 'gold' })).body.meta.total).toBe(1)
  })

  it('searches once for all who ask alike, and finds who was just created and shows what was just changed', async () => {
    const headers = { authorization: `Bearer ${token}` }
    // Like a browser, without invalidating the cache.
    const found = async (search: string, page = 1) => {
      const answer = await app.http.inject({ url: '/api/users', query: { search, page: String(page), per_page: '2' }, headers })
      const { data, meta } = answer.json() as { data: { name: string; email: string | null }[]; meta: { total: number } }
      return [meta.total, ...data.map(({ name, email }) => email ?? name)]
    }
    const first = await makeUser(app.db, { name: 'Hal Onceler' })
    expect(await found('onceler')).toEqual([1, 'Hal Onceler'])
    await makeUser(app.db, { name: 'Ida Onceler' })
    await app.db.updateTable('users').set({ email: 'hal@example.org' }).where('id', '=', first.id).execute()
    expect(await found('onceler')).toEqual([1, 'hal@example.org'])
    const payload = { name: 'Kim Onceler' }
    expect((await app.http.inject({ method: 'POST', url: '/api/users', headers, payload })).statusCode).toBe(201)
    expect(await found('onceler')).toEqual([3, 'hal@example.org', 'Ida Onceler'])
    expect(await found('onceler', 2)).toEqual([3, 'Kim Onceler'])
    expect(await found('kim onceler')).toEqual([1, 'Kim Onceler'])
  })

  it('is 401 signed out, 403 without User List, 422 malformed', async () => {
    expect((await app.request('GET /api/users')).status).toBe(401)
    expect((await list({}, await app.signIn(await makeAdmin(app.db, ['User Edit'])))).problem).toMatchObject({
      status: 403,
      code: 'missing_ability',
    })
    expect((await list({ state: 'asleep' })).status).toBe(422)
    expect((await list({ page: 0 })).status).toBe(422)
    expect((await list({ search: 'a\u0000' })).status).toBe(422)
  })
})

describe('POST /api/users', () => {
  it('creates a person with a typed phone number, and records the creator', async () => {
    const answer = await create({ name: 'Nadia Newcomer', phone: '07700 900555', email: 'nadia@example.org', note: 'Prefers mornings' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      name: 'Nadia Newcomer',
      phone: '+447700900555',
      active: true,
      roles: [],
      note: 'Prefers mornings',
      revision: 1,
    })
    const audit = await app.db.selectFrom('audit').selectAll().where('person_id', '=', answer.body.id).execute()
    expect(audit).toMatchObject([{ actor_id: admin.id, action: 'created', subject: 'user' }])
  })

  it('gives a new person the organisation’s language and time zone unless others are given', async () => {
    const before = await app.db.selectFrom('settings').select(['locale', 'time_zone']).executeTakeFirstOrThrow()
    await app.db.updateTable('settings').set({ locale: 'de', time_zone: 'Europe/Berlin' }).execute()
    const { body } = await create({ name: 'Berta' })
    const other = await create({ name: 'Carla', locale: 'fr', time_zone: 'Europe/Paris' })
    await app.db.updateTable('settings').set(before).execute()
    expect(body).toMatchObject({ locale: 'de', time_zone: 'Europe/Berlin' })
    expect(other.body).toMatchObject({ locale: 'fr', time_zone: 'Europe/Paris' })
  })

  it('creates a person without a phone, with a contact person', async () => {
    const { status, body } = await create({ name: 'Child', contact_name: 'Mother', contact_phone: '07700 900556' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ phone: null, contact_name: 'Mother', contact_phone: '+447700900556' })
  })

  it('names the person who has the phone, to callers who may list people', async () => {
    const holder = await makeUser(app.db, { name: 'First Holder', phone: '+447700900557' })
    const answer = await create({ name: 'Second', phone: '07700900557' })
    expect(answer.problem).toMatchObject({ status: 409, code: 'phone_taken', taken_by: { id: holder.id, name: 'First Holder' } })
    const blind = await create({ name: 'Second', phone: '07700900557' }, await app.signIn(await makeAdmin(app.db, ['User Edit'])))
    expect(blind.problem.code).toBe('phone_taken')
    expect(blind.problem.taken_by).toBeUndefined()
  })

  it('gives one phone to one of many who ask for it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => create({ name: `Racer ${n}`, phone: '07700900558' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  })

  it('is 401 signed out, 403 without User Edit, 422 malformed', async () => {
    expect((await app.request('POST /api/users', { body: { name: 'A' } })).status).toBe(401)
    expect((await create({ name: 'A' }, reader)).status).toBe(403)
    expect((await create({ name: '' })).problem.errors).toHaveProperty('name')
    expect((await create({ name: 'A', phone: '12' })).problem.errors).toHaveProperty('phone')
    expect((await create({ name: 'A', phone: 'not a number' })).problem.errors).toHaveProperty('phone')
    expect((await create({ name: 'A', contact_phone: 'not a number' })).problem.errors).toHaveProperty('contact_phone')
    expect((await create({ name: 'A', time_zone: 'Mars/Base' })).problem.errors).toHaveProperty('time_zone')
    expect((await create({ name: 'A', abilities: ['*'] })).status).toBe(422)
  })
})

describe('GET /api/users/{id} and /edit', () => {
  it('shows a person with roles, sessions and future appointments, and logs the access', async () => {
    const user = await makeUser(app.db, { name: 'Watched Person' })
    const role = await giveRole(app.db, user.id, { abilities: ['Report View'] })
    await app.signIn(user)
    const [supportType, place, mentor] = [await makeSupportType(app.db), await makePlace(app.db), await makeMentor(app.db)]
    const session = { supportType, place, mentors: [mentor], from: '2026-12-01T09:00', to: '2026-12-01T10:00' }
    await makeAppointment(app.db, (await makeSchedule(app.db, session)).slots[0]!.id, user.id)
    const { status, body } = await open(user.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: user.id,
      roles: [{ id: role.id, name: role.name }],
      ahead: { appointments: 1, waiting: 0, with_them: 0 },
      can: { edit: true, end: true },
      merged_into: null,
    })
    expect(body.sessions).toHaveLength(1)
    expect(body).not.toHaveProperty('password_hash')
    expect((await open(mentor.id)).body.ahead).toMatchObject({ with_them: 1 })
    const views = await app.db.selectFrom('record_views').selectAll().where('user_id', '=', user.id).execute()
    expect(views).toMatchObject([{ viewer_id: admin.id, what: 'profile' }])
    expect((await app.request('GET /api/users/{id}/edit', { params: { id: user.id }, token })).body).toEqual(body)
  })

  it('lists no session that has ended by itself, idle or by age', async () => {
    const shown = async (id: string) => (await open(id)).body.sessions.length
    const [client, member] = [await makeUser(app.db), await makeUser(app.db)]
    for (const person of [client, member]) await app.signIn(person)
    // The session is older than the role, and has not been used since.
    await giveRole(app.db, member.id, { abilities: ['Report View'] })
    expect([await shown(client.id), await shown(member.id)]).toEqual([1, 1])
    const age = (ms: number) =>
      app.db
        .updateTable('sessions')
        .set({ last_used_at: new Date(app.clock.now().getTime() - ms).toISOString() })
        .where('user_id', 'in', [client.id, member.id])
        .execute()
    await age(2 * 3_600_000)
    expect([await shown(client.id), await shown(member.id)]).toEqual([1, 0])
    await age(31 * 24 * 3_600_000)
    expect([await shown(client.id), await shown(member.id)]).toEqual([0, 0])
  })

  it('explains why a person cannot be changed', async () => {
    expect((await open(admin.id, clerk)).body.can).toMatchObject({ edit: { code: 'outranked' }, end: { code: 'outranked' } })
    expect((await open(admin.id)).body.can).toMatchObject({ edit: true, end: { code: 'not_yourself' } })
  })

  it('is 401 signed out, 403 without the ability, 404 unknown', async () => {
    const params = { id: admin.id }
    expect((await app.request('GET /api/users/{id}', { params })).status).toBe(401)
    expect((await app.request('GET /api/users/{id}/edit', { params })).status).toBe(401)
    expect((await open(admin.id, await app.signIn(await makeUser(app.db)))).status).toBe(403)
    expect((await app.request('GET /api/users/{id}/edit', { params, token: reader })).status).toBe(403)
    expect((await open(crypto.randomUUID())).status).toBe(404)
    expect((await open('me')).status).toBe(404)
  })
})

describe('PUT /api/users/{id}', () => {
  let user: Awaited<ReturnType<typeof makeUser>>
  beforeEach(async () => (user = await makeUser(app.db, { email: 'a@example.org', phone_verified_at: null })))

  it('changes what is sent and leaves the rest; the audit names fields only', async () => {
    const answer = await change(user.id, { revision: 1, name: 'Renamed', phone: null, note: 'Moved house' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ name: 'Renamed', phone: null, email: 'a@example.org', note: 'Moved house', revision: 2 })
    const audit = await app.db.selectFrom('audit').selectAll().where('person_id', '=', user.id).execute()
    expect(audit).toMatchObject([{ action: 'changed', after: { fields: ['name', 'phone', 'note'] }, before: null }])
    expect((await change(user.id, { name: 'Renamed' })).body.revision).toBe(2)
  })

  it('refuses a stale revision, and a phone in use, naming its owner', async () => {
    expect((await change(user.id, { revision: 7, name: 'X' })).problem).toMatchObject({ status: 409, code: 'stale' })
    expect((await change(user.id, { revision: 7 })).problem).toMatchObject({ status: 409, code: 'stale' })
    const other = await makeUser(app.db, { name: 'Has It' })
    const answer = await change(user.id, { phone: other.phone })
    expect(answer.problem).toMatchObject({ status: 409, code: 'phone_taken', taken_by: { id: other.id, name: 'Has It' } })
  })

  it('refuses changes of a person with more abilities, because their phone is their login', async () => {
    const answer = await change(admin.id, { phone: '07700900999' }, clerk)
    expect(answer.problem).toMatchObject({ status: 403, code: 'outranked' })
    expect((await change(admin.id, {}, clerk)).status).toBe(403)
    const after = await app.db.selectFrom('users').select('phone').where('id', '=', admin.id).executeTakeFirstOrThrow()
    expect(after.phone).toBe(admin.phone)
  })

  it('changes the caller’s own name but not their own phone', async () => {
    expect((await change(admin.id, { name: 'Chief' })).status).toBe(200)
    expect((await change(admin.id, { phone: '07700900998' })).problem.errors).toHaveProperty('phone')
  })

  it('leaves merged and erased records as they are', async () => {
    const merged = await makeUser(app.db, { active: false, merged_into: user.id })
    expect((await change(merged.id, { name: 'X' })).problem).toMatchObject({ status: 409, code: 'record_closed' })
    expect((await open(merged.id)).body).toMatchObject({ merged_into: { id: user.id }, can: { edit: { code: 'record_closed' } } })
    expect((await open(user.id)).body.merged).toMatchObject([{ id: merged.id }])
  })

  it('is 401 signed out, 403 without User Edit, 404 unknown, 422 malformed', async () => {
    expect((await app.request('PUT /api/users/{id}', { params: { id: user.id }, body: {} })).status).toBe(401)
    expect((await change(user.id, { name: 'X' }, reader)).status).toBe(403)
    expect((await change(crypto.randomUUID(), { name: 'X' })).status).toBe(404)
    expect((await change(user.id, { name: '' })).status).toBe(422)
    expect((await change(user.id, { active: false })).status).toBe(422)
    expect((await change(user.id, { email: 'nowhere' })).problem.errors).toHaveProperty('email')
  })
})

it('refuses a revision larger than any record has by name', async () => {
  const revision = 2 ** 31
  const { id } = await makeUser(app.db, { active: false })
  const refusals = await Promise.all([
    change(id, { name: 'Ada', revision }),
    app.request('POST /api/users/{id}/reactivate', { token, params: { id }, body: { revision } }),
  ])
  for (const { problem } of refusals) expect(problem).toMatchObject({ status: 422, errors: { revision: [expect.any(String)] } })
})
