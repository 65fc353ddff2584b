import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  differsInVisitorZone,
  formatDate,
  formatInVisitorZone,
  formatDateTime,
  formatRange,
  formatTime,
  formatTimes,
  formatZone,
  withZone,
} from './time.ts'
import { formatMinutes } from './duration.ts'
import { formatMonth } from './calendar-words.ts'
import { formatRelative } from './relative-time.ts'
import { visitorZone } from './visitor-zone.ts'

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') }))
afterAll(() => void vi.useRealTimers())

describe('dates as people say them', () => {
  test('name the day and the time of the place', () => {
    expect(formatDateTime('2026-11-24T15:30:00Z', 'Europe/London')).toBe('Tuesday 24 November, 15:30')
    expect(formatDateTime('2026-11-24T15:30:00Z', 'Asia/Kathmandu')).toBe('Tuesday 24 November, 21:15')
    expect(formatDateTime('2026-11-24T15:30:00Z', 'America/St_Johns')).toBe('Tuesday 24 November, 12:00')
  })

  test('name the year only when it is another one', () => {
    expect(formatDate('2027-01-04')).toBe('Monday 4 January 2027')
    expect(formatDate('2026-12-31')).toBe('Thursday 31 December')
    expect(formatMonth('2027-02-01')).toBe('February 2027')
  })

  test('say midnight as 00:00 and name a later day', () => {
    expect(formatRange('2026-11-24T23:30:00Z', '2026-11-25T00:00:00Z', 'Europe/London')).toBe(
      'Tuesday 24 November, 23:30–Wednesday 25 November, 00:00',
    )
    expect(formatRange('2026-11-24T15:30:00Z', '2026-11-24T16:15:00Z', 'Europe/London')).toBe('Tuesday 24 November, 15:30–16:15')
  })

  test('give the visitor’s clock only where it differs', () => {
    expect(formatInVisitorZone('2026-11-24T15:30:00Z', 'Europe/London', 'Africa/Accra')).toBeNull()
    expect(differsInVisitorZone('2026-07-24T15:30:00Z', 'Europe/London', 'Africa/Accra')).toBe(true)
    expect(formatInVisitorZone('2026-11-24T15:30:00Z', 'Europe/London', 'Europe/Berlin')).toBe('16:30 your time')
    expect(formatInVisitorZone('2026-11-24T20:30:00Z', 'Europe/London', 'Asia/Kathmandu')).toBe('Wed 25 Nov, 02:15 your time')
  })

  test('never give two times of the repeated hour the same name', () => {
    const times = ['00:00', '00:30', '01:00', '01:30', '02:00'].map(time => formatTime(`2027-10-31T${time}:00Z`, 'Europe/London'))
    expect(times).toEqual(['01:00 BST', '01:30 BST', '01:00 GMT', '01:30 GMT', '02:00'])
    expect(formatTimes('2027-10-31T00:30:00Z', '2027-10-31T01:00:00Z', 'Europe/London')).toBe('01:30 BST–01:00 GMT')
    expect(formatTime('2027-10-30T23:30:00Z', 'Europe/London')).toBe('00:30')
    expect(formatTime('2027-03-28T01:30:00Z', 'Europe/London')).toBe('02:30')
    const byHalf = ['14:30', '15:15', '15:30'].map(time => formatTime(`2027-04-03T${time}:00Z`, 'Australia/Lord_Howe'))
    expect(byHalf).toEqual(['01:30 GMT+11', '01:45 GMT+10:30', '02:00'])
  })

  test('name the zone of a time only where the visitor’s clock differs', () => {
    expect(withZone('15:30', '2026-11-24T15:30:00Z', visitorZone())).toBe('15:30')
    expect(withZone('21:15', '2026-11-24T15:30:00Z', 'Asia/Kathmandu')).toBe('21:15 Kathmandu time')
  })

  test('name zones by their city', () => {
    expect(formatZone('America/St_Johns')).toBe('St Johns time')
    expect(formatZone('Etc/UTC')).toBe('UTC')
  })

  test('are relative only where it helps', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    expect(formatRelative('2026-11-20T12:20:00Z', now)).toBe('in 20 minutes')
    expect(formatRelative('2026-11-20T09:00:00Z', now)).toBe('3 hours ago')
    expect(formatRelative('2026-11-20T12:00:10Z', now)).toBe('now')
    expect(formatRelative('2026-11-22T12:00:00Z', now)).toBeNull()
  })

  test('lengths are said in hours and minutes', () => {
    expect([45, 60, 90].map(formatMinutes)).toEqual(['45 minutes', '1 hour', '1 hour 30 minutes'])
  })
})
