import { expect, test } from 'vitest'
import { outcomeOfCopy } from './outcome-of-copy.ts'

test('says on which day a copy leaves a mentor too little time to travel', () => {
  const warning = {
    mentor: { id: 'm', name: 'Ana Moreno' },
    place: { id: 'q', name: 'Canal Rooms' },
    starts_at: '2026-12-01T09:00:00Z',
    ends_at: '2026-12-01T12:00:00Z',
    time_zone: 'Europe/London',
    schedule_id: 's',
    is_before: true,
    minutes: 10,
  }
  const copy = { schedule_id: 'a', date: '2026-12-01', problem: null, clashes: [], travel: [], busy_mentors: [] }
  expect(outcomeOfCopy(copy)).toEqual({ happens: 'To Tuesday 1 December' })
  expect(outcomeOfCopy({ ...copy, travel: [warning] })).toEqual({
    happens: 'To Tuesday 1 December · Ana Moreno has only 10 minutes to get here from Canal Rooms, 09:00–12:00.',
  })
  expect(outcomeOfCopy({ ...copy, problem: 'past', travel: [warning] })).toEqual({ blocked: expect.stringContaining('in the past') })
})
