import { expect, test } from 'vitest'
import { timesAfter } from './change-times.ts'
import { targetAt } from './drag.ts'
import { roomOf, type Geometry } from './geometry.ts'

const hour = 60
/** Monday 22:00 to Tuesday 02:00. */
const night = { trackId: 'm', date: '2026-11-23', from: 22 * hour, to: 26 * hour }
const at = (date: string, minute: number, trackId = 'm') => ({ trackId, date, minute })
const [sunday, monday, tuesday, wednesday] = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']

test('moves a session by its part after midnight as far as the pointer, not a day more', () => {
  const grabbed = at(tuesday, hour)
  expect(targetAt('move', night, grabbed, at(tuesday, 2 * hour))).toEqual({ ...night, from: 23 * hour, to: 27 * hour })
  expect(targetAt('move', night, grabbed, at(tuesday, 4 * hour))).toEqual({ ...night, date: tuesday, from: hour, to: 5 * hour })
  expect(targetAt('move', night, grabbed, at(wednesday, hour))).toEqual({ ...night, date: tuesday })
  expect(targetAt('move', night, grabbed, at(monday, hour))).toEqual({ ...night, date: sunday })
})

test('keeps the start of a session that is grabbed before midnight on the day under the pointer', () => {
  const grabbed = at(monday, 23 * hour)
  expect(targetAt('move', night, grabbed, at(monday, 24 * hour - 1))).toMatchObject({ date: monday, from: 23 * hour })
  expect(targetAt('move', night, grabbed, at(tuesday, 24 * hour))).toMatchObject({ date: tuesday, from: 23 * hour })
  expect(targetAt('move', night, grabbed, at(tuesday, 0, 'n'))).toEqual({ trackId: 'n', date: tuesday, from: 0, to: 4 * hour })
})

test('drops the end of a session where the pointer is, also after midnight', () => {
  const grabbed = at(tuesday, 2 * hour)
  expect(targetAt('resize', night, grabbed, at(tuesday, 3 * hour))).toEqual({ ...night, to: 27 * hour })
  expect(targetAt('resize', night, grabbed, at(monday, 23 * hour))).toEqual({ ...night, to: 23 * hour })
  const evening = { ...night, to: 23 * hour }
  expect(targetAt('resize', evening, at(monday, 23 * hour), at(tuesday, hour))).toEqual({ ...night, to: 25 * hour })
})

test('gives a session no more than a day, and no less than a step', () => {
  const grabbed = at(tuesday, 2 * hour)
  expect(targetAt('resize', night, grabbed, at(wednesday, 2 * hour)).to).toBe(46 * hour)
  expect(targetAt('resize', night, grabbed, at(sunday, 2 * hour)).to).toBe(22 * hour + 15)
})

test('draws a new session past midnight', () => {
  const pressed = { trackId: 'm', date: monday, from: 0, to: 0 }
  const grabbed = at(monday, 22 * hour)
  expect(targetAt('create', pressed, grabbed, at(tuesday, hour))).toMatchObject({ date: monday, from: 22 * hour, to: 25 * hour })
  expect(targetAt('create', pressed, grabbed, at(sunday, hour))).toMatchObject({ date: monday, from: 0, to: 22 * hour })
})

test('changes the session as its range', () => {
  const session = { starts_local: `${monday}T22:00`, ends_local: `${tuesday}T02:00`, mentor_ids: ['m'], place_id: 'p' }
  const after = targetAt('move', night, at(tuesday, hour), at(tuesday, 4 * hour))
  expect(timesAfter(session, night, after, 'mentor')).toMatchObject({ starts_local: `${tuesday}T01:00`, ends_local: `${tuesday}T05:00` })
})

test('draws a range past midnight on every day of the board that it touches', () => {
  const geometry = (days: string[]): Geometry => ({
    axis: 'x',
    isRtl: false,
    content: undefined as never,
    tracks: [{ id: 'm', start: 0, size: 40 }],
    days: days.map((id, index) => ({ id, start: index * 240, size: 240 })),
    hours: { from: 0, to: 24 },
  })
  expect(roomOf(geometry([monday, tuesday]), night)?.inline).toEqual({ start: 220, size: 40 })
  expect(roomOf(geometry([tuesday]), night)?.inline).toEqual({ start: 0, size: 20 })
  expect(roomOf(geometry([monday]), { ...night, to: 24 * hour })?.inline).toEqual({ start: 220, size: 20 })
  expect(roomOf(geometry([wednesday]), night)).toBeNull()
})
