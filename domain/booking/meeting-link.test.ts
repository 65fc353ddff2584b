import { describe, expect, it, test } from 'vitest'
import { Temporal } from '../time/temporal.ts'
import { resolveMeetingLink, isMeetingLink, isWithin, meetingLinkProblem, meetingLinkWindow } from './meeting-link.ts'

test.each([
  ['https://meet.example.org/{room}', true],
  ['https://meet.example.org/rooms/{room}/join?name=x#y', true],
  ['https://meet.example.org/one-room-for-all', true],
  ['https://meet.example.org/j/9?pwd=x#success', true],
  ['http://meet.example.org/{room}', false],
  ['http://meet.example.org/one-room-for-all', false],
  ['https://', false],
  ['x-https://meet.example.org/{room}', false],
  ['javascript:alert(1)//{room}', false],
  ['https://one.example?to=https://two.example/{room}', false],
  ['https://{room}.example.org/', false],
  ['https://meet.example.org?room={room}', false],
  ['https://meet.example.org/?room={room}', false],
  ['https://meet.example.org/#{room}', false],
  ['https://meet.example.org/{room}/{room}', false],
  ['https://meet.example.org/{Room}', false],
  ['https://meet.example.org/{room}}', false],
  ['meet.example.org/{room}', false],
])('%s as a meeting link: %s', (text, expected) => {
  expect(isMeetingLink(text)).toBe(expected)
})

test.each([
  [null, false, null],
  ['https://meet.example.org/{room}', true, null],
  ['https://meet.example.org/{room}', false, 'field.isOnlyForOnlinePlaces'],
  ['https://{room}.example.org/', true, 'field.mayContainOnceInItsPath'],
])('the problem of %s at an online place (%s): %s', (link, isOnline, problem) => {
  expect(meetingLinkProblem(link, isOnline)).toBe(problem)
})

describe('a room', () => {
  it('stands in its place, URL-safe', () => {
    const room = '0f8fad5b-d9cb-469f-a165-70867728950e'
    expect(resolveMeetingLink('https://meet.example.org/{room}?x', room)).toBe(
      'https://meet.example.org/0f8fad5bd9cb469fa16570867728950e?x',
    )
    expect(resolveMeetingLink('https://meet.example.org/all', room)).toBe('https://meet.example.org/all')
  })

  it('is never left open: without one there is no link', () => {
    expect(resolveMeetingLink('https://meet.example.org/{room}', null)).toBe(null)
    expect(resolveMeetingLink('https://meet.example.org/all', null)).toBe('https://meet.example.org/all')
  })
})

it('is shown from exactly 24 elapsed hours before the start until an hour after the end, also across a clock change', () => {
  const starts = Temporal.ZonedDateTime.from('2027-03-28T10:00[Europe/London]').toInstant()
  const window = meetingLinkWindow(starts, starts.add({ minutes: 30 }))
  expect(window.from.toString()).toBe('2027-03-27T09:00:00Z')
  expect(window.until.toString()).toBe('2027-03-28T10:30:00Z')
  const moments = [window.from.subtract({ nanoseconds: 1 }), window.from, window.until, window.until.add({ nanoseconds: 1 })]
  expect(moments.map(now => isWithin(window, now))).toEqual([false, true, true, false])
})
