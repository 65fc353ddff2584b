import { describe, expect, it } from 'vitest'
import { findZones, zoneChoices } from './zones.ts'

const choices = zoneChoices('Europe/London', 'Asia/Kathmandu')
const zones = (typed: string) => findZones(choices, typed).map(({ zone }) => zone)

describe('findZones', () => {
  it('has every zone once, the chosen one and the own one first', () => {
    expect(zones('').slice(0, 2)).toEqual(['Asia/Kathmandu', 'Europe/London'])
    expect(new Set(zones('')).size).toBe(zones('').length)
    expect(zones('').length).toBeGreaterThan(300)
  })

  it('finds a city however it is written', () => {
    expect(zones('st johns')).toContain('America/St_Johns')
    expect(zones('São')).toContain('America/Sao_Paulo')
    expect(zones('  europe   lon ')).toEqual(['Europe/London'])
    expect(zones('Kathmandu')).toEqual(['Asia/Kathmandu'])
  })

  it('puts what begins so before what only contains it', () => {
    const found = zones('rome')
    expect(found[0]).toBe('Europe/Rome')
  })

  it('finds nothing for what is no place', () => {
    expect(zones('atlantis xyz')).toEqual([])
  })
})
