import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import type { TestApp } from '../../testing/app.ts'
import type { TestIdentityProvider } from '../../../e2e/support/identity-provider.ts'
import { enableProvider, giveAccount, openBrowser, startProviderSite, type ProviderSite } from '../../testing/provider-sign-in.ts'
import { openCode } from '../../platform/secrets/pending-code.ts'
import { timeStepAt, totpCode } from '../sessions/second-step/check-totp.ts'
import { authenticatorPlace } from '../sessions/second-step/commands.ts'

let site: ProviderSite
let app: TestApp
/**
 * The same organisation in production, where staff need a second factor. Nothing listens at its
 * gateway: the tests read the queued code.
 */
let production: TestApp
let idp: TestIdentityProvider
let root: string
let id: string
let count = 0
beforeAll(async () => {
  site = await startProviderSite()
  ;({ app, idp, root, id } = site)
  production = await site.startProduction({ OPENHOUR_SMTP_URL: 'smtp://127.0.0.1:9', OPENHOUR_MAIL_FROM: 'desk@example.org' })
})
afterAll(() => site.close())
beforeEach(() => site.setClocks())
afterEach(() => idp.behave('no'))

const now = () => app.clock.now()
const address = () => `ada.${(count += 1)}@uni.example`
const browser = () => openBrowser(app, idp)
const demand = (userId: string) =>
  giveRole(app.db, userId, { name: `Only ${(count += 1)}`, abilities: ['Report View'], single_sign_on_only: true })

/** A person at the provider, with an address that it confirmed. */
function person(facts: object) {
  const sub = `linking-${(count += 1)}`
  idp.add({ sub, name: 'Ada Byron', email_verified: true, phone_number_verified: true, ...facts })
  return sub
}

/** A member of staff whose role demands the provider, with a confirmed address and no account linked. */
async function staff(facts: Parameters<typeof makeUser>[1] = {}) {
  const email = address()
  const user = await makeUser(app.db, { email, email_verified_at: now(), ...facts })
  await demand(user.id)
  return { user, email, sub: person({ email }) }
}

/** Comes from the provider with a ticket; `ask` for the code and `link` with it. */
async function arrive(sub: string, at = id, own = browser()) {
  const { arrival } = (await own.signIn(at, sub)).body
  const { provider_ticket } = arrival
  const ask = (by = 'email') => own.request('POST /api/login/provider/code', { body: { provider_ticket, by } })
  const link = (body: object, by = 'email') => own.request('POST /api/login/provider/link', { body: { provider_ticket, by, ...body } })
  const linkNow = async (by = 'email') => {
    const { demo_code: code, join_ticket } = (await ask(by)).body
    return link({ code, join_ticket }, by)
  }
  return { own, arrival, provider_ticket, ask, link, linkNow }
}

const accountsOf = (userId: string) => app.db.selectFrom('provider_accounts').selectAll().where('user_id', '=', userId).execute()
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

describe('linking by a code to the address that the provider confirmed', () => {
  it('lets a person in whose role demands the provider and who has no account linked', async () => {
    const { user, email, sub } = await staff()
    const join = (await app.request('POST /api/join', { body: { email } })).body
    const refused = await app.request('POST /api/confirm', { body: { email, code: join.demo_code } })
    expect(refused.problem.code).toBe('single_sign_on_only')
    const { arrival, own, linkNow } = await arrive(sub)
    expect(arrival).toMatchObject({ known: true, confirm_by: ['email'], email, phone: null })
    const { status, body } = await linkNow()
    expect([status, body.user.id]).toEqual([200, user.id])
    expect((await own.request('GET /api/my-session', { token: body.token })).status).toBe(200)
    expect((await browser().signIn(id, sub)).body.login.user.id).toBe(user.id)
    const sessions = await app.db.selectFrom('sessions').select('method').where('user_id', '=', user.id).execute()
    expect(sessions).toEqual([{ method: 'provider' }, { method: 'provider' }])
  })

  it('offers the address before the number, where the provider confirmed both', async () => {
    const { sub } = await staff()
    idp.add({ ...idp.people.get(sub), sub, phone_number: '+447700900777' })
    expect((await arrive(sub)).arrival.confirm_by).toEqual(['email', 'phone'])
  })

  it('lets the owner of a phone number in', async () => {
    const user = await makeUser(app.db, { phone_verified_at: now() })
    await demand(user.id)
    const { arrival, linkNow } = await arrive(person({ phone_number: user.phone }))
    expect(arrival).toMatchObject({ known: true, confirm_by: ['phone'], phone: user.phone })
    expect((await linkNow('phone')).body.user.id).toBe(user.id)
  })

  it('tells the person by their number and address, and records it', async () => {
    const { user, email, sub } = await staff()
    await (await arrive(sub)).linkNow()
    const told = await app.db.selectFrom('outbox').select('detail').where('user_id', '=', user.id).execute()
    const announced = told.map(({ detail }) => detail as { what?: string }).find(({ what }) => what === 'provider_linked')
    expect(announced).toMatchObject({ email, phone: user.phone, provider: expect.stringMatching(/^University/) })
    const audit = await app.db.selectFrom('audit').select('action').where('person_id', '=', user.id).execute()
    expect(audit.map(({ action }) => action)).toContain('account_linked')
  })

  it('links with one of 200 parallel uses', async () => {
    const { user, sub } = await staff()
    const { ask, link } = await arrive(sub)
    const { demo_code: code, join_ticket } = (await ask()).body
    const answers = await Promise.all(Array.from({ length: 200 }, () => link({ code, join_ticket })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // A busy server refuses some before they are looked at.
    expect(answers.filter(({ status }) => ![200, 422, 503].includes(status))).toEqual([])
    expect(await accountsOf(user.id)).toHaveLength(1)
  })

  it('links one of two subjects of the provider that share the address', async () => {
    const { user, email, sub } = await staff()
    const [one, two] = [await arrive(sub), await arrive(person({ email }))]
    const asked = [(await one.ask()).body, (await two.ask()).body]
    const uses = [one, two].map(({ link }, at) => link({ code: asked[0].demo_code, join_ticket: asked[at].join_ticket }))
    const answers = await Promise.all(uses)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await accountsOf(user.id)).toHaveLength(1)
    const loser = answers[0]?.status === 200 ? two : one
    app.clock.advance(6 * 60_000)
    expect((await loser.linkNow()).problem.code).toBe('account_taken')
    expect(await accountsOf(user.id)).toHaveLength(1)
  })
})

describe('what opens no record', () => {
  const records = {
    'an address that staff typed': () => staff({ email_verified_at: null }),
    'an address of two people, of whom none confirmed it': async () => {
      const known = await staff({ email_verified_at: null })
      await makeUser(app.db, { email: known.email })
      return known
    },
    'a deactivated person': async () => {
      const known = await staff()
      await app.db.updateTable('users').set({ active: false }).where('id', '=', known.user.id).execute()
      return known
    },
    'a merged person': async () => {
      const known = await staff()
      const kept = await makeUser(app.db)
      await app.db.updateTable('users').set({ active: false, merged_into: kept.id }).where('id', '=', known.user.id).execute()
      return known
    },
    'a person with another account of the provider': async () => {
      const known = await staff()
      await giveAccount(site, `other-${known.sub}`, known.user.id)
      return known
    },
  }
  const codes: Partial<Record<keyof typeof records, string>> = {
    'a merged person': 'record_merged',
    'a person with another account of the provider': 'account_taken',
  }

  it.each(Object.keys(records) as (keyof typeof records)[])(
    '%s: the answer to asking for a code is the same as where it opens one, and the right code is refused',
    async who => {
      const [matching, other] = [await staff(), await records[who]()]
      const [right, wrong] = [await arrive(matching.sub), await arrive(other.sub)]
      const said = ({ status, body, headers }: Awaited<ReturnType<typeof right.ask>>) => {
        const { demo_code: _, request_id: __, join_ticket: ___, ...rest } = body
        const { 'x-request-id': ____, date: _____, ...named } = headers
        return { status, rest, named }
      }
      const asked = [await right.ask(), await wrong.ask()]
      expect(said(asked[1]!)).toEqual(said(asked[0]!))
      const { provider_ticket: _, email: __, ...shown } = wrong.arrival
      expect(shown).toEqual({ ...shown, known: true, confirm_by: ['email'] })
      const { demo_code: code, join_ticket } = asked[1]!.body
      const before = await accountsOf(other.user.id)
      const wrongCode = await wrong.link({ code: wrongFor(code), join_ticket })
      expect([wrongCode.status, wrongCode.problem.code]).toEqual([422, 'wrong_code'])
      const refused = await wrong.link({ code, join_ticket })
      expect([refused.status, refused.problem.code]).toEqual([409, codes[who] ?? 'already_registered'])
      expect(await accountsOf(other.user.id)).toEqual(before)
    },
  )

  it('a number that was not used for a year', async () => {
    const user = await makeUser(app.db, { phone_verified_at: now() })
    const { linkNow } = await arrive(person({ phone_number: user.phone }))
    await app.db
      .insertInto('phone_uses')
      .values({ user_id: user.id, used_at: new Date(now().getTime() - 366 * 24 * 3_600_000) })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(({ ref }) => ({ used_at: ref('excluded.used_at') })))
      .execute()
    expect((await linkNow('phone')).problem.code).toBe('already_registered')
    expect(await accountsOf(user.id)).toEqual([])
  })

  it('a stolen password with any account of the provider', async () => {
    const password = 'seven purple kettles'
    const { user, email } = await staff({ password_hash: await hash(password) })
    expect((await app.request('POST /api/login', { body: { email, password } })).problem.code).toBe('single_sign_on_only')
    // The thief's own record, whose code they can read.
    const thief = address()
    await makeUser(app.db, { email: thief, email_verified_at: now() })
    const { own, provider_ticket, link } = await arrive(person({ email: thief }))
    const { demo_code: code, join_ticket } = (await app.request('POST /api/join', { body: { email } })).body
    expect((await link({ code, join_ticket })).problem.code).toBe('wrong_code')
    expect((await link({ code, join_ticket }, 'phone')).problem.code).toBe('ticket_expired')
    const named = { provider_ticket, by: 'email', code, join_ticket, email }
    expect((await own.request('POST /api/login/provider/link', { body: named })).status).toBe(422)
    expect(await accountsOf(user.id)).toEqual([])
  })
})

describe('a ticket', () => {
  it('is worth nothing in another browser', async () => {
    const { user, sub } = await staff()
    const { ask, provider_ticket } = await arrive(sub)
    const body = { provider_ticket, by: 'email' }
    const other = browser()
    await other.start(id)
    expect((await other.request('POST /api/login/provider/code', { body })).problem.code).toBe('ticket_expired')
    expect((await app.request('POST /api/login/provider/code', { body })).problem.code).toBe('ticket_expired')
    const { demo_code: code, join_ticket } = (await ask()).body
    const link = { body: { ...body, code, join_ticket } }
    expect((await other.request('POST /api/login/provider/link', link)).problem.code).toBe('ticket_expired')
    expect(await accountsOf(user.id)).toEqual([])
  })

  it('does not link after five wrong codes, and wrong codes count together with those for joining', async () => {
    const { user, email, sub } = await staff()
    const { ask, link } = await arrive(sub)
    const { demo_code: code, join_ticket } = (await ask()).body
    for (let guess = 0; guess < 5; guess += 1) expect((await link({ code: wrongFor(code), join_ticket })).problem.code).toBe('wrong_code')
    expect((await link({ code, join_ticket })).problem.code).toBe('wrong_code')
    const tries = await app.db
      .selectFrom('join_tickets as t')
      .innerJoin('phone_codes as c', 'c.id', 't.code_id')
      .select(({ fn }) => fn.sum<string>('t.tries').as('tries'))
      .where('c.email', '=', email)
      .executeTakeFirstOrThrow()
    expect(Number(tries.tries)).toBe(5)
    expect(await accountsOf(user.id)).toEqual([])
  })

  it('asks for no second code while the pause of the first lasts, also of another browser', async () => {
    const { email, sub } = await staff()
    const { ask } = await arrive(sub)
    await ask()
    await (await arrive(sub)).ask()
    await app.request('POST /api/join', { body: { email } })
    expect(await app.db.selectFrom('phone_codes').select('id').where('email', '=', email).execute()).toHaveLength(1)
  })

  it('is over after twenty minutes, and where the provider was switched off', async () => {
    const { user, sub } = await staff()
    const off = await enableProvider(app, idp, root)
    const { ask, link } = await arrive(sub, off)
    const { demo_code: code, join_ticket } = (await ask()).body
    await app.request('PUT /api/providers/{id}', { token: root, params: { id: off }, body: { enabled: false } })
    expect([(await ask()).problem.code, (await link({ code, join_ticket })).problem.code]).toEqual(['ticket_expired', 'ticket_expired'])
    const late = await arrive(sub)
    app.clock.advance(20 * 60_000)
    expect((await late.ask()).problem.code).toBe('ticket_expired')
    expect(await accountsOf(user.id)).toEqual([])
  })

  it('stays usable for signing in another way after a right code that opened nothing', async () => {
    const user = await makeUser(app.db, { email: address() })
    const { own, provider_ticket, linkNow } = await arrive(person({ email: user.email }))
    expect((await linkNow()).problem.code).toBe('already_registered')
    const token = await app.signIn(user)
    expect((await own.request('POST /api/my-profile/provider-accounts', { token, body: { provider_ticket } })).status).toBe(200)
  })
})

describe('a session that ends meanwhile', () => {
  const ways: Record<string, (token: string) => Promise<() => Promise<{ status: number }>>> = {
    'with a ticket': async token => {
      const { own, provider_ticket } = await arrive(person({ email: address() }))
      return () => own.request('POST /api/my-profile/provider-accounts', { token, body: { provider_ticket } })
    },
    'from the profile': async token => {
      const own = browser()
      const started = await own.request('POST /api/my-profile/providers/{id}', { token, params: { id } })
      const returned = await own.visit(started.body.address, person({ email: address() }))
      return () => own.confirm(returned, token)
    },
  }

  it.each(Object.entries(ways))('links no account %s', async (_way, prepare) => {
    const user = await makeUser(app.db)
    const [token, other] = [await app.signIn(user), await app.signIn(user)]
    const ask = await prepare(token)
    const holding = await app.db.startTransaction().execute()
    await sql`LOCK TABLE login_tickets IN SHARE MODE`.execute(holding)
    const ending = app.request('DELETE /api/my-profile/sessions', { token: other })
    await waitForLocks(app.db)
    const asking = ask()
    await Promise.race([asking, waitForLocks(app.db, 2)])
    await holding.commit().execute()
    expect([(await ending).status, (await asking).status]).toEqual([200, 401])
    expect(await accountsOf(user.id)).toEqual([])
  })
})

describe('in production', () => {
  const inProduction = () => openBrowser(production, idp)

  /** The queued code of an address. */
  async function readCode(email: string): Promise<string> {
    const rows = await app.db.selectFrom('outbox').select('detail').where('kind', '=', 'code').orderBy('created_at', 'desc').execute()
    const sealed = rows.map(({ detail }) => detail as { code_id: string; sealed?: string })
    const { id: codeId } = await app.db
      .selectFrom('phone_codes')
      .select('id')
      .where('email', '=', email)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return openCode(production.platform.secrets, codeId, sealed.find(({ code_id }) => code_id === codeId)?.sealed ?? '') ?? ''
  }

  it('offers no code that this site cannot send', async () => {
    const user = await makeUser(app.db, { phone_verified_at: now() })
    const { arrival, ask } = await arrive(person({ phone_number: user.phone }), id, inProduction())
    expect(arrival).toMatchObject({ known: true, confirm_by: [] })
    expect((await ask('phone')).problem.code).toBe('no_gateway')
  })

  it('asks for the person’s own second factor although the provider asks for one, until they have given it once', async () => {
    const trusted = await enableProvider(app, idp, root, { second_factor: true })
    const { user, email, sub } = await staff()
    const secret = randomBytes(20)
    const sealed = production.platform.secrets.seal(authenticatorPlace(user.id), secret)
    await app.db.insertInto('authenticators').values({ user_id: user.id, secret: sealed, last_step: 0, created_at: now() }).execute()
    const { ask, link } = await arrive(sub, trusted, inProduction())
    const { join_ticket, demo_code } = (await ask()).body
    expect(demo_code).toBeUndefined()
    const linked = await link({ code: await readCode(email), join_ticket })
    expect([linked.status, linked.problem.code]).toEqual([401, 'code_required'])
    // A person with only the mailbox and the provider's account gets no further by beginning again.
    const again = await inProduction().signIn(trusted, sub)
    expect(again.problem.code).toBe('code_required')
    const code = totpCode(secret, timeStepAt(production.clock.now()))
    const { login_ticket } = again.problem
    const confirmed = await production.request('POST /api/login/confirm', { body: { login_ticket, code } })
    expect([confirmed.status, confirmed.body.user.id]).toEqual([200, user.id])
    expect((await inProduction().signIn(trusted, sub)).body.login.user.id).toBe(user.id)
  })

  it('asks for none where the provider did and the person has none here', async () => {
    const trusted = await enableProvider(app, idp, root, { second_factor: true })
    const { user, email, sub } = await staff()
    const { ask, link } = await arrive(sub, trusted, inProduction())
    const { join_ticket } = (await ask()).body
    expect((await link({ code: await readCode(email), join_ticket })).body.user.id).toBe(user.id)
  })

  it('asks a person without a second factor to set one up where the provider asks for none', async () => {
    const { email, sub } = await staff()
    const { ask, link } = await arrive(sub, id, inProduction())
    const { join_ticket } = (await ask()).body
    const { problem } = await link({ code: await readCode(email), join_ticket })
    expect([problem.code, problem.authenticator]).toMatchObject(['code_required', { secret: expect.any(String) }])
  })
})
