import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { formatDeadline } from './change-deadline.ts'

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') }))
afterAll(() => void vi.useRealTimers())

test('a deadline is in the place’s time, with the visitor’s where it differs', () => {
  const until = '2026-11-29T21:00:00Z'
  expect(formatDeadline(until, 'Europe/London', 'Europe/London')).toEqual({ time: '21:00', day: 'Sunday 29 November' })
  expect(formatDeadline(until, 'Europe/Berlin', 'Europe/London')).toEqual({ time: '22:00 (21:00 your time)', day: 'Sunday 29 November' })
  expect(formatDeadline(until, 'Europe/Berlin', 'Asia/Kathmandu').time).toBe('22:00 (Mon 30 Nov, 02:45 your time)')
})
