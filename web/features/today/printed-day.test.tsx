import type { Day } from '#contract/day.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { DaySheet } from '../working-list/day-sheet.tsx'
import { PrintedDay } from './printed-day.tsx'

vi.mock('../../lib/site.ts', () => ({ useSite: () => undefined }))

type Props = Parameters<typeof DaySheet>[0]

const times = { starts_at: '2026-11-24T09:00:00Z', ends_at: '2026-11-24T09:30:00Z', time_zone: 'Europe/London' }
const appointmentIn = (status: string) => ({
  id: status,
  ...times,
  serial: 1,
  status,
  user: { name: 'Jo Client', phone: null },
  mentor: { id: 'm', name: 'Ana Moreno' },
  place: { id: 'p', name: 'Room 1' },
  support_type: { name: 'Advice' },
  interpreter_language: null,
  questions: [],
})

/** The column "Here" and the client’s cell, of the one row. */
const cellsOf = (html: string) => {
  const [, body = ''] = html.split('<tbody>')
  const cells = [...body.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell)
  const at = cells.findIndex(cell => /^[☐☑☒]$/.test(cell))
  return [cells[at], cells[at + 1]?.replace(/<[^>]*>/g, '')]
}

test.each([
  ['pending', '☐', 'Jo Client · Waiting for approval'],
  ['booked', '☐', 'Jo Client'],
  ['arrived', '☑', 'Jo Client'],
  ['fulfilled', '☑', 'Jo Client'],
  ['noshow', '☒', 'Jo Client · Missed'],
])('the two sheets on paper do not differ about a client who is %s', (status, mark, client) => {
  const now = Date.parse(times.starts_at)
  const schedule = { ...times, place: { name: 'Room 1' }, mentors: [{ name: 'Ana Moreno' }] }
  const session = { schedule, slots: [], data: [appointmentIn(status)] } as unknown as Props['day']
  const day = { date: '2026-11-24', time_zone: 'Europe/London', appointments: [appointmentIn(status)] } as unknown as Day
  expect(cellsOf(renderToStaticMarkup(<DaySheet day={session} now={now} />))).toEqual([mark, client])
  expect(cellsOf(renderToStaticMarkup(<PrintedDay day={day} only={undefined} now={now} />))).toEqual([mark, client])
})
