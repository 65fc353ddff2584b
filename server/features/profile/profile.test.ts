import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const password = 'openhour-demo-2026'
const next = 'seven purple kettles'

let app: TestApp
let user: Awaited<ReturnType<typeof makeUser>>
let token: string

const open = (query: Record<string, string | number> = {}, as = token) => app.request('GET /api/my-profile', { query, token: as })
const change = (body: object, as = token) => app.request('PUT /api/my-profile', { body, token: as })
const isIn = async (as: string) => (await app.request('GET /api/my-session', { token: as })).status === 200

beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(async () => {
  user = await makeUser(app.db, { email: 'ana@example.org' })
  token = await app.signIn(user)
})

describe('GET /api/my-profile', () => {
  it('shows the caller’s own data, appointments newest first, and sessions', async () => {
    const supportType = await makeSupportType(app.db)
    const place = await makePlace(app.db, { time_zone: 'Asia/Kathmandu' })
    const mentors = [await makeMentor(app.db)]
    const { slots } = await makeSchedule(app.db, { supportType, place, mentors, from: '2026-10-05T09:00', to: '2026-10-05T11:00' })
    const [a, b, c] = [
      await makeAppointment(app.db, slots[0]!.id, user.id, { status: 'noshow' }),
      await makeAppointment(app.db, slots[2]!.id, user.id),
      await makeAppointment(app.db, slots[1]!.id, user.id),
    ]
    const { status, body } = await open({ per_page: 2 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: { id: user.id, phone: user.phone, email: 'ana@example.org' },
      has_password: false,
      missed_recently: 1,
    })
    expect(body.appointments.data.map(({ id }: { id: string }) => id)).toEqual([b.id, c.id])
    expect(body.appointments.meta).toEqual({ page: 1, per_page: 2, total: 3, last_page: 2 })
    expect((await open({ per_page: 2, page: 2 })).body.appointments).toMatchObject({
      data: [{ id: a.id }],
      meta: { total: 3, last_page: 2 },
    })
    for (const [per_page, page] of [
      [3, 1],
      [3, 2],
      [20, 1],
    ])
      expect((await open({ per_page: per_page!, page: page! })).body.appointments.meta.total).toBe(3)
    expect(body.sessions).toMatchObject([{ current: true }])
    expect((await open()).body.user).toEqual((await app.request('GET /api/my-session', { token })).body.user)
  })

  it('leads with no later appointment than the next, whatever number comes after it', async () => {
    const [supportType, place] = [await makeSupportType(app.db), await makePlace(app.db)]
    const ids: string[] = []
    for (const date of Array.from({ length: 25 }, (_, day) => new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10))) {
      const session = { supportType, place, mentors: [await makeMentor(app.db)], from: `${date}T09:00`, to: `${date}T09:30` }
      const { slots } = await makeSchedule(app.db, session)
      ids.push((await makeAppointment(app.db, slots[0]!.id, user.id)).id)
    }
    await sql`UPDATE appointments SET status = 'cancelled', cancelled_by = 'client', cancelled_at = now() WHERE id = ${ids[1]}`.execute(
      app.db,
    )
    const { body } = await open()
    expect(body.upcoming.map(({ id }: { id: string }) => id)).toEqual(ids.filter((_, index) => index !== 1))
    expect(body.appointments.data[0].id).toBe(ids.at(-1))
    const shown = await open({ profileId: user.id }, await app.signIn(await makeAdmin(app.db, ['User List'])))
    expect(shown.body.upcoming[0]).toMatchObject({ id: ids[0], questions: [] })
    app.clock.set('2027-01-01T09:10:00Z')
    token = await app.signIn(user)
    expect((await open()).body.upcoming[0].id).toBe(ids[0])
    app.clock.set('2027-01-01T09:30:00Z')
    expect((await open()).body.upcoming[0].id).toBe(ids[2])
    app.clock.set('2026-11-20T09:00:00Z')
  })

  it('has an empty list of one page for a new person', async () => {
    expect((await open()).body.appointments).toEqual({ data: [], meta: { page: 1, per_page: 20, total: 0, last_page: 1 } })
  })

  it('shows another person’s with User List, without sessions, and logs the access', async () => {
    const admin = await makeAdmin(app.db, ['User List'])
    const answer = await open({ profileId: user.id }, await app.signIn(admin))
    expect(answer.body).toMatchObject({ user: { id: user.id }, sessions: [] })
    const views = await app.db.selectFrom('record_views').selectAll().where('user_id', '=', user.id).execute()
    expect(views).toMatchObject([{ viewer_id: admin.id, what: 'profile', at: '2026-11-20T09:00:00Z' }])
    expect((await open({ profileId: crypto.randomUUID() }, await app.signIn(admin))).status).toBe(404)
  })

  it('keeps nothing where one looks at oneself', async () => {
    expect((await open({ profileId: user.id })).status).toBe(200)
    expect(await app.db.selectFrom('record_views').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  })

  it('is 404 for another person’s without User List, 422 malformed, 401 signed out', async () => {
    const other = await makeUser(app.db)
    expect((await open({ profileId: other.id })).problem).toMatchObject({ status: 404, code: 'not_found' })
    expect((await open({ profileId: other.id }, await app.signIn(await makeAdmin(app.db, ['User Edit'])))).status).toBe(404)
    expect((await open({ profileId: 'me' })).status).toBe(422)
    expect((await open({ page: 0 })).status).toBe(422)
    expect((await app.request('GET /api/my-profile')).status).toBe(401)
  })
})

describe('PUT /api/my-profile', () => {
  it('brings nothing back to a record that is erased at the same time', async () => {
    const mentor = await makeMentor(app.db)
    const as = await app.signIn(mentor)
    const erasing = await app.db.startTransaction().execute()
    await sql`SELECT erase_person(${mentor.id}, ${(await makeAdmin(app.db)).id})`.execute(erasing)
    const answer = change({ name: 'Returned', email: 'returned@example.org', bio: 'I listen' }, as)
    await waitForLocks(app.db)
    await erasing.commit().execute()
    expect((await answer).problem.code).toBe('stale')
    const { name, email } = await app.db.selectFrom('users').selectAll().where('id', '=', mentor.id).executeTakeFirstOrThrow()
    expect([name, email]).toEqual(['Erased person', null])
    expect(await app.db.selectFrom('mentor_profiles').select('bio').where('user_id', '=', mentor.id).execute()).not.toContainEqual({
      bio: 'I listen',
    })
  })

  it('changes what is sent and leaves the rest', async () => {
    const answer = await change({ revision: 1, name: 'Ana 🌻', locale: 'ne', time_zone: 'Asia/Kathmandu' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ name: 'Ana 🌻', email: 'ana@example.org', revision: 2 })
    expect(answer.body).toMatchObject({ locale: 'ne', time_zone: 'Asia/Kathmandu' })
    const audit = await app.db.selectFrom('audit').selectAll().where('person_id', '=', user.id).execute()
    expect(audit).toMatchObject([
      { actor_id: user.id, action: 'changed', after: { fields: ['name', 'locale', 'time_zone'] }, before: null },
    ])
  })

  it('clears the e-mail address with null', async () => {
    expect((await change({ email: null })).body.email).toBeNull()
    expect((await change({ email: 'other@example.org' })).body.email).toBe('other@example.org')
  })

  it('raises no revision where nothing differs', async () => {
    expect((await change({ name: user.name, email: user.email })).body.revision).toBe(1)
    expect((await change({})).body.revision).toBe(1)
  })

  it('refuses a revision from before another person’s change', async () => {
    await change({ revision: 1, name: 'First' })
    expect((await change({ revision: 1, name: 'Second' })).problem).toMatchObject({ status: 409, code: 'stale' })
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(name => change({ revision: 2, name })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it.each([
    [{ name: '  ' }, 'name'],
    [{ name: null }, 'name'],
    [{ email: 'nowhere' }, 'email'],
    [{ locale: 'english' }, 'locale'],
    [{ time_zone: 'Europe/Atlantis' }, 'time_zone'],
    [{ time_zone: '+01:00' }, 'time_zone'],
    [{ password: 'short' }, 'password'],
    [{ password: 'passwordpassword' }, 'password'],
    [{ revision: '1' }, 'revision'],
    [{ phone: '+447700900001' }, 'phone'],
    [{ active: false }, 'active'],
  ])('refuses %j at its field', async (body, field) => {
    const { status, problem } = await change(body)
    expect([status, problem.code, Object.keys(problem.errors!)]).toEqual([422, 'invalid', [field]])
    expect((await open()).body.user.revision).toBe(1)
  })

  it('needs a token', async () => {
    expect((await app.request('PUT /api/my-profile', { body: { name: 'x' } })).status).toBe(401)
  })
})

describe('a password', () => {
  it('is not guessed from within a session, from whatever addresses', async () => {
    const limited = await startTestApp({ env: { OPENHOUR_RATE_LIMIT: 'on' } })
    const owner = await makeUser(limited.db, { password_hash: await hash(password) })
    const as = await limited.signIn(owner)
    let host = 0
    const ask = async (method: 'PUT' | 'POST', current_password: string) => {
      const [url, payload] =
        method === 'PUT'
          ? ['/api/my-profile', { password: 'another long one 2026', current_password }]
          : ['/api/my-profile/tokens', { name: 'A program', days: 30, scope: 'read', current_password }]
      const headers = { authorization: `Bearer ${as}` }
      return (await limited.http.inject({ method, url, payload, headers, remoteAddress: `10.${(host += 1)}.1.1` })).statusCode
    }
    // A right password does not count.
    for (let index = 0; index < 11; index += 1) expect(await ask('POST', password)).toBe(201)
    for (let index = 0; index < 10; index += 1) expect(await ask(index % 2 === 0 ? 'PUT' : 'POST', 'a guess')).toBe(422)
    expect([await ask('PUT', password), await ask('POST', password)]).toEqual([429, 429])
    limited.clock.advance(60 * 60_000)
    expect(await ask('POST', password)).toBe(201)
    await limited.close()
  })

  it('is set where there is none, and logs in', async () => {
    expect((await change({ password: next })).status).toBe(200)
    expect((await open()).body.has_password).toBe(true)
    expect((await app.request('POST /api/login', { body: { phone: user.phone, password: next } })).status).toBe(200)
  })

  it('undoes no other change of the profile that is saved meanwhile', async () => {
    const saving = await app.db.startTransaction().execute()
    await saving.updateTable('users').set({ name: 'Saved meanwhile', time_zone: 'Europe/Paris' }).where('id', '=', user.id).execute()
    const answer = change({ password: next })
    await waitForLocks(app.db)
    await saving.commit().execute()
    expect((await answer).status).toBe(200)
    expect((await open()).body).toMatchObject({ user: { name: 'Saved meanwhile', time_zone: 'Europe/Paris' }, has_password: true })
  })

  it('is changed with the present one, ends every other session, and leaves no trace of itself', async () => {
    await app.db
      .updateTable('users')
      .set({ password_hash: await hash(password) })
      .where('id', '=', user.id)
      .execute()
    const others = [await app.signIn(user), await app.signIn(user)]
    const stranger = await app.signIn(await makeUser(app.db))
    expect((await change({ password: next, current_password: password })).status).toBe(200)
    expect(await Promise.all([token, ...others, stranger].map(isIn))).toEqual([true, false, false, true])
    const logIn = async (wanted: string) => (await app.request('POST /api/login', { body: { phone: user.phone, password: wanted } })).status
    expect([await logIn(password), await logIn(next)]).toEqual([401, 200])
    const audit = await app.db.selectFrom('audit').selectAll().where('person_id', '=', user.id).execute()
    expect(audit).toMatchObject([{ after: { fields: ['password'] } }])
    expect(JSON.stringify(audit)).not.toMatch(/argon2|kettles/)
  })

  it('stays where the present one is wrong or missing', async () => {
    await app.db
      .updateTable('users')
      .set({ password_hash: await hash(password) })
      .where('id', '=', user.id)
      .execute()
    const other = await app.signIn(user)
    for (const body of [{ password: next }, { password: next, current_password: 'not the right one', name: 'Changed' }]) {
      expect((await change(body)).problem).toMatchObject({ status: 422, code: 'wrong_password' })
    }
    expect((await open()).body.user.name).toBe(user.name)
    expect(await isIn(other)).toBe(true)
  })

  it('has one winner of several at once', async () => {
    await app.db
      .updateTable('users')
      .set({ password_hash: await hash(password) })
      .where('id', '=', user.id)
      .execute()
    const tokens = await Promise.all([1, 2, 3, 4].map(() => app.signIn(user)))
    const answers = await Promise.all(tokens.map((as, index) => change({ password: `${next} ${index}`, current_password: password }, as)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await Promise.all(tokens.map(isIn))).filter(Boolean)).toHaveLength(1)
  })
})

describe('sessions', () => {
  const end = (id: string, as = token) => app.request('DELETE /api/my-profile/sessions/{id}', { params: { id }, token: as })

  it('are listed, the one used last first, without those that are over', async () => {
    app.clock.advance(60_000)
    const later = await app.signIn(user)
    await app.request('POST /api/logout', { token: await app.signIn(user) })
    const { sessions } = (await open({}, later)).body
    expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([true, false])
    expect(sessions[0]).toEqual({
      id: expect.any(String),
      device: '',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      current: true,
      method: null,
    })
    app.clock.advance(31 * 24 * 3_600_000)
    expect((await open({}, await app.signIn(user))).body.sessions).toHaveLength(1)
  })

  it('end one by one, each once', async () => {
    const other = await app.signIn(user)
    const { id } = (await open()).body.sessions.find(({ current }: { current: boolean }) => !current)
    expect((await end(id)).status).toBe(200)
    expect(await isIn(other)).toBe(false)
    expect((await end(id)).problem.code).toBe('not_found')
  })

  it('of another person are 404, like a malformed id', async () => {
    const stranger = await makeUser(app.db)
    const theirs = await app.signIn(stranger)
    const [{ id }] = (await open({}, theirs)).body.sessions
    expect((await end(id)).status).toBe(404)
    expect((await end('1')).status).toBe(404)
    expect(await isIn(theirs)).toBe(true)
    expect((await app.request('DELETE /api/my-profile/sessions/{id}', { params: { id } })).status).toBe(401)
  })

  it('all end but this one with “log out everywhere else”', async () => {
    const others = [await app.signIn(user), await app.signIn(user)]
    const stranger = await app.signIn(await makeUser(app.db))
    expect((await app.request('DELETE /api/my-profile/sessions', { token })).status).toBe(200)
    expect(await Promise.all([token, ...others, stranger].map(isIn))).toEqual([true, false, false, true])
    expect((await app.request('DELETE /api/my-profile/sessions')).status).toBe(401)
  })
})
