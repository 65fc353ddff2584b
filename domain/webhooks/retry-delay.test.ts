import fc from 'fast-check'
import { expect, test } from 'vitest'
import { webhookRetryDelayMs } from './retry-delay.ts'

const middle = (tries: number) => webhookRetryDelayMs(tries, 0.5)
const all = Array.from({ length: 8 }, (_, index) => middle(index + 1) ?? 0)

test('soon at first, then later each time, for a day and some hours, then never', () => {
  expect(all[0]).toBe(5000)
  expect(all).toEqual(all.toSorted((a, b) => a - b))
  expect(all.reduce((sum, pause) => sum + pause)).toBeGreaterThan(24 * 3_600_000)
  expect(middle(9)).toBeNull()
})

test('spread by a fifth to either side', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, chance) => {
      const ratio = (webhookRetryDelayMs(tries, chance) ?? 0) / (middle(tries) ?? 1)
      return ratio >= 0.799 && ratio <= 1.201
    }),
  )
})
