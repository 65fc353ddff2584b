/** Milliseconds of one call, by round. */
export type Times = readonly number[]

/** Standard deviations of chance that a difference must exceed: about one false alarm in 15,000 comparisons. */
const certainty = 4

/**
 * How much better than guessing an attacker tells the two apart who sees one answer about each and
 * takes the slower one for the known: 0 is guessing, 1 is always right. Only the order within a round
 * counts, so that neither outliers nor a machine that becomes slower matter. What chance explains with
 * so few rounds is taken off.
 */
export function tellApart(known: Times, unknown: Times): { share: number; certain: number } {
  const slower = known.reduce((sum, ms, round) => sum + (ms > unknown[round]! ? 1 : ms === unknown[round] ? 0.5 : 0), 0)
  const share = slower / known.length
  const chance = (certainty * 0.5) / Math.sqrt(known.length)
  return { share, certain: 2 * Math.max(0, Math.abs(share - 0.5) - chance) }
}
