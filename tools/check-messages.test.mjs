import { expect, test } from 'vitest'
import { compareMessages } from './check-messages.mjs'

const users = new Map([['frame.logIn', 'web/features/frame/profile-menu.tsx']])

test('accepts a catalogue with exactly the messages that the code uses', () => {
  expect(compareMessages(users, new Map([['frame.logIn', 'Log in']]), 'en.json')).toEqual([])
})

test.each([new Map(), new Map([['frame.logIn', '']]), new Map([['frame.logIn', 'frame.logIn']])])(
  'refuses a message without a text',
  texts => {
    expect(compareMessages(users, texts, 'de.json')).toEqual([
      'de.json has no text for frame.logIn, which web/features/frame/profile-menu.tsx uses',
    ])
  },
)

test('refuses a message that no code uses', () => {
  const texts = new Map([
    ['frame.logIn', 'Log in'],
    ['frame.old', 'Old'],
  ])
  expect(compareMessages(users, texts, 'en.json')).toEqual(['en.json: no code uses frame.old; npm run messages removes it'])
})
