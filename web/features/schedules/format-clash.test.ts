import type { Clash } from '#contract/problem.ts'
import { expect, test } from 'vitest'
import { formatClash } from './format-clash.ts'

test('names the clock of a clash when a session in another zone is planned', () => {
  const mentor = { id: 'm', name: 'Ana Moreno' }
  const clash: Clash = {
    mentor,
    starts_at: '2026-12-01T11:30:00Z',
    ends_at: '2026-12-01T12:30:00Z',
    time_zone: 'Asia/Kathmandu',
    schedule_id: 's',
    reason: 'session',
  }
  expect(formatClash(clash)).toBe('Ana Moreno already has a session, 17:15–18:15 Kathmandu time')
})
