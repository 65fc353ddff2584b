import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unattendedHeader } from '#contract/session-use.ts'
import { giveRole, makeAdmin, makeMentor, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { textOf } from '../../testing/text-of.ts'

const password = 'openhour-demo-2026'
const hour = 3_600_000

let app: TestApp
let password_hash: string
let user: Awaited<ReturnType<typeof makeUser>>

const logIn = (body: object) => app.request('POST /api/login', { body })
const mySession = (token: string) => app.request('GET /api/my-session', { token })

beforeAll(async () => {
  app = await startTestApp()
  password_hash = await hash(password)
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await makeUser(app.db, { password_hash })
})

describe('POST /api/login', () => {
  it('logs in with phone and password, however the phone is typed', async () => {
    const { status, body } = await logIn({ phone: `0${user.phone!.slice(3)}`, password })
    expect(status).toBe(200)
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: expect.objectContaining({ id: user.id, name: user.name, phone: user.phone, photo: null }),
      access: { isAdmin: false, isMentor: false },
      abilities: [],
    })
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  it('says what the person’s roles grant, all together', async () => {
    await giveRole(app.db, user.id, { abilities: ['Schedule List', 'User List'], opens_admin: true })
    await giveRole(app.db, user.id, { abilities: ['Schedule List'], is_mentor: true })
    const { body } = await logIn({ phone: user.phone, password })
    expect(body).toMatchObject({ access: { isAdmin: true, isMentor: true }, abilities: ['Schedule List', 'User List'] })
  })

  it('keeps a hash of the token and a few words of the device', async () => {
    const agent = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
    const { body } = await app.request('POST /api/login', { body: { phone: user.phone, password }, headers: { 'user-agent': agent } })
    const row = await app.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow()
    expect(row.device).toBe('Chrome on Android')
    expect(row.token_hash).toHaveLength(32)
    expect(textOf(row)).not.toContain(body.token)
  })

  it('gives the same refusal in all other cases', async () => {
    const without = await makeUser(app.db)
    const gone = await makeUser(app.db, { password_hash, active: false })
    const answers = await Promise.all([
      logIn({ phone: user.phone, password: 'not the right one' }),
      logIn({ phone: '+447999999999', password }),
      logIn({ phone: without.phone, password: '' }),
      logIn({ phone: gone.phone, password }),
      logIn({ phone: 'no number', password }),
      logIn({ phone: '\u0000', password: '\u0000' }),
    ])
    for (const { status, problem, headers } of answers) {
      expect([status, problem.code, problem.message]).toEqual([401, 'wrong_login', 'The phone number or password is not correct.'])
      expect(headers['www-authenticate']).toBe('Bearer')
    }
  })

  it.each([
    {},
    { phone: 1, password },
    { phone: '+447700900001' },
    { phone: 'x'.repeat(201), password },
    { phone: '1', password, remember: true },
  ])('refuses the body %j', async body => expect((await logIn(body)).status).toBe(422))

  it('opens no session if the password changes during the check', async () => {
    const change = await app.db.startTransaction().execute()
    await change.updateTable('users').set({ password_hash: 'another' }).where('id', '=', user.id).execute()
    const waiting = logIn({ phone: user.phone, password })
    await waitForLocks(app.db)
    await change.commit().execute()
    expect((await waiting).problem.code).toBe('wrong_login')
    expect(await app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toEqual([])
  })
})

describe('POST /api/logout', () => {
  it('ends this session at once and no other', async () => {
    const [token, other] = [await app.signIn(user), await app.signIn(user)]
    expect((await app.request('POST /api/logout', { token })).status).toBe(200)
    expect((await mySession(token)).problem).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect((await app.request('POST /api/logout', { token })).status).toBe(401)
    expect((await mySession(other)).status).toBe(200)
  })

  it('needs a token', async () => {
    expect((await app.request('POST /api/logout')).status).toBe(401)
    expect((await app.request('POST /api/logout', { token: 'x'.repeat(43) })).status).toBe(401)
  })
})

describe('a session', () => {
  it('of a client ends after 30 days without a call, and otherwise lasts', async () => {
    const token = await app.signIn(user)
    for (let month = 0; month < 3; month += 1) {
      app.clock.advance(30 * 24 * hour)
      expect((await mySession(token)).status).toBe(200)
    }
    app.clock.advance(30 * 24 * hour + 1)
    expect((await mySession(token)).status).toBe(401)
  })

  it.each([
    ['an administrator', () => makeAdmin(app.db)],
    ['a mentor', () => makeMentor(app.db)],
  ])('of %s ends after an hour without a call, and after a day in any case', async (_who, make) => {
    const staff = await make()
    const idle = await app.signIn(staff)
    app.clock.advance(hour)
    expect((await mySession(idle)).status).toBe(200)
    app.clock.advance(hour + 1)
    expect((await mySession(idle)).status).toBe(401)

    const busy = await app.signIn(staff)
    for (let hours = 0; hours < 24; hours += 1) {
      app.clock.advance(hour)
      expect((await mySession(busy)).status).toBe(200)
    }
    app.clock.advance(1)
    expect((await mySession(busy)).status).toBe(401)
  })

  it('of staff is not kept by the requests that an open page makes by itself', async () => {
    const token = await app.signIn(await makeMentor(app.db))
    const refetch = () => app.request('GET /api/mentor-day', { token, headers: { [unattendedHeader]: 'true' } })
    for (let minutes = 0; minutes < 60; minutes += 10) {
      app.clock.advance(hour / 6)
      expect((await refetch()).status).toBe(200)
    }
    app.clock.advance(1)
    expect((await refetch()).status).toBe(401)
  })

  it('ends with its person’s deactivation, and follows a change of roles on the next call', async () => {
    const token = await app.signIn(user)
    await giveRole(app.db, user.id, { abilities: ['Audit View'], opens_admin: true })
    expect((await mySession(token)).body).toMatchObject({ access: { isAdmin: true }, abilities: ['Audit View'] })
    await app.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
    expect((await mySession(token)).status).toBe(401)
  })
})

describe('limits for one address', () => {
  it('leave room for a shared network, and stop guessing', async () => {
    const limited = await startTestApp({ env: { OPENHOUR_RATE_LIMIT: 'on' } })
    const statuses = async (count: number, make: (index: number) => ReturnType<TestApp['request']>) => {
      const all: number[] = []
      // One after the other: the limiter counts concurrent requests before it decides about any.
      for (let index = 0; index < count; index += 1) all.push((await make(index)).status)
      return all
    }
    const join = (index: number) => limited.request('POST /api/join', { body: { phone: `+44794${1_000_000 + index}` } })
    expect(await statuses(31, join)).toEqual([...Array<number>(30).fill(200), 429])
    const guess = () => limited.request('POST /api/login', { body: { phone: 'no number', password } })
    expect(await statuses(41, guess)).toEqual([...Array<number>(40).fill(401), 429])
    const { problem } = await limited.request('POST /api/join', { body: { phone: '+447700900001' } })
    expect(problem.code).toBe('too_many_requests')
    await limited.close()
  })
})
