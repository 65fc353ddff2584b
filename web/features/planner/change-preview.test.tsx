import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChangePreview } from './change-preview.tsx'

type Props = Parameters<typeof ChangePreview>[0]

const times = { starts_at: '2026-12-01T09:00:00Z', ends_at: '2026-12-01T11:00:00Z' }
const busy = { mentor: { id: 'm', name: 'Ana Moreno' }, ...times, time_zone: 'Europe/London' }
const show = (busy_mentors: object[]) => {
  const data = { ...times, booked: [], moving: [], busy: [], offered: false, clashes: [], travel: [], busy_mentors }
  const session = {
    id: 's',
    ...times,
    starts_local: '2026-12-01T09:00',
    ends_local: '2026-12-01T11:00',
    time_zone: 'Europe/London',
    mentor_ids: ['m'],
    seats: { taken: 0 },
  } as unknown as Props['session']
  const lookup = { mentorsOf: () => 'Ana Moreno', placeOf: () => 'Room 1' } as unknown as Props['lookup']
  const preview = { data, error: null, current: true } as unknown as Props['preview']
  return renderToStaticMarkup(<ChangePreview session={session} after={session} preview={preview} zone="Europe/London" lookup={lookup} />)
}

test('does not say that there are no conflicts while a mentor’s own calendar is busy', () => {
  expect(show([])).toContain('No conflicts')
  expect(show([busy])).not.toContain('No conflicts')
  expect(show([busy])).toContain('Ana Moreno’s own calendar is busy, 09:00–11:00.')
})
