import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInstant } from './instant.ts'
import { Temporal } from './temporal.ts'

describe('the format of an instant', () => {
  it.each([
    '2025-05-04T13:30:00Z',
    '2025-05-04T13:30:00.123456789Z',
    '2025-05-04t13:30:00z',
    '2025-05-04T13:30Z',
    '2025-05-04T19:15:00+05:45',
    '2016-12-31T23:59:60Z',
  ])('accepts %s', text => expect(readInstant(text)).not.toBeNull())

  it.each([
    '2025-05-04T13:30:00',
    '2025-05-04',
    '2025-02-29T00:00:00Z',
    '2025-05-04T24:00:00Z',
    '2025-05-04T13:30:00+0545',
    '2025-05-04T13:30:00+24:00',
    '2025-05-04T13:30:00Z[Europe/London]',
    '0001-01-01T00:00:00Z',
    '+012025-05-04T13:30:00Z',
    ' 2025-05-04T13:30:00Z',
    '2025-05-04T13:30:00Z\n',
    '2025-05-04 13:30:00Z',
    '',
  ])('refuses %j', text => expect(readInstant(text)).toBeNull())
})

describe('readInstant', () => {
  it('takes an offset as given', () => {
    expect(readInstant('2025-05-04T19:15:00+05:45')?.toString()).toBe('2025-05-04T13:30:00Z')
  })

  it('parses every instant that it has formatted', () => {
    const between = { min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T23:59:59Z'), noInvalidDate: true }
    fc.assert(fc.property(fc.date(between), date => readInstant(date.toISOString())?.epochMilliseconds === date.getTime()))
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), text => readInstant(text) === null || Temporal.Instant.from(text) !== undefined))
  })
})
