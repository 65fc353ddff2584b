import { expect, test } from 'vitest'
import { phoneDigits } from './phone-digits.ts'

test.each([
  ['900', ['900']],
  ['07700 900003', ['07700900003', '7700900003']],
  ['0044 7700', ['00447700', '447700']],
  ['+44 (0) 7700', ['447700']],
  ['000', ['000']],
  ['07', []],
  ['Anna', []],
  ['7AB0-09CD', []],
])('%s looks for %j', (typed, expected) => expect(phoneDigits(typed)).toEqual(expected))
