import { expect, test } from 'vitest'
import { startOfWeek, weekdays, weekdaysFrom } from './week.ts'

test.each([
  [1, '2026-11-23'],
  [6, '2026-11-21'],
  [7, '2026-11-22'],
] as const)('a week that begins with weekday %s', (first, start) => {
  for (const date of ['2026-11-23', '2026-11-25', '2026-11-27'] as const) expect(startOfWeek(date, first)).toBe(start)
  expect(startOfWeek(start, first)).toBe(start)
})

test('begins with Monday in English', () => {
  expect(weekdays).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(weekdaysFrom(6)).toEqual([6, 7, 1, 2, 3, 4, 5])
})
