import type { ScheduleChange } from '#contract/schedules.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { TravelAfterChange } from './travel-after-change.tsx'

afterEach(() => queryClient.clear())

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

const show = (change: ScheduleChange) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <TravelAfterChange id="a" change={change} />
    </QueryClientProvider>,
  )

test('warns of too little time to travel after a change of times, place or mentors, and not after one of the note', () => {
  const asked = JSON.stringify({ starts_at: '2026-12-01T12:10', ends_at: '2026-12-01T14:10' })
  queryClient.setQueryData(['POST /api/schedules/{id}/preview', 'a', asked], { travel: [warning] })
  const change = { starts_at: '2026-12-01T12:10', ends_at: '2026-12-01T14:10' }
  expect(show({ ...change, note: 'Bring a CV' })).toContain('Ana Moreno has only 10 minutes to get here from Canal Rooms, 09:00–12:00.')
  expect(show({ note: 'Bring a CV' })).not.toContain('Canal Rooms')
})
