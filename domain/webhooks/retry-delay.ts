const secondMs = 1000
const minute = 60 * secondMs
const hour = 60 * minute

/**
 * Delays between attempts in ms: short after a hiccup, long after a breakdown; more than a day in total.
 */
const pauses = [5 * secondMs, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 10 * hour] as const

/**
 * Delay before the next attempt in ms; null: no further attempt. `chance` from 0 to 1 spreads it by 20 %
 * in both directions.
 */
export function webhookRetryDelayMs(tries: number, chance: number): number | null {
  const pause = pauses[Math.max(tries, 1) - 1]
  return pause === undefined ? null : pause * (0.8 + 0.4 * chance)
}

/** In ms. An endpoint that has failed for this long is switched off. */
export const maxFailingMs = 3 * 24 * hour
