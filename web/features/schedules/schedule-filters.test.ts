import { describe, expect, it } from 'vitest'
import { filterQuery, isFiltered, clearedFilters, readFilters } from './schedule-filters.ts'

const id = '0190a000-0000-7000-8000-000000000001'

describe('filters in the address', () => {
  it('reads all of them', () => {
    const filters = readFilters({ availability: 'full', support_type: id, place: id, mentor: id, from: '2026-11-24', to: '2026-12-01' })
    expect(filterQuery(filters)).toEqual({
      availability: 'full',
      support_type_id: id,
      place_id: id,
      mentor_id: id,
      from: '2026-11-24',
      to: '2026-12-01',
    })
    expect(isFiltered(filters)).toBe(true)
  })

  it('takes what is no filter for none: a typed address never makes a refused call', () => {
    const filters = readFilters({ availability: 'soon', support_type: 'x', place: '1', mentor: "' OR 1", from: '2026-02-30', to: 'today' })
    expect(filters).toEqual({ availability: 'all', sort: '' })
    expect(isFiltered(filters)).toBe(false)
  })

  it('clears all that it reads', () => {
    expect(isFiltered(readFilters({ availability: 'full', place: id, ...clearedFilters }))).toBe(false)
  })
})
