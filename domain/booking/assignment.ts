/** A column that a row may be assigned to, and what that costs. Costs are finite. */
export interface Edge {
  column: number
  cost: number
}

/**
 * Minimum-cost assignment: gives each row one of its columns so that the sum of the costs is least and no column has more rows than its
 * capacity. Successive shortest augmenting paths with prices (the Hungarian method of Kuhn and Munkres, in the form of Jonker and Volgenant).
 * Every row needs an edge that it can always take, such as a column of its own that stands for "not assigned". Returns each row's edge.
 */
export function assignAtLeastCost<E extends Edge>(rows: readonly (readonly E[])[], capacities: readonly number[]): E[] {
  const assignment = new Assignment(rows, capacities)
  rows.forEach((_, row) => assignment.add(row))
  return assignment.edges()
}

class Assignment<E extends Edge> {
  private readonly chosen: (E | undefined)[] = []
  private readonly holders: number[][]
  /** What a column costs on top, because others want it too. A column with room has the price 0. */
  private readonly prices: Float64Array

  // The search of one `add`: how far each column is, and by which row's edge it is reached.
  private readonly distance: Float64Array
  private readonly viaRow: Int32Array
  private readonly viaEdge: (E | undefined)[] = []
  private readonly isSettled: Uint8Array

  constructor(
    private readonly rows: readonly (readonly E[])[],
    private readonly capacities: readonly number[],
  ) {
    const columns = capacities.length
    this.holders = capacities.map(() => [])
    this.prices = new Float64Array(columns)
    this.distance = new Float64Array(columns)
    this.viaRow = new Int32Array(columns)
    this.isSettled = new Uint8Array(columns)
  }

  edges(): E[] {
    return this.chosen.filter(edge => edge !== undefined)
  }

  /** Assigns one row more along the cheapest path on which each row in the way goes to another column (Dijkstra's algorithm). */
  add(row: number): void {
    this.distance.fill(Infinity)
    this.isSettled.fill(0)
    const open: number[] = []
    const settled: number[] = []
    this.reach(row, 0, open)
    for (;;) {
      const column = this.takeNearest(open)
      const distance = this.distance[column] ?? 0
      if (this.hasRoom(column)) {
        for (const each of settled) this.prices[each] = (this.prices[each] ?? 0) + distance - (this.distance[each] ?? 0)
        return this.shift(column)
      }
      this.isSettled[column] = 1
      settled.push(column)
      for (const holder of this.holders[column] ?? []) this.reach(holder, distance, open)
    }
  }

  /** Notes the columns that a row could take, where that is the cheapest way to them so far. */
  private reach(row: number, from: number, open: number[]): void {
    const { prices, distance, isSettled, viaRow, viaEdge } = this
    const own = this.chosen[row]
    const base = own ? from - own.cost - (prices[own.column] ?? 0) : from
    for (const edge of this.rows[row] ?? []) {
      const { column } = edge
      const [total, known] = [base + edge.cost + (prices[column] ?? 0), distance[column] ?? 0]
      if (isSettled[column] === 1 || total >= known) continue
      if (known === Infinity) open.push(column)
      distance[column] = total
      viaRow[column] = row
      viaEdge[column] = edge
    }
  }

  /** Removes and returns the nearest open column; of two as near, one with room, which ends the search. */
  private takeNearest(open: number[]): number {
    let [best, least, place] = [-1, Infinity, -1]
    for (const [index, column] of open.entries()) {
      const distance = this.distance[column] ?? Infinity
      if (distance > least || (distance === least && !(this.hasRoom(column) && !this.hasRoom(best)))) continue
      ;[best, least, place] = [column, distance, index]
    }
    if (best < 0) throw new Error('a row has no column that it can take')
    const last = open.pop() ?? best
    if (last !== best) open[place] = last
    return best
  }

  /** Gives each row of the path that ends at a column its new column. */
  private shift(end: number): void {
    for (let column: number | undefined = end; column !== undefined;) {
      const row: number = this.viaRow[column] ?? 0
      const left: number | undefined = this.chosen[row]?.column
      if (left !== undefined) this.holders[left] = (this.holders[left] ?? []).filter(holder => holder !== row)
      this.chosen[row] = this.viaEdge[column]
      this.holders[column]?.push(row)
      column = left
    }
  }

  private hasRoom(column: number): boolean {
    return (this.holders[column]?.length ?? 0) < (this.capacities[column] ?? 0)
  }
}
