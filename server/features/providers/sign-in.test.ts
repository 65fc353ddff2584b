import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeContract, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import type { TestApp } from '../../testing/app.ts'
import type { TestIdentityProvider } from '../../../e2e/support/identity-provider.ts'
import { mintScope } from '../../platform/scope.ts'
import { enableProvider, giveAccount, openBrowser, startProviderSite, type ProviderSite } from '../../testing/provider-sign-in.ts'
import { consumeSignIn } from './sign-in/commands.ts'

let site: ProviderSite
let app: TestApp
let idp: TestIdentityProvider
let admin: string
let id: string
let count = 0
beforeAll(async () => {
  site = await startProviderSite()
  ;({ app, idp, root: admin, id } = site)
})
afterAll(() => site.close())
beforeEach(() => site.setClocks())
afterEach(() => {
  idp.tamper(null)
  idp.behave('no')
})

const person = (facts: object = {}) => {
  const sub = `person-${(count += 1)}`
  idp.add({ sub, name: 'Ada Byron', email: `${sub}@uni.example`, email_verified: true, ...facts })
  return sub
}
const browser = () => openBrowser(app, idp)

/** A person with a linked account. */
async function linked(facts: object = {}) {
  const sub = person(facts)
  const user = await makeUser(app.db)
  await giveAccount(site, sub, user.id)
  return { sub, user }
}

describe('signing in through a provider', () => {
  it('registers a new person with what the provider confirmed', async () => {
    const sub = person()
    const visitor = browser()
    const { status, body } = await visitor.signIn(id, sub, { back: '/mentors' })
    expect([status, body.back, body.arrival.name, body.arrival.known]).toEqual([200, '/mentors', 'Ada Byron', false])
    const { provider_ticket } = body.arrival
    const registered = await visitor.request('POST /api/login/provider/register', { body: { provider_ticket, name: 'Ada' } })
    expect([registered.status, registered.body.user.name, registered.body.user.email]).toEqual([201, 'Ada', `${sub}@uni.example`])
    const again = await visitor.signIn(id, sub)
    expect([again.status, again.body.login.user.id]).toEqual([200, registered.body.user.id])
    const session = await app.db.selectFrom('sessions').selectAll().where('user_id', '=', registered.body.user.id).execute()
    expect(session.map(({ method }) => method)).toEqual(['provider', 'provider'])
  })

  it('asks a new person for the agreements, and keeps the ticket usable', async () => {
    const { contract, version } = await makeContract(app.db)
    await app.db.updateTable('contracts').set({ required_for: 'registration' }).where('id', '=', contract.id).execute()
    const visitor = browser()
    const { provider_ticket } = (await visitor.signIn(id, person())).body.arrival
    const body = { provider_ticket, name: 'Ada' }
    const refused = await visitor.request('POST /api/login/provider/register', { body })
    expect([refused.status, refused.problem.code]).toEqual([422, 'contracts_required'])
    const accepted = { ...body, accepted_version_ids: [version.id] }
    expect((await visitor.request('POST /api/login/provider/register', { body: accepted })).status).toBe(201)
    await app.db.updateTable('contracts').set({ required_for: null }).where('id', '=', contract.id).execute()
  })

  it('never links a record by e-mail alone', async () => {
    const sub = person()
    const user = await makeUser(app.db, { email: `${sub.toUpperCase()}@uni.example` })
    const visitor = browser()
    const { body } = await visitor.signIn(id, sub)
    expect([body.login, body.arrival.known]).toEqual([undefined, true])
    const { provider_ticket } = body.arrival
    const register = await visitor.request('POST /api/login/provider/register', { body: { provider_ticket, name: 'Ada' } })
    expect([register.status, register.problem.code]).toEqual([409, 'already_registered'])
    // Its person signs in here once, in the same browser.
    const token = await app.signIn(user)
    const elsewhere = await browser().request('POST /api/my-profile/provider-accounts', { token, body: { provider_ticket } })
    expect(elsewhere.problem.code).toBe('ticket_expired')
    const joined = await visitor.request('POST /api/my-profile/provider-accounts', { token, body: { provider_ticket } })
    expect(joined.status).toBe(200)
    expect((await visitor.signIn(id, sub)).body.login.user.id).toBe(user.id)
  })

  it('links no account to a person who is erased at the same time', async () => {
    const visitor = browser()
    const { provider_ticket } = (await visitor.signIn(id, person())).body.arrival
    const user = await makeUser(app.db)
    const token = await app.signIn(user)
    const erasing = await app.db.startTransaction().execute()
    await sql`SELECT erase_person(${user.id}, ${user.id})`.execute(erasing)
    const linking = visitor.request('POST /api/my-profile/provider-accounts', { token, body: { provider_ticket } })
    await waitForLocks(app.db)
    await erasing.commit().execute()
    expect((await linking).status).toBe(401)
    expect(await app.db.selectFrom('provider_accounts').select('id').where('user_id', '=', user.id).execute()).toEqual([])
  })

  it('takes an unverified duplicate e-mail address for nothing', async () => {
    const sub = person({ email_verified: false })
    const user = await makeUser(app.db, { email: `${sub}@uni.example` })
    const visitor = browser()
    const { body } = await visitor.signIn(id, sub)
    expect([body.arrival.known, body.arrival.email]).toEqual([false, null])
    const { provider_ticket } = body.arrival
    const made = await visitor.request('POST /api/login/provider/register', { body: { provider_ticket, name: 'Eve' } })
    expect(made.body.user.id).not.toBe(user.id)
    expect(made.body.user.email).toBeNull()
  })

  it('refuses new people where only those with a record may sign in', async () => {
    const invited = await enableProvider(app, idp, admin, { invited_only: true })
    const { problem } = await browser().signIn(invited, person())
    expect(problem.code).toBe('provider_refused')
  })

  it('refuses a person who is deactivated here, or disabled at the provider', async () => {
    const { sub, user } = await linked()
    await app.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
    expect((await browser().signIn(id, sub)).problem.code).toBe('provider_refused')
    const other = await linked({ disabled: true })
    const back = await browser().comeBack(id, other.sub)
    expect(back).toMatchObject({ error: 'access_denied' })
    const visitor = browser()
    expect((await visitor.confirm(await visitor.comeBack(id, other.sub))).problem.code).toBe('provider_failed')
  })

  it('refuses a provider that is switched off, also while a person is there', async () => {
    const { sub } = await linked()
    const visitor = browser()
    const back = await visitor.comeBack(id, sub)
    await app.request('PUT /api/providers/{id}', { token: admin, params: { id }, body: { enabled: false } })
    expect((await visitor.confirm(back)).problem.code).toBe('login_expired')
    expect((await visitor.start(id)).status).toBe(404)
    await app.request('PUT /api/providers/{id}', { token: admin, params: { id }, body: { enabled: true } })
  })

  it('lets no other site follow after the sign-in', async () => {
    for (const back of ['https://evil.example/', '//evil.example/', String.raw`/\evil.example`, 'javascript:alert(1)'])
      expect((await browser().start(id, { back })).status).toBe(422)
  })
})

describe('what a stranger may not do', () => {
  it('refuses a state of another browser, and leaves it to its own', async () => {
    const { sub } = await linked()
    const own = browser()
    const back = await own.comeBack(id, sub)
    const other = browser()
    await other.start(id)
    expect((await other.confirm(back)).problem.code).toBe('login_expired')
    expect((await app.request('POST /api/login/provider/confirm', { body: back })).problem.code).toBe('login_expired')
    expect((await own.confirm(back)).status).toBe(200)
  })

  it('gives a state to one of 200 parallel tries', async () => {
    const own = browser()
    const { address } = (await own.start(id)).body
    const state = new URL(address).searchParams.get('state') ?? ''
    const scope = mintScope({ person: null, now: app.clock.now(), ip: null, userAgent: '', browser: true })
    const secret = own.cookie('openhour-sign-in')
    const taken = await Promise.all(Array.from({ length: 200 }, () => consumeSignIn(app.db, scope, { state, browser: secret })))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('completes a sign-in once: one of 20 parallel requests', async () => {
    const { sub, user } = await linked()
    const own = browser()
    const back = await own.comeBack(id, sub)
    const answers = await Promise.all(Array.from({ length: 20 }, () => own.confirm(back)))
    expect(answers.flatMap(({ status, problem }) => (status === 200 || problem.code === 'login_expired' ? [] : problem))).toEqual([])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).every(({ problem }) => problem.code === 'login_expired')).toBe(true)
    const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()
    expect(sessions).toHaveLength(1)
  })

  it('registers the person of a ticket once: one of 200 parallel tries', async () => {
    const sub = person()
    const own = browser()
    const { provider_ticket } = (await own.signIn(id, sub)).body.arrival
    const body = { provider_ticket, name: 'Ada' }
    const answers = await Promise.all(Array.from({ length: 200 }, () => own.request('POST /api/login/provider/register', { body })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const made = await app.db.selectFrom('users').select('id').where('email', '=', `${sub}@uni.example`).execute()
    expect(made).toHaveLength(1)
  })

  it('refuses a state after ten minutes, and an invented one', async () => {
    const { sub } = await linked()
    const own = browser()
    const back = await own.comeBack(id, sub)
    app.clock.advance(10 * 60_000 + 1)
    expect((await own.confirm(back)).problem.code).toBe('login_expired')
    expect((await own.confirm({ state: 'invented', code: 'invented' })).problem.code).toBe('login_expired')
  })

  it('refuses a code of another sign-in (PKCE)', async () => {
    const { sub } = await linked()
    const attacker = await browser().comeBack(id, (await linked()).sub)
    const own = browser()
    const back = await own.comeBack(id, sub)
    const { problem } = await own.confirm({ ...back, code: attacker['code'] ?? '' })
    expect(problem.code).toBe('provider_failed')
  })

  it('refuses a response of another issuer (RFC 9207), and one without it', async () => {
    const { sub } = await linked()
    const own = browser()
    const wrong = await own.comeBack(id, sub)
    expect((await own.confirm({ ...wrong, iss: 'https://evil.example' })).problem.code).toBe('provider_failed')
    const { iss: _iss, ...without } = await own.comeBack(id, sub)
    expect((await own.confirm(without)).problem.code).toBe('provider_failed')
  })

  const hour = 3600
  it.each([
    ['nonce', { nonce: 'another' }],
    ['missing nonce', { nonce: undefined }],
    ['audience', { aud: 'another-client' }],
    ['issuer', { iss: 'https://evil.example' }],
    ['expiry', { exp: Math.floor(Date.now() / 1000) - hour, iat: Math.floor(Date.now() / 1000) - 2 * hour }],
    ['subject', { sub: 'x'.repeat(256) }],
  ])('refuses an ID token with a wrong %s, although the provider signed it', async (_what, change) => {
    const { sub } = await linked()
    const own = browser()
    const back = await own.comeBack(id, sub)
    idp.resign(payload => ({ ...payload, ...change }))
    const { status, problem } = await own.confirm(back)
    expect([status, problem.code]).toEqual([422, 'provider_failed'])
  })

  it('refuses an ID token that another key signed, and one without a signature', async () => {
    const { sub } = await linked()
    const forged = await idp.forgeKey()
    const own = browser()
    const back = await own.comeBack(id, sub)
    idp.resign(payload => payload, forged)
    expect((await own.confirm(back)).problem.code).toBe('provider_failed')
    const next = await own.comeBack(id, sub)
    idp.tamper(tokens => {
      const [, payload] = (tokens.id_token ?? '').split('.')
      const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
      return { ...tokens, id_token: `${header}.${payload}.` }
    })
    expect((await own.confirm(next)).problem.code).toBe('provider_failed')
  })

  it('opens no merged record, and does not speak of a number to a person who used none', async () => {
    const { sub, user } = await linked()
    const kept = await makeUser(app.db)
    await app.db.updateTable('users').set({ active: false, merged_into: kept.id }).where('id', '=', user.id).execute()
    const refused = await browser().signIn(id, sub)
    expect([refused.status, refused.problem.code]).toEqual([409, 'record_merged'])
    expect(refused.problem.message).toMatch(/^This account belongs to a record that we have merged/)
  })

  it('reads the keys again when the provider has changed them', async () => {
    const { sub, user } = await linked()
    expect((await browser().signIn(id, sub)).status).toBe(200)
    await idp.rotateKey()
    expect((await browser().signIn(id, sub)).body.login.user.id).toBe(user.id)
  })

  it('does not hang on a provider that is away, and says so', async () => {
    const { sub } = await linked()
    const own = browser()
    const back = await own.comeBack(id, sub)
    idp.behave('error')
    expect((await own.confirm(back)).problem.code).toBe('provider_unavailable')
    const gone = await enableProvider(app, { ...idp, issuer: `${idp.issuer}/gone` }, admin)
    expect((await own.start(gone)).problem.code).toBe('provider_unavailable')
  })

  it('links no account to a person without a sign-in of the last five minutes, and no account of another person', async () => {
    const { sub } = await linked()
    const other = await makeUser(app.db)
    const own = browser()
    const { token } = (await own.signIn(id, (await linked()).sub)).body.login
    const start = () => own.request('POST /api/my-profile/providers/{id}', { params: { id }, token })
    const taken = await own.confirm(await own.visit((await start()).body.address, sub), token)
    expect([taken.status, taken.problem.code]).toEqual([409, 'account_taken'])
    const back = await own.visit((await start()).body.address, person())
    expect((await own.confirm(back, await app.signIn(other))).problem.code).toBe('unauthenticated')
    app.clock.advance(5 * 60_000)
    expect((await start()).problem.code).toBe('log_in_again')
  })
})

describe('linked accounts', () => {
  it('links another account, and keeps the last way to sign in', async () => {
    const own = browser()
    const { provider_ticket } = (await own.signIn(id, person({ email_verified: false }))).body.arrival
    const { token } = (await own.request('POST /api/login/provider/register', { body: { provider_ticket, name: 'Ada' } })).body
    const list = async () => (await own.request('GET /api/my-profile/provider-accounts', { token })).body.accounts
    const [first] = await list()
    const remove = (account: string) => own.request('DELETE /api/my-profile/provider-accounts/{id}', { params: { id: account }, token })
    expect((await remove(first.id)).problem.code).toBe('last_method')
    const { address } = (await own.request('POST /api/my-profile/providers/{id}', { params: { id }, token })).body
    const second = person()
    expect((await own.confirm(await own.visit(address, second), token)).body.linked).toMatchObject({
      provider: expect.stringMatching(/^University/),
    })
    expect(await list()).toHaveLength(2)
    expect((await remove(first.id)).status).toBe(200)
    expect((await list()).map((account: { id: string }) => account.id)).not.toContain(first.id)
  })
})

describe('roles that demand a provider', () => {
  it('ends the sessions of other ways when a provider or a colleague gives one', async () => {
    const role = { name: `Only ${randomUUID()}`, abilities: ['Report View'], single_sign_on_only: true }
    const { id: role_id } = await app.db.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow()
    const mapped = await enableProvider(app, idp, admin, { mapping: [{ claim: 'groups', value: 'only', role_id }] })
    const alive = async (token: string) => (await app.request('GET /api/my-session', { token })).status
    const sub = person({ groups: ['only'] })
    const [user, colleague] = [await makeUser(app.db), await makeUser(app.db)]
    await giveAccount({ app, id: mapped }, sub, user.id)
    const [own, theirs] = [await app.signIn(user), await app.signIn(colleague)]
    expect((await browser().signIn(mapped, sub)).status).toBe(200)
    expect([await alive(own), await alive(theirs)]).toEqual([401, 200])
    await app.request('POST /api/role-assign', { token: admin, body: { user_id: colleague.id, role_ids: [role_id] } })
    expect(await alive(theirs)).toBe(401)
  })

  it('refuses code and password, names the provider, and ends sessions of other ways', async () => {
    const { sub, user } = await linked()
    const token = await app.signIn(user)
    await giveRole(app.db, user.id, { name: `Caseworker ${count}`, abilities: ['User List'], single_sign_on_only: true })
    expect((await app.request('GET /api/my-session', { token })).status).toBe(200)
    const phone = user.phone ?? ''
    const { demo_code } = (await app.request('POST /api/join', { body: { phone } })).body
    const byCode = await app.request('POST /api/confirm', { body: { phone, code: demo_code } })
    expect([byCode.status, byCode.problem.code, byCode.problem.message]).toEqual([
      403,
      'single_sign_on_only',
      expect.stringContaining('University'),
    ])
    expect((await browser().signIn(id, sub)).status).toBe(200)
  })
})
