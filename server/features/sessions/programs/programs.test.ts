import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { busyCalendarCalls } from '#contract/busy-calendars.ts'
import { calendarCalls } from '#contract/calendars.ts'
import { callNames, calls, type Calls } from '#contract/calls.ts'
import { contractCalls } from '#contract/contracts.ts'
import { profileCalls } from '#contract/profile.ts'
import { roleCalls } from '#contract/roles.ts'
import { settingsCalls } from '#contract/settings.ts'
import { userCalls } from '#contract/users.ts'
import { webhookCalls } from '#contract/webhooks.ts'
import { giveRole, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { textOf } from '../../../testing/text-of.ts'

const password = 'openhour-demo-2026'
const day = 24 * 3_600_000

let app: TestApp
let password_hash: string
let user: Awaited<ReturnType<typeof makeUser>>
let own: string
beforeAll(async () => {
  app = await startTestApp()
  password_hash = await hash(password)
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await makeUser(app.db, { password_hash })
  own = await app.signIn(user)
})

const input = { name: 'Wall calendar', days: 90, scope: 'read', current_password: password }
const make = (change: object = {}, token = own) => app.request('POST /api/my-profile/tokens', { token, body: { ...input, ...change } })
const tokenOf = async (scope: 'read' | 'write'): Promise<string> => (await make({ scope })).body.token
const listed = async () => (await app.request('GET /api/my-profile', { token: own })).body
const met = async (token: string, name: keyof Calls = 'GET /api/my-session') => (await app.request(name, { token })).status

/** The nouns whose writes change credentials, permissions or agreements. */
const protectedNouns = [userCalls, roleCalls, contractCalls, settingsCalls, profileCalls, webhookCalls, calendarCalls, busyCalendarCalls]
const protectedCalls = protectedNouns.flatMap(table => Object.keys(table) as (keyof Calls)[]).filter(name => !name.startsWith('GET '))

/** Writes of these nouns that programs may make, with the reason. */
const openToPrograms: Partial<Record<keyof Calls, string>> = {
  'POST /api/users': 'creates a contact, who holds no right and logs in only with a code sent to the number',
  'POST /api/my-profile/photo': 'a picture opens nothing',
  'DELETE /api/my-profile/photo': 'a picture opens nothing',
  'POST /api/busy-calendars/{id}/read': 'reads again from an address that a person entered',
}

describe('a program’s token', () => {
  it('is shown once, listed by its name with its last use, and kept as a hash', async () => {
    const { status, body } = await make()
    expect(status).toBe(201)
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      program: {
        id: expect.any(String),
        name: 'Wall calendar',
        scope: 'read',
        created_at: '2026-11-20T09:00:00Z',
        last_used_at: null,
        expires_at: '2027-02-18T09:00:00Z',
      },
    })
    expect((await listed()).tokens).toEqual([body.program])
    // It is not listed among the sessions.
    expect((await listed()).sessions).toHaveLength(1)
    expect(await met(body.token)).toBe(200)
    const after = await listed()
    expect(after.tokens).toEqual([{ ...body.program, last_used_at: '2026-11-20T09:00:00Z' }])
    const rows = await app.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute()
    expect(textOf([rows, after])).not.toContain(body.token)
    const audit = await app.db.selectFrom('audit').select('action').where('person_id', '=', user.id).execute()
    expect(audit).toEqual([{ action: 'token_made' }])
  })

  it('reads, and changes things only where it may', async () => {
    const [reading, writing] = [await tokenOf('read'), await tokenOf('write')]
    expect((await app.request('GET /api/my-profile', { token: reading })).status).toBe(200)
    expect((await app.request('DELETE /api/my-profile/photo', { token: reading })).problem).toMatchObject({
      status: 403,
      code: 'read_only',
    })
    expect((await app.request('POST /api/logout', { token: reading })).problem.code).toBe('read_only')
    expect(await met(writing, 'DELETE /api/my-profile/photo')).toBe(200)
  })

  it('never changes rights, phone numbers, credentials, contracts or settings, in any call of these nouns', async () => {
    const open = protectedCalls.filter(name => !(calls[name] as Call).byHand)
    // Add `byHand` to a new call of these nouns, or an exception with its reason.
    expect(open.toSorted()).toEqual(Object.keys(openToPrograms).toSorted())
    await giveRole(app.db, user.id, { abilities: ['*'], opens_admin: true })
    const [reading, writing] = [await tokenOf('read'), await tokenOf('write')]
    for (const name of callNames.filter(each => (calls[each] as Call).byHand))
      for (const token of [reading, writing])
        expect([name, (await app.request(name, { token, params: { id: user.id } })).problem.code]).toEqual([name, 'not_for_programs'])
  })

  it('of an administrator cannot assign a role, change a number, merge or erase', async () => {
    const role = await giveRole(app.db, user.id, { abilities: ['*'], opens_admin: true })
    const [client, other] = [await makeUser(app.db), await makeUser(app.db)]
    const token = await tokenOf('write')
    const params = { id: client.id }
    const answers = [
      await app.request('POST /api/role-assign', { token, body: { user_id: client.id, role_ids: [role.id] } }),
      await app.request('POST /api/role-assign-update', { token, body: { user_id: client.id, role_ids: [role.id] } }),
      await app.request('PUT /api/users/{id}', { token, params, body: { phone: '+447700900999' } }),
      await app.request('POST /api/users/{id}/merge', { token, params, body: { other_id: other.id } }),
      await app.request('POST /api/users/{id}/erase', { token, params, body: {} }),
    ]
    expect(answers.map(({ problem }) => problem.code)).toEqual(answers.map(() => 'not_for_programs'))
    const after = await app.db.selectFrom('users').selectAll().where('id', 'in', [client.id, other.id]).orderBy('id').execute()
    expect(after).toEqual([client, other].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    expect(await app.db.selectFrom('role_assignments').select('role_id').where('user_id', '=', client.id).execute()).toEqual([])
  })

  it('can do what its person can, today', async () => {
    const token = await tokenOf('write')
    expect(await met(token, 'GET /api/audit')).toBe(403)
    const role = await giveRole(app.db, user.id, { abilities: ['Audit View'], opens_admin: true })
    expect(await met(token, 'GET /api/audit')).toBe(200)
    await app.db.deleteFrom('role_assignments').where('role_id', '=', role.id).execute()
    expect(await met(token, 'GET /api/audit')).toBe(403)
  })

  it('lasts to its own end, used or not, also for staff', async () => {
    await giveRole(app.db, user.id, { abilities: ['Audit View'], opens_admin: true })
    const token = (await make({ days: 30 })).body.token
    app.clock.advance(30 * day - 1)
    expect(await met(token)).toBe(200)
    app.clock.advance(1)
    expect(await met(token)).toBe(401)
    own = await app.signIn(user)
    expect((await listed()).tokens).toEqual([])
  })

  it('works without a cookie, whatever it was made in', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const login = await app.request('POST /api/login', { body: { phone: user.phone, password }, headers })
    const cookie = (login.headers['set-cookie'] as string[])[0]!.split(';')[0]!
    const made = await app.request('POST /api/my-profile/tokens', { token: login.body.token, headers: { ...headers, cookie }, body: input })
    expect(await met(made.body.token)).toBe(200)
  })
})

describe('it is dead on the next request', () => {
  it.each<[string, (id: string) => Promise<{ status: number }>]>([
    ['revoking', id => app.request('DELETE /api/my-profile/tokens/{id}', { token: own, params: { id } })],
    ['logging out everywhere else', () => app.request('DELETE /api/my-profile/sessions', { token: own })],
    [
      'a new password',
      () => app.request('PUT /api/my-profile', { token: own, body: { current_password: password, password: 'seven purple kettles' } }),
    ],
  ])('after %s', async (_what, end) => {
    const { body } = await make()
    expect(await met(body.token)).toBe(200)
    expect(await end(body.program.id)).toMatchObject({ status: 200 })
    expect(await met(body.token)).toBe(401)
    expect((await listed()).tokens).toEqual([])
    expect((await app.request('DELETE /api/my-profile/tokens/{id}', { token: own, params: { id: body.program.id } })).status).toBe(404)
  })

  it('and a session is not ended as a token', async () => {
    const [{ id }] = (await listed()).sessions
    expect((await app.request('DELETE /api/my-profile/tokens/{id}', { token: own, params: { id } })).status).toBe(404)
    expect(await met(own)).toBe(200)
  })
})

describe('making one', () => {
  it.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ days: 31 }, 'days'],
    [{ scope: 'everything' }, 'scope'],
    [{ abilities: ['*'] }, 'abilities'],
    [{ current_password: 'not the right one' }, 'current_password'],
    [{ current_password: undefined }, 'current_password'],
  ])('refuses %j at its field', async (change, field) => {
    const { status, problem } = await make(change)
    expect([status, Object.keys(problem.errors!)]).toEqual([422, [field]])
    expect((await listed()).tokens).toEqual([])
  })

  it('asks for the password, and where there is none says to choose one', async () => {
    await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    const { problem } = await make({ current_password: '' })
    expect(problem).toMatchObject({ status: 422, code: 'wrong_password' })
    expect(problem.errors?.current_password).toEqual(['is needed: please choose one in your profile first'])
  })
})
