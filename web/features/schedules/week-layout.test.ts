import type { Schedule } from '#contract/schedules.ts'
import { describe, expect, it } from 'vitest'
import { daysOfWeek, hoursOf, layoutWeek, mondayOf } from './week-layout.ts'

const ana = { id: 'ana', name: 'Ana', photo: null }
const bikash = { id: 'bikash', name: 'Bikash', photo: null }

function session(id: string, starts_at: string, ends_at: string, { zone = 'Europe/London', mentors = [ana] } = {}): Schedule {
  const place = { id: zone, name: zone, time_zone: zone }
  return { id, starts_at, ends_at, time_zone: zone, place, mentors } as Schedule
}

const week = '2026-11-23'
const placed = (schedules: Schedule[], by: 'place' | 'mentor' = 'place') =>
  layoutWeek(schedules, week, by).map(band => ({
    name: band.name,
    days: band.days.map(day => day.map(({ schedule, from, to, lane, lanes }) => [schedule.id, from / 60, to / 60, lane, lanes])),
  }))

describe('layOutWeek', () => {
  it('starts weeks on Monday', () => {
    expect(mondayOf('2026-11-29')).toBe('2026-11-23')
    expect(mondayOf('2026-11-23')).toBe('2026-11-23')
    expect(daysOfWeek(week)).toHaveLength(7)
  })

  it('places sessions by the clock and the calendar of their own place', () => {
    // 20:15 UTC on Sunday is Monday 02:00 in Kathmandu; in London it is still the week before.
    const [band] = placed([session('a', '2026-11-22T20:15:00Z', '2026-11-22T22:15:00Z', { zone: 'Asia/Kathmandu' })])
    expect(band?.days[0]).toEqual([['a', 2, 4, 0, 1]])
    expect(placed([session('b', '2026-11-22T20:15:00Z', '2026-11-22T22:15:00Z')])).toEqual([])
  })

  it('puts only overlapping sessions next to each other', () => {
    const [band] = placed([
      session('long', '2026-11-24T09:00:00Z', '2026-11-24T12:00:00Z'),
      session('short', '2026-11-24T10:00:00Z', '2026-11-24T11:00:00Z'),
      session('next', '2026-11-24T11:00:00Z', '2026-11-24T12:00:00Z'),
      session('later', '2026-11-24T12:00:00Z', '2026-11-24T13:00:00Z'),
    ])
    expect(band?.days[1]).toEqual([
      ['long', 9, 12, 0, 2],
      ['short', 10, 11, 1, 2],
      ['next', 11, 12, 1, 2],
      ['later', 12, 13, 0, 1],
    ])
  })

  it('shows a session with every one of its mentors', () => {
    const bands = placed([session('both', '2026-11-24T09:00:00Z', '2026-11-24T12:00:00Z', { mentors: [bikash, ana] })], 'mentor')
    expect(bands.map(band => band.name)).toEqual(['Ana', 'Bikash'])
  })

  it('does not hide the second day of a session that crosses midnight', () => {
    const [band] = placed([session('night', '2026-11-24T22:00:00Z', '2026-11-25T02:00:00Z')])
    expect(band?.days[1]).toEqual([['night', 22, 24, 0, 1]])
    expect(band?.days[2]).toEqual([['night', 0, 2, 0, 1]])
    const [until] = placed([session('until', '2026-11-24T22:00:00Z', '2026-11-25T00:00:00Z')])
    expect([until?.days[1], until?.days[2]]).toEqual([[['until', 22, 24, 0, 1]], []])
  })

  it('shows on Monday what began on the Sunday before, and on Sunday what ends in the week after', () => {
    const [band] = placed([
      session('before', '2026-11-22T22:00:00Z', '2026-11-23T02:00:00Z'),
      session('after', '2026-11-29T22:00:00Z', '2026-11-30T02:00:00Z'),
    ])
    expect([band?.days[0], band?.days[6]]).toEqual([[['before', 0, 2, 0, 1]], [['after', 22, 24, 0, 1]]])
  })

  it('keeps local times through a clock change', () => {
    // The clocks go back on Sunday 2026-10-25: 00:30 UTC is 01:30 for the first time, 01:30 UTC for the second.
    const [band] = layoutWeek([session('change', '2026-10-25T08:00:00Z', '2026-10-25T10:00:00Z')], '2026-10-19', 'place')
    expect(band?.days[6]?.[0]).toMatchObject({ from: 8 * 60, to: 10 * 60 })
  })

  it('knows the hours that a band needs', () => {
    const [band] = layoutWeek(
      [session('a', '2026-11-24T08:30:00Z', '2026-11-24T12:00:00Z'), session('b', '2026-11-25T14:00:00Z', '2026-11-25T17:15:00Z')],
      week,
      'place',
    )
    expect(band && hoursOf(band)).toEqual({ from: 8, to: 18 })
  })
})
