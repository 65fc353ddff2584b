import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAdmin, makeContract } from '#database/factories.ts'
import { openOrganisation, type Organisation } from '../../testing/messages.ts'
import { startGateway, type TestGateway } from '../../testing/sms-gateway.ts'
import { sendCodes } from './send-codes.ts'

let gateway: TestGateway
let o: Organisation
let token: string
beforeAll(async () => {
  gateway = await startGateway()
  o = await openOrganisation({
    OPENHOUR_SMS_URL: `${gateway.origin}/send`,
    OPENHOUR_SMS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    OPENHOUR_SMS_FROM: 'Larkfield',
    OPENHOUR_ORIGIN: 'https://book.example.org',
  })
  token = await o.app.signIn(await makeAdmin(o.db, ['*']))
})
afterAll(async () => {
  await o.close()
  await gateway.close()
})
beforeEach(async () => {
  o.mail.letters.splice(0)
  gateway.arrived.splice(0)
  await sql`DELETE FROM outbox`.execute(o.db)
})

const sign = async (email_signature: string) =>
  expect((await o.app.request('PUT /api/settings', { token, body: { email_signature } })).status).toBe(200)
const letterTo = async (user: { email: string | null }) => {
  await o.send()
  const [letter] = o.mail.to(user.email ?? '')
  return { text: letter?.text ?? '', html: String(letter?.html) }
}
const contact = 'Ring 020 7946 0000'

it('ends each e-mail to clients in both parts, with its lines as they were written', async () => {
  await sign('Larkfield e.V.\n\n14 Larkfield Row')
  const { text, html } = await letterTo((await o.book()).user)
  expect(text.trimEnd().endsWith(`${contact}\n\nLarkfield e.V.\n\n14 Larkfield Row`)).toBe(true)
  expect(html).toContain('<bdi>Larkfield e.V.</bdi><br><bdi></bdi><br><bdi>14 Larkfield Row</bdi></p>')
  expect(html).toMatch(/<p lang="en" [^>]*><bdi>Larkfield e\.V\./)
})

it('is data: neither HTML nor a template', async () => {
  await sign(`<img src=x onerror=ran(1)> {name} {contact} {{ran(2)}}\n"></p><script>ran(3)</script>`)
  const { text, html } = await letterTo((await o.book()).user)
  expect(text).toContain('<img src=x onerror=ran(1)> {name} {contact} {{ran(2)}}\n"></p><script>')
  expect(html).toContain('&lt;img src=x onerror=ran(1)&gt; {name} {contact} {{ran(2)}}</bdi>')
  expect(html).not.toMatch(/<script|<img/)
})

it('keeps its direction in a letter that is read from right to left', async () => {
  await sign('Larkfield e.V.\n\nRow 14')
  const { text, html } = await letterTo((await o.book({ locale: 'ar' })).user)
  expect(text).toContain('\n\n\u2068Larkfield e.V.\u2069\n\n\u2068Row 14\u2069')
  expect(html).toContain('<bdi>Larkfield e.V.</bdi>')
})

it('is in no text message', async () => {
  await sign('Larkfield e.V.')
  await makeContract(o.db, { key: 'imprint' })
  await o.book({ channel: 'sms' })
  await o.send()
  const [sent] = gateway.arrived
  expect(sent?.body).toContain('your appointment is booked')
  expect(sent?.body).not.toMatch(/e\.V\.|imprint/i)
})

it('is followed by links to the imprint and the privacy text in force, in the reader’s language', async () => {
  await sign('')
  await makeContract(o.db, { key: 'accessibility' })
  const before = await letterTo((await o.book()).user)
  expect(before.text.trimEnd().endsWith(`${contact}\n\nImprint: https://book.example.org/imprint`)).toBe(true)
  await makeContract(o.db, { key: 'privacy' })
  const { text, html } = await letterTo((await o.book({ locale: 'de' })).user)
  const links = 'Impressum: https://book.example.org/imprint\nDatenschutz: https://book.example.org/privacy'
  expect(text.trimEnd().endsWith(`${contact}\n\n${links}`)).toBe(true)
  expect(html).toContain(
    '<a href="https://book.example.org/imprint">Impressum</a> · <a href="https://book.example.org/privacy">Datenschutz</a>',
  )
  expect(html).not.toContain('accessibility')
  const arabic = await letterTo((await o.book({ locale: 'ar' })).user)
  expect(arabic.text).toContain('\nhttps://book.example.org/privacy')
})

it('ends codes and invitations, too', async () => {
  await sign('Larkfield e.V.')
  const end = /Larkfield e\.V\.\n\nImprint: https:\/\/book\.example\.org\/imprint\nPrivacy: https:\/\/book\.example\.org\/privacy\n*$/
  await o.app.request('POST /api/join', { body: { email: 'newcomer@example.org' } })
  await sendCodes(o.app.platform, 'email', o.gateways(o.app))
  const [code] = o.mail.to('newcomer@example.org')
  expect([code?.subject, code?.text]).toEqual(['Your code for Larkfield', expect.stringMatching(end)])
  const sending = { token, body: { name: 'Ivy', email: 'ivy@example.org', channel: 'email' } }
  expect((await o.app.request('POST /api/invitations', sending)).status).toBe(201)
  expect(await letterTo({ email: 'ivy@example.org' })).toMatchObject({ text: expect.stringMatching(end) })
})

it('is shown where the words of messages are previewed', async () => {
  await sign('Larkfield e.V.')
  const words = { subject: 'See you', body: 'Come, {name}.', sms: '{site}: see you.' }
  const { body } = await o.app.request('POST /api/wordings/{name}/preview', { token, params: { name: 'booked' }, body: words })
  expect(body.text).toMatch(/Larkfield e\.V\.\n\nImprint: https:\/\/book\.example\.org\/imprint\n/)
  expect(body.html).toContain('<bdi>Larkfield e.V.</bdi>')
  expect(body.sms).not.toContain('e.V.')
})
