import { Temporal } from './temporal.ts'

/**
 * An IANA time zone name, such as `Europe/London`. Plain text can be assigned to it; a date or a time
 * cannot.
 */
export type Zone = string & { readonly kind?: 'Zone' }

/**
 * Whether the text is a time zone name in the spelling of the IANA database, including older names.
 * Refuses fixed offsets (`+05:45`), which have no clock changes, and other capitals (`europe/london`),
 * which would be a second name of the same zone.
 */
export function isZone(text: string): text is Zone {
  // Stryker disable next-line Regex: Temporal refuses what the anchors refuse
  if (!/^[A-Z][A-Za-z0-9_+/-]{1,63}$/.test(text)) return false
  try {
    return new Temporal.ZonedDateTime(0n, text).timeZoneId === text
  } catch {
    return false
  }
}
