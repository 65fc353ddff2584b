import type { SeriesSession } from '#contract/series.ts'
import { describe, expect, it } from 'vitest'
import { scopesOf, seriesChangeOf, sessionsIn } from './series-sessions.ts'
import type { ScheduleValues } from './schedule-values.ts'
import { noRepeat } from './repeat-builder.ts'

const session = (id: string, starts_at: string) => ({ id, starts_at }) as SeriesSession
const sessions = [session('a', '2026-11-24T09:00:00Z'), session('b', '2026-12-01T09:00:00Z'), session('c', '2026-12-08T09:00:00Z')]

describe('scopesOf', () => {
  const scopes = (index: number, all = sessions) => scopesOf(all, all[index]!).map(({ scope, count }) => [scope, count])
  it('offers only scopes that differ', () => {
    expect(scopes(0)).toEqual([
      ['this', 1],
      ['all', 3],
    ])
    expect(scopes(1)).toEqual([
      ['this', 1],
      ['following', 2],
      ['all', 3],
    ])
    expect(scopes(2)).toEqual([
      ['this', 1],
      ['all', 3],
    ])
    expect(scopes(0, sessions.slice(0, 1))).toEqual([['this', 1]])
  })
})

describe('sessionsIn', () => {
  it('starts with the opened session', () => {
    expect(sessionsIn('following', sessions, sessions[1]!).map(({ id }) => id)).toEqual(['b', 'c'])
    expect(sessionsIn('this', sessions, sessions[1]!).map(({ id }) => id)).toEqual(['b'])
  })
})

describe('seriesChangeOf', () => {
  const values: ScheduleValues = {
    support_type_id: 't',
    place_id: 'p',
    date: '2027-03-23',
    starts_at: '09:00',
    ends_at: '11:00',
    starts_which: '',
    ends_which: '',
    slot_minutes: '30',
    break_minutes: '0',
    seats_per_slot: '1',
    interpreted: false,
    mentor_ids: ['m'],
    note: '',
    meeting_url: '',
    booking_opens_at: '',
    publish: true,
    repeat: noRepeat,
    decisions: { skipped: [], chosen: [] },
  }
  it('sends clock times and days, never the date of the opened session', () => {
    const moved = { ...values, date: '2027-03-30', ends_at: '12:00' }
    expect(seriesChangeOf(values, moved, 'Europe/London')).toEqual({ times: { starts: '09:00', ends: '12:00', move_days: 7 } })
  })
  it('sends no times where only the place changes', () => {
    expect(seriesChangeOf(values, { ...values, place_id: 'q', note: 'x' }, 'Europe/London')).toEqual({ place_id: 'q', note: 'x' })
    expect(seriesChangeOf(values, values, 'Europe/London')).toEqual({})
  })
})
