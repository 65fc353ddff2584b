import { expect, test } from 'vitest'
import { beginsBooking } from './begins-booking.ts'

const typed = { support_type: 'type', user: 'first', step: 'details' }

test('a link begins another booking', () => {
  for (const to of [{}, { user: 'first' }, { user: 'second' }, { new: 'key' }])
    expect(beginsBooking({ from: typed, to, chosen: typed, move: 'PUSH' })).toBe(true)
})

test('what the form itself chooses stays in the booking, the client too', () => {
  for (const user of ['second', undefined])
    expect(
      beginsBooking({ from: typed, to: { ...typed, user }, chosen: { step: 'details', user, support_type: 'type' }, move: 'PUSH' }),
    ).toBe(false)
})

test('Back and Forward stay in the booking of the same client', () => {
  for (const move of ['BACK', 'FORWARD', 'GO'] as const) {
    expect(beginsBooking({ from: typed, to: { user: 'first' }, chosen: typed, move })).toBe(false)
    expect(beginsBooking({ from: typed, to: {}, chosen: typed, move })).toBe(true)
    expect(beginsBooking({ from: {}, to: typed, chosen: {}, move })).toBe(true)
  }
})

test('what opens over the page begins nothing', () => {
  expect(beginsBooking({ from: typed, to: typed, chosen: {}, move: 'PUSH' })).toBe(false)
})
