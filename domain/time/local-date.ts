import type { Instant } from './instant.ts'
import { Temporal } from './temporal.ts'
import type { Zone } from './zone.ts'

/** A day on the calendar, `YYYY-MM-DD`; no zone. Such texts sort in the order of the days. */
export type LocalDate = string & { readonly kind?: 'LocalDate' }

/** A day of the week as ISO 8601 numbers it: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Whether the text is `YYYY-MM-DD` and such a day exists, in the years 1900 to 2199. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  try {
    Temporal.PlainDate.from(text)
    return true
  } catch {
    return false
  }
}

/** The date on the wall of that zone at that instant. */
export function localDateOf(instant: Instant, zone: Zone): LocalDate {
  return instant.toZonedDateTimeISO(zone).toPlainDate().toString()
}

/** The date so many days later (earlier when negative), by the calendar alone. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** How many days `to` comes after `from`; negative when before. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days
}

/** The weekday of a date. */
export function weekdayOf(date: LocalDate): Weekday {
  return Temporal.PlainDate.from(date).dayOfWeek as Weekday
}
