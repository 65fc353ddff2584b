import { expect, test } from 'vitest'
import { daysWaited } from './days-waited.ts'

test.each([
  ['the evening before', '2026-11-23T17:00:00Z', '2026-11-24T03:30:00Z', 1],
  ['just before midnight', '2026-11-23T18:14:00Z', '2026-11-23T18:16:00Z', 1],
  ['just after midnight', '2026-11-23T18:16:00Z', '2026-11-24T17:00:00Z', 0],
  ['a day and a half before', '2026-11-22T04:00:00Z', '2026-11-23T17:00:00Z', 1],
  ['after the start', '2026-11-24T18:00:00Z', '2026-11-23T18:00:00Z', 0],
])('counts the dates of the place for an appointment booked %s', (_, created_at, starts_at, days) => {
  expect(daysWaited({ created_at, starts_at, time_zone: 'Asia/Kathmandu' })).toBe(days)
})
