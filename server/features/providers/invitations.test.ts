import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin, makeUser } from '#database/factories.ts'
import type { TestApp } from '../../testing/app.ts'
import type { TestIdentityProvider } from '../../../e2e/support/identity-provider.ts'
import { enableProvider, giveAccount, openBrowser, startProviderSite, type ProviderSite } from '../../testing/provider-sign-in.ts'

// Invitations with a role that demands an identity provider are accepted by signing in there.

let site: ProviderSite
let app: TestApp
let production: TestApp
let idp: TestIdentityProvider
let root: string
let id: string
let count = 0
beforeAll(async () => {
  site = await startProviderSite()
  ;({ app, idp, root, id } = site)
  production = await site.startProduction()
})
afterAll(() => site.close())
beforeEach(() => site.setClocks())

const browser = () => openBrowser(app, idp)
const look = async (token: string) => (await app.request('POST /api/invitation/look', { body: { token } })).body
const accountsOf = (userId: string) => app.db.selectFrom('provider_accounts').selectAll().where('user_id', '=', userId).execute()

function person(facts: object = {}) {
  const sub = `invited-${(count += 1)}`
  idp.add({ sub, name: 'Ivy Byron', email: `${sub}@uni.example`, email_verified: true, ...facts })
  return sub
}

interface Invited {
  by?: string
  email?: string
  /** Sent to the e-mail address rather than printed. */
  sent?: boolean
  demanded?: boolean
}

/** An invitation of a new person to a role, which demands the provider unless told otherwise. */
async function invite({ by = root, email, sent = false, demanded = true }: Invited = {}) {
  const role = { name: `Only ${randomUUID()}`, abilities: ['Report View'], single_sign_on_only: demanded }
  const { id: roleId } = await app.db.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow()
  const body = { name: 'Ivy', channel: 'print', role_ids: [roleId], ...(email && { email }) }
  const made = await app.request('POST /api/invitations', { token: by, body })
  const { id: invitationId } = made.body as { id: string }
  const { links } = (await app.request('POST /api/invitations/links', { token: by, body: { ids: [invitationId] } })).body
  if (sent && email)
    await app.db.updateTable('invitations').set({ channel: 'email', address: email }).where('id', '=', invitationId).execute()
  return { token: links[0].token as string, userId: made.body.person.id as string, invitationId, roleId }
}

/** Comes back from the provider with a ticket for the invitation. */
async function arrive(invitation: string, sub: string, { own = browser(), at = id } = {}) {
  const { arrival } = (await own.signIn(at, sub, { invitation })).body
  const register = (name = 'Ivy Byron') =>
    own.request('POST /api/login/provider/register', { body: { provider_ticket: arrival.provider_ticket, name } })
  return { own, arrival, register }
}

const addressesOf = (userId: string) =>
  app.db
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'phone', 'phone_verified_at', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** The link still opens what it did, and the record has no account. */
async function expectOpen(token: string, userId: string) {
  expect(await look(token)).toMatchObject({ state: 'open', sign_in: false })
  expect(await accountsOf(userId)).toEqual([])
  const roles = await app.db.selectFrom('role_assignments').select('role_id').where('user_id', '=', userId).execute()
  expect(roles).toEqual([])
}

describe('accepting an invitation by the provider', () => {
  it('links the account, gives the roles and logs in, without a password', async () => {
    const { token, userId, roleId } = await invite()
    expect(await look(token)).toMatchObject({ state: 'open', single_sign_on: true, sign_in: false })
    const sub = person()
    const { own, arrival, register } = await arrive(token, sub)
    expect(arrival).toMatchObject({ invitation: true, known: false, confirm_by: [] })
    await expectOpen(token, userId)
    const { status, body } = await register()
    expect([status, body.user.id, body.user.name, body.abilities]).toEqual([201, userId, 'Ivy Byron', ['Report View']])
    expect((await own.request('GET /api/my-session', { token: body.token })).status).toBe(200)
    expect((await browser().signIn(id, sub)).body.login.user.id).toBe(userId)
    expect(await look(token)).toMatchObject({ state: 'used' })
    expect((await addressesOf(userId)).password_hash).toBeNull()
    const given = await app.db.selectFrom('role_assignments').select(['role_id', 'provider_id']).where('user_id', '=', userId).execute()
    expect(given).toEqual([{ role_id: roleId, provider_id: null }])
    const audit = await app.db.selectFrom('audit').select('action').where('person_id', '=', userId).execute()
    expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['invitation_accepted', 'account_linked', 'roles']))
  })

  it('is offered for other roles too', async () => {
    const { token, userId } = await invite({ demanded: false })
    expect(await look(token)).toMatchObject({ single_sign_on: false })
    expect((await (await arrive(token, person())).register()).body.user.id).toBe(userId)
  })

  it('asks for a second factor in production, and needs no link for the next sign-in', async () => {
    const { token, userId } = await invite()
    const sub = person()
    const own = openBrowser(production, idp)
    const { arrival } = (await own.signIn(id, sub, { invitation: token })).body
    const body = { provider_ticket: arrival.provider_ticket, name: 'Ivy' }
    const asked = await own.request('POST /api/login/provider/register', { body })
    expect([asked.status, asked.problem.code]).toEqual([401, 'code_required'])
    expect(await look(token)).toMatchObject({ state: 'used' })
    expect(await accountsOf(userId)).toHaveLength(1)
    expect((await own.signIn(id, sub)).problem).toMatchObject({ code: 'code_required', authenticator: { secret: expect.any(String) } })
  })

  it('lets in where only people with a record may sign in', async () => {
    const closed = await enableProvider(app, idp, root, { invited_only: true })
    const { token, userId } = await invite()
    expect((await (await arrive(token, person(), { at: closed })).register()).body.user.id).toBe(userId)
  })
})

describe('the addresses of a person who accepts by the provider', () => {
  const take = async (input: Invited, facts: object) => {
    const { token, userId } = await invite(input)
    expect((await (await arrive(token, person(facts))).register()).status).toBe(201)
    return addressesOf(userId)
  }

  it('are those of the record, whatever the provider says', async () => {
    const email = `ivy.${randomUUID()}@home.example`
    for (const facts of [
      {},
      { email_verified: false },
      { email: undefined },
      { phone_number: '+447700900701', phone_number_verified: true },
    ])
      expect(await take({}, facts)).toEqual({
        email: null,
        email_verified_at: null,
        phone: null,
        phone_verified_at: null,
        password_hash: null,
      })
    expect(await take({ email, sent: true }, {})).toMatchObject({ email, email_verified_at: expect.any(String) })
  })

  it('stay unconfirmed where the link was printed, also the same one', async () => {
    const email = `ivy.${randomUUID()}@uni.example`
    expect(await take({ email }, { email })).toMatchObject({ email, email_verified_at: null })
  })

  it('are no one else’s: nothing is taken up after another person confirmed the invited one', async () => {
    const email = `ivy.${randomUUID()}@home.example`
    const { token, userId } = await invite({ email, sent: true })
    const { register } = await arrive(token, person())
    await makeUser(app.db, { email, email_verified_at: app.clock.now() })
    expect((await register()).problem.code).toBe('address_in_use')
    await expectOpen(token, userId)
  })
})

describe('an invitation with a role that demands the provider', () => {
  it('is not used up by a password', async () => {
    const { token, userId } = await invite()
    const refused = await app.request('POST /api/invitation/accept', { body: { token, password: 'seven purple kettles' } })
    expect([refused.status, refused.problem.code]).toEqual([403, 'single_sign_on_only'])
    await expectOpen(token, userId)
    expect((await addressesOf(userId)).password_hash).toBeNull()
  })

  it('is also one whose record holds the role already', async () => {
    const user = await makeUser(app.db, { phone: null })
    await giveRole(app.db, user.id, { name: `Held ${randomUUID()}`, abilities: [], single_sign_on_only: true })
    const made = await app.request('POST /api/invitations', { token: root, body: { user_id: user.id, channel: 'print' } })
    const { links } = (await app.request('POST /api/invitations/links', { token: root, body: { ids: [made.body.id] } })).body
    expect(await look(links[0].token)).toMatchObject({ single_sign_on: true })
  })

  it('stays usable where the provider is away', async () => {
    const { token, userId } = await invite()
    const away = await enableProvider(app, { ...idp, issuer: `${idp.issuer}/away` }, root)
    expect((await browser().start(away, { invitation: token })).problem.code).toBe('provider_unavailable')
    await expectOpen(token, userId)
  })
})

describe('one invitation', () => {
  it('lets one in: of 200 parallel uses, and of two browsers', async () => {
    const { token, userId } = await invite()
    const [one, two] = [await arrive(token, person()), await arrive(token, person())]
    const answers = await Promise.all([...Array.from({ length: 200 }, () => one.register()), two.register()])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => ![201, 409, 422, 503].includes(status))).toEqual([])
    expect(await accountsOf(userId)).toHaveLength(1)
    expect(await app.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).toHaveLength(1)
  })

  it('gives the record to no second provider’s account, which keeps nothing of it', async () => {
    const { token, userId } = await invite()
    const [first, late] = [await arrive(token, person()), person()]
    const second = await arrive(token, late)
    expect((await first.register()).status).toBe(201)
    expect((await second.register()).problem.code).toBe('invitation_used')
    expect((await browser().start(id, { invitation: token })).problem.code).toBe('invitation_used')
    expect(await accountsOf(userId)).toHaveLength(1)
    expect((await browser().signIn(id, late)).body).toMatchObject({ arrival: { invitation: false } })
  })

  it('is worth nothing in another browser', async () => {
    const { token, userId } = await invite()
    const own = browser()
    const back = await own.comeBack(id, person(), { invitation: token })
    const other = browser()
    await other.start(id)
    expect((await other.confirm(back)).problem.code).toBe('login_expired')
    const { arrival } = (await own.confirm(back)).body
    const body = { provider_ticket: arrival.provider_ticket, name: 'Eve' }
    expect((await other.request('POST /api/login/provider/register', { body })).problem.code).toBe('ticket_expired')
    await expectOpen(token, userId)
  })

  it('is not accepted by a state that is replayed', async () => {
    const { token, userId } = await invite()
    const own = browser()
    const back = await own.comeBack(id, person(), { invitation: token })
    expect((await own.confirm(back)).status).toBe(200)
    expect((await own.confirm(back)).problem.code).toBe('login_expired')
    await expectOpen(token, userId)
  })

  it('goes to no account that is linked to another person, before or meanwhile', async () => {
    const { token, userId } = await invite()
    const other = await makeUser(app.db)
    const [known, late] = [person(), person()]
    await giveAccount(site, known, other.id)
    const refused = await browser().signIn(id, known, { invitation: token })
    expect([refused.status, refused.problem.code]).toEqual([409, 'account_taken'])
    const { register } = await arrive(token, late)
    await giveAccount(site, late, other.id)
    expect((await register()).problem.code).toBe('account_taken')
    await expectOpen(token, userId)
    expect(await app.db.selectFrom('sessions').select('id').where('user_id', 'in', [userId, other.id]).execute()).toEqual([])
  })
})

describe('an invitation that ends while the person is at the provider', () => {
  const endings: Record<string, [string, (made: Awaited<ReturnType<typeof invite>>) => Promise<unknown>]> = {
    'is revoked': [
      'invitation_over',
      ({ invitationId: one }) => app.request('POST /api/invitations/{id}/revoke', { token: root, params: { id: one } }),
    ],
    expires: ['invitation_over', async () => app.clock.advance(60_000)],
    'gets a new link': [
      'invitation_over',
      ({ invitationId: one }) => app.request('POST /api/invitations/links', { token: root, body: { ids: [one] } }),
    ],
    'belongs to a person who is deactivated': [
      'invitation_over',
      ({ userId }) => app.db.updateTable('users').set({ active: false }).where('id', '=', userId).execute(),
    ],
    'belongs to a person who has an account meanwhile': [
      'sign_in_to_accept',
      ({ userId }) => app.db.updateTable('users').set({ phone_verified_at: app.clock.now() }).where('id', '=', userId).execute(),
    ],
    'is of an inviter who loses their rights': [
      'invitation_blocked',
      () => app.db.deleteFrom('role_assignments').where('user_id', '=', inviter.id).execute(),
    ],
  }
  let inviter: Awaited<ReturnType<typeof makeAdmin>>

  it.each(Object.keys(endings))('%s: it opens nothing', async how => {
    const [code, end] = endings[how]!
    inviter = await makeAdmin(app.db)
    const made = await invite({ by: await app.signIn(inviter) })
    // The three days of the link end in a minute; a ticket lives for longer.
    const expires_at = new Date(app.clock.now().getTime() + 60_000)
    await app.db.updateTable('invitations').set({ expires_at }).where('id', '=', made.invitationId).execute()
    const { register } = await arrive(made.token, person())
    await end(made)
    expect((await register()).problem.code).toBe(code)
    expect(await accountsOf(made.userId)).toEqual([])
    expect(await app.db.selectFrom('sessions').select('id').where('user_id', '=', made.userId).execute()).toEqual([])
  })

  it('begins with no link that is over or invented', async () => {
    const { token, invitationId: one } = await invite()
    await app.request('POST /api/invitations/{id}/revoke', { token: root, params: { id: one } })
    for (const invitation of [token, 'invented']) expect((await browser().start(id, { invitation })).problem.code).toBe('invitation_over')
  })
})
