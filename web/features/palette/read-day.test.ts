import { expect, test } from 'vitest'
import { readDay } from './read-day.ts'

// A Tuesday.
const today = '2026-11-24'

test.each([
  ['thursday’s workshop', '2026-11-26', 'workshop'],
  ['Workshop Monday', '2026-11-30', 'Workshop'],
  ["tuesday's workshop", '2026-11-24', 'workshop'],
  ['workshop tomorrow', '2026-11-25', 'workshop'],
  ['today', '2026-11-24', ''],
])('reads the day of “%s”', (text, date, rest) => {
  expect(readDay(text, today)).toEqual({ date, rest })
})

test('leaves other texts as they are', () => {
  expect(readDay('Mondaye Okoro', today)).toEqual({ date: undefined, rest: 'Mondaye Okoro' })
})
