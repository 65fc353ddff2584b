import type { Instant } from './instant.ts'
import type { Zone } from './zone.ts'

/** A time of day on the clock, `HH:MM`, 00:00 to 23:59; no zone. Such texts sort in the order of the day. */
export type LocalTime = string & { readonly kind?: 'LocalTime' }

/** The three parts in which times are offered (product rules, "Pages"). */
export type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** Whether the text is `HH:MM` on a 24-hour clock. */
export function isLocalTime(text: string): text is LocalTime {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** The time on the wall of that zone at that instant; seconds are dropped. */
export function localTimeOf(instant: Instant, zone: Zone): LocalTime {
  return instant.toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' })
}

/** Morning before 12:00, afternoon before 17:00, evening from then on. */
export function partOfDay(time: LocalTime): PartOfDay {
  if (time < '12:00') return 'morning'
  return time < '17:00' ? 'afternoon' : 'evening'
}
