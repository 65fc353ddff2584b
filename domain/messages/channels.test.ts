import { expect, test } from 'vitest'
import { type Channel, type Reachable, chooseChannels } from './channels.ts'

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
])('a recipient who chose %s, with the channels %j, gets %j', (channel, gateways, ways) => {
  expect(chooseChannels({ ...both, channel }, gateways)).toEqual(ways)
})

test('sends e-mail to a client without a phone number until they choose', () => {
  expect(chooseChannels({ ...both, phone: null, channel: 'sms' }, ['sms', 'email'])).toEqual(['email'])
  expect(chooseChannels({ ...both, phone: null, channel: 'sms' }, ['sms'])).toEqual([])
})

test('sends nothing to a channel without an address', () => {
  expect(chooseChannels({ phone: null, email: null, channel: 'both' }, ['sms', 'email'])).toEqual([])
  expect(chooseChannels({ ...both, email: null, channel: 'sms' }, ['email'])).toEqual([])
})
