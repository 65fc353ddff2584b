import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { SoftwarePasskey } from '../../../testing/software-passkey.ts'
import { textOf } from '../../../testing/text-of.ts'

const origin = 'https://book.example.org'
const minute = 60_000
const production = { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' }

let app: TestApp
let user: Awaited<ReturnType<typeof makeUser>>
let token: string
let key: SoftwarePasskey

beforeAll(async () => (app = await startTestApp({ env: { OPENHOUR_ORIGIN: origin } })))
afterAll(() => app.close())
beforeEach(async () => {
  user = await makeUser(app.db)
  token = await app.signIn(user)
  key = new SoftwarePasskey(origin)
})

const offer = (as = token) => app.request('POST /api/my-profile/passkeys/options', { token: as })
const add = (credential: object, as = token) =>
  app.request('POST /api/my-profile/passkeys', { token: as, body: { name: 'My phone', credential } })
const remove = (id: string, as = token) => app.request('DELETE /api/my-profile/passkeys/{id}', { params: { id }, token: as })
const ask = async () => (await app.request('POST /api/login/passkey/options')).body
const logIn = (credential: object) => app.request('POST /api/login/passkey', { body: { credential } })
const addKey = async (passkey = key, as = token) => (await add(passkey.create((await offer(as)).body), as)).body
const sessionsOf = (id: string) =>
  app.db.selectFrom('sessions').select('id').where('user_id', '=', id).where('ended_at', 'is', null).execute()
const told = async () =>
  (
    await app.db
      .selectFrom('outbox')
      .select('detail')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'sign_in_changed')
      .orderBy('id')
      .execute()
  ).map(({ detail }) => (detail as { what: string }).what)
const done = async () =>
  (await app.db.selectFrom('audit').select('action').where('person_id', '=', user.id).orderBy('at').orderBy('id').execute()).map(
    ({ action }) => action,
  )

describe('a passkey', () => {
  it('is added, named, used and removed, on record and announced', async () => {
    const made = await add(key.create((await offer()).body))
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.any(String), name: 'My phone', synced: false, created_at: expect.any(String), last_used_at: null },
    ])
    const { id } = made.body
    const renamed = await app.request('PUT /api/my-profile/passkeys/{id}', { params: { id }, body: { name: 'Blue phone' }, token })
    expect(renamed.body).toMatchObject({ id, name: 'Blue phone' })
    const login = await logIn(key.use(await ask()))
    expect(login.body).toMatchObject({ user: { id: user.id }, token: expect.any(String) })
    const { body } = await app.request('GET /api/my-profile/sign-in-methods', { token: login.body.token })
    expect(body.passkeys).toEqual([
      expect.objectContaining({ id, name: 'Blue phone', last_used_at: app.clock.now().toISOString().replace('.000', '') }),
    ])
    const { sessions } = (await app.request('GET /api/my-profile', { token: login.body.token })).body
    expect(sessions.map(({ method }: { method: string }) => method)).toEqual(expect.arrayContaining(['passkey', null]))
    expect((await remove(id)).status).toBe(200)
    expect((await logIn(key.use(await ask()))).problem.code).toBe('wrong_passkey')
    expect(await done()).toEqual(['passkey_added', 'passkey_removed'])
    expect(await told()).toEqual(['passkey_added', 'passkey_removed'])
  })

  it('is told to the browser by what it needs, without who else is here', async () => {
    const { body } = await offer()
    expect(body).toMatchObject({
      rp: { id: 'book.example.org' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    await addKey()
    expect((await offer()).body.excludeCredentials).toEqual([
      { id: key.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ])
    expect(await ask()).toMatchObject({ rpId: 'book.example.org', allowCredentials: [], userVerification: 'required' })
  })

  it('opens a privileged person’s session in production, without another factor', async () => {
    const site = await startTestApp({ env: { ...production, OPENHOUR_ORIGIN: origin } })
    const admin = await makeAdmin(site.db)
    const as = await site.signIn(admin)
    const { body } = await site.request('POST /api/my-profile/passkeys/options', { token: as })
    await site.request('POST /api/my-profile/passkeys', { token: as, body: { credential: key.create(body) } })
    const asked = (await site.request('POST /api/login/passkey/options')).body
    const login = await site.request('POST /api/login/passkey', { body: { credential: key.use(asked) } })
    expect(login.body).toMatchObject({ user: { id: admin.id }, abilities: ['*'] })
    await site.close()
  })

  it('that two devices share is called synced', async () => {
    const shared = new SoftwarePasskey(origin, false, true)
    expect(await addKey(shared)).toMatchObject({ synced: true })
    for (let use = 0; use < 2; use += 1) expect((await logIn(shared.use(await ask()))).status).toBe(200)
  })

  it.each([
    ['of another origin', { origin: 'https://book.example.org.evil.example' }],
    ['of the same host without https', { origin: 'http://book.example.org' }],
    ['for another site', { rpId: 'example.org' }],
    ['without verifying the person', { verified: false }],
    ['with a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['made for creating one', { type: 'webauthn.create' }],
    ['that names no person', { userHandle: null }],
    ['that names another person', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ])('does not log in with a use %s', async (_what, tricks) => {
    await addKey()
    expect((await logIn(key.use(await ask(), tricks))).problem).toMatchObject({ status: 422, code: 'wrong_passkey' })
    expect(await sessionsOf(user.id)).toHaveLength(1)
    expect((await logIn(key.use(await ask()))).status).toBe(200)
  })

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without verifying the person', { verified: false }],
    ['with a challenge of its own', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['made for using one', { type: 'webauthn.get' }],
  ])('is not added %s', async (_what, tricks) => {
    expect((await add(key.create((await offer()).body, tricks))).problem.code).toBe('wrong_passkey')
    expect(await app.db.selectFrom('passkeys').select('id').where('user_id', '=', user.id).execute()).toEqual([])
  })

  it('is not added to a second person', async () => {
    await addKey()
    const stranger = await app.signIn(await makeUser(app.db))
    expect((await add(key.create((await offer(stranger)).body), stranger)).problem.code).toBe('wrong_passkey')
  })

  it('does not log in with another passkey’s signature', async () => {
    await addKey()
    const other = new SoftwarePasskey(origin)
    other.userHandle = key.userHandle
    const { id, rawId } = key.use(await ask())
    expect((await logIn({ ...other.use(await ask()), id, rawId })).problem.code).toBe('wrong_passkey')
  })

  it('of a deactivated person opens nothing', async () => {
    await addKey()
    const asked = await ask()
    await app.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
    expect((await logIn(key.use(asked))).problem.code).toBe('wrong_passkey')
  })

  it('is not another person’s to rename or remove', async () => {
    const { id } = await addKey()
    const stranger = await app.signIn(await makeUser(app.db))
    expect((await remove(id, stranger)).status).toBe(404)
    const body = { name: 'Mine' }
    expect((await app.request('PUT /api/my-profile/passkeys/{id}', { params: { id }, body, token: stranger })).status).toBe(404)
  })

  it('is not added or removed from a session that was left open', async () => {
    const { id } = await addKey()
    app.clock.advance(5 * minute)
    expect((await offer()).problem).toMatchObject({ status: 403, code: 'log_in_again' })
    expect((await add(key.create({ challenge: 'x', rp: { id: 'x' }, user: { id: 'x' } }))).problem.code).toBe('log_in_again')
    expect((await remove(id)).problem.code).toBe('log_in_again')
  })

  it('that is removed ends the other sessions that passkeys began', async () => {
    const { id } = await addKey()
    const thief = (await logIn(key.use(await ask()))).body.token
    await remove(id)
    expect((await app.request('GET /api/my-session', { token: thief })).status).toBe(401)
    expect((await app.request('GET /api/my-session', { token })).status).toBe(200)
  })
})

describe('a challenge', () => {
  it('counts once, also where the passkey was refused', async () => {
    await addKey()
    const asked = await ask()
    const used = key.use(asked)
    expect((await logIn(used)).status).toBe(200)
    expect((await logIn(used)).problem.code).toBe('wrong_passkey')
    expect((await logIn(key.use(asked))).problem.code).toBe('wrong_passkey')
    const second = await ask()
    expect((await logIn(key.use(second, { verified: false }))).problem.code).toBe('wrong_passkey')
    expect((await logIn(key.use(second))).problem.code).toBe('wrong_passkey')
  })

  it('has one winner among 200 uses at once', async () => {
    const fast = new SoftwarePasskey(origin, false)
    await addKey(fast)
    const used = fast.use(await ask())
    const answers = await Promise.all(Array.from({ length: 200 }, () => logIn(used)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // A slow machine sheds some of them.
    for (const { problem } of answers.filter(answer => answer.status !== 200))
      expect(['wrong_passkey', 'unavailable']).toContain(problem.code)
  })

  it('lives ten minutes', async () => {
    await addKey()
    const asked = await ask()
    app.clock.advance(10 * minute)
    expect((await logIn(key.use(asked))).problem.code).toBe('wrong_passkey')
  })

  it('of one purpose or person is worth nothing for another', async () => {
    await addKey()
    const confirming = (await app.request('POST /api/my-session/confirm/passkey/options', { token })).body
    expect((await logIn(key.use(confirming))).problem.code).toBe('wrong_passkey')
    const own = (await app.request('POST /api/my-session/confirm/passkey/options', { token })).body
    const stranger = await app.signIn(await makeUser(app.db))
    const confirm = (credential: object, as: string) => app.request('POST /api/my-session/confirm', { body: { credential }, token: as })
    expect((await confirm(key.use(own), stranger)).problem.code).toBe('wrong_passkey')
    expect((await confirm(key.use(await ask()), token)).problem.code).toBe('wrong_passkey')
    const theirs = (await app.request('POST /api/my-session/confirm/passkey/options', { token: stranger })).body
    expect((await confirm(key.use(theirs), stranger)).problem.code).toBe('wrong_passkey')
    const other = new SoftwarePasskey(origin)
    expect((await add(other.create((await offer(stranger)).body))).problem.code).toBe('wrong_passkey')
    const login = await ask()
    expect((await add(other.create({ ...login, rp: { id: login.rpId }, user: { id: 'x' } }))).problem.code).toBe('wrong_passkey')
  })

  it('is stored as its hash', async () => {
    const { challenge } = await ask()
    const rows = await app.db.selectFrom('passkey_challenges').selectAll().execute()
    expect(textOf(rows)).not.toContain(challenge)
  })
})

describe('a cloned passkey', () => {
  it('does not log in with a counter that went back; its owner is told once a day, and stays logged in', async () => {
    await addKey()
    key.counter = 9
    expect((await logIn(key.use(await ask()))).status).toBe(200)
    for (const counter of [10, 3, 0]) expect((await logIn(key.use(await ask(), { counter }))).problem.code).toBe('wrong_passkey')
    expect(await told()).toEqual(['passkey_added', 'passkey_cloned'])
    expect((await done()).filter(action => action === 'passkey_cloned')).toHaveLength(3)
    expect((await app.request('GET /api/my-session', { token })).status).toBe(200)
    key.counter = 10
    expect((await logIn(key.use(await ask()))).status).toBe(200)
  })
})

describe('the last way to sign in', () => {
  const withoutPhone = () => app.db.updateTable('users').set({ phone_verified_at: null }).where('id', '=', user.id).execute()

  it('is not removed', async () => {
    await withoutPhone()
    const { id } = await addKey()
    expect((await remove(id)).problem).toMatchObject({ status: 409, code: 'last_method' })
    const second = await addKey(new SoftwarePasskey(origin))
    expect((await remove(id)).status).toBe(200)
    expect((await remove(second.id)).problem.code).toBe('last_method')
  })

  it('is left by 20 removals at once', async () => {
    await withoutPhone()
    const made: string[] = []
    for (let count = 0; count < 4; count += 1) made.push((await addKey(new SoftwarePasskey(origin))).id as string)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => remove(made[index % 4]!)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await app.db.selectFrom('passkeys').select('id').where('user_id', '=', user.id).execute()).toHaveLength(1)
  })

  it('is no number that this site can send nothing to', async () => {
    const silent = await startTestApp({ env: { ...production, OPENHOUR_ORIGIN: origin } })
    const person = await makeUser(silent.db)
    const as = await silent.signIn(person)
    const { body } = await silent.request('POST /api/my-profile/passkeys/options', { token: as })
    const { id } = (await silent.request('POST /api/my-profile/passkeys', { token: as, body: { credential: key.create(body) } })).body
    const removing = () => silent.request('DELETE /api/my-profile/passkeys/{id}', { params: { id }, token: as })
    expect((await removing()).problem.code).toBe('last_method')
    await silent.db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', person.id).execute()
    expect((await removing()).status).toBe(200)
    await silent.close()
  })
})

describe('where the site’s address allows no passkeys', () => {
  it.each(['http://192.0.2.1:3000', 'https://192.0.2.1', 'http://book.example.org', 'https://[2001:db8::1]'])('%s', async address => {
    const plain = await startTestApp({ env: { ...production, OPENHOUR_ORIGIN: address } })
    expect((await plain.request('GET /api/site')).body.sign_in).toMatchObject({ passkeys: false })
    expect((await plain.request('POST /api/login/passkey/options')).problem).toMatchObject({ status: 503, code: 'no_passkeys' })
    await plain.close()
  })

  it('the others say that they have them', async () => {
    expect((await app.request('GET /api/site')).body.sign_in).toMatchObject({ passkeys: true })
  })
})

describe('staff', () => {
  it('see how many passkeys a person has and when one was used, but no credential', async () => {
    await addKey()
    await logIn(key.use(await ask()))
    const staff = await app.signIn(await makeAdmin(app.db))
    const { body } = await app.request('GET /api/users/{id}', { params: { id: user.id }, token: staff })
    expect(body.sign_in).toMatchObject({ passkeys: 1, passkey_used_at: expect.any(String), recovery_codes: 0, last: { method: 'passkey' } })
    expect(JSON.stringify(body)).not.toContain(key.id.toString('base64url'))
  })

  it('remove the passkeys of a lost device, which logs it out; not their own, and not of people with more rights', async () => {
    await addKey()
    const thief = (await logIn(key.use(await ask()))).body.token
    const colleague = await makeAdmin(app.db, ['User Edit'])
    const reset = (id: string, as: string) => app.request('DELETE /api/users/{id}/passkeys', { params: { id }, token: as })
    const as = await app.signIn(colleague)
    expect((await reset((await makeAdmin(app.db)).id, as)).problem.code).toBe('outranked')
    expect((await reset(colleague.id, as)).problem.code).toBe('not_yourself')
    expect((await reset(user.id, as)).body.sign_in).toMatchObject({ passkeys: 0 })
    expect((await app.request('GET /api/my-session', { token: thief })).status).toBe(401)
    expect((await logIn(key.use(await ask()))).problem.code).toBe('wrong_passkey')
    expect(await told()).toContain('passkeys_reset')
  })
})
