import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { sendDueBatch } from '../messages/send-batch.ts'

const password = 'seven purple kettles'
const minute = 60_000

let app: TestApp
let serial = 0
let email: string
let user: Awaited<ReturnType<typeof makeUser>>
let token: string
beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(async () => {
  email = `new.${(serial += 1)}@example.org`
  user = await makeUser(app.db, { email: `old.${serial}@example.org`, email_verified_at: app.clock.now() })
  token = await app.signIn(user)
})

const ask = (as = token, address = email) => app.request('POST /api/my-profile/email', { body: { email: address }, token: as })
const confirm = (code: string, as = token, more = {}) =>
  app.request('POST /api/my-profile/email/confirm', { body: { email, code, ...more }, token: as })
const remove = (as = token) => app.request('DELETE /api/my-profile/email', { token: as })
const put = (body: object) => app.request('PUT /api/my-profile', { body, token })
const rowOf = (id = user.id) =>
  app.db.selectFrom('users').select(['phone', 'email', 'email_verified_at']).where('id', '=', id).executeTakeFirstOrThrow()
const noticesTo = async (id = user.id) => {
  while ((await sendDueBatch(app.platform, { mailer: null, sms: null, origin: null, pausedUntil: new Map() })).count > 0);
  const rows = await app.db
    .selectFrom('outbox')
    .select('recipient')
    .where('user_id', '=', id)
    .where('kind', '=', 'sign_in_changed')
    .execute()
  return rows.map(({ recipient }) => recipient).toSorted()
}
const other = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a change of the e-mail address', () => {
  it('takes a code sent to the new one, ends other sessions, and is told to the old one and to the phone', async () => {
    const elsewhere = await app.signIn(user)
    const { body } = await ask()
    expect((await confirm(other(body.demo_code))).problem.code).toBe('wrong_code')
    expect((await rowOf()).email).toBe(user.email)
    expect((await confirm(body.demo_code)).body).toMatchObject({ id: user.id, email })
    expect((await rowOf()).email_verified_at).not.toBeNull()
    expect((await app.request('GET /api/my-session', { token: elsewhere })).status).toBe(401)
    expect((await app.request('GET /api/my-session', { token })).status).toBe(200)
    expect(await noticesTo()).toEqual([user.phone, user.email].toSorted())
    const audit = await app.db.selectFrom('audit').select('after').where('person_id', '=', user.id).execute()
    expect(audit).toEqual([{ after: { fields: ['email'] } }])
  })

  it('reveals that the address is in use only after its code was confirmed', async () => {
    const holder = await makeUser(app.db, { email, email_verified_at: app.clock.now() })
    const [taken, free] = [await ask(), await ask(token, `free.${serial}@example.org`)]
    expect({ ...taken.body, demo_code: '' }).toEqual({ ...free.body, demo_code: '' })
    expect((await confirm(taken.body.demo_code)).problem).toMatchObject({ status: 409, code: 'email_taken' })
    expect([(await rowOf()).email, (await rowOf(holder.id)).email]).toEqual([user.email, email])
  })

  it('gives an address that several prove at once to one of them', async () => {
    const rivals = await Promise.all([1, 2, 3, 4].map(async () => app.signIn(await makeUser(app.db))))
    const codes = await Promise.all(rivals.map(async as => (await ask(as)).body.demo_code))
    const answers = await Promise.all(rivals.map((as, index) => confirm(codes[index]!, as)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it('binds the code to the person', async () => {
    const { body } = await ask()
    expect((await confirm(body.demo_code, await app.signIn(await makeUser(app.db)))).problem.code).toBe('wrong_code')
  })
})

describe('a session left open does not take the account over', () => {
  it('without the password of a person who has one', async () => {
    const owner = await makeUser(app.db, { password_hash: await hash(password) })
    const here = await app.signIn(owner)
    app.clock.advance(6 * minute)
    const { body } = await ask(here)
    expect((await confirm(body.demo_code, here)).problem.code).toBe('wrong_password')
    expect((await confirm(body.demo_code, here, { current_password: 'not the right one' })).problem.code).toBe('wrong_password')
    expect((await confirm(body.demo_code, here, { current_password: password })).status).toBe(200)
  })

  it('without a password, five minutes after the login', async () => {
    app.clock.advance(6 * minute)
    expect((await ask()).problem.code).toBe('log_in_again')
    expect((await remove()).problem.code).toBe('log_in_again')
    expect((await rowOf()).email).toBe(user.email)
  })
})

it('a person with nothing but an e-mail address proves again who they are by a code sent there, and changes it', async () => {
  const person = await makeUser(app.db, { phone: null, email: `only.${serial}@example.org`, email_verified_at: app.clock.now() })
  const here = await app.signIn(person)
  app.clock.advance(6 * minute)
  expect((await ask(here)).problem.code).toBe('log_in_again')
  const methods = await app.request('GET /api/my-profile/sign-in-methods', { token: here })
  expect(methods.body.confirm_with).toEqual(['email'])
  const sent = await app.request('POST /api/my-session/confirm/code', { token: here })
  const proof = { body: { phone_code: sent.body.demo_code }, token: here }
  expect((await app.request('POST /api/my-session/confirm', proof)).status).toBe(200)
  const { body } = await ask(here)
  expect((await confirm(body.demo_code, here)).body).toMatchObject({ email })
})

describe('the profile form', () => {
  it.each([
    ['replace', () => email],
    ['remove', () => null],
  ])('does not %s a confirmed address', async (_what, value) => {
    const answer = await put({ email: value(), name: 'Changed' })
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, ['email']])
    expect((await rowOf()).email).toBe(user.email)
    expect((await put({ email: user.email, name: 'Changed' })).status).toBe(200)
    expect((await rowOf()).email_verified_at).not.toBeNull()
  })

  it('changes an address that is only a contact, and confirms nothing', async () => {
    const person = await makeUser(app.db, { email: 'contact@example.org' })
    token = await app.signIn(person)
    expect((await put({ email })).status).toBe(200)
    expect(await rowOf(person.id)).toMatchObject({ email, email_verified_at: null })
  })
})

describe('removing the address', () => {
  it('is refused where it is the only way to sign in', async () => {
    const only = await makeUser(app.db, { phone: null, email, email_verified_at: app.clock.now(), password_hash: await hash(password) })
    expect((await remove(await app.signIn(only))).problem).toMatchObject({ status: 409, code: 'last_method' })
    const typed = await makeUser(app.db, { phone_verified_at: null, email: `x${email}`, email_verified_at: app.clock.now() })
    expect((await remove(await app.signIn(typed))).problem.code).toBe('last_method')
  })

  it('ends no session where there is nothing to remove', async () => {
    const person = await makeUser(app.db, { email: 'contact.only@example.org' })
    const [here, elsewhere] = [await app.signIn(person), await app.signIn(person)]
    expect((await remove(here)).status).toBe(404)
    expect((await app.request('GET /api/my-session', { token: elsewhere })).status).toBe(200)
  })

  it('ends other sessions and is told to the address', async () => {
    const elsewhere = await app.signIn(user)
    expect((await remove()).body).toMatchObject({ email: null })
    expect((await app.request('GET /api/my-session', { token: elsewhere })).status).toBe(401)
    expect(await noticesTo()).toEqual([user.phone, user.email].toSorted())
    const { body } = await app.request('POST /api/join', { body: { email: user.email } })
    const joined = await app.request('POST /api/confirm', { body: { email: user.email, code: body.demo_code } })
    expect(joined.body).toHaveProperty('registration_ticket')
  })
})

it('says which of number and address log in', async () => {
  const { body } = await app.request('GET /api/my-profile', { token })
  expect(body).toMatchObject({ phone_verified: true, email_verified: true })
})
