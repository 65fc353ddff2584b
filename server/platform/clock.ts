/** The source of `now`: the system's clock, or a test's. */
export interface Clock {
  now(): Date
}

/**
 * The system's clock. When an operator sets it back, this clock keeps its time until `follow`, so that
 * expiry times are adjusted first.
 */
export interface SystemClock extends Clock {
  /** Milliseconds by which the system's clock was set back and which this clock has not followed. */
  behind(): number
  /** Goes back by this many milliseconds. */
  follow(ms: number): void
}

/** Smaller steps back are ordinary corrections of the clock. */
export const maxCorrectionMs = 1000

/**
 * `wall` tells the time and may jump, `elapsed` is monotonic; both in ms. A clock that is set forward is
 * followed at once, and times expire early.
 */
export function openSystemClock(wall = () => Date.now(), elapsed = () => performance.now()): SystemClock {
  let seen = { wall: wall(), elapsed: elapsed() }
  let behind = 0
  const look = () => {
    const now = { wall: wall(), elapsed: elapsed() }
    const lost = seen.wall + now.elapsed - seen.elapsed - now.wall
    if (lost > maxCorrectionMs) behind += lost
    seen = now
  }
  return {
    now() {
      look()
      return new Date(seen.wall + behind)
    },
    behind() {
      look()
      return behind
    },
    follow: ms => void (behind -= ms),
  }
}
