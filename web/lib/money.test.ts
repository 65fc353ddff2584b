import { expect, test } from 'vitest'
import { sayMoney } from './money.ts'

test('money is said in its currency’s own units', () => {
  expect(sayMoney({ amount: 2500, currency: 'GBP' })).toBe('£25')
  expect(sayMoney({ amount: 1250, currency: 'GBP' })).toBe('£12.50')
  expect(sayMoney({ amount: 1500, currency: 'JPY' })).toMatch(/1,500$/)
  expect(sayMoney({ amount: 0, currency: 'GBP' })).toBe('Free of charge')
})
