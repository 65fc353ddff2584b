import { expect, test } from 'vitest'
import { formatAmount, formatMoney } from './money.ts'
import { parseAmount, amountInputValue } from './amount-input.ts'

test('formats amounts in the units of their currency', () => {
  expect(formatMoney({ amount: 2500, currency: 'GBP' })).toBe('£25')
  expect(formatMoney({ amount: 1250, currency: 'GBP' })).toBe('£12.50')
  expect(formatMoney({ amount: 1500, currency: 'JPY' })).toMatch(/1,500$/)
  expect(formatMoney({ amount: 0, currency: 'GBP' })).toBe('Free of charge')
})

test.each([
  ['ar-u-nu-latn', 'GBP', '6 £'],
  ['fr-FR', 'GBP', '6 £'],
  ['es-ES', 'USD', '6 $'],
  ['en-GB', 'PLN', 'zł 6'],
  ['pl-PL', 'PLN', '6 zł'],
  ['de-DE', 'CHF', '6 CHF'],
  ['ar-u-nu-latn', 'EGP', '6 ج.م.'],
])('writes the sign of a currency alone where it has one: %s %s', (locale, currency, expected) => {
  const written = formatAmount(6, currency, locale).replaceAll(/\p{Cf}/gu, '')
  expect(written.replaceAll(/\s/gu, ' ')).toBe(expected)
})

test('parses amounts in the units of the currency, without rounding', () => {
  expect(parseAmount('12.50', 'GBP')).toBe(1250)
  expect(parseAmount(' 12,5 ', 'GBP')).toBe(1250)
  expect(parseAmount('0', 'GBP')).toBe(0)
  expect(parseAmount('1500', 'JPY')).toBe(1500)
  expect(parseAmount('1.234', 'TND')).toBe(1234)
  for (const typed of ['', 'free', '12.345', '-1', '1e3', '12.', '1 000']) expect(parseAmount(typed, 'GBP')).toBeNull()
  expect(parseAmount('1.5', 'JPY')).toBeNull()
  for (const amount of [0, 5, 1250, 2500, 99]) expect(parseAmount(amountInputValue({ amount, currency: 'GBP' }), 'GBP')).toBe(amount)
})
