import { describe, expect, it } from 'vitest'
import { Temporal } from '../time/temporal.ts'
import { findAbsenceSpans, type MentorTime } from './absence-spans.ts'

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const time = (zone: string, start: string, end: string, isOfDay = true): MentorTime => ({ zone, start: at(start), end: at(end), isOfDay })
const away = (times: MentorTime[], date = '2027-03-14') =>
  findAbsenceSpans(date, times, 'Europe/London').map(({ start, end }) =>
    [start, end].map(each => Temporal.Instant.fromEpochMilliseconds(each).toString()),
  )

describe('a mentor who cannot come on a date', () => {
  it('is away on the local day of the place, also when the clocks change', () => {
    const morning = time('America/New_York', '2027-03-14T14:00:00Z', '2027-03-14T16:00:00Z')
    expect(away([morning])).toEqual([['2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z']])
  })

  it('is away on the organisation’s day where they have no times', () => {
    expect(away([])).toEqual([['2027-03-14T00:00:00Z', '2027-03-15T00:00:00Z']])
  })

  it('is away in each place’s zone, and not in another place’s evening before', () => {
    const london = time('Europe/London', '2027-03-14T10:00:00Z', '2027-03-14T12:00:00Z')
    const newYork = time('America/New_York', '2027-03-14T18:00:00Z', '2027-03-14T19:00:00Z')
    const evening = time('America/New_York', '2027-03-14T01:00:00Z', '2027-03-14T03:00:00Z', false)
    expect(away([london, newYork, evening])).toEqual([
      ['2027-03-14T00:00:00Z', '2027-03-14T01:00:00Z'],
      ['2027-03-14T03:00:00Z', '2027-03-15T04:00:00Z'],
    ])
  })

  it('is away to the end of a time that crosses midnight, and not for the end of yesterday’s', () => {
    const night = time('Europe/London', '2027-03-14T23:30:00Z', '2027-03-15T00:30:00Z')
    const before = time('Europe/London', '2027-03-13T23:30:00Z', '2027-03-14T00:30:00Z', false)
    expect(away([night, before])).toEqual([['2027-03-14T00:30:00Z', '2027-03-15T00:30:00Z']])
  })

  it('is away from the end of a time of the day before that fills the beginning of the day', () => {
    const evening = time('America/New_York', '2027-03-14T00:00:00Z', '2027-03-14T01:00:00Z', false)
    expect(away([evening])).toEqual([['2027-03-14T01:00:00Z', '2027-03-15T00:00:00Z']])
  })

  it('is away all day, whatever times of other days there are', () => {
    const yesterday = time('Europe/London', '2027-03-13T10:00:00Z', '2027-03-13T11:00:00Z', false)
    const tomorrow = time('Europe/London', '2027-03-15T10:00:00Z', '2027-03-15T11:00:00Z', false)
    expect(away([yesterday, tomorrow])).toEqual([['2027-03-14T00:00:00Z', '2027-03-15T00:00:00Z']])
    const ends = time('Europe/London', '2027-03-13T23:00:00Z', '2027-03-14T00:00:00Z', false)
    const begins = time('Europe/London', '2027-03-15T00:00:00Z', '2027-03-15T01:00:00Z', false)
    expect(away([ends, begins])).toEqual([['2027-03-14T00:00:00Z', '2027-03-15T00:00:00Z']])
  })

  it('is away once where a time begins as the day ends, in order of the spans', () => {
    const next = time('Europe/London', '2027-03-15T00:00:00Z', '2027-03-15T01:00:00Z')
    const later = time('Europe/London', '2027-03-15T09:00:00Z', '2027-03-15T10:00:00Z')
    expect(away([later, next])).toEqual([
      ['2027-03-14T00:00:00Z', '2027-03-15T01:00:00Z'],
      ['2027-03-15T09:00:00Z', '2027-03-15T10:00:00Z'],
    ])
  })
})
