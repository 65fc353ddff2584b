import { expect, it } from 'vitest'
import { checkTimeOff, toNewTimeOff, emptyTimeOff } from './time-off-values.ts'

it('is whole days up to the end of the last one, which is the first one unless said otherwise', () => {
  const values = { ...emptyTimeOff('m'), first: '2026-12-31', reason: ' Flu ' }
  expect(toNewTimeOff(values)).toEqual({ mentor_id: 'm', starts_at: '2026-12-31T00:00', ends_at: '2027-01-01T00:00', reason: 'Flu' })
  expect(toNewTimeOff({ ...values, last: '2027-01-02' }).ends_at).toBe('2027-01-03T00:00')
})

it('is a part of one day, whatever the last day says', () => {
  const values = { ...emptyTimeOff('m'), first: '2026-11-26', last: '2026-11-30', part: true, starts_at: '14:00', ends_at: '15:30' }
  expect(toNewTimeOff(values)).toMatchObject({ starts_at: '2026-11-26T14:00', ends_at: '2026-11-26T15:30' })
  expect(checkTimeOff(values)).toEqual({})
})

it('says what is missing or the wrong way round', () => {
  expect(Object.keys(checkTimeOff(emptyTimeOff()))).toEqual(['mentor_id', 'first'])
  expect(Object.keys(checkTimeOff({ ...emptyTimeOff('m'), first: '2026-11-26', last: '2026-11-25' }))).toEqual(['last'])
  expect(Object.keys(checkTimeOff({ ...emptyTimeOff('m'), first: '2026-11-26', part: true }))).toEqual(['starts_at', 'ends_at'])
  const backwards = { ...emptyTimeOff('m'), first: '2026-11-26', part: true, starts_at: '10:00', ends_at: '09:00' }
  expect(Object.keys(checkTimeOff(backwards))).toEqual(['ends_at'])
})
