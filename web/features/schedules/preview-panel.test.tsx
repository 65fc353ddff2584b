import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PreviewPanel } from './preview-panel.tsx'

type Props = Parameters<typeof PreviewPanel>[0]

const busy = {
  mentor: { id: 'm', name: 'Ana Moreno' },
  starts_at: '2026-12-01T09:00:00Z',
  ends_at: '2026-12-01T10:00:00Z',
  time_zone: 'Europe/London',
}
const show = (busy_mentors: object[]) => {
  const times = { date: '2026-12-01', starts_at: '2026-12-01T09:00:00Z', ends_at: '2026-12-01T11:00:00Z' }
  const session = { ...times, seats: 4, problem: null, field: null, choices: [], clashes: [], travel: [], busy_mentors }
  const preview = { sessions: [session], slots_per_session: 4, seats_per_session: 4, holidays: [] }
  const state = { preview, error: null, current: true } as unknown as Props['state']
  const decisions = { dates: null, applied: { skip_dates: [], chosen_times: [] }, decide: {} } as unknown as Props['decisions']
  return renderToStaticMarkup(<PreviewPanel state={state} decisions={decisions} values={{} as Props['values']} zone="Europe/London" />)
}

test('does not say that all mentors are free while a mentor’s own calendar is busy', () => {
  expect(show([])).toContain('All mentors are free')
  expect(show([busy])).not.toContain('All mentors are free')
  expect(show([busy])).toContain('On 1 date a mentor’s own calendar is busy.')
  expect(show([busy])).toContain('Ana Moreno’s own calendar is busy, 09:00–10:00. Clients can’t book then.')
})
