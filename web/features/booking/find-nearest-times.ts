import type { OfferedTime } from './times.ts'

/** How many free times are offered instead of one that was taken. */
export const maxNearest = 3

/** The free times nearest to `startsAt`, at most `count`, by start. */
export function findNearestTimes(times: readonly OfferedTime[], startsAt: string, count = maxNearest): OfferedTime[] {
  const distance = (time: OfferedTime) => Math.abs(Date.parse(time.startsAt) - Date.parse(startsAt))
  return times
    .filter(time => time.free > 0)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, count)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
}
