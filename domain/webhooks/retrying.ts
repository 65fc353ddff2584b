const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Between one try and the next, in milliseconds: at once after a hiccup, patiently after a breakdown; a day and some hours in all. */
const pauses = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 10 * hour] as const

/** How long to wait after so many tries, in milliseconds; null: it is given up. `chance` from 0 to 1 spreads them by a fifth to either side. */
export function pauseAfterTry(tries: number, chance: number): number | null {
  const pause = pauses[Math.max(tries, 1) - 1]
  return pause === undefined ? null : pause * (0.8 + 0.4 * chance)
}

/** An address at which nothing has arrived for so long, in milliseconds, is switched off. */
export const switchOffAfter = 3 * 24 * hour
