import { expect, test } from 'vitest'
import { calendarLinks } from './calendar-links.ts'

const place = { kind: 'in_person' as const, name: 'Canal Rooms', address: '2 Wharf + Lock, London' }
const at = (starts_at: string, ends_at: string, fields: object = {}) =>
  calendarLinks({ id: 'a1', starts_at, ends_at, place, ...fields }, { title: 'Appointment', origin: 'https://book.example.org' })
const paramsOf = (address: string) => Object.fromEntries(new URL(address).searchParams)

test('Google and Outlook get the title, the time, the place and the page, and nothing else', () => {
  const { google, outlook } = at('2026-11-24T09:30:00Z', '2026-11-24T10:00:00Z')
  expect(google).toMatch(/^https:\/\/calendar\.google\.com\/calendar\/render\?/)
  expect(paramsOf(google)).toEqual({
    action: 'TEMPLATE',
    text: 'Appointment',
    dates: '20261124T093000Z/20261124T100000Z',
    location: 'Canal Rooms, 2 Wharf + Lock, London',
    details: 'https://book.example.org/my/appointments/a1',
  })
  expect(outlook).toMatch(/^https:\/\/outlook\.live\.com\/calendar\/0\/deeplink\/compose\?/)
  expect(outlook).not.toContain('+')
  expect(paramsOf(outlook)).toEqual({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: 'Appointment',
    startdt: '2026-11-24T09:30:00Z',
    enddt: '2026-11-24T10:00:00Z',
    location: 'Canal Rooms, 2 Wharf + Lock, London',
    body: 'https://book.example.org/my/appointments/a1',
  })
})

test.each([
  ['both sides of a clock change in London', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '20261025T003000Z/20261025T013000Z'],
  ['a start in Kathmandu with its offset', '2026-11-24T09:15:00+05:45', '2026-11-24T10:00:00+05:45', '20261124T033000Z/20261124T041500Z'],
  ['a new year in St John’s', '2027-01-01T03:29:00.000Z', '2027-01-01T03:59:00.000Z', '20270101T032900Z/20270101T035900Z'],
])('the instants stay the same: %s', (_, starts, ends, dates) => {
  const { google, outlook } = at(starts, ends)
  expect(paramsOf(google).dates).toBe(dates)
  expect([paramsOf(outlook).startdt, paramsOf(outlook).enddt].map(time => time!.replaceAll(/[-:]/g, '')).join('/')).toBe(dates)
})

test('an online appointment leads to its page; a meeting link, the mentor and the kind of support are in no link', () => {
  const secrets = { meeting_url: 'https://meet.example.org/room', mentor: 'Mary Mentor', support_type: 'Grief counselling' }
  const online = { kind: 'online', name: 'Online', address: '', meeting_url: secrets.meeting_url }
  const links = at('2026-11-24T09:30:00Z', '2026-11-24T10:00:00Z', {
    ...secrets,
    place: online,
    reference: '7K3M9QWX',
    questions: ['Why?'],
  })
  expect(paramsOf(links.google).location).toBe('https://book.example.org/my/appointments/a1')
  for (const link of Object.values(links)) expect(decodeURIComponent(link)).not.toMatch(/meet\.example|Mary|Grief|7K3M9QWX|Why/)
})
