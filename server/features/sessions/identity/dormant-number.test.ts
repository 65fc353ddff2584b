import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeSession, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'

let app: TestApp
let serial = 0
let owner: Awaited<ReturnType<typeof makeUser>>

const day = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(app.clock.now().getTime() - days * day)
const usedAgo = (days: number, id = owner.id) =>
  app.db
    .insertInto('phone_uses')
    .values({ user_id: id, used_at: ago(days) })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ used_at: ago(days) }))
    .execute()

/** Joins and confirms as the number's present owner. */
async function confirmCode(phone = owner.phone, at = app) {
  const { body } = await at.request('POST /api/join', { body: { phone } })
  const code: string = body.demo_code ?? (await putCode(at, phone))
  return at.request('POST /api/confirm', { body: { phone, code, join_ticket: body.join_ticket } })
}
const claim = (login_ticket: string, fields: object, at = app) =>
  at.request('POST /api/confirm/identity', { body: { login_ticket, ...fields } })
async function askedFor() {
  const { problem } = await confirmCode()
  expect([problem.status, problem.code]).toEqual([403, 'identity_required'])
  return problem.login_ticket!
}
const sessionsOf = (id = owner.id) => app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()

/** Replaces the newest code of a phone by this one, as if the message had been read. */
async function putCode(at: TestApp, phone: string | null, code = '123456') {
  const salt = randomBytes(16)
  const code_hash = createHash('sha256').update(salt).update(code).digest()
  await at.db.updateTable('phone_codes').set({ salt, code_hash }).where('phone', '=', phone).where('used_at', 'is', null).execute()
  return code
}

beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(async () => {
  serial += 1
  owner = await makeUser(app.db, {
    name: 'Zoë  Mac Intyre',
    email: `Zoe.${serial}@Example.org`,
    phone: `+44791${String(1_000_000 + serial)}`,
  })
  await usedAgo(366)
})

describe('a number that was handed on', () => {
  it('does not open the old record, and learns nothing from it', async () => {
    const answer = await confirmCode()
    expect(answer.problem).toMatchObject({ status: 403, code: 'identity_required', expires_in: 600 })
    expect(answer.problem.login_ticket).toMatch(/^[\w-]{43}$/)
    // The ticket and the request id are random: any two letters can stand in them.
    const { login_ticket, request_id, ...told } = answer.problem
    expect(JSON.stringify(told)).not.toMatch(/zo|intyre|example\.org|token"|registration/i)
    expect(await sessionsOf()).toEqual([])
  })

  it('does not start a second registration', async () => {
    const ticket = await askedFor()
    for (const name of ['Wrong', 'Other', 'Again']) expect((await claim(ticket, { name })).problem.code).toBe('wrong_identity')
    const tickets = await app.db.selectFrom('registration_tickets').selectAll().where('phone', '=', owner.phone).execute()
    expect(tickets).toEqual([])
  })

  it('does not become a verified number by the code alone', async () => {
    await app.db.updateTable('users').set({ phone_verified_at: null }).where('id', '=', owner.id).execute()
    await usedAgo(366)
    const ticket = await askedFor()
    await claim(ticket, { name: 'Else' })
    const row = () => app.db.selectFrom('users').select('phone_verified_at').where('id', '=', owner.id).executeTakeFirstOrThrow()
    expect((await row()).phone_verified_at).toBeNull()
    expect((await claim(ticket, { name: owner.name })).status).toBe(200)
    expect((await row()).phone_verified_at).not.toBeNull()
  })

  it('answers a request for a code as it does for any number', async () => {
    const [known, unknown] = await Promise.all(
      [owner.phone, '+447919999999'].map(phone => app.request('POST /api/join', { body: { phone } })),
    )
    expect(known!.status).toBe(unknown!.status)
    expect(Object.keys(known!.body)).toEqual(Object.keys(unknown!.body))
  })

  it('does not open the record of a person whom staff entered more than a year ago', async () => {
    const entered = await makeUser(app.db, { phone_verified_at: null, created_at: ago(366) })
    expect((await confirmCode(entered.phone)).problem.code).toBe('identity_required')
  })

  it('does not open the record with a ticket that was asked for before the number was replaced', async () => {
    const ticket = await askedFor()
    await app.db.updateTable('users').set({ phone: '+447918888888' }).where('id', '=', owner.id).execute()
    expect((await claim(ticket, { name: owner.name })).problem.code).toBe('login_expired')
    await app.db.updateTable('users').set({ phone: '+447918888887' }).where('id', '=', owner.id).execute()
  })

  it('does not open the record after it was deactivated', async () => {
    const ticket = await askedFor()
    await app.db.updateTable('users').set({ active: false }).where('id', '=', owner.id).execute()
    expect((await claim(ticket, { name: owner.name })).problem.code).toBe('login_expired')
  })
})

describe('POST /api/confirm/identity', () => {
  it.each([['zoe macintyre'], ['  ZOË MAC INTYRE '], ['Zoe\u0308 MacIntyre']])('logs in with the name on file as %j', async name => {
    const answer = await claim(await askedFor(), { name })
    expect([answer.status, answer.body.user?.id]).toEqual([200, owner.id])
    expect((await app.request('GET /api/my-session', { token: answer.body.token })).status).toBe(200)
  })

  it('logs in with the e-mail address on file in any case, and counts as use', async () => {
    const answer = await claim(await askedFor(), { email: owner.email!.toUpperCase() })
    expect([answer.status, answer.body.user?.id]).toEqual([200, owner.id])
    expect((await confirmCode()).status).toBe(200)
  })

  it.each([
    { name: 'Zoë' },
    { name: 'Mac Intyre' },
    { name: '%' },
    { name: '\u0301x' },
    { email: '%@example.org' },
    { email: 'zoe@example.org' },
  ])('refuses %j', async fields => {
    expect((await claim(await askedFor(), fields)).problem).toMatchObject({ status: 422, code: 'wrong_identity' })
    expect(await sessionsOf()).toEqual([])
  })

  it('refuses an address where none is on file', async () => {
    await app.db.updateTable('users').set({ email: null }).where('id', '=', owner.id).execute()
    const ticket = await askedFor()
    expect((await claim(ticket, { email: 'null' })).problem.code).toBe('wrong_identity')
    expect((await claim(ticket, { email: '' })).status).toBe(422)
  })

  it.each([{}, { name: 'Jo', email: 'jo@example.org' }, { name: '' }, { name: null }])('refuses the body %j', async fields => {
    const answer = await claim(await askedFor(), fields)
    expect([answer.status, answer.problem.code]).toEqual([422, 'invalid'])
  })

  it('allows three tries a ticket, one by one or at once', async () => {
    const ticket = await askedFor()
    const answers = await Promise.all(Array.from({ length: 8 }, () => claim(ticket, { name: 'Else' })))
    const count = (code: string) => answers.filter(({ problem }) => problem.code === code).length
    expect([count('wrong_identity'), count('login_expired')]).toEqual([3, 5])
    expect((await claim(ticket, { name: owner.name })).problem.code).toBe('login_expired')
  })

  it('allows five wrong answers a number and day, over all tickets, and says to contact the organisation', async () => {
    const first = await askedFor()
    for (let tries = 0; tries < 3; tries += 1) await claim(first, { name: 'Else' })
    const second = await askedFor()
    for (let tries = 0; tries < 2; tries += 1) await claim(second, { email: 'else@example.org' })
    const refused = { status: 429, code: 'too_many_codes', message: expect.stringContaining('contact the organisation') }
    expect((await claim(second, { name: owner.name })).problem).toMatchObject(refused)
    expect((await confirmCode()).problem).toMatchObject(refused)
    expect(await sessionsOf()).toEqual([])
    app.clock.advance(day + 1000)
    expect((await claim(await askedFor(), { name: owner.name })).status).toBe(200)
  })

  it('accepts a ticket once and for ten minutes, and no ticket of another step', async () => {
    const ticket = await askedFor()
    expect((await claim(ticket, { name: owner.name })).status).toBe(200)
    expect((await claim(ticket, { name: owner.name })).problem.code).toBe('login_expired')
    await usedAgo(366)
    const late = await askedFor()
    app.clock.advance(10 * 60_000)
    expect((await claim(late, { name: owner.name })).problem.code).toBe('login_expired')
    expect((await claim('made-up', { name: owner.name })).problem.code).toBe('login_expired')
    const other = await askedFor()
    expect((await app.request('POST /api/login/confirm', { body: { login_ticket: other, code: '000000' } })).problem.code).toBe(
      'login_expired',
    )
    await sql`UPDATE login_tickets SET awaits = 'app' WHERE user_id = ${owner.id}`.execute(app.db)
    expect((await claim(other, { name: owner.name })).problem.code).toBe('login_expired')
  })
})

describe('a number in use', () => {
  it('is asked for nothing else within 365 days', async () => {
    await usedAgo(365)
    expect((await confirmCode()).status).toBe(200)
  })

  it('counts a login with the password', async () => {
    const password = 'correct horse battery'
    await app.db
      .updateTable('users')
      .set({ password_hash: await hash(password) })
      .where('id', '=', owner.id)
      .execute()
    expect((await app.request('POST /api/login', { body: { phone: owner.phone, password } })).status).toBe(200)
    expect((await confirmCode()).status).toBe(200)
  })

  it('counts a session in use, also after it was removed, and no token of a program', async () => {
    const touch = (id: string) => sql`SELECT record_session_use(ARRAY[${id}]::uuid[], ${app.clock.now()}::timestamptz)`.execute(app.db)
    await makeSession(app.db, owner.id, ago(10))
    const [session] = await sessionsOf()
    await app.db
      .updateTable('sessions')
      .set({ program: 'Export', expires_at: ago(-1) })
      .where('id', '=', session!.id)
      .execute()
    await touch(session!.id)
    expect((await confirmCode()).problem.code).toBe('identity_required')
    await app.db.updateTable('sessions').set({ program: null, expires_at: null }).where('id', '=', session!.id).execute()
    await touch(session!.id)
    await app.db.deleteFrom('sessions').where('user_id', '=', owner.id).execute()
    expect((await confirmCode()).status).toBe(200)
  })

  it('counts from the day on which it replaced another one', async () => {
    const phone = '+447918888886'
    await app.db.updateTable('users').set({ phone }).where('id', '=', owner.id).execute()
    expect((await confirmCode(phone)).status).toBe(200)
  })

  it('keeps no trace of an erased person', async () => {
    await sql`SELECT erase_person(${owner.id}, ${owner.id})`.execute(app.db)
    expect(await app.db.selectFrom('phone_uses').selectAll().where('user_id', '=', owner.id).execute()).toEqual([])
  })
})

describe('the number of a privileged person, in production', () => {
  let live: TestApp
  beforeAll(async () => {
    live = await startTestApp({
      databaseOf: app,
      now: app.clock.now().toISOString(),
      env: {
        OPENHOUR_MODE: 'production',
        OPENHOUR_RATE_LIMIT: 'on',
        OPENHOUR_SMS_URL: 'http://127.0.0.1:9/',
        OPENHOUR_SMS_SECRET: `whsec_${'A'.repeat(43)}=`,
        OPENHOUR_ORIGIN: 'https://openhour.example',
      },
    })
  })
  afterAll(() => live.close())

  it('does not set up an authenticator by the code alone', async () => {
    await giveRole(app.db, owner.id, { is_mentor: true })
    const asked = await confirmCode(owner.phone, live)
    expect(asked.problem).toMatchObject({ code: 'identity_required' })
    expect(asked.problem).not.toHaveProperty('authenticator')
    const named = await claim(asked.problem.login_ticket!, { name: owner.name }, live)
    expect(named.problem).toMatchObject({ status: 401, code: 'code_required', authenticator: expect.anything() })
    expect(await sessionsOf()).toEqual([])
  })
})
