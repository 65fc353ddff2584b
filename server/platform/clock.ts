/** Where `now` comes from: the system's clock, or a test's. */
export interface Clock {
  now(): Date
}

/** The system's clock, which somebody may put back: until what ends by it has been seen to, it goes on as if nobody had. */
export interface SystemClock extends Clock {
  /** By how many milliseconds it was put back and is not followed yet. */
  behind(): number
  /** Follows it by so many milliseconds. */
  follow(ms: number): void
}

/** What a clock may seem to be put back by while it is only set right a little, in milliseconds. */
export const putRight = 1000

/** `wall` tells the time and may jump, `elapsed` only ever goes on, evenly; both in milliseconds. A clock that is put forward is followed at once: what ends, ends early. */
export function openSystemClock(wall = () => Date.now(), elapsed = () => performance.now()): SystemClock {
  let seen = { wall: wall(), elapsed: elapsed() }
  let behind = 0
  const look = () => {
    const now = { wall: wall(), elapsed: elapsed() }
    const lost = seen.wall + now.elapsed - seen.elapsed - now.wall
    if (lost > putRight) behind += lost
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
