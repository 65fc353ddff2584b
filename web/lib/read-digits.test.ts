import { expect, test } from 'vitest'
import { readDigits } from './read-digits.ts'

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['١٢٫٥', '12.5'],
  ['+44 7700 900001', '+44 7700 900001'],
])('reads %s', (typed, expected) => {
  expect(readDigits(typed)).toBe(expected)
})
