import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { Temporal } from '../time/temporal.ts'
import { moveBefore } from './queue.ts'
import { decideOfferTime } from './offer-time.ts'
import { endOfQuietHours } from './quiet-hours.ts'

const at = (text: string) => Temporal.Instant.from(text)
const london = { from: '21:00:00', until: '08:00:00', zone: 'Europe/London' }
const until = (now: string, quiet = london) => endOfQuietHours(at(now), quiet)?.toString() ?? null

describe('quiet hours', () => {
  it.each([
    ['2026-11-20T20:59:59Z', null],
    ['2026-11-20T21:00:00Z', '2026-11-21T08:00:00Z'],
    ['2026-11-21T03:00:00Z', '2026-11-21T08:00:00Z'],
    ['2026-11-21T07:59:59Z', '2026-11-21T08:00:00Z'],
    ['2026-11-21T08:00:00Z', null],
    ['2026-07-01T20:30:00Z', '2026-07-02T07:00:00Z'],
  ])('at %s they last until %s', (now, end) => expect(until(now)).toBe(end))

  it('are an hour shorter or longer in the nights when the clock changes', () => {
    expect(until('2026-03-28T22:00:00Z')).toBe('2026-03-29T07:00:00Z')
    expect(until('2026-10-24T20:00:00Z')).toBe('2026-10-25T08:00:00Z')
  })

  it('end the last time the clock shows their end, and with the change where it skips it', () => {
    const early = { ...london, until: '01:30' }
    // 01:30 occurs twice on 25 October: at 00:30Z and at 01:30Z.
    expect(until('2026-10-25T00:45:00Z', early)).toBe('2026-10-25T01:30:00Z')
    expect(until('2026-10-25T01:30:00Z', early)).toBeNull()
    // It does not occur on 29 March, when clocks go from 01:00 to 02:00 at 01:00Z.
    expect(until('2026-03-29T00:30:00Z', early)).toBe('2026-03-29T01:00:00Z')
    expect(until('2026-03-29T01:00:00Z', early)).toBeNull()
  })

  it('lie within a day where they begin before they end, and nowhere where the two are equal', () => {
    const noon = { ...london, from: '12:00', until: '14:00' }
    expect(until('2026-11-20T12:30:00Z', noon)).toBe('2026-11-20T14:00:00Z')
    expect(until('2026-11-20T23:00:00Z', noon)).toBeNull()
    expect(until('2026-11-20T23:00:00Z', { ...london, until: '21:00' })).toBeNull()
  })

  test('never end in the past, and are over when they end', () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([h, m]) => `${h}`.padStart(2, '0') + `:${`${m}`.padStart(2, '0')}`)
    const zones = fc.constantFrom('Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu')
    fc.assert(
      fc.property(clock, clock, zones, fc.integer({ min: 0, max: 366 * 24 * 4 }), (from, end, zone, quarters) => {
        const now = at('2026-01-01T00:00:00Z').add({ minutes: quarters * 15 })
        const ends = endOfQuietHours(now, { from, until: end, zone })
        if (ends === null) return
        expect(Temporal.Instant.compare(ends, now)).toBe(1)
        expect(ends.epochMilliseconds - now.epochMilliseconds).toBeLessThanOrEqual(25 * 3_600_000)
        expect(endOfQuietHours(ends, { from, until: end, zone })).toBeNull()
      }),
      { numRuns: 300 },
    )
  })
})

describe('an offer', () => {
  const policies = { offerMinutes: 60, noticeMinutes: 120, quiet: london }
  const offer = (now: string, startsAt: string, opensAt: string | null = null) => {
    const time = decideOfferTime(at(now), { startsAt: at(startsAt), opensAt: opensAt ? at(opensAt) : null }, policies)
    return time.when === 'never' ? 'never' : `${time.when} ${time.when === 'now' ? time.endsAt : time.at}`
  }
  it.each([
    ['lasts an hour', '2026-11-20T09:00:00Z', '2026-11-27T09:00:00Z', null, 'now 2026-11-20T10:00:00Z'],
    ['ends where booking ends', '2026-11-20T09:00:00Z', '2026-11-20T11:20:00Z', null, 'now 2026-11-20T09:20:00Z'],
    ['of five minutes is made', '2026-11-20T09:00:00Z', '2026-11-20T11:05:00Z', null, 'now 2026-11-20T09:05:00Z'],
    ['of four minutes is not', '2026-11-20T09:00:00Z', '2026-11-20T11:04:00Z', null, 'never'],
    ['of a time that is over is not', '2026-11-20T09:00:00Z', '2026-11-20T08:00:00Z', null, 'never'],
    ['waits for the morning', '2026-11-20T22:00:00Z', '2026-11-27T09:00:00Z', null, 'later 2026-11-21T08:00:00Z'],
    ['is not made where the morning is too late', '2026-11-20T22:00:00Z', '2026-11-21T10:00:00Z', null, 'never'],
    ['waits until booking opens', '2026-11-20T09:00:00Z', '2026-11-27T09:00:00Z', '2026-11-21T12:00:00Z', 'later 2026-11-21T12:00:00Z'],
    [
      'is made now where booking has opened',
      '2026-11-20T09:00:00Z',
      '2026-11-27T09:00:00Z',
      '2026-11-19T09:00:00Z',
      'now 2026-11-20T10:00:00Z',
    ],
    ['waits for the morning after', '2026-11-20T09:00:00Z', '2026-11-27T09:00:00Z', '2026-11-21T23:00:00Z', 'later 2026-11-22T08:00:00Z'],
  ])('%s', (_, now, startsAt, opensAt, expected) => expect(offer(now, startsAt, opensAt)).toBe(expected))
})

describe('the line', () => {
  it('puts an entry before another, or at its end', () => {
    expect(moveBefore(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
    expect(moveBefore(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'a', 'c'])
    expect(moveBefore(['a', 'b', 'c'], 'a', null)).toEqual(['b', 'c', 'a'])
    expect(moveBefore(['a', 'b', 'c'], 'b', 'b')).toEqual(['a', 'b', 'c'])
    expect(moveBefore(['a', 'b', 'c'], 'a', 'a')).toEqual(['a', 'b', 'c'])
    expect(moveBefore(['a', 'b'], 'x', 'a')).toBeNull()
    expect(moveBefore(['a', 'b'], 'a', 'x')).toBeNull()
  })
})
