/** The known name that takes the fewest typing corrections to reach; the first known one when several do. */
export function nearestName(typed: string, known: readonly string[]): string {
  const byDistance = known.map(name => ({ name, distance: countCorrections(typed, name) }))
  return byDistance.reduce((best, next) => (next.distance < best.distance ? next : best)).name
}

/** Letters to insert, remove or replace to turn one text into the other (Levenshtein's distance). */
function countCorrections(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1)
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1))
    }
    above = line
  }
  return above.at(-1) ?? 0
}
