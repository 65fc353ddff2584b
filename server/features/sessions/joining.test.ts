import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { textOf } from '../../testing/text-of.ts'

let app: TestApp
let serial = 0
let phone: string

const join = (number = phone) => app.request('POST /api/join', { body: { phone: number } })
const confirm = (code: string, number = phone) => app.request('POST /api/confirm', { body: { phone: number, code } })
const confirmWith = (join_ticket: string, code: string, number = phone) =>
  app.request('POST /api/confirm', { body: { phone: number, code, join_ticket } })
const codeFor = async (number = phone): Promise<string> => (await join(number)).body.demo_code
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const minutes = (count: number) => app.clock.advance(count * 60_000)

beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())
beforeEach(() => {
  // A new number for each test.
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
      join_ticket: expect.stringMatching(/^[\w-]{43}$/),
      demo_code: expect.stringMatching(/^\d{6}$/),
    })
  })

  it('answers alike whether or not the phone is known', async () => {
    await makeUser(app.db, { phone })
    const known = await join()
    const unknown = await join('+447901999999')
    const said = ({ demo_code: _, join_ticket: __, ...rest }: typeof known.body) => rest
    const [body, other] = [said(known.body), said(unknown.body)]
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

  it('creates one code for 20 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => join()))
    expect(new Set(answers.map(({ body }) => body.demo_code)).size).toBe(1)
    expect(await app.db.selectFrom('phone_codes').select('id').where('phone', '=', phone).execute()).toHaveLength(1)
  })

  it('adds no pause after a used code', async () => {
    await confirm(await codeFor())
    const next = await join()
    expect(next.body).toMatchObject({ resend_after: 60 })
    expect((await confirm(next.body.demo_code)).status).toBe(200)
  })

  it('does not let one phone spend the codes of a day by using them: after 20 a pause follows each', async () => {
    for (let code = 0; code < 19; code += 1) expect((await confirm(await codeFor())).status).toBe(200)
    // Using each code only after requesting the next one does not help.
    const last = (await join()).body
    minutes(1)
    const next = await join()
    expect(next.body).toMatchObject({ resend_after: 60 })
    expect((await confirmWith(last.join_ticket, last.demo_code)).status).toBe(200)
    expect((await join()).body).toMatchObject({ resend_after: 900, demo_code: next.body.demo_code })
    expect((await confirmWith(next.body.join_ticket, next.body.demo_code)).status).toBe(200)
    expect((await join()).problem).toMatchObject({ status: 429, code: 'too_many_codes', retry_after: 900 })
    minutes(15)
    expect((await confirm(await codeFor())).status).toBe(200)
    app.clock.advance(24 * 3_600_000)
    await confirm(await codeFor())
    expect((await join()).body).toMatchObject({ resend_after: 60 })
  })

  it('gives a ticket that works for a code on which tries without a ticket were used up', async () => {
    const code = await codeFor()
    for (let tries = 0; tries < 5; tries += 1) await confirm(wrong(code))
    const again = await join()
    expect(again.body).toMatchObject({ resend_after: 60, demo_code: code })
    expect((await confirmWith(again.body.join_ticket, code)).status).toBe(200)
  })

  it('sends fewer codes the longer they are not used, and always has a living one for a number that is asked for all the time', async () => {
    const pauses: number[] = []
    for (let code = 0; code < 12; code += 1) {
      const { body } = await join()
      pauses.push(body.resend_after)
      app.clock.advance(body.resend_after * 1000)
    }
    expect(pauses).toEqual([60, 60, 60, 300, 300, 300, 300, 300, 300, 900, 900, 900])
    const last = await join()
    app.clock.advance(299_000)
    expect((await join()).body).toMatchObject({ expires_in: 1, resend_after: 601, demo_code: last.body.demo_code })
    app.clock.advance(1000)
    expect((await join()).problem).toMatchObject({ status: 429, code: 'too_many_codes', retry_after: 600 })
    app.clock.advance(600_000)
    expect((await confirm(await codeFor())).status).toBe(200)
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

  it('gives a ticket to an unknown number and to a deactivated person', async () => {
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

  it('refuses tries without a ticket for a day after ten failures, even with new codes', async () => {
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
    const ticketed = await join()
    expect((await confirmWith(ticketed.body.join_ticket, ticketed.body.demo_code)).status).toBe(200)
    // The first code's failures count until 24 hours after it expired.
    app.clock.advance(stopped.problem.retry_after! * 1000 - 1000)
    expect((await confirm(await codeFor())).status).toBe(429)
    app.clock.advance(1000)
    expect((await confirm(await codeFor())).status).toBe(200)
  })

  it('counts no failure for a code that was right', async () => {
    for (let round = 0; round < 11; round += 1) expect((await confirm(await codeFor())).status).toBe(200)
  })
})

describe('a join ticket', () => {
  /** Tickets whose tries strangers from these addresses have used up. */
  const burn = async (addresses: readonly string[]) => {
    const statuses: number[] = []
    for (const address of addresses) {
      const { join_ticket, demo_code } = (await from(address, 'POST /api/join', { phone })).body
      const body = { phone, code: wrong(String(demo_code)), join_ticket }
      for (let tries = 0; tries < 5; tries += 1) statuses.push((await from(address, 'POST /api/confirm', body)).status)
    }
    return statuses
  }
  const from = async (remoteAddress: string, name: 'POST /api/join' | 'POST /api/confirm', payload: object) => {
    const answer = await app.http.inject({ method: 'POST', url: name.slice(5), remoteAddress, payload })
    return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
  }

  it('is not kept: only its hash is', async () => {
    const { body } = await join()
    const rows = await app.db.selectFrom('join_tickets').selectAll().execute()
    expect(rows.at(-1)?.token_hash).toHaveLength(32)
    expect(textOf(rows)).not.toContain(body.join_ticket)
  })

  it('of a stranger does not lock the number: wrong codes count against the ticket alone', async () => {
    await makeUser(app.db, { phone })
    expect(await burn(['198.51.100.1', '198.51.100.2', '198.51.100.1'])).toEqual(Array(15).fill(422))
    // Guessing without a ticket does not lock it either.
    for (let tries = 0; tries < 12; tries += 1) await confirm('999999')
    const mine = await join()
    expect(mine.status).toBe(200)
    expect((await confirmWith(mine.body.join_ticket, mine.body.demo_code)).body).toHaveProperty('token')
  })

  it('has five tries', async () => {
    const { join_ticket, demo_code } = (await join()).body
    for (let tries = 0; tries < 5; tries += 1) expect((await confirmWith(join_ticket, wrong(demo_code))).problem.code).toBe('wrong_code')
    expect((await confirmWith(join_ticket, demo_code)).problem.code).toBe('wrong_code')
  })

  it('has one winner among 20 at once, and no more tries than one by one', async () => {
    await makeUser(app.db, { phone })
    const { join_ticket, demo_code } = (await join()).body
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirmWith(join_ticket, demo_code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(422)])
    app.clock.advance(1000)
    const next = (await join()).body
    const guesses = [...Array(19).fill(wrong(next.demo_code)), next.demo_code]
    await Promise.all(guesses.map(guess => confirmWith(next.join_ticket, guess)))
    const { tries } = await app.db
      .selectFrom('join_tickets as t')
      .innerJoin('phone_codes as c', 'c.id', 't.code_id')
      .select('t.tries')
      .where('c.phone', '=', phone)
      .orderBy('c.created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(tries).toBeLessThanOrEqual(5)
  })

  it('confirms only the code of its own request and number, for five minutes', async () => {
    const first = (await join()).body
    app.clock.advance(60_000)
    const second = (await join()).body
    // A later code, requested by anyone, does not end the earlier one.
    if (first.demo_code !== second.demo_code) expect((await confirmWith(second.join_ticket, first.demo_code)).status).toBe(422)
    expect((await confirmWith(second.join_ticket, second.demo_code, '+447901999998')).status).toBe(422)
    expect((await confirmWith('made-up', second.demo_code)).status).toBe(422)
    app.clock.advance(239_999)
    expect((await confirmWith(first.join_ticket, first.demo_code)).status).toBe(200)
    app.clock.advance(60_001)
    expect((await confirmWith(second.join_ticket, second.demo_code)).status).toBe(422)
  })

  it('lets the owner in while a stranger keeps asking for codes', async () => {
    await makeUser(app.db, { phone })
    for (let minute = 0; minute < 30; minute += 1) {
      await from('198.51.100.7', 'POST /api/join', { phone })
      minutes(1)
    }
    const mine = await join()
    expect(mine.status).toBe(200)
    expect((await confirmWith(mine.body.join_ticket, mine.body.demo_code)).status).toBe(200)
  })

  it('from 200 guessing addresses leaves the owner tries, with at most 600 guesses a day', async () => {
    await makeUser(app.db, { phone })
    await join()
    const guessed = (tries: number, from: number, until: number) =>
      sql`
      INSERT INTO join_tickets (token_hash, code_id, address, tries)
      SELECT sha256((${phone} || n)::bytea), (SELECT id FROM phone_codes WHERE phone = ${phone} ORDER BY created_at DESC LIMIT 1), '10.1.' || n || '.1', ${tries}
      FROM generate_series(${from}::int, ${until}::int) n`.execute(app.db)
    await guessed(5, 1, 20)
    const [again, other] = ['10.1.1.1', '10.1.21.1'].map(address => async () => {
      const { join_ticket, demo_code } = (await from(address, 'POST /api/join', { phone })).body
      return (await from(address, 'POST /api/confirm', { phone, join_ticket, code: wrong(String(demo_code)) })).status
    }) as [() => Promise<number>, () => Promise<number>]
    // After a hundred wrong codes, each address has two more tries; those that used theirs have none.
    expect(await again()).toBe(429)
    expect([await other(), await other(), await other()]).toEqual([422, 422, 429])
    await guessed(2, 22, 200)
    const mine = (await join()).body
    expect((await confirmWith(mine.join_ticket, wrong(mine.demo_code))).status).toBe(422)
    expect((await confirmWith(mine.join_ticket, mine.demo_code)).status).toBe(200)
    const later = (await join()).body
    await guessed(3, 201, 250)
    expect((await confirmWith(later.join_ticket, later.demo_code)).problem).toMatchObject({ status: 429, code: 'too_many_codes' })
  })
})

describe('in production, without a gateway', () => {
  it('says what to do instead and stores nothing', async () => {
    const production = await startTestApp({ env: { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on' } })
    const answer = await production.request('POST /api/join', { body: { phone } })
    expect(answer.problem).toMatchObject({ status: 503, code: 'no_gateway', message: expect.stringContaining('contact us') })
    expect((await production.request('GET /api/site')).body).toMatchObject({ demo: false, codes: false })
    expect((await app.request('GET /api/site')).body).not.toHaveProperty('codes')
    // The refusal suggests no way to log in that does not exist.
    expect(answer.problem.message).not.toMatch(/password/)
    await production.db
      .updateTable('users')
      .set({ password_hash: 'x' })
      .where('id', '=', (await makeUser(production.db)).id)
      .execute()
    expect((await production.request('POST /api/join', { body: { phone } })).problem.message).toMatch(/If you have a password/)
    expect((await production.request('POST /api/join', { body: { phone: '999' } })).status).toBe(422)
    expect(await production.db.selectFrom('phone_codes').selectAll().execute()).toEqual([])
    expect(await production.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect((await production.request('GET /api/health/ready')).body).toEqual({ status: 'ok', cannot_send: ['email', 'sms'] })
    await production.close()
  })
})
