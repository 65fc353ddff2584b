import { expect, it } from 'vitest'
import { digitsOf, relabelAmount } from './money.ts'

it('knows the decimals of a currency', () => {
  expect(['GBP', 'JPY', 'KWD'].map(digitsOf)).toEqual([2, 0, 3])
})

it.each([
  [600, 'GBP', 'EUR', 600],
  [600, 'GBP', 'JPY', 6],
  [600, 'GBP', 'KWD', 6000],
  [6, 'JPY', 'KWD', 6000],
  [1250, 'GBP', 'JPY', null],
  [0, 'GBP', 'JPY', 0],
] as const)('%i minor units of %s are the same number in %s as %s', (amount, from, to, expected) => {
  expect(relabelAmount(amount, from, to)).toBe(expected)
})
