import type { AffectedAppointment } from '#contract/reassigning.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AffectedCard } from './affected-card.tsx'
import { keep, seatKey } from './choices.ts'

const mentor = { id: 'm', name: 'Ben Okafor', photo: null }
const [here, there] = [
  { id: 'p', name: 'Larkfield House' },
  { id: 'q', name: 'Canal Rooms' },
]
const times = { starts_at: '2026-11-24T14:00:00Z', ends_at: '2026-11-24T14:30:00Z', time_zone: 'Europe/London' }
const warning = { mentor, place: there, ...times, ends_at: '2026-11-24T15:00:00Z', schedule_id: 's', is_before: false, minutes: 10 }
const option = { schedule_id: 't', mentor, place: here, ...times, free: 1, same_time: true, travel: [warning] }
const appointment: AffectedAppointment = {
  id: 'a',
  reference: 'ABCD2345',
  status: 'booked',
  user: { id: 'u', name: 'Iris', phone: null, photo: null },
  support_type: { id: 'y', name: 'Career advice', colour: '#336699' },
  place: here,
  mentor: { id: 'n', name: 'Ana Moreno', photo: null },
  requested_mentor: null,
  ...times,
  revision: 1,
  options: [option],
  proposal: 0,
}
const show = (choice: string) =>
  renderToStaticMarkup(<AffectedCard appointment={appointment} withDay={false} choice={choice} isLeft={() => true} onChoose={() => {}} />)

test('warns of too little time to travel with the chosen option only', () => {
  expect(show(seatKey(option))).toContain('Ben Okafor has only 10 minutes to get to Canal Rooms, 14:00–15:00.')
  expect(show(keep)).not.toContain('Canal Rooms')
})

test('names the clock of an appointment and of an option in another zone', () => {
  const time_zone = 'Asia/Kathmandu'
  const away = { ...appointment, time_zone, options: [{ ...option, time_zone }] }
  const shown = renderToStaticMarkup(
    <AffectedCard appointment={away} withDay={false} choice={keep} isLeft={() => true} onChoose={() => {}} />,
  )
  expect(shown).toContain('19:45 Kathmandu time</span>')
  expect(shown).toContain('19:45 Kathmandu time with Ben Okafor')
  expect(show(keep)).toContain('>14:00 with Ben Okafor')
})
