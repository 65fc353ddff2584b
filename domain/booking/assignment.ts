/** A column that a row may be assigned to, and its cost, which is finite. */
export interface Edge {
  column: number
  cost: number
}

/**
 * Minimum-cost assignment: gives each row one of its columns so that the total cost is minimal and no
 * column exceeds its capacity. Uses successive shortest augmenting paths with potentials (the Hungarian
 * method of Kuhn and Munkres, as by Jonker and Volgenant). Every row needs an edge that is always
 * available, such as a column of its own that means "not assigned". Returns the edge of each row.
 */
export function assignAtLeastCost<E extends Edge>(rows: readonly (readonly E[])[], capacities: readonly number[]): E[] {
  const assignment = new Assignment(rows, capacities)
  rows.forEach((_, row) => assignment.add(row))
  return assignment.edges()
}

class Assignment<E extends Edge> {
  private readonly chosen: (E | undefined)[] = []
  private readonly holders: number[][]
  /**
   * The potential of each column: the extra cost while other rows want it too. 0 for a column with free
   * capacity.
   */
  private readonly prices: Float64Array

  // State of one `add`: the distance of each column, and the row whose edge reaches it.
  private readonly distance: Float64Array
  private readonly viaRow: Int32Array
  // Stryker disable next-line ArrayDeclaration: an entry is written before it is read
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
    // Stryker disable next-line MethodExpression,ConditionalExpression: every row has an edge
    return this.chosen.filter(edge => edge !== undefined)
  }

  /**
   * Assigns one more row along the shortest augmenting path, on which each displaced row moves to another
   * column (Dijkstra's algorithm).
   */
  add(row: number): void {
    this.distance.fill(Infinity)
    this.isSettled.fill(0)
    // Stryker disable next-line ArrayDeclaration: an entry that is no column has no distance
    const open: number[] = []
    // Stryker disable next-line ArrayDeclaration: an entry that is no column has no price
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
      // Stryker disable next-line ArrayDeclaration: every column has a list
      for (const holder of this.holders[column] ?? []) this.reach(holder, distance, open)
    }
  }

  /** Relaxes the row's edges: stores the columns for which this is the shortest path so far. */
  private reach(row: number, from: number, open: number[]): void {
    const { prices, distance, isSettled, viaRow, viaEdge } = this
    const own = this.chosen[row]
    const base = own ? from - own.cost - (prices[own.column] ?? 0) : from
    // Stryker disable next-line ArrayDeclaration: every row has edges
    for (const edge of this.rows[row] ?? []) {
      const { column } = edge
      const [total, known] = [base + edge.cost + (prices[column] ?? 0), distance[column] ?? 0]
      // Stryker disable next-line ConditionalExpression,EqualityOperator: no path to a settled column is shorter
      if (isSettled[column] === 1 || total >= known) continue
      // Stryker disable next-line ConditionalExpression: a column that is open twice only takes longer
      if (known === Infinity) open.push(column)
      distance[column] = total
      viaRow[column] = row
      viaEdge[column] = edge
    }
  }

  /** Removes and returns the nearest open column. */
  private takeNearest(open: number[]): number {
    if (open.length === 0) throw new Error('a row has no column that it can take')
    const distanceOf = (column: number) => this.distance[column] ?? Infinity
    // Stryker disable next-line EqualityOperator: of equally near columns, either will do
    const nearest = open.reduce((a, b) => (distanceOf(b) < distanceOf(a) ? b : a))
    open.splice(open.indexOf(nearest), 1)
    return nearest
  }

  /** Moves each row of the path that ends at `end` to its new column. */
  private shift(end: number): void {
    for (let column: number | undefined = end; column !== undefined;) {
      const row: number = this.viaRow[column] ?? 0
      const left: number | undefined = this.chosen[row]?.column
      // Stryker disable next-line ConditionalExpression,ArrayDeclaration: the holders of no column are not read
      if (left !== undefined) this.holders[left] = (this.holders[left] ?? []).filter(holder => holder !== row)
      this.chosen[row] = this.viaEdge[column]
      // Stryker disable next-line OptionalChaining: every column has a list
      this.holders[column]?.push(row)
      column = left
    }
  }

  private hasRoom(column: number): boolean {
    // Stryker disable next-line OptionalChaining: every column has a list
    return (this.holders[column]?.length ?? 0) < (this.capacities[column] ?? 0)
  }
}
