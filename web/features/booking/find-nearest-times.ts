import type { OfferedTime } from './times.ts'

/** The free times nearest to `startsAt`, at most `count`, by start. */
export function findNearestTimes(times: readonly OfferedTime[], startsAt: string, count = 3): OfferedTime[] {
  const distance = (time: OfferedTime) => Math.abs(Date.parse(time.startsAt) - Date.parse(startsAt))
  return times
    .filter(time => time.free > 0)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, count)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}
