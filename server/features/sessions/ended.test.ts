import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../test-app.ts'

// A token is dead, or can do no more than its person, from the very next request on, whichever server is asked.

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
  other = await startTestApp({ beside: app })
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

/** What the next request meets on this server and on the other one. */
const met = async (name: 'GET /api/my-session' | 'GET /api/audit' = 'GET /api/my-session') =>
  (await Promise.all([app, other].map(server => server.request(name, { token })))).map(({ status }) => status)
const params = () => ({ id: user.id })
const rolesOf = (role_ids: string[]) => ({ token: admin, body: { user_id: user.id, role_ids } })

describe('the next request is nobody’s', () => {
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
        // Who holds a role is not merged away.
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

describe('no session opens behind the end of all of them', () => {
  it.each([
    ['deactivated', (trx: TestApp['db']) => trx.updateTable('users').set({ active: false })],
    ['given another number', (trx: TestApp['db']) => trx.updateTable('users').set({ phone: `+447907${String(Date.now()).slice(-6)}` })],
  ])('for whoever is %s while their code is being looked at', async (_what, change) => {
    const { body } = await app.request('POST /api/join', { body: { phone: user.phone } })
    const trx = await app.db.startTransaction().execute()
    await change(trx).where('id', '=', user.id).execute()
    const waiting = app.request('POST /api/confirm', { body: { phone: user.phone, code: body.demo_code } })
    const stuck = () =>
      sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(app.db)
    await expect.poll(async () => (await stuck()).rows.length).toBeGreaterThan(0)
    await trx.commit().execute()
    expect((await waiting).body).toHaveProperty('registration_ticket')
    expect(await app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toHaveLength(1)
  })
})
