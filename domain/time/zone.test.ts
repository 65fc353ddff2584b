import { describe, expect, it } from 'vitest'
import { isZone } from './zone.ts'

describe('isZone', () => {
  it.each([
    'Europe/London',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Pacific/Apia',
    'UTC',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+3',
    'Asia/Katmandu',
  ])('knows %s', zone => expect(isZone(zone)).toBe(true))

  it.each([
    '',
    'Europe/Atlantis',
    '+05:45',
    'Z',
    'europe/london',
    'utc',
    'Europe/London ',
    'Europe/London[u-ca=iso8601]',
    '__proto__',
    'A'.repeat(9000),
  ])('refuses %j', text => expect(isZone(text)).toBe(false))

  it('knows every zone that the platform lists', () => {
    expect(Intl.supportedValuesOf('timeZone').filter(zone => !isZone(zone))).toEqual([])
  })
})
