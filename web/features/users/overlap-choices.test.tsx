import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { OverlapChoices } from './overlap-choices.tsx'

type Overlap = Parameters<typeof OverlapChoices>[0]['overlaps'][number]

const appointment = (id: string, time_zone: string) =>
  ({
    id,
    support_type: 'Career advice',
    mentor: 'Ana Moreno',
    starts_at: '2026-12-01T13:00:00Z',
    ends_at: '2026-12-01T13:45:00Z',
    time_zone,
    status: 'booked',
  }) as unknown as Overlap['stays']

test('shows no time of another zone without its name', () => {
  const overlaps = [{ stays: appointment('a', visitorZone()), goes: appointment('b', 'Asia/Kathmandu') }] as Overlap[]
  const bind = () => ({ name: 'pair', value: 'a', error: undefined, onChange: () => {} })
  const shown = renderToStaticMarkup(<OverlapChoices overlaps={overlaps} bind={bind} />)
  expect(shown).toContain('18:45–19:30 Kathmandu time · Booked')
  expect(shown.match(/ time ·/g)).toHaveLength(1)
})
