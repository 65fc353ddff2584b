import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Temporal } from '../time/temporal.ts'
import { overlaps } from '../time/range.ts'
import { resolveLocal } from '../time/moment.ts'
import { localTimeOf } from '../time/local-time.ts'
import type { Session } from './session.ts'
import { slotsOf } from './slots.ts'

const at = (text: string) => Temporal.Instant.from(text)
const session = (change: Partial<Session> = {}): Session => ({
  starts_at: at('2025-05-05T09:00:00Z'),
  ends_at: at('2025-05-05T12:00:00Z'),
  slot_minutes: 30,
  break_minutes: 10,
  seats_per_slot: 1,
  mentors: ['ana', 'ben'],
  ...change,
})
const times = (planned: Session) =>
  slotsOf(planned).map(slot => `${slot.starts_at.toString().slice(11, 16)} ${slot.mentor_id} ${slot.first_serial}`)

describe('slotsOf', () => {
  it('cuts whole slots with breaks between, and numbers them by start, roster, seat', () => {
    expect(times(session({ ends_at: at('2025-05-05T10:50:00Z'), seats_per_slot: 3 }))).toEqual([
      '09:00 ana 1',
      '09:00 ben 4',
      '09:40 ana 7',
      '09:40 ben 10',
      '10:20 ana 13',
      '10:20 ben 16',
    ])
  })

  it('needs no break after the last slot, and drops what is too short', () => {
    expect(slotsOf(session({ mentors: ['ana'], ends_at: at('2025-05-05T10:10:00Z') }))).toHaveLength(2)
    expect(slotsOf(session({ mentors: ['ana'], ends_at: at('2025-05-05T10:09:00Z') }))).toHaveLength(1)
  })

  it('keeps the roster order, whatever the ids', () => {
    const [first, second] = slotsOf(session({ mentors: ['z', 'a'] }))
    expect([first?.mentor_id, first?.roster, second?.mentor_id, second?.roster]).toEqual(['z', 0, 'a', 1])
  })

  it.each([
    ['2025-03-30T00:00', '2025-03-30T04:00', 'Europe/London', 6],
    ['2025-10-26T00:00', '2025-10-26T04:00', 'Europe/London', 10],
    ['2025-03-09T00:00', '2025-03-09T04:00', 'America/St_Johns', 6],
    ['2025-11-02T00:00', '2025-11-02T04:00', 'America/St_Johns', 10],
    ['2025-03-30T00:00', '2025-03-30T04:00', 'Asia/Kathmandu', 8],
    ['2021-04-04T00:00', '2021-04-04T04:00', 'Pacific/Apia', 10],
  ])('from %s to %s in %s there are %i half hours, none lost and none twice', (from, to, zone, count) => {
    const [start, end] = [resolveLocal(from, zone), resolveLocal(to, zone)]
    if (start.kind !== 'exact' || end.kind !== 'exact') throw new Error('pick exact times')
    const slots = slotsOf(session({ starts_at: start.instant, ends_at: end.instant, break_minutes: 0, mentors: ['ana'] }))
    expect(slots).toHaveLength(count)
    expect(new Set(slots.map(slot => slot.starts_at.toString())).size).toBe(count)
    expect(localTimeOf(slots[0]!.starts_at, zone)).toBe('00:00')
    expect(localTimeOf(slots.at(-1)!.starts_at, zone)).toBe('03:30')
  })

  it('throws for a session that cannot be planned', () => {
    expect(() => slotsOf(session({ slot_minutes: 0 }))).toThrow('slot_minutes_range')
    expect(() => slotsOf(session({ mentors: [] }))).toThrow(RangeError)
  })
})

describe('for every session', () => {
  const anySession = fc
    .record({
      start: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
      spare: fc.integer({ min: 0, max: 400 }),
      slot_minutes: fc.integer({ min: 5, max: 120 }),
      break_minutes: fc.integer({ min: 0, max: 60 }),
      seats_per_slot: fc.integer({ min: 1, max: 500 }),
      mentors: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 }),
    })
    .map(({ start, spare, ...rest }) => {
      const starts_at = Temporal.Instant.fromEpochMilliseconds(start)
      return { ...rest, starts_at, ends_at: starts_at.add({ minutes: rest.slot_minutes + spare }) }
    })

  it('slots lie inside it, no mentor has two at once, and no more would fit', () => {
    fc.assert(
      fc.property(anySession, planned => {
        const slots = slotsOf(planned)
        for (const mentor of planned.mentors) {
          const own = slots.filter(slot => slot.mentor_id === mentor)
          const last = own.at(-1)!
          expect(own.every((slot, index) => index === 0 || !overlaps(own[index - 1]!, slot))).toBe(true)
          expect(own[0]!.starts_at.equals(planned.starts_at)).toBe(true)
          expect(Temporal.Instant.compare(last.ends_at, planned.ends_at)).toBeLessThanOrEqual(0)
          const another = last.ends_at.add({ minutes: planned.break_minutes + planned.slot_minutes })
          expect(Temporal.Instant.compare(another, planned.ends_at)).toBe(1)
        }
      }),
    )
  })

  it('serials run from 1 without a gap, never backwards in time', () => {
    fc.assert(
      fc.property(anySession, planned => {
        const slots = slotsOf(planned)
        const order = slots.toSorted((a, b) => Temporal.Instant.compare(a.starts_at, b.starts_at) || a.roster - b.roster)
        expect(slots).toEqual(order)
        slots.reduce((next, slot) => {
          expect(slot.first_serial).toBe(next)
          return next + slot.seats
        }, 1)
      }),
    )
  })
})
