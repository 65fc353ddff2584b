import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Temporal } from '#domain/time/temporal.ts'
import { availabilityOf, type ScheduleFacts, explainNotBookable } from './availability-oracle.ts'

const now = Temporal.Instant.from('2025-05-05T09:00:00Z')
const minutes = (from: number) => now.add({ minutes: from })
const slot = (start: number, free: number) => ({ starts_at: minutes(start), free })
const schedule = (change: Partial<ScheduleFacts> = {}): ScheduleFacts => ({
  status: 'published',
  ends_at: minutes(300),
  booking_opens_at: null,
  slots: [slot(60, 5), slot(120, 1), slot(180, 0)],
  ...change,
})

describe('a schedule', () => {
  it.each<[string, string | null, string, Partial<ScheduleFacts>]>([
    ['with a free seat at the very edge of the notice period', null, 'available', {}],
    ['whose only free seats are inside the notice period', 'full', 'full', { slots: [slot(119, 5), slot(120, 0)] }],
    ['with nothing left outside the notice period', 'notice', 'closed', { slots: [slot(-60, 5), slot(119, 5)] }],
    ['whose times ahead are all blocked', 'blocked', 'closed', { slots: [slot(-60, 5), { ...slot(120, 1), blocked: true }] }],
    ['whose only free seats are blocked', 'full', 'full', { slots: [slot(120, 0), { ...slot(180, 1), blocked: true }] }],
    ['without a single slot', 'full', 'full', { slots: [] }],
    ['that has just ended', 'past', 'past', { ends_at: now }],
    ['that ends in a moment', 'notice', 'closed', { ends_at: now.add({ nanoseconds: 1 }), slots: [slot(-30, 1)] }],
    ['that was cancelled', 'cancelled', 'closed', { status: 'cancelled' }],
    ['that is a draft', 'draft', 'closed', { status: 'draft' }],
    ['that was cancelled and is over', 'past', 'past', { status: 'cancelled', ends_at: minutes(-1) }],
    ['that opens later', 'not_open_yet', 'closed', { booking_opens_at: now.add({ nanoseconds: 1 }) }],
    ['that opens now', null, 'available', { booking_opens_at: now }],
    ['that opens later and is full', 'not_open_yet', 'closed', { booking_opens_at: minutes(5), slots: [slot(180, 0)] }],
  ])('%s', (_, reason, availability, change) => {
    expect(explainNotBookable(schedule(change), now, 120)).toBe(reason)
    expect(availabilityOf(schedule(change), now, 120)).toBe(availability)
  })

  it('with no notice period can be booked until a slot starts', () => {
    expect(availabilityOf(schedule({ slots: [slot(1, 1)] }), now, 0)).toBe('available')
    expect(explainNotBookable(schedule({ slots: [slot(0, 1)] }), now, 0)).toBe('notice')
  })

  it('is available exactly when nothing speaks against it, and never becomes bookable by waiting once open', () => {
    const facts = fc.record({
      status: fc.constantFrom('draft' as const, 'published' as const, 'cancelled' as const),
      ends_at: fc.integer({ min: -10, max: 400 }).map(minutes),
      booking_opens_at: fc.constant(null),
      slots: fc.array(
        fc.tuple(fc.integer({ min: -100, max: 400 }), fc.integer({ min: 0, max: 2 })).map(([start, free]) => slot(start, free)),
      ),
    })
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }), (anySchedule, notice, wait) => {
        const before = availabilityOf(anySchedule, now, notice)
        expect(before === 'available').toBe(explainNotBookable(anySchedule, now, notice) === null)
        if (before !== 'available') expect(availabilityOf(anySchedule, minutes(wait), notice)).not.toBe('available')
      }),
    )
  })
})
