import { describe, expect, test } from 'vitest'
import type { FreeDay } from '#contract/search.ts'
import { dayOf, reasonWithoutFreeDay } from './free-days.ts'
import { nextFreeDay } from './next-free-day.ts'

const day = (date: string, free: number, why: FreeDay['why'] = null): FreeDay => ({ date, free, places: [], why })
const days = [day('2026-11-24', 0, 'full'), day('2026-11-26', 2), day('2026-11-27', 9)]

describe('a day', () => {
  test.each([
    ['2026-11-24', 'none', 'full'],
    ['2026-11-25', 'none', 'nothing'],
    ['2026-11-20', 'none', 'past'],
    ['2026-11-26', 'few', null],
    ['2026-11-27', 'many', null],
  ])('%s: %s, %s', (date, level, why) => {
    expect(dayOf(days, date, '2026-11-23')).toMatchObject({ level, why })
  })

  test('a day before the visitor’s today that still has times elsewhere in the world is free', () => {
    expect(dayOf(days, '2026-11-26', '2026-11-27').why).toBeNull()
  })
})

test('the next free day, from a date on', () => {
  expect(nextFreeDay(days)?.date).toBe('2026-11-26')
  expect(nextFreeDay(days, '2026-11-27')?.date).toBe('2026-11-27')
  expect(nextFreeDay(days, '2026-11-28')).toBeUndefined()
})

test.each([
  [null, days],
  ['nothing', []],
  ['nothing', [day('2026-11-20', 0, 'past')]],
  ['full', [day('2026-11-20', 0, 'past'), day('2026-11-24', 0, 'full')]],
  ['mixed', [day('2026-11-24', 0, 'full'), day('2026-12-24', 0, 'not_open_yet')]],
] as const)('a whole span: %s', (why, span) => {
  expect(reasonWithoutFreeDay(span)).toBe(why)
})
