import { describe, expect, it } from 'vitest'
import { clockTimeOf, timeColumns, readTime, readSessionOn, sessionTimes } from './resolve-times.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { findClashesWithinPlan } from './clash-queries.ts'

const read = (text: string, zone: string) => {
  const answer = readTime(text, zone)
  if (!answer) throw new Error('no time')
  return answer
}

describe('a time', () => {
  it.each([
    ['2027-03-28T01:30', 'Europe/London', 'time_skipped', ['2027-03-28T00:59', '2027-03-28T02:00']],
    ['2027-10-31T01:30', 'Europe/London', 'time_repeated', ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z']],
    ['2027-03-14T02:30', 'America/St_Johns', 'time_skipped', ['2027-03-14T01:59', '2027-03-14T03:00']],
    ['2027-11-07T01:30:59', 'America/St_Johns', 'time_repeated', ['2027-11-07T04:00:59Z', '2027-11-07T05:00:59Z']],
  ])('%s in %s is %s', (text, zone, code, choices) => {
    expect(read(text, zone)).toEqual({ problem: { code, local: text.slice(0, 16), choices } })
  })

  it.each([
    ['2027-10-31T00:30:00Z', 'Europe/London', '2027-10-31T01:30', false],
    ['2027-10-31T01:30:00+00:00', 'Europe/London', '2027-10-31T01:30', true],
    ['2027-11-07T05:00:00Z', 'America/St_Johns', '2027-11-07T01:30', true],
    ['2027-03-28T01:30:00Z', 'Europe/London', '2027-03-28T02:30', false],
    ['2027-07-01T03:15:59.999Z', 'Asia/Kathmandu', '2027-07-01T09:00', false],
  ])('%s in %s is %s on the wall', (text, zone, local, later) => {
    expect(read(text, zone)).toMatchObject({ time: { local, later } })
  })

  it.each(['', 'soon', '2027-02-30T09:00', '2027-01-01', '2027-01-01T09:00:00.5', '9999-01-01T00:00Z'])('refuses "%s"', text => {
    expect(readTime(text, 'Europe/London')).toBeNull()
  })

  it('refuses an instant whose local year is out of range', () => {
    expect(readTime('2199-12-31T23:00Z', 'Asia/Kathmandu')).toBeNull()
    expect(readTime('2199-12-31T23:00Z', 'Europe/London')).not.toBeNull()
    expect(readTime('1900-01-01T00:00Z', 'America/St_Johns')).toBeNull()
  })

  it('is stored with its occurrence', () => {
    const later = clockTimeOf(Temporal.Instant.from('2027-10-31T01:30:00Z'), 'Europe/London')
    expect(timeColumns({ starts: later, ends: later })).toMatchObject({
      local_starts: '2027-10-31T01:30',
      starts_later: true,
      starts_at: '2027-10-31T01:30:00Z',
    })
  })
})

describe('a session', () => {
  const starts = read('2027-03-26T22:00', 'Europe/London')
  const ends = read('2027-03-27T06:00', 'Europe/London')

  it('ends on the next date after midnight, also on a shorter night', () => {
    const times = sessionTimes(readSessionOn('2027-03-27', { starts, ends }, 'Europe/London')!)
    expect(times).toMatchObject({
      date: '2027-03-27',
      starts: { instant: Temporal.Instant.from('2027-03-27T22:00Z') },
      ends: { local: '2027-03-28T06:00' },
    })
    expect('ends' in times && times.ends.instant.toString()).toBe('2027-03-28T05:00:00Z')
  })

  it('names the ambiguous end', () => {
    const doubtful = sessionTimes({ starts, ends: read('2027-03-28T01:30', 'Europe/London') })
    expect(doubtful).toMatchObject({ date: '2027-03-26', field: 'ends_at', problem: { code: 'time_skipped' } })
  })

  it('clashes with the next one of its series when they overlap', () => {
    const [time, late, next] = ['09:00', '12:00', '11:00'].map(text =>
      clockTimeOf(Temporal.Instant.from(`2027-01-01T${text}Z`), 'Europe/London'),
    )
    const sessions = [
      { date: '2027-01-01', starts: time!, ends: late!, slots: [] },
      { date: '2027-01-01', starts: next!, ends: late!, slots: [] },
    ]
    const mentors = [{ id: 'ana', name: 'Ana' }]
    expect(findClashesWithinPlan({ place_id: '', time_zone: 'Europe/London', mentors, sessions })).toEqual([
      {
        session: 1,
        mentor: { id: 'ana', name: 'Ana' },
        starts_at: '2027-01-01T09:00:00Z',
        ends_at: '2027-01-01T12:00:00Z',
        time_zone: 'Europe/London',
        schedule_id: null,
        reason: 'itself',
      },
    ])
  })
})
