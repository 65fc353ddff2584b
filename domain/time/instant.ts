import { Temporal } from './temporal.ts'

/** A point in time; no zone. */
export type Instant = Temporal.Instant

const instantText =
  /^(?:19|20|21)\d\d-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d{1,9})?)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * Parses an RFC 3339 date-time with `Z` or an offset, on an existing day in the years 1900 to 2199 (other
 * years are typing errors); null for any other text. Seconds are optional, as in ISO 8601 and browsers'
 * date fields. A leap second becomes the second before it.
 */
export function readInstant(text: string): Instant | null {
  if (!instantText.test(text)) return null
  try {
    return Temporal.Instant.from(text)
  } catch {
    return null
  }
}
