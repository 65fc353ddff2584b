import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const password = 'seven purple kettles'
const minute = 60_000

let app: TestApp
let serial = 0
let email: string
beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(() => {
  email = `ana.${(serial += 1)}@example.org`
})

const join = (address: string = email) => app.request('POST /api/join', { body: { email: address } })
const confirm = (code: string, address: string = email, more = {}) =>
  app.request('POST /api/confirm', { body: { email: address, code, ...more } })
const codeFor = async (address: string = email): Promise<string> => (await join(address)).body.demo_code
const joinWith = async (address: string = email) => confirm(await codeFor(address), address)
const register = (registration_ticket: string, more = {}) =>
  app.request('POST /api/register', { body: { registration_ticket, name: 'Ana', ...more } })
const rowOf = (id: string) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const other = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a person without a phone', () => {
  it('joins with an e-mail address, registers, and comes back with a code or the password', async () => {
    const { body } = await joinWith()
    const made = await register(body.registration_ticket, { password })
    expect([made.status, made.body.user]).toMatchObject([201, { email, phone: null }])
    expect(await rowOf(made.body.user.id)).toMatchObject({
      channel: 'email',
      phone_verified_at: null,
      email_verified_at: expect.any(String),
    })
    expect((await joinWith()).body.user.id).toBe(made.body.user.id)
    expect((await app.request('POST /api/login', { body: { email, password } })).body.user.id).toBe(made.body.user.id)
    expect((await register(body.registration_ticket)).problem.code).toBe('ticket_expired')
  })

  it('is the same person however the address is written', async () => {
    const owner = await makeUser(app.db, { phone: null, email: 'Mixed.Case@Example.org', email_verified_at: app.clock.now() })
    expect((await joinWith(' MIXED.case@example.ORG ')).body.user.id).toBe(owner.id)
  })

  it('registers no second address with the ticket', async () => {
    const { registration_ticket } = (await joinWith()).body
    const refused = await register(registration_ticket, { email: 'victim@example.org' })
    expect(refused.problem.errors).toHaveProperty('email')
    expect((await register(registration_ticket, { email: email.toUpperCase() })).body.user.email).toBe(email)
  })
})

describe('a request', () => {
  it.each([
    ['both', { phone: '+447700900001', email: 'a@example.org' }],
    ['neither', {}],
  ])('that names %s is refused', async (_what, body) => {
    for (const [name, more] of [
      ['POST /api/join', {}],
      ['POST /api/confirm', { code: '123456' }],
      ['POST /api/login', { password }],
    ] as const)
      expect((await app.request(name, { body: { ...body, ...more } })).status).toBe(422)
  })

  // U+212A and U+0130 fold to ASCII letters: a code for one address must never open another one's record.
  it.each(['\u212Aim@example.org', 'ad\u0130n@example.org', 'ana@b\u00FCcher.example', 'ana', 'ana@example', 'a@b.org\nx'])(
    'for %j is refused: letters beyond ASCII are not folded',
    async address => {
      expect((await join(address)).problem.errors).toHaveProperty('email')
    },
  )
})

describe('codes for an address', () => {
  it('are used once, of 200 at once', async () => {
    await makeUser(app.db, { phone: null, email, email_verified_at: app.clock.now() })
    const { body } = await join()
    const more = { join_ticket: body.join_ticket }
    const answers = await Promise.all(Array.from({ length: 200 }, () => confirm(body.demo_code, email, more)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  }, 60_000)

  it('register one person, of 200 uses of a ticket at once', async () => {
    const { registration_ticket } = (await joinWith()).body
    const answers = await Promise.all(Array.from({ length: 200 }, () => register(registration_ticket)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await app.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
  }, 60_000)

  it('have the limits of a number: five tries, ten failures a day without a ticket, and a pause', async () => {
    for (let round = 0; round < 2; round += 1) {
      const code = await codeFor()
      for (let tries = 0; tries < 5; tries += 1) expect((await confirm(other(code))).status).toBe(422)
      expect((await confirm(code)).status).toBe(round === 0 ? 422 : 429)
      app.clock.advance(minute)
    }
    expect((await join()).body.resend_after).toBe(60)
    const { join_ticket, demo_code } = (await join()).body
    // A ticket's tries are its own: a stranger's wrong codes do not lock the owner out.
    expect((await confirm(demo_code, email, { join_ticket })).status).toBe(200)
  })

  it('are worth nothing for a phone, another address or another purpose', async () => {
    const { demo_code: code, join_ticket } = (await join()).body
    const phone = '+447906123456'
    await app.request('POST /api/join', { body: { phone } })
    expect((await app.request('POST /api/confirm', { body: { phone, code, join_ticket } })).problem.code).toBe('wrong_code')
    expect((await confirm(code, 'x@example.org', { join_ticket })).problem.code).toBe('wrong_code')
    const token = await app.signIn(await makeUser(app.db))
    const own = await app.request('POST /api/my-profile/email/confirm', { body: { email, code }, token })
    expect(own.problem.code).toBe('wrong_code')
  })
})

describe('a contact address that its owner has not confirmed does not open the record of', () => {
  it.each([
    ['a person with a confirmed number', {}],
    ['a person with a password', { phone_verified_at: null, password_hash: 'x' }],
  ])('%s', async (_who, fields) => {
    const person = await makeUser(app.db, { email, ...fields })
    expect((await joinWith()).body).toHaveProperty('registration_ticket')
    expect((await rowOf(person.id)).email_verified_at).toBeNull()
  })

  it('either of two people who share it', async () => {
    for (let count = 0; count < 2; count += 1) await makeUser(app.db, { phone: null, email })
    expect((await joinWith()).body).toHaveProperty('registration_ticket')
  })

  it('a person who was deactivated, merged or erased', async () => {
    const stays = await makeUser(app.db)
    await makeUser(app.db, { phone: null, email, active: false })
    await makeUser(app.db, { phone: null, email, active: false, merged_into: stays.id })
    expect((await joinWith()).body).toHaveProperty('registration_ticket')
  })

  it('a person who gave a password: it does not log in either', async () => {
    await makeUser(app.db, { email, password_hash: await hash(password) })
    expect((await app.request('POST /api/login', { body: { email, password } })).problem.code).toBe('wrong_login')
  })
})

it('a record that staff made with an address alone is opened by a code, and is its owner’s from then on', async () => {
  const made = await makeUser(app.db, { phone: null, email: email.toUpperCase() })
  expect((await joinWith()).body.user).toMatchObject({ id: made.id, email })
  expect((await rowOf(made.id)).email_verified_at).not.toBeNull()
})

it('a stranger who types the address into their own profile does not keep its owner from the record that staff made', async () => {
  const made = await makeUser(app.db, { phone: null, email })
  const token = await app.signIn(await makeUser(app.db))
  expect((await app.request('PUT /api/my-profile', { token, body: { email } })).status).toBe(200)
  expect((await joinWith()).body.user).toMatchObject({ id: made.id, email })
  expect((await app.request('GET /api/my-profile', { token })).body.user.id).not.toBe(made.id)
})

describe('a confirmed address', () => {
  it('of a merged record starts no second registration and opens nothing', async () => {
    const stays = await makeUser(app.db)
    await makeUser(app.db, { phone: null, email, email_verified_at: app.clock.now(), active: false, merged_into: stays.id })
    expect((await joinWith()).problem.code).toBe('record_merged')
  })

  it('of a deactivated person does not register again', async () => {
    await makeUser(app.db, { phone: null, email, email_verified_at: app.clock.now(), active: false })
    const { registration_ticket } = (await joinWith()).body
    expect((await register(registration_ticket)).problem.code).toBe('already_registered')
  })

  it('is not opened by a number that staff typed into the same record', async () => {
    const phone = `+44796${2_000_000 + serial}`
    const person = await makeUser(app.db, { phone, phone_verified_at: null, email, email_verified_at: app.clock.now() })
    const { demo_code: code } = (await app.request('POST /api/join', { body: { phone } })).body
    const answer = await app.request('POST /api/confirm', { body: { phone, code } })
    expect(answer.problem).toMatchObject({ code: 'already_registered', message: expect.stringContaining('another way') })
    expect((await rowOf(person.id)).phone_verified_at).toBeNull()
  })
})

it('a record that is opened by a passkey is opened neither by a number nor by an address that staff typed into it', async () => {
  const phone = `+44796${3_000_000 + serial}`
  const person = await makeUser(app.db, { phone, phone_verified_at: null, email })
  const passkey = { credential_id: Buffer.from(email), public_key: Buffer.from('key'), counter: 0, synced: false, name: 'Laptop' }
  await app.db
    .insertInto('passkeys')
    .values({ ...passkey, user_id: person.id, created_at: app.clock.now() })
    .execute()
  expect((await joinWith()).body).toHaveProperty('registration_ticket')
  const { demo_code: code } = (await app.request('POST /api/join', { body: { phone } })).body
  expect((await app.request('POST /api/confirm', { body: { phone, code } })).problem.code).toBe('already_registered')
})

it('a login by e-mail does not count as a use of the number, which another person may have by now', async () => {
  const person = await makeUser(app.db, { email, email_verified_at: app.clock.now(), created_at: app.clock.now() })
  const { body } = await joinWith()
  const used = () => app.db.selectFrom('phone_uses').select('used_at').where('user_id', '=', person.id).executeTakeFirst()
  expect(await used()).toBeUndefined()
  const session = await app.db.selectFrom('sessions').select(['id', 'by_phone']).where('user_id', '=', person.id).executeTakeFirstOrThrow()
  expect([body.user.id, session.by_phone]).toEqual([person.id, false])
  const { demo_code: code } = (await app.request('POST /api/join', { body: { phone: person.phone } })).body
  await app.request('POST /api/confirm', { body: { phone: person.phone, code } })
  expect(await used()).toBeDefined()
})
