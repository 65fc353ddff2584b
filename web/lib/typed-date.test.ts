import { expect, test } from 'vitest'
import { formatTypedDate, parseTypedDate, parseTypedTime } from './typed-date.ts'

const today = '2026-11-24'

test.each([
  ['2026-12-01', '2026-12-01'],
  ['1 Dec 2026', '2026-12-01'],
  ['Tue 1st December', '2026-12-01'],
  ['Dec 1, 2026', '2026-12-01'],
  ['1/12/26', '2026-12-01'],
  ['01.12.', '2026-12-01'],
  ['29 Feb 2028', '2028-02-29'],
  ['١/١٢/٢٠٢٦', '2026-12-01'],
])('reads the date %s', (typed, date) => {
  expect(parseTypedDate(typed, today)).toBe(date)
})

test.each(['', 'soon', '31/2/2026', '29 Feb 2027', '1', '12/1/20/26', '1/13/2026'])('reads no date from “%s”', typed => {
  expect(parseTypedDate(typed, today)).toBeNull()
})

test('reads what it writes', () => {
  expect(formatTypedDate('2026-12-01')).toBe('1 Dec 2026')
  for (let month = 1; month <= 12; month += 1) {
    const date = `2026-${String(month).padStart(2, '0')}-09`
    expect(parseTypedDate(formatTypedDate(date), today)).toBe(date)
  }
})

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['1430', '14:30'],
  ['9.30', '09:30'],
  ['14:30', '14:30'],
  ['2:30 pm', '14:30'],
  ['12am', '00:00'],
  ['١٤:٣٠', '14:30'],
])('reads the time %s', (typed, time) => {
  expect(parseTypedTime(typed)).toBe(time)
})

test.each(['', '24:00', '9:60', 'noon', '13pm', '9:3'])('reads no time from “%s”', typed => {
  expect(parseTypedTime(typed)).toBeNull()
})
