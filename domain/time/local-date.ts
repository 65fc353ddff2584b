import type { Instant } from './instant.ts'
import { Temporal } from './temporal.ts'
import type { Zone } from './zone.ts'

/** A calendar date, `YYYY-MM-DD`; no zone. Sorts chronologically as text. */
export type LocalDate = string & { readonly kind?: 'LocalDate' }

/** An ISO 8601 weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** In milliseconds. Dates are parsed as midnight in UTC, where all days have the same length. */
const dayLength = 86_400_000

/** Whether the text is `YYYY-MM-DD` and an existing day in the years 1900 to 2199. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  try {
    Temporal.PlainDate.from(text)
    return true
  } catch {
    return false
  }
}

/** The local date in a zone at an instant. */
export function localDateOf(instant: Instant, zone: Zone): LocalDate {
  return instant.toZonedDateTimeISO(zone).toPlainDate().toString()
}

/** Adds calendar days; negative numbers subtract. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10)
}

/** Number of days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(to) - Date.parse(from)) / dayLength
}

/** The weekday of a date. */
export function weekdayOf(date: LocalDate): Weekday {
  return Temporal.PlainDate.from(date).dayOfWeek as Weekday
}

/**
 * Adds months and keeps the day, or uses the month's last day if it is shorter. Negative numbers
 * subtract.
 */
export function addMonths(date: LocalDate, months: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ months }).toString()
}
