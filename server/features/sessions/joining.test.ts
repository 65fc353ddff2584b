import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../test-app.ts'

let app: TestApp
let serial = 0
let phone: string

const join = (number = phone) => app.request('POST /api/join', { body: { phone: number } })
const confirm = (code: string, number = phone) => app.request('POST /api/confirm', { body: { phone: number, code } })
const codeFor = async (number = phone): Promise<string> => (await join(number)).body.demo_code
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const minutes = (count: number) => app.clock.advance(count * 60_000)

beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(() => {
  // A number of its own for each test.
  phone = `+44790${String(1_000_000 + (serial += 1))}`
})

describe('POST /api/join', () => {
  it('sends a code, and in the demo shows it', async () => {
    const answer = await join()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      message: expect.any(String),
      expires_in: 300,
      resend_after: 60,
      demo_code: expect.stringMatching(/^\d{6}$/),
    })
  })

  it('answers alike whether or not the phone is known', async () => {
    await makeUser(app.db, { phone })
    const known = await join()
    const unknown = await join('+447901999999')
    const { demo_code: _, ...body } = known.body
    const { demo_code: __, ...other } = unknown.body
    expect(body).toEqual(other)
    const named = ({ headers }: typeof known) => Object.keys(headers).toSorted()
    expect(named(known)).toEqual(named(unknown))
  })

  it('reads what people type in the organisation’s country', async () => {
    const code = await codeFor(phone)
    const typed = `0${phone.slice(3, 7)} ${phone.slice(7)}`
    expect((await confirm(code, typed)).status).toBe(200)
  })

  it.each(['999', 'call me', '+44 7700', '12345'])('refuses the impossible number %j at its field', async number => {
    const { status, problem } = await join(number)
    expect([status, problem.code, Object.keys(problem.errors!)]).toEqual([422, 'invalid', ['phone']])
  })

  it.each([{}, { phone: 447_700_900_001 }, { phone: null }, { phone: '+447700900001', extra: 1 }, { phone: 'x'.repeat(500) }, []])(
    'refuses the body %j',
    async body => expect((await app.request('POST /api/join', { body })).status).toBe(422),
  )

  it('keeps neither the code nor a hash without salt, and puts no code into the outbox', async () => {
    const code = await codeFor()
    const row = await app.db.selectFrom('phone_codes').selectAll().where('phone', '=', phone).executeTakeFirstOrThrow()
    expect(row.salt).toHaveLength(16)
    expect(row.code_hash).toHaveLength(32)
    const sent = await app.db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'code')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(sent.detail).toEqual({ code_id: row.id })
    expect(JSON.stringify([row, sent])).not.toContain(code)
  })

  it('within a minute sends nothing new, says how long is left, and the code stays usable', async () => {
    const code = await codeFor()
    app.clock.advance(45_000)
    expect((await join()).body).toMatchObject({ expires_in: 255, resend_after: 15, demo_code: code })
    expect((await confirm(code)).status).toBe(200)
  })

  it('after a minute sends a new code, and only that one counts', async () => {
    const first = await codeFor()
    app.clock.advance(60_000)
    const second = await join()
    expect(second.body).toMatchObject({ expires_in: 300, resend_after: 60 })
    expect(second.body.demo_code).not.toBe(first)
    expect((await confirm(first)).problem.code).toBe('wrong_code')
    expect((await confirm(second.body.demo_code)).status).toBe(200)
  })

  it('of 20 at once makes one code', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => join()))
    expect(new Set(answers.map(({ body }) => body.demo_code)).size).toBe(1)
    expect(await app.db.selectFrom('phone_codes').select('id').where('phone', '=', phone).execute()).toHaveLength(1)
  })

  it('makes nobody wait whose code is used', async () => {
    await confirm(await codeFor())
    const next = await join()
    expect(next.body).toMatchObject({ resend_after: 60 })
    expect((await confirm(next.body.demo_code)).status).toBe(200)
  })

  it('shows no dead code within its minute', async () => {
    const code = await codeFor()
    for (let tries = 0; tries < 5; tries += 1) await confirm(wrong(code))
    const again = await join()
    expect(again.status).toBe(200)
    expect(again.body).not.toHaveProperty('demo_code')
  })
})

describe('POST /api/confirm', () => {
  it('logs a known person in, with a token that works', async () => {
    const user = await makeUser(app.db, { phone })
    const answer = await confirm(await codeFor())
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ user: { id: user.id, phone }, access: { isAdmin: false, isMentor: false }, abilities: [] })
    expect(answer.body.token).toMatch(/^[\w-]{43}$/)
    expect((await app.request('GET /api/my-session', { token: answer.body.token })).status).toBe(200)
  })

  it('gives an unknown phone a ticket, and somebody deactivated too', async () => {
    const ticket = { registration_ticket: expect.stringMatching(/^[\w-]{43}$/), expires_in: 900 }
    expect((await confirm(await codeFor())).body).toEqual(ticket)
    await makeUser(app.db, { phone, active: false })
    expect((await confirm(await codeFor())).body).toEqual(ticket)
  })

  it.each(['12345', '1234567', 'abcdef', '', 123_456])('refuses the code %j for its form', async code => {
    const answer = await app.request('POST /api/confirm', { body: { phone, code } })
    expect([answer.status, Object.keys(answer.problem.errors!)]).toEqual([422, ['code']])
  })

  it('refuses an impossible number, and one that asked for no code', async () => {
    expect((await confirm('123456', '999')).problem.errors).toHaveProperty('phone')
    expect((await confirm('123456')).problem.code).toBe('wrong_code')
  })

  it('accepts a code once, and not after five minutes', async () => {
    const code = await codeFor()
    minutes(5)
    expect((await confirm(code)).problem).toMatchObject({ status: 422, code: 'wrong_code' })
    const next = await codeFor()
    app.clock.advance(299_999)
    expect((await confirm(next)).status).toBe(200)
    expect((await confirm(next)).problem.code).toBe('wrong_code')
  })

  it('has one winner among 20 at once', async () => {
    await makeUser(app.db, { phone })
    const code = await codeFor()
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, problem }) => status === 422 && problem.code === 'wrong_code')).toHaveLength(19)
  })

  it('allows five tries a code, one by one or at once', async () => {
    const code = await codeFor()
    for (let tries = 0; tries < 5; tries += 1) expect((await confirm(wrong(code))).problem.code).toBe('wrong_code')
    expect((await confirm(code)).problem.code).toBe('wrong_code')
    minutes(1)
    const next = await codeFor()
    await Promise.all(Array.from({ length: 4 }, () => confirm(wrong(next))))
    expect((await confirm(next)).status).toBe(200)
  })

  it('stops a phone for a day after ten failures, whatever is sent meanwhile', async () => {
    for (let round = 0; round < 3; round += 1) {
      const code = await codeFor()
      for (let tries = 0; tries < 3; tries += 1) expect((await confirm(wrong(code))).status).toBe(422)
      minutes(2)
    }
    const last = await codeFor()
    expect((await confirm(wrong(last))).status).toBe(422)
    const stopped = await confirm(last)
    expect(stopped.problem).toMatchObject({ status: 429, code: 'too_many_codes', retry_after: expect.any(Number) })
    expect(stopped.headers['retry-after']).toBe(String(stopped.problem.retry_after))
    expect((await join()).problem.code).toBe('too_many_codes')
    // The first code's failures count until 24 hours after it died.
    app.clock.advance(stopped.problem.retry_after! * 1000 - 1000)
    expect((await join()).status).toBe(429)
    app.clock.advance(1000)
    expect((await confirm(await codeFor())).status).toBe(200)
  })

  it('counts no failure for a code that was right', async () => {
    for (let round = 0; round < 11; round += 1) expect((await confirm(await codeFor())).status).toBe(200)
  })
})

describe('in production, without a gateway', () => {
  it('says what to do instead and stores nothing', async () => {
    const production = await startTestApp({ env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' } })
    const answer = await production.request('POST /api/join', { body: { phone } })
    expect(answer.problem).toMatchObject({ status: 503, code: 'no_gateway' })
    expect((await production.request('POST /api/join', { body: { phone: '999' } })).status).toBe(422)
    expect(await production.db.selectFrom('phone_codes').selectAll().execute()).toEqual([])
    expect(await production.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect((await production.request('GET /api/health/ready')).body).toEqual({ status: 'ok', cannot_send: ['email', 'sms'] })
    await production.close()
  })
})
