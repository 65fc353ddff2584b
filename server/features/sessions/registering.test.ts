import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeContract, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const password = 'seven purple kettles'

let app: TestApp
let serial = 0
let phone: string
let ticket: string

async function ticketFor(number: string): Promise<string> {
  const { body } = await app.request('POST /api/join', { body: { phone: number } })
  return (await app.request('POST /api/confirm', { body: { phone: number, code: body.demo_code } })).body.registration_ticket
}
const register = (body: object = {}) => app.request('POST /api/register', { body: { registration_ticket: ticket, name: 'Ana', ...body } })
const known = async () => (await app.db.selectFrom('users').select('id').where('phone', '=', phone).execute()).length

beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(async () => {
  phone = `+44791${String(1_000_000 + (serial += 1))}`
  ticket = await ticketFor(phone)
})

describe('POST /api/register', () => {
  it('makes a person of a ticket and a name, and logs them in', async () => {
    const answer = await register({ name: '  Ana 🌻 López  ' })
    expect(answer.status).toBe(201)
    const user = {
      name: 'Ana 🌻 López',
      phone,
      email: null,
      photo: null,
      locale: 'en',
      time_zone: 'Europe/London',
      active: true,
      revision: 1,
    }
    expect(answer.body).toMatchObject({ user, access: { isAdmin: false, isMentor: false }, abilities: [] })
    expect((await app.request('GET /api/my-session', { token: answer.body.token })).body.user).toEqual(answer.body.user)
    const audit = await app.db.selectFrom('audit').selectAll().where('person_id', '=', answer.body.user.id).execute()
    expect(audit).toMatchObject([{ action: 'registered', subject: 'user', subject_id: answer.body.user.id }])
  })

  it('gives the person the language of the page that they registered on', async () => {
    const headers = { 'accept-language': 'en-US' }
    const { body } = await app.request('POST /api/register', { headers, body: { registration_ticket: ticket, name: 'Ana' } })
    expect(body.user.locale).toBe('en-US')
  })

  it('with a password and an e-mail address: both work, and the password is kept as Argon2id', async () => {
    expect((await register({ password, email: 'ana@example.org' })).body.user.email).toBe('ana@example.org')
    const row = await app.db.selectFrom('users').selectAll().where('phone', '=', phone).executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await app.request('POST /api/login', { body: { phone, password } })).status).toBe(200)
  })

  it('does not take back a person who was deactivated, in the words for a number that is registered', async () => {
    const gone = await makeUser(app.db, { phone, active: false })
    const refused = await register()
    expect(refused.problem).toMatchObject({ status: 409, code: 'already_registered' })
    const other = `+44793${String(1_000_000 + serial)}`
    const late = await ticketFor(other)
    await makeUser(app.db, { phone: other })
    const { request_id: _, ...taken } = (await register({ registration_ticket: late })).problem
    const { request_id: __, ...said } = refused.problem
    expect(said).toEqual(taken)
    // An erased person's number is free.
    await sql`SELECT erase_person(${gone.id}, ${gone.id})`.execute(app.db)
    ticket = await ticketFor(phone)
    expect((await register()).status).toBe(201)
  })

  it('takes a ticket once, for 15 minutes, and no other', async () => {
    expect((await register()).status).toBe(201)
    expect((await register()).problem).toMatchObject({ status: 422, code: 'ticket_expired' })
    expect((await register({ registration_ticket: 'made-up' })).problem.code).toBe('ticket_expired')
    ticket = await ticketFor(`+44792${String(1_000_000 + serial)}`)
    app.clock.advance(15 * 60_000)
    expect((await register()).problem.code).toBe('ticket_expired')
  })

  it('answers a repeated request with the same login, and only that request', async () => {
    const headers = { 'idempotency-key': 'k-1' }
    const body = { registration_ticket: ticket, name: 'Ana' }
    const repeat = (more: object = {}, key = headers) => app.request('POST /api/register', { body: { ...body, ...more }, headers: key })
    const first = await repeat()
    expect(first.status).toBe(201)
    app.clock.advance(60_000)
    expect((await repeat()).body).toEqual(first.body)
    expect((await app.request('GET /api/my-session', { token: first.body.token })).status).toBe(200)
    const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', first.body.user.id).execute()
    expect([sessions.length, await known()]).toEqual([1, 1])
    const message = 'You are already registered. Please ask for a new code to log in.'
    const over = { status: 422, code: 'ticket_expired', message }
    expect((await repeat({ name: 'Bea' })).problem).toMatchObject(over)
    expect((await repeat({}, { 'idempotency-key': 'k-2' })).problem).toMatchObject(over)
    expect((await register()).problem).toMatchObject(over)
    await app.request('POST /api/logout', { token: first.body.token })
    expect((await repeat()).problem).toMatchObject(over)
    app.clock.advance(15 * 60_000)
    expect((await repeat()).problem.message).toContain('too long ago')
  })

  it('gives a browser the same cookie again', async () => {
    const headers = { 'idempotency-key': 'k-1', 'sec-fetch-site': 'same-origin' }
    const repeat = async () =>
      (await app.request('POST /api/register', { body: { registration_ticket: ticket, name: 'Ana' }, headers })).headers
    expect((await repeat())['set-cookie']).toEqual((await repeat())['set-cookie'])
  })

  it('has one winner among 20 at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ problem }) => problem.code === 'ticket_expired')).toHaveLength(19)
    expect(await known()).toBe(1)
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ name: 'Ana\u0000' }, 'name'],
    [{ password: 'short' }, 'password'],
    [{ password: 'passwordpassword' }, 'password'],
    [{ password: 'x'.repeat(257) }, 'password'],
    [{ email: 'nowhere' }, 'email'],
    [{ accepted_version_ids: ['1'] }, 'accepted_version_ids.0'],
    [{ is_admin: true }, 'is_admin'],
    [{ registration_ticket: 7 }, 'registration_ticket'],
  ])('refuses %j at its field, and the ticket stays good', async (body, field) => {
    const { status, problem } = await register(body)
    expect([status, problem.code, Object.keys(problem.errors!)]).toEqual([422, 'invalid', [field]])
    expect(await known()).toBe(0)
    expect((await register()).status).toBe(201)
  })

  it.each([
    ['the name', () => 'Anastasia Lovelace1'],
    ['the number', () => `${phone}abc`],
    ['both', () => `0${phone.slice(3)}-anastasia`],
  ])('refuses a password made of %s', async (_what, own) => {
    expect((await register({ name: 'Anastasia Lovelace', password: own() })).problem.errors).toHaveProperty('password')
  })

  it('refuses if an active person took the phone number in the meantime', async () => {
    const other = await makeUser(app.db, { phone })
    expect((await register()).problem).toMatchObject({ status: 409, code: 'already_registered' })
    // Nor after that person is deactivated.
    await app.db.updateTable('users').set({ active: false }).where('id', '=', other.id).execute()
    expect((await register()).problem.code).toBe('already_registered')
  })

  it('requires what registration requires, records what was accepted, and leaves nothing behind where it refuses', async () => {
    const required = await makeContract(app.db, { required_for: 'registration' })
    const booking = await makeContract(app.db, { required_for: 'booking' })
    const contracts = [required.version.id]
    expect((await register()).problem).toMatchObject({ status: 422, code: 'contracts_required', contracts })
    expect((await register({ accepted_version_ids: [booking.version.id] })).problem.contracts).toEqual(contracts)
    expect(await known()).toBe(0)

    const headers = { 'user-agent': 'A test' }
    const body = {
      registration_ticket: ticket,
      name: 'Ana',
      accepted_version_ids: [required.version.id, booking.version.id, booking.contract.id],
    }
    const answer = await app.request('POST /api/register', { body, headers })
    expect(answer.status).toBe(201)
    const accepted = await app.db.selectFrom('acceptances').selectAll().where('user_id', '=', answer.body.user.id).execute()
    expect(accepted.map(({ version_id }) => version_id).toSorted()).toEqual([required.version.id, booking.version.id].toSorted())
    expect(accepted[0]).toMatchObject({
      person_name: 'Ana',
      person_phone: phone,
      ip: '127.0.0.1',
      user_agent: 'A test',
      recorded_by: answer.body.user.id,
    })

    // Accepting an older version is not enough.
    const next = { contract_id: required.contract.id, version: 2, title: 'Next', body: 'Next.', published_at: '2026-02-01T00:00:00Z' }
    const { id } = await app.db.insertInto('contract_versions').values(next).returning('id').executeTakeFirstOrThrow()
    ticket = await ticketFor(`+44793${String(1_000_000 + serial)}`)
    expect((await register({ accepted_version_ids: contracts })).problem.contracts).toEqual([id])
    expect((await register({ accepted_version_ids: [id] })).status).toBe(201)
  })
})
