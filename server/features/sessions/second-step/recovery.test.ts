import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveRole, makeAdmin } from '#database/factories.ts'
import { mintScope } from '../../../platform/scope.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { SoftwarePasskey } from '../../../testing/software-passkey.ts'
import { createEmergencyLink } from '../setup/emergency-commands.ts'
import { totpCode, timeStepAt } from './check-totp.ts'
import { authenticatorPlace } from './commands.ts'

const password = 'seven purple kettles'
const origin = 'https://book.example.org'
const minute = 60_000
const env = {
  OPENHOUR_MODE: 'production',
  OPENHOUR_RATE_LIMIT: 'on',
  OPENHOUR_ORIGIN: origin,
  OPENHOUR_SMS_URL: 'http://127.0.0.1:9/send',
  OPENHOUR_SMS_SECRET: `whsec_${'A'.repeat(43)}=`,
}

let app: TestApp
let password_hash: string
let admin: Awaited<ReturnType<typeof makeAdmin>>
let token: string

beforeAll(async () => {
  app = await startTestApp({ env })
  password_hash = await hash(password)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.advance(24 * 60 * minute)
  admin = await makeAdmin(app.db)
  await app.db.updateTable('users').set({ password_hash }).where('id', '=', admin.id).execute()
  token = await app.signIn(admin)
})

let address = 0
/** From an address of its own: how many one may send is another test's. */
const post = (url: string, payload: object, as?: string) =>
  app.http
    .inject({
      method: 'POST',
      url,
      payload,
      headers: as ? { authorization: `Bearer ${as}` } : {},
      remoteAddress: `10.1.${(address += 1) >> 8}.${address & 255}`,
    })
    .then(answer => ({ status: answer.statusCode, body: answer.json() }))
const logIn = async () => (await post('/api/login', { phone: admin.phone, password })).body
const confirm = (login_ticket: string, code: string) => post('/api/login/confirm', { login_ticket, code })
const makeCodes = async () => (await post('/api/my-profile/recovery-codes', {}, token)).body.codes as string[]
const left = async () =>
  (await app.request('GET /api/my-profile/sign-in-methods', { token })).body.authenticator?.recovery_codes as number | undefined
const told = async () =>
  (
    await app.db
      .selectFrom('outbox')
      .select('detail')
      .where('user_id', '=', admin.id)
      .where('kind', '=', 'sign_in_changed')
      .orderBy('id')
      .execute()
  ).map(({ detail }) => (detail as { what: string }).what)

async function giveApp(): Promise<Buffer> {
  const secret = randomBytes(20)
  const sealed = app.platform.secrets.seal(authenticatorPlace(admin.id), secret)
  await app.db
    .insertInto('authenticators')
    .values({ user_id: admin.id, secret: sealed, last_step: 0, created_at: app.clock.now() })
    .execute()
  return secret
}
const showCode = (secret: Buffer) => totpCode(secret, timeStepAt(app.clock.now()))

/** Adds a passkey in the profile. */
async function giveKey(): Promise<SoftwarePasskey> {
  const key = new SoftwarePasskey(origin)
  const { body } = await post('/api/my-profile/passkeys/options', {}, token)
  expect((await post('/api/my-profile/passkeys', { credential: key.create(body) }, token)).status).toBe(201)
  return key
}

/** Puts a known code in place of the one that is on its way to the phone. */
async function putCode(): Promise<string> {
  const salt = randomBytes(16)
  const code_hash = createHash('sha256').update(salt).update('123456').digest()
  await app.db.updateTable('phone_codes').set({ salt, code_hash }).where('phone', '=', admin.phone).where('used_at', 'is', null).execute()
  return '123456'
}

describe('recovery codes', () => {
  it('replace the app’s code once each, and the person is told', async () => {
    await giveApp()
    const codes = await makeCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const asked = await logIn()
    expect(asked.second_factors).toEqual(['app', 'recovery_code'])
    expect((await confirm(asked.login_ticket, codes[0]!)).body).toMatchObject({ user: { id: admin.id } })
    expect(await left()).toBe(9)
    const again = await logIn()
    expect((await confirm(again.login_ticket, codes[0]!)).body.code).toBe('wrong_code')
    expect((await confirm(again.login_ticket, codes[1]!.replaceAll('-', '').toLowerCase())).status).toBe(200)
    expect(await told()).toEqual(expect.arrayContaining(['recovery_codes_made', 'recovery_code_used']))
    const audit = await app.db.selectFrom('audit').select('action').where('person_id', '=', admin.id).execute()
    expect(audit.map(({ action }) => action)).toEqual(['recovery_codes_made', 'recovery_code_used', 'recovery_code_used'])
  })

  it('are not stored, and not shown again', async () => {
    await giveApp()
    const codes = await makeCodes()
    const rowsOf = async (table: string) =>
      (await sql<{ row: string }>`SELECT to_json(t)::text AS row FROM ${sql.table(table)} t`.execute(app.db)).rows
    const stored = await Promise.all(['recovery_codes', 'audit', 'outbox'].map(rowsOf))
    const shown = [
      (await app.request('GET /api/my-profile/export', { token })).body,
      (await app.request('GET /api/my-profile/sign-in-methods', { token })).body,
    ]
    const everything = JSON.stringify([stored, shown])
    // As it is shown, and as it is compared; also within a bytea.
    const forms = codes.flatMap(code => [code, code.replaceAll('-', '')]).flatMap(form => [form, Buffer.from(form).toString('hex')])
    expect([codes.length, forms.filter(form => everything.includes(form))]).toEqual([10, []])
  })

  it('end with new ones, and with the app', async () => {
    await giveApp()
    const old = await makeCodes()
    await makeCodes()
    expect((await confirm((await logIn()).login_ticket, old[0]!)).body.code).toBe('wrong_code')
    const colleague = await app.signIn(await makeAdmin(app.db))
    await app.request('DELETE /api/users/{id}/authenticator', { params: { id: admin.id }, token: colleague })
    expect(await app.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', admin.id).execute()).toEqual([])
    expect(await told()).toContain('app_reset')
  })

  it('have one winner among 20 uses of one at once', async () => {
    await giveApp()
    const [code] = await makeCodes()
    const tickets = []
    for (let count = 0; count < 20; count += 1) tickets.push((await logIn()).login_ticket as string)
    const answers = await Promise.all(tickets.map(ticket => confirm(ticket, code!)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('are limited like other codes', async () => {
    await giveApp()
    const codes = await makeCodes()
    for (let round = 0; round < 2; round += 1) {
      const { login_ticket } = await logIn()
      for (let tries = 0; tries < 5; tries += 1) expect((await confirm(login_ticket, 'AAAA-AAAA-AAAA-AAAA')).body.code).toBe('wrong_code')
    }
    expect((await confirm((await logIn()).login_ticket, codes[0]!)).body.code).toBe('too_many_codes')
  })

  it('do not replace the password, and set up no app', async () => {
    const asked = await logIn()
    const offered = (await confirm(asked.login_ticket, await putCode())).body
    expect(offered.authenticator).toBeDefined()
    await giveApp()
    const codes = await makeCodes()
    expect((await confirm(offered.login_ticket, codes[0]!)).body.code).toBe('wrong_code')
    expect((await post('/api/login', { phone: admin.phone, password: codes[1] })).body.code).toBe('wrong_login')
  })

  it('are not made without an app, or from a session that was left open', async () => {
    expect((await post('/api/my-profile/recovery-codes', {}, token)).body.code).toBe('no_authenticator')
    await giveApp()
    app.clock.advance(5 * minute)
    expect((await post('/api/my-profile/recovery-codes', {}, token)).body.code).toBe('log_in_again')
  })
})

describe('a passkey as the second factor', () => {
  it('is asked for instead of setting up an app; the password alone adds no other factor', async () => {
    const key = await giveKey()
    const asked = await logIn()
    expect(asked).toMatchObject({ code: 'code_required', second_factors: ['passkey'] })
    expect(asked).not.toHaveProperty('authenticator')
    expect((await confirm(asked.login_ticket, '123456')).body.code).toBe('wrong_code')
    const { body } = await post('/api/login/passkey/options', {})
    expect((await post('/api/login/passkey', { credential: key.use(body) })).status).toBe(200)
  })

  it('completes the login that waits for it, once, and no other person’s', async () => {
    const key = await giveKey()
    const { login_ticket } = await logIn()
    const use = async (ticket: string) =>
      post('/api/login/passkey', { credential: key.use((await post('/api/login/passkey/options', {})).body), login_ticket: ticket })
    const other = await makeAdmin(app.db)
    const at = app.clock.now()
    const values = { user_id: other.id, awaits: 'app', created_at: at, expires_at: new Date(at.getTime() + minute) } as const
    await app.db
      .insertInto('login_tickets')
      .values({ ...values, token_hash: createHash('sha256').update('another ticket').digest() })
      .execute()
    expect((await use('another ticket')).body.code).toBe('login_expired')
    expect((await use(login_ticket)).body).toMatchObject({ user: { id: admin.id } })
    expect((await use(login_ticket)).body.code).toBe('login_expired')
  })

  it('opens nothing alone where a role demands an identity provider, but completes an emergency login', async () => {
    const key = await giveKey()
    await giveRole(app.db, admin.id, { abilities: ['*'], single_sign_on_only: true })
    const use = async (ticket: object) =>
      post('/api/login/passkey', { credential: key.use((await post('/api/login/passkey/options', {})).body), ...ticket })
    const alone = await use({})
    expect([alone.status, alone.body.code]).toEqual([403, 'single_sign_on_only'])
    const scope = mintScope({ person: null, now: app.clock.now(), ip: null, userAgent: '', browser: false })
    const link = await createEmergencyLink(app.db, scope, admin.phone ?? '')
    const asked = (await post('/api/login/emergency', { token: link, password })).body
    expect(asked).toMatchObject({ code: 'code_required', second_factors: ['passkey'] })
    expect((await use({ login_ticket: asked.login_ticket })).body).toMatchObject({ user: { id: admin.id } })
    expect(await told()).toContain('emergency_used')
  })

  it('is set up at the login, after the code for the phone', async () => {
    const asked = await logIn()
    expect((await post('/api/login/confirm/passkey/options', { login_ticket: asked.login_ticket })).body.code).toBe('login_expired')
    const { login_ticket } = (await confirm(asked.login_ticket, await putCode())).body
    const key = new SoftwarePasskey(origin)
    const { body } = await post('/api/login/confirm/passkey/options', { login_ticket })
    expect((await post('/api/login/confirm/passkey', { login_ticket, credential: key.create(body, { verified: false }) })).body.code).toBe(
      'wrong_passkey',
    )
    const offer = (await post('/api/login/confirm/passkey/options', { login_ticket })).body
    const made = await post('/api/login/confirm/passkey', { login_ticket, name: 'Desk', credential: key.create(offer) })
    expect(made.body).toMatchObject({ user: { id: admin.id } })
    expect((await post('/api/login/confirm/passkey/options', { login_ticket })).body.code).toBe('login_expired')
    expect((await logIn()).second_factors).toEqual(['passkey'])
    expect(await told()).toContain('passkey_added')
  })

  it('is not set up by an older ticket once there is another factor, and no app is either', async () => {
    const [first, second] = [await logIn(), await logIn()]
    const code = await putCode()
    const one = (await confirm(first.login_ticket, code)).body
    // The code is used: the second ticket is brought as far by hand, as if another one had been sent.
    await app.db.updateTable('phone_codes').set({ used_at: null }).where('phone', '=', admin.phone).execute()
    const two = (await confirm(second.login_ticket, code)).body
    const key = new SoftwarePasskey(origin)
    const offer = (await post('/api/login/confirm/passkey/options', { login_ticket: one.login_ticket })).body
    expect((await post('/api/login/confirm/passkey', { login_ticket: one.login_ticket, credential: key.create(offer) })).status).toBe(200)
    expect((await post('/api/login/confirm/passkey/options', { login_ticket: two.login_ticket })).body.code).toBe('login_expired')
    const bits = Array.from(two.authenticator.secret as string, sign =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
    ).join('')
    const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
    expect((await confirm(two.login_ticket, showCode(secret))).body.code).toBe('wrong_code')
  })
})

describe('POST /api/my-session/confirm', () => {
  const prove = (body: object, as = token) => post('/api/my-session/confirm', body, as)
  const isRecent = async () => (await post('/api/my-profile/passkeys/options', {}, token)).status === 200

  it.each([
    ['the password', async () => ({ password })],
    ['the app’s code', async () => ({ app_code: showCode(await giveApp()) })],
    [
      'a passkey',
      async () => {
        const key = await giveKey()
        return { credential: key.use((await post('/api/my-session/confirm/passkey/options', {}, token)).body) }
      },
    ],
  ])('allows changes for five minutes after %s', async (_what, proofOf) => {
    const proof = await proofOf()
    app.clock.advance(6 * minute)
    expect(await isRecent()).toBe(false)
    // Made before, and still right: codes and challenges live that long, or are made again.
    const again = 'app_code' in proof ? { app_code: showCode(await readApp()) } : proof
    expect((await prove(again)).status).toBe(200)
    expect(await isRecent()).toBe(true)
    app.clock.advance(5 * minute)
    expect(await isRecent()).toBe(false)
  })

  const readApp = async () => {
    const { secret } = await app.db.selectFrom('authenticators').select('secret').where('user_id', '=', admin.id).executeTakeFirstOrThrow()
    return app.platform.secrets.open(authenticatorPlace(admin.id), secret)
  }

  it('takes a code sent to the phone from a person without a password only', async () => {
    expect((await post('/api/my-session/confirm/code', {}, token)).body.code).toBe('wrong_code')
    await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', admin.id).execute()
    app.clock.advance(6 * minute)
    expect((await post('/api/my-session/confirm/code', {}, token)).status).toBe(200)
    const code = await putCode()
    expect((await prove({ phone_code: '000000' })).body.code).toBe('wrong_code')
    expect((await prove({ phone_code: code })).status).toBe(200)
    expect(await isRecent()).toBe(true)
  })

  it('refuses wrong proofs, none, and several', async () => {
    app.clock.advance(6 * minute)
    expect((await prove({ password: 'not the right one' })).body.code).toBe('wrong_password')
    expect((await prove({ app_code: '123456' })).body.code).toBe('wrong_code')
    expect((await prove({ phone_code: '123456' })).body.code).toBe('wrong_code')
    expect((await prove({})).status).toBe(422)
    expect((await prove({ password, app_code: '123456' })).status).toBe(422)
    expect(await isRecent()).toBe(false)
  })

  it('does not let a stolen session guess the app’s code', async () => {
    await giveApp()
    for (let tries = 0; tries < 10; tries += 1) await prove({ app_code: '000000' })
    expect((await prove({ app_code: '000000' })).body.code).toBe('too_many_requests')
  })

  it('does not take the app’s code twice', async () => {
    const code = showCode(await giveApp())
    expect((await prove({ app_code: code })).status).toBe(200)
    expect((await prove({ app_code: code })).body.code).toBe('wrong_code')
    expect((await confirm((await logIn()).login_ticket, code)).body.code).toBe('wrong_code')
  })
})
