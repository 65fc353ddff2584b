import type { Instant } from './instant.ts'
import { addDays, type LocalDate } from './local-date.ts'
import { Temporal } from './temporal.ts'
import type { Zone } from './zone.ts'

/**
 * The first instant of a date in a zone: midnight, the first of two midnights, or the end of the gap if
 * clocks skip midnight. A date that the zone skipped entirely (Pacific/Apia, 2011-12-30) starts and ends
 * where the next one starts.
 */
export function startOfLocalDay(date: LocalDate, zone: Zone): Instant {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant()
}

/**
 * The exclusive end of a date in a zone: the first instant of the next date. Days have 23 to 25 hours
 * because of clock changes.
 */
export function endOfLocalDay(date: LocalDate, zone: Zone): Instant {
  return startOfLocalDay(addDays(date, 1), zone)
}
