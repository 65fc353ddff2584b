import { describe, expect, it } from 'vitest'
import { isNewerZoneData, isOldZoneData } from './zone-data.ts'

describe('releases of time zone data', () => {
  it('are ordered by year and letter', () => {
    expect(isNewerZoneData('2026a', '2025c')).toBe(true)
    expect(isNewerZoneData('2025b', '2025c')).toBe(false)
    expect(isNewerZoneData('2025c', '2025c')).toBe(false)
    expect(isNewerZoneData('2025c', '')).toBe(true)
  })

  it('are old a year after the middle of theirs', () => {
    expect(isOldZoneData('2025c', new Date('2026-06-30T23:59:59Z'))).toBe(false)
    expect(isOldZoneData('2025c', new Date('2026-07-01T00:00:00Z'))).toBe(true)
    expect(isOldZoneData('release 2025c', new Date('2026-06-30T23:59:59Z'))).toBe(true)
    expect(isOldZoneData('', new Date('2026-07-01T00:00:00Z'))).toBe(true)
  })
})
