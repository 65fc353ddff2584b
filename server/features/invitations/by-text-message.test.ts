import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { startGateway, type TestGateway } from '../../testing/sms-gateway.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const phone = '+447700900321'

let gateway: TestGateway
let o: Organisation
let token: string
beforeAll(async () => {
  gateway = await startGateway()
  gateway.behave(() => 200)
  const origin = 'https://book.example.org'
  o = await openOrganisation({ OPENHOUR_SMS_URL: `${gateway.origin}/send`, OPENHOUR_SMS_SECRET: secret, OPENHOUR_ORIGIN: origin })
  token = await o.app.signIn(await makeAdmin(o.db))
})
afterAll(async () => {
  await o.close()
  await gateway.close()
})

const invite = (number: string) => o.app.request('POST /api/invitations', { body: { name: 'Ivy', phone: number, channel: 'sms' }, token })
const texts = () => gateway.arrived.map(({ body }) => JSON.parse(body) as { to: string; text: string })

describe('an invitation by text message', () => {
  it('confirms the number it was sent to, which then logs in', async () => {
    const { body } = await invite(phone)
    while ((await o.send()).count > 0);
    const [text] = texts().filter(({ to }) => to === phone)
    const link = /https:\/\/book\.example\.org\/invitation#([\w-]{43})$/.exec(text?.text ?? '')?.[1]
    const accepted = await o.app.request('POST /api/invitation/accept', { body: { token: link, password: 'seven purple kettles' } })
    expect(accepted.body.user).toMatchObject({ id: body.person.id, phone })
    const login = await o.app.request('POST /api/login', { body: { phone, password: 'seven purple kettles' } })
    expect(login.status).toBe(200)
    const stored = await o.db
      .selectFrom('outbox')
      .selectAll()
      .where('user_id', '=', body.person.id)
      .where('kind', '=', 'invitation')
      .execute()
    expect(stored).toMatchObject([{ state: 'sent', channel: 'sms', body: expect.stringContaining('••••••') }])
    expect(JSON.stringify(stored)).not.toContain(link)
  })

  it('counts against the day’s budget of text messages', async () => {
    await o.db.updateTable('settings').set({ text_segments_day: 0 }).execute()
    const { body } = await invite('+447700900322')
    while ((await o.send()).count > 0);
    expect(texts().filter(({ to }) => to === '+447700900322')).toEqual([])
    const [row] = (await o.app.request('GET /api/invitations', { token })).body.data
    expect(row).toMatchObject({ id: body.id, delivery: 'failed' })
  })
})
