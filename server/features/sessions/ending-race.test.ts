import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#database/factories.ts'
import { waitForLocks } from '#database/testing/wait-for-locks.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts'
import { SoftwarePasskey } from '../../testing/software-passkey.ts'
import { authenticatorPlace } from './second-step/commands.ts'

const origin = 'https://book.example.org'
const current_password = 'openhour-demo-2026'
const password = 'seven purple kettles'

let app: TestApp
let password_hash: string
let user: Awaited<ReturnType<typeof makeUser>>
/** Two sessions of one person: the first one ends while it asks for something. */
let token: string
let other: string

beforeAll(async () => {
  app = await startTestApp({ env: { OPENHOUR_ORIGIN: origin } })
  password_hash = await hash(current_password)
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await makeUser(app.db, { password_hash })
  token = await app.signIn(user)
  other = await app.signIn(user)
})

/** What opens something for the person, but for the other session. */
async function listCredentials() {
  const { rows } = await sql<object>`SELECT u.phone, u.email, u.password_hash,
      (SELECT count(*)::int FROM sessions WHERE user_id = u.id AND ended_at IS NULL) AS sessions,
      (SELECT count(*)::int FROM calendar_feeds WHERE user_id = u.id AND revoked_at IS NULL) AS calendars,
      (SELECT count(*)::int FROM passkeys WHERE user_id = u.id) AS passkeys,
      (SELECT count(*)::int FROM recovery_codes WHERE user_id = u.id) AS recovery_codes
    FROM users u WHERE u.id = ${user.id}`.execute(app.db)
  return rows[0]
}
const untouched = () => ({
  phone: user.phone,
  email: user.email,
  password_hash,
  sessions: 1,
  calendars: 0,
  passkeys: 0,
  recovery_codes: 0,
})

type Ask = () => Promise<TestAnswer>
const makeCalendar = async (): Promise<Ask> => () => app.request('POST /api/my-calendars', { token, body: { kind: 'client' } })
const makeToken = async (): Promise<Ask> => () =>
  app.request('POST /api/my-profile/tokens', { token, body: { name: 'Wall', days: 30, scope: 'read', current_password } })
/** What is asked for, after its preparation. */
const requests: Record<string, () => Promise<Ask>> = {
  'a calendar address': makeCalendar,
  'a token for a program': makeToken,
  'a password': async () => () => app.request('PUT /api/my-profile', { token, body: { password, current_password } }),
  'a phone number': async () => {
    const phone = '+447959000001'
    const { demo_code: code } = (await app.request('POST /api/my-profile/phone', { token, body: { phone } })).body
    return () => app.request('POST /api/my-profile/phone/confirm', { token, body: { phone, code, current_password } })
  },
  'an e-mail address': async () => {
    const email = 'ada.byron@example.org'
    const { demo_code: code } = (await app.request('POST /api/my-profile/email', { token, body: { email } })).body
    return () => app.request('POST /api/my-profile/email/confirm', { token, body: { email, code, current_password } })
  },
  'a passkey': async () => {
    const offered = (await app.request('POST /api/my-profile/passkeys/options', { token })).body
    const credential = new SoftwarePasskey(origin).create(offered)
    return () => app.request('POST /api/my-profile/passkeys', { token, body: { name: 'My phone', credential } })
  },
  'recovery codes': async () => {
    const secret = app.platform.secrets.seal(authenticatorPlace(user.id), Buffer.alloc(20))
    await app.db.insertInto('authenticators').values({ user_id: user.id, secret, last_step: 0, created_at: app.clock.now() }).execute()
    return () => app.request('POST /api/my-profile/recovery-codes', { token })
  },
}
const endings = {
  'logging out everywhere': () => app.request('DELETE /api/my-profile/sessions', { token: other }),
  'a new password': () => app.request('PUT /api/my-profile', { token: other, body: { password, current_password } }),
}

describe.each(Object.entries(endings))('%s', (_name, end) => {
  it.each(Object.entries(requests))('refuses %s to a session that it ends', async (_what, prepare) => {
    const ask = await prepare()
    const holding = await app.db.startTransaction().execute()
    await sql`LOCK TABLE login_tickets IN SHARE MODE`.execute(holding)
    const ending = end()
    await waitForLocks(app.db)
    const asking = ask()
    await Promise.race([asking, waitForLocks(app.db, 2)])
    await holding.commit().execute()
    expect([(await ending).status, (await asking).status]).toEqual([200, 401])
    expect(await listCredentials()).toEqual({ ...untouched(), password_hash: expect.any(String) })
    expect((await app.request('GET /api/my-session', { token: other })).status).toBe(200)
  })

  it.each(Object.entries({ calendars: makeCalendar, tokens: makeToken }))(
    'ends %s that are made when it begins',
    async (_what, prepare) => {
      const ask = await prepare()
      const holding = await app.db.startTransaction().execute()
      await sql`LOCK TABLE audit IN SHARE MODE`.execute(holding)
      const asking = ask()
      await waitForLocks(app.db)
      const ending = end()
      await Promise.race([ending, waitForLocks(app.db, 2)])
      await holding.commit().execute()
      expect([(await ending).status, (await asking).status]).toEqual([200, 201])
      expect(await listCredentials()).toEqual({ ...untouched(), password_hash: expect.any(String) })
    },
  )
})
