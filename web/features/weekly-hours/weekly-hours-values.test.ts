import type { WeeklyHours } from '#contract/weekly-hours.ts'
import { describe, expect, it } from 'vitest'
import {
  checkWeeklyHours,
  nextRange,
  rangeProblem,
  toChangeWeeklyHours,
  toNewWeeklyHours,
  valuesOf,
  type WeeklyHoursValues,
} from './weekly-hours-values.ts'

const range = (key: number, weekday: string, starts = '09:00', ends = '12:00') => ({ key, weekday, starts, ends, support_type_id: 't' })
const values: WeeklyHoursValues = {
  mentor_id: 'm',
  place_id: 'p',
  ranges: [range(0, '1'), range(1, '4', '14:00', '18:00')],
  from_date: '2026-11-23',
  until_date: '',
  slot_minutes: '30',
  break_minutes: '0',
  seats_per_slot: '1',
  interpreted: false,
  leave_out_holidays: true,
}
const wrong = (change: Partial<WeeklyHoursValues>) =>
  Object.entries(checkWeeklyHours({ ...values, ...change })).flatMap(([name, text]) => (text ? [name] : []))

describe('checkWeeklyHours', () => {
  it('finds what the server would refuse', () => {
    expect(wrong({})).toEqual([])
    expect(wrong({ mentor_id: '', place_id: '' })).toEqual(['mentor_id', 'place_id'])
    expect(wrong({ slot_minutes: '180' })).toEqual([])
    expect(wrong({ slot_minutes: '181' })).toEqual(['slot_minutes'])
    expect(wrong({ until_date: '2026-11-22' })).toEqual(['until_date'])
    expect(wrong({ from_date: '', slot_minutes: '4', break_minutes: 'x', seats_per_slot: '0' })).toEqual([
      'from_date',
      'slot_minutes',
      'break_minutes',
      'seats_per_slot',
    ])
  })

  it('names the first wrong row', () => {
    expect(rangeProblem([range(0, '1'), range(1, '1', '11:00', '13:00')])?.index).toBe(1)
    expect(rangeProblem([range(0, '1', '12:00', '09:00')])?.index).toBe(0)
    expect(rangeProblem([range(0, '1'), range(1, '2', '')])?.index).toBe(1)
    expect(rangeProblem([range(0, '1'), range(1, '1', '12:00', '13:00')])).toBeUndefined()
  })
})

describe('nextRange', () => {
  it('continues with the next weekday and a key of its own', () => {
    expect(nextRange([range(3, '7'), range(1, '5')])).toEqual(range(4, '6'))
    expect(nextRange([range(0, '7')])).toEqual(range(1, '1'))
  })
})

describe('toNewWeeklyHours', () => {
  it('is what the API takes', () => {
    expect(toNewWeeklyHours(values)).toEqual({
      mentor_id: 'm',
      place_id: 'p',
      ranges: [
        { weekday: 1, starts: '09:00', ends: '12:00', support_type_id: 't' },
        { weekday: 4, starts: '14:00', ends: '18:00', support_type_id: 't' },
      ],
      from_date: '2026-11-23',
      until_date: null,
      slot_minutes: 30,
      break_minutes: 0,
      seats_per_slot: 1,
      interpreted: false,
      leave_out_holidays: true,
    })
  })
})

describe('valuesOf and toChangeWeeklyHours', () => {
  it('return what they were given', () => {
    const change = {
      revision: 3,
      place_id: 'p',
      ranges: [{ weekday: 4, starts: '14:00', ends: '18:00', support_type_id: 't' }],
      slot_minutes: 30,
      break_minutes: 5,
      seats_per_slot: 2,
      until_date: null,
      interpreted: true,
      leave_out_holidays: false,
    }
    const hours = {
      ...change,
      id: 'h',
      mentor: { id: 'm', name: 'Ada', photo: null },
      place: { id: 'p', name: 'Town hall' },
      time_zone: 'Europe/London',
      ranges: [{ weekday: 4, starts: '14:00', ends: '18:00', support_type: { id: 't', name: 'Advice', colour: '#000000' } }],
      from_date: '2026-11-23',
      sessions_ahead: 0,
      clients_ahead: 0,
      planned_until: null,
      skipped: [],
    } as WeeklyHours
    expect(toChangeWeeklyHours(valuesOf(hours), 3)).toEqual(change)
  })
})
