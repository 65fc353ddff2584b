import type { Schedule } from '#contract/schedules.ts'
import { describe, expect, it } from 'vitest'
import { noRepeat } from './repeat-builder.ts'
import { changesOf, toNewSchedule, noDecisions, resolveTimes, valuesOf, type ScheduleValues } from './schedule-values.ts'

const zone = 'Europe/London'
const typed = (change: Partial<ScheduleValues> = {}): ScheduleValues => ({
  support_type_id: 'type',
  place_id: 'place',
  date: '2026-11-24',
  starts_at: '09:00',
  ends_at: '12:00',
  starts_which: '',
  ends_which: '',
  slot_minutes: '45',
  break_minutes: '0',
  seats_per_slot: '1',
  interpreted: false,
  mentor_ids: ['ana'],
  note: '',
  meeting_url: '',
  booking_opens_at: '',
  publish: false,
  repeat: noRepeat,
  decisions: noDecisions,
  ...change,
})

const schedule = {
  support_type_id: 'type',
  place: { id: 'place' },
  time_zone: zone,
  starts_at: '2026-11-24T09:00:00Z',
  ends_at: '2026-11-24T12:00:00Z',
  slot_minutes: 45,
  break_minutes: 0,
  seats_per_slot: 1,
  interpreted: false,
  mentors: [{ id: 'ana', name: 'Ana', photo: null }],
  status: 'draft',
  note: '',
  meeting_url: null,
  booking_opens_at: null,
} as Schedule & { meeting_url: null }

describe('a schedule’s form', () => {
  it('shows what was read and gives it back as it was', () => {
    expect(valuesOf(schedule)).toEqual(typed())
    expect(changesOf(typed(), valuesOf(schedule), zone)).toEqual({})
  })

  it('sends the place’s own clock', () => {
    expect(toNewSchedule(typed(), zone)).toMatchObject({ starts_at: '2026-11-24T09:00', ends_at: '2026-11-24T12:00', status: 'draft' })
    expect(toNewSchedule(typed(), zone)).not.toHaveProperty('repeat')
    expect(toNewSchedule(typed({ publish: true, repeat: { ...noRepeat, how: 'daily', count: '2' } }), zone)).toMatchObject({
      status: 'published',
      repeat: 'FREQ=DAILY;COUNT=2',
    })
  })

  it('ends on the next day where the end is not after the start', () => {
    expect(toNewSchedule(typed({ starts_at: '22:00', ends_at: '02:00' }), zone)?.ends_at).toBe('2026-11-25T02:00')
  })

  it('is no schedule yet while something is missing', () => {
    for (const change of [
      { date: '' },
      { ends_at: '' },
      { mentor_ids: [] },
      { slot_minutes: '' },
      { place_id: '' },
      { date: '2026-02-30' },
    ]) {
      expect(toNewSchedule(typed(change), zone)).toBeNull()
    }
  })

  it('knows a time that the clocks skip, and sends the chosen one of a time that comes twice', () => {
    expect(resolveTimes(typed({ date: '2027-03-28', starts_at: '01:30', ends_at: '04:00' }), zone)?.start).toMatchObject({
      kind: 'skipped',
      before: { local: '2027-03-28T00:59' },
      after: { local: '2027-03-28T02:00' },
    })
    const twice = typed({ date: '2026-10-25', starts_at: '01:30', ends_at: '04:00' })
    expect(toNewSchedule(twice, zone)?.starts_at).toBe('2026-10-25T01:30')
    expect(toNewSchedule({ ...twice, starts_which: 'earlier' }, zone)?.starts_at).toBe('2026-10-25T00:30:00Z')
    expect(toNewSchedule({ ...twice, starts_which: 'later' }, zone)?.starts_at).toBe('2026-10-25T01:30:00Z')
    expect(valuesOf({ ...schedule, starts_at: '2026-10-25T01:30:00Z' })).toMatchObject({ starts_at: '01:30', starts_which: 'later' })
  })

  it('leaves a time in doubt to each date of a series', () => {
    const weekly = { ...noRepeat, how: 'weekly' as const }
    const twice = typed({ date: '2026-10-25', starts_at: '01:30', ends_at: '04:00', starts_which: 'later', repeat: weekly })
    expect(toNewSchedule(twice, zone)?.starts_at).toBe('2026-10-25T01:30')
  })

  it('sends only what changed; another place changes the times too', () => {
    expect(changesOf(typed(), typed({ note: 'Bring the forms.' }), zone)).toEqual({ note: 'Bring the forms.' })
    expect(changesOf(typed(), typed({ mentor_ids: ['bo', 'ana'] }), zone)).toEqual({ mentor_ids: ['bo', 'ana'] })
    expect(Object.keys(changesOf(typed(), typed({ place_id: 'other' }), zone)).toSorted()).toEqual(['ends_at', 'place_id', 'starts_at'])
    expect(changesOf(typed(), typed({ publish: true }), zone)).toEqual({})
  })
})
