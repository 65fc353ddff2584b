import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let serial = 0
let user: Awaited<ReturnType<typeof makeUser>>
let token: string
let phone: string

const ask = (as = token, number = phone) => app.request('POST /api/my-profile/phone', { body: { phone: number }, token: as })
const codeFor = async (as = token, number = phone): Promise<string> => (await ask(as, number)).body.demo_code
const confirm = (code: string, as = token, number = phone) =>
  app.request('POST /api/my-profile/phone/confirm', { body: { phone: number, code }, token: as })
const phoneOf = async (id: string) =>
  (await app.db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone

beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(async () => {
  phone = `+44795${String(1_000_000 + (serial += 1))}`
  user = await makeUser(app.db)
  token = await app.signIn(user)
})

describe('a change of phone', () => {
  it('takes a code on the new number, and is on record without the numbers', async () => {
    const asked = await ask()
    expect(asked.body).toEqual({
      message: expect.any(String),
      expires_in: 300,
      resend_after: 60,
      demo_code: expect.stringMatching(/^\d{6}$/),
    })
    const answer = await confirm(asked.body.demo_code)
    expect(answer.body).toMatchObject({ id: user.id, phone, revision: 2 })
    const audit = await app.db.selectFrom('audit').selectAll().where('person_id', '=', user.id).execute()
    expect(audit).toMatchObject([{ actor_id: user.id, action: 'changed', after: { fields: ['phone'] } }])
    expect((await confirm(asked.body.demo_code)).problem.code).toBe('wrong_code')
  })

  it('reveals that the number is in use only after its code was confirmed', async () => {
    const other = await makeUser(app.db, { phone })
    const asked = await ask()
    const free = await ask(token, '+447959999999')
    expect({ ...asked.body, demo_code: '' }).toEqual({ ...free.body, demo_code: '' })
    expect((await confirm(asked.body.demo_code === '000000' ? '000001' : '000000')).problem.code).toBe('wrong_code')
    expect((await confirm(asked.body.demo_code)).problem).toMatchObject({ status: 409, code: 'phone_taken' })
    expect([await phoneOf(user.id), await phoneOf(other.id)]).toEqual([user.phone, phone])
  })

  it('gives a number that two prove at once to one of them', async () => {
    const rivals = await Promise.all([1, 2, 3, 4].map(() => makeUser(app.db)))
    const tokens = await Promise.all(rivals.map(rival => app.signIn(rival)))
    const codes = await Promise.all(tokens.map(as => codeFor(as)))
    const answers = await Promise.all(tokens.map((as, index) => confirm(codes[index]!, as)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await app.db.selectFrom('users').select('id').where('phone', '=', phone).execute()).toHaveLength(1)
  })

  it('is refused by the unique index if the number is taken concurrently', async () => {
    const code = await codeFor()
    const blocker = await app.db.startTransaction().execute()
    await blocker.insertInto('users').values({ name: 'Made by staff', phone }).execute()
    const waiting = confirm(code)
    await waitForLocks(app.db)
    await blocker.commit().execute()
    expect((await waiting).problem).toMatchObject({ status: 409, code: 'phone_taken' })
  })

  it('binds the code to the person and to its purpose', async () => {
    const code = await codeFor()
    const stranger = await app.signIn(await makeUser(app.db))
    expect((await confirm(code, stranger)).problem.code).toBe('wrong_code')
    expect((await app.request('POST /api/confirm', { body: { phone, code } })).problem.code).toBe('wrong_code')
    const joining = (await app.request('POST /api/join', { body: { phone } })).body.demo_code
    if (joining !== code) expect((await confirm(joining)).problem.code).toBe('wrong_code')
    expect((await confirm(code)).status).toBe(200)
  })

  it('refuses impossible numbers, malformed codes and strangers', async () => {
    expect((await ask(token, '999')).problem.errors).toHaveProperty('phone')
    expect((await confirm('123456', token, '999')).problem.errors).toHaveProperty('phone')
    expect((await confirm('12')).problem.errors).toHaveProperty('code')
    expect((await app.request('POST /api/my-profile/phone', { body: { phone } })).status).toBe(401)
    expect((await app.request('POST /api/my-profile/phone/confirm', { body: { phone, code: '123456' } })).status).toBe(401)
  })

  it('is not locked by a stranger’s wrong codes for joining, and has a separate limit of ten failures a day', async () => {
    for (let round = 0; round < 3; round += 1) {
      const code = (await app.request('POST /api/join', { body: { phone } })).body.demo_code
      for (let tries = 0; tries < 5; tries += 1)
        await app.request('POST /api/confirm', { body: { phone, code: code === '000000' ? '000001' : '000000' } })
      app.clock.advance(60_000)
    }
    for (let round = 0; round < 2; round += 1) {
      const code = await codeFor()
      for (let tries = 0; tries < 5; tries += 1) expect((await confirm(code === '000000' ? '000001' : '000000')).status).toBe(422)
      app.clock.advance(60_000)
    }
    token = await app.signIn(user)
    expect((await confirm(await codeFor())).problem).toMatchObject({ status: 429, code: 'too_many_codes' })
    // Another person's attempt at the same number has a separate limit.
    const other = await app.signIn(await makeUser(app.db))
    expect((await confirm(await codeFor(other), other)).status).toBe(200)
  })
})

describe('a session left open does not take the account over', () => {
  const password = 'seven purple kettles'
  it('without the password of a person who has one; with it the other sessions end', async () => {
    const owner = await makeUser(app.db, { password_hash: await hash(password) })
    const [here, elsewhere] = [await app.signIn(owner), await app.signIn(owner)]
    const code = await codeFor(here)
    const send = (more: object) => app.request('POST /api/my-profile/phone/confirm', { body: { phone, code, ...more }, token: here })
    expect((await send({})).problem.code).toBe('wrong_password')
    expect((await send({ current_password: 'not the right one' })).problem.code).toBe('wrong_password')
    expect(await phoneOf(owner.id)).toBe(owner.phone)
    expect((await send({ current_password: password })).status).toBe(200)
    expect((await app.request('GET /api/my-session', { token: elsewhere })).status).toBe(401)
    expect((await app.request('GET /api/my-session', { token: here })).status).toBe(200)
    const audit = await app.db.selectFrom('audit').select(['before', 'after']).where('person_id', '=', owner.id).execute()
    expect(audit).toEqual([{ before: { phone: owner.phone }, after: { fields: ['phone'], phone } }])
  })

  it('without a password, more than five minutes after the login, until the person proves who they are', async () => {
    const owner = await makeUser(app.db)
    const here = await app.signIn(owner)
    app.clock.advance(5 * 60_000)
    const code = await codeFor(here)
    expect((await confirm(code, here)).problem.code).toBe('log_in_again')
    expect(await phoneOf(owner.id)).toBe(owner.phone)
    const sent = await app.request('POST /api/my-session/confirm/code', { token: here })
    const body = { phone_code: sent.body.demo_code }
    expect((await app.request('POST /api/my-session/confirm', { body, token: here })).status).toBe(200)
    expect((await confirm(code, here)).status).toBe(200)
  })
})
