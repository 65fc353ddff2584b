import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { writeCalendar, type CalendarEvent } from './icalendar.ts'

// Parsed by an independent parser.

const now = new Date('2026-11-20T09:00:00Z')
const event: CalendarEvent = {
  uid: '01900000-0000-7000-8000-000000000000@openhour',
  sequence: 3,
  status: 'CONFIRMED',
  title: 'Appointment with Ada',
  description: 'Reference ABCD-EFGH',
  location: 'Room 1, 1 High Street',
  starts_at: '2026-12-01T09:00:00Z',
  ends_at: '2026-12-01T09:30:00Z',
  created_at: '2026-11-19T09:00:00.123456Z',
}
const read = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[])
const valueOf = (component: ICAL.Component, name: string) => String(component.getFirstPropertyValue(name))

test('an event as calendars read it, in UTC, without a METHOD that would need an ORGANIZER', () => {
  const calendar = read(writeCalendar([event], now))
  expect(['version', 'prodid', 'calscale', 'method'].map(name => valueOf(calendar, name))).toEqual([
    '2.0',
    '-//Openhour//Openhour//EN',
    'GREGORIAN',
    'null',
  ])
  const [found] = calendar.getAllSubcomponents('vevent')
  expect(found!.getAllProperties().map(({ name }) => [name, valueOf(found!, name)])).toEqual([
    ['uid', event.uid],
    ['sequence', '3'],
    ['status', 'CONFIRMED'],
    ['dtstamp', '2026-11-20T09:00:00Z'],
    ['dtstart', event.starts_at],
    ['dtend', event.ends_at],
    ['created', '2026-11-19T09:00:00Z'],
    ['summary', event.title],
    ['description', event.description],
    ['location', event.location],
  ])
})

test('a cancelled event is transparent, and empty properties are left out', () => {
  const [found] = read(writeCalendar([{ ...event, status: 'CANCELLED', description: '' }], now)).getAllSubcomponents('vevent')
  expect(['status', 'transp', 'description'].map(name => valueOf(found!, name))).toEqual(['CANCELLED', 'TRANSPARENT', 'null'])
})

test('a subscription has a name, a zone and a refresh interval', () => {
  const calendar = read(writeCalendar([], now, { name: 'Here; there, everywhere', zone: 'Europe/London', everyMinutes: 60 }))
  // The parser does not decode texts of these properties.
  expect(['name', 'x-wr-calname', 'x-wr-timezone', 'refresh-interval', 'x-published-ttl'].map(name => valueOf(calendar, name))).toEqual([
    String.raw`Here\; there\, everywhere`,
    String.raw`Here\; there\, everywhere`,
    'Europe/London',
    'PT60M',
    'PT60M',
  ])
})

test('texts are read back unchanged, and no line is longer than 75 octets', () => {
  const typed = fc.string({ unit: 'grapheme', maxLength: 300 }).map(text => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ''))
  const lines = fc.array(typed, { minLength: 1, maxLength: 3 }).map(texts => texts.join('\n'))
  fc.assert(
    fc.property(
      lines.filter(text => text !== ''),
      text => {
        const written = writeCalendar([{ ...event, title: text, location: text }], now)
        for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n\p{Zl}\p{Zp}]/u)
        const [found] = read(written).getAllSubcomponents('vevent')
        expect([valueOf(found!, 'summary'), valueOf(found!, 'location')]).toEqual([text, text])
      },
    ),
  )
})
