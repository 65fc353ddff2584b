import type { Appointment, AppointmentStep } from '#contract/appointments.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { AppointmentHistory } from '../appointments/appointment-history.tsx'
import { DeskHistory } from './desk-history.tsx'

vi.mock('../../lib/visitor-zone.ts', () => ({ visitorZone: () => 'Europe/London' }))

const at = '2026-11-24T15:10:00Z'
const state = { status: 'booked', starts_at: '2026-11-25T16:00:00Z', mentor_id: 'm', mentor_name: 'Ana Moreno' } as const
const moved: AppointmentStep = {
  at,
  by: null,
  action: 'moved',
  reason: '',
  from: { ...state, time_zone: 'Europe/London' },
  to: { ...state, time_zone: 'Europe/Berlin' },
}
// As it is now: in Berlin.
const appointment = { user: { id: 'u' }, time_zone: 'Europe/Berlin' } as Appointment

test.each([
  ['staff', () => <DeskHistory steps={[moved]} appointment={appointment} />],
  ['the client', () => <AppointmentHistory steps={[moved]} ownId="u" />],
])('does not rewrite the history of %s on the clock of the place it moved to', (_, History) => {
  expect(visitorZone()).toBe('Europe/London')
  const shown = renderToStaticMarkup(<History />)
  expect(shown).toMatch(/From Wednesday 25 November[^,]*, 16:00 to Wednesday 25 November[^,]*, 17:00 Berlin time/)
  expect(shown).toMatch(new RegExp(`dateTime="${at}">[^<]*15:10<`, 'i'))
})

test('hides no price that a move changed', () => {
  const [fifteen, free] = [1500, 0].map(amount => ({ amount, currency: 'GBP' }))
  const dear = { ...moved, from: { ...state, time_zone: 'Europe/London', price: fifteen }, to: { ...moved.to, price: free } }
  expect(renderToStaticMarkup(<DeskHistory steps={[dear]} appointment={appointment} />)).toContain('Price: from £15 to Free of charge')
  expect(renderToStaticMarkup(<DeskHistory steps={[moved]} appointment={appointment} />)).not.toContain('Price')
})
