import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { isSigned, readSecret, signedHeaders } from '../../platform/standard-webhooks.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { leaseMs, leaseDue } from './outbox-commands.ts'
import { mintScope } from '../../platform/scope.ts'
import { sendDueBatch } from './send-batch.ts'
import { startGateway, type TestGateway } from '../../testing/sms-gateway.ts'
import { cancelWithReason, from, openOrganisation, type Organisation } from '../../testing/messages.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const key = readSecret(secret)!
const minute = 60_000

let gateway: TestGateway
let o: Organisation
let second: TestApp
beforeAll(async () => {
  gateway = await startGateway()
  const env = {
    OPENHOUR_SMS_URL: `${gateway.origin}/send?x=1`,
    OPENHOUR_SMS_SECRET: secret,
    OPENHOUR_SMS_FROM: 'Larkfield',
    OPENHOUR_ORIGIN: 'https://book.example.org',
  }
  o = await openOrganisation(env)
  second = await startTestApp({
    databaseOf: o.app,
    now: o.app.clock.now().toISOString(),
    env: { ...env, OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on', OPENHOUR_SMTP_URL: o.mail.url, OPENHOUR_MAIL_FROM: from },
  })
})
afterAll(async () => {
  await second.close()
  await o.close()
  await gateway.close()
})
beforeEach(async () => {
  gateway.behave(() => 200)
  gateway.arrived.splice(0)
  for (const table of ['outbox', 'text_days']) await sql`DELETE FROM ${sql.table(table)}`.execute(o.db)
  await sql`UPDATE settings SET text_segments_day = 2000, text_messages_phone = 20`.execute(o.db)
  setClock('2027-03-01T10:00:00Z')
})

const setClock = (instant: string) => [o.app, second].forEach(({ clock }) => clock.set(instant))
const advance = (ms: number) => [o.app, second].forEach(({ clock }) => clock.advance(ms))
const book = (fields: Parameters<Organisation['book']>[0] = {}) => o.book({ channel: 'sms', ...fields })
const arrived = () =>
  gateway.arrived.map(({ body }) => JSON.parse(body) as { id: string; to: string; from: string; text: string; segments: number })
const rows = (user: { id: string }) => o.of(user)
const stateOf = async (user: { id: string }) => {
  const [{ state, why, attempts }] = (await rows(user)) as [Awaited<ReturnType<Organisation['of']>>[number]]
  return [state, why, attempts]
}

describe('a text message as it arrives', () => {
  it('is one signed request with our id, without mentor and support type', async () => {
    const { user, appointment } = await book()
    expect(await o.send()).toMatchObject({ count: 1, channelsDown: [] })
    const [request] = gateway.arrived
    const [row] = await rows(user)
    expect([request!.method, request!.path, request!.headers['content-type']]).toEqual(['POST', '/send?x=1', 'application/json'])
    expect(isSigned(key, request!.headers, request!.body, new Date())).toBe(true)
    expect(isSigned(key, request!.headers, `${request!.body} `, new Date())).toBe(false)
    const text = `Larkfield: your appointment is booked for Tuesday 9 March, 09:00, Room 1. https://book.example.org/my/appointments/${appointment.id}`
    expect(arrived()).toEqual([{ id: row!.id, to: user.phone, from: 'Larkfield', text, segments: 1 }])
    expect(request!.headers['webhook-id']).toBe(row!.id)
    expect(row).toMatchObject({
      state: 'sent',
      channel: 'sms',
      recipient: user.phone,
      subject: null,
      body: text,
      segments: 1,
      why: null,
      via: null,
    })
    expect(text).not.toMatch(/Mary|bereavement/i)
    expect(o.mail.letters).toEqual([])
  })

  it('uses both channels for people who chose both, once each, with separate results', async () => {
    const { user } = await book({ channel: 'both' })
    gateway.behave(() => 500)
    await Promise.all([o.send(), o.send(undefined, second)])
    await Promise.all([o.send(), o.send(undefined, second)])
    const both = await rows(user)
    expect(both.map(({ via, state }) => [via, state]).toSorted()).toEqual([
      ['email', 'sent'],
      ['sms', 'waiting'],
    ])
    gateway.behave(() => 200)
    advance(2 * minute)
    await o.send()
    expect((await rows(user)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect([new Set(arrived().map(({ id }) => id)).size, o.mail.to(user.email!).length]).toEqual([1, 1])
    // The copy uses the same channel.
    const token = await o.app.signIn(await makeAdmin(o.db, ['Appointment Edit', 'Appointment List']))
    const { id } = (await rows(user)).find(({ via }) => via === 'sms')!
    expect((await o.app.request('POST /api/messages/{id}/resend', { token, params: { id } })).status).toBe(201)
    await o.send()
    await o.send()
    expect([new Set(arrived().map(one => one.id)).size, o.mail.to(user.email!).length]).toEqual([2, 1])
  })

  it('in the demo without a gateway is shown for each chosen channel', async () => {
    const demo = await startTestApp({ databaseOf: o.app, now: o.app.clock.now().toISOString() })
    const { user } = await book({ channel: 'both' })
    await o.send(null, demo)
    await o.send(null, demo)
    const shown = await rows(user)
    expect(shown.map(({ channel, state }) => [channel, state]).toSorted()).toEqual([
      ['email', 'shown'],
      ['sms', 'shown'],
    ])
    await demo.close()
  })

  it('falls back to e-mail without a number; without both, or without the chosen address, it is marked as not reached', async () => {
    const mailed = await book({ phone: null })
    const unreached = [await book({ phone: null, email: null }), await book({ email: null, channel: 'email' })]
    await o.send()
    expect((await rows(mailed.user))[0]).toMatchObject({ state: 'sent', channel: 'email' })
    for (const { user } of unreached) expect((await rows(user))[0]).toMatchObject({ state: 'unsendable', why: 'no_address' })
  })
})

describe('a gateway that fails', () => {
  it('answers 500: retries with the same id; e-mails continue and no other text message is tried', async () => {
    const { user } = await book()
    gateway.behave(() => 500)
    const gateways = o.gateways(o.app)
    expect(await sendDueBatch(o.app.platform, gateways)).toMatchObject({ count: 1, channelsDown: ['sms'] })
    const [other, mailed] = [await book(), await o.book()]
    await sendDueBatch(o.app.platform, gateways)
    expect(gateway.arrived).toHaveLength(1)
    expect([await stateOf(user), await stateOf(other.user), await stateOf(mailed.user)]).toEqual([
      ['waiting', null, 1],
      ['waiting', null, 0],
      ['sent', null, 1],
    ])
    gateway.behave(() => 200)
    advance(2 * minute)
    await sendDueBatch(o.app.platform, gateways)
    expect([await stateOf(user), await stateOf(other.user)]).toEqual([
      ['sent', null, 2],
      ['sent', null, 1],
    ])
    expect(
      arrived()
        .filter(({ to }) => to === user.phone)
        .map(({ id }) => id),
    ).toEqual([(await rows(user))[0]!.id, (await rows(user))[0]!.id])
  })

  it('hangs after it took it, or cuts the connection: asked again with the same id until it answers, and counted once', async () => {
    const { user } = await book()
    gateway.behave(() => 'hang')
    expect((await o.send()).channelsDown).toEqual(['sms'])
    expect((await rows(user))[0]).toMatchObject({ state: 'waiting', why: 'answer_lost', error: 'TIMEOUT', segments: 1 })
    gateway.behave(() => 'cut')
    advance(2 * minute)
    expect((await o.send()).channelsDown).toEqual([])
    expect(await stateOf(user)).toEqual(['waiting', 'answer_lost', 2])
    gateway.behave(() => 200)
    advance(3 * minute)
    await o.send()
    expect(await stateOf(user)).toEqual(['sent', 'answer_lost', 3])
    expect([arrived().length, new Set(arrived().map(({ id }) => id)).size]).toEqual([3, 1])
    expect((await sql<{ spent: number }>`SELECT spent FROM text_days`.execute(o.db)).rows).toEqual([{ spent: 1 }])
  })

  it('refuses the number for good: failed, with its words but for the number; the others go', async () => {
    const [bad, good] = [await book(), await book()]
    gateway.behave(({ body }) => (body.includes(bad.user.phone!) ? { status: 422, body: `no such number ${bad.user.phone}` } : 200))
    await o.send()
    expect((await rows(bad.user))[0]).toMatchObject({ state: 'failed', why: 'refused', error: '422 no such number (number)' })
    expect(await stateOf(good.user)).toEqual(['sent', null, 1])
  })

  it('redirects, is down, or answers without end: follows no redirect, loses no message, stops reading', async () => {
    const { user } = await book()
    gateway.behave(() => ({ status: 302, headers: { location: `${gateway.origin}/elsewhere` } }))
    expect((await o.send()).channelsDown).toEqual(['sms'])
    expect(gateway.arrived.map(({ path }) => path)).toEqual(['/send?x=1'])
    gateway.behave(() => ({ status: 200, body: 'x'.repeat(100_000) }))
    advance(2 * minute)
    await o.send()
    expect((await rows(user))[0]).toMatchObject({ state: 'waiting', why: 'answer_lost', error: 'ANSWER_TOO_LARGE' })
  })

  it('while its worker is killed gets the message again from another worker, with the same id', async () => {
    const { user } = await book()
    gateway.behave(async () => {
      await sql`UPDATE outbox SET lease = ${randomUUID()}`.execute(o.db) // what the first one says from here on is not heard
      return 200
    })
    await o.send()
    expect((await rows(user))[0]!.state).toBe('sending')
    gateway.behave(() => 200)
    advance(leaseMs)
    await o.send(undefined, second)
    expect(await stateOf(user)).toEqual(['sent', 'answer_lost', 2])
    expect(new Set(arrived().map(({ id }) => id)).size).toBe(1)
  })

  it('is given up after a day', async () => {
    const { user } = await book()
    gateway.behave(() => 500)
    await o.send()
    advance(24 * 60 * minute)
    await o.send()
    expect(await stateOf(user)).toEqual(['failed', 'gave_up', 2])
  })

  it('delays messages, and drops those that became obsolete', async () => {
    const { user, appointment } = await book()
    gateway.behave(() => 500)
    await o.send()
    await cancelWithReason(o, appointment.id, 'The house is closed')
    gateway.behave(() => 200)
    advance(2 * minute)
    await o.send()
    expect((await rows(user)).map(({ state, why }) => [state, why])).toEqual([
      ['dropped', 'superseded'],
      ['sent', null],
    ])
    expect(arrived().at(-1)!.text).toContain('we had to cancel your appointment')
    expect(arrived().at(-1)!.text).not.toContain('house')
  })
})

describe('budgets', () => {
  it('per number: stops for the day, visibly, and continues the next day', async () => {
    await sql`UPDATE settings SET text_messages_phone = 1`.execute(o.db)
    const { user, appointment } = await book()
    await o.send()
    await cancelWithReason(o, appointment.id, '')
    await o.send()
    expect((await rows(user)).map(({ state, why }) => [state, why])).toEqual([
      ['sent', null],
      ['unsendable', 'phone_budget'],
    ])
    setClock('2027-03-02T00:00:00Z')
    await sql`INSERT INTO outbox (kind, user_id, appointment_id, detail) SELECT kind, user_id, appointment_id, detail FROM outbox WHERE kind = 'appointment_cancelled'`.execute(
      o.db,
    )
    await o.send()
    expect((await rows(user)).at(-1)!.state).toBe('sent')
  })

  it('per number: other messages do not crowd out a notice of a changed number, which has a limit of its own', async () => {
    await sql`UPDATE settings SET text_messages_phone = 1`.execute(o.db)
    const { user, appointment } = await book()
    await o.send()
    await cancelWithReason(o, appointment.id, '')
    const detail = { phone: user.phone, email: null }
    const notice = { kind: 'phone_changed', user_id: user.id, detail: JSON.stringify(detail) } as const
    for (let serial = 0; serial < 2; serial += 1) {
      await o.db.insertInto('outbox').values(notice).execute()
      await o.send()
    }
    expect((await rows(user)).map(({ kind, state, why }) => [kind, state, why])).toEqual([
      ['appointment_booked', 'sent', null],
      ['appointment_cancelled', 'unsendable', 'phone_budget'],
      ['phone_changed', 'sent', null],
      ['phone_changed', 'unsendable', 'phone_budget'],
    ])
  })

  it('per day: two servers together do not exceed it', async () => {
    await sql`UPDATE settings SET text_segments_day = 5`.execute(o.db)
    for (let i = 0; i < 9; i += 1) await book()
    for (let i = 0; i < 2; i += 1) await Promise.all([o.send(), o.send(undefined, second)])
    const { rows: ends } = await sql<{ state: string; why: string | null; n: number }>`
      SELECT state, why, count(*)::int AS n FROM outbox GROUP BY 1, 2 ORDER BY 1`.execute(o.db)
    expect(ends).toEqual([
      { state: 'sent', why: null, n: 5 },
      { state: 'unsendable', why: 'day_budget', n: 4 },
    ])
    expect(gateway.arrived).toHaveLength(5)
  })
})

describe('receipts', () => {
  const post = (body: object, { as = key, at = o.app.clock.now(), text = JSON.stringify(body) } = {}) =>
    o.app.http.inject({
      method: 'POST',
      url: '/api/messages/receipts/gateway',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders('r1', at, text, [as]),
      },
      payload: text,
    })
  const sent = async () => {
    const { user } = await book()
    await o.send()
    const [row] = await rows(user)
    return { id: row!.id, now: async () => (await rows(user)).map(({ state, why, error }) => [state, why, error])[0] }
  }

  it('count in whatever order and however often they come', async () => {
    const orders: [('sent' | 'delivered' | 'failed')[], unknown[]][] = [
      [['delivered'], ['delivered', null, null]],
      [
        ['delivered', 'sent', 'failed', 'delivered'],
        ['delivered', null, null],
      ],
      [
        ['failed', 'failed', 'sent'],
        ['failed', 'undelivered', 'switched off'],
      ],
      [
        ['failed', 'delivered'],
        ['delivered', null, null],
      ],
      [['sent'], ['sent', null, null]],
    ]
    for (const [states, end] of orders) {
      const message = await sent()
      for (const state of states) {
        const answer = await post({ id: message.id, state, reason: 'switched off' })
        expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
      }
      expect(await message.now()).toEqual(end)
    }
  })

  it('leave no person to phone whose failed message was delivered after all', async () => {
    const token = await o.app.signIn(await makeAdmin(o.db, ['Appointment List']))
    const toPhone = async () => {
      const { body } = await o.app.request('GET /api/messages', { token, query: { state: 'not_reached' } })
      return (body.data as { id: string }[]).map(message => message.id)
    }
    const { id } = await sent()
    await post({ id, state: 'failed' })
    expect(await toPhone()).toEqual([id])
    await post({ id, state: 'delivered' })
    expect(await toPhone()).toEqual([])
    const { body } = await o.app.request('GET /api/messages/{id}', { token, params: { id } })
    expect(body).toMatchObject({ state: 'delivered', to_phone: null })
  })

  it('answer alike for what we do not know, and change nothing that was not handed over', async () => {
    const { user } = await book()
    const [row] = await rows(user)
    for (const id of [randomUUID(), row!.id]) expect((await post({ id, state: 'delivered' })).json()).toEqual({ received: true })
    const mailed = await o.book()
    await o.send()
    await post({ id: (await rows(mailed.user))[0]!.id, state: 'failed' })
    expect(await stateOf(mailed.user)).toEqual(['sent', null, 1])
  })

  it('before the answer, or where that was lost, settle it: it is not sent again', async () => {
    const { user } = await book()
    gateway.behave(async ({ body }) => {
      await post({ id: (JSON.parse(body) as { id: string }).id, state: 'delivered' })
      return 'cut' as const
    })
    await o.send()
    expect(await stateOf(user)).toEqual(['delivered', null, 1])
    const later = await book()
    gateway.behave(() => 'cut')
    await o.send()
    expect(await stateOf(later.user)).toEqual(['waiting', 'answer_lost', 1])
    await post({ id: (await rows(later.user))[0]!.id, state: 'sent' })
    advance(10 * minute)
    expect((await o.send()).count).toBe(0)
    expect(await stateOf(later.user)).toEqual(['sent', null, 1])
  })

  it('are refused with another secret, another body, an old timestamp, or no signature', async () => {
    const message = await sent()
    const body = { id: message.id, state: 'failed' }
    const now = o.app.clock.now()
    const unsigned = await o.app.request('POST /api/messages/receipts/gateway', { body })
    const answers = [
      await post(body, { as: Buffer.alloc(32, 8) }),
      await post(body, { at: new Date(now.getTime() - 301_000) }),
      await post(body, { at: new Date(now.getTime() + 301_000) }),
      await o.app.http.inject({
        method: 'POST',
        url: '/api/messages/receipts/gateway',
        headers: signedHeaders('r1', now, '{}', [key]),
        payload: body,
      }),
    ]
    expect([unsigned.status, unsigned.problem.code]).toEqual([400, 'bad_signature'])
    for (const answer of answers) expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'bad_signature'])
    expect((await post({ id: message.id, state: 'gone' })).statusCode).toBe(422)
    expect(await message.now()).toEqual(['sent', null, null])
  })

  it('that are not signed have a limit of their address, and signed ones have none; without a gateway there is nothing to call', async () => {
    const url = '/api/messages/receipts/gateway'
    const payload = { id: (await sent()).id, state: 'delivered' }
    const remoteAddress = '198.51.100.50'
    const statuses: number[] = []
    for (let index = 0; index < 70; index += 1)
      statuses.push((await o.app.http.inject({ method: 'POST', url, payload, remoteAddress })).statusCode)
    expect(statuses).toEqual([...Array<number>(60).fill(400), ...Array<number>(10).fill(429)])
    const headers = { ...signedHeaders('r9', o.app.clock.now(), JSON.stringify(payload), [key]), 'content-type': 'application/json' }
    const signed = await o.app.http.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload), remoteAddress })
    expect(signed.statusCode).toBe(200)
    expect((await o.app.http.inject({ method: 'POST', url: `/api/messages/receipts/twilio/${payload.id}` })).statusCode).toBe(404)
  })

  it('stores no phone number, and nothing of an erased person', async () => {
    const message = await sent()
    await post({ id: message.id, state: 'failed', reason: '+447700900123 is off' })
    expect(await message.now()).toEqual(['failed', 'undelivered', '(number) is off'])
    const { user } = await book()
    await o.send()
    await sql`SELECT erase_person(${user.id}, ${o.staff.id})`.execute(o.db)
    await post({ id: (await rows(user))[0]!.id, state: 'failed', reason: 'Jo was out' })
    expect((await rows(user))[0]).toMatchObject({ state: 'failed', error: null, recipient: null, body: null })
  })

  it('come as fast as they come: the limit of one address is not theirs', async () => {
    const statuses = new Set<number>()
    for (let i = 0; i < 1300; i += 100) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => post({ id: randomUUID(), state: 'sent' })))
      for (const { statusCode } of answers) statuses.add(statusCode)
    }
    expect([...statuses]).toEqual([200])
  })
})

it('a lease of another worker is left alone', async () => {
  await book()
  const scope = mintScope({ person: null, now: o.app.clock.now(), ip: null, userAgent: '', browser: false })
  expect(await leaseDue(o.db, scope, 10, 'codes by sms')).toHaveLength(0)
  expect(await leaseDue(o.db, scope, 10)).toHaveLength(1)
  expect((await o.send(undefined, second)).count).toBe(0)
})
