import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMailer } from '../../../platform/mail/smtp.ts'
import { mintScope } from '../../../platform/scope.ts'
import { openOrganisation, type Organisation } from '../../../testing/messages.ts'
import { startGateway, type TestGateway } from '../../../testing/sms-gateway.ts'
import { announceSignInChange, type SignInChange } from './commands.ts'

const password = 'seven purple kettles'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

let o: Organisation
let texts: TestGateway
beforeAll(async () => {
  texts = await startGateway()
  o = await openOrganisation({ OPENHOUR_SMS_URL: `${texts.origin}/send`, OPENHOUR_SMS_SECRET: `whsec_${'A'.repeat(43)}=` })
})
afterAll(async () => {
  await o.close()
  await texts.close()
})
beforeEach(async () => {
  await sql`DELETE FROM outbox`.execute(o.db)
})

/** With all the patience there is: a slow machine is no failed delivery. */
const send = () => o.send(openMailer(o.mail.url))
const scope = () => mintScope({ person: null, now: o.app.clock.now(), ip: null, userAgent: '', browser: false })
const announce = (user: { id: string }, change: SignInChange) =>
  o.db.transaction().execute(trx => announceSignInChange(trx, scope(), user.id, change))
const sent = async (user: { id: string }) =>
  (await o.of(user)).map(({ kind, state, channel, recipient }) => [kind, state, channel, recipient])
const notices = async (user: { id: string }) =>
  (await o.of(user)).filter(({ kind }) => kind === 'sign_in_changed').map(({ detail }) => detail as { what: string; device?: string })

describe('a change of how a person signs in', () => {
  it('is told by e-mail and by text message, even to a person who wants neither', async () => {
    const user = await o.client({ channel: 'none' })
    await announce(user, { what: 'passkey_added' })
    await send()
    await send()
    expect((await sent(user)).toSorted()).toEqual([
      ['sign_in_changed', 'sent', 'email', user.email],
      ['sign_in_changed', 'sent', 'sms', user.phone],
    ])
    expect(o.mail.to(user.email!).at(-1)).toMatchObject({
      subject: 'A change to how you sign in',
      text: expect.stringContaining('A passkey was added to your account.'),
    })
  })

  it('is told although the organisation has switched everything off that it can', async () => {
    await sql`UPDATE settings SET messages_off = ARRAY['sign_in_changed']`.execute(o.db)
    const user = await o.client({ phone: null })
    await announce(user, { what: 'password_changed' })
    await send()
    expect(await sent(user)).toEqual([['sign_in_changed', 'sent', 'email', user.email]])
    await sql`UPDATE settings SET messages_off = '{}'`.execute(o.db)
  })

  it('of the address is told to the address before it', async () => {
    const user = await o.client({ phone: null })
    const before = user.email!
    await o.db.updateTable('users').set({ email: 'thief@example.org' }).where('id', '=', user.id).execute()
    await announce(user, { what: 'email_changed', before })
    await send()
    expect(await sent(user)).toEqual([['sign_in_changed', 'sent', 'email', before]])
  })

  it('with a provider names the provider, and a cloned passkey is told once a day', async () => {
    const user = await o.client({ phone: null })
    await announce(user, { what: 'provider_linked', provider: 'Larkfield {site} <University>' })
    await send()
    expect(o.mail.to(user.email!).at(-1)!.text).toContain('signing in with Larkfield {site} <University>.')
    const cloned: SignInChange = { what: 'passkey_cloned', passkeyId: '01900000-0000-7000-8000-000000000001' }
    await announce(user, cloned)
    await announce(user, cloned)
    expect((await notices(user)).map(({ what }) => what)).toEqual(['provider_linked', 'passkey_cloned'])
    o.app.clock.advance(24 * 60 * 60_000)
    await announce(user, cloned)
    expect(await notices(user)).toHaveLength(3)
  })

  it('is not written where there is no address to tell', async () => {
    const user = await o.client({ phone: null, email: null })
    await announce(user, { what: 'passkey_removed' })
    expect(await o.of(user)).toEqual([])
  })
})

describe('a new device', () => {
  const logIn = (phone: string | null, agent: string) =>
    o.app.request('POST /api/login', { body: { phone, password }, headers: { 'user-agent': agent } })

  it('is told, but not the first one, nor one that is known', async () => {
    const user = await o.client({ password_hash: await hash(password) })
    expect((await logIn(user.phone, chrome)).status).toBe(200)
    expect(await notices(user)).toEqual([])
    await logIn(user.phone, chrome)
    expect(await notices(user)).toEqual([])
    await logIn(user.phone, iphone)
    await logIn(user.phone, iphone)
    expect(await notices(user)).toMatchObject([{ what: 'new_device', device: 'Safari on iPhone' }])
    await send()
    expect(await sent(user)).toEqual([['sign_in_changed', 'sent', 'email', user.email]])
    expect(o.mail.to(user.email!).at(-1)!.text).toContain('Safari on iPhone')
  })

  it('that a code to the phone has just opened is not told to the same phone', async () => {
    const user = await o.client({ email: null })
    await announce(user, { what: 'new_device', device: 'Chrome on Linux', codeTo: 'phone' })
    expect(await o.of(user)).toEqual([])
  })
})
