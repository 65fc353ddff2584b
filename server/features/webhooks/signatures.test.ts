import { expect, test } from 'vitest'
import { signedHeaders, writeSecret } from '../../platform/standard-webhooks.ts'
import { isGenuine } from '../../testing/webhook-receiver.ts'

test('signs as Standard Webhooks’ own example does', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  expect(signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', new Date(1_614_265_330_000), '{"test": 2432232314}', [secret])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('with two secrets, of which either is enough; with no other, for no other body, id or time', async () => {
  const [one, two, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)] as const
  const now = new Date('2026-11-20T09:00:00Z')
  const got = { headers: signedHeaders('a', now, '{}', [one, two]), body: '{}' }
  expect(await isGenuine(got, writeSecret(one), now)).toBe(true)
  expect(await isGenuine(got, writeSecret(two), now)).toBe(true)
  expect(await isGenuine(got, writeSecret(other), now)).toBe(false)
  expect(await isGenuine({ ...got, body: '{} ' }, writeSecret(one), now)).toBe(false)
  expect(await isGenuine({ ...got, headers: { ...got.headers, 'webhook-id': 'b' } }, writeSecret(one), now)).toBe(false)
  expect(await isGenuine(got, writeSecret(one), new Date(now.getTime() + 301_000))).toBe(false)
})
