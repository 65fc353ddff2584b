import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, daysBetween, isLocalDate, localDateOf, weekdayOf } from './local-date.ts'
import { endOfLocalDay, startOfLocalDay } from './local-day.ts'
import { Temporal } from './temporal.ts'

const zones = ['Asia/Kathmandu', 'America/St_Johns', 'Europe/London', 'Pacific/Apia']
const anyDate = fc.integer({ min: 0, max: 60_000 }).map(days => addDays('1990-01-01', days))
const hours = (date: string, zone: string) =>
  (endOfLocalDay(date, zone).epochMilliseconds - startOfLocalDay(date, zone).epochMilliseconds) / 3_600_000

describe('isLocalDate', () => {
  it.each(['2024-02-29', '1900-01-01', '2199-12-31'])('accepts %s', text => expect(isLocalDate(text)).toBe(true))
  it.each([
    '2025-02-29',
    '2025-13-01',
    '2025-1-1',
    '1899-12-31',
    '2200-01-01',
    '9999-12-31',
    '2025-05-04T10:00',
    '+002025-05-04',
    '2025-05-04\n',
    '',
    '٢٠٢٥-٠٥-٠٤',
  ])('refuses %j', text => expect(isLocalDate(text)).toBe(false))
})

describe('calendar arithmetic', () => {
  it('adds days over the ends of months and years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
    expect(addDays('2025-03-01', -1)).toBe('2025-02-28')
  })

  it('numbers weekdays from Monday', () => {
    expect(weekdayOf('2025-05-05')).toBe(1)
    expect(weekdayOf('2025-05-11')).toBe(7)
  })

  it('counts what it added, and comes back', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days)) + 0).toBe(days + 0)
        expect(addDays(addDays(date, days), -days)).toBe(date)
        expect((weekdayOf(addDays(date, days)) - weekdayOf(date) - days) % 7 === 0).toBe(true)
      }),
    )
  })
})

describe('local days', () => {
  it('have 23, 24 or 25 hours, and none where the date was skipped', () => {
    expect(hours('2025-03-30', 'Europe/London')).toBe(23)
    expect(hours('2025-10-26', 'Europe/London')).toBe(25)
    expect(hours('2025-03-09', 'America/St_Johns')).toBe(23)
    expect(hours('2025-11-02', 'America/St_Johns')).toBe(25)
    expect(hours('2025-05-04', 'Asia/Kathmandu')).toBe(24)
    expect(hours('2011-12-30', 'Pacific/Apia')).toBe(0)
  })

  it('start after the gap where midnight is skipped, and at the first of two midnights', () => {
    expect(startOfLocalDay('2018-11-04', 'America/Sao_Paulo').toString()).toBe('2018-11-04T03:00:00Z')
    expect(startOfLocalDay('2010-11-07', 'America/St_Johns').toString()).toBe('2010-11-07T02:30:00Z')
    expect(startOfLocalDay('2025-05-04', 'Asia/Kathmandu').toString()).toBe('2025-05-03T18:15:00Z')
  })

  it('begin on their own date, one millisecond after another one', () => {
    fc.assert(
      fc.property(anyDate, fc.constantFrom(...zones), (date, zone) => {
        fc.pre(!(zone === 'Pacific/Apia' && date === '2011-12-30'))
        const start = startOfLocalDay(date, zone)
        expect(localDateOf(start, zone)).toBe(date)
        expect(localDateOf(start.subtract({ milliseconds: 1 }), zone) < date).toBe(true)
        expect(Temporal.Instant.compare(start, endOfLocalDay(date, zone))).toBe(-1)
      }),
    )
  })
})

it('adds months, and ends at the last day of a shorter month', () => {
  expect(addMonths('2025-01-31', 1)).toBe('2025-02-28')
  expect(addMonths('2024-03-31', -1)).toBe('2024-02-29')
})
