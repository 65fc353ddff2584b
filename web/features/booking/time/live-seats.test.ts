import { describe, expect, test } from 'vitest'
import { mergeSeats, shiftDay } from './live-seats.ts'
import { ana, answerOf, ben, dayOf, sessionOf, slotOf } from '../test-sessions.ts'

const room = sessionOf({ slots: [slotOf('09:00', ana), slotOf('13:30', ana, 2, 3), slotOf('13:30', ben, 0)] })
const answer = answerOf([room], 3)
const change = (time: string, free: number, mentor = ana) => ({
  schedule_id: room.id,
  mentor_id: mentor.id,
  starts_at: `${dayOf}T${time}:00Z`,
  free,
})

describe('a change of free seats', () => {
  test('reaches its slot and its day, and nothing else', () => {
    const { answer: after, moved } = mergeSeats(answer, change('09:00', 0))
    expect(after.schedules?.[0]?.slots.map(slot => slot.free)).toEqual([0, 2, 0])
    expect(after.days).toEqual([{ date: dayOf, free: 2, places: answer.days[0]?.places, why: null }])
    expect(moved).toEqual({ date: dayOf, placeId: room.place.id, delta: -1 })
  })

  test('a seat given back is there at once', () => {
    expect(mergeSeats(answer, change('13:30', 1, ben)).answer.schedules?.[0]?.slots[2]?.free).toBe(1)
  })

  test('the last one leaves the day full', () => {
    expect(mergeSeats(answerOf([room], 1), change('09:00', 0)).answer.days[0]).toMatchObject({ free: 0, why: 'full' })
  })

  test('the same number again changes nothing', () => {
    expect(mergeSeats(answer, change('13:30', 2)).answer).toBe(answer)
  })

  test('ignores a slot that is not on the page', () => {
    expect(mergeSeats(answer, change('16:00', 1))).toEqual({ answer, moved: null })
    expect(mergeSeats(answer, { ...change('09:00', 0), schedule_id: 'other' })).toEqual({ answer, moved: null })
  })

  test('a seat that clients cannot book, such as inside the notice period, stays closed', () => {
    const closed = answerOf([sessionOf({ slots: [{ ...slotOf('09:00', ana, 0), bookable: false }] })], 0)
    expect(mergeSeats(closed, change('09:00', 1)).answer).toBe(closed)
  })
})

describe('a day’s count', () => {
  test('never goes below none', () => {
    expect(shiftDay(answer, dayOf, -9).days[0]).toMatchObject({ free: 0, why: 'full' })
  })

  test('other days stay as they are', () => {
    expect(shiftDay(answer, '2026-11-25', -1).days).toEqual(answer.days)
  })
})
