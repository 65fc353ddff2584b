import { expect, test } from 'vitest'
import { countOf, minutesOf } from './duration-field.tsx'

test.each(['1.5', '-3', '1,5', 'two'])('makes no other number of %s', typed => {
  expect(minutesOf(typed, 'hours')).toBe(typed)
  expect(countOf(typed, 'hours')).toBe(typed)
})

test('keeps whole numbers in minutes', () => {
  expect([minutesOf('2', 'hours'), minutesOf(' 3', 'days'), minutesOf('', 'days')]).toEqual(['120', '4320', ''])
  expect(countOf('120', 'hours')).toBe('2')
})
