import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin, makeContract, makeUser } from '#database/factories.ts'
import { endEverySession } from '#database/restored.ts'
import pg from 'pg'
import { readSecret } from '../../testing/authenticator.ts'
import type { Arrived } from '../../testing/mail-server.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { totpCode, timeStepAt } from '../sessions/second-step/check-totp.ts'
import { textOf } from '../../testing/text-of.ts'

const password = 'seven purple kettles'
const day = 86_400_000

let o: Organisation
let token: string
let admin: Organisation['staff']
let desk: { id: string; name: string }
let count = 0

beforeAll(async () => void (o = await openOrganisation()))
afterAll(() => o.close())
beforeEach(async () => {
  o.app.clock.advance(60 * 60_000)
  o.mail.behave({})
  admin = await makeAdmin(o.db)
  token = await o.app.signIn(admin)
  desk = await makeRole(['User List'])
})

const makeRole = (abilities: string[], more = {}) =>
  o.db
    .insertInto('roles')
    .values({ name: `Invited role ${(count += 1)}`, abilities, ...more })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
const address = () => `invited${(count += 1)}@example.org`
const number = () => `+44770${String(3_000_000 + (count += 1))}`
/** From an address of its own: how much one may ask is another test's. */
const post = (url: string, payload: object, as?: string) =>
  o.app.http
    .inject({
      method: 'POST',
      url,
      payload,
      headers: as ? { authorization: `Bearer ${as}` } : {},
      remoteAddress: `10.${(count += 1) >> 8}.${count & 255}.1`,
    })
    .then(answer => ({ status: answer.statusCode, body: answer.json() }))
const invite = (body: object, as = token) =>
  o.app.request('POST /api/invitations', { body: { name: 'Ivy', channel: 'email', ...body }, token: as })
const sendAll = async () => {
  while ((await o.send()).count > 0);
}
const tokenIn = (letter: Arrived | undefined) => /\/invitation#([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? ''
const accept = (link: string, more: object = {}, as?: string) => post('/api/invitation/accept', { token: link, password, ...more }, as)
const look = async (link: string) => (await post('/api/invitation/look', { token: link })).body
const codeFor = (address: string) => tokenIn(o.mail.to(address).at(-1))
const print = async (id: string, as = token) => o.app.request('POST /api/invitations/links', { body: { ids: [id] }, token: as })
const listed = async (id: string) =>
  (await o.app.request('GET /api/invitations', { query: { per_page: 100 }, token })).body.data.find((one: { id: string }) => one.id === id)

/** Invites a new person by e-mail and returns the link's token. */
async function sent(more: object = {}, as = token) {
  const email = address()
  const { body, status } = await invite({ email, ...more }, as)
  expect(status).toBe(201)
  await sendAll()
  return { email, invitation: body, link: codeFor(email) }
}

/** Invites a new person by a printed page. */
async function printed(more: object = {}) {
  const { body } = await invite({ channel: 'print', ...more })
  return { invitation: body, link: (await print(body.id)).body.links[0].token as string }
}

describe('an invitation by e-mail', () => {
  it('arrives with a link, says whom it invites to what, and logs the person in with a verified address', async () => {
    const { email, invitation, link } = await sent()
    expect(invitation).toMatchObject({ person: { name: 'Ivy' }, status: 'pending', roles: [], existing: false, delivery: 'waiting' })
    const [letter] = o.mail.to(email)
    expect(letter?.subject).toBe('You are invited to Larkfield')
    expect(letter?.text).toContain(`${admin.name} invites you to Larkfield`)
    expect(await look(link)).toMatchObject({
      state: 'open',
      name: 'Ivy',
      invited_by: admin.name,
      roles: [],
      sign_in: false,
      channel: 'email',
    })
    expect((await listed(invitation.id)).delivery).toBe('sent')

    const { status, body } = await accept(link, { name: 'Ivy Green' })
    expect([status, body.user]).toEqual([200, expect.objectContaining({ name: 'Ivy Green', email })])
    const user = await o.db.selectFrom('users').selectAll().where('id', '=', body.user.id).executeTakeFirstOrThrow()
    expect(user.email_verified_at).not.toBeNull()
    expect(user.channel).toBe('email')
    const session = await o.db.selectFrom('sessions').select('method').where('user_id', '=', user.id).executeTakeFirstOrThrow()
    expect(session.method).toBe('invitation')
    expect((await o.app.request('GET /api/my-session', { token: body.token })).status).toBe(200)
    expect(await listed(invitation.id)).toMatchObject({ status: 'accepted', existing: false })
  })

  it('has its token nowhere but in the letter', async () => {
    const { email, invitation, link } = await sent({ role_ids: [desk.id] })
    const outbox = await o.db.selectFrom('outbox').selectAll().where('user_id', '=', invitation.person.id).execute()
    // Erasing finds the texts that name who invites by `inviter_id`.
    const detail = { invitation_id: invitation.id, inviter_id: admin.id }
    expect(outbox).toMatchObject([{ state: 'sent', recipient: email, detail }])
    expect(outbox[0]?.detail).not.toHaveProperty('sealed')
    await accept(link)
    const tables = ['outbox', 'audit', 'invitations', 'idempotency_keys', 'record_views', 'users', 'sessions'] as const
    const rows = await Promise.all(tables.map(table => o.db.selectFrom(table).selectAll().execute()))
    const shown = (await o.app.request('GET /api/invitations', { query: { per_page: 100 }, token })).body
    const exported = (await o.app.request('GET /api/users/{id}/export', { params: { id: invitation.person.id }, token })).body
    expect(textOf([rows, invitation, shown, exported])).not.toContain(link)
  })

  it('waits in the outbox with a sealed token, and shows staff no link after a refused delivery', async () => {
    const email = address()
    const { body } = await invite({ email })
    const [waiting] = await o.db.selectFrom('outbox').select('detail').where('user_id', '=', body.person.id).execute()
    expect(waiting?.detail).toMatchObject({ sealed: expect.stringMatching(/^[\w-]{60,}$/) })
    o.mail.behave({ refuse: to => (to === email ? 550 : null) })
    await sendAll()
    const [failed] = await o.db.selectFrom('outbox').selectAll().where('user_id', '=', body.person.id).execute()
    expect(failed).toMatchObject({ state: 'failed', why: 'refused', body: expect.stringContaining('••••••') })
    expect(failed?.detail).not.toHaveProperty('sealed')
    expect((await listed(body.id)).delivery).toBe('failed')
  })

  it('is not sent any more after it was revoked, and only the newest link is sent', async () => {
    const [gone, renewed] = [address(), address()]
    const first = (await invite({ email: gone })).body
    await o.app.request('POST /api/invitations/{id}/revoke', { params: { id: first.id }, token })
    const second = (await invite({ email: renewed })).body
    await o.app.request('POST /api/invitations/{id}/renew', { params: { id: second.id }, token })
    await sendAll()
    expect(o.mail.to(gone)).toHaveLength(0)
    expect(o.mail.to(renewed)).toHaveLength(1)
    expect((await look(codeFor(renewed))).state).toBe('open')
  })
})

describe('a link opens nothing', () => {
  const ends: [string, (sent: { id: string; userId: string }) => Promise<unknown>, string][] = [
    ['after it was revoked', ({ id }) => o.app.request('POST /api/invitations/{id}/revoke', { params: { id }, token }), 'invitation_over'],
    ['after it was renewed', ({ id }) => o.app.request('POST /api/invitations/{id}/renew', { params: { id }, token }), 'invitation_over'],
    ['after three days', async () => o.app.clock.advance(3 * day), 'invitation_over'],
    ['after the person was deactivated', ({ userId }) => end(userId, 'deactivate'), 'invitation_over'],
    [
      'after the person was deactivated and brought back',
      async ({ userId }) => {
        await end(userId, 'deactivate')
        await o.app.request('POST /api/users/{id}/reactivate', { params: { id: userId }, body: {}, token })
      },
      'invitation_over',
    ],
    ['after the address on the record changed', ({ userId }) => change(userId, { email: address() }), 'invitation_over'],
    ['after the person was erased', ({ userId }) => end(userId, 'erase'), 'invitation_over'],
    ['after the record was merged into another', ({ userId }) => mergeAway(userId), 'invitation_over'],
    ['after the database was restored', () => restore(), 'invitation_over'],
    [
      'after the inviter was deactivated',
      () => o.db.updateTable('users').set({ active: false }).where('id', '=', admin.id).execute(),
      'invitation_blocked',
    ],
    ['after the inviter lost what it gives', () => loseRoles(), 'invitation_blocked'],
  ]
  const end = async (id: string, what: 'deactivate' | 'erase') => {
    expect((await o.app.request(`POST /api/users/{id}/${what}`, { params: { id }, body: {}, token })).status).toBe(200)
  }
  const change = (id: string, set: { email: string }) => o.db.updateTable('users').set(set).where('id', '=', id).execute()
  const mergeAway = async (id: string) => {
    const other = await makeUser(o.db)
    await o.db.updateTable('users').set({ active: false, merged_into: other.id }).where('id', '=', id).execute()
  }
  const loseRoles = () => o.db.deleteFrom('role_assignments').where('user_id', '=', admin.id).execute()
  const restore = async () => {
    const client = new pg.Client({ connectionString: o.app.url })
    await client.connect()
    await endEverySession(client)
    await client.end()
  }

  it.each(ends)('%s', async (_, happen, code) => {
    const { invitation, link } = await sent({ role_ids: [desk.id] })
    await happen({ id: invitation.id, userId: invitation.person.id })
    expect((await accept(link)).body.code).toBe(code)
    const user = await o.db.selectFrom('users').selectAll().where('id', '=', invitation.person.id).executeTakeFirstOrThrow()
    expect([user.password_hash, user.email_verified_at]).toEqual([null, null])
    expect(await o.db.selectFrom('role_assignments').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
    expect(await o.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toEqual([])
  })

  it('that was never made: the same answer as for one that has ended', async () => {
    const { link } = await sent()
    o.app.clock.advance(3 * day)
    const strip = ({ body: { request_id: _, ...rest } }: { body: Record<string, unknown> }) => rest
    expect(strip(await accept(link))).toEqual(strip(await accept('A'.repeat(43))))
    expect(await look(link)).toEqual(await look('A'.repeat(43)))
  })

  it('a second time: it says that it was used, and shows no name', async () => {
    const { link } = await sent()
    expect((await accept(link)).status).toBe(200)
    expect((await accept(link)).body.code).toBe('invitation_used')
    expect(await look(link)).toMatchObject({ state: 'used', name: null, invited_by: null, address: null })
  })

  it('twice among 200 uses at once', async () => {
    const { link, invitation } = await sent()
    const answers = await Promise.all(Array.from({ length: 200 }, () => accept(link, { password: undefined })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const sessions = await o.db.selectFrom('sessions').select('id').where('user_id', '=', invitation.person.id).execute()
    expect(sessions).toHaveLength(1)
  }, 60_000)
})

describe('roles', () => {
  it('are given on acceptance, after a second factor was set up', async () => {
    const { email, link } = await sent({ role_ids: [desk.id] })
    const asked = await accept(link)
    expect(asked.body).toMatchObject({ code: 'code_required', authenticator: { secret: expect.any(String) } })
    const { login_ticket, authenticator } = asked.body
    const code = totpCode(readSecret(authenticator.secret), timeStepAt(o.app.clock.now()))
    const { body } = await post('/api/login/confirm', { login_ticket, code })
    expect(body).toMatchObject({ user: { email }, abilities: ['User List'] })
    const given = await o.db.selectFrom('role_assignments').selectAll().where('user_id', '=', body.user.id).execute()
    expect(given).toMatchObject([{ role_id: desk.id, assigned_by: admin.id }])
    const audit = await o.db.selectFrom('audit').select('action').where('person_id', '=', body.user.id).orderBy('id').execute()
    expect(audit.map(({ action }) => action)).toEqual(['created', 'invited', 'invitation_accepted', 'roles', 'app_set_up'])
  })

  it('beyond the inviter’s own are refused, and none without RoleAssign Edit', async () => {
    const powerful = await makeRole(['*'])
    const inviter = await makeAdmin(o.db, ['User Edit', 'User List', 'RoleAssign Edit'])
    const as = await o.app.signIn(inviter)
    expect((await invite({ email: address(), role_ids: [powerful.id] }, as)).problem.code).toBe('beyond_own')
    expect((await invite({ email: address(), role_ids: [desk.id] }, as)).status).toBe(201)
    const clerk = await o.app.signIn(await makeAdmin(o.db, ['User Edit', 'User List']))
    expect((await invite({ email: address(), role_ids: [desk.id] }, clerk)).problem.code).toBe('missing_ability')
    expect((await invite({ email: address() }, clerk)).status).toBe(201)
    const roles = (await o.app.request('GET /api/invitations', { token: as })).body.roles.map(({ id }: { id: string }) => id)
    expect(roles).toContain(desk.id)
    expect(roles).not.toContain(powerful.id)
  })

  it('that grew since are not given by a smaller inviter, and the list says so', async () => {
    const inviter = await makeAdmin(o.db, ['User Edit', 'User List', 'RoleAssign Edit'])
    const { invitation, link } = await sent({ role_ids: [desk.id] }, await o.app.signIn(inviter))
    expect((await listed(invitation.id)).blocked).toBe(false)
    await o.db
      .updateTable('roles')
      .set({ abilities: ['User List', 'User Erase'] })
      .where('id', '=', desk.id)
      .execute()
    expect((await listed(invitation.id)).blocked).toBe(true)
    expect((await accept(link)).body.code).toBe('invitation_blocked')
    // A colleague who holds all of it makes a new link.
    await o.app.request('POST /api/invitations/{id}/renew', { params: { id: invitation.id }, token })
    await sendAll()
    expect((await accept(codeFor(invitation.address))).body.code).toBe('code_required')
  })

  it('are not renewed by staff who do not hold them', async () => {
    const powerful = await makeRole(['*'])
    const { invitation } = await sent({ role_ids: [powerful.id] })
    const clerk = await o.app.signIn(await makeAdmin(o.db, ['User Edit', 'User List', 'RoleAssign Edit']))
    const renewed = await o.app.request('POST /api/invitations/{id}/renew', { params: { id: invitation.id }, token: clerk })
    expect(renewed.problem.code).toBe('beyond_own')
  })

  it('of a record without an account are not taken over by staff who hold less', async () => {
    const chief = await makeUser(o.db, { phone_verified_at: null })
    await giveRole(o.db, chief.id, { abilities: ['*'], opens_admin: true })
    const clerk = await o.app.signIn(await makeAdmin(o.db, ['User Edit', 'User List']))
    const refused = await o.app.request('POST /api/invitations', { body: { user_id: chief.id, channel: 'print' }, token: clerk })
    expect(refused.problem.code).toBe('outranked')
  })

  it('wait for the login with the password and the used link, where the person left before the second factor', async () => {
    const phone = number()
    const { link } = await printed({ phone, role_ids: [desk.id] })
    expect((await accept(link)).body.code).toBe('code_required')
    const logIn = (setup_token: string) => post('/api/login', { phone, password, setup_token })
    expect((await logIn('A'.repeat(43))).body.authenticator).toBeUndefined()
    expect((await logIn(link)).body).toMatchObject({ code: 'code_required', authenticator: { secret: expect.any(String) } })
    o.app.clock.advance(3 * day)
    expect((await logIn(link)).body.authenticator).toBeUndefined()
  })
})

describe('a person who has an account', () => {
  it('is not taken over by an invitation to their address: they sign in, and get the roles', async () => {
    const email = address()
    const owner = await makeUser(o.db, { email, password_hash: await hash(password) })
    await o.db.updateTable('users').set({ email_verified_at: o.app.clock.now() }).where('id', '=', owner.id).execute()
    expect((await invite({ email })).problem.code).toBe('has_account')
    const { body } = await invite({ email: email.toUpperCase(), name: 'Someone Else', role_ids: [desk.id] })
    expect(body).toMatchObject({ person: { id: owner.id, name: owner.name }, existing: true })
    await sendAll()
    const link = codeFor(email)
    expect((await look(link)).sign_in).toBe(true)
    expect((await accept(link)).body.code).toBe('sign_in_to_accept')
    const stranger = await o.app.signIn(await makeUser(o.db))
    expect((await accept(link, {}, stranger)).body.code).toBe('sign_in_to_accept')
    const user = await o.db.selectFrom('users').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow()
    expect([user.name, user.password_hash]).toEqual([owner.name, owner.password_hash])
    const own = await o.app.signIn(owner)
    expect(await accept(link, {}, own)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(await o.db.selectFrom('role_assignments').select('role_id').where('user_id', '=', owner.id).execute()).toEqual([
      { role_id: desk.id },
    ])
    // They become privileged, and log in again with a second factor.
    expect((await o.app.request('GET /api/my-session', { token: own })).status).toBe(401)
  })

  it('is not opened by a printed link, also if the account was made after the link', async () => {
    const phone = number()
    const { link, invitation } = await printed({ phone })
    await o.db.updateTable('users').set({ phone_verified_at: o.app.clock.now() }).where('id', '=', invitation.person.id).execute()
    expect((await accept(link)).body.code).toBe('sign_in_to_accept')
    const known = await o.app.request('POST /api/invitations', { body: { user_id: invitation.person.id, channel: 'print' }, token })
    expect(known.problem.code).toBe('has_account')
  })

  it('is named to staff where a number or address is on file and not confirmed', async () => {
    const email = address()
    const holder = await makeUser(o.db, { email, phone: number(), phone_verified_at: null })
    for (const body of [{ email }, { phone: holder.phone, channel: 'print' }]) {
      expect((await invite(body)).problem).toMatchObject({ code: 'person_exists', taken_by: { id: holder.id } })
    }
  })

  it('with the invited address, made meanwhile, keeps it', async () => {
    const { email, link } = await sent()
    const other = await makeUser(o.db, { email })
    await o.db.updateTable('users').set({ email_verified_at: o.app.clock.now() }).where('id', '=', other.id).execute()
    expect((await accept(link)).body.code).toBe('address_in_use')
    expect((await look(link)).state).toBe('open')
  })
})

describe('a printed invitation', () => {
  it('confirms no address, and has a token only in the answer that prints it', async () => {
    const phone = number()
    const { body } = await invite({ channel: 'print', phone, email: address() })
    expect(body).toMatchObject({ channel: 'print', address: null, delivery: null })
    const first = (await print(body.id)).body.links[0].token
    const { link, status } = { link: (await print(body.id)).body.links[0].token, status: (await accept(first)).status }
    expect(status).toBe(404)
    expect((await accept(link)).status).toBe(200)
    const user = await o.db.selectFrom('users').selectAll().where('phone', '=', phone).executeTakeFirstOrThrow()
    expect([user.phone_verified_at, user.email_verified_at]).toEqual([null, null])
    expect((await print(body.id)).problem.code).toBe('invitation_closed')
  })

  it('lets the person log in with the number on file and their password, which remains unconfirmed', async () => {
    const phone = number()
    const { link } = await printed({ phone })
    expect((await look(link)).login_name).toBe(`… ${phone.slice(-3)}`)
    expect((await post('/api/login', { phone, password })).body.code).toBe('wrong_login')
    await accept(link)
    expect((await post('/api/login', { phone, password: 'eight purple kettles' })).body.code).toBe('wrong_login')
    expect((await post('/api/login', { phone, password })).status).toBe(200)
    const user = await o.db.selectFrom('users').select('phone_verified_at').where('phone', '=', phone).executeTakeFirstOrThrow()
    expect(user.phone_verified_at).toBeNull()
  })

  it('is the only one whose token staff see: one that is sent would prove an address to them', async () => {
    const { invitation } = await sent()
    expect((await print(invitation.id)).problem.code).toBe('invitation_closed')
  })
})

describe('accepting', () => {
  it('needs the agreements that registration needs, and changes nothing before', async () => {
    const { contract, version } = await makeContract(o.db)
    await o.db.updateTable('contracts').set({ required_for: 'registration' }).where('id', '=', contract.id).execute()
    const { link } = await sent()
    expect((await accept(link)).body).toMatchObject({ code: 'contracts_required', contracts: [version.id] })
    const { status, body } = await accept(link, { accepted_version_ids: [version.id] })
    await o.db.updateTable('contracts').set({ required_for: null }).where('id', '=', contract.id).execute()
    expect(status).toBe(200)
    const accepted = await o.db.selectFrom('acceptances').select('version_id').where('user_id', '=', body.user.id).execute()
    expect(accepted).toEqual([{ version_id: version.id }])
  })

  it('refuses a common password, and the link still works', async () => {
    const { link } = await sent()
    expect((await accept(link, { password: 'passwordpassword' })).status).toBe(422)
    expect((await accept(link)).status).toBe(200)
  })

  it('is limited per address, as other public calls', async () => {
    const from = (remoteAddress: string) =>
      o.app.http.inject({ method: 'POST', url: '/api/invitation/accept', payload: { token: 'A'.repeat(43) }, remoteAddress })
    const answers = []
    for (let tries = 0; tries < 61; tries += 1) answers.push((await from('172.16.9.9')).statusCode)
    expect(answers.slice(0, 60)).toEqual(Array(60).fill(404))
    expect(answers.at(-1)).toBe(429)
  })
})

describe('a record on file', () => {
  it('is invited with its own address and keeps its history', async () => {
    const email = address()
    const client = await makeUser(o.db, { email, phone: null, phone_verified_at: null })
    const { body } = await o.app.request('POST /api/invitations', { body: { user_id: client.id, channel: 'email' }, token })
    expect(body).toMatchObject({ person: { id: client.id }, address: email })
    expect((await o.app.request('POST /api/invitations', { body: { user_id: client.id, channel: 'email' }, token })).problem.code).toBe(
      'already_invited',
    )
    await sendAll()
    expect((await accept(codeFor(email))).body.user).toMatchObject({ id: client.id })
  })

  it('without an address is not invited by e-mail, and none by text message without a gateway', async () => {
    const client = await makeUser(o.db, { email: null })
    await o.db.updateTable('users').set({ phone_verified_at: null }).where('id', '=', client.id).execute()
    const ask = (channel: string) => o.app.request('POST /api/invitations', { body: { user_id: client.id, channel }, token })
    expect((await ask('email')).problem.errors).toHaveProperty('email')
    expect((await ask('sms')).problem.code).toBe('no_gateway')
  })
})

describe('several people', () => {
  const batch = (text: string, more = {}, key = `batch-${(count += 1)}`) =>
    o.app.request('POST /api/invitations/batch', { body: { text, ...more }, token, headers: { 'idempotency-key': key } })
  const preview = async (text: string, more = {}) =>
    (await o.app.request('POST /api/invitations/preview', { body: { text, ...more }, token })).body as {
      lines: { line: number; problem: string | null; roles: string[] }[]
      valid: number
    }

  it('are checked line by line before anything is written', async () => {
    const [one, two, known] = [address(), address(), address()]
    await makeUser(o.db, { email: known })
    await invite({ email: two })
    const powerful = await makeRole(['*'])
    const clerk = await o.app.signIn(await makeAdmin(o.db, ['User Edit', 'User List', 'RoleAssign Edit']))
    const text = [
      `Ann, ${one}, ${desk.name.toUpperCase()}`,
      `Ben, ${one}`,
      `Cat, ${two}`,
      `Dan, ${known}`,
      'Eve, eve@nowhere',
      'Fay, 123',
      'Gus',
      one,
      `Hal, ${address()}, No such role`,
      `Ian, ${address()}, ${powerful.name}`,
      `Joy, ${number()}`,
    ].join('\n')
    const before = await o.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll().as('all'))
      .executeTakeFirstOrThrow()
    const { body } = await o.app.request('POST /api/invitations/preview', { body: { text }, token: clerk })
    expect(body.lines.map(({ problem }: { problem: string | null }) => problem)).toEqual([
      null,
      'duplicate',
      'already_invited',
      'person_exists',
      'email_invalid',
      'phone_impossible',
      'address_missing',
      'name_missing',
      'role_unknown',
      'role_beyond_own',
      'channel_unavailable',
    ])
    expect(body.valid).toBe(1)
    expect(body.lines[0].roles).toEqual([desk.name])
    expect(
      await o.db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll().as('all'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before)
  })

  it('invite no name that has lost a letter on its way', async () => {
    const { lines, valid } = await preview(`J\uFFFDrg Müller, ${address()}`)
    expect([lines[0]?.problem, valid]).toEqual(['name_invalid', 0])
  })

  it('are invited in one go, without the lines that have a problem, and once per key', async () => {
    const [one, two] = [address(), address()]
    const text = `Ann, ${one}\nBen, not an address\nCat, ${two}`
    const { status, body } = await batch(text, {}, 'same')
    expect([status, body.invited.length, body.skipped.map(({ line }: { line: number }) => line)]).toEqual([201, 2, [2]])
    expect((await batch(text, {}, 'same')).body).toEqual(body)
    await sendAll()
    expect([o.mail.to(one).length, o.mail.to(two).length]).toEqual([1, 1])
    expect((await preview(text)).lines.map(({ problem }) => problem)).toEqual(['already_invited', 'address_missing', 'already_invited'])
  })

  it('are printed together', async () => {
    const { body } = await batch(`Ann, ${number()}\nBen, ${address()}`, { print: true, role_ids: [desk.id] })
    const { links } = (await o.app.request('POST /api/invitations/links', { body: { ids: body.invited }, token })).body
    expect(links.map(({ person }: { person: { name: string } }) => person.name)).toEqual(['Ann', 'Ben'])
    expect((await look(links[0].token)).roles).toEqual([desk.name])
  })

  it('are at most 200', async () => {
    const text = (lines: number) =>
      Array.from({ length: lines }, (_, at) => `Person ${at}, many${at}-${(count += 1)}@example.org`).join('\n')
    expect((await preview(text(200))).valid).toBe(200)
    const refused = await o.app.request('POST /api/invitations/preview', { body: { text: text(201) }, token })
    expect(refused.problem.errors?.text).toEqual(['has more than 200 lines'])
  })
})

describe('several invitations', () => {
  const act = (what: 'renew' | 'renew/preview' | 'revoke' | 'revoke/preview', ids: readonly string[], as: string = token) =>
    o.app.request(`POST /api/invitations/${what}` as 'POST /api/invitations/renew', { body: { ids: [...ids] }, token: as })
  const codes = (items: { code?: string; problem?: { code: string } | null }[]) => items.map(each => each.code ?? each.problem?.code)
  const unknown = '019aa000-0000-7000-8000-000000000000'

  it('are sent again, each that can be, with links that replace the earlier ones', async () => {
    const emails = [address(), address()]
    const sent = [(await invite({ email: emails[0] })).body.id, (await invite({ email: emails[1] })).body.id]
    const printed = (await invite({ phone: number(), channel: 'print' })).body.id
    const gone = (await invite({ email: address() })).body.id
    await sendAll()
    const first = codeFor(emails[0]!)
    await o.app.request('POST /api/invitations/{id}/revoke', { params: { id: gone }, token })
    const ids = [...sent, printed, gone, unknown]
    const refusals = ['invitation_closed', 'invitation_closed', 'not_found']
    expect(codes((await act('renew/preview', ids)).body.invitations)).toEqual([undefined, undefined, ...refusals])
    expect((await look(first)).state).toBe('open')
    const { status, body } = await act('renew', ids)
    expect([status, body.renewed, codes(body.skipped)]).toEqual([200, sent, refusals])
    await sendAll()
    expect([(await look(first)).state, (await look(codeFor(emails[0]!))).state]).toEqual(['over', 'open'])
  })

  it('are revoked, each that is open', async () => {
    const email = address()
    const open = (await invite({ email })).body.id
    await sendAll()
    expect(codes((await act('revoke/preview', [open, unknown])).body.invitations)).toEqual([undefined, 'not_found'])
    expect((await look(codeFor(email))).state).toBe('open')
    const { status, body } = await act('revoke', [open, unknown])
    expect([status, body.revoked, codes(body.skipped)]).toEqual([200, [open], ['not_found']])
    expect((await look(codeFor(email))).state).toBe('over')
    expect(codes((await act('revoke', [open])).body.skipped)).toEqual(['invitation_closed'])
  })

  it('refuse other callers and empty lists', async () => {
    const clerk = await o.app.signIn(await makeAdmin(o.db, ['User List']))
    for (const what of ['renew', 'renew/preview', 'revoke', 'revoke/preview'] as const) {
      expect((await act(what, [])).status).toBe(422)
      expect((await act(what, [unknown], clerk)).status).toBe(403)
      expect((await act(what, [unknown], '')).status).toBe(401)
    }
  })

  it('are listed in the order asked for', async () => {
    const names = ['Ord Zoe', 'Ord Abe', 'Ord Mia']
    const ids: string[] = []
    for (const name of names) {
      ids.push((await invite({ name, email: address() })).body.id)
      o.app.clock.advance(1000)
    }
    await o.db
      .updateTable('invitations')
      .set({ expires_at: new Date(o.app.clock.now().getTime() + day) })
      .where('id', '=', ids[1]!)
      .execute()
    const order = async (sort: string) => {
      const { body } = await o.app.request('GET /api/invitations', { query: { search: 'Ord', sort }, token })
      return body.data.map(({ id }: { id: string }) => ids.indexOf(id)).join('')
    }
    const orders = []
    for (const sort of ['-created', 'created', 'name', '-name', 'expires', '-expires']) orders.push(await order(sort))
    expect(orders).toEqual(['210', '012', '120', '021', '102', '201'])
    expect((await o.app.request('GET /api/invitations', { query: { sort: 'role' }, token })).status).toBe(422)
  })
})

describe('the list', () => {
  it('filters by status and name', async () => {
    const { invitation } = await sent({ name: 'Quentin Unusual' })
    const find = async (query: Record<string, string>) =>
      (await o.app.request('GET /api/invitations', { query: { search: 'quentin', ...query }, token })).body.data.map(
        ({ id }: { id: string }) => id,
      )
    expect(await find({ status: 'pending' })).toEqual([invitation.id])
    o.app.clock.advance(3 * day)
    token = await o.app.signIn(admin)
    expect(await find({ status: 'pending' })).toEqual([])
    expect(await find({ status: 'expired' })).toEqual([invitation.id])
    await o.app.request('POST /api/invitations/{id}/revoke', { params: { id: invitation.id }, token })
    expect(await find({ status: 'revoked' })).toEqual([invitation.id])
  })

  it('lets an expired invitation be made again for the same person', async () => {
    const email = address()
    const client = await makeUser(o.db, { email, phone: null, phone_verified_at: null })
    const again = () => o.app.request('POST /api/invitations', { body: { user_id: client.id, channel: 'email' }, token })
    expect((await again()).status).toBe(201)
    o.app.clock.advance(3 * day)
    token = await o.app.signIn(admin)
    expect((await again()).status).toBe(201)
  })
})
