import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotsOf } from '#domain/availability/slots.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { compareSlots, type CurrentSlot } from './compare-slots.ts'

const nine = Temporal.Instant.from('2026-11-24T09:00:00Z')

interface Shape {
  start: number
  minutes: number
  slot_minutes: number
  seats: number
  mentors: string[]
}
const plan = ({ start, minutes, slot_minutes, seats, mentors }: Shape) => {
  const starts_at = nine.add({ minutes: start })
  return slotsOf({ starts_at, ends_at: starts_at.add({ minutes }), slot_minutes, break_minutes: 0, seats_per_slot: seats, mentors })
}
const stand = (shape: Shape, taken: (index: number) => number): CurrentSlot[] =>
  plan(shape).map((slot, index) => ({
    ...slot,
    id: `slot ${index}`,
    starts_at: slot.starts_at.toString(),
    ends_at: slot.ends_at.toString(),
    taken: taken(index),
    held: 0,
  }))
const highest = (slots: { first_serial: number; seats: number }[]) => Math.max(0, ...slots.map(slot => slot.first_serial + slot.seats - 1))
const shape: Shape = { start: 0, minutes: 60, slot_minutes: 30, seats: 1, mentors: ['ana', 'ben'] }

describe('compareSlots', () => {
  it('returns no changes for equal slots', () => {
    const current = stand(shape, () => 1)
    expect(compareSlots(current, plan(shape), 4)).toEqual({
      kept: current.map(({ id, roster, seats, first_serial }) => ({ id, roster, seats, first_serial })),
      added: [],
      gone: [],
      stranding: [],
    })
  })

  it('numbers all seats again while no client is booked', () => {
    const { kept, added, gone } = compareSlots(
      stand(shape, () => 0),
      plan({ ...shape, mentors: ['cleo', 'ana'], seats: 2 }),
      4,
    )
    expect(kept).toEqual([
      { id: 'slot 0', roster: 1, seats: 2, first_serial: 3 },
      { id: 'slot 2', roster: 1, seats: 2, first_serial: 7 },
    ])
    expect(added.map(slot => slot.first_serial)).toEqual([1, 5])
    expect(gone).toEqual(['slot 1', 'slot 3'])
  })

  it('returns booked slots with their remaining seats', () => {
    const current = stand({ ...shape, seats: 3 }, index => index)
    expect(compareSlots(current, plan({ ...shape, seats: 1 }), 12).stranding).toEqual([
      { slot_id: 'slot 2', seats_left: 1 },
      { slot_id: 'slot 3', seats_left: 1 },
    ])
    expect(compareSlots(current, plan({ ...shape, seats: 3, mentors: ['ana'] }), 12).stranding).toEqual([
      { slot_id: 'slot 1', seats_left: 0 },
      { slot_id: 'slot 3', seats_left: 0 },
    ])
  })

  const anyShape = fc.record({
    start: fc.constantFrom(0, 30, 60),
    minutes: fc.constantFrom(60, 90, 120),
    slot_minutes: fc.constantFrom(20, 30),
    seats: fc.integer({ min: 1, max: 3 }),
    mentors: fc.shuffledSubarray(['ana', 'ben', 'cleo'], { minLength: 1 }),
  })

  it('never gives two seats one number, and keeps numbers of unchanged slots', () => {
    fc.assert(
      fc.property(anyShape, anyShape, fc.array(fc.nat(3), { minLength: 18, maxLength: 18 }), (before, after, booked) => {
        const current = stand(before, index => Math.min(booked[index] ?? 0, before.seats))
        const wanted = plan(after)
        const { kept, added, gone, stranding } = compareSlots(current, wanted, highest(current))
        expect(kept.length + added.length).toBe(wanted.length)
        expect(kept.length + gone.length).toBe(current.length)
        const serials = [...kept, ...added].flatMap(slot => Array.from({ length: slot.seats }, (_, seat) => slot.first_serial + seat))
        expect(new Set(serials).size).toBe(serials.length)
        const isAnyoneBooked = current.some(slot => slot.taken > 0)
        if (!isAnyoneBooked) expect(serials.toSorted((a, b) => a - b)).toEqual(serials.map((_, index) => index + 1))
        for (const slot of kept) {
          const was = current.find(({ id }) => id === slot.id)!
          if (isAnyoneBooked && slot.seats <= was.seats) expect(slot.first_serial).toBe(was.first_serial)
          // The client there has the old number: no other slot may use it.
          else if (isAnyoneBooked) expect(slot.first_serial).toBeGreaterThan(highest(current))
          expect(stranding.some(({ slot_id }) => slot_id === slot.id)).toBe(was.taken > slot.seats)
        }
        for (const id of gone) expect(stranding.some(({ slot_id }) => slot_id === id)).toBe(current.find(slot => slot.id === id)!.taken > 0)
      }),
    )
  })
})
