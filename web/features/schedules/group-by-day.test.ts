import { describe, expect, it } from 'vitest'
import { groupByDay } from './group-by-day.ts'

const london = (starts_at: string) => ({ starts_at, time_zone: 'Europe/London' })
const newYork = (starts_at: string) => ({ starts_at, time_zone: 'America/New_York' })
const datesOf = (schedules: Parameters<typeof groupByDay>[0]) =>
  groupByDay(schedules).map(({ date, schedules: those }) => [date, those.length])

describe('schedules under their days', () => {
  it('never shows a day twice where places of two time zones alternate', () => {
    const list = [
      newYork('2026-11-23T00:00:00Z'),
      london('2026-11-23T01:00:00Z'),
      newYork('2026-11-23T02:00:00Z'),
      london('2026-11-23T09:00:00Z'),
    ]
    expect(datesOf(list)).toEqual([
      ['2026-11-22', 2],
      ['2026-11-23', 2],
    ])
    expect(datesOf(list.toReversed())).toEqual([
      ['2026-11-23', 2],
      ['2026-11-22', 2],
    ])
  })

  it('puts the earlier day first also where it starts later on the clock of the world', () => {
    expect(datesOf([london('2026-11-23T01:00:00Z'), newYork('2026-11-23T02:00:00Z')])).toEqual([
      ['2026-11-22', 1],
      ['2026-11-23', 1],
    ])
  })

  it('has no day for an empty list', () => expect(groupByDay([])).toEqual([]))
})
