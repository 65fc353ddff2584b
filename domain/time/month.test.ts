import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Weekday, weekdayOf } from './local-date.ts'
import { addMonths, datesOfMonth, isYearMonth, shiftMonth, weeksOfMonth, yearMonthOf } from './month.ts'

const anyMonth = fc
  .tuple(fc.integer({ min: 1950, max: 2150 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)

it('lays a month out in weeks', () => {
  const weeks = weeksOfMonth('2025-06')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2025-06-01'])
  expect(weeks[5]).toEqual(['2025-06-30', null, null, null, null, null, null])
  expect(weeksOfMonth('2025-06', 7)[0]?.[0]).toBe('2025-06-01')
  expect(weeksOfMonth('2021-02')).toHaveLength(4)
})

it('puts every date once, in its weekday column, with no empty week', () => {
  fc.assert(
    fc.property(anyMonth, fc.integer({ min: 1, max: 7 }), (month, first) => {
      const weeks = weeksOfMonth(month, first as Weekday)
      expect(weeks.flat().filter(date => date !== null)).toEqual(datesOfMonth(month))
      expect(weeks.every(week => week.length === 7 && week.some(date => date !== null))).toBe(true)
      expect(weeks.every(week => week.every((date, column) => date === null || weekdayOf(date) === ((first - 1 + column) % 7) + 1))).toBe(
        true,
      )
    }),
  )
})

it('moves between months', () => {
  expect(shiftMonth('2025-01', -1)).toBe('2024-12')
  expect(shiftMonth('2025-12', 1)).toBe('2026-01')
  expect(addMonths('2025-01-31', 1)).toBe('2025-02-28')
  expect(addMonths('2024-03-31', -1)).toBe('2024-02-29')
  expect(yearMonthOf('2025-06-09')).toBe('2025-06')
})

it('knows a month', () => {
  expect(isYearMonth('2025-06')).toBe(true)
  expect(['2025-13', '2025-6', '2025-06-01', '12025-06', '0000-01', ''].some(isYearMonth)).toBe(false)
})
