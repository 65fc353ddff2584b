import { describe, expect, it } from 'vitest'
import { applicableDecisions, timeChoicesOn, withChosen, withoutSkipped, withSkipped } from './date-decisions.ts'
import { noRepeat, type RepeatChoice } from './repeat-builder.ts'
import { seriesDates } from './series-dates.ts'
import { type DateDecisions, noDecisions, type ScheduleValues } from './schedule-values.ts'

const zone = 'Europe/London'
const weekly = (count: string): RepeatChoice => ({ ...noRepeat, how: 'weekly', count })
/** Sundays at half past one; 31 October is the second, on which the clock passes that time twice. */
const autumn = (decisions: DateDecisions, change: Partial<ScheduleValues> = {}) =>
  ({ date: '2027-10-24', starts_at: '01:30', ends_at: '03:30', repeat: weekly('3'), decisions, ...change }) as ScheduleValues
const applied = (values: ScheduleValues, where = zone) => applicableDecisions(values, seriesDates(values, where), where)
const second = withChosen(noDecisions, '2027-10-31', 'starts_at', '2027-10-31T01:30:00Z')

describe('the dates of a series', () => {
  it('are those of the rule', () => {
    expect(seriesDates(autumn(noDecisions), zone)).toEqual(['2027-10-24', '2027-10-31', '2027-11-07'])
    expect(seriesDates(autumn(noDecisions, { repeat: noRepeat }), zone)).toBeNull()
    expect(seriesDates(autumn(noDecisions, { date: '' }), zone)).toBeNull()
    expect(seriesDates(autumn(noDecisions, { repeat: weekly('') }), zone)).toBeNull()
  })
})

describe('a date that is left out', () => {
  const skipped = withSkipped(noDecisions, ['2027-11-07', '2027-10-31'])

  it('is sent with the series, in order', () => {
    expect(applied(autumn(skipped)).skip_dates).toEqual(['2027-10-31', '2027-11-07'])
    expect(applied(autumn(withoutSkipped(skipped, ['2027-11-07']))).skip_dates).toEqual(['2027-10-31'])
  })

  it('stays when another mentor, time or number of slots is typed', () => {
    const change = { mentor_ids: ['bo'], starts_at: '09:00', ends_at: '12:00', slot_minutes: '20' }
    expect(applied(autumn(skipped, change)).skip_dates).toEqual(['2027-10-31', '2027-11-07'])
  })

  it('is not sent where the series does not have it, and is back with the date', () => {
    expect(applied(autumn(skipped, { repeat: weekly('2') })).skip_dates).toEqual(['2027-10-31'])
    expect(applied(autumn(skipped, { date: '2027-10-25' })).skip_dates).toEqual([])
    expect(applied(autumn(skipped, { repeat: noRepeat })).skip_dates).toEqual([])
    expect(applied(autumn(skipped, { repeat: weekly('30') })).skip_dates).toHaveLength(2)
  })

  it('is not sent where no date would be left', () => {
    const all = withSkipped(skipped, ['2027-10-24'])
    expect(applied(autumn(all)).skip_dates).toEqual([])
    expect(applied(autumn(all, { repeat: weekly('4') })).skip_dates).toHaveLength(3)
  })
})

describe('a choice for one date', () => {
  it('is one of two, of an end by the date on which its session starts', () => {
    expect(timeChoicesOn(autumn(noDecisions), '2027-10-31', 'starts_at', zone).map(({ which }) => which)).toEqual(['earlier', 'later'])
    expect(timeChoicesOn(autumn(noDecisions), '2027-10-24', 'starts_at', zone)).toEqual([])
    const night = autumn(noDecisions, { starts_at: '23:00', ends_at: '01:30' })
    expect(timeChoicesOn(night, '2027-10-30', 'ends_at', zone).map(({ moment }) => moment)).toEqual([
      '2027-10-31T00:30:00Z',
      '2027-10-31T01:30:00Z',
    ])
  })

  it('is sent with the series, and taken back', () => {
    expect(applied(autumn(second)).chosen_times).toEqual([{ date: '2027-10-31', starts_at: '2027-10-31T01:30:00Z' }])
    expect(withChosen(second, '2027-10-31', 'starts_at', undefined)).toEqual(noDecisions)
  })

  it('stays where it still applies: another end, number of sessions or place on the same clock', () => {
    for (const change of [{ ends_at: '05:00' }, { repeat: weekly('9') }, { date: '2027-10-17' }] as Partial<ScheduleValues>[])
      expect(applied(autumn(second, change)).chosen_times).toHaveLength(1)
    expect(applied(autumn(second), 'Europe/Lisbon').chosen_times).toHaveLength(1)
  })

  it('is not sent where it does not: another start, date or zone, or a date that is left out', () => {
    for (const change of [{ starts_at: '01:15' }, { starts_at: '09:00' }, { date: '2027-10-25' }, { repeat: noRepeat }])
      expect(applied(autumn(second, change)).chosen_times).toEqual([])
    expect(applied(autumn(second), 'Europe/Berlin').chosen_times).toEqual([])
    expect(applied(autumn(withSkipped(second, ['2027-10-31']))).chosen_times).toEqual([])
  })

  it('of a start asks for the end again', () => {
    const both = withChosen(second, '2027-10-31', 'ends_at', '2027-10-31T01:50:00Z')
    expect(both.chosen).toEqual([{ date: '2027-10-31', starts_at: '2027-10-31T01:30:00Z', ends_at: '2027-10-31T01:50:00Z' }])
    expect(withChosen(both, '2027-10-31', 'starts_at', '2027-10-31T00:30:00Z').chosen).toEqual([
      { date: '2027-10-31', starts_at: '2027-10-31T00:30:00Z' },
    ])
    expect(withChosen(both, '2027-10-31', 'ends_at', undefined)).toEqual(second)
  })
})
