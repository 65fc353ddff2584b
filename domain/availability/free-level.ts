/** How many times are free on a day, as a calendar shows it. */
export type FreeLevel = 'none' | 'few' | 'many'

/** None, few (1 to 3) or many free times. */
export function freeLevel(free: number): FreeLevel {
  if (free <= 0) return 'none'
  return free <= 3 ? 'few' : 'many'
}
