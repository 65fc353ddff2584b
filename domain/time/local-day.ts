import type { Instant } from './instant.ts'
import { addDays, type LocalDate } from './local-date.ts'
import { Temporal } from './temporal.ts'
import type { Zone } from './zone.ts'

/**
 * The first instant of a date in a zone: midnight, the first of two midnights, or the end of the gap where the clocks skip midnight.
 * A date that the zone skipped altogether (Pacific/Apia, 2011-12-30) starts and ends where the next one starts.
 */
export function startOfLocalDay(date: LocalDate, zone: Zone): Instant {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant()
}

/** The end of a date in a zone, exclusive: the first instant of the next date. A day has 23 to 25 hours, as the clocks change. */
export function endOfLocalDay(date: LocalDate, zone: Zone): Instant {
  return startOfLocalDay(addDays(date, 1), zone)
}
