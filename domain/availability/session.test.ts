import { describe, expect, it } from 'vitest'
import { Temporal } from '../time/temporal.ts'
import { type Session, type SessionProblem, sessionProblems, slotTimesIn } from './session.ts'

const starts_at = Temporal.Instant.from('2025-05-05T09:00:00Z')
const session = (change: Partial<Session> = {}): Session => ({
  starts_at,
  ends_at: starts_at.add({ hours: 3 }),
  slot_minutes: 30,
  break_minutes: 0,
  seats_per_slot: 1,
  mentors: ['ana'],
  ...change,
})

describe('sessionProblems', () => {
  it.each<[string, Partial<Session>]>([
    ['the shortest slots', { slot_minutes: 5 }],
    ['one slot that fills it', { slot_minutes: 480, ends_at: starts_at.add({ hours: 8 }) }],
    ['24 hours', { ends_at: starts_at.add({ hours: 24 }) }],
    ['the longest break', { break_minutes: 240 }],
    ['the most seats', { seats_per_slot: 500 }],
    ['1000 slots', { mentors: Array.from({ length: 40 }, (_, id) => `${id}`), slot_minutes: 5, ends_at: starts_at.add({ minutes: 125 }) }],
  ])('finds nothing wrong with %s', (_, change) => expect(sessionProblems(session(change))).toEqual([]))

  it.each<[SessionProblem['code'], SessionProblem['field'], Partial<Session>]>([
    ['ends_before_start', 'ends_at', { ends_at: starts_at }],
    ['ends_before_start', 'ends_at', { ends_at: starts_at.subtract({ hours: 1 }) }],
    ['longer_than_a_day', 'ends_at', { ends_at: starts_at.add({ hours: 24, seconds: 1 }) }],
    ['no_whole_slot', 'slot_minutes', { ends_at: starts_at.add({ minutes: 29, seconds: 59 }) }],
    ['slot_minutes_range', 'slot_minutes', { slot_minutes: 4 }],
    ['slot_minutes_range', 'slot_minutes', { slot_minutes: 481 }],
    ['slot_minutes_range', 'slot_minutes', { slot_minutes: 7.5 }],
    ['slot_minutes_range', 'slot_minutes', { slot_minutes: Number.NaN }],
    ['break_minutes_range', 'break_minutes', { break_minutes: -1 }],
    ['break_minutes_range', 'break_minutes', { break_minutes: 241 }],
    ['seats_range', 'seats_per_slot', { seats_per_slot: 0 }],
    ['seats_range', 'seats_per_slot', { seats_per_slot: 501 }],
    ['no_mentors', 'mentor_ids', { mentors: [] }],
    ['mentor_twice', 'mentor_ids', { mentors: ['ana', 'ben', 'ana'] }],
    [
      'too_many_slots',
      'slot_minutes',
      { mentors: Array.from({ length: 40 }, (_, id) => `${id}`), slot_minutes: 5, ends_at: starts_at.add({ minutes: 130 }) },
    ],
  ])('names %s of %s', (code, field, change) => expect(sessionProblems(session(change))).toEqual([{ field, code }]))

  it('names everything at once, each with its field', () => {
    expect(sessionProblems(session({ slot_minutes: 0, seats_per_slot: 0, mentors: [], ends_at: starts_at }))).toEqual([
      { field: 'slot_minutes', code: 'slot_minutes_range' },
      { field: 'seats_per_slot', code: 'seats_range' },
      { field: 'mentor_ids', code: 'no_mentors' },
      { field: 'ends_at', code: 'ends_before_start' },
    ])
  })
})

it('counts times, none for a session that ends before it starts', () => {
  expect(slotTimesIn(session({ break_minutes: 15 }))).toBe(4)
  expect(slotTimesIn(session({ ends_at: starts_at.subtract({ hours: 5 }) }))).toBe(0)
})
