import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeUser } from '#database/factories.ts'
import { keyOf } from '../../platform/secrets/key-file.ts'
import { openCode } from '../../platform/secrets/pending-code.ts'
import { openSecretBox } from '../../platform/secrets/secret-box.ts'
import { openSmsProvider } from '../../platform/sms/open.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { sendCodes } from './send-codes.ts'
import { codeLeaseMs } from './outbox-commands.ts'
import { startGateway, type TestGateway } from '../../testing/sms-gateway.ts'

const env = (gateway: TestGateway) => ({
  OPENHOUR_MODE: 'production',
  OPENHOUR_RATE_LIMIT: 'on',
  OPENHOUR_SMS_URL: gateway.origin,
  OPENHOUR_SMS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
})

let gateway: TestGateway
let app: TestApp
let serial = 0
let phone: string
beforeAll(async () => {
  gateway = await startGateway()
  app = await startTestApp({ env: env(gateway) })
})
afterAll(async () => {
  await app.close()
  await gateway.close()
})
beforeEach(async () => {
  gateway.arrived.splice(0)
  gateway.behave(() => 200)
  phone = `+44790${String(1_000_000 + (serial += 1))}`
  for (const table of ['outbox', 'text_days', 'phone_codes', 'request_counts']) await sql`DELETE FROM ${sql.table(table)}`.execute(app.db)
  await sql`UPDATE settings SET codes_day = 1000, codes_phone = 10`.execute(app.db)
})

const join = (number = phone) => app.request('POST /api/join', { body: { phone: number } })
const confirm = (code: string) => app.request('POST /api/confirm', { body: { phone, code } })
const send = (of: Pick<TestApp, 'platform'> = app, origin: string | null = 'https://book.example.org') =>
  sendCodes(of.platform, 'sms', {
    sms: openSmsProvider(of.platform.settings.sms!, origin, { connectMs: 500, answerMs: 500 }),
    mailer: null,
    origin,
  })
const arrived = () => gateway.arrived.map(({ body }) => JSON.parse(body) as { id: string; to: string; text: string; segments: number })
const codeIn = (text = '') => /your code is (\d{6})/.exec(text)?.[1] ?? ''
const rows = () => app.db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
const one = async () => (await rows())[0]!

describe('a code', () => {
  it('goes to the phone, lets in, and is kept nowhere: sealed on its way, masked where staff read it', async () => {
    await makeUser(app.db, { phone })
    const answer = await join()
    expect([answer.status, Object.keys(answer.body).toSorted()]).toEqual([200, ['expires_in', 'join_ticket', 'message', 'resend_after']])
    const waiting = JSON.stringify(await rows())
    expect(await send()).toBe(1)
    const [text] = arrived()
    const code = codeIn(text!.text)
    expect(text).toEqual({
      id: (await one()).id,
      to: phone,
      text: `Openhour: your code is ${code}. It works once, for 5 minutes. We never ask you for it.\n\n@book.example.org #${code}`,
      segments: 1,
    })
    expect(waiting).not.toContain(code)
    expect(await one()).toMatchObject({
      state: 'sent',
      channel: 'sms',
      recipient: null,
      body: 'Openhour: your code is ••••••. It works once, for 5 minutes. We never ask you for it.\n\n@book.example.org #••••••',
    })
    expect(JSON.stringify(await rows())).not.toMatch(new RegExp(`sealed|${code}|${phone.slice(1)}`))
    const token = await app.signIn(await makeAdmin(app.db, ['Appointment List']))
    const listed = await app.request('GET /api/messages', { token })
    expect(listed.body.data).toMatchObject([{ kind: 'code', state: 'sent' }])
    expect((await confirm(code)).status).toBe(200)
    expect((await confirm(code)).status).toBe(422)
  })

  it('is sent once, however often it is asked for within a minute and by however many servers', async () => {
    const second = await startTestApp({ databaseOf: app, now: app.clock.now().toISOString(), env: env(gateway) })
    await Promise.all([join(), join(), join()])
    await Promise.all([send(), send(second), send()])
    expect(arrived()).toHaveLength(1)
    app.clock.advance(60_000)
    await join()
    await send()
    expect(arrived()).toHaveLength(2)
    expect((await confirm(codeIn(arrived()[0]!.text))).status).toBe(422)
    expect((await confirm(codeIn(arrived()[1]!.text))).status).toBe(200)
    await second.close()
  })

  it('does not wait behind ten thousand reminders', async () => {
    const user = await makeUser(app.db)
    await sql`INSERT INTO outbox (kind, user_id, due_at) SELECT 'waiting_removed', ${user.id}, '2020-01-01' FROM generate_series(1, 10000)`.execute(
      app.db,
    )
    await join()
    expect(await send()).toBe(1)
    expect(arrived().map(({ to }) => to)).toEqual([phone])
  })

  it('with a lost answer or a killed server is sent again within seconds with the same id, until it expires', async () => {
    await join()
    gateway.behave(() => 'cut')
    await send()
    expect(await one()).toMatchObject({ state: 'waiting', why: 'answer_lost', attempts: 1 })
    app.clock.advance(3000)
    gateway.behave(() => 500)
    await send()
    expect(await one()).toMatchObject({ state: 'waiting', attempts: 2 })
    app.clock.advance(5000)
    gateway.behave(async () => {
      await sql`UPDATE outbox SET lease = NULL`.execute(app.db) // it is not heard any more
      return 200
    })
    await send()
    gateway.behave(() => 200)
    expect(await send()).toBe(0)
    app.clock.advance(codeLeaseMs)
    expect(await send()).toBe(1)
    expect(await one()).toMatchObject({ state: 'sent', attempts: 4 })
    expect([arrived().length, new Set(arrived().map(({ id, text }) => id + text)).size]).toEqual([4, 1])
  })

  it('that is over, used or not the newest is not sent; its ticket then confirms the newest', async () => {
    const { join_ticket } = (await join()).body
    app.clock.advance(60_000)
    await join()
    await send()
    const body = { phone, code: codeIn(arrived()[0]!.text), join_ticket }
    expect((await app.request('POST /api/confirm', { body })).status).toBe(200)
    expect((await rows()).map(({ state, why }) => [state, why])).toEqual([
      ['dropped', 'superseded'],
      ['sent', null],
    ])
    app.clock.advance(60_000)
    await sql`DELETE FROM outbox`.execute(app.db)
    await join()
    app.clock.advance(5 * 60_000)
    await send()
    expect(await one()).toMatchObject({ state: 'dropped', why: 'past', detail: { code_id: expect.any(String) as string } })
    expect(JSON.stringify(await rows())).not.toContain('sealed')
  })

  it('that a gateway never takes has failed, to be seen', async () => {
    await join()
    gateway.behave(() => 500)
    await send()
    app.clock.advance(5 * 60_000)
    await send()
    expect(await one()).toMatchObject({ state: 'failed', why: 'gave_up' })
  })

  it('cannot be read from the database without the key file, nor with another code’s value in its place', async () => {
    await join()
    const detail = JSON.stringify((await one()).detail)
    const stranger = openSecretBox([keyOf(Buffer.alloc(32, 8).toString('base64'))])
    await send({ platform: { ...app.platform, secrets: stranger } })
    expect(await one()).toMatchObject({ state: 'failed', why: 'gave_up', error: expect.stringContaining('OPENHOUR_KEY_FILE') as string })
    const { code_id, sealed } = JSON.parse(detail) as Record<string, string>
    expect(openCode(app.platform.secrets, code_id!, sealed)).toMatch(/^\d{6}$/)
    expect(openCode(app.platform.secrets, randomUUID(), sealed)).toBeNull()
    expect(arrived()).toEqual([])
  })

  it('is dropped if the person was erased in the meantime', async () => {
    const user = await makeUser(app.db, { phone })
    await join()
    await sql`SELECT erase_person(${user.id}, ${user.id})`.execute(app.db)
    await send()
    expect(await one()).toMatchObject({ state: 'dropped', why: 'erased' })
    expect(arrived()).toEqual([])
  })
})

describe('budgets of codes', () => {
  it('per number: a code every quarter of an hour, and never blocked until tomorrow', async () => {
    await sql`UPDATE settings SET codes_phone = 2`.execute(app.db)
    await join()
    app.clock.advance(60_000)
    expect((await join()).body.resend_after).toBe(900)
    app.clock.advance(300_000)
    expect((await join()).problem).toMatchObject({ status: 429, code: 'too_many_codes', retry_after: 600 })
    expect((await join('+447901999999')).status).toBe(200)
    app.clock.advance(600_000)
    expect((await join()).status).toBe(200)
    await send()
    expect(arrived().filter(({ to }) => to === phone)).toHaveLength(1)
  })

  it('keeps a part of the day for numbers of existing people, without revealing which those are', async () => {
    await sql`UPDATE settings SET codes_day = 10`.execute(app.db)
    const people = await Promise.all([1, 2, 3, 4].map(() => makeUser(app.db)))
    for (let number = 0; number < 7; number += 1) expect((await join(`+44790299999${number}`)).status).toBe(200)
    await send()
    gateway.arrived.splice(0)
    const said = ({ status, body }: Awaited<ReturnType<typeof join>>) => ({ status, ...body, join_ticket: typeof body.join_ticket })
    const [stranger, known] = [await join('+447902999998'), await join(people[0]!.phone!)]
    expect(said(stranger)).toEqual(said(known))
    expect(said(await join('+447902999998'))).toEqual(said(await join(people[0]!.phone!)))
    await send()
    expect(arrived().map(({ to }) => to)).toEqual([people[0]!.phone])
    for (const { phone: number } of people.slice(1, 3)) expect((await join(number!)).status).toBe(200)
    // The budget is spent, which every caller is told.
    const late = [await join(people[3]!.phone!), await join('+447902999997')].map(({ problem: { request_id: _, ...problem } }) => problem)
    expect(late[0]).toMatchObject({ status: 503, code: 'codes_spent' })
    expect(late[1]).toEqual(late[0])
  })

  it('per number: codes that other people request lock neither its owner nor staff', async () => {
    await sql`UPDATE settings SET codes_phone = 2`.execute(app.db)
    const owner = await makeAdmin(app.db)
    const password_hash = await hash('seven purple kettles')
    await app.db.updateTable('users').set({ phone, password_hash }).where('id', '=', owner.id).execute()
    const client = await makeUser(app.db)
    const strangers = await Promise.all([1, 2, 3].map(async () => app.signIn(await makeUser(app.db))))
    const change = async (token: string, number: string) =>
      (await app.request('POST /api/my-profile/phone', { body: { phone: number }, token })).status
    const other = '+447901999993'
    const statuses: number[] = []
    for (const number of [phone, client.phone!, other]) for (const token of strangers) statuses.push(await change(token, number))
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 200, 200, 429])
    const login = await app.request('POST /api/login', { body: { phone, password: 'seven purple kettles' } })
    expect(login.problem).toMatchObject({ code: 'phone_code_required', sent_to: 'phone' })
    const token = await app.signIn(client)
    expect((await app.request('POST /api/my-session/confirm/code', { token })).status).toBe(200)
    const staff = await app.signIn(owner)
    const enter = async () => {
      const { id } = await makeUser(app.db)
      return (await app.request('POST /api/users/{id}/phone', { params: { id }, body: { phone: other }, token: staff })).status
    }
    expect([await enter(), await enter(), await enter()]).toEqual([200, 200, 429])
  })

  it('a signed-in person’s requests for unknown numbers do not spend the part for known ones', async () => {
    await sql`UPDATE settings SET codes_day = 4`.execute(app.db)
    const [owner, client] = [await makeUser(app.db), await makeUser(app.db)]
    const token = await app.signIn(client)
    for (let number = 0; number < 4; number += 1)
      await app.request('POST /api/my-profile/phone', { body: { phone: `+44790399999${number}` }, token })
    expect((await join(owner.phone!)).status).toBe(200)
    await send()
    expect(
      arrived()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([owner.phone, '+447903999990', '+447903999991', '+447903999992'])
  })

  it('per day: one person cannot spend them by changing numbers from many addresses', async () => {
    const token = await app.signIn(await makeUser(app.db))
    const change = (serial: number) =>
      app.http.inject({
        method: 'POST',
        url: '/api/my-profile/phone',
        remoteAddress: `198.51.100.${serial}`,
        headers: { authorization: `Bearer ${token}` },
        payload: { phone: `+4479030000${String(serial).padStart(2, '0')}` },
      })
    const statuses: number[] = []
    for (let serial = 0; serial < 12; serial += 1) statuses.push((await change(serial)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    await send()
    expect(arrived()).toHaveLength(10)
  })

  it('per day: 503, with one row among the messages', async () => {
    await sql`UPDATE settings SET codes_day = 1`.execute(app.db)
    expect((await join()).status).toBe(200)
    for (const number of ['+447901999991', '+447901999992'])
      expect((await join(number)).problem).toMatchObject({ status: 503, code: 'codes_spent' })
    expect((await rows()).map(({ kind, state, why }) => [kind, state, why])).toEqual([
      ['code', 'waiting', null],
      ['code', 'unsendable', 'day_budget'],
    ])
  })

  it('per day: says how long the organisation’s day still lasts, also when its clocks change', async () => {
    await sql`UPDATE settings SET codes_day = 1, time_zone = 'Europe/London'`.execute(app.db)
    app.clock.set('2036-03-30T11:00:00Z')
    await join()
    expect((await join('+447901999991')).problem).toMatchObject({ code: 'codes_spent', retry_after: 12 * 3600 })
  })
})
