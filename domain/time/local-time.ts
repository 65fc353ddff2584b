import type { Instant } from './instant.ts'
import type { Zone } from './zone.ts'

/** A time of day, `HH:MM`, 00:00 to 23:59; no zone. Sorts chronologically as text. */
export type LocalTime = string & { readonly kind?: 'LocalTime' }

/** The three parts of a day in which times are offered. */
export type PartOfDay = (typeof partsOfDay)[number]
/** The parts in their order. */
export const partsOfDay = ['morning', 'afternoon', 'evening'] as const

/** Whether the text is `HH:MM` on a 24-hour clock. */
export function isLocalTime(text: string): text is LocalTime {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** The local time in a zone at an instant, without seconds. */
export function localTimeOf(instant: Instant, zone: Zone): LocalTime {
  return instant.toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' })
}

const noon = '12:00'
const evening = '17:00'

/** Morning before 12:00, afternoon before 17:00, evening after that. */
export function partOfDay(time: LocalTime): PartOfDay {
  if (time < noon) return 'morning'
  return time < evening ? 'afternoon' : 'evening'
}

/** The first time of each part of the day, and the first time after it; none at the ends of the day. */
export const hoursOf: Record<PartOfDay, { from?: LocalTime; before?: LocalTime }> = {
  morning: { before: noon },
  afternoon: { from: noon, before: evening },
  evening: { from: evening },
}
