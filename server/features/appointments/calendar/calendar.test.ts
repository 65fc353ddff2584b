import { expect, test } from 'vitest'
import type { Appointment } from '#contract/appointments.ts'
import { calendarFile } from './present.ts'

const appointment = {
  id: '01900000-0000-7000-8000-000000000000',
  reference: 'ABCDEFGH',
  status: 'booked',
  mentor: { id: '01900000-0000-7000-8000-000000000001', name: 'Ada', photo: null },
  place: { kind: 'in_person', name: 'Room 1', address: '' },
  starts_at: '2026-12-01T09:00:00Z',
  ends_at: '2026-12-01T09:30:00Z',
  created_at: '2026-11-20T09:00:00Z',
  revision: 1,
} as Appointment

test.each([
  ['\r\n', 'CRLF'],
  ['\r', 'a carriage return alone'],
  ['\n', 'a line feed alone'],
  ['\u2028', 'a separator of lines'],
  ['\u0085', 'a next line'],
])('%j in an address begins no property of the file (%s)', end => {
  const address = `1 High Street${end}ATTENDEE:mailto:x@example.org${end}END:VEVENT; a, b \\ c`
  const file = calendarFile({ ...appointment, place: { ...appointment.place, address } }, new Date('2026-11-20T09:00:00Z'), null, 'en')
  const lines = file.replaceAll(/\r\n[ \t]/g, '').split(/\r\n|[\r\n\u0085\u2028\u2029]/)
  expect(lines.filter(line => /^(ATTENDEE|END:VEVENT)/.test(line))).toEqual(['END:VEVENT'])
  expect(lines).toContain('LOCATION:Room 1\\, 1 High Street\\nATTENDEE:mailto:x@example.org\\nEND:VEVENT\\; a\\, b \\\\ c')
})

test('the client is reminded an hour before the start, but not of a cancelled appointment', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  expect(calendarFile(appointment, now, null, 'en')).toContain(
    'BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT60M\r\nDESCRIPTION:Appointment with Ada\r\nEND:VALARM\r\nEND:VEVENT',
  )
  expect(calendarFile({ ...appointment, status: 'cancelled' }, now, null, 'en')).not.toContain('VALARM')
})
