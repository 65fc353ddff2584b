const minute = 60_000

/** What could not be sent for so long, in milliseconds, is given up. */
export const giveUpAfter = 24 * 60 * minute

/** A mail server that is back is noticed within so long, in milliseconds. */
const longestPause = 15 * minute

/**
 * How long to wait after so many tries, in milliseconds: a minute, then twice as long each time, up to a quarter of an hour. `chance` from 0 to 1 spreads them by a fifth to either side, so
 * that what failed together does not come back together.
 */
export function pauseAfter(tries: number, chance: number): number {
  return Math.min(longestPause, minute * 2 ** (Math.max(tries, 1) - 1)) * (0.8 + 0.4 * chance)
}

/** The same for a login code, which expires after five minutes: two seconds, then twice as long each time, up to half a minute. */
export const pauseForCode = (tries: number, chance: number): number =>
  Math.min(30_000, 1000 * 2 ** Math.max(tries, 1)) * (0.8 + 0.4 * chance)
