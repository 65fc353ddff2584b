import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { makeContract, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { cleanForwardedFor } from './forwarded-for.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['192.0.2.1:5001', '192.0.2.1'],
  ['[2001:db8::1]:5001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['192.0.2.1,10.0.0.1:80', '192.0.2.1, 10.0.0.1'],
  ['192.0.2.1, unknown, 10.0.0.1', '10.0.0.1'],
  ['192.0.2.1, x', ''],
  ['192.0.2.1:x', ''],
  ['192.0.2.1,', ''],
  ['', ''],
])('reads %j as %j', (header, hops) => expect(cleanForwardedFor(header)).toBe(hops))

describe('behind a proxy', () => {
  let app: TestApp
  const env = { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on', OPENHOUR_TRUSTED_PROXIES: '127.0.0.1,10.9.0.0/16' }
  beforeAll(async () => (app = await startTestApp({ env })))
  afterAll(() => app.close())

  it.each([
    ['192.0.2.1:5001', '192.0.2.1'],
    ['[2001:db8::1]:5001, 10.9.0.2:80', '2001:db8::1'],
    ['x', '127.0.0.1'],
    ['x, 10.9.0.2', '10.9.0.2'],
    ['192.0.2.1, x, 10.9.0.2', '10.9.0.2'],
    ['192.0.2.1, 192.0.2.2', '192.0.2.2'],
  ])('stores an acceptance that came with %j from %s', async (forwarded, ip) => {
    const { version } = await makeContract(app.db, { required_for: 'booking' })
    const user = await makeUser(app.db)
    const { status } = await app.request('POST /api/my-profile/acceptances', {
      token: await app.signIn(user),
      headers: { 'x-forwarded-for': forwarded },
      body: { accepted_version_ids: [version.id] },
    })
    const stored = await app.db.selectFrom('acceptances').select('ip').where('user_id', '=', user.id).execute()
    expect([status, stored]).toEqual([200, [{ ip }]])
  })
})
