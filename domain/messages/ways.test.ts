import { expect, test } from 'vitest'
import { type Channel, type Reachable, waysToTell } from './ways.ts'

const both = { phone: '+447700900001', email: 'a@example.org' }

test.each<[Reachable['channel'], Channel[], Channel[]]>([
  ['both', ['sms', 'email'], ['sms', 'email']],
  ['sms', ['sms', 'email'], ['sms']],
  ['sms', ['email'], ['email']],
  ['email', ['sms', 'email'], ['email']],
  ['email', ['sms'], []],
  ['none', ['sms', 'email'], []],
  ['none', ['email'], []],
  ['none', ['sms'], []],
  ['both', [], []],
])('who chose %s hears, of %j, by %j', (channel, gateways, ways) => {
  expect(waysToTell({ ...both, channel }, gateways)).toEqual(ways)
})

test('sends e-mail to a client without a phone number until they choose', () => {
  expect(waysToTell({ ...both, phone: null, channel: 'sms' }, ['sms', 'email'])).toEqual(['email'])
  expect(waysToTell({ ...both, phone: null, channel: 'sms' }, ['sms'])).toEqual([])
})

test('sends nothing to a channel without an address', () => {
  expect(waysToTell({ phone: null, email: null, channel: 'both' }, ['sms', 'email'])).toEqual([])
  expect(waysToTell({ ...both, email: null, channel: 'sms' }, ['email'])).toEqual([])
})
