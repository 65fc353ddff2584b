import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { Reassign } from './reassign.tsx'

type Props = Parameters<typeof Reassign>[0]

vi.mock('../../lib/search-params.ts', () => ({ useSearchParams: () => [{}, () => {}] }))
vi.mock('../../ui/link.tsx', () => ({ Link: ({ children }: { children: unknown }) => children }))
vi.mock('../../ui/button.tsx', () => ({ ButtonLink: ({ children }: { children: unknown }) => children }))
// Other files load the modules again, without what is mocked here.
afterAll(() => void vi.resetModules())

const show = (started: object[]) => {
  const mentor = { id: 'm', name: 'Ana Moreno' }
  const about = { mentor, mentors: [], place: null, starts_at: null, ends_at: null, date: '2026-11-24', time_zone: 'Europe/London' }
  const read = { about: { ...about, can_record: true }, appointments: [], started } as unknown as Props['read']
  return renderToStaticMarkup(<Reassign of={{ mentor_id: 'm', date: '2026-11-24' }} read={read} current onDecided={() => {}} />)
}
const here = {
  id: 'a',
  schedule_id: 's',
  user: { id: 'c', name: 'Jo Client' },
  mentor: { id: 'm', name: 'Ana Moreno' },
  starts_at: '2026-11-24T09:00:00Z',
  ends_at: '2026-11-24T09:30:00Z',
  time_zone: 'Europe/London',
}

test('does not say that no appointment is affected while a client is already here', () => {
  expect(show([])).toContain('No appointments affected')
  expect(show([here])).not.toContain('No appointments affected')
  expect(show([here])).toContain('One client is already here, or their time has started')
  expect(show([here])).toMatch(/Jo Client, .* with Ana Moreno/)
})
