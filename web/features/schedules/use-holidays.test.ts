import { expect, it } from 'vitest'
import { formatHolidays } from './use-holidays.ts'

const [hall, berlin] = [
  { id: 'h', name: 'Town hall' },
  { id: 'b', name: 'Berlin' },
]
const holidays = [
  { date: '2026-12-26', name: 'Boxing Day', places: [hall, berlin] },
  { date: '2026-12-28', name: 'Boxing Day (substitute day)', places: [hall] },
]

it('names the holidays of a date, and their places where others have none', () => {
  const format = (date: string, ...places: string[]) => formatHolidays(holidays, date, new Set(places))
  expect(format('2026-12-26', 'h', 'b')).toBe('Boxing Day')
  expect(format('2026-12-28', 'h')).toBe('Boxing Day (substitute day)')
  expect(format('2026-12-28', 'h', 'b')).toBe('Boxing Day (substitute day): Town hall')
  expect(format('2026-12-28', 'b')).toBeNull()
  expect(format('2026-12-27', 'h')).toBeNull()
})
