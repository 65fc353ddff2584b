import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { callNames, calls, type Calls } from '#contract/calls.ts'
import { giveRole, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../../test-app.ts'

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

const wish = { name: 'Wall calendar', days: 90, scope: 'read', current_password: password }
const make = (change: object = {}, token = own) => app.request('POST /api/my-profile/tokens', { token, body: { ...wish, ...change } })
const tokenOf = async (scope: 'read' | 'write'): Promise<string> => (await make({ scope })).body.token
const listed = async () => (await app.request('GET /api/my-profile', { token: own })).body
const met = async (token: string, name: keyof Calls = 'GET /api/my-session') => (await app.request(name, { token })).status

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
    // It is no place where somebody is logged in.
    expect((await listed()).sessions).toHaveLength(1)
    expect(await met(body.token)).toBe(200)
    const after = await listed()
    expect(after.tokens).toEqual([{ ...body.program, last_used_at: '2026-11-20T09:00:00Z' }])
    const rows = await app.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute()
    expect(JSON.stringify([rows, after])).not.toContain(body.token)
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

  it('never changes how its person gets in, what they agreed to, or whom we tell and ask', async () => {
    const byHand = callNames.filter(name => (calls[name] as Call).byHand)
    expect(byHand.toSorted()).toEqual([
      'DELETE /api/busy-calendars/{id}',
      'DELETE /api/my-calendars/{id}',
      'DELETE /api/my-profile/sessions',
      'DELETE /api/my-profile/sessions/{id}',
      'DELETE /api/my-profile/tokens/{id}',
      'DELETE /api/place-calendars/{id}',
      'DELETE /api/users/{id}/authenticator',
      'DELETE /api/users/{id}/sessions',
      'DELETE /api/webhooks/{id}',
      'POST /api/busy-calendars',
      'POST /api/my-calendars',
      'POST /api/my-profile/acceptances',
      'POST /api/my-profile/phone',
      'POST /api/my-profile/phone/confirm',
      'POST /api/my-profile/tokens',
      'POST /api/places/{id}/calendars',
      'POST /api/webhook-deliveries/{id}/redeliver',
      'POST /api/webhooks',
      'POST /api/webhooks/{id}/secret',
      'POST /api/webhooks/{id}/test',
      'PUT /api/my-profile',
      'PUT /api/webhooks/{id}',
    ])
    await giveRole(app.db, user.id, { abilities: ['*'], opens_admin: true })
    const [reading, writing] = [await tokenOf('read'), await tokenOf('write')]
    for (const name of byHand)
      for (const token of [reading, writing])
        expect((await app.request(name, { token, params: { id: user.id } })).problem.code).toBe('not_for_programs')
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
    const made = await app.request('POST /api/my-profile/tokens', { token: login.body.token, headers: { ...headers, cookie }, body: wish })
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
