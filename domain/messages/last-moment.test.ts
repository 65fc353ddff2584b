import { expect, it } from 'vitest'
import { lastMomentOf } from './last-moment.ts'

const times = { starts_at: '09:00', ends_at: '09:30' }

it('ends a cancellation when the appointment would have ended, and all other news when it starts', () => {
  expect(lastMomentOf('appointment_cancelled', times)).toBe('09:30')
  expect(['appointment_booked', 'appointment_moved', 'reminder'].map(kind => lastMomentOf(kind, times))).toEqual([
    '09:00',
    '09:00',
    '09:00',
  ])
})
