import { describe, expect, it } from 'vitest'
import { findZones, zoneChoices } from './zones.ts'

const choices = zoneChoices('Europe/London', 'Asia/Kathmandu')
const zones = (query: string) => findZones(choices, query).map(({ zone }) => zone)

describe('findZones', () => {
  it("lists every zone once, the current value and the visitor's zone first", () => {
    expect(zones('').slice(0, 2)).toEqual(['Asia/Kathmandu', 'Europe/London'])
    expect(new Set(zones('')).size).toBe(zones('').length)
    expect(zones('').length).toBeGreaterThan(300)
    expect(zoneChoices('Europe/London', '').slice(0, 1)).toMatchObject([{ zone: 'Europe/London' }])
  })

  it('finds a city in any spelling', () => {
    expect(zones('st johns')).toContain('America/St_Johns')
    expect(zones('São')).toContain('America/Sao_Paulo')
    expect(zones('  europe   lon ')).toEqual(['Europe/London'])
    expect(zones('Kathmandu')).toEqual(['Asia/Kathmandu'])
  })

  it('puts a name that starts with the query before one that contains it', () => {
    const found = zones('rome')
    expect(found[0]).toBe('Europe/Rome')
  })

  it('finds nothing for an unknown place', () => {
    expect(zones('atlantis xyz')).toEqual([])
  })
})
