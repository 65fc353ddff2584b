import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeUser } from '#database/factories.ts'
import type { TestApp } from '../../testing/app.ts'
import type { TestIdentityProvider } from '../../../e2e/support/identity-provider.ts'
import {
  giveAccount,
  logoutFacts,
  openBrowser,
  postLogout,
  startProviderSite,
  testSite,
  type ProviderSite,
} from '../../testing/provider-sign-in.ts'
import { providerRenewalJob } from './renewal/job.ts'

let site: ProviderSite
let app: TestApp
/** The same organisation in production, where staff need a second factor. */
let production: TestApp
let idp: TestIdentityProvider
let root: string
let id: string
let count = 0
beforeAll(async () => {
  site = await startProviderSite({ backChannel: true })
  ;({ app, idp, root, id } = site)
  production = await site.startProduction()
})
afterAll(() => site.close())
beforeEach(() => site.setClocks())

async function staff({ abilities = ['Report View'] } = {}) {
  const sub = `staff-${(count += 1)}`
  idp.add({ sub, name: 'Ada' })
  const user = await makeUser(app.db)
  if (abilities.length > 0) await giveRole(app.db, user.id, { abilities })
  await giveAccount(site, sub, user.id)
  return { sub, user }
}

/** Signs in; `ask` says whether the session lives. */
async function enter(sub: string) {
  const own = openBrowser(app, idp)
  const { body } = await own.signIn(id, sub)
  const { token } = body.login as { token: string }
  return { ...own, token, ask: async () => (await own.request('GET /api/my-session', { token })).status }
}

const seconds = () => Math.floor(Date.now() / 1000)
const facts = (rest: object) => logoutFacts(site, rest)
const send = (token: string, to?: string) => postLogout(site, token, to)
const sidOf = async (userId: string) =>
  (
    await app.db
      .selectFrom('provider_logins as l')
      .innerJoin('provider_accounts as a', 'a.id', 'l.account_id')
      .select('l.sid')
      .where('a.user_id', '=', userId)
      .orderBy('l.created_at')
      .execute()
  ).map(({ sid }) => sid ?? '')

describe('back-channel logout', () => {
  it('ends the sessions of a subject at once, and no others', async () => {
    const [one, other] = [await staff(), await staff()]
    const sessions = [await enter(one.sub), await enter(one.sub), await enter(other.sub)]
    const answer = await send(await idp.sign(facts({ sub: one.sub }), { typ: 'logout+jwt' }))
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(await Promise.all(sessions.map(({ ask }) => ask()))).toEqual([401, 401, 200])
  })

  it('ends one session of a person by its name', async () => {
    const { sub, user } = await staff()
    const [first, second] = [await enter(sub), await enter(sub)]
    const [sid = ''] = await sidOf(user.id)
    expect(sid).not.toBe('')
    expect((await send(await idp.sign(facts({ sid })))).statusCode).toBe(200)
    expect([await first.ask(), await second.ask()]).toEqual([401, 200])
  })

  it('ends a sign-in that waits for its second factor', async () => {
    const { sub } = await staff()
    const own = openBrowser(production, idp)
    const asked = await own.signIn(id, sub)
    expect([asked.status, asked.problem.code]).toEqual([401, 'code_required'])
    expect((await send(await idp.sign(facts({ sub })))).statusCode).toBe(200)
    const body = { login_ticket: asked.problem.login_ticket, code: '000000' }
    expect((await own.request('POST /api/login/confirm', { body })).problem.code).toBe('login_expired')
  })

  it('takes a token once, and one of 50 at the same moment', async () => {
    const { sub } = await staff()
    const token = await idp.sign(facts({ sub }))
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(token)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const session = await enter(sub)
    expect((await send(token)).statusCode).toBe(400)
    expect(await session.ask()).toBe(200)
  })

  it('ends nothing by a forged or unfit token', async () => {
    const { sub } = await staff()
    const session = await enter(sub)
    const forged = await idp.forgeKey()
    const unknown = { ...(await idp.forgeKey()), kid: 'another' }
    const unfit = [
      await idp.sign(facts({ sub }), { by: forged }),
      await idp.sign(facts({ sub }), { by: unknown }),
      await idp.sign(facts({ sub, iss: 'https://evil.example' })),
      await idp.sign(facts({ sub, aud: 'another' })),
      await idp.sign(facts({ sub, iat: seconds() - 3600, exp: seconds() + 60 })),
      await idp.sign(facts({ sub, exp: seconds() - 120 })),
      await idp.sign(facts({ sub, events: {} })),
      await idp.sign(facts({ sub, events: undefined })),
      await idp.sign(facts({ sub, nonce: 'x' })),
      await idp.sign(facts({ sub, jti: undefined })),
      await idp.sign(facts({})),
      await idp.sign(facts({ sub }), { typ: 'at+jwt' }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(facts({ sub }))).toString('base64url')}.`,
      'nonsense',
      '',
    ]
    for (const token of unfit) {
      const answer = await send(token)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_logout_token'])
    }
    expect((await send(await idp.sign(facts({ sub })), randomUUID())).statusCode).toBe(400)
    expect(await session.ask()).toBe(200)
  })

  /** As from one address; to a server with limits. */
  const sendFrom = async (from: string, token: string) => (await postLogout({ app: production, id }, token, id, from)).statusCode

  it('refuses none of many valid tokens of an address', async () => {
    const { sub } = await staff()
    const from = '10.77.0.1'
    for (let count = 0; count < 1200; count += 1) production.platform.limits.admitAny(from)
    const tokens = await Promise.all(Array.from({ length: 61 }, () => idp.sign(facts({ sub }))))
    for (const token of tokens) expect(await sendFrom(from, token)).toBe(200)
    // A token counts once.
    for (const token of tokens) expect(await sendFrom(from, token)).toBe(400)
    const session = await enter(sub)
    expect([await sendFrom(from, await idp.sign(facts({ sub }))), await session.ask()]).toEqual([200, 401])
  })

  it('does not go on verifying tokens of an address that sent 60 that are not valid', async () => {
    const { sub } = await staff()
    const session = await enter(sub)
    const from = '10.77.0.2'
    for (let count = 0; count < 60; count += 1) expect(await sendFrom(from, `nonsense ${count}`)).toBe(400)
    const token = await idp.sign(facts({ sub }))
    expect([await sendFrom(from, 'nonsense'), await sendFrom(from, token), await session.ask()]).toEqual([429, 429, 200])
    expect([await sendFrom('10.77.0.3', token), await session.ask()]).toEqual([200, 401])
  })

  it('reads no body that is much longer than a token', async () => {
    expect(await sendFrom('10.77.0.4', 'x'.repeat(20_000))).toBe(413)
  })

  it('reads changed keys for a logout', async () => {
    const { sub } = await staff()
    const session = await enter(sub)
    await idp.rotateKey()
    // A sign-in reads them at once; a logout token alone at most every ten seconds.
    await enter((await staff()).sub)
    expect((await send(await idp.sign(facts({ sub })))).statusCode).toBe(200)
    expect(await session.ask()).toBe(401)
  })
})

describe('logging out here', () => {
  it('answers where to log out at the provider, and nothing for another session', async () => {
    const { sub, user } = await staff()
    const { request, token, ask } = await enter(sub)
    const { body } = await request('POST /api/logout', { token })
    const address = new URL(body.provider_logout)
    expect(address.origin).toBe(idp.issuer)
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${testSite}/`)
    expect(address.href).not.toContain(sub)
    expect(await ask()).toBe(401)
    const plain = await app.request('POST /api/logout', { token: await app.signIn(user) })
    expect(plain.body).toEqual({ message: 'You are logged out.' })
  })

  it('logs out here although the provider is away', async () => {
    const { sub } = await staff()
    const { request, token, ask } = await enter(sub)
    app.clock.advance(11 * 60_000)
    idp.behave('error')
    const { status, body } = await request('POST /api/logout', { token })
    idp.behave('no')
    expect([status, body.provider_logout]).toEqual([200, undefined])
    expect(await ask()).toBe(401)
  })
})

describe('renewal', () => {
  const renew = () => providerRenewalJob.run(app.platform, new AbortController().signal)
  const minutes = (some: number) => app.clock.advance(some * 60_000)

  it('keeps sessions of staff while the provider vouches for them', async () => {
    const { sub, user } = await staff()
    const { ask } = await enter(sub)
    for (let turn = 0; turn < 3; turn += 1) {
      minutes(45)
      await renew()
      expect(await ask()).toBe(200)
    }
    const { last_seen_at } = await app.db
      .selectFrom('provider_accounts')
      .select('last_seen_at')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(Date.parse(last_seen_at)).toBe(app.clock.now().getTime())
  })

  it('ends the sessions of a person who is disabled at the provider, at the next renewal', async () => {
    const { sub } = await staff()
    const { ask } = await enter(sub)
    idp.add({ sub, disabled: true })
    minutes(41)
    expect(await ask()).toBe(200)
    await renew()
    expect(await ask()).toBe(401)
  })

  it('ends them an hour after the provider last answered, and not before', async () => {
    const { sub } = await staff()
    const { ask } = await enter(sub)
    idp.behave('error')
    minutes(41)
    await renew()
    expect(await ask()).toBe(200)
    minutes(20)
    await renew()
    idp.behave('no')
    expect(await ask()).toBe(401)
    await renew()
    expect(await ask()).toBe(401)
  })

  it('does not renew for clients, whose sessions stay, and keeps no refresh token of theirs', async () => {
    const { sub, user } = await staff({ abilities: [] })
    const { ask } = await enter(sub)
    const kept = await app.db
      .selectFrom('provider_logins as l')
      .innerJoin('provider_accounts as a', 'a.id', 'l.account_id')
      .select('l.refresh_token')
      .where('a.user_id', '=', user.id)
      .execute()
    expect(kept).toEqual([{ refresh_token: null }])
    minutes(24 * 60)
    await renew()
    expect(await ask()).toBe(200)
  })
})

describe('programs’ tokens of a person whose role demands the provider', () => {
  const renew = () => providerRenewalJob.run(app.platform, new AbortController().signal)
  const password = 'seven purple kettles'

  /** Signed in by the provider, with a token for a program. */
  async function withToken({ demanded = true } = {}) {
    const { sub, user } = await staff()
    await app.db
      .updateTable('users')
      .set({ password_hash: await hash(password) })
      .where('id', '=', user.id)
      .execute()
    if (demanded) await giveRole(app.db, user.id, { name: `Only ${sub}`, abilities: ['User List'], single_sign_on_only: true })
    const session = await enter(sub)
    const body = { name: 'Calendar', days: 90, scope: 'read', current_password: password }
    const made = await session.request('POST /api/my-profile/tokens', { token: session.token, body })
    expect(made.status).toBe(201)
    const use = async () => (await app.request('GET /api/my-session', { token: made.body.token })).status
    expect(await use()).toBe(200)
    return { sub, user, session, use }
  }

  it('rest from a back-channel logout until the person signs in by the provider again', async () => {
    const { sub, use } = await withToken()
    await send(await idp.sign(facts({ sub })))
    expect(await use()).toBe(401)
    await enter(sub)
    expect(await use()).toBe(200)
  })

  it('go on while another session at the provider lives', async () => {
    const { user, sub, use } = await withToken()
    const first = await sidOf(user.id)
    await enter(sub)
    await send(await idp.sign(facts({ sid: first })))
    expect(await use()).toBe(200)
    await send(await idp.sign(facts({ sub })))
    expect(await use()).toBe(401)
  })

  /** Leaves the sessions without logging out: they are over, but not ended. */
  const leave = (userId: string) =>
    app.db
      .updateTable('sessions')
      .set({ last_used_at: new Date(app.clock.now().getTime() - 2 * 3_600_000) })
      .where('user_id', '=', userId)
      .where('program', 'is', null)
      .execute()
  const countRenewable = async (userId: string) => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM provider_logins l
      JOIN provider_accounts a ON a.id = l.account_id WHERE a.user_id = ${userId} AND l.refresh_token IS NOT NULL`.execute(app.db)
    return rows[0]?.count
  }

  it('rest from the logout of the last session in use, although an earlier login was left', async () => {
    const { user, sub, use } = await withToken()
    await leave(user.id)
    await enter(sub)
    expect(await countRenewable(user.id)).toBe(1)
    await send(await idp.sign(facts({ sid: (await sidOf(user.id))[1] })))
    expect([await use(), await countRenewable(user.id)]).toEqual([401, 0])
  })

  it('keep no earlier login alive that was left after the next one', async () => {
    const { user, sub, use } = await withToken()
    await enter(sub)
    expect(await countRenewable(user.id)).toBe(2)
    const [, sid] = await sidOf(user.id)
    await leave(user.id)
    await send(await idp.sign(facts({ sid })))
    expect(await use()).toBe(401)
  })

  it('rest at the first refused renewal, although the person signed in several times', async () => {
    const { user, sub, use } = await withToken()
    await enter(sub)
    await leave(user.id)
    idp.add({ sub, disabled: true })
    app.clock.advance(41 * 60_000)
    await renew()
    expect(await use()).toBe(401)
  })

  it('go on with the refresh token of a login that waits for its second factor', async () => {
    const { sub, user } = await staff()
    const own = openBrowser(production, idp)
    expect((await own.signIn(id, sub)).problem.code).toBe('code_required')
    await enter(sub)
    expect(await countRenewable(user.id)).toBe(2)
  })

  it('rest when the provider refuses the renewal, also long after the session was left', async () => {
    const { sub, use } = await withToken()
    app.clock.advance(3 * 3_600_000)
    await renew()
    expect(await use()).toBe(200)
    idp.add({ sub, disabled: true })
    app.clock.advance(41 * 60_000)
    await renew()
    expect(await use()).toBe(401)
  })

  it('go on while the provider does not answer', async () => {
    const { use } = await withToken()
    idp.behave('error')
    app.clock.advance(41 * 60_000)
    await renew()
    idp.behave('no')
    expect(await use()).toBe(200)
  })

  it('rest where no account is linked, or its provider is switched off', async () => {
    const { user, use } = await withToken()
    const off = (enabled: boolean) => app.request('PUT /api/providers/{id}', { token: root, params: { id }, body: { enabled } })
    await off(false)
    expect(await use()).toBe(401)
    await off(true)
    expect(await use()).toBe(200)
    await app.db.deleteFrom('provider_accounts').where('user_id', '=', user.id).execute()
    expect(await use()).toBe(401)
  })

  it('of other people go on after a logout there', async () => {
    const { sub, use } = await withToken({ demanded: false })
    await send(await idp.sign(facts({ sub })))
    expect(await use()).toBe(200)
  })
})

describe('the second factor', () => {
  it('is asked of staff in production, unless the provider asks for one', async () => {
    const { sub } = await staff()
    const own = openBrowser(production, idp)
    expect((await own.signIn(id, sub)).problem).toMatchObject({ code: 'code_required', authenticator: { secret: expect.any(String) } })
    await app.request('PUT /api/providers/{id}', { token: root, params: { id }, body: { second_factor: true } })
    expect((await own.signIn(id, sub)).status).toBe(200)
    await app.request('PUT /api/providers/{id}', { token: root, params: { id }, body: { second_factor: false } })
  })
})

describe('staff whom no provider has seen', () => {
  it('lists them, those never seen first', async () => {
    const { user } = await staff()
    const never = await makeUser(app.db)
    await giveRole(app.db, never.id, { abilities: ['Report View'] })
    const list = async (days: number) =>
      (await app.request('GET /api/provider-staff', { token: root, query: { days } })).body.data.map(
        (one: { user: { id: string } }) => one.user.id,
      )
    expect(await list(30)).toContain(never.id)
    expect(await list(30)).not.toContain(user.id)
    const long = new Date(app.clock.now().getTime() - 40 * 86_400_000)
    await app.db.updateTable('provider_accounts').set({ last_seen_at: long }).where('user_id', '=', user.id).execute()
    const found = await list(30)
    expect(found.indexOf(never.id)).toBeLessThan(found.indexOf(user.id))
  })
})

describe('switching a provider off', () => {
  const put = (body: object) => app.request('PUT /api/providers/{id}', { token: root, params: { id }, body })

  it('leaves no session that began there, of a client either, and no sign-in that waits for its second factor', async () => {
    const [person, client, waiting] = [await staff(), await staff({ abilities: [] }), await staff()]
    const sessions = [await enter(person.sub), await enter(client.sub)]
    const elsewhere = await app.signIn(client.user)
    const own = openBrowser(production, idp)
    const { problem } = await own.signIn(id, waiting.sub)
    expect(problem.code).toBe('code_required')
    expect((await put({ enabled: false })).status).toBe(200)
    try {
      expect(await Promise.all(sessions.map(({ ask }) => ask()))).toEqual([401, 401])
      const body = { login_ticket: problem.login_ticket, code: '000000' }
      expect((await own.request('POST /api/login/confirm', { body })).problem.code).toBe('login_expired')
      expect((await app.request('GET /api/my-session', { token: elsewhere })).status).toBe(200)
    } finally {
      expect((await put({ enabled: true })).status).toBe(200)
    }
    expect(await Promise.all(sessions.map(({ ask }) => ask()))).toEqual([401, 401])
    expect(await (await enter(client.sub)).ask()).toBe(200)
  })

  it('leaves the administrator who does it signed in, to switch it on again', async () => {
    const chief = await enter((await staff({ abilities: ['*'] })).sub)
    const turn = (enabled: boolean) => chief.request('PUT /api/providers/{id}', { token: chief.token, params: { id }, body: { enabled } })
    expect([(await turn(false)).status, (await turn(true)).status]).toEqual([200, 200])
  })
})
