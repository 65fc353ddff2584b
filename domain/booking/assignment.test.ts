import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignAtLeastCost, type Edge } from './assignment.ts'

const totalOf = (edges: readonly Edge[]) => edges.reduce((sum, { cost }) => sum + cost, 0)

/** The least total cost, by trying every assignment: once for each row and state of the first `shared` columns. */
function leastTotal(rows: readonly (readonly Edge[])[], capacities: readonly number[], shared: number): number {
  const known = new Map<string, number>()
  const from = (row: number, free: readonly number[]): number => {
    const edges = rows[row]
    if (!edges) return 0
    const state = `${row}: ${free.slice(0, shared).join()}`
    const least =
      known.get(state) ??
      Math.min(
        ...edges
          .filter(({ column }) => (free[column] ?? 0) > 0)
          .map(({ column, cost }) => cost + from(row + 1, free.with(column, (free[column] ?? 0) - 1))),
      )
    known.set(state, least)
    return least
  }
  return from(0, capacities)
}

describe('a minimum-cost assignment', () => {
  it('has an edge of each row, in the order of the rows', () => {
    const rows = [[{ column: 1, cost: 5, name: 'a' }], [{ column: 0, cost: 1, name: 'b' }]]
    expect(assignAtLeastCost(rows, [1, 1]).map(({ name }) => name)).toEqual(['a', 'b'])
    expect(assignAtLeastCost([], [1])).toEqual([])
  })

  it('fills a column up to its capacity', () => {
    const row = (cost: number) => [
      { column: 0, cost },
      { column: 1, cost: 100 },
    ]
    const columns = (capacity: number) => assignAtLeastCost([row(1), row(2), row(3)], [capacity, 3]).map(({ column }) => column)
    expect([columns(0), columns(2), columns(3)]).toEqual([
      [1, 1, 1],
      [0, 0, 1],
      [0, 0, 0],
    ])
  })

  it('moves rows along a chain of columns when a later row needs the first of them', () => {
    const steps = 6
    const rows = Array.from({ length: steps }, (_, row) => [
      { column: row, cost: 0 },
      { column: row + 1, cost: 1 },
    ])
    const last = [{ column: 0, cost: 0 }]
    const assigned = assignAtLeastCost(
      [...rows, last],
      Array.from({ length: steps + 1 }, () => 1),
    )
    expect(assigned.map(({ column }) => column)).toEqual([1, 2, 3, 4, 5, 6, 0])
  })

  it('throws when a row has no column left', () => {
    const rows = [[{ column: 0, cost: 1 }], [{ column: 0, cost: 1 }]]
    expect(() => assignAtLeastCost(rows, [1])).toThrow('a row has no column that it can take')
    expect(() => assignAtLeastCost([[]], [1])).toThrow('a row has no column that it can take')
  })

  it.each([
    ['few rows', { maxLength: 5 }, { maxLength: 5 }],
    ['many rows that all want every column', { minLength: 12, maxLength: 12 }, { minLength: 5, maxLength: 5 }],
  ])('exceeds no capacity and costs no more than any other assignment: %s', (_what, rowCount, edgeCount) => {
    const shared = 4
    const edge = fc.record({ column: fc.nat(shared - 1), cost: fc.integer({ min: -5, max: 30 }) })
    const anyRows = fc.array(fc.array(edge, edgeCount), rowCount)
    const anyCapacities = fc.array(fc.nat(2), { minLength: shared, maxLength: shared })
    fc.assert(
      fc.property(anyRows, anyCapacities, fc.integer({ min: 0, max: 40 }), (edges, capacities, own) => {
        const rows = edges.map((row, index) => [...row, { column: shared + index, cost: own }])
        const all = [...capacities, ...rows.map(() => 1)]
        const assigned = assignAtLeastCost(rows, all)
        assigned.forEach((chosen, row) => expect(rows[row]).toContain(chosen))
        for (const [column, capacity] of all.entries())
          expect(assigned.filter(chosen => chosen.column === column).length).toBeLessThanOrEqual(capacity)
        expect(assigned).toHaveLength(rows.length)
        expect(totalOf(assigned)).toBe(leastTotal(rows, all, shared))
      }),
      { numRuns: 400 },
    )
  })
})
