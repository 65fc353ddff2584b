import { expect, test } from 'vitest'
import { retryDelayMs, codeRetryDelayMs } from './retry-delay.ts'

test('pauses grow to a quarter of an hour, and are spread', () => {
  const minutes = (tries: number, chance: number) => retryDelayMs(tries, chance) / 60_000
  expect([1, 2, 3, 4, 5, 6, 2000].map(tries => minutes(tries, 0.5))).toEqual([1, 2, 4, 8, 15, 15, 15])
  expect([minutes(0, 0), minutes(1, 0), minutes(1, 1)].map(x => x.toFixed(2))).toEqual(['0.80', '0.80', '1.20'])
})

test('the delays of a code are seconds', () => {
  expect([1, 2, 3, 4, 5, 2000].map(tries => codeRetryDelayMs(tries, 0.5))).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect([0, 1].map(chance => Math.round(codeRetryDelayMs(1, chance)))).toEqual([1600, 2400])
})
