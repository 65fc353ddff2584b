import { expect, it } from 'vitest'
import { hoursOf, isLocalTime, localTimeOf, partOfDay } from './local-time.ts'
import { Temporal } from './temporal.ts'

it('tells the time on the wall of each zone, without seconds', () => {
  const at = Temporal.Instant.from('2025-05-04T13:30:59Z')
  expect(localTimeOf(at, 'Asia/Kathmandu')).toBe('19:15')
  expect(localTimeOf(at, 'America/St_Johns')).toBe('11:00')
  expect(localTimeOf(at, 'Europe/London')).toBe('14:30')
  expect(localTimeOf(at, 'Pacific/Apia')).toBe('02:30')
})

it('divides the day at 12:00 and 17:00', () => {
  expect(['00:00', '11:59', '12:00', '16:59', '17:00', '23:59'].map(partOfDay)).toEqual([
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ])
})

it('gives each part of the day the hours that belong to it', () => {
  const times = Array.from({ length: 24 * 60 }, (_, minute) => new Date(minute * 60_000).toISOString().slice(11, 16))
  for (const [part, { from = '00:00', before = '24:00' }] of Object.entries(hoursOf))
    expect(times.filter(time => time >= from && time < before)).toEqual(times.filter(time => partOfDay(time) === part))
})

it('knows a time of day', () => {
  expect(['00:00', '23:59'].every(isLocalTime)).toBe(true)
  expect(['24:00', '9:30', '09:60', '09:30:00', '109:30', '09:30\n', ''].some(isLocalTime)).toBe(false)
})
