import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin, makeMentor, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { totpCode, timeStepAt } from './check-totp.ts'
import { authenticatorPlace } from './commands.ts'
import { readSecret } from '../../../testing/authenticator.ts'

const password = 'seven purple kettles'
const production = { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' }
/** No gateway listens there: the tests replace the queued code. */
const gateway = { OPENHOUR_SMS_URL: 'http://127.0.0.1:9/send', OPENHOUR_SMS_SECRET: `whsec_${'A'.repeat(43)}=` }
const minute = 60_000

let app: TestApp
let password_hash: string
let admin: Awaited<ReturnType<typeof makeAdmin>>

beforeAll(async () => {
  app = await startTestApp({ env: { ...production, ...gateway } })
  password_hash = await hash(password)
})
afterAll(() => app.close())
beforeEach(async () => {
  admin = await makeAdmin(app.db)
  await app.db.updateTable('users').set({ password_hash }).where('id', '=', admin.id).execute()
  // Moves the clock, so that tests share no time step and no limit.
  app.clock.advance(24 * 60 * minute)
})

let address = 0
/** From a new address, because the limit per address is tested elsewhere. */
const post = (name: 'POST /api/login' | 'POST /api/login/confirm' | 'POST /api/confirm', body: object) =>
  app.http
    .inject({
      method: 'POST',
      url: name.slice('POST '.length),
      payload: body,
      remoteAddress: `10.0.${(address += 1) >> 8}.${address & 255}`,
    })
    .then(answer => ({ status: answer.statusCode, body: answer.json(), headers: answer.headers }))
const logIn = (phone = admin.phone) => post('POST /api/login', { phone, password })
const confirm = (login_ticket: string, code: string) => post('POST /api/login/confirm', { login_ticket, code })

const showCode = (secret: Buffer, away = 0) => totpCode(secret, timeStepAt(app.clock.now()) + away)
const wrongFor = (secret: Buffer) => {
  const right = [-1, 0, 1].map(away => showCode(secret, away))
  return ['000000', '000001', '000002', '000003'].find(code => !right.includes(code))!
}

/** Replaces the newest code of a phone by this one, as if the message had been read. */
async function putCode(phone: string | null, code = '123456'): Promise<string> {
  const salt = randomBytes(16)
  const code_hash = createHash('sha256').update(salt).update(code).digest()
  await app.db
    .updateTable('phone_codes')
    .set({ salt, code_hash })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('phone_codes').select('id').where('phone', '=', phone).where('used_at', 'is', null).orderBy('created_at', 'desc').limit(1),
    )
    .execute()
  return code
}

/** A first login up to the authenticator's secret: password, then the phone's code. */
async function offerApp(phone = admin.phone) {
  const { body } = await logIn(phone)
  expect(body).toMatchObject({ status: 401, code: 'phone_code_required' })
  return (await confirm(body.login_ticket, await putCode(phone))).body
}

/** Sets the app up with a first login; returns its secret, at a time without used codes. */
async function setUpApp(): Promise<Buffer> {
  const body = await offerApp()
  const secret = readSecret(body.authenticator.secret)
  expect((await confirm(body.login_ticket, showCode(secret))).status).toBe(200)
  app.clock.advance(2 * minute)
  return secret
}

describe('an administrator', () => {
  it('cannot set up the first authenticator with the password alone', async () => {
    const asked = await logIn()
    expect(asked.status).toBe(401)
    expect(asked.body).toMatchObject({ code: 'phone_code_required', login_ticket: expect.stringMatching(/^[\w-]{43}$/), expires_in: 600 })
    expect(asked.body).not.toHaveProperty('authenticator')
    const { code } = (await confirm(asked.body.login_ticket, '000000')).body
    expect(code).toBe('wrong_code')
    expect(await app.db.selectFrom('authenticators').select('user_id').where('user_id', '=', admin.id).execute()).toEqual([])
    const [{ secret } = { secret: Buffer.alloc(1) }] = await app.db
      .selectFrom('login_tickets')
      .select('secret')
      .where('user_id', '=', admin.id)
      .execute()
    expect(secret).toBeNull()
  })

  it('cannot set up an authenticator with the code of another person’s phone', async () => {
    const other = await makeAdmin(app.db)
    await app.db.updateTable('users').set({ password_hash }).where('id', '=', other.id).execute()
    const { login_ticket } = (await logIn()).body
    await logIn(other.phone)
    const code = await putCode(other.phone, '654321')
    await putCode(admin.phone, '111111')
    expect((await confirm(login_ticket, code)).body.code).toBe('wrong_code')
  })

  it('is asked for the phone’s code and the app’s after the password, and sets the app up with them', async () => {
    const asked = { body: await offerApp(), status: 401 }
    expect(asked.body).toMatchObject({ code: 'code_required', login_ticket: expect.stringMatching(/^[\w-]{43}$/), expires_in: 600 })
    expect(asked.body.authenticator.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(asked.body.authenticator.address).toBe(
      `otpauth://totp/Openhour:${encodeURIComponent(admin.name)}?secret=${asked.body.authenticator.secret}&issuer=Openhour`,
    )
    expect(asked.body).not.toHaveProperty('token')
    expect(await app.db.selectFrom('sessions').select('id').where('user_id', '=', admin.id).execute()).toEqual([])

    const secret = readSecret(asked.body.authenticator.secret)
    expect((await confirm(asked.body.login_ticket, wrongFor(secret))).body).toMatchObject({ status: 422, code: 'wrong_code' })
    const done = await confirm(asked.body.login_ticket, showCode(secret))
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({ user: { id: admin.id }, access: { isAdmin: true }, abilities: ['*'] })
    expect((await app.request('GET /api/my-session', { token: done.body.token })).status).toBe(200)
    const audit = await app.db.selectFrom('audit').select('action').where('person_id', '=', admin.id).execute()
    expect(audit).toEqual([{ action: 'app_set_up' }])

    // From now on the secret is not shown again.
    app.clock.advance(2 * minute)
    const again = await logIn()
    expect(again.body).toMatchObject({ code: 'code_required' })
    expect(again.body).not.toHaveProperty('authenticator')
    expect((await confirm(again.body.login_ticket, showCode(secret))).status).toBe(200)
  })

  it('in a browser gets the cookie with the code', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const asked = await app.request('POST /api/login', { body: { phone: admin.phone, password }, headers })
    expect(asked.headers).not.toHaveProperty('set-cookie')
    const { login_ticket } = asked.body
    const offered = await app.request('POST /api/login/confirm', { body: { login_ticket, code: await putCode(admin.phone) }, headers })
    expect(offered.headers).not.toHaveProperty('set-cookie')
    const body = { login_ticket, code: showCode(readSecret(offered.body.authenticator.secret)) }
    expect((await app.request('POST /api/login/confirm', { body, headers })).headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-openhour=/),
    ])
  })

  it('does not reveal whether a code is right with a wrong password', async () => {
    await setUpApp()
    const wrong = await post('POST /api/login', { phone: admin.phone, password: 'not the right one' })
    expect(wrong.body).toMatchObject({ status: 401, code: 'wrong_login' })
    expect(wrong.body).not.toHaveProperty('login_ticket')
  })

  it('is not let in by a text message alone; without a password the app is asked', async () => {
    const secret = await setUpApp()
    const sent = async () => {
      const [salt, code] = [randomBytes(16), '123456']
      const [created_at, expires_at] = [app.clock.now(), new Date(app.clock.now().getTime() + minute)]
      const code_hash = createHash('sha256').update(salt).update(code).digest()
      await app.db
        .insertInto('phone_codes')
        .values({ phone: admin.phone!, user_id: null, salt, code_hash, created_at, expires_at })
        .execute()
      return post('POST /api/confirm', { phone: admin.phone, code })
    }
    expect((await sent()).body).toMatchObject({ status: 401, code: 'password_required' })
    // The code is used nevertheless.
    expect((await post('POST /api/confirm', { phone: admin.phone, code: '123456' })).body.code).toBe('wrong_code')
    await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', admin.id).execute()
    app.clock.advance(minute)
    const asked = (await sent()).body
    expect(asked).toMatchObject({ code: 'code_required' })
    expect((await confirm(asked.login_ticket, showCode(secret))).status).toBe(200)
  })
})

describe('a person with a right and no second factor cannot log in', () => {
  const holder = async (role: Parameters<typeof giveRole>[2]) => {
    const user = await makeUser(app.db, { password_hash })
    await giveRole(app.db, user.id, role)
    return user
  }
  it.each([
    ['everything, outside the admin area', () => holder({ abilities: ['*'] })],
    ['one ability, outside the admin area', () => holder({ abilities: ['User Edit'] })],
    ['a mentor’s role', () => makeMentor(app.db, { password_hash })],
    ['the admin area alone', () => holder({ opens_admin: true })],
  ])('with %s', async (_what, make) => {
    const { id, phone } = await make()
    expect((await logIn(phone)).body).toMatchObject({ status: 401, code: 'phone_code_required' })
    expect(await app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([])
    const body = await offerApp(phone)
    expect((await confirm(body.login_ticket, showCode(readSecret(body.authenticator.secret)))).status).toBe(200)
  })
})

describe('people without a second factor', () => {
  it.each([['a client', () => makeUser(app.db, { password_hash })]])('%s', async (_who, make) =>
    expect((await logIn((await make()).phone)).status).toBe(200),
  )

  it('no one in demo mode', async () => {
    const demo = await startTestApp()
    const { id, phone } = await makeAdmin(demo.db)
    await demo.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    expect((await demo.request('POST /api/login', { body: { phone, password } })).status).toBe(200)
    await demo.close()
  })
})

describe('a code', () => {
  it('counts once, also for another ticket', async () => {
    const secret = await setUpApp()
    const [first, second] = [(await logIn()).body.login_ticket, (await logIn()).body.login_ticket]
    const code = showCode(secret)
    expect((await confirm(first, code)).status).toBe(200)
    expect((await confirm(second, code)).body.code).toBe('wrong_code')
    expect((await confirm(second, showCode(secret, -1))).body.code).toBe('wrong_code')
    expect((await confirm(first, showCode(secret, 1))).body).toMatchObject({ status: 401, code: 'login_expired' })
    expect((await confirm(second, showCode(secret, 1))).status).toBe(200)
  })

  it.each(['one ticket', 'a ticket each'])('has one winner among 20 at once, with %s', async how => {
    const secret = await setUpApp()
    const ticket = (await logIn()).body.login_ticket
    const tickets = await Promise.all(
      Array.from({ length: 20 }, async () => (how === 'one ticket' ? ticket : (await logIn()).body.login_ticket)),
    )
    const answers = await Promise.all(tickets.map(one => confirm(one, showCode(secret))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))
    expect(codes).toEqual(new Set(how === 'one ticket' ? ['login_expired'] : ['wrong_code', 'too_many_codes']))
  })

  it('sets up one app where two tickets offered one each', async () => {
    const [first, second] = [await offerApp(), await offerApp()]
    const [one, two] = [readSecret(first.authenticator.secret), readSecret(second.authenticator.secret)]
    expect((await confirm(first.login_ticket, showCode(one))).status).toBe(200)
    expect((await confirm(second.login_ticket, showCode(two))).body.code).toBe('wrong_code')
  })

  it.each([{}, { login_ticket: 7, code: '123456' }, { login_ticket: 'x', code: '12345' }, { login_ticket: 'x', code: '123456', more: 1 }])(
    'in the form %j is refused',
    async body => expect((await post('POST /api/login/confirm', body)).status).toBe(422),
  )
})

describe('a ticket', () => {
  it('lives ten minutes and takes five tries', async () => {
    const secret = await setUpApp()
    const old = (await logIn()).body.login_ticket
    app.clock.advance(10 * minute)
    expect((await confirm(old, showCode(secret))).body.code).toBe('login_expired')
    const { login_ticket } = (await logIn()).body
    for (let tries = 0; tries < 5; tries += 1) expect((await confirm(login_ticket, wrongFor(secret))).body.code).toBe('wrong_code')
    expect((await confirm(login_ticket, showCode(secret))).body.code).toBe('login_expired')
    expect((await confirm('x'.repeat(43), showCode(secret))).body.code).toBe('login_expired')
  })

  it('limits guessing to ten wrong codes a day over all tickets', async () => {
    const secret = await setUpApp()
    for (let round = 0; round < 2; round += 1) {
      const { login_ticket } = (await logIn()).body
      for (let tries = 0; tries < 5; tries += 1) await confirm(login_ticket, wrongFor(secret))
    }
    const { login_ticket } = (await logIn()).body
    const stopped = await confirm(login_ticket, showCode(secret))
    expect(stopped.body).toMatchObject({ status: 429, code: 'too_many_codes', retry_after: 24 * 3600 })
    app.clock.advance(24 * 60 * minute)
    expect((await confirm((await logIn()).body.login_ticket, showCode(secret))).status).toBe(200)
  })

  it.each([
    ['another password', { password_hash: 'another' }],
    ['deactivation', { active: false }],
  ])('is dead with %s', async (_what, change) => {
    const colleague = await makeAdmin(app.db)
    const secret = await setUpApp()
    const { login_ticket } = (await logIn()).body
    await app.db.updateTable('users').set(change).where('id', '=', admin.id).execute()
    expect((await confirm(login_ticket, showCode(secret))).body.code).toBe('login_expired')
    expect(colleague.active).toBe(true)
  })
})

describe('a log-in that was begun before cannot be completed', () => {
  it.each<[string, (boss: string) => Promise<{ status: number }>]>([
    ['staff log the person out', token => app.request('DELETE /api/users/{id}/sessions', { token, params: { id: admin.id } })],
    [
      'staff replace a number that was lost',
      async token => {
        const [params, phone] = [{ id: admin.id }, `+4477009${String(Date.now()).slice(-5)}`]
        await app.request('POST /api/users/{id}/phone', { token, params, body: { phone } })
        const code = await putCode(phone)
        return app.request('POST /api/users/{id}/phone/confirm', { token, params, body: { phone, code } })
      },
    ],
    ['the person logs out everywhere else', async () => app.request('DELETE /api/my-profile/sessions', { token: await app.signIn(admin) })],
  ])('once %s', async (_, end) => {
    const offered = await offerApp()
    expect((await end(await app.signIn(await makeAdmin(app.db)))).status).toBe(200)
    const { status, body } = await confirm(offered.login_ticket, showCode(readSecret(offered.authenticator.secret)))
    expect([status, body.code]).toEqual([401, 'login_expired'])
    expect(await app.db.selectFrom('authenticators').select('user_id').where('user_id', '=', admin.id).execute()).toEqual([])
  })
})

describe('DELETE /api/users/{id}/authenticator', () => {
  it('has the next login set up another app, and is a colleague’s to do', async () => {
    const secret = await setUpApp()
    const colleague = await makeAdmin(app.db)
    const token = await app.signIn(colleague)
    const reset = (id: string, as = token) => app.request('DELETE /api/users/{id}/authenticator', { params: { id }, token: as })
    expect((await app.request('GET /api/users/{id}', { params: { id: admin.id }, token })).body.has_authenticator).toBe(true)
    expect((await reset(colleague.id)).problem.code).toBe('not_yourself')
    expect((await reset(admin.id, await app.signIn(await makeAdmin(app.db, ['User Edit'])))).problem.code).toBe('outranked')
    const under = (await logIn()).body.login_ticket
    expect((await reset(admin.id)).body).toMatchObject({ id: admin.id, has_authenticator: false })
    expect((await reset(admin.id)).status).toBe(200)
    // A login in progress belonged to the removed app.
    expect((await confirm(under, showCode(secret))).body.code).toBe('wrong_code')
    expect((await logIn()).body.code).toBe('phone_code_required')
    const audit = await app.db.selectFrom('audit').select('action').where('person_id', '=', admin.id).orderBy('at').execute()
    expect(audit.map(({ action }) => action)).toEqual(['app_set_up', 'app_reset'])
  })

  it('a holder of User Edit cannot remove the authenticator of a mentor or of who opens the admin area', async () => {
    const token = await app.signIn(
      await makeUser(app.db).then(async user => (await giveRole(app.db, user.id, { abilities: ['User Edit'] }), user)),
    )
    const opener = await makeAdmin(app.db, ['User Edit'])
    for (const { id } of [await makeMentor(app.db), opener]) {
      await app.db
        .insertInto('authenticators')
        .values({
          user_id: id,
          secret: app.platform.secrets.seal(authenticatorPlace(id), randomBytes(20)),
          last_step: 0,
          created_at: app.clock.now(),
        })
        .execute()
      expect((await app.request('DELETE /api/users/{id}/authenticator', { params: { id }, token })).problem.code).toBe('outranked')
      expect(await app.db.selectFrom('authenticators').select('user_id').where('user_id', '=', id).execute()).toHaveLength(1)
    }
  })

  it('is nowhere in the database as the app has it, neither offered nor set up', async () => {
    const own = await setUpApp()
    const tickets = await app.db.selectFrom('login_tickets').select('secret').where('user_id', '=', admin.id).execute()
    const apps = await app.db.selectFrom('authenticators').select('secret').where('user_id', '=', admin.id).execute()
    const stored = [...tickets, ...apps].flatMap(({ secret }) => (secret ? [secret] : []))
    expect(stored).toHaveLength(2)
    for (const secret of stored) expect(secret.includes(own)).toBe(false)
  })

  it('goes with an erased person', async () => {
    await makeAdmin(app.db)
    await setUpApp()
    const token = await app.signIn(await makeAdmin(app.db))
    expect((await app.request('POST /api/users/{id}/erase', { params: { id: admin.id }, token, body: {} })).status).toBe(200)
    expect(await app.db.selectFrom('authenticators').select('user_id').where('user_id', '=', admin.id).execute()).toEqual([])
  })
})
