import type { DayAppointment, FreeTime } from '#contract/day.ts'
import { expect, test } from 'vitest'
import type { Entry } from './layout-day.ts'
import { findTargets, firstTarget, nextTarget } from './move-targets.ts'

const mentors = ['ann', 'ben', 'cem']
const timeOf = (mentor: string, clock: string, schedule_id = 'session') =>
  ({
    schedule_id,
    mentor: { id: mentor, name: mentor, photo: null },
    support_type: { id: 'advice', name: 'Advice', colour: '#336699' },
    starts_at: `2026-11-20T${clock}:00Z`,
  }) as FreeTime
const free = (mentor: string, clock: string, schedule_id?: string): Entry => {
  const time = timeOf(mentor, clock, schedule_id)
  return { kind: 'free', key: `${time.schedule_id} ${mentor} ${clock}`, starts_at: time.starts_at, ends_at: time.starts_at, time }
}
const booked = (mentor: string, clock: string): Entry => {
  const appointment = { ...timeOf(mentor, clock), id: `${mentor} ${clock}` } as unknown as DayAppointment
  return { kind: 'appointment', key: appointment.id, starts_at: appointment.starts_at, ends_at: appointment.starts_at, appointment }
}
const columnOf = (entry: Entry) => mentors.indexOf((entry.kind === 'free' ? entry.time : entry.appointment).mentor.id)

const day = [
  free('ann', '09:00'),
  booked('ann', '10:00'),
  free('ann', '10:00'),
  free('ann', '11:00'),
  booked('ben', '09:00'),
  free('cem', '10:00'),
  free('cem', '11:30'),
]
const own = { ...timeOf('ann', '10:00'), interpreter_language: null }
const targets = findTargets(day, own, columnOf)
const keysOf = (found: typeof targets) => found.map(({ key }) => key)
const at = (key: string) => targets.find(target => target.key === key)!

test('targets are the free times, never a booked one nor the one the appointment has', () => {
  expect(keysOf(targets)).toEqual(['session ann 09:00', 'session ann 11:00', 'session cem 10:00', 'session cem 11:30'])
  expect(targets.map(({ column }) => column)).toEqual([0, 0, 2, 2])
})

test('a time kept for interpreted appointments is no target of an appointment without an interpreter', () => {
  const kept = free('ben', '12:00')
  if (kept.kind === 'free') kept.time.interpreted = true
  expect(keysOf(findTargets([...day, kept], own, columnOf))).toEqual(keysOf(targets))
  expect(keysOf(findTargets([kept], { ...own, interpreter_language: 'uk' }, columnOf))).toEqual([kept.key])
})

test('the same clock in another session, or written with another offset, is told apart by its instant', () => {
  const other = free('ann', '10:00', 'other session')
  expect(keysOf(findTargets([other], own, columnOf))).toEqual([other.key])
  expect(findTargets(day, { ...own, starts_at: '2026-11-20T11:00:00+01:00' }, columnOf)).toEqual(targets)
})

test('begins at the closest time, of two as close with the same mentor', () => {
  expect(firstTarget(targets, own, 'advice')?.key).toBe('session cem 10:00')
  expect(firstTarget(findTargets([free('ben', '11:00'), free('ann', '11:00')], own, columnOf), own, 'advice')?.key).toBe(
    'session ann 11:00',
  )
  expect(firstTarget([], own, 'advice')).toBeUndefined()
})

test('begins at no time of another support type while its own has one', () => {
  const other = free('ann', '10:30')
  if (other.kind === 'free') other.time.support_type = { ...other.time.support_type, id: 'other' }
  expect(firstTarget(findTargets([other, free('ben', '15:00')], own, columnOf), own, 'advice')?.key).toBe('session ben 15:00')
  expect(firstTarget(findTargets([other], own, columnOf), own, 'advice')?.key).toBe(other.key)
})

test('up and down stay within the column and stop at its ends', () => {
  expect(nextTarget(targets, at('session ann 09:00'), [0, 1])?.key).toBe('session ann 11:00')
  expect(nextTarget(targets, at('session ann 11:00'), [0, -1])?.key).toBe('session ann 09:00')
  expect(nextTarget(targets, at('session ann 11:00'), [0, 1])).toBeUndefined()
  expect(nextTarget(targets, at('session ann 09:00'), [0, -1])).toBeUndefined()
})

test('left and right go to the closest time, past columns without one', () => {
  expect(nextTarget(targets, at('session ann 11:00'), [1, 0])?.key).toBe('session cem 11:30')
  expect(nextTarget(targets, at('session cem 10:00'), [-1, 0])?.key).toBe('session ann 09:00')
  expect(nextTarget(targets, at('session ann 09:00'), [-1, 0])).toBeUndefined()
  expect(nextTarget(targets, at('session cem 10:00'), [1, 0])).toBeUndefined()
})
