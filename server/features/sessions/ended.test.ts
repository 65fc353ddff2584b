import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

// Ended tokens and removed rights take effect with the next request, on every server.

type Row = Awaited<ReturnType<typeof makeUser>>
const password = 'openhour-demo-2026'

let app: TestApp
let other: TestApp
let admin: string
let user: Row
let role: { id: string }
let token: string

beforeAll(async () => {
  app = await startTestApp()
  other = await startTestApp({ databaseOf: app })
  admin = await app.signIn(await makeAdmin(app.db))
})
afterAll(async () => {
  await other.close()
  await app.close()
})
beforeEach(async () => {
  user = await makeUser(app.db, { password_hash: await hash(password) })
  role = await giveRole(app.db, user.id, { abilities: ['Audit View'], opens_admin: true })
  token = await app.signIn(user)
})

/** The result of the next request on this server and on another one. */
const met = async (name: 'GET /api/my-session' | 'GET /api/audit' = 'GET /api/my-session') =>
  (await Promise.all([app, other].map(server => server.request(name, { token })))).map(({ status }) => status)
const params = () => ({ id: user.id })
const rolesOf = (role_ids: string[]) => ({ token: admin, body: { user_id: user.id, role_ids } })

describe('the next request is unauthenticated', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['logging out', () => app.request('POST /api/logout', { token })],
    ['logging out everywhere else', async () => app.request('DELETE /api/my-profile/sessions', { token: await app.signIn(user) })],
    [
      'ending that session elsewhere',
      async () => {
        const rows = await app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()
        return app.request('DELETE /api/my-profile/sessions/{id}', { token: await app.signIn(user), params: { id: rows[0]!.id } })
      },
    ],
    [
      'a new password',
      async () =>
        app.request('PUT /api/my-profile', {
          token: await app.signIn(user),
          body: { current_password: password, password: 'seven purple kettles' },
        }),
    ],
    ['being logged out by staff', () => app.request('DELETE /api/users/{id}/sessions', { token: admin, params: params() })],
    ['deactivation', () => app.request('POST /api/users/{id}/deactivate', { token: admin, params: params(), body: {} })],
    ['erasing', () => app.request('POST /api/users/{id}/erase', { token: admin, params: params(), body: {} })],
    [
      'being merged into another record',
      async () => {
        // A role's holder cannot be merged.
        await app.request('POST /api/role-assign-update', rolesOf([]))
        const stays = await makeUser(app.db)
        return app.request('POST /api/users/{id}/merge', { token: admin, params: { id: stays.id }, body: { other_id: user.id } })
      },
    ],
  ])('after %s', async (_what, end) => {
    expect(await met()).toEqual([200, 200])
    expect(await end()).toMatchObject({ status: 200 })
    expect(await met()).toEqual([401, 401])
  })
})

describe('the next request can do no more than its person', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a role is taken', () => app.request('POST /api/role-assign-update', rolesOf([]))],
    [
      'what a role grants is cut down',
      () =>
        app.request('PUT /api/roles/{id}', {
          token: admin,
          params: { id: role.id },
          body: { name: `Cut ${role.id}`, abilities: ['Report View'], opens_admin: true, is_mentor: false },
        }),
    ],
  ])('after %s', async (_what, change) => {
    expect(await met('GET /api/audit')).toEqual([200, 200])
    expect(await change()).toMatchObject({ status: 200 })
    expect(await met('GET /api/audit')).toEqual([403, 403])
    expect(await met()).toEqual([200, 200])
  })
})

describe('in production, a session without a second factor does not survive the first right', () => {
  let production: TestApp
  let boss: string
  beforeAll(async () => {
    production = await startTestApp({ databaseOf: app, env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' } })
    boss = await production.signIn(await makeAdmin(app.db))
  })
  afterAll(() => production.close())

  const statusOf = async (as = token) => (await production.request('GET /api/my-session', { token: as })).status
  const assign = (user_id: string, role_ids: string[]) =>
    production.request('POST /api/role-assign', { token: boss, body: { user_id, role_ids } })
  const change = (id: string, body: { opens_admin?: boolean; is_mentor?: boolean; abilities?: string[] }) =>
    production.request('PUT /api/roles/{id}', { token: boss, params: { id }, body })

  it.each([
    ['the admin area', { abilities: ['Audit View'], opens_admin: true }],
    ['an ability outside the admin area', { abilities: ['User List'] }],
    ['a mentor’s role', { is_mentor: true }],
  ])('given with a role: %s', async (_what, powers) => {
    const person = await makeUser(app.db)
    const opens = await giveRole(app.db, (await makeUser(app.db)).id, powers)
    const [page, elsewhere] = [await production.signIn(person), await production.signIn(person)]
    expect((await assign(person.id, [opens.id])).status).toBe(201)
    expect([await statusOf(page), await statusOf(elsewhere), await statusOf(boss)]).toEqual([401, 401, 200])
  })

  it.each([{ opens_admin: true }, { is_mentor: true }, { abilities: ['Audit View'] }])(
    'added to a role that they hold: %j',
    async powers => {
      const [person, already] = [await makeUser(app.db), user]
      const opens = await giveRole(app.db, person.id, {})
      await app.db.insertInto('role_assignments').values({ user_id: already.id, role_id: opens.id }).execute()
      const page = await production.signIn(person)
      expect((await change(opens.id, powers)).status).toBe(200)
      expect([await statusOf(page), await statusOf()]).toEqual([401, 200])
    },
  )

  it('no other session ends: another role, one more for an administrator, one that no longer opens the admin area', async () => {
    const person = await makeUser(app.db)
    const plain = await giveRole(app.db, person.id, { abilities: ['Audit View'] })
    const page = await production.signIn(person)
    expect((await change(plain.id, { opens_admin: false })).status).toBe(200)
    expect((await assign(user.id, [plain.id])).status).toBe(201)
    expect((await change(role.id, { opens_admin: false })).status).toBe(200)
    expect([await statusOf(page), await statusOf()]).toEqual([200, 200])
  })

  it('survives in the demo, which requires no code', async () => {
    const person = await makeUser(app.db)
    const page = await app.signIn(person)
    const body = { user_id: person.id, role_ids: [role.id] }
    expect((await app.request('POST /api/role-assign', { token: admin, body })).status).toBe(201)
    expect((await app.request('GET /api/my-session', { token: page })).body.access.isAdmin).toBe(true)
  })
})

describe('no session opens behind the end of all of them', () => {
  it.each([
    ['deactivated', (trx: TestApp['db']) => trx.updateTable('users').set({ active: false })],
    ['given another number', (trx: TestApp['db']) => trx.updateTable('users').set({ phone: `+447907${String(Date.now()).slice(-6)}` })],
  ])('for a person who is %s while their code is checked', async (_what, change) => {
    const { body } = await app.request('POST /api/join', { body: { phone: user.phone } })
    const trx = await app.db.startTransaction().execute()
    await change(trx).where('id', '=', user.id).execute()
    const waiting = app.request('POST /api/confirm', { body: { phone: user.phone, code: body.demo_code } })
    await waitForLocks(app.db)
    await trx.commit().execute()
    expect((await waiting).body).toHaveProperty('registration_ticket')
    expect(await app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toHaveLength(1)
  })
})

describe('an expired staff session', () => {
  const hour = 3_600_000
  const logIn = async () => (await app.request('POST /api/login', { body: { phone: user.phone, password } })).body.token as string
  /** Logged-in staff remove the role. */
  const takeRoles = async () => {
    admin = await app.signIn(await makeAdmin(app.db))
    await app.request('POST /api/role-assign-update', rolesOf([]))
  }
  it('does not come back when the role is taken', async () => {
    token = await logIn()
    app.clock.advance(hour + 1)
    const status = async () => (await app.request('GET /api/my-session', { token })).status
    expect(await status()).toBe(401)
    await takeRoles()
    expect(await status()).toBe(401)
    const { body } = await app.request('GET /api/my-profile', { token: await app.signIn(user) })
    expect(body.sessions).toHaveLength(1)
  })

  it('does not come back when the role loses its abilities, nor where the session was opened before there was a role', async () => {
    const late = await makeUser(app.db)
    const as = await app.signIn(late)
    const give = (rights: object) => giveRole(app.db, late.id, rights)
    expect((await app.request('GET /api/my-session', { token: as })).status).toBe(200)
    const given = await give({ abilities: ['Audit View'] })
    expect((await app.request('GET /api/my-session', { token: as })).status).toBe(200)
    app.clock.advance(hour + 1)
    expect((await app.request('GET /api/my-session', { token: as })).status).toBe(401)
    await app.db.updateTable('roles').set({ abilities: [] }).where('id', '=', given.id).execute()
    expect((await app.request('GET /api/my-session', { token: as })).status).toBe(401)
  })

  it('is not a client’s, whose session rests for weeks', async () => {
    const client = await makeUser(app.db)
    const as = await app.signIn(client)
    expect((await app.request('GET /api/my-session', { token: as })).status).toBe(200)
    app.clock.advance(20 * 24 * hour)
    expect((await app.request('GET /api/my-session', { token: as })).status).toBe(200)
  })
})
