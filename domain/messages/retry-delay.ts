const minuteMs = 60_000

/** In ms. A message that could not be sent for this long has failed. */
export const maxRetryMs = 24 * 60 * minuteMs

/** In ms. A mail server that works again is noticed within this time. */
const longestPause = 15 * minuteMs

/**
 * Delay before the next attempt in ms: a minute, doubled each time, at most 15 minutes. `chance` from 0
 * to 1 spreads it by 20 % in both directions, so that simultaneous failures are not retried
 * simultaneously.
 */
export function retryDelayMs(tries: number, chance: number): number {
  return Math.min(longestPause, minuteMs * 2 ** (Math.max(tries, 1) - 1)) * (0.8 + 0.4 * chance)
}

/**
 * The same for a login code, which expires after five minutes: two seconds, doubled each time, at most
 * half a minute.
 */
export const codeRetryDelayMs = (tries: number, chance: number): number =>
  Math.min(30_000, 1000 * 2 ** Math.max(tries, 1)) * (0.8 + 0.4 * chance)
