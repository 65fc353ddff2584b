import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { formatSubject } from './format-subject.ts'

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') }))
afterAll(() => void vi.useRealTimers())

const away = (starts_at: string, ends_at: string) =>
  formatSubject({
    mentor: { id: 'a', name: 'Ana', photo: null },
    mentors: [],
    place: null,
    can_record: true,
    date: null,
    starts_at,
    ends_at,
    time_zone: 'Europe/London',
  })

test('names whole days without midnight, and the hours of a part of a day', () => {
  expect(away('2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z')).toBe('Ana is unavailable: Tuesday 1 December')
  expect(away('2026-12-01T00:00:00Z', '2026-12-04T00:00:00Z')).toBe('Ana is unavailable: Tuesday 1 December to Thursday 3 December')
  expect(away('2026-12-01T09:00:00Z', '2026-12-01T12:00:00Z')).toBe('Ana is unavailable: Tuesday 1 December, 09:00–12:00')
})
