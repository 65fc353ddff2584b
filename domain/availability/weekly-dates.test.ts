import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, weekdayOf, type Weekday } from '../time/local-date.ts'
import { findBadRange, haveRoom, weeklyDates } from './weekly-dates.ts'

const range = (weekday: Weekday, starts = '09:00', ends = '12:00') => ({ weekday, starts, ends })
const said = (dates: ReturnType<typeof weeklyDates>) => dates.map(({ date, range: { starts } }) => `${date} ${starts}`)

describe('weeklyDates', () => {
  it('lists dates by day and start, with both ends', () => {
    const ranges = [range(4, '14:00', '18:00'), range(1, '14:00', '16:00'), range(1)]
    expect(said(weeklyDates(ranges, '2026-11-23', '2026-11-30'))).toEqual([
      '2026-11-23 09:00',
      '2026-11-23 14:00',
      '2026-11-26 14:00',
      '2026-11-30 09:00',
      '2026-11-30 14:00',
    ])
    expect(weeklyDates(ranges, '2026-11-24', '2026-11-23')).toEqual([])
    const day = [range(1, '10:00', '11:00'), range(1, '08:00', '09:00'), range(1, '12:00', '13:00')]
    expect(said(weeklyDates(day, '2026-11-23', '2026-11-23'))).toEqual(['2026-11-23 08:00', '2026-11-23 10:00', '2026-11-23 12:00'])
  })

  it('has every date of the weekday once, also where clocks change, months end and years turn', () => {
    const day = fc.integer({ min: 0, max: 80_000 }).map(days => addDays('1970-01-01', days))
    const weekday = fc.integer({ min: 1, max: 7 }).map(number => number as Weekday)
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), weekday, (from, length, wanted) => {
        const to = addDays(from, length)
        const dates = weeklyDates([range(wanted)], from, to).map(({ date }) => date)
        expect(dates.every(date => weekdayOf(date) === wanted && date >= from && date <= to)).toBe(true)
        expect(dates.slice(1).every((date, index) => daysBetween(dates[index]!, date) === 7)).toBe(true)
        expect(Math.abs(dates.length - (length + 1) / 7)).toBeLessThan(1)
      }),
    )
  })

  it('is the same in parts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), (first, second) => {
        const ranges = [range(2), range(5, '10:00', '11:00'), range(5, '08:00', '09:00')]
        const middle = addDays('2027-03-01', first)
        const end = addDays(middle, second)
        const parts = [...weeklyDates(ranges, '2027-03-01', middle), ...weeklyDates(ranges, addDays(middle, 1), end)]
        expect(said(parts)).toEqual(said(weeklyDates(ranges, '2027-03-01', end)))
      }),
    )
  })
})

describe('findBadRange', () => {
  it('finds a range that ends too early or overlaps another of its weekday', () => {
    expect(findBadRange([range(1), range(2), range(1, '12:00', '13:00')])).toBe(-1)
    expect(findBadRange([range(1, '12:00', '13:00'), range(1)])).toBe(-1)
    expect(findBadRange([range(1), range(1, '11:59', '13:00')])).toBe(1)
    expect(findBadRange([range(1, '10:00', '11:00'), range(1)])).toBe(1)
    expect(findBadRange([range(3), range(1, '09:00', '09:00')])).toBe(1)
    expect(findBadRange([])).toBe(-1)
  })
})

describe('haveRoom', () => {
  it('needs a whole slot in every range', () => {
    expect(haveRoom([range(1, '09:30', '11:15'), range(2)], 105)).toBe(true)
    expect(haveRoom([range(2), range(1, '09:30', '11:15')], 106)).toBe(false)
  })
})
