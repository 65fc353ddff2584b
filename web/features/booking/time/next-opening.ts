import type { SearchedSchedule } from '#contract/search.ts'

/** When booking opens next, of sessions whose booking is not open yet, and the zone of that session. */
export function nextOpening(schedules: readonly SearchedSchedule[], now = Date.now()): { opens: string; zone: string } | undefined {
  return schedules
    .flatMap(({ booking_opens_at: opens, time_zone: zone }) => (opens && Date.parse(opens) > now ? [{ opens, zone }] : []))
    .toSorted((a, b) => Date.parse(a.opens) - Date.parse(b.opens))[0]
}
