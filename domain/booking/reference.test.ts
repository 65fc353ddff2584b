import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatReference, parseReference } from './reference.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const anyReference = fc.array(fc.constantFrom(...crockford), { minLength: 8, maxLength: 8 }).map(characters => characters.join(''))

it.each([
  ['ABCD-EFGH', 'ABCDEFGH'],
  [' abcd efgh ', 'ABCDEFGH'],
  ['oOiI-lL10', '00111110'],
  ['ABCD–EFGH', 'ABCDEFGH'],
  ['A B C D\u00a0E\u200bFGH', 'ABCDEFGH'],
])('reads %j', (text, reference) => expect(parseReference(text)).toBe(reference))

it.each(['', 'ABCDEFG', 'ABCDEFGHJ', 'ABCDEFGU', 'ABCD_EFGH', 'ABCDEFGé', 'ABCDEFGı', 'ＡBCDEFGH', '--------'])('cannot be %j', text =>
  expect(parseReference(text)).toBeNull(),
)

it('shows two groups', () => expect(formatReference('ABCDEFGH')).toBe('ABCD-EFGH'))

it('reads back every reference as shown, in small letters too', () => {
  fc.assert(
    fc.property(anyReference, reference => {
      expect(parseReference(formatReference(reference))).toBe(reference)
      expect(parseReference(formatReference(reference).toLowerCase())).toBe(reference)
    }),
  )
})

it('never throws, and answers only what can be one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w -]{8}$/)), text => {
      const reference = parseReference(text)
      if (reference !== null) expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    }),
  )
})
