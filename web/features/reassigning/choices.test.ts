import type { AffectedAppointment } from '#contract/reassigning.ts'
import { expect, it } from 'vitest'
import { cancel, countChoices, decisionsOf, keep, keepChoices, proposedChoices, seatKey, seatsLeft } from './choices.ts'

const option = (starts_at: string, free = 1) =>
  ({ schedule_id: 's', starts_at, mentor: { id: 'm', name: 'M', photo: null }, free }) as AffectedAppointment['options'][number]
const [nine, ten] = [option('09:00'), option('10:00', 2)]
const appointment = (id: string, options = [nine, ten], proposal: number | null = 0) =>
  ({ id, revision: 3, options, proposal }) as AffectedAppointment

it('starts with what is proposed, and with cancelling where nothing is', () => {
  const list = [appointment('a'), appointment('b', [ten], 0), appointment('c', [], null)]
  const choices = proposedChoices(list)
  expect(choices).toEqual({ a: seatKey(nine), b: seatKey(ten), c: cancel })
  expect(countChoices({ ...choices, b: keep })).toEqual({ moves: 1, cancels: 1, keeps: 1 })
  expect(decisionsOf(list, { ...choices, b: keep })).toEqual([
    { appointment_id: 'a', revision: 3, action: 'move', schedule_id: 's', starts_at: '09:00', mentor_id: 'm' },
    { appointment_id: 'b', revision: 3, action: 'keep' },
    { appointment_id: 'c', revision: 3, action: 'cancel' },
  ])
})

it('counts the seats left after the other choices', () => {
  const list = [appointment('a'), appointment('b')]
  const choices = { a: seatKey(nine), b: seatKey(ten) }
  expect(seatsLeft(list, choices, list[1]!, seatKey(nine))).toBe(0)
  expect(seatsLeft(list, choices, list[0]!, seatKey(ten))).toBe(1)
  expect(seatsLeft(list, choices, list[0]!, 'elsewhere')).toBe(0)
})

it('keeps choices that are still possible, proposes others, and uses no seat twice', () => {
  const before = { a: seatKey(nine), b: keep, c: seatKey(nine) }
  const now = [appointment('a', [ten], 0), appointment('b'), appointment('c', [nine, ten], 1), appointment('new', [nine, ten], 0)]
  expect(keepChoices(now, before)).toEqual({ a: seatKey(ten), b: keep, c: seatKey(nine), new: seatKey(ten) })
  expect(keepChoices([appointment('a', [nine]), appointment('b', [nine])], {})).toEqual({ a: seatKey(nine), b: cancel })
})
