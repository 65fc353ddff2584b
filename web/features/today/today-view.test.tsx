import type { Day } from '#contract/day.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { TodayView } from './today-view.tsx'

const params = vi.hoisted((): { of?: string } => ({}))
vi.mock('../../lib/search-params.ts', () => ({ useSearchParams: () => [params, () => {}] }))
vi.mock('../../lib/site.ts', () => ({ useSite: () => undefined }))
vi.mock('./attention-lists.tsx', () => ({ AttentionLists: () => null }))
vi.mock('./day-around.tsx', () => ({ DayAround: () => null }))
vi.mock('./day-grid.tsx', () => ({ DayGrid: () => null }))
vi.mock('./day-list.tsx', () => ({ DayList: () => null }))
vi.mock('./day-tools.tsx', () => ({ DayTools: () => null }))
vi.mock('./move-area.tsx', () => ({ MoveArea: () => null }))

const appointmentOf = (name: string, mentor: { id: string; name: string }) => ({
  id: name,
  starts_at: '2026-11-24T14:00:00Z',
  ends_at: '2026-11-24T14:30:00Z',
  time_zone: 'Europe/London',
  status: 'booked',
  user: { id: name, name, phone: null },
  mentor,
  place: { id: 'p', name: 'Larkfield House' },
  support_type: { id: 't', name: 'Career advice', colour: '#336699' },
  interpreter_language: null,
})
const [ana, ben] = [
  { id: 'a', name: 'Ana Moreno' },
  { id: 'b', name: 'Ben Okafor' },
]
const day = {
  date: '2026-11-24',
  time_zone: 'Europe/London',
  appointments: [appointmentOf('Iris Lake', ana), appointmentOf('Tom Reed', ben)],
  free: [],
  total: 2,
} as unknown as Day

test('prints no clients of other mentors while the page is filtered to one', () => {
  expect(renderToStaticMarkup(<TodayView day={day} />)).toMatch(/Iris Lake.*Tom Reed/)
  params.of = ben.id
  const printed = renderToStaticMarkup(<TodayView day={day} />)
  expect(printed).toContain('Tom Reed')
  expect(printed).not.toContain('Iris Lake')
  expect(printed).toContain('· Ben Okafor</span>')
})
