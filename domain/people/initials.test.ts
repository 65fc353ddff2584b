import fc from 'fast-check'
import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Ana Lopez', 'An'],
  ['  Ben', 'Be'],
  ['X', 'X'],
  ['O’Neill', 'O’'],
  ['e\u0301milie', 'e\u0301m'],
  ['👩🏽‍🚀👨‍👩‍👧 crew', '👩🏽‍🚀👨‍👩‍👧'],
  ['🇳🇵🇬🇧', '🇳🇵🇬🇧'],
  ['محمد', 'مح'],
  ['\u200fמשה\u200f', 'מש'],
  ['किरण', 'किर'],
  ['王小明', '王小'],
])('the initials of %j are %j', (name, expected) => expect(initials(name)).toBe(expected))

it.each(['', '   ', '\u200f', null, undefined])('of %j are those of "User Name"', name => expect(initials(name)).toBe('Us'))

it('are the beginning of a plain name, never empty, never half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), name => {
      expect(initials(name).length).toBeGreaterThan(0)
      expect(initials(name)).not.toMatch(/\p{Surrogate}/u)
    }),
  )
  fc.assert(fc.property(fc.stringMatching(/^[A-Z][a-z]{1,20}$/), name => initials(name) === name.slice(0, 2)))
})
