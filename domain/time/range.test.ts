import fc from 'fast-check'
import { expect, it } from 'vitest'
import { overlaps } from './range.ts'
import { Temporal } from './temporal.ts'

const range = (start: number, end: number) => ({
  starts_at: Temporal.Instant.fromEpochMilliseconds(start),
  ends_at: Temporal.Instant.fromEpochMilliseconds(end),
})
const anyRange = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }))
  .map(([start, length]) => range(start, start + length))

it('does not count touching as overlapping', () => {
  expect(overlaps(range(0, 10), range(10, 20))).toBe(false)
  expect(overlaps(range(0, 10), range(9, 20))).toBe(true)
  expect(overlaps(range(0, 10), range(5, 5))).toBe(false)
})

it('is symmetric, and true exactly when some millisecond is in both', () => {
  fc.assert(
    fc.property(anyRange, anyRange, (a, b) => {
      const within = (at: number, { starts_at, ends_at }: typeof a) => at >= starts_at.epochMilliseconds && at < ends_at.epochMilliseconds
      const shared = Array.from({ length: 41 }, (_, at) => at).some(at => within(at, a) && within(at, b))
      expect(overlaps(a, b)).toBe(shared)
      expect(overlaps(b, a)).toBe(shared)
    }),
  )
})
