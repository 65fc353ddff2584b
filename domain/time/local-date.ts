import type { Instant } from './instant.ts'
import { Temporal } from './temporal.ts'
import type { Zone } from './zone.ts'

/** A day on the calendar, `YYYY-MM-DD`; no zone. Such texts sort in the order of the days. */
export type LocalDate = string & { readonly kind?: 'LocalDate' }

/** A day of the week as ISO 8601 numbers it: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** In milliseconds. A date alone is read as midnight in UTC, where all days are as long. */
const dayLength = 86_400_000

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
  return new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10)
}

/** How many days `to` comes after `from`; negative when before. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(to) - Date.parse(from)) / dayLength
}

/** The weekday of a date. */
export function weekdayOf(date: LocalDate): Weekday {
  return Temporal.PlainDate.from(date).dayOfWeek as Weekday
}

/** The same day so many months later (earlier when negative), or that month's last day where it has no such day. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ months }).toString()
}
