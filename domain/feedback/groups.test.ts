import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, minAnswers, groupCells, isSelectionShowable, selectCells, showableGroups } from './groups.ts'

const cell = (mentor_id: string, count: number, support_type_id = 'career'): Cell => ({ mentor_id, support_type_id, count })
const mentorsOf = (cells: Cell[]) => groupCells(cells, ({ mentor_id }) => mentor_id)

describe('groups about one mentor', () => {
  it('are shown from five answers on', () => {
    expect([...showableGroups(mentorsOf([cell('a', 5), cell('b', 5)]))]).toEqual(['a', 'b'])
    expect([...showableGroups(mentorsOf([cell('a', 9), cell('b', 4), cell('c', 4)]))]).toEqual(['a'])
  })

  it('take the next smallest with them, where the whole less what is shown would tell what is hidden', () => {
    expect([...showableGroups(mentorsOf([cell('a', 9), cell('b', 6), cell('c', 3)]))]).toEqual(['a'])
    expect([...showableGroups(mentorsOf([cell('a', 9), cell('c', 3)]))]).toEqual([])
  })

  it('take no more with them than needed: five hidden answers tell nothing', () => {
    expect([...showableGroups(mentorsOf([cell('a', 9), cell('b', 3), cell('c', 2)]))]).toEqual(['a'])
    const shared = (key: string, count: number) => ({ key, count, mentors: 2 })
    const groups = [{ key: 'one', count: 1, mentors: 1 }, shared('x', 2), shared('y', 2), shared('z', 9)]
    expect([...showableGroups(groups)]).toEqual(['z'])
  })

  it('stay groups about one mentor where another has sessions without answers', () => {
    const byType = groupCells([cell('a', 4, 'x'), cell('b', 0, 'x')], ({ support_type_id }) => support_type_id)
    expect(byType).toEqual([{ key: 'x', count: 4, mentors: 1 }])
  })

  it('are separate from groups about several mentors, which are shown at any size', () => {
    const byType = groupCells([cell('a', 1, 'x'), cell('b', 1, 'x'), cell('a', 7, 'y')], ({ support_type_id }) => support_type_id)
    expect(showableGroups(byType)).toEqual(new Set(['x', 'y']))
  })

  it('never leave one to five answers about a mentor to be worked out', () => {
    const some = fc.array(
      fc.record({ mentor_id: fc.constantFrom('a', 'b', 'c', 'd'), support_type_id: fc.constantFrom('x', 'y'), count: fc.nat(9) }),
    )
    fc.assert(
      fc.property(some, cells => {
        const groups = mentorsOf(cells)
        const shown = showableGroups(groups)
        const hidden = groups.filter(({ key }) => !shown.has(key)).reduce((sum, { count }) => sum + count, 0)
        expect(groups.filter(({ key, count }) => shown.has(key) && count < minAnswers)).toEqual([])
        expect(hidden === 0 || hidden >= minAnswers || shown.size === 0).toBe(true)
      }),
    )
  })
})

describe('a selection', () => {
  const cells = [cell('a', 6), cell('a', 2, 'tax'), cell('b', 8), cell('c', 3)]

  it.each([
    [{}, true],
    [{ mentor_id: 'a' }, false], // hidden with c: the whole less b would tell c
    [{ mentor_id: 'b' }, true],
    [{ mentor_id: 'c' }, false],
    [{ mentor_id: 'unknown' }, true],
    [{ support_type_id: 'tax' }, false],
    [{ support_type_id: 'career' }, false], // the whole less this would tell the two about tax
    [{ mentor_id: 'b', support_type_id: 'career' }, true],
    [{ mentor_id: 'a', support_type_id: 'career' }, false],
  ])('%j: %s', (filter, expected) => {
    expect(isSelectionShowable(cells, filter)).toBe(expected)
  })

  it('about a mentor and a type is not shown where the type’s total would tell the other mentor’s few', () => {
    const typed = [cell('a', 6, 'x'), cell('a', 9, 'y'), cell('b', 3, 'x'), cell('b', 10, 'y'), cell('c', 20, 'y')]
    expect(isSelectionShowable(typed, { mentor_id: 'a' })).toBe(true)
    expect(isSelectionShowable(typed, { mentor_id: 'a', support_type_id: 'x' })).toBe(false)
  })

  it('has the cells of its mentor and its type', () => {
    const all = [cell('a', 1, 'x'), cell('a', 2, 'y'), cell('b', 3, 'x')]
    const counts = (filter: Parameters<typeof selectCells>[1]) => selectCells(all, filter).map(({ count }) => count)
    expect([{}, { mentor_id: 'a' }, { support_type_id: 'x' }, { mentor_id: 'a', support_type_id: 'x' }].map(counts)).toEqual([
      [1, 2, 3],
      [1, 2],
      [1, 3],
      [1],
    ])
  })

  it('about several mentors is shown at any size, about one from five on, and without answers always', () => {
    const several = [cell('a', 1, 'x'), cell('b', 1, 'x'), cell('a', 7, 'y'), cell('b', 7, 'y')]
    expect(isSelectionShowable(several, { support_type_id: 'x' })).toBe(true)
    expect(isSelectionShowable([cell('a', 5)], { mentor_id: 'a', support_type_id: 'career' })).toBe(true)
    expect(isSelectionShowable([cell('a', 4)], {})).toBe(false)
    expect(isSelectionShowable([cell('a', 0)], { mentor_id: 'a' })).toBe(true)
  })

  it('about one mentor is never shown with fewer than five', () => {
    const some = fc.array(
      fc.record({ mentor_id: fc.constantFrom('a', 'b', 'c'), support_type_id: fc.constantFrom('x', 'y'), count: fc.nat(8) }),
    )
    const filters = fc.record({ mentor_id: fc.constantFrom('a', 'b'), support_type_id: fc.constantFrom('x', 'y') }, { requiredKeys: [] })
    fc.assert(
      fc.property(some, filters, (counted, filter) => {
        const chosen = selectCells(counted, filter).filter(({ count }) => count > 0)
        const total = chosen.reduce((sum, { count }) => sum + count, 0)
        const one = new Set(chosen.map(({ mentor_id }) => mentor_id)).size === 1
        if (isSelectionShowable(counted, filter)) expect(one && total < minAnswers).toBe(false)
      }),
    )
  })
})
