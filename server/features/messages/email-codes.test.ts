import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { openMailer } from '../../platform/mail/smtp.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { sendCodes } from './send-codes.ts'
import { leaseDue } from './outbox-commands.ts'

// Production with a mail server and no SMS gateway.

let mail: TestMailServer
let app: TestApp
let serial = 0
let email: string
beforeAll(async () => {
  mail = await startMailServer()
  app = await startTestApp({
    env: {
      OPENHOUR_MODE: 'production',
      OPENHOUR_RATE_LIMIT: 'on',
      OPENHOUR_SMTP_URL: mail.url,
      OPENHOUR_MAIL_FROM: 'appointments@example.org',
    },
  })
})
afterAll(async () => {
  await app.close()
  await mail.close()
})
beforeEach(async () => {
  mail.letters.splice(0)
  mail.behave({})
  email = `ana.${(serial += 1)}@example.org`
  for (const table of ['outbox', 'text_days', 'phone_codes', 'request_counts']) await sql`DELETE FROM ${sql.table(table)}`.execute(app.db)
  await sql`UPDATE settings SET codes_day = 1000, codes_phone = 10`.execute(app.db)
})

const join = (address = email) => app.request('POST /api/join', { body: { email: address } })
const confirm = (code: string, more = {}) => app.request('POST /api/confirm', { body: { email, code, ...more } })
const send = () =>
  sendCodes(app.platform, 'email', { sms: null, mailer: openMailer(mail.url, { connectMs: 5000, answerMs: 5000 }), origin: null })
const codeIn = (text = '') => /Your code is (\d{6})/.exec(text)?.[1] ?? ''
const rows = () => app.db.selectFrom('outbox').selectAll().orderBy('created_at').execute()

describe('a code', () => {
  it('goes to the mailbox, lets in, and is kept nowhere: neither on its way nor where staff read it', async () => {
    const answer = await join()
    expect([answer.status, Object.keys(answer.body).toSorted()]).toEqual([200, ['expires_in', 'join_ticket', 'message', 'resend_after']])
    const waiting = JSON.stringify(await rows())
    expect(await send()).toBe(1)
    const [letter] = mail.to(email)
    const code = codeIn(letter!.text)
    expect(letter!.subject).toBe('Your code for Openhour')
    expect(letter!.html).toContain(code)
    expect(waiting).not.toContain(code)
    expect(await rows()).toMatchObject([{ state: 'sent', channel: 'email', recipient: null, body: expect.stringContaining('••••••') }])
    expect(JSON.stringify(await rows())).not.toMatch(new RegExp(`sealed|${code}|${email}`))
    expect((await confirm(code, { join_ticket: answer.body.join_ticket })).body).toHaveProperty('registration_ticket')
  })

  it('waits for a mail server that is away, and is not sent when it is over', async () => {
    await join()
    mail.behave({ onLetter: () => 450 })
    await send()
    expect(await rows()).toMatchObject([{ state: 'waiting' }])
    app.clock.advance(6 * 60_000)
    mail.behave({})
    mail.letters.splice(0)
    await send()
    expect([mail.letters.length, (await rows())[0]!.state]).toEqual([0, 'failed'])
  })

  it.each([550, 450])('leaves no address behind where the mail server names it in its answer %i', async refusal => {
    await join()
    mail.behave({ refuse: () => refusal })
    expect(await send()).toBe(1)
    const stored = await rows()
    expect(stored).toMatchObject([{ user_id: null, error: expect.stringContaining('says no to <(address)>') }])
    expect(JSON.stringify(stored).toLowerCase()).not.toContain(email)
  })

  it('is not leased by the worker of text messages', async () => {
    await join()
    const scope = { person: null, now: app.clock.now(), ip: null, userAgent: '', browser: false } as unknown as Parameters<
      typeof leaseDue
    >[1]
    expect(await leaseDue(app.db, scope, 10, 'codes by sms')).toEqual([])
    expect(await leaseDue(app.db, scope, 10, 'codes by email')).toHaveLength(1)
  })

  it('counts against the day’s budget, the last third of which is for known addresses, and the answers are the same', async () => {
    await sql`UPDATE settings SET codes_day = 10`.execute(app.db)
    for (let count = 0; count < 7; count += 1) await join(`stranger.${count}@example.org`)
    const known = await makeUser(app.db, { phone: null, email: `known.${serial}@example.org`, email_verified_at: app.clock.now() })
    const [first, second] = [await join(), await join(known.email!)]
    expect({ ...first.body, join_ticket: '' }).toEqual({ ...second.body, join_ticket: '' })
    await send()
    expect([mail.to(email).length, mail.to(known.email!).length]).toEqual([0, 1])
  })
})

it('a mailbox cannot be filled with codes to any number of its addresses, and its owner still gets theirs', async () => {
  const at = (tag: string) => email.replace('@', `+${tag}@`)
  const known = await makeUser(app.db, { phone: null, email: at('known'), email_verified_at: app.clock.now() })
  const answers = []
  for (let count = 1; count <= 12; count += 1) answers.push(await join(at(`x${count}`)))
  for (const address of [email, known.email!, `another${at('x')}`]) answers.push(await join(address))
  for (let batch = 0; batch < 2; batch += 1) await send()
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, { ...body, join_ticket: '' }]))).size).toBe(1)
  const reached = mail.letters.flatMap(({ to }) => [to ?? []].flat().map(({ text }) => text))
  expect(reached.toSorted()).toEqual(
    [...Array.from({ length: 10 }, (_, index) => at(`x${index + 1}`)), email, at('known'), `another${at('x')}`].toSorted(),
  )
})

it('a phone gets no code here, and the answer says what to do instead', async () => {
  const { problem } = await app.request('POST /api/join', { body: { phone: '+447700900001' } })
  expect(problem).toMatchObject({ status: 503, code: 'no_gateway', message: expect.stringContaining('e-mail address') })
  expect((await app.request('GET /api/site')).body).toMatchObject({ codes: false, sign_in: { phone: false, email: true } })
})

describe('the second factor of an administrator without text messages', () => {
  const password = 'seven purple kettles'
  const logIn = (body: object) => app.request('POST /api/login', { body: { ...body, password } })
  const proved = async (fields: object) => {
    const admin = await makeAdmin(app.db)
    // The address first: a change of it clears its proof.
    for (const part of [{ email, password_hash: await hash(password) }, fields])
      await app.db.updateTable('users').set(part).where('id', '=', admin.id).execute()
    return admin
  }

  it('is set up with a code sent to the confirmed e-mail address, whichever way they log in', async () => {
    const admin = await proved({ email_verified_at: app.clock.now() })
    for (const way of [{ phone: admin.phone }, { email: email.toUpperCase() }]) {
      const { problem } = await logIn(way)
      expect(problem).toMatchObject({
        status: 401,
        code: 'phone_code_required',
        sent_to: 'email',
        message: expect.stringContaining('e-mail'),
      })
      await send()
      const code = codeIn(mail.to(email).at(-1)?.text)
      const next = await app.request('POST /api/login/confirm', { body: { login_ticket: problem.login_ticket, code } })
      expect(next.problem).toMatchObject({ status: 401, code: 'code_required', authenticator: { secret: expect.any(String) } })
      app.clock.advance(2 * 60_000)
    }
  })

  it('is not set up by an address that its owner has not confirmed', async () => {
    const admin = await proved({ email_verified_at: null })
    expect((await logIn({ phone: admin.phone })).problem.code).toBe('no_gateway')
    expect(await send()).toBe(0)
  })

  it('is asked for after an e-mail code as well: the password first, then the app', async () => {
    await proved({ email_verified_at: app.clock.now() })
    await join()
    await send()
    expect((await confirm(codeIn(mail.to(email)[0]!.text))).problem.code).toBe('password_required')
  })
})

it('the code for setting up an app is worth nothing at the confirmation of a login by e-mail', async () => {
  const code = '246810'
  const salt = randomBytes(16)
  const code_hash = createHash('sha256').update(salt).update(code).digest()
  const user = await makeUser(app.db, { email, email_verified_at: app.clock.now() })
  const expires_at = new Date(app.clock.now().getTime() + 60_000)
  await app.db
    .insertInto('phone_codes')
    .values({ email, user_id: user.id, salt, code_hash, created_at: app.clock.now(), expires_at })
    .execute()
  expect((await confirm(code)).problem.code).toBe('wrong_code')
})
