import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDateOf } from './local-date.ts'
import { localTimeOf } from './local-time.ts'
import { timeChoices, parseMoment, resolveLocal } from './moment.ts'
import { Temporal } from './temporal.ts'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
const at = (local: string, instant: string) => ({ local, instant })

describe('a time that the clocks skip', () => {
  it.each([
    ['2025-03-30T01:30', 'Europe/London', at('2025-03-30T00:59', '2025-03-30T00:59:00Z'), at('2025-03-30T02:00', '2025-03-30T01:00:00Z')],
    ['2025-03-30T01:00', 'Europe/London', at('2025-03-30T00:59', '2025-03-30T00:59:00Z'), at('2025-03-30T02:00', '2025-03-30T01:00:00Z')],
    [
      '2025-03-09T02:59:59',
      'America/St_Johns',
      at('2025-03-09T01:59', '2025-03-09T05:29:00Z'),
      at('2025-03-09T03:00', '2025-03-09T05:30:00Z'),
    ],
    [
      '2010-03-14T00:30',
      'America/St_Johns',
      at('2010-03-14T00:00', '2010-03-14T03:30:00Z'),
      at('2010-03-14T01:01', '2010-03-14T03:31:00Z'),
    ],
    ['1986-01-01T00:10', 'Asia/Kathmandu', at('1985-12-31T23:59', '1985-12-31T18:29:00Z'), at('1986-01-01T00:15', '1985-12-31T18:30:00Z')],
    ['2011-12-30T10:00', 'Pacific/Apia', at('2011-12-29T23:59', '2011-12-30T09:59:00Z'), at('2011-12-31T00:00', '2011-12-30T10:00:00Z')],
    ['1972-01-07T00:10', 'Africa/Monrovia', at('1972-01-06T23:59', '1972-01-07T00:43:30Z'), at('1972-01-07T00:45', '1972-01-07T00:45:00Z')],
  ])('%s in %s is refused with both neighbours', (local, zone, before, after) => {
    expect(plain(resolveLocal(local, zone))).toEqual({ kind: 'skipped', before, after })
  })
})

describe('a time that comes twice', () => {
  it.each([
    ['2025-10-26T01:30', 'Europe/London', '2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z'],
    ['2025-10-26T01:00', 'Europe/London', '2025-10-26T00:00:00Z', '2025-10-26T01:00:00Z'],
    ['2025-11-02T01:30', 'America/St_Johns', '2025-11-02T04:00:00Z', '2025-11-02T05:00:00Z'],
    ['2021-04-04T03:15', 'Pacific/Apia', '2021-04-03T13:15:00Z', '2021-04-03T14:15:00Z'],
  ])('%s in %s is asked about', (local, zone, earlier, later) => {
    expect(plain(resolveLocal(local, zone))).toEqual({ kind: 'repeated', earlier, later })
  })
})

describe('the choices for a time in doubt', () => {
  it.each([
    ['2027-03-28T01:30', 'Europe/London', ['before 2027-03-28T00:59', 'after 2027-03-28T02:00']],
    ['2027-10-31T01:30', 'Europe/London', ['earlier 2027-10-31T00:30:00Z', 'later 2027-10-31T01:30:00Z']],
    ['2027-11-07T01:30', 'America/St_Johns', ['earlier 2027-11-07T04:00:00Z', 'later 2027-11-07T05:00:00Z']],
  ])('are exact themselves, for %s in %s', (local, zone, expected) => {
    const resolved = resolveLocal(local, zone)
    const choices = resolved.kind === 'exact' ? [] : timeChoices(resolved)
    expect(choices.map(({ which, moment }) => `${which} ${moment}`)).toEqual(expected)
    for (const { moment } of choices) expect(parseMoment(moment, zone).kind).toBe('exact')
  })
})

describe('any other time', () => {
  it.each([
    ['2025-05-04T13:30', 'Asia/Kathmandu', '2025-05-04T07:45:00Z'],
    ['2025-03-30T00:59:59', 'Europe/London', '2025-03-30T00:59:59Z'],
    ['2025-03-30T02:00', 'Europe/London', '2025-03-30T01:00:00Z'],
    ['2025-10-26T00:59', 'Europe/London', '2025-10-25T23:59:00Z'],
    ['2025-10-26T02:00', 'Europe/London', '2025-10-26T02:00:00Z'],
  ])('%s in %s is exact', (local, zone, instant) => {
    expect(plain(resolveLocal(local, zone))).toEqual({ kind: 'exact', instant })
  })

  it.each(['2025-05-04', '2025-02-30T10:00', '2025-05-04T24:00', '2025-05-04T10:00Z', ''])('%j is no local date-time', text => {
    expect(() => resolveLocal(text, 'UTC')).toThrow(new RangeError(`Not a local date-time: ${text}`))
  })
})

describe('parseMoment', () => {
  it('takes Z and offsets as given, also in an hour that the clocks skip', () => {
    expect(plain(parseMoment('2025-03-30T01:30:00Z', 'Europe/London'))).toEqual({ kind: 'exact', instant: '2025-03-30T01:30:00Z' })
    expect(plain(parseMoment('2025-10-26T01:30:00+01:00', 'Europe/London'))).toEqual({ kind: 'exact', instant: '2025-10-26T00:30:00Z' })
    expect(plain(parseMoment('2025-10-26T01:30:00+00:00', 'Europe/London'))).toEqual({ kind: 'exact', instant: '2025-10-26T01:30:00Z' })
  })

  it('reads a time without an offset on the wall of the zone', () => {
    expect(plain(parseMoment('2025-05-04T13:30', 'Asia/Kathmandu'))).toEqual({ kind: 'exact', instant: '2025-05-04T07:45:00Z' })
    expect(parseMoment('2025-03-30T01:30', 'Europe/London').kind).toBe('skipped')
    expect(parseMoment('2025-10-26T01:30', 'Europe/London').kind).toBe('repeated')
  })

  it.each([
    '',
    'tomorrow',
    '2025-05-04',
    '13:30',
    '2025-02-29T10:00',
    '2025-05-04T10:00[Asia/Kathmandu]',
    '20250504T100000',
    '2025-05-042025-05-04T10:00',
    '2025-05-04T10:00+5',
  ])('calls %j invalid', text => {
    expect(parseMoment(text, 'Europe/London')).toEqual({ kind: 'invalid' })
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[\d:T.Z+-]{0,30}$/)),
        text => parseMoment(text, 'America/St_Johns').kind.length > 0,
      ),
    )
  })
})

/**
 * Half of them from 1979 to 2103, half from 2009 and 2012, when St_Johns changed at 00:01 and Apia
 * skipped a day.
 */
describe('for every instant', () => {
  const anyInstant = fc.oneof(fc.integer({ min: 5_000_000, max: 70_000_000 }), fc.integer({ min: 20_510_000, max: 22_600_000 }))
  const zone = fc.constantFrom('Asia/Kathmandu', 'America/St_Johns', 'Europe/London', 'Pacific/Apia')

  it('its time on the wall leads back to it, and never to a gap', () => {
    fc.assert(
      fc.property(anyInstant, zone, (minutes, place) => {
        const instant = Temporal.Instant.fromEpochMilliseconds(minutes * 60_000)
        const resolved = resolveLocal(`${localDateOf(instant, place)}T${localTimeOf(instant, place)}`, place)
        const meant =
          resolved.kind === 'exact' ? [resolved.instant] : resolved.kind === 'repeated' ? [resolved.earlier, resolved.later] : []
        expect(meant.map(String)).toContain(instant.toString())
      }),
      { numRuns: 500 },
    )
  })

  it('every minute of the wall around a change is exact, skipped or repeated, and neighbours are exact', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -180, max: 180 }),
        fc.constantFrom('2010-03-14T00:01', '2025-03-30T01:00', '2025-10-26T01:00', '2025-03-09T02:00'),
        zone,
        (minutes, near, place) => {
          const wall = Temporal.PlainDateTime.from(near).add({ minutes }).toString({ smallestUnit: 'minute' })
          const resolved = resolveLocal(wall, place)
          if (resolved.kind !== 'skipped') return
          expect(plain(resolveLocal(resolved.before.local, place))).toEqual({ kind: 'exact', instant: resolved.before.instant.toString() })
          expect(plain(resolveLocal(resolved.after.local, place))).toEqual({ kind: 'exact', instant: resolved.after.instant.toString() })
          expect(resolved.before.local < wall && wall < resolved.after.local).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})
