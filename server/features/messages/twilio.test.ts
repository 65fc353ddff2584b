import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isSignedByTwilio } from '../../platform/sms/twilio.ts'
import { startGateway, type TestGateway } from '../../testing/sms-gateway.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'

const token = 'twilio-token'
const minute = 60_000

let gateway: TestGateway
let o: Organisation
beforeAll(async () => {
  gateway = await startGateway()
  o = await openOrganisation({
    OPENHOUR_SMS_URL: `${gateway.origin.replace('http:', 'twilio:').replace('//', `//AC1:${token}@`)}`,
    OPENHOUR_SMS_FROM: '+447700900100',
    OPENHOUR_ORIGIN: 'https://book.example.org',
  })
})
afterAll(async () => {
  await o.close()
  await gateway.close()
})
beforeEach(async () => {
  gateway.arrived.splice(0)
  gateway.behave(() => ({ status: 201, body: '{"sid":"SM1","status":"queued"}' }))
  await sql`DELETE FROM outbox`.execute(o.db)
  o.app.clock.set('2027-03-01T10:00:00Z')
})

const book = () => o.book({ channel: 'sms' })
const row = async (user: { id: string }) => (await o.of(user))[0]!
const asked = () => gateway.arrived.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
const list = '/2010-04-01/Accounts/AC1/Messages.json'

it('is asked by its Messages API, with where to tell what became of it', async () => {
  const { user } = await book()
  await o.send()
  const [request] = gateway.arrived
  const { id, body } = await row(user)
  expect([request!.method, request!.path, request!.headers.authorization]).toEqual([
    'POST',
    list,
    `Basic ${Buffer.from(`AC1:${token}`).toString('base64')}`,
  ])
  expect(Object.fromEntries(new URLSearchParams(request!.body))).toEqual({
    To: user.phone,
    From: '+447700900100',
    Body: body,
    StatusCallback: `https://book.example.org/api/messages/receipts/twilio/${id}`,
  })
  expect((await row(user)).state).toBe('sent')
})

describe('an answer that was lost, or 500', () => {
  const lose = (how: 'cut' | 500, listed: (text: { To: string; Body: string }) => object[] | null) =>
    gateway.behave(({ method, body }) => {
      const sent = gateway.arrived.findLast(request => request.method === 'POST')
      if (method === 'POST') return gateway.arrived.filter(request => request.method === 'POST').length === 1 ? how : 201
      const messages = listed(Object.fromEntries(new URLSearchParams(sent?.body ?? body)) as { To: string; Body: string })
      return messages ? { status: 200, body: JSON.stringify({ messages }) } : 503
    })
  const created = () => o.app.clock.now().toUTCString()

  it('does not send again if Twilio has the message', async () => {
    for (const how of ['cut', 500] as const) {
      gateway.arrived.splice(0)
      const { user } = await book()
      lose(how, ({ To, Body }) => [{ to: To, body: Body, direction: 'outbound-api', date_created: created() }])
      await o.send()
      expect(await row(user)).toMatchObject({ state: 'waiting', why: 'answer_lost' })
      o.app.clock.advance(2 * minute)
      await o.send()
      expect(await row(user)).toMatchObject({ state: 'sent', why: 'answer_lost' })
      expect(asked()).toEqual([`POST ${list}`, `GET ${list}`])
      expect(new URLSearchParams(gateway.arrived[1]!.path.split('?')[1]).get('To')).toBe(user.phone)
    }
  })

  it('sends again if Twilio has none, or only an older one or another text', async () => {
    const others = [
      () => [],
      ({ To, Body }: { To: string; Body: string }) => [{ to: To, body: Body, date_created: 'Mon, 01 Mar 2027 09:00:00 +0000' }],
      ({ To }: { To: string }) => [{ to: To, body: 'Something else', date_created: created() }],
    ]
    for (const listed of others) {
      gateway.arrived.splice(0)
      const { user } = await book()
      lose('cut', listed)
      await o.send()
      o.app.clock.advance(2 * minute)
      await o.send()
      expect([(await row(user)).state, asked()]).toEqual(['sent', [`POST ${list}`, `GET ${list}`, `POST ${list}`]])
    }
  })

  it('asks again later and sends nothing if Twilio cannot answer', async () => {
    const { user } = await book()
    lose('cut', () => null)
    await o.send()
    o.app.clock.advance(2 * minute)
    await o.send()
    expect(await row(user)).toMatchObject({ state: 'waiting', why: 'answer_lost', error: 'asked whether it was sent: 503' })
    expect(asked()).toEqual([`POST ${list}`, `GET ${list}`])
  })
})

it('says no: a number that is none has failed, too many or a wrong token is tried again', async () => {
  const { user } = await book()
  gateway.behave(() => ({ status: 429, body: '{"code":20429,"message":"Too Many Requests"}' }))
  expect((await o.send()).channelsDown).toEqual(['sms'])
  expect(await row(user)).toMatchObject({ state: 'waiting', error: '429 20429 Too Many Requests' })
  gateway.behave(() => ({ status: 400, body: JSON.stringify({ code: 21_211, message: `Invalid 'To' Phone Number: ${user.phone}` }) }))
  o.app.clock.advance(2 * minute)
  await o.send()
  expect(await row(user)).toMatchObject({ state: 'failed', why: 'refused', error: "400 21211 Invalid 'To' Phone Number: (number)" })
})

describe('receipts', () => {
  const sign = (address: string, form: Record<string, string>, as = token) =>
    createHmac('sha1', as)
      .update(
        Object.keys(form)
          .toSorted()
          .reduce((text, name) => text + name + form[name], address),
      )
      .digest('base64')
  const post = (id: string, form: Record<string, string>, { signed = form, as = token } = {}) =>
    o.app.http.inject({
      method: 'POST',
      url: `/api/messages/receipts/twilio/${id}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': sign(`https://book.example.org/api/messages/receipts/twilio/${id}`, signed, as),
      },
      payload: new URLSearchParams(form).toString(),
    })

  it('with its signature, in any order; of others nothing is believed', async () => {
    const { user } = await book()
    await o.send()
    const { id } = await row(user)
    const form = { MessageSid: 'SM1', MessageStatus: 'delivered', To: user.phone!, From: '+447700900100' }
    for (const answer of [await post(id, form, { as: 'another' }), await post(id, form, { signed: { ...form, MessageStatus: 'sent' } })])
      expect(answer.statusCode).toBe(400)
    expect((await row(user)).state).toBe('sent')
    for (const MessageStatus of ['queued', 'undelivered', 'sent'])
      expect((await post(id, { ...form, MessageStatus, ErrorCode: '30003' })).statusCode).toBe(200)
    expect(await row(user)).toMatchObject({ state: 'failed', why: 'undelivered', error: '30003' })
    expect((await post(id, form)).json()).toEqual({ received: true })
    expect(await row(user)).toMatchObject({ state: 'delivered', why: null, error: null })
  })

  it('are signed as its documentation’s example is', () => {
    const form = { CallSid: 'CA1234567890ABCDE', Caller: '+14158675310', Digits: '1234', From: '+14158675310', To: '+18005551212' }
    expect(isSignedByTwilio('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form, 'GvWf1cFY/Q7PnoempGyD5oXAezc=')).toBe(true)
    expect(isSignedByTwilio('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(false)
  })
})
